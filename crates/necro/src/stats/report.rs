//! The statistics in words.

use bout_core::{Band, Figure, Flag, Named, Subject};

use super::{Report, SoulCard, SoulSum};
use crate::ability::AbilityKind;
use crate::event::InstanceKind;
use crate::item::EffectKind;
use crate::piece::Base;

/// Sides that a soul needs to enter the mean of its tier.
const ENOUGH: u64 = 20;
const MILLION: i64 = 1_000_000;
/// The fair range of a soul's and of the first side's win rate, in hundredths.
const SOUL_RANGE: [u64; 2] = [43, 57];
const FIRST_RANGE: [u64; 2] = [45, 55];

fn fraction(part: u64, of: u64) -> Figure {
    Figure::Mean { sum: part.cast_signed(), of }
}

/// The cost tier: up to 4, 5 and 6, from 7 on.
fn tier(card: &SoulCard) -> usize {
    match card.cost {
        0..=4 => 0,
        5..=6 => 1,
        _ => 2,
    }
}

/// A win rate in millionths.
fn rate(sum: &SoulSum) -> i64 {
    sum.wins.cast_signed() * MILLION / sum.sides.max(1).cast_signed()
}

fn is_within([low, high]: [u64; 2], hits: u64, of: u64) -> bool {
    of == 0 || (low * of..=high * of).contains(&(100 * hits))
}

impl Report {
    pub(super) fn merge_sums(&mut self, other: Report) {
        if self.cards.is_empty() {
            self.cards = other.cards;
            self.souls = vec![SoulSum::default(); self.cards.len()];
            self.items = other.items.iter().map(|(name, _)| (*name, 0)).collect();
        }
        for (sum, more) in self.souls.iter_mut().zip(&other.souls) {
            sum.bought += more.bought;
            sum.enchanted += more.enchanted;
            sum.sides += more.sides;
            sum.wins += more.wins;
            sum.gold += more.gold;
        }
        for (name, more) in &other.clans {
            let sum = self.clans.entry(name).or_default();
            sum.sides += more.sides;
            sum.wins += more.wins;
            sum.enchants += more.enchants;
            sum.gold += more.gold;
        }
        self.items.iter_mut().zip(&other.items).for_each(|(sum, more)| sum.1 += more.1);
        if self.curve.len() < other.curve.len() {
            self.curve.resize(other.curve.len(), [0; 3]);
        }
        add(self.curve.as_flattened_mut(), other.curve.as_flattened());
        add(&mut self.abilities, &other.abilities);
        add(&mut self.effects, &other.effects);
        add(&mut self.king_deaths, &other.king_deaths);
        add(&mut self.king_killers, &other.king_killers);
        add(&mut self.wins, &other.wins);
        for (sum, more) in [
            (&mut self.matches, other.matches),
            (&mut self.faults, other.faults),
            (&mut self.actions, other.actions),
            (&mut self.turns, other.turns),
            (&mut self.first_wins, other.first_wins),
            (&mut self.turn_limit, other.turn_limit),
            (&mut self.corpse_gap, other.corpse_gap),
            (&mut self.sacrifices, other.sacrifices),
            (&mut self.rituals, other.rituals),
            (&mut self.revivals, other.revivals),
            (&mut self.kills, other.kills),
        ] {
            *sum += more;
        }
        self.stories.extend(other.stories);
        self.trim_stories();
    }

    pub(super) fn figures(&self) -> Vec<(String, Figure)> {
        let share = |hits| Figure::Share { hits, of: self.matches };
        let per_match = |sum| fraction(sum, self.matches);
        let figures = [
            ("matches", Figure::Count(self.matches)),
            ("faults", Figure::Count(self.faults)),
            ("average_actions", per_match(self.actions)),
            ("average_turns", per_match(self.turns)),
            ("red_win_rate", share(self.wins[0])),
            ("black_win_rate", share(self.wins[1])),
            ("first_side_win_rate", share(self.first_wins)),
            ("turn_limit_share", share(self.turn_limit)),
            ("average_corpse_difference", per_match(self.corpse_gap)),
            ("kills", per_match(self.kills)),
            ("revivals", per_match(self.revivals)),
            ("sacrifices", per_match(self.sacrifices)),
            ("blood_rituals", per_match(self.rituals)),
            ("king_deaths", self.king_death_figures()),
            ("gold_by_turn", self.curve_of(1)),
            ("mana_by_turn", self.curve_of(2)),
            ("ability_triggers", self.trigger_figures()),
            ("items_used", self.item_figures()),
            ("clans", self.clan_figures()),
            ("souls", self.soul_figures()),
            ("out_of_range", self.range_figures()),
            ("flags", Figure::Flags(self.flags())),
            ("sample_matches", self.story_figures()),
        ];
        figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
    }

    fn king_death_figures(&self) -> Figure {
        let names = InstanceKind::ALL.iter().map(Named::name).chain(["blast"]);
        let causes = names.zip(self.king_deaths).map(|(name, n)| (name, Figure::Count(n)));
        let bases = Base::ALL.iter().map(Named::name);
        let killers = bases.zip(self.king_killers).map(|(name, n)| (name, Figure::Count(n)));
        Figure::group([("by_hit", Figure::group(causes)), ("by_killer", Figure::group(killers))])
    }

    fn curve_of(&self, column: usize) -> Figure {
        Figure::List(self.curve.iter().map(|row| fraction(row[column], row[0])).collect())
    }

    fn trigger_figures(&self) -> Figure {
        let abilities = AbilityKind::ALL.iter().map(Named::name).zip(self.abilities);
        let effects = EffectKind::ALL.iter().map(Named::name).zip(self.effects);
        let all = abilities.chain(effects).filter(|(_, n)| *n > 0);
        Figure::group(all.map(|(name, n)| (name, Figure::Count(n))))
    }

    fn item_figures(&self) -> Figure {
        Figure::group(self.items.iter().map(|(name, n)| (*name, Figure::Count(*n))))
    }

    fn clan_figures(&self) -> Figure {
        Figure::group(self.clans.iter().map(|(name, sum)| {
            let figures = [
                ("sides", Figure::Count(sum.sides)),
                ("win_rate", Figure::Share { hits: sum.wins, of: sum.sides }),
                ("enchants", Figure::Count(sum.enchants)),
                ("average_gold", fraction(sum.gold, sum.sides)),
            ];
            (*name, Figure::group(figures))
        }))
    }

    /// The mean win rate of each cost tier, in millionths.
    fn tier_means(&self) -> [i64; 3] {
        let mut sums = [(0, 0); 3];
        for (card, sum) in self.cards.iter().zip(&self.souls).filter(|(_, s)| s.sides >= ENOUGH) {
            let (rates, souls) = &mut sums[tier(card)];
            *rates += rate(sum);
            *souls += 1;
        }
        sums.map(|(rates, souls): (i64, i64)| rates / souls.max(1))
    }

    fn soul_figures(&self) -> Figure {
        let means = self.tier_means();
        let (sides, wins) = (2 * self.matches, self.wins.iter().sum::<u64>());
        Figure::group(self.cards.iter().zip(&self.souls).map(|(card, sum)| {
            let others = Figure::Share { hits: wins - sum.wins, of: sides - sum.sides };
            let off = rate(sum) - means[tier(card)];
            let difference = Figure::Mean {
                sum: if sum.sides == 0 { 0 } else { off },
                of: MILLION.cast_unsigned(),
            };
            let figures = [
                ("bought", Figure::Count(sum.bought)),
                ("enchanted", Figure::Count(sum.enchanted)),
                ("win_rate", Figure::Share { hits: sum.wins, of: sum.sides }),
                ("win_rate_without", others),
                ("gold_spent", Figure::Count(sum.gold)),
                ("enchanted_per_bought", fraction(sum.enchanted, sum.bought)),
                ("difference_to_tier", difference),
                ("budget", Figure::Count(card.budget.into())),
            ];
            (card.id.name(), Figure::group(figures))
        }))
    }

    /// Souls, and the first side, whose win rate is not in the range that is aimed at.
    fn range_figures(&self) -> Figure {
        let souls =
            self.cards.iter().zip(&self.souls).filter(|(_, sum)| {
                sum.sides >= ENOUGH && !is_within(SOUL_RANGE, sum.wins, sum.sides)
            });
        let first = !is_within(FIRST_RANGE, self.first_wins, self.matches);
        let names = souls.map(|(card, _)| card.id.name()).chain(first.then_some("first_side"));
        Figure::List(names.map(|name| Figure::Text(name.to_owned())).collect())
    }

    /// Win rates with the target ranges of rules 12. Matches that nobody won say nothing of a side.
    fn flags(&self) -> Vec<Flag> {
        let won = self.wins.iter().sum();
        let first = Band::new(Subject::FirstSide, "", self.first_wins, won);
        let sides = ["red", "black"].into_iter().zip(self.wins);
        let sides = sides.map(|(name, wins)| Band::new(Subject::Side, name, wins, won));
        let clans = self.clans.iter();
        let clans = clans.map(|(name, sum)| Band::new(Subject::Clan, *name, sum.wins, sum.sides));
        let souls = self.cards.iter().zip(&self.souls).filter(|(_, sum)| sum.sides >= ENOUGH);
        let souls =
            souls.map(|(card, sum)| Band::new(Subject::Soul, card.id.name(), sum.wins, sum.sides));
        [first].into_iter().chain(sides).chain(clans).chain(souls).map(Flag::Band).collect()
    }

    fn story_figures(&self) -> Figure {
        let story = |lines: &Vec<String>| {
            Figure::List(lines.iter().map(|line| Figure::Text(line.clone())).collect())
        };
        let numbered = self.stories.values().zip(1..);
        Figure::group(numbered.map(|(lines, n): (_, u32)| (n.to_string(), story(lines))))
    }
}

fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
