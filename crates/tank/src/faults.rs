//! The invariants of a match: asked after every step in tests, and of a loaded state.

use bout_core::{List, Seat};

use crate::Tank;
use crate::card::{Card, Category, HAND_MAX, mask_of};
use crate::cards::NAMED_MAX;
use crate::phase::{Phase, Timer};
use crate::rules::{Class, DrawRule};
use crate::state::{Answer, MainAction, Mode, Pending, Player, State, WindowKind};

/// Counters of a loaded match stay far from their ends.
const COUNTER_MAX: u32 = 1 << 30;
const MARKS_MAX: u16 = 1000;

type Check = Result<(), String>;

fn ensure(holds: bool, rule: &str) -> Check {
    if holds { Ok(()) } else { Err(rule.to_owned()) }
}

impl Tank {
    /// The first invariant that does not hold.
    pub(crate) fn first_fault(&self, state: &State) -> Check {
        ensure(
            state.players.len() == usize::from(self.seats),
            "players: one per seat of the config",
        )?;
        ensure(state.active.index() < state.players.len(), "turnIndex: a seat of the match")?;
        ensure(state.count_cards() == state.total, "a card was lost or doubled")?;
        ensure(state.turn < COUNTER_MAX, "turn: out of range")?;
        let over = state.end_reason.is_some();
        ensure(
            over == (state.phase.get() == Phase::GameOver),
            "phase: game_over exactly with an end_reason",
        )?;
        ensure(over || state.winner.is_none(), "winner: only with an end_reason")?;
        state.players.iter().try_for_each(|player| player_fault(player, over))?;
        let marks = state.seats().map(|seat| state.team_marks(seat)).max();
        ensure(
            over || state.mode() == Mode::Duel || marks < Some(self.rules.kills_to_win),
            "killMarks: the match would be won",
        )?;
        state.seats().try_for_each(|seat| self.hand_fault(state, seat))?;
        self.phase_fault(state)?;
        timer_fault(state)
    }

    /// Whether what the next turn draws still fits, and a surplus can be named.
    fn hand_fault(&self, state: &State, seat: Seat) -> Check {
        let player = state.player(seat);
        let turn = match self.rules.draw_rule {
            DrawRule::Fixed if seat != state.active => usize::from(self.rules.draw_count),
            DrawRule::Fixed | DrawRule::Refill => 0,
        };
        let passive =
            if player.class == Class::Medium { self.rules.medium_passive_draw } else { 0 };
        let most = player.hand.len() + turn + usize::from(passive);
        ensure(most <= HAND_MAX, "hand: too many cards to draw more")?;
        let limit = usize::from(self.rules.class(player.class).hand_size);
        ensure(most <= limit + NAMED_MAX, "hand: too many cards above its limit")
    }

    fn phase_fault(&self, state: &State) -> Check {
        let player = state.player(state.active);
        match state.phase.get() {
            Phase::Action => {
                ensure(state.main_action.is_none(), "main_action: the turn still waits for it")?;
                ensure(
                    !player.hand.is_empty(),
                    "hand: a turn waits for an action, but there is no card",
                )
            }
            Phase::DiscardExcess => {
                ensure(self.surplus(state, state.active) > 0, "phase: there is no surplus")
            }
            Phase::Autoload => {
                let half = matches!(state.main_action, Some(MainAction::Load | MainAction::Fire));
                ensure(half && player.raging(Class::Medium), "phase: no second half is due")
            }
            Phase::InterruptSmoke | Phase::InterruptCoup | Phase::GameOver => Ok(()),
            Phase::Setup | Phase::StartOfTurn | Phase::Resolution | Phase::EndOfTurn => {
                Err("phase: the match waits for nobody".into())
            }
        }?;
        let expected = match state.phase.get() {
            Phase::InterruptSmoke => Some(WindowKind::Smoke),
            Phase::InterruptCoup => Some(WindowKind::Coup),
            _ => None,
        };
        match (&state.pending, expected) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err("pending: the window is missing".into()),
            (Some(_), None) => ensure(state.end_reason.is_some(), "pending: no window is open"),
            (Some(pending), Some(kind)) => {
                window_fault(state, pending, kind)?;
                self.answer_fault(state, pending)
            }
        }
    }

    /// Whether those are asked whom the rules ask, and have answered what they can.
    fn answer_fault(&self, state: &State, pending: &Pending) -> Check {
        let Pending { attacker, target, .. } = *pending;
        let asked = match pending.kind {
            WindowKind::Smoke => self.smokers(state, attacker, target),
            WindowKind::Coup => List::from_iter([target]),
        };
        ensure(asked == pending.responders, "responders: not those whom the rules ask")?;
        let (card, answer) = match pending.kind {
            WindowKind::Smoke => (Card::SmokeLaunchers, Answer::Smoke),
            WindowKind::Coup => (Card::safety(pending.card), Answer::Coup),
        };
        let can_be = |(seat, given): (&Seat, &Option<Answer>)| match given {
            None | Some(Answer::Pass) => true,
            Some(given) => *given == answer && state.player(*seat).hand.has(card),
        };
        let possible = pending.responders.iter().zip(&pending.responses).all(can_be);
        ensure(possible, "responses: an answer that cannot have been given")?;
        let first = pending.responses.iter().find(|answer| **answer != Some(Answer::Pass));
        ensure(first == Some(&None), "responses: the window is decided")
    }
}

fn window_fault(state: &State, pending: &Pending, kind: WindowKind) -> Check {
    let seated = |seat: Seat| seat.index() < state.players.len();
    let fits = match kind {
        WindowKind::Smoke => match pending.source {
            MainAction::Fire => pending.card.category() == Category::Munition,
            MainAction::QuickFire => pending.card == Card::CoaxialMg,
            _ => false,
        },
        WindowKind::Coup => {
            pending.source == MainAction::Sabotage && pending.card.category() == Category::Hazard
        }
    };
    let whole = pending.kind == kind
        && fits
        && pending.attacker == state.active
        && seated(pending.target)
        && pending.target != pending.attacker
        && pending.responders.len() == pending.responses.len();
    ensure(whole, "pending: it does not fit the phase, the cards or the seats")
}

fn player_fault(player: &Player, over: bool) -> Check {
    let all = |kinds: u16, category| kinds & !mask_of(category) == 0;
    let distinct = player.hazards.iter().all(|card| player.hazards.count(card) == 1);
    ensure(player.hp <= player.max_hp, "currentHP: at most maxHP")?;
    ensure(over || player.hp > 0, "currentHP: a tank at 0 is destroyed")?;
    ensure(
        player.kill_marks <= MARKS_MAX && player.missed < COUNTER_MAX,
        "killMarks, missed: out of range",
    )?;
    ensure(
        all(player.hazards.kinds(), Category::Hazard) && distinct,
        "hazards: one of each kind at most",
    )?;
    ensure(all(player.safeties.kinds(), Category::Safety), "safeties: safety cards only")?;
    ensure(
        player.breech.is_none_or(|card| card.category() == Category::Munition),
        "breech: a munition",
    )
}

fn timer_fault(state: &State) -> Check {
    let window = state.pending.is_some();
    let interrupt =
        state.timers.deadline(Timer::Interrupt).is_some() || state.timers.is_held(Timer::Interrupt);
    ensure(window || !interrupt, "timers: interrupt without a window")?;
    ensure(
        !(window && state.timers.deadline(Timer::Turn).is_some()),
        "timers: the turn clock is held in a window",
    )?;
    ensure(state.end_reason.is_none() || state.timers.is_empty(), "timers: none after the end")
}
