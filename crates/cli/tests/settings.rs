//! Every key of every game can be found: in lists, in errors and on the rules pages.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const GAMES: [&str; 5] = ["judo", "necro", "orcain", "tank", "tcg"];
const BEGIN: &str = "<!-- settings: written by `make settings` -->\n";
const END: &str = "<!-- end of settings -->\n";

fn bout(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bout")).args(args).output().expect("bout runs")
}

fn said(args: &[&str]) -> String {
    let output = bout(args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn info(game: &str) -> Value {
    let infos: Value = serde_json::from_str(&said(&["games", game, "--json", "-"])).unwrap();
    assert_eq!(infos.as_array().map(Vec::len), Some(1));
    infos[0].clone()
}

fn keys(info: &Value) -> Vec<&str> {
    info["settings"].as_array().unwrap().iter().map(|row| row["key"].as_str().unwrap()).collect()
}

/// Every place of the config that is no object.
fn leaves(config: &Value, above: &str, found: &mut Vec<String>) {
    for (name, value) in config.as_object().unwrap() {
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        match value.as_object() {
            Some(inner) if !inner.is_empty() => leaves(value, &path, found),
            _ => found.push(path),
        }
    }
}

#[test]
fn every_key_is_listed_with_default_range_and_meaning() {
    for game in GAMES {
        let info = info(game);
        let keys = keys(&info);
        let mut places = Vec::new();
        leaves(&info["config"], "", &mut places);
        // Tank's `rules` holds changes to the preset, whose parameters are keys of their own.
        places.retain(|place| !(game == "tank" && ["rules", "preset"].contains(&place.as_str())));
        for place in &places {
            let short = place.strip_prefix("rules.").unwrap_or(place);
            let known = keys.iter().any(|key| key == place || *key == short);
            assert!(known, "{game}: {place} is not among its settings");
        }
        let list = said(&["games", game]);
        for row in info["settings"].as_array().unwrap() {
            let text = |field: &str| row[field].as_str().unwrap();
            assert!(!text("range").is_empty() && !text("about").is_empty(), "{game}: {row}");
            let line = list.lines().find(|line| line.trim_start().starts_with(text("key")));
            let line = line.unwrap_or_else(|| panic!("{game}: no line for {row}"));
            assert!(line.contains(text("about")) && line.contains(&row["default"].to_string()));
        }
        let all: Value = serde_json::from_str(&said(&["games", "--json", "-"])).unwrap();
        let listed = all.as_array().unwrap().iter().find(|other| other["game"] == game).unwrap();
        assert_eq!(listed["settings"], info["settings"]);
    }
}

/// The ranges and defaults of the list are those of the game: every default is accepted, and what is
/// outside its range is not.
#[test]
fn the_listed_ranges_hold() {
    for game in GAMES {
        let info = info(game);
        for row in info["settings"].as_array().unwrap() {
            let key = row["key"].as_str().unwrap();
            let set = format!("{key}={}", row["default"]);
            let output = bout(&["sim", game, "--games", "1", "--set", &set, "--max-steps", "1"]);
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{game} {set}: {why}");
            let range = row["range"].as_str().unwrap();
            let Some((low, high)) = range.split_once(" to ") else { continue };
            let (Ok(low), Ok(high)) = (low.parse::<u64>(), high.parse::<u64>()) else { continue };
            for wrong in [low.checked_sub(1), high.checked_add(1)].into_iter().flatten() {
                let set = format!("{key}={wrong}");
                let output = bout(&["sim", game, "--games", "1", "--set", &set]);
                assert_eq!(output.status.code(), Some(2), "{game} {set} is accepted");
            }
        }
    }
}

#[test]
fn a_wrong_key_is_told_with_its_like() {
    let rows = [
        ("tank", "heavy.maxhp=5", "heavy.max_hp"),
        ("tank", "draws=5", "draw_"),
        ("judo", "win_targets=3", "win_target"),
        ("orcain", "hp=[1,2]", "start_hp"),
        ("necro", "turnMS=3", "turnMs"),
        ("tcg", "bench=3", "maxBench"),
    ];
    for (game, set, meant) in rows {
        let output = bout(&["sim", game, "--games", "1", "--set", set]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{set}: {said}");
        let (_, hint) = said.split_once("similar keys: ").unwrap_or_else(|| panic!("{said}"));
        assert!(hint.contains(meant), "{set}: {said}");
        assert!(hint.contains(&format!("bout games {game}")), "{said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
    let output = bout(&["sim", "tank", "--games", "1", "--set", "heavy.max_hp=0"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("similar"));
    let output = bout(&["games", "chess"]);
    assert_eq!(output.status.code(), Some(2));
}

/// The rules pages hold the same table; with `UPDATE` set it is written there.
#[test]
fn the_rules_pages_hold_the_same_table() {
    for game in GAMES {
        let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../{game}/RULES.md"));
        let text = std::fs::read_to_string(&page).unwrap();
        let table = said(&["games", game, "--markdown"]);
        assert!(table.contains("| key | default | values | meaning |"), "{table}");
        let (before, rest) = text.split_once(BEGIN).unwrap_or_else(|| panic!("{game}: no table"));
        let (found, after) = rest.split_once(END).unwrap_or_else(|| panic!("{game}: no end"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&page, [before, BEGIN, &table, END, after].concat()).unwrap();
        } else {
            assert_eq!(found, table, "{game}/RULES.md is out of date; run `make settings`");
        }
    }
}
