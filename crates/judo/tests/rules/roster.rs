//! The roster: constraints and facts of the rules document.

use std::collections::BTreeSet;

use bout_judo::{Card, Gender, ROSTER, Rarity, STATS};

fn playable() -> Vec<&'static Card> {
    ROSTER.iter().filter(|card| !card.hidden).map(AsRef::as_ref).collect()
}

fn total(card: &Card) -> u32 {
    card.stats.values().iter().map(|value| u32::from(*value)).sum()
}

#[test]
fn ninety_nine_cards_and_one_for_errors() {
    let cards = playable();
    assert_eq!(cards.len(), 99);
    let ids: Vec<_> = cards.iter().map(|card| card.id.unwrap()).collect();
    assert_eq!(ids, (1..=99).collect::<Vec<_>>(), "in ascending order");
    let hidden: Vec<_> = ROSTER.iter().filter(|card| card.hidden).collect();
    assert_eq!((hidden.len(), hidden[0].id), (1, Some(0)));
    assert_eq!(hidden[0].stats.values(), [9; 5]);
}

#[test]
fn rarities_have_their_totals() {
    let range = |rarity| match rarity {
        Rarity::Common => (66, 28..=35),
        Rarity::Epic => (25, 34..=39),
        Rarity::Legendary => (8, 39..=43),
    };
    for rarity in Rarity::ALL {
        let cards: Vec<_> = playable().into_iter().filter(|card| card.rarity == *rarity).collect();
        let (count, totals) = range(*rarity);
        assert_eq!(cards.len(), count, "{rarity:?}");
        assert!(cards.iter().all(|card| totals.contains(&total(card))), "{rarity:?}");
    }
    let sum: u32 = playable().iter().map(|card| total(card)).sum();
    assert_eq!((sum * 10 + 49) / 99, 335, "the mean total is 33.5");
}

#[test]
fn stats_are_varied() {
    let cards = playable();
    for card in &cards {
        let values = card.stats.values();
        let (min, max) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        assert!((3..=10).contains(min) && *max <= 10 && max - min >= 2, "{card:?}");
    }
    let all: BTreeSet<_> = cards.iter().map(|card| card.stats.values()).collect();
    assert_eq!(all.len(), 99, "no two cards are the same");
    for stat in 0..STATS {
        let sum: u32 = cards.iter().map(|card| u32::from(card.stats.values()[stat])).sum();
        assert!((650 * 99..=680 * 99).contains(&(sum * 100)), "mean of stat {stat}");
        let first = |card: &&&Card| {
            let values = card.stats.values();
            let max = values.iter().max().unwrap();
            values.iter().position(|value| value == max) == Some(stat)
        };
        let highest = cards.iter().filter(first).count();
        assert!((16..=24).contains(&highest), "stat {stat} is the highest of {highest}");
    }
}

#[test]
fn everybody_is_somebody() {
    let names: BTreeSet<_> = playable().iter().map(|card| (&card.given, &card.family)).collect();
    assert_eq!(names.len(), 99);
    for card in playable() {
        let classes: &[&str] = match card.gender.unwrap() {
            Gender::Male => &["-60", "-66", "-73", "-81", "-90", "-100", "+100"],
            Gender::Female => &["-48", "-52", "-57", "-63", "-70", "-78", "+78"],
        };
        assert!(classes.contains(&card.weight_class.as_str()), "{card:?}");
        assert!(!card.dojo.is_empty() && !card.signature.is_empty(), "{card:?}");
    }
}

/// 7 660 wins, 1 262 ties, 780 losses of the 9 702 ordered pairs.
#[test]
fn naming_the_highest_stat_blind() {
    let (mut won, mut tied, mut lost) = (0, 0, 0);
    let (mut equal, mut pairs) = (0, 0);
    for own in playable() {
        let values = own.stats.values();
        let max = *values.iter().max().unwrap();
        let stat = values.iter().position(|value| *value == max).unwrap();
        for other in playable().into_iter().filter(|other| other.id != own.id) {
            match max.cmp(&other.stats.values()[stat]) {
                std::cmp::Ordering::Greater => won += 1,
                std::cmp::Ordering::Equal => tied += 1,
                std::cmp::Ordering::Less => lost += 1,
            }
            pairs += STATS;
            equal += (0..STATS).filter(|at| values[*at] == other.stats.values()[*at]).count();
        }
    }
    assert_eq!((won, tied, lost), (7_660, 1_262, 780));
    assert_eq!((equal * 1_000 + pairs / 2) / pairs, 126, "12.6 % of pairs tie on a random stat");
}
