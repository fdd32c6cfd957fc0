//! What a batch of matches is asked for (rules 12). A new statistic is one entry of [`STATISTICS`].

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
const SEATS: [&str; 4] = ["PLAYER1 first", "PLAYER1 second", "PLAYER2 first", "PLAYER2 second"];
/// Prizes are reported at the end of every fifth turn, up to the last of these.
const PRIZE_STEP: usize = 5;
const PRIZE_STEPS: usize = 12;
/// The first player should win less than 58 % of the decided matches.
const FIRST_PLAYER_TOLERANCE: u32 = 8;

/// Whole numbers that are added up over matches; what is not there is 0.
type Sums = Vec<u64>;

/// A statistic: what events and finished matches add to its sums, and what these mean.
struct Statistic {
    name: &'static str,
    event: Option<fn(&mut Sums, &Event)>,
    close: fn(&mut Sums, &Played<'_>),
    figure: fn(&Sums) -> Figure,
}

/// A match that is over, or was given up.
struct Played<'a> {
    state: &'a State,
    ending: Option<&'static str>,
    winner: Option<Seat>,
}

impl Played<'_> {
    fn turns(&self) -> u64 {
        self.state.turn.into()
    }

    fn invalid_hands(&self) -> u64 {
        self.state.sides.iter().map(|side| u64::from(side.invalid_hands)).sum()
    }
}

const STATISTICS: &[Statistic] = &[
    Statistic {
        name: "endings",
        event: None,
        close: |sums, played| {
            put(sums, ENDINGS.len(), 1);
            let at = ENDINGS.iter().position(|name| Some(*name) == played.ending);
            at.into_iter().for_each(|at| put(sums, at, 1));
        },
        figure: |sums| group(ENDINGS, |at| share(of(sums, at), of(sums, ENDINGS.len()))),
    },
    Statistic {
        name: "first_player_wins",
        event: None,
        close: |sums, played| {
            let first = played.winner.is_some() && played.winner == played.state.first;
            put(sums, 0, first.into());
            put(sums, 1, played.winner.is_some().into());
        },
        figure: |sums| share(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        name: "win_rate_by_seat",
        event: None,
        close: |sums, played| {
            for seat in [Seat(0), Seat(1)] {
                let at = 2 * seat.index() + usize::from(played.state.first != Some(seat));
                put(sums, 2 * at, (played.winner == Some(seat)).into());
                put(sums, 2 * at + 1, 1);
            }
        },
        figure: |sums| group(SEATS, |at| share(of(sums, 2 * at), of(sums, 2 * at + 1))),
    },
    Statistic {
        name: "turns",
        event: None,
        close: |sums, played| put(sums, played.state.turn.into(), 1),
        figure: |sums| Figure::Spread(sums.clone()),
    },
    Statistic {
        name: "actions_per_game",
        event: None,
        close: |sums, played| {
            put(sums, 0, played.state.actions.into());
            put(sums, 1, 1);
        },
        figure: |sums| mean(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        name: "actions",
        event: None,
        close: |sums, played| put(sums, played.state.actions as usize, 1),
        figure: |sums| Figure::Spread(sums.clone()),
    },
    Statistic {
        name: "mulligans",
        event: None,
        close: |sums, played| {
            let invalid = played.invalid_hands();
            let valid = played.state.sides.iter().filter(|side| side.hand_valid).count() as u64;
            let added = [invalid, invalid + valid, u64::from(invalid > 0), 1];
            added.into_iter().enumerate().for_each(|(at, n)| put(sums, at, n));
        },
        figure: |sums| {
            group(["hands", "games"], |at| share(of(sums, 2 * at), of(sums, 2 * at + 1)))
        },
    },
    Statistic {
        name: "prizes_left_of_loser",
        event: None,
        close: |sums, played| {
            if let Some(winner) = played.winner {
                put(sums, played.state.side(other(winner)).prizes.len().min(6), 1);
            }
        },
        figure: |sums| Figure::Spread((0..7).map(|at| of(sums, at)).collect()),
    },
    Statistic {
        // Prizes of both players together that a match has seen taken by the end of a turn.
        name: "prizes_taken_by_turn",
        event: Some(|sums, event| {
            if let What::PrizeTaken { .. } = event.what {
                let from = usize::from(event.turn).saturating_sub(1) / PRIZE_STEP;
                (from..PRIZE_STEPS).for_each(|at| put(sums, at, 1));
            }
        }),
        close: |sums, _| put(sums, PRIZE_STEPS, 1),
        figure: |sums| {
            let row = |n: usize| mean(of(sums, n), of(sums, PRIZE_STEPS));
            Figure::group((0..PRIZE_STEPS).map(|n| (((n + 1) * PRIZE_STEP).to_string(), row(n))))
        },
    },
    Statistic {
        name: "attacks_per_turn",
        event: Some(|sums, event| {
            put(sums, 0, matches!(event.what, What::AttackDeclared { .. }).into());
        }),
        close: |sums, played| put(sums, 1, played.turns()),
        figure: |sums| mean(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        name: "attacks_failed",
        event: Some(|sums, event| {
            put(sums, 0, matches!(event.what, What::AttackFailed { .. }).into());
            put(sums, 1, matches!(event.what, What::AttackDeclared { .. }).into());
        }),
        close: |_, _| {},
        figure: |sums| share(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        // All damage that was done; counters that were only moved do not count.
        name: "damage_per_turn",
        event: Some(|sums, event| {
            let (source, amount) = damage(event);
            put(sums, 0, if source == Harm::Moved { 0 } else { amount });
        }),
        close: |sums, played| put(sums, 1, played.turns()),
        figure: |sums| mean(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        name: "damage_per_turn_by_source",
        event: Some(|sums, event| {
            let (source, amount) = damage(event);
            put(sums, source as usize, amount);
        }),
        close: |sums, played| put(sums, Harm::ALL.len(), played.turns()),
        figure: |sums| {
            let row = |source: &Harm| mean(of(sums, *source as usize), of(sums, Harm::ALL.len()));
            Figure::group(Harm::ALL.iter().map(|source| (source.name(), row(source))))
        },
    },
    Statistic {
        name: "knock_outs_per_game",
        event: Some(|sums, event| {
            put(sums, 0, matches!(event.what, What::CreatureKnockedOut { .. }).into());
        }),
        close: |sums, _| put(sums, 1, 1),
        figure: |sums| mean(of(sums, 0), of(sums, 1)),
    },
    Statistic {
        name: "left_in_hand_per_player",
        event: None,
        close: |sums, played| {
            put(sums, 0, played.state.sides.iter().map(|side| side.hand.len() as u64).sum());
            put(sums, 1, 2);
        },
        figure: |sums| mean(of(sums, 0), of(sums, 1)),
    },
];

/// Statistics over matches.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// The sums of each statistic.
    sums: Vec<Sums>,
    unfinished: u64,
    faults: u64,
    /// By deck: decided matches, and those won.
    decks: BTreeMap<String, [u64; 2]>,
    cards: CardSums,
}

impl Tally<Tcg> for Stats {
    fn open(&mut self, game: &Tcg) {
        self.sums.resize(STATISTICS.len(), Sums::new());
        self.cards.open(game);
    }

    fn event(&mut self, game: &Tcg, event: &Event) {
        for (sums, statistic) in self.sums.iter_mut().zip(STATISTICS) {
            if let Some(count) = statistic.event {
                count(sums, event);
            }
        }
        self.cards.event(game, event);
    }

    fn close(&mut self, game: &Tcg, state: &State, outcome: Option<Outcome>) {
        self.unfinished += u64::from(outcome.is_none());
        let winner = outcome.and_then(|outcome| outcome.won.first());
        let played = Played { state, ending: outcome.map(|outcome| outcome.ending), winner };
        for (sums, statistic) in self.sums.iter_mut().zip(STATISTICS) {
            (statistic.close)(sums, &played);
        }
        if let Some(winner) = winner {
            self.count_decks(game, winner);
        }
        self.cards.close(game, state, winner);
    }

    fn fault(&mut self) {
        self.faults += 1;
    }

    fn merge(&mut self, other: Self) {
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.sums.resize(STATISTICS.len(), Sums::new());
        for (sums, more) in self.sums.iter_mut().zip(other.sums) {
            more.into_iter().enumerate().for_each(|(at, n)| put(sums, at, n));
        }
        for (deck, [games, wins]) in other.decks {
            let sum = self.decks.entry(deck).or_default();
            (sum[0], sum[1]) = (sum[0] + games, sum[1] + wins);
        }
        self.cards.merge(other.cards);
    }

    fn report(&self) -> Vec<(String, Figure)> {
        let none = Sums::new();
        let sums = self.sums.iter().chain(std::iter::repeat(&none));
        let figures = STATISTICS.iter().zip(sums);
        let mut rows: Vec<(String, Figure)> =
            figures.map(|(it, sums)| (it.name.to_owned(), (it.figure)(sums))).collect();
        let first = rows.iter().find(|(name, _)| name == "first_player_wins");
        let flags = self.flags(first.map(|(_, figure)| figure));
        rows.extend(self.cards.report());
        rows.push(("unfinished".into(), Figure::Count(self.unfinished)));
        rows.push(("engine_faults".into(), Figure::Count(self.faults)));
        rows.push(("flags".into(), Figure::Flags(flags)));
        rows
    }
}

impl Stats {
    fn count_decks(&mut self, game: &Tcg, winner: Seat) {
        for (deck, seat) in game.seated.iter().flatten().zip(0..) {
            if !self.decks.contains_key(&deck.id) {
                self.decks.insert(deck.id.clone(), [0; 2]);
            }
            if let Some(sum) = self.decks.get_mut(&deck.id) {
                sum[0] += 1;
                sum[1] += u64::from(winner == Seat(seat));
            }
        }
    }

    /// Win rates over the decided matches.
    fn flags(&self, first: Option<&Figure>) -> Vec<Flag> {
        let first = first.and_then(|figure| {
            let Figure::Share { hits, of } = figure else { return None };
            Some(Band::new(Subject::FirstPlayer, "", *hits, *of).within(FIRST_PLAYER_TOLERANCE))
        });
        let deck = |(id, [games, wins]): (&String, &[u64; 2])| {
            Band::new(Subject::Deck, id.as_str(), *wins, *games)
        };
        first.into_iter().chain(self.decks.iter().map(deck)).map(Flag::Band).collect()
    }
}

/// Adds to one of the sums.
fn put(sums: &mut Sums, at: usize, n: u64) {
    if sums.len() <= at {
        sums.resize(at + 1, 0);
    }
    sums[at] += n;
}

fn of(sums: &Sums, at: usize) -> u64 {
    sums.get(at).copied().unwrap_or(0)
}

/// Where the damage of an event comes from, and how much it is.
fn damage(event: &Event) -> (Harm, u64) {
    if let What::DamageDealt { amount, source, .. }
    | What::DamageCountersPlaced { amount, cause: source, .. } = event.what
    {
        return (source, amount.into());
    }
    (Harm::Attack, 0)
}

fn group<const N: usize>(names: [&'static str; N], row: impl Fn(usize) -> Figure) -> Figure {
    Figure::group(names.into_iter().enumerate().map(|(at, name)| (name, row(at))))
}

pub(crate) fn share(hits: u64, of: u64) -> Figure {
    Figure::Share { hits, of }
}

pub(crate) fn mean(sum: u64, of: u64) -> Figure {
    Figure::Mean { sum: sum.cast_signed(), of }
}
