//! What a batch of matches is asked for (rules 12).

mod cards;

use std::collections::BTreeMap;

use bout_core::{Band, Figure, Flag, Named, Outcome, Seat, Subject, Tally};

use crate::Tcg;
use crate::event::{Event, Harm, What};
use crate::state::{State, other};

use cards::CardSums;

/// How matches end, in the order of reports.
const ENDINGS: [&str; 7] =
    ["prize_cards", "no_pokemon", "deck_out", "concede", "turn_limit", "draw", "cancelled"];
/// Prizes are told at the end of every fifth turn, up to the last of these.
const PRIZE_STEP: usize = 5;
const PRIZE_STEPS: usize = 12;

/// Whoever begins should win less than 58 % of the decided matches.
const FIRST_PLAYER_TOLERANCE: u32 = 8;

/// Sums over matches, in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    games: u64,
    unfinished: u64,
    faults: u64,
    endings: [u64; ENDINGS.len()],
    decided: u64,
    first_wins: u64,
    /// By seat, as first player and as second: matches, and those won.
    seated: [[[u64; 2]; 2]; 2],
    turns: Vec<u64>,
    actions: u64,
    action_spread: Vec<u64>,
    hands: u64,
    invalid_hands: u64,
    mulligan_games: u64,
    loser_prizes: [u64; 7],
    prizes_by: [u64; PRIZE_STEPS],
    knock_outs: u64,
    attacks: u64,
    failed_attacks: u64,
    /// By source.
    damage: [u64; Harm::ALL.len()],
    turn_sum: u64,
    left_in_hand: u64,
    /// By deck: decided matches, and those won.
    decks: BTreeMap<String, [u64; 2]>,
    cards: CardSums,
}

impl Tally<Tcg> for Stats {
    fn open(&mut self, game: &Tcg) {
        self.cards.open(game);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are not counted")]
    fn event(&mut self, game: &Tcg, event: &Event) {
        match &event.what {
            What::CreatureKnockedOut { .. } => self.knock_outs += 1,
            What::AttackDeclared { .. } => self.attacks += 1,
            What::AttackFailed { .. } => self.failed_attacks += 1,
            What::DamageDealt { amount, .. } => {
                self.damage[Harm::Attack as usize] += u64::from(*amount);
            }
            What::DamageCountersPlaced { amount, cause, .. } => {
                self.damage[*cause as usize] += u64::from(*amount);
            }
            What::PrizeTaken { .. } => {
                let from = usize::from(event.turn).saturating_sub(1) / PRIZE_STEP;
                self.prizes_by.iter_mut().skip(from).for_each(|sum| *sum += 1);
            }
            _ => {}
        }
        self.cards.event(game, event);
    }

    fn close(&mut self, game: &Tcg, state: &State, outcome: Option<Outcome>) {
        self.games += 1;
        self.unfinished += u64::from(outcome.is_none());
        let ending = outcome.map(|outcome| outcome.ending);
        if let Some(at) = ENDINGS.iter().position(|name| Some(*name) == ending) {
            self.endings[at] += 1;
        }
        add_at(&mut self.turns, usize::from(state.turn));
        self.turn_sum += u64::from(state.turn);
        self.actions += u64::from(state.actions);
        add_at(&mut self.action_spread, state.actions as usize);
        let invalid: u64 = state.sides.iter().map(|side| u64::from(side.invalid_hands)).sum();
        self.invalid_hands += invalid;
        self.hands += invalid + state.sides.iter().filter(|side| side.hand_valid).count() as u64;
        self.mulligan_games += u64::from(invalid > 0);
        self.left_in_hand += state.sides.iter().map(|side| side.hand.len() as u64).sum::<u64>();
        let winner = outcome.and_then(|outcome| outcome.won.first());
        for seat in [Seat(0), Seat(1)] {
            let second = usize::from(state.first != Some(seat));
            let sum = &mut self.seated[seat.index()][second];
            sum[0] += 1;
            sum[1] += u64::from(winner == Some(seat));
        }
        if let Some(winner) = winner {
            self.decided += 1;
            self.first_wins += u64::from(state.first == Some(winner));
            let left = state.side(other(winner)).prizes.len().min(6);
            self.loser_prizes[left] += 1;
            self.count_decks(game, winner);
        }
        self.cards.close(game, state, winner);
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
        self.failed_attacks += other.failed_attacks;
        self.turn_sum += other.turn_sum;
        self.left_in_hand += other.left_in_hand;
        for (sum, more) in self.seated.iter_mut().flatten().zip(other.seated.iter().flatten()) {
            add(sum, more);
        }
        add(&mut self.damage, &other.damage);
        add(&mut self.endings, &other.endings);
        add(&mut self.loser_prizes, &other.loser_prizes);
        add(&mut self.prizes_by, &other.prizes_by);
        add_all(&mut self.turns, &other.turns);
        add_all(&mut self.action_spread, &other.action_spread);
        for (deck, more) in other.decks {
            add(self.decks.entry(deck).or_default(), &more);
        }
        self.cards.merge(other.cards);
    }

    fn report(&self) -> Vec<(String, Figure)> {
        let row = |name: &str, figure| (name.to_owned(), figure);
        let mut rows = vec![
            row("endings", self.endings_figure()),
            row("first_player_wins", share(self.first_wins, self.decided)),
            row("win_rate_by_seat", self.seats_figure()),
            row("turns", Figure::Spread(self.turns.clone())),
            row("actions_per_game", mean(self.actions, self.games)),
            row("actions", Figure::Spread(self.action_spread.clone())),
            row(
                "mulligans",
                Figure::group([
                    ("hands", share(self.invalid_hands, self.hands)),
                    ("games", share(self.mulligan_games, self.games)),
                ]),
            ),
            row("prizes_left_of_loser", Figure::Spread(self.loser_prizes.to_vec())),
            row("prizes_taken_by_turn", self.prizes_figure()),
            row("attacks_per_turn", mean(self.attacks, self.turn_sum)),
            row("attacks_failed", share(self.failed_attacks, self.attacks)),
            row("damage_per_turn", self.damage_figure()),
            row("damage_per_turn_by_source", self.sources_figure()),
            row("knock_outs_per_game", mean(self.knock_outs, self.games)),
            row("left_in_hand_per_player", mean(self.left_in_hand, 2 * self.games)),
        ];
        rows.extend(self.cards.report());
        rows.push(row("unfinished", Figure::Count(self.unfinished)));
        rows.push(row("engine_faults", Figure::Count(self.faults)));
        rows.push(row("flags", Figure::Flags(self.flags())));
        rows
    }
}

impl Stats {
    fn count_decks(&mut self, game: &Tcg, winner: Seat) {
        for (deck, seat) in game.seated.iter().flatten().zip(0..) {
            let won = u64::from(winner == Seat(seat));
            match self.decks.get_mut(&deck.id) {
                Some(sum) => add(sum, &[1, won]),
                None => drop(self.decks.insert(deck.id.clone(), [1, won])),
            }
        }
    }

    /// Win rates over the decided matches.
    fn flags(&self) -> Vec<Flag> {
        let first = Band::new(Subject::FirstPlayer, "", self.first_wins, self.decided);
        let first = first.within(FIRST_PLAYER_TOLERANCE);
        let deck = |(id, [games, wins]): (&String, &[u64; 2])| {
            Band::new(Subject::Deck, id.as_str(), *wins, *games)
        };
        [first].into_iter().chain(self.decks.iter().map(deck)).map(Flag::Band).collect()
    }

    fn endings_figure(&self) -> Figure {
        let rows = ENDINGS.iter().zip(self.endings);
        Figure::group(rows.map(|(name, n)| (*name, share(n, self.games))))
    }

    fn seats_figure(&self) -> Figure {
        let names = [["PLAYER1 first", "PLAYER1 second"], ["PLAYER2 first", "PLAYER2 second"]];
        let rows = names.iter().flatten().zip(self.seated.iter().flatten());
        Figure::group(rows.map(|(name, [games, wins])| (*name, share(*wins, *games))))
    }

    /// All damage that was done; counters that were only moved are none.
    fn damage_figure(&self) -> Figure {
        let moved = self.damage[Harm::Moved as usize];
        mean(self.damage.iter().sum::<u64>() - moved, self.turn_sum)
    }

    fn sources_figure(&self) -> Figure {
        let rows = Harm::ALL.iter().zip(self.damage);
        Figure::group(rows.map(|(source, sum)| (source.name(), mean(sum, self.turn_sum))))
    }

    /// Prizes of both players together that a match has seen taken by the end of a turn.
    fn prizes_figure(&self) -> Figure {
        let rows = (1..).zip(self.prizes_by);
        Figure::group(rows.map(|(n, sum)| ((n * PRIZE_STEP).to_string(), mean(sum, self.games))))
    }
}

pub(crate) fn share(hits: u64, of: u64) -> Figure {
    Figure::Share { hits, of }
}

pub(crate) fn mean(sum: u64, of: u64) -> Figure {
    Figure::Mean { sum: sum.cast_signed(), of }
}

fn add(sum: &mut [u64], other: &[u64]) {
    sum.iter_mut().zip(other).for_each(|(sum, n)| *sum += n);
}

fn add_all(sum: &mut Vec<u64>, other: &[u64]) {
    if sum.len() < other.len() {
        sum.resize(other.len(), 0);
    }
    add(sum, other);
}

fn add_at(sum: &mut Vec<u64>, at: usize) {
    if sum.len() <= at {
        sum.resize(at + 1, 0);
    }
    sum[at] += 1;
}
