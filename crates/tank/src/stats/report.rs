//! The statistics in words.

use bout_core::{Band, Figure, Flag, Named, Subject};

use super::{Stats, add_at};
use crate::card::{Card, KINDS};
use crate::rules::Class;

/// A card that is played less often than this share of its draws, in hundredths, is dead weight.
const DEAD_WEIGHT: u64 = 25;
const CAUSES: [&str; 6] = ["action", "passive", "excess", "ghost", "coup", "respawn"];
const MUNITIONS: [&str; 4] = ["coaxial_mg", "he", "heat", "sabot"];

fn fraction(part: u64, of: u64) -> Figure {
    Figure::Mean { sum: part.cast_signed(), of }
}

fn by_class(figure: impl Fn(usize) -> Figure) -> Figure {
    Figure::group(Class::ALL.iter().map(|class| (class.name(), figure(*class as usize))))
}

fn by_type(figure: impl Fn(usize) -> Figure) -> Figure {
    Figure::group(Card::ALL.iter().map(|card| (card.name(), figure(*card as usize))))
}

impl Stats {
    pub(super) fn merge_sums(&mut self, other: &Stats) {
        self.seats = self.seats.max(other.seats);
        self.teams = self.teams.max(other.teams);
        for (at, count) in other.lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
            add_at(&mut self.lengths, at);
            self.lengths[at] += count - 1;
        }
        let sums = self.sums().into_iter().zip(other.clone().sums().map(|sum| *sum));
        sums.for_each(|(sum, more)| *sum += more);
        let rows = self.rows().into_iter().zip(other.clone().rows().map(|row| row.to_vec()));
        rows.for_each(|(row, more)| row.iter_mut().zip(more).for_each(|(sum, more)| *sum += more));
    }

    fn sums(&mut self) -> [&mut u64; 21] {
        [
            &mut self.games,
            &mut self.max_turns,
            &mut self.deck_exhausted,
            &mut self.stalled,
            &mut self.engine_faults,
            &mut self.turns,
            &mut self.first_player_wins,
            &mut self.declared,
            &mut self.lives,
            &mut self.bunker_busters,
            &mut self.second_halves,
            &mut self.ghost_payments,
            &mut self.ghost_prevented,
            &mut self.sabotages,
            &mut self.coups,
            &mut self.coup_wins,
            &mut self.turns_skipped,
            &mut self.respawns,
            &mut self.reshuffles,
            &mut self.passives,
            &mut self.smoked[0],
        ]
    }

    fn rows(&mut self) -> [&mut [u64]; 18] {
        [
            &mut self.entries,
            &mut self.wins,
            &mut self.class_games,
            &mut self.class_wins,
            &mut self.played,
            &mut self.drawn,
            self.lost.as_flattened_mut(),
            self.kills.as_flattened_mut(),
            self.marks.as_flattened_mut(),
            &mut self.smoked[1..],
            &mut self.hits,
            &mut self.damage,
            &mut self.triggers,
            &mut self.adrenaline_kills,
            &mut self.entered,
            &mut self.entered_wins,
            &mut self.coup_entries,
            &mut self.left,
        ]
    }

    fn per_game(&self, sum: u64) -> Figure {
        fraction(sum, self.games)
    }

    pub(super) fn figures(&self) -> Vec<(String, Figure)> {
        let figures = [
            ("degenerate", self.degenerate()),
            (
                "win_rate_by_class",
                by_class(|c| Figure::Share { hits: self.class_wins[c], of: self.class_games[c] }),
            ),
            (
                "win_rate_per_entry_by_class",
                by_class(|c| Figure::Share { hits: self.wins[c], of: self.entries[c] }),
            ),
            (
                "first_player_win_rate",
                Figure::Share { hits: self.first_player_wins, of: self.games },
            ),
            ("turns_per_player", fraction(self.turns, self.games * self.seats.max(1) as u64)),
            ("cards_played", self.cards_played()),
            ("cards_drawn_by_type", by_type(|c| self.per_game(self.drawn[c]))),
            ("cards_discarded", self.cards_discarded()),
            ("cards_left_by_type", by_type(|c| self.per_game(self.left[c]))),
            ("play_rate_by_type", by_type(|c| fraction(self.played[c], self.drawn[c]))),
            (
                "dead_weight",
                Figure::List(
                    self.dead_weight().map(|card| Figure::Text(card.name().into())).collect(),
                ),
            ),
            ("kills", self.kill_figures()),
            ("attacks", self.attacks()),
            ("adrenaline", self.adrenaline()),
            ("coup_fourre", self.coup_figures()),
            ("respawns", self.per_game(self.respawns)),
            ("reshuffles", self.per_game(self.reshuffles)),
            ("medium_passives", self.per_game(self.passives)),
            ("flags", Figure::Flags(self.flags())),
        ];
        figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
    }

    fn degenerate(&self) -> Figure {
        Figure::group([
            ("max_turns", Figure::Count(self.max_turns)),
            ("deck_exhausted", Figure::Count(self.deck_exhausted)),
            ("stalled", Figure::Count(self.stalled)),
            ("engine_fault", Figure::Count(self.engine_faults)),
        ])
    }

    fn cards_played(&self) -> Figure {
        Figure::group([
            ("mean", self.per_game(self.played.iter().sum())),
            ("by_type", by_type(|c| self.per_game(self.played[c]))),
        ])
    }

    fn cards_discarded(&self) -> Figure {
        let cause =
            |(row, name): (&[u64; KINDS], &str)| (name.to_owned(), self.per_game(row.iter().sum()));
        Figure::group([
            ("by_cause", Figure::group(self.lost.iter().zip(CAUSES).map(cause))),
            ("by_type", by_type(|c| self.per_game(self.lost.iter().map(|row| row[c]).sum()))),
        ])
    }

    fn dead_weight(&self) -> impl Iterator<Item = Card> {
        let dead = |card: &Card| {
            let (played, drawn) = (self.played[*card as usize], self.drawn[*card as usize]);
            drawn > 0 && played * 100 < drawn * DEAD_WEIGHT
        };
        Card::ALL.iter().copied().filter(dead)
    }

    fn kill_figures(&self) -> Figure {
        let shares = |row: &[u64; 11]| {
            let last = row.iter().rposition(|count| *count > 0).unwrap_or(0).max(3);
            Figure::List(row[..=last].iter().map(|count| self.per_game(*count)).collect())
        };
        Figure::group([
            ("by_class", by_class(|c| self.per_game(self.kills[c].iter().sum()))),
            (
                "distribution_by_seat",
                Figure::List(self.marks.iter().take(self.seats).map(shares).collect()),
            ),
            ("matrix", by_class(|by| by_class(|of| self.per_game(self.kills[by][of])))),
        ])
    }

    fn attacks(&self) -> Figure {
        let munition = |at: usize| {
            Figure::group([
                ("hits", self.per_game(self.hits[at])),
                ("mean_damage", fraction(self.damage[at], self.hits[at])),
            ])
        };
        Figure::group([
            ("declared", self.per_game(self.declared)),
            ("smoked_by_self", self.per_game(self.smoked[0])),
            ("smoked_by_others", self.per_game(self.smoked[1])),
            ("smoked_by_attacker", self.per_game(self.smoked[2])),
            ("smoked_share", fraction(self.smoked.iter().sum(), self.declared)),
            (
                "by_munition",
                Figure::group(MUNITIONS.iter().zip(0..).map(|(name, at)| (*name, munition(at)))),
            ),
        ])
    }

    fn adrenaline(&self) -> Figure {
        let triggers: u64 = self.triggers.iter().sum();
        Figure::group([
            ("triggers_by_class", by_class(|c| self.per_game(self.triggers[c]))),
            ("share_of_lives", fraction(triggers, self.lives)),
            ("turns_per_trigger", fraction(self.turns, triggers)),
            ("win_rate_entered", fraction(self.entered_wins[1], self.entered[1])),
            ("win_rate_not_entered", fraction(self.entered_wins[0], self.entered[0])),
            ("kills_by_class", by_class(|c| self.per_game(self.adrenaline_kills[c]))),
            ("bunker_buster_attacks", self.per_game(self.bunker_busters)),
            ("autoloader_second_halves", self.per_game(self.second_halves)),
            ("ghost_payments", self.per_game(self.ghost_payments)),
            ("ghost_prevented", self.per_game(self.ghost_prevented)),
        ])
    }

    fn coup_figures(&self) -> Figure {
        Figure::group([
            ("per_game", self.per_game(self.coups)),
            ("share_of_sabotages", fraction(self.coups, self.sabotages)),
            ("win_rate_gain", self.coup_gain()),
            ("turns_skipped", self.per_game(self.turns_skipped)),
        ])
    }

    /// Win rate of players with a coup, less the mean win rate of their classes; in millionths.
    fn coup_gain(&self) -> Figure {
        const MILLION: i128 = 1_000_000;
        let entries: u64 = self.coup_entries.iter().sum();
        if entries == 0 {
            return Figure::Mean { sum: 0, of: 0 };
        }
        let expected: i128 = (0..3)
            .filter(|class| self.entries[*class] > 0)
            .map(|class| {
                let (coups, wins, all) =
                    (self.coup_entries[class], self.wins[class], self.entries[class]);
                i128::from(coups) * i128::from(wins) * MILLION / i128::from(all)
            })
            .sum();
        let sum = i128::from(self.coup_wins) * MILLION - expected;
        Figure::Mean { sum: i64::try_from(sum).unwrap_or(i64::MAX), of: entries * MILLION as u64 }
    }

    /// What a designer should look at (rules 12.4).
    fn flags(&self) -> Vec<Flag> {
        let mut flags = Vec::new();
        let (seats, games) = (self.seats.max(1) as u64, self.games);
        if games == 0 {
            return flags;
        }
        let raised = |word: &str| Flag::Raised(word.to_owned());
        let mut seen = 0;
        let median = self.lengths.iter().position(|count| {
            seen += count;
            seen * 2 >= games
        });
        if (median.unwrap_or(0) as u64) < 6 * seats {
            flags.push(raised("swingy"));
        }
        if self.turns > 40 * games * seats {
            flags.push(raised("stalled"));
        }
        flags.extend(self.bands().map(Flag::Band));
        flags
            .extend(self.dead_weight().map(|card| raised(&format!("dead_weight:{}", card.name()))));
        flags
    }

    /// Each seat's fair share is that of its team.
    fn bands(&self) -> impl Iterator<Item = Band> {
        let teams = self.teams.max(1) as u64;
        let class = move |class: &Class| {
            let (wins, entries) = (self.wins[*class as usize], self.entries[*class as usize]);
            Band::new(Subject::Class, class.name(), wins, entries)
        };
        let first = Band::new(Subject::FirstPlayer, "", self.first_player_wins, self.games);
        Class::ALL.iter().map(class).chain([first]).map(move |band| band.among(teams))
    }
}
