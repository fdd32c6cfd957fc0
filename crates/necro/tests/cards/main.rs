//! Every card by its id: each soul and each item has a test of its own.

mod items;
mod souls;

#[path = "../table/mod.rs"]
mod table;

use bout_necro::Cards;
use bout_testkit::Play;
use table::*;

/// Fires and tells how hard the first hit was.
fn damage(play: &mut Play<bout_necro::Necro>, attacker: &str, target: &str) -> i64 {
    let seat = u8::from(attacker.starts_with('B'));
    hits(&play.act(seat, shoot(attacker, target)))[0].1
}

/// So many own soldiers of red, where they are in nobody's way.
fn with_soldiers(mut table: Table, count: usize) -> Table {
    for (n, x) in (4..).take(count).enumerate() {
        table = table.unit(&format!("R soldier:{n}"), x, 7);
    }
    table
}

/// A test that is named after a card must be there for every card of the data.
#[test]
fn every_card_has_its_test() {
    let souls = [
        ("dark_moon", include_str!("souls/dark_moon.rs")),
        ("eternal_night", include_str!("souls/eternal_night.rs")),
        ("iron_guard", include_str!("souls/iron_guard.rs")),
        ("styx", include_str!("souls/styx.rs")),
    ];
    let cards = Cards::default();
    for soul in &cards.souls {
        let (id, clan) = (soul.id.name(), soul.clan.name());
        let source = souls.iter().find(|(name, _)| *name == clan).expect("a file per clan").1;
        assert!(source.contains(&format!("#[test]\nfn {id}()")), "{id} has no test");
    }
    for item in &cards.items {
        let id = item.id.name();
        let source = include_str!("items.rs");
        assert!(source.contains(&format!("#[test]\nfn {id}()")), "{id} has no test");
    }
    for verb in cards.coverage() {
        assert!(!verb.cards.is_empty() && !verb.tests.is_empty(), "{} is a dead letter", verb.verb);
    }
}
