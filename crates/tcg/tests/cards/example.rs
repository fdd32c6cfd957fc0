//! The set that `docs/making-a-set.md` makes: it loads, it is what the page shows, and it can be played.

use std::sync::Arc;

use bout_core::{
    BotSpec, Catalogued, Choice, DataFile, Dice, Game, Input, Match, Millis, Seed, Sink, Turn,
};
use bout_tcg::{Config, DeckRef, Library, Rules, Tcg};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/making-a-set.md");
const SET: &str = include_str!("../../../../docs/examples/lanternfen/lanternfen.json");
const DECK: &str = include_str!("../../../../docs/examples/lanternfen/fen-lights.txt");

fn files() -> [DataFile; 2] {
    [("lanternfen.json", SET), ("fen-lights.txt", DECK)]
        .map(|(name, text)| DataFile { name: name.into(), text: text.into() })
}

#[test]
fn the_example_loads_beside_the_shipped_cards() {
    let library = Library::load(&files()).expect("the example is sound");
    assert_eq!(library.warnings, []);
    assert_eq!(library.cards.iter().filter(|card| card.set == "lanternfen").count(), 5);
    assert_eq!(library.deck_faults(&files(), &Rules::default()), []);
    assert_eq!(library.deck_faults_of("fen-lights", &Rules::default()), Some(Vec::new()));
    assert!(library.offered_decks().any(|deck| deck.id == "fen-lights"), "players can take it");
    assert!(library.deck("thorn-garden").is_some());
}

#[test]
fn the_page_shows_the_very_cards() {
    let blocks = PAGE.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks: Vec<Value> = blocks.map(|text| serde_json::from_str(text).unwrap()).collect();
    let set: Value = serde_json::from_str(SET).unwrap();
    assert_eq!(blocks[0]["metadata"], set["metadata"]);
    assert_eq!(&blocks[1..], set["cards"].as_array().unwrap().as_slice());
}

#[test]
fn the_example_is_played_to_its_end() {
    let library = Library::load(&files()).expect("the example is sound");
    let decks = Some(["fen-lights", "stone-oath"].map(|id| DeckRef::Id(id.into())));
    let game = Tcg::new(Config { decks, ..Config::default() }, &library).expect("decks are there");
    let mut table = Match::open(Arc::new(game), Seed(7), Sink::none());
    let mut bot = Tcg::bot(&BotSpec::plain("baseline")).expect("known").expect("no parameters");
    for step in 0..5000 {
        let Some(seat) = table.game().to_act(table.state()).first() else { break };
        let choice = bot.choose(&Turn::new(&table, seat), &mut Dice::of(Seed(7), step));
        let Choice::Act(action) = choice else { panic!("it is asked") };
        table.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("it is legal");
    }
    assert!(table.outcome().is_some());
}
