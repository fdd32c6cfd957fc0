//! A state that fits what a viewer knows.

use bout_core::{Current, Dice, List, Millis, Timers};

use crate::card::{Card, Hand, KINDS};
use crate::phase::Timer;
use crate::pile::Piles;
use crate::state::{Player, State};
use crate::view::{PlayerView, View};

/// A state that fits a view: what the viewer cannot see is dealt again.
pub fn imagine(view: &View, dice: &mut Dice) -> State {
    let mut unseen: Vec<Card> = (view.unseen.iter())
        .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
        .collect();
    dice.shuffle(&mut unseen);
    let mut players = List::new();
    for player in &view.players {
        let hand = player.hand.unwrap_or_else(|| {
            let rest = unseen.len().saturating_sub(usize::from(player.hand_count));
            unseen.split_off(rest).into_iter().collect()
        });
        players.push(known(player, hand));
    }
    let mut piles = Piles::new(&unseen);
    view.discard.iter().for_each(|card| piles.throw(*card));
    let mut state = State {
        phase: Current::start(view.phase),
        piles,
        deck_ordered: view.deck_ordered,
        players,
        active: view.active,
        turn: view.turn,
        pending: view.pending.as_ref().map(|pending| pending.window),
        passive_used: view.passive_used,
        main_action: view.main_action,
        bonus_next: view.bonus_next,
        winner: view.winner,
        end_reason: view.end_reason,
        timers: timers(view),
        total: [0; KINDS],
    };
    state.total = state.count_cards();
    state
}

fn known(view: &PlayerView, hand: Hand) -> Player {
    Player {
        class: view.class,
        team: view.team,
        max_hp: view.max_hp,
        hp: view.hp,
        kill_marks: view.kill_marks,
        hand,
        breech: view.tableau.breech,
        hazards: view.tableau.hazards,
        safeties: view.tableau.safeties,
        ablative: view.tableau.ablative_armor,
        adrenaline: view.status.is_adrenaline,
        shield: view.status.has_spawn_shield,
        controller: view.controller,
        missed: view.missed,
        conceded: view.conceded,
    }
}

fn timers(view: &View) -> Timers<Timer> {
    let mut timers = Timers::new();
    for (name, at) in &view.deadlines {
        if let Some(timer) = Timer::from_name(name) {
            timers.arm(timer, *at);
        }
    }
    if let Some(left) = view.turn_left_ms {
        timers.arm(Timer::Turn, Millis(left));
        timers.hold(Timer::Turn, Millis(0));
    }
    timers
}
