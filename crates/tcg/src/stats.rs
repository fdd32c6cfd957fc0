//! What a batch of matches is asked for (rules 12).

use bout_core::{Figure, Outcome, Tally};

use crate::Tcg;
use crate::event::{Event, What};
use crate::state::State;

/// How matches end, in the order of reports.
const ENDINGS: [&str; 7] =
    ["prize_cards", "no_pokemon", "deck_out", "concede", "turn_limit", "draw", "cancelled"];

/// Sums over matches, in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    games: u64,
    unfinished: u64,
    faults: u64,
    endings: [u64; ENDINGS.len()],
    decided: u64,
    first_wins: u64,
    turns: Vec<u64>,
    actions: u64,
    hands: u64,
    invalid_hands: u64,
    mulligan_games: u64,
    loser_prizes: [u64; 7],
    knock_outs: u64,
    attacks: u64,
    damage: u64,
    turn_sum: u64,
}

impl Tally<Tcg> for Stats {
    fn event(&mut self, _game: &Tcg, event: &Event) {
        match &event.what {
            What::CreatureKnockedOut { .. } => self.knock_outs += 1,
            What::AttackDeclared { .. } => self.attacks += 1,
            What::DamageDealt { amount, .. } => self.damage += u64::from(*amount),
            _ => {}
        }
    }

    fn close(&mut self, _game: &Tcg, state: &State, outcome: Option<Outcome>) {
        self.games += 1;
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        if let Some(at) = ENDINGS.iter().position(|name| *name == outcome.ending) {
            self.endings[at] += 1;
        }
        let turns = usize::from(state.turn);
        if self.turns.len() <= turns {
            self.turns.resize(turns + 1, 0);
        }
        self.turns[turns] += 1;
        self.turn_sum += u64::from(state.turn);
        self.actions += u64::from(state.actions);
        let invalid: u64 = state.sides.iter().map(|side| u64::from(side.invalid_hands)).sum();
        self.invalid_hands += invalid;
        self.hands += invalid + state.sides.iter().filter(|side| side.hand_valid).count() as u64;
        self.mulligan_games += u64::from(invalid > 0);
        if let Some(winner) = outcome.won.first() {
            self.decided += 1;
            self.first_wins += u64::from(state.first == Some(winner));
            let left = state.side(crate::state::other(winner)).prizes.len().min(6);
            self.loser_prizes[left] += 1;
        }
    }

    fn fault(&mut self) {
        self.faults += 1;
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.decided += other.decided;
        self.first_wins += other.first_wins;
        self.actions += other.actions;
        self.hands += other.hands;
        self.invalid_hands += other.invalid_hands;
        self.mulligan_games += other.mulligan_games;
        self.knock_outs += other.knock_outs;
        self.attacks += other.attacks;
        self.damage += other.damage;
        self.turn_sum += other.turn_sum;
        add(&mut self.endings, &other.endings);
        add(&mut self.loser_prizes, &other.loser_prizes);
        if self.turns.len() < other.turns.len() {
            self.turns.resize(other.turns.len(), 0);
        }
        add(&mut self.turns, &other.turns);
    }

    fn report(&self) -> Vec<(String, Figure)> {
        let share = |hits, of| Figure::Share { hits, of };
        let mean = |sum: u64, of| Figure::Mean { sum: sum.cast_signed(), of };
        let endings =
            ENDINGS.iter().zip(self.endings).map(|(name, n)| (*name, share(n, self.games)));
        let row = |name: &str, figure| (name.to_owned(), figure);
        vec![
            row("endings", Figure::group(endings)),
            row("first_player_wins", share(self.first_wins, self.decided)),
            row("turns", Figure::Spread(self.turns.clone())),
            row("actions_per_game", mean(self.actions, self.games - self.unfinished)),
            row(
                "mulligans",
                Figure::group([
                    ("hands", share(self.invalid_hands, self.hands)),
                    ("games", share(self.mulligan_games, self.games)),
                ]),
            ),
            row("prizes_left_of_loser", Figure::Spread(self.loser_prizes.to_vec())),
            row("attacks_per_turn", mean(self.attacks, self.turn_sum)),
            row("damage_per_turn", mean(self.damage, self.turn_sum)),
            row("knock_outs_per_game", mean(self.knock_outs, self.games)),
            row("unfinished", Figure::Count(self.unfinished)),
            row("engine_faults", Figure::Count(self.faults)),
        ]
    }
}

fn add(sum: &mut [u64], other: &[u64]) {
    sum.iter_mut().zip(other).for_each(|(sum, n)| *sum += n);
}
