//! The line from the rules to the page: the documents and types made from the games' JSON Schemas are fresh, and what
//! matches really send fits the schemas.

use std::path::Path;

use bout_games::Catalogue;
use serde_json::Value;

mod played;
mod typescript;

/// Compares a generated file with the kept one; `UPDATE=1` writes it first.
fn assert_fresh(path: &str, made: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "{path} is stale: run `make protocol`");
}

fn schemas() -> Vec<(&'static str, Value)> {
    let catalogue = Catalogue::shipped();
    let games = catalogue.rule_sets();
    games.iter().map(|rules| (rules.id(), catalogue.schema(rules.id()).unwrap())).collect()
}

#[test]
fn the_documents_are_those_of_the_games() {
    for (game, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        assert_fresh(&format!("docs/schema/{game}.json"), &text);
    }
}

#[test]
fn the_pages_types_are_those_of_the_games() {
    for (game, schema) in schemas() {
        assert_fresh(&format!("web/src/protocol/{game}.ts"), &typescript::module(game, &schema));
    }
}
