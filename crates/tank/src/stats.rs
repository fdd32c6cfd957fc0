//! What a batch of matches is asked for (rules 12.2, 12.4).

use bout_core::{Figure, Outcome, Seat, SeatSet, Tally};

use crate::Tank;
use crate::card::{Card, KINDS};
use crate::cards::Cards;
use crate::event::{Event, What};
use crate::rules::Class;
use crate::state::{EndReason, MainAction, State};

mod report;
mod track;

use track::Track;

/// Turns without a hit after which a match counts as stalled.
const STALLED_TURNS: u32 = 200;

/// Why a card left a hand without being played.
#[derive(Clone, Copy)]
enum Lost {
    Action,
    Passive,
    Excess,
    Ghost,
    Coup,
    Respawn,
}

/// Sums over matches, in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    seats: usize,
    teams: usize,
    games: u64,
    max_turns: u64,
    deck_exhausted: u64,
    stalled: u64,
    engine_faults: u64,
    turns: u64,
    lengths: Vec<u64>,
    entries: [u64; 3],
    wins: [u64; 3],
    class_games: [u64; 3],
    class_wins: [u64; 3],
    first_player_wins: u64,
    played: [u64; KINDS],
    drawn: [u64; KINDS],
    lost: [[u64; KINDS]; 6],
    left: [u64; KINDS],
    kills: [[u64; 3]; 3],
    marks: [[u64; 11]; 4],
    declared: u64,
    smoked: [u64; 3],
    hits: [u64; 4],
    damage: [u64; 4],
    lives: u64,
    triggers: [u64; 3],
    adrenaline_kills: [u64; 3],
    entered: [u64; 2],
    entered_wins: [u64; 2],
    bunker_busters: u64,
    second_halves: u64,
    ghost_payments: u64,
    ghost_prevented: u64,
    sabotages: u64,
    coups: u64,
    coup_entries: [u64; 3],
    coup_wins: u64,
    turns_skipped: u64,
    respawns: u64,
    reshuffles: u64,
    passives: u64,
    now: Track,
}

impl Tally<Tank> for Stats {
    fn open(&mut self, game: &Tank) {
        self.seats = usize::from(game.seats);
        self.teams = game.teams();
        self.now = Track::new(game);
    }

    fn event(&mut self, game: &Tank, event: &Event) {
        let actor = event.actor.unwrap_or(Seat(0)).index();
        let target = event.target.unwrap_or(Seat(0)).index();
        match &event.what {
            What::GameStart(start) => self.now.first = start.first_player.index(),
            What::Deal { cards, .. } | What::Draw { cards, .. } => {
                self.draw(actor, *cards);
            }
            What::TurnStart { .. } => self.now.turn_begins(event.turn),
            What::SpawnShieldCleared => self.now.shield[actor] = false,
            What::Reshuffle { .. } => self.reshuffles += 1,
            What::BunkerBuster => self.bunker_busters += 1,
            What::SmokeLaunchers { .. } => self.smoke(actor, target, event),
            What::CoupFourre { safety, .. } => self.coup(actor, target, *safety),
            What::HazardApplied { hazard } => self.now.hazards[target] |= hazard.bit(),
            What::Damage { munition, hit, .. } => self.hit(*munition, hit.last, event.turn),
            What::Adrenaline { cleared } => self.trigger(actor, cleared),
            What::Kill { .. } => self.kill(actor, target),
            What::Respawn { discarded, .. } => self.respawn(actor, discarded),
            _ => self.card_event(game, actor, target, &event.what),
        }
    }

    fn close(&mut self, game: &Tank, state: &State, outcome: Option<Outcome>) {
        if state.end_reason == Some(EndReason::Aborted) {
            return;
        }
        self.games += 1;
        self.max_turns += u64::from(outcome.is_none());
        self.deck_exhausted += u64::from(state.end_reason == Some(EndReason::DeckExhausted));
        let turns = self.now.turns();
        self.stalled += u64::from(self.now.longest_calm() >= STALLED_TURNS);
        self.turns += u64::from(turns);
        add_at(&mut self.lengths, turns as usize);
        self.lives += state.players.len() as u64;
        let winners = outcome.map_or(SeatSet::NONE, |outcome| outcome.won);
        let has_won = |seat: usize| winners.contains(Seat(seat as u8));
        self.first_player_wins += u64::from(has_won(self.now.first));
        for class in Class::ALL.iter().filter(|class| game.classes().contains(class)) {
            let mut seats = game.classes().iter().zip(0..).filter(|(other, _)| *other == class);
            self.class_games[*class as usize] += 1;
            self.class_wins[*class as usize] += u64::from(seats.any(|(_, seat)| has_won(seat)));
        }
        for (seat, player) in state.players.iter().enumerate() {
            let (class, won) = (player.class as usize, has_won(seat));
            self.entries[class] += 1;
            self.wins[class] += u64::from(won);
            self.marks[seat][usize::from(player.kill_marks).min(10)] += 1;
            player.hand.iter().for_each(|card| self.left[card as usize] += 1);
            let entered = usize::from(self.now.entered[seat]);
            self.entered[entered] += 1;
            self.entered_wins[entered] += u64::from(won);
            if self.now.couped[seat] {
                self.coup_entries[class] += 1;
                self.coup_wins += u64::from(won);
            }
        }
    }

    fn fault(&mut self) {
        self.engine_faults += 1;
    }

    fn merge(&mut self, other: Self) {
        self.merge_sums(&other);
    }

    fn report(&self) -> Vec<(String, Figure)> {
        self.figures()
    }
}

impl Stats {
    /// Events that are about a card leaving a hand; the rest is not counted.
    fn card_event(&mut self, game: &Tank, actor: usize, target: usize, what: &What) {
        match what {
            What::Load { card, .. } => self.load(game, actor, *card),
            What::Fire { .. } => self.attack(actor, Card::Fire),
            What::QuickFire { .. } => self.attack(actor, Card::CoaxialMg),
            What::Sabotage { hazard } => {
                self.sabotages += 1;
                self.main_action(game, actor);
                self.play(actor, *hazard);
            }
            What::Repair { remedy, hazard } => {
                self.now.hazards[target] &= !hazard.bit();
                if let Some(card) = remedy {
                    self.main_action(game, actor);
                    self.play(actor, *card);
                }
            }
            What::Equip { card } => {
                self.main_action(game, actor);
                self.play(actor, *card);
            }
            What::Discard { card } => {
                self.main_action(game, actor);
                self.lose(actor, *card, Lost::Action);
            }
            What::MediumPassive { discarded } => {
                self.passives += 1;
                discarded.iter().for_each(|card| self.lose(actor, card, Lost::Passive));
            }
            What::GhostDiscard { card } => {
                self.ghost_payments += 1;
                self.lose(actor, *card, Lost::Ghost);
            }
            What::DiscardExcess { cards } => {
                cards.iter().for_each(|card| self.lose(actor, card, Lost::Excess));
            }
            What::CoupDiscard { card } => {
                card.iter().for_each(|card| self.lose(actor, *card, Lost::Coup));
            }
            _ => {}
        }
    }

    fn draw(&mut self, seat: usize, cards: Option<Cards>) {
        for card in cards.unwrap_or_default().iter() {
            self.drawn[card as usize] += 1;
            self.now.hold(seat, card);
        }
    }

    fn smoke(&mut self, smoker: usize, target: usize, event: &Event) {
        let What::SmokeLaunchers { against, .. } = event.what else { return };
        self.play(smoker, Card::SmokeLaunchers);
        let by = if smoker == target { 0 } else { 1 + usize::from(against.index() == smoker) };
        self.smoked[by] += 1;
    }

    fn trigger(&mut self, seat: usize, cleared: &[Card]) {
        self.triggers[self.now.class[seat] as usize] += 1;
        self.now.adrenaline[seat] = true;
        self.now.entered[seat] = true;
        cleared.iter().for_each(|card| self.now.hazards[seat] &= !card.bit());
    }

    fn play(&mut self, seat: usize, card: Card) {
        self.played[card as usize] += 1;
        self.now.drop(seat, card);
    }

    fn lose(&mut self, seat: usize, card: Card, cause: Lost) {
        self.lost[cause as usize][card as usize] += 1;
        self.now.drop(seat, card);
    }

    /// A main action other than an attack: was an attack on a Ghost out of reach for want of a card?
    fn main_action(&mut self, game: &Tank, seat: usize) {
        self.ghost_prevented += u64::from(self.now.ghost_out_of_reach(game, seat));
    }

    fn load(&mut self, game: &Tank, seat: usize, card: Card) {
        if self.now.main == Some(MainAction::Fire) {
            self.second_halves += 1;
        } else {
            self.main_action(game, seat);
        }
        self.now.main.get_or_insert(MainAction::Load);
        self.now.loaded[seat] = true;
        self.play(seat, card);
    }

    fn attack(&mut self, seat: usize, card: Card) {
        self.declared += 1;
        if card == Card::Fire {
            self.second_halves += u64::from(self.now.main == Some(MainAction::Load));
            self.now.loaded[seat] = false;
            self.now.main.get_or_insert(MainAction::Fire);
        }
        self.play(seat, card);
    }

    fn hit(&mut self, munition: Card, last: u16, turn: u32) {
        let at = match munition {
            Card::CoaxialMg => 0,
            Card::He => 1,
            Card::Heat => 2,
            _ => 3,
        };
        self.hits[at] += 1;
        self.damage[at] += u64::from(last);
        if last > 0 {
            self.now.hit_lands(turn);
        }
    }

    fn coup(&mut self, seat: usize, attacker: usize, safety: Card) {
        self.coups += 1;
        self.now.couped[seat] = true;
        self.turns_skipped += ((seat + self.seats - attacker - 1) % self.seats) as u64;
        self.play(seat, safety);
    }

    fn kill(&mut self, killer: usize, victim: usize) {
        let (by, of) = (self.now.class[killer] as usize, self.now.class[victim] as usize);
        self.kills[by][of] += 1;
        self.adrenaline_kills[by] += u64::from(self.now.adrenaline[killer]);
    }

    /// The hand is lost; what lay on the table had been played. The new hand has been drawn already.
    fn respawn(&mut self, seat: usize, discarded: &[Card]) {
        self.respawns += 1;
        self.lives += 1;
        let fresh = self.now.drawn_last[seat];
        let held = self.now.size(seat) - usize::from(fresh);
        discarded.iter().take(held).for_each(|card| self.lose(seat, *card, Lost::Respawn));
        self.now.respawned(seat);
    }
}

fn add_at(counts: &mut Vec<u64>, at: usize) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}
