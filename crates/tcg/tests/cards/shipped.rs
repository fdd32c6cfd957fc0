//! The shipped set and its decks as a whole (rules 2.5), and the computer player with them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bout_core::{
    Bot, BotSpec, Catalogued, Choice, Dice, Game, Input, Match, Millis, Outcome, Seed, Sink, Turn,
};
use bout_tcg::{
    ActivationType, CardDef, CardType, Config, Deck, DeckRef, EffectVerb, Event, Filter, Rules,
    Stage, Tcg, TrainerType, Type, UsageLimit, What,
};
use serde_json::Value;

use crate::range::LIBRARY;

fn cards() -> impl Iterator<Item = &'static CardDef> {
    LIBRARY.cards.iter().filter(|card| card.set == "firstlight")
}

pub fn decks() -> Vec<&'static Deck> {
    LIBRARY.offered_decks().collect()
}

fn source() -> &'static Vec<Value> {
    let set = LIBRARY.sets.iter().find(|set| set.name == "firstlight").expect("it is shipped");
    set.source["cards"].as_array().expect("it has cards")
}

fn count(wanted: impl Fn(&CardDef) -> bool) -> usize {
    cards().filter(|card| wanted(card)).count()
}

#[test]
fn there_are_as_many_cards_of_each_kind_as_the_rules_ask_for() {
    let creatures = |kind: Type, stage: Stage| {
        count(|card| card.kind == CardType::Creature && card.of_type == kind && card.stage == stage)
    };
    for kind in &Type::ALL[..6] {
        let stages = [Stage::Basic, Stage::Stage1, Stage::Stage2].map(|s| creatures(*kind, s));
        assert_eq!(stages, [5, 3, 2], "{kind:?}");
    }
    let colorless = [Stage::Basic, Stage::Stage1, Stage::Stage2];
    assert_eq!(colorless.map(|stage| creatures(Type::Colorless, stage)), [4, 2, 1]);
    let others = [Type::Darkness, Type::Metal, Type::Fairy, Type::Dragon];
    assert!(others.iter().all(|kind| creatures(*kind, Stage::Basic) >= 1));
    assert!(others.iter().any(|kind| creatures(*kind, Stage::Stage1) >= 1));
    let trainers = |kind: TrainerType| count(|card| card.trainer == Some(kind));
    let kinds =
        [TrainerType::Item, TrainerType::Supporter, TrainerType::Stadium, TrainerType::Tool];
    assert_eq!(kinds.map(trainers), [20, 7, 3, 3]);
    let energies =
        |special: bool| count(|card| card.energy.is_some_and(|energy| energy.special == special));
    assert_eq!((energies(false), energies(true)), (8, 4));
    assert_eq!((cards().count(), count(|card| card.kind == CardType::Creature)), (117, 72));
}

#[test]
fn special_energies_are_of_four_kinds() {
    let special = |wanted: &dyn Fn(&bout_tcg::Energy) -> bool| {
        count(|card| card.energy.is_some_and(|energy| energy.special && wanted(&energy)))
    };
    assert_eq!(special(&|energy| energy.amount == 2 && energy.types.has(Type::Colorless)), 1);
    assert_eq!(special(&|energy| energy.amount == 1 && energy.types.len() == 6), 1);
    assert_eq!(special(&|energy| !energy.only.is_empty()), 1);
    assert_eq!(special(&|energy| energy.heals > 0 || energy.hurts > 0), 1);
}

#[test]
fn hit_points_are_within_their_stage() {
    for card in cards().filter(|card| card.kind == CardType::Creature) {
        let range = match card.stage {
            Stage::Stage1 => 60..=100,
            Stage::Stage2 => 80..=130,
            _ => 30..=90,
        };
        assert!(range.contains(&card.hp), "{} has {}", card.name, card.hp);
    }
}

#[test]
fn evolutions_have_what_they_evolve_from() {
    for card in cards().filter(|card| card.is_evolution()) {
        let below = cards().find(|other| other.key == card.evolves_from);
        let below = below.unwrap_or_else(|| panic!("{} evolves from nothing", card.name));
        assert_eq!(below.of_type, card.of_type, "{}", card.name);
        assert!(below.hp <= card.hp, "{} grows", card.name);
    }
    assert_eq!(LIBRARY.warnings.len(), 0, "{:?}", LIBRARY.warnings);
}

/// Words for people stand wherever there is more than a number, in at most two sentences.
#[test]
fn what_does_something_says_so() {
    let has = |value: &Value, key: &str| value[key].as_array().is_some_and(|list| !list.is_empty());
    for card in source() {
        let name = card["name"].as_str().unwrap();
        let mut texts = Vec::new();
        for attack in card["attacks"].as_array().into_iter().flatten() {
            let special = has(attack, "effects")
                || has(attack, "preconditions")
                || attack.get("coinFlip").is_some();
            let text = attack["text"].as_str().unwrap();
            assert_eq!(special, !text.is_empty(), "{name}: {}", attack["name"]);
            texts.push(text);
        }
        texts.extend(card["ability"]["text"].as_str());
        texts.extend(
            card["rules"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|rule| rule["text"].as_str().unwrap()),
        );
        if card["cardType"] != "POKEMON" {
            texts.push(card["description"].as_str().unwrap());
        }
        for text in texts.iter().filter(|text| !text.is_empty()) {
            assert!(text.matches(". ").count() < 2 && text.ends_with('.'), "{name}: {text}");
        }
    }
}

#[test]
fn every_word_of_the_language_is_on_a_shipped_card_and_in_its_test() {
    for verb in LIBRARY.coverage() {
        assert!(!verb.cards.is_empty(), "{} is on no card", verb.verb);
        assert_eq!(verb.tests.len(), verb.cards.len() + 1, "{}", verb.verb);
    }
}

#[test]
fn every_card_has_a_test_of_its_own() {
    let sources = BTreeMap::from([
        ("colorless", include_str!("firstlight/colorless.rs")),
        ("electric", include_str!("firstlight/electric.rs")),
        ("energies", include_str!("firstlight/energies.rs")),
        ("fighting", include_str!("firstlight/fighting.rs")),
        ("fire", include_str!("firstlight/fire.rs")),
        ("grass", include_str!("firstlight/grass.rs")),
        ("items", include_str!("firstlight/items.rs")),
        ("others", include_str!("firstlight/others.rs")),
        ("psychic", include_str!("firstlight/psychic.rs")),
        ("stadiums", include_str!("firstlight/stadiums.rs")),
        ("supporters", include_str!("firstlight/supporters.rs")),
        ("tools", include_str!("firstlight/tools.rs")),
        ("water", include_str!("firstlight/water.rs")),
    ]);
    let tests: usize = sources.values().map(|text| text.matches("#[test]").count()).sum();
    assert_eq!(tests, cards().count());
    for card in cards() {
        let wanted = format!("    card(\n        \"{}\",", card.name);
        let short = format!("    card(\"{}\",", card.name);
        let found = sources.values().any(|text| text.contains(&wanted) || text.contains(&short));
        assert!(found, "{}", card.name);
    }
    let listed = LIBRARY.coverage();
    for test in listed.iter().flat_map(|verb| &verb.tests).filter(|test| test.starts_with("cards"))
    {
        let parts: Vec<&str> = test.split("::").collect();
        assert!(sources[parts[2]].contains(&format!("fn {}()", parts[3])), "{test}");
    }
}

#[test]
fn decks_are_legal_and_of_the_right_mixture() {
    let mut types = Vec::new();
    assert!(decks().len() >= 6);
    for deck in decks() {
        assert_eq!(deck.faults(&Rules::default(), &LIBRARY.cards), [], "{}", deck.id);
        let of = |kind: CardType| -> u32 {
            let fits = deck.cards.iter().filter(|entry| {
                LIBRARY.cards.find(&entry.card).is_some_and(|card| card.kind == kind)
            });
            fits.map(|entry| entry.quantity).sum()
        };
        assert!((18..=28).contains(&of(CardType::Energy)), "{}", deck.id);
        assert!((16..=26).contains(&of(CardType::Creature)), "{}", deck.id);
        let basics = deck.cards.iter().filter_map(|entry| {
            let energy = LIBRARY.cards.find(&entry.card)?.energy?;
            (!energy.special).then_some(energy.types)
        });
        types.push(basics.map(|types| types.iter().next().unwrap()).collect::<Vec<_>>());
    }
    for kind in &Type::ALL[..6] {
        assert!(types.contains(&vec![*kind]), "a deck of {kind:?}");
    }
    assert!(types.iter().any(|types| types.len() == 2), "a deck of two types");
    let held = |card: &CardDef| {
        decks().iter().any(|deck| deck.cards.iter().any(|entry| entry.card == card.id.text()))
    };
    for card in cards() {
        assert!(held(card), "{} is in no deck", card.name);
    }
}

/// Nothing is gained without end in one turn.
#[test]
fn there_are_no_loops() {
    for card in cards() {
        let fetches = card.effects.iter().any(|effect| {
            matches!(&effect.verb, EffectVerb::Retrieve(retrieve)
                if matches!(retrieve.wanted.filter, Filter::Any | Filter::Trainer))
        });
        let pays = card.effects.iter().any(|effect| effect.cost);
        assert!(card.trainer != Some(TrainerType::Item) || !fetches || pays, "{}", card.name);
        let Some(ability) = &card.ability else { continue };
        let repeats = ability.activation == ActivationType::Activated
            && ability.limit == UsageLimit::Unlimited;
        let gains = ability.effects.iter().any(|effect| {
            matches!(
                effect.verb,
                EffectVerb::Draw(_) | EffectVerb::Search(_) | EffectVerb::Retrieve(_)
            )
        });
        assert!(!repeats || !gains, "{}", card.name);
    }
}

/// A match between two computer players of one kind; each action is looked up among the legal ones.
fn play(decks: [&str; 2], bot: &str, seed: u128, seen: &mut dyn FnMut(&Match<Tcg>, &[Event])) {
    let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
    play_with(Config { decks, ..Config::default() }, [bot; 2], seed, seen);
}

/// The same with other settings, and a kind for each seat; how it ended.
pub fn play_with(
    config: Config,
    names: [&str; 2],
    seed: u128,
    seen: &mut dyn FnMut(&Match<Tcg>, &[Event]),
) -> Outcome {
    let game = Tcg::new(config, &LIBRARY).expect("decks are there");
    let mut events = Vec::new();
    let mut table = Match::open(Arc::new(game), Seed(seed), Sink::events(&mut events));
    let mut bots = names.map(make);
    let mut legal = Vec::new();
    for step in 0..20_000 {
        seen(&table, &events);
        events.clear();
        if let Some(outcome) = table.outcome() {
            return outcome;
        }
        let seat = table.game().to_act(table.state()).first().expect("somebody is waited for");
        let mut dice = Dice::of(Seed(seed).of_bot(seat), step);
        let (turn, bot) = (Turn::new(&table, seat), names[seat.index()]);
        let Choice::Act(action) = bots[seat.index()].choose(&turn, &mut dice) else {
            panic!("{bot} waits at {:?}", table.state().phase.get());
        };
        legal.clear();
        turn.legal(&mut legal);
        assert!(legal.contains(&action), "{bot} wants {action:?} of {legal:?}");
        let input = Input::Act { seat, action };
        table.step(Millis(0), &input, Sink::events(&mut events)).expect("it is legal");
    }
    panic!("the match has no end");
}

/// A computer player by its name and parameters.
pub fn make(bot: &str) -> Box<dyn Bot<Tcg>> {
    let spec: BotSpec = bot.parse().expect("it is a name");
    Tcg::bot(&spec).expect("it is known").expect("it has these parameters")
}

#[test]
fn the_computer_player_does_what_is_legal() {
    let decks = decks();
    for (at, deck) in decks.iter().enumerate() {
        for other in 0..3 {
            let other = &decks[(at + other * 3) % decks.len()];
            play([&deck.id, &other.id], "baseline", at as u128, &mut |_, _| {});
        }
    }
    for seed in 0..6 {
        play(["fixture-arts", "fixture-arts"], "baseline", seed, &mut |_, _| {});
    }
}

/// The same hand, the same table, the same choice: what lies hidden changes nothing.
#[test]
fn the_computer_player_knows_its_own_view_only() {
    assert!(knows_its_own_view_only("baseline") > 20);
}

/// Asks a computer player now and then in matches of its own kind, and again in worlds in which all that
/// it cannot see is different; how often.
pub fn knows_its_own_view_only(bot: &str) -> u32 {
    let mut compared = 0;
    for (seed, deck) in decks().iter().enumerate() {
        let mut step = 0;
        play([&deck.id, "veiled-minds"], bot, seed as u128, &mut |table, _| {
            step += 1;
            let Some(seat) = table.game().to_act(table.state()).first() else { return };
            if step % 23 != 0 || table.state().turn == 0 {
                return;
            }
            let choose = |table: &Match<Tcg>| {
                let mut dice = Dice::of(Seed(1), step);
                match make(bot).choose(&Turn::new(table, seat), &mut dice) {
                    Choice::Act(action) => action,
                    Choice::Wait | Choice::Leave => panic!("it is asked"),
                }
            };
            let imagined = Turn::new(table, seat).imagine(&mut Dice::of(Seed(2), step));
            assert_eq!(choose(table), choose(&imagined));
            compared += 1;
        });
    }
    compared
}

#[test]
fn no_card_of_a_deck_is_dead_weight() {
    for deck in decks() {
        let mut left: Vec<&str> = deck.cards.iter().map(|entry| entry.card.as_str()).collect();
        for seed in 0..40 {
            play([&deck.id, &deck.id], "baseline", 1000 + seed, &mut |_, events| {
                for event in events {
                    let card = match &event.what {
                        What::ActiveSelected { card, .. } | What::CreaturePlayed { card, .. } => {
                            *card
                        }
                        What::EnergyAttached { card, .. }
                        | What::CreatureEvolved { card, .. }
                        | What::TrainerPlayed { card } => Some(*card),
                        _ => None,
                    };
                    left.retain(|id| card.is_none_or(|card| card.text() != *id));
                }
            });
            if left.is_empty() {
                break;
            }
        }
        assert_eq!(left, [""; 0], "{} never plays them", deck.id);
    }
}
