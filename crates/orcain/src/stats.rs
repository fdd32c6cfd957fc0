//! What a batch of matches is asked for (rules 12).

use bout_core::{Figure, Named, Outcome, Tally};

use crate::Orcain;
use crate::apply::step::{ATTACK_DAMAGE, damage};
use crate::card::{CARDS, Card, SLOTS, Slot};
use crate::config::MAX_HP;
use crate::event::{EndReason, Ending, Event, Reveal};
use crate::state::State;

/// Sums over matches; everything in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    games: u64,
    matches: u64,
    reached: bool,
    rounds: u64,
    hp: [u8; 2],
    both_lose: u64,
    reasons: [u64; 4],
    at_zero: u64,
    by_limit: u64,
    sudden_death: u64,
    lengths: Vec<u64>,
    hp_difference: i64,
    hp_margin: u64,
    played: [[u64; SLOTS]; CARDS],
    empty: [u64; SLOTS],
    steps: [u64; SLOTS],
    hits: u64,
    hp_taken: u64,
    reflected: u64,
    hp_reflected: u64,
    blocked: u64,
    healed: u64,
    wasted: u64,
}

impl Tally<Orcain> for Stats {
    fn event(&mut self, _game: &Orcain, event: &Event) {
        match event {
            Event::PrepStart { hp, sudden_death, .. } => {
                self.hp = *hp;
                self.reached |= sudden_death;
            }
            Event::StepReveal(reveal) => self.step(reveal),
            Event::RoundEnd { .. } => self.rounds += 1,
            Event::DraftStored { .. } | Event::ConfirmOk { .. } | Event::MatchEnd(_) => {}
        }
    }

    fn open(&mut self, _game: &Orcain) {
        self.reached = false;
    }

    fn close(&mut self, _game: &Orcain, state: &State, _outcome: Option<Outcome>) {
        if state.result.is_none_or(|end| end.ending != Ending::Aborted) {
            self.games += 1;
            self.sudden_death += u64::from(self.reached);
        }
        let Some(end) = state.result.filter(|end| end.ending != Ending::Aborted) else { return };
        self.matches += 1;
        self.both_lose += u64::from(end.both_lose);
        self.reasons[end.reason as usize] += 1;
        self.at_zero += u64::from(matches!(end.ending, Ending::Knockout | Ending::DoubleKnockout));
        self.by_limit += u64::from(matches!(end.ending, Ending::RoundLimit | Ending::SuddenDeath));
        let length = end.round_index as usize;
        if self.lengths.len() <= length {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;
        let [a, b] = end.hp.map(i64::from);
        self.hp_difference += a - b;
        self.hp_margin += a.abs_diff(b);
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.matches += other.matches;
        self.rounds += other.rounds;
        self.both_lose += other.both_lose;
        add(&mut self.reasons, &other.reasons);
        self.at_zero += other.at_zero;
        self.by_limit += other.by_limit;
        self.sudden_death += other.sudden_death;
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        add(&mut self.lengths, &other.lengths);
        self.hp_difference += other.hp_difference;
        self.hp_margin += other.hp_margin;
        self.played.iter_mut().zip(&other.played).for_each(|(sum, more)| add(sum, more));
        add(&mut self.empty, &other.empty);
        add(&mut self.steps, &other.steps);
        self.hits += other.hits;
        self.hp_taken += other.hp_taken;
        self.reflected += other.reflected;
        self.hp_reflected += other.hp_reflected;
        self.blocked += other.blocked;
        self.healed += other.healed;
        self.wasted += other.wasted;
    }

    fn report(&self) -> Vec<(String, Figure)> {
        let share = |hits| Figure::Share { hits, of: self.matches };
        let reasons =
            EndReason::ALL.iter().map(|r| (r.name(), Figure::Count(self.reasons[*r as usize])));
        let figures = [
            ("both_lose", Figure::Count(self.both_lose)),
            ("ends_by_reason", Figure::group(reasons)),
            ("ended_at_0_hp", share(self.at_zero)),
            ("ended_by_round_limit", share(self.by_limit)),
            ("reached_sudden_death", Figure::Share { hits: self.sudden_death, of: self.games }),
            ("rounds", Figure::Spread(self.lengths.clone())),
            ("final_hp_difference", Figure::Mean { sum: self.hp_difference, of: self.matches }),
            (
                "final_hp_margin",
                Figure::Mean { sum: self.hp_margin.cast_signed(), of: self.matches },
            ),
            ("rounds_played", Figure::Count(self.rounds)),
            ("cards", self.cards()),
        ];
        figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
    }
}

impl Stats {
    fn step(&mut self, reveal: &Reveal) {
        let before = std::mem::replace(&mut self.hp, reveal.hp);
        let [a, b] = reveal.cards;
        let at = usize::from(reveal.step_index);
        self.steps[at] += 2;
        self.side(at, before[0], a, b);
        self.side(at, before[1], b, a);
    }

    /// Counts what the side that laid `own` with `hp` did and suffered.
    fn side(&mut self, at: usize, hp: u8, own: Slot, theirs: Slot) {
        let Some(card) = own else {
            self.empty[at] += 1;
            return self.suffer(hp, own, theirs);
        };
        self.played[card as usize][at] += 1;
        let mut hp = hp;
        if card == Card::Heal {
            let full = hp == MAX_HP;
            self.wasted += u64::from(full);
            self.healed += u64::from(!full);
            hp += u8::from(!full);
        }
        self.blocked += u64::from(card == Card::Defense && theirs == Some(Card::Attack));
        self.suffer(hp, own, theirs);
    }

    fn suffer(&mut self, hp: u8, own: Slot, theirs: Slot) {
        let taken = u64::from(damage(own, theirs).min(hp));
        match theirs {
            Some(Card::Attack) if damage(own, theirs) > 0 => {
                self.hits += 1;
                self.hp_taken += taken;
            }
            Some(Card::Counter) if own == Some(Card::Attack) => {
                self.reflected += 1;
                self.hp_reflected += taken;
            }
            _ => {}
        }
    }

    fn cards(&self) -> Figure {
        let damage = |hits: u64| Figure::Count(hits * u64::from(ATTACK_DAMAGE));
        let per_slot = |counts: &[u64; SLOTS]| counts.iter().copied().map(Figure::Count).collect();
        let row = |card: Card| {
            let counts = &self.played[card as usize];
            let mut row = vec![("played_per_slot", Figure::List(per_slot(counts)))];
            match card {
                Card::Attack => row.extend([
                    ("damage_dealt", damage(self.hits)),
                    ("hp_taken", Figure::Count(self.hp_taken)),
                ]),
                Card::Defense => row.push(("damage_blocked", damage(self.blocked))),
                Card::Heal => row.extend([
                    ("hp_healed", Figure::Count(self.healed)),
                    ("heals_wasted_at_the_cap", Figure::Count(self.wasted)),
                ]),
                Card::Counter => row.extend([
                    ("damage_blocked", damage(self.reflected)),
                    ("damage_reflected", damage(self.reflected)),
                    ("hp_taken", Figure::Count(self.hp_reflected)),
                ]),
            }
            (card.name(), Figure::group(row))
        };
        let empty = Figure::group([("played_per_slot", Figure::List(per_slot(&self.empty)))]);
        let rows = Card::ALL.iter().map(|card| row(*card)).chain([("empty", empty)]);
        Figure::group(rows)
    }
}

fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
