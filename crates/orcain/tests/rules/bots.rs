//! The computer players (rules 10).

use std::sync::Arc;

use bout_core::{
    BotSpec, Catalogued, Choice, Dice, Game, Input, Match, Millis, Seat, Seed, Sink, Turn,
};
use bout_orcain::{Action, Card, Config, Hand, Layout, Orcain};

fn duel(config: Config) -> Match<Orcain> {
    let config = Config { step_first_ms: 0, step_ms: 0, ..config };
    Match::open(Arc::new(Orcain::new(config, &()).unwrap()), Seed(1), Sink::none())
}

fn layout(letters: &str) -> Layout {
    let slot = |letter| match letter {
        'a' => Some(Card::Attack),
        'd' => Some(Card::Defense),
        'h' => Some(Card::Heal),
        'c' => Some(Card::Counter),
        _ => None,
    };
    let slots: Vec<_> = letters.chars().map(slot).collect();
    slots.try_into().unwrap()
}

fn confirm(duel: &mut Match<Orcain>, seat: u8, letters: &str) {
    let action = Action::Confirm(layout(letters).into());
    duel.step(Millis(0), &Input::Act { seat: Seat(seat), action }, Sink::none()).unwrap();
}

fn ask(name: &str, duel: &Match<Orcain>, seat: u8, dice: &mut Dice) -> Choice<Action> {
    let spec: BotSpec = name.parse().unwrap();
    Orcain::bot(&spec).unwrap().unwrap().choose(&Turn::new(duel, Seat(seat)), dice)
}

fn drafts(letters: &str) -> Choice<Action> {
    Choice::Act(Action::Draft(layout(letters).into()))
}

/// What the orc at seat 1 drafts after a round in which the opponent opened these cards.
fn orc_after(opened: &str, luck: &[u32]) -> Choice<Action> {
    let mut duel = duel(Config::default());
    confirm(&mut duel, 0, opened);
    confirm(&mut duel, 1, "d--");
    let mut dice = Dice::script(luck);
    let choice = ask("orc_bot", &duel, 1, &mut dice);
    dice.finish().unwrap();
    choice
}

#[test]
fn example_31_the_orc_begins_with_an_attack() {
    assert_eq!(ask("orc_bot", &duel(Config::default()), 1, &mut Dice::script(&[])), drafts("a--"));
}

#[test]
fn example_32_the_weak_orc_heals() {
    for (hp, card) in [(4, "h--"), (1, "h--"), (5, "a--")] {
        let duel = duel(Config { start_hp: [10, hp], ..Config::default() });
        assert_eq!(ask("orc_bot", &duel, 1, &mut Dice::script(&[])), drafts(card), "{hp}");
    }
    let mut duel = duel(Config { start_hp: [10, 6], ..Config::default() });
    confirm(&mut duel, 0, "a--");
    confirm(&mut duel, 1, "---");
    assert_eq!(ask("orc_bot", &duel, 1, &mut Dice::script(&[])), drafts("h--"));
}

#[test]
fn the_orc_blocks_or_counters_after_an_attack() {
    assert_eq!(orc_after("a--", &[0]), drafts("d--"));
    assert_eq!(orc_after("--a", &[1]), drafts("c--"));
    assert_eq!(orc_after("ha-", &[0]), drafts("d--"));
}

#[test]
fn example_40_the_last_real_card_counts() {
    assert_eq!(orc_after("a-h", &[]), drafts("a--"));
    assert_eq!(orc_after("---", &[]), drafts("a--"));
}

#[test]
fn the_orc_takes_the_first_card_where_it_lacks_the_wanted_one() {
    let hands = Some([Hand::default(), Hand([Card::Counter, Card::Heal, Card::Heal, Card::Heal])]);
    let duel = duel(Config { hands, ..Config::default() });
    assert_eq!(ask("orc_bot", &duel, 1, &mut Dice::script(&[])), drafts("c--"));
}

#[test]
fn the_orc_is_asked_once_per_prep() {
    let mut duel = duel(Config::default());
    let Choice::Act(action) = ask("orc_bot", &duel, 1, &mut Dice::script(&[])) else { panic!() };
    duel.step(Millis(0), &Input::Act { seat: Seat(1), action }, Sink::none()).unwrap();
    assert_eq!(ask("orc_bot", &duel, 1, &mut Dice::script(&[])), Choice::Wait);
}

#[test]
fn random_is_uniform_over_24_and_random_blank_over_73() {
    for (name, kinds) in [("random", 24), ("random_blank", 73)] {
        let duel = duel(Config::default());
        let mut seen = Vec::<(Action, u32)>::new();
        for n in 0..kinds * 400 {
            let Choice::Act(action) = ask(name, &duel, 0, &mut Dice::of(Seed(9), u64::from(n)))
            else {
                panic!("{name} waits")
            };
            match seen.iter_mut().find(|(known, _)| *known == action) {
                Some((_, count)) => *count += 1,
                None => seen.push((action, 1)),
            }
        }
        assert_eq!(seen.len() as u32, kinds, "{name}");
        assert!(seen.iter().all(|(_, count)| (300..500).contains(count)), "{name}: {seen:?}");
    }
}

#[test]
fn scripted_plays_its_plan() {
    let spec: BotSpec = "scripted:plan=~a--+adh/x/q".parse().unwrap();
    let mut bot = Orcain::bot(&spec).unwrap().unwrap();
    let mut duel = duel(Config::default());
    let dice = &mut Dice::script(&[]);
    assert_eq!(bot.choose(&Turn::new(&duel, Seat(0)), dice), drafts("a--"));
    assert_eq!(
        bot.choose(&Turn::new(&duel, Seat(0)), dice),
        Choice::Act(Action::Confirm(layout("adh").into()))
    );
    assert_eq!(bot.choose(&Turn::new(&duel, Seat(0)), dice), Choice::Wait);
    for expected in [Choice::Wait, Choice::Leave, Choice::Wait] {
        confirm(&mut duel, 0, "---");
        confirm(&mut duel, 1, "---");
        assert_eq!(bot.choose(&Turn::new(&duel, Seat(0)), dice), expected);
    }
}

#[test]
fn bad_plans_and_parameters_are_refused() {
    for spec in [
        "scripted",
        "scripted:plan=+ad",
        "scripted:plan=?",
        "scripted:plan=+adz",
        "random:x=1",
        "orc_bot:hp=3",
        "scripted:plan=x:y=1",
    ] {
        let spec: BotSpec = spec.parse().unwrap();
        assert!(Orcain::bot(&spec).unwrap().is_err(), "{spec}");
    }
    assert!(Orcain::bot(&BotSpec::plain("nobody")).is_none());
}
