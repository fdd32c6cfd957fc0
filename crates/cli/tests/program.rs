//! The program as its users meet it: exit codes, one-line errors, JSON on stdout.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn bout(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bout")).args(args).output().expect("bout runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json_of(args: &[&str]) -> Value {
    let output = bout(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

fn temp(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    dir
}

#[test]
fn wrong_usage_is_one_line_and_exit_code_2() {
    let empty = temp("empty").display().to_string();
    let rows: [(&[&str], &str); 37] = [
        (&["zap"], "zap"),
        (&["sim"], "GAME"),
        (&["sim", "chess"], "unknown game 'chess'; available: judo, necro, "),
        (&["sim", "orcain", "--games", "x"], "--games"),
        (&["sim", "orcain", "--bots", "nobody"], "nobody"),
        (&["sim", "orcain", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (&["sim", "orcain", "--bots", "random:x=1"], "x"),
        (&["sim", "orcain", "--bots", ","], "empty"),
        (&["sim", "orcain", "--preset", "nowhere"], "nowhere"),
        (&["sim", "orcain", "--set", "prep_ms"], "key=value"),
        (&["sim", "orcain", "--set", "prep_ms=0"], "prep_ms"),
        (&["sim", "orcain", "--set", "afk_limit=3"], "afk_limit"),
        (&["sim", "orcain", "--set", "hands=[]"], "hands"),
        (&["sim", "orcain", "--max-turns", "3"], "rounds"),
        (&["sim", "orcain", "--threads", "100000"], "threads"),
        (&["sim", "orcain", "--replay-of", "3"], "--out"),
        (&["chart", "orcain", "--format", "gif"], "gif"),
        (&["bench", "orcain", "--seconds", "0"], "seconds"),
        (&["replay", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["check", "--cards", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["check", "tcg", "--cards", &empty], "no data file"),
        (&["check", "tcg", "--decks", &empty], "no deck file"),
        (&["sim", "tcg", "--decks", &empty], "no data file"),
        (&["sim", "orcain", "--cards", &empty], "no data file"),
        (&["sim", "orcain", "--json", "/nowhere/a.json"], "cannot write /nowhere/a.json"),
        (&["matrix", "tank", "--csv", "/dev/null/x"], "cannot write into /dev/null/x"),
        (&["sim", "tank", "--plots", "/dev/null/x"], "cannot write into /dev/null/x"),
        (
            &["tune", "tank", "--knob", "heavy.max_hp=40..70:10", "--out", "/nowhere/b.json"],
            "cannot write /nowhere/b.json",
        ),
        (
            &["sim", "orcain", "--replay-of", "0", "--out", "x.json", "--json", "-"],
            "cannot be used with",
        ),
        (&["sim", "orcain", "--set", "start_hp=[1,1]", "--set", "start_hp=[2,2]"], "given twice"),
        (&["sim", "orcain", "--bots", "search:playouts=1:playouts=2"], "given twice"),
        (&["compare", "tank", "--a", "preset=v1", "--b", "preset=v1,preset=v2"], "given twice"),
        (&["tune", "tank", "--knob", "heavy.max_hp=40|40"], "40 is given twice"),
        (&["load", "--own", "foo"], "memory, sqlite or sqlite:FILE"),
        (&["sim", "orcain", "--seed", "-1"], "--seed"),
        (&["bench", "orcain", "--seconds", "-1"], "--seconds"),
        (&["soak", "orcain", "--matches", "0"], "--matches"),
    ];
    for (args, expected) in rows {
        let output = bout(args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains(expected) && said.trim_end().lines().count() == 1,
            "{args:?}: {said}"
        );
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

/// The example of `docs/making-a-set.md`: a set and a deck beside the shipped ones.
#[test]
fn own_cards_and_decks_are_played() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/lanternfen");
    let (set, deck) = (format!("{example}/lanternfen.json"), format!("{example}/fen-lights.txt"));
    let output =
        bout(&["check", "tcg", "--cards", example, "--decks", &format!("{deck},stone-oath")]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    let pairs = [format!("fen-lights,{deck}"), format!("{deck},stone-oath")];
    for (cards, decks) in [(example, &pairs[0]), (&*set, &pairs[1])] {
        let args =
            ["sim", "tcg", "--cards", cards, "--decks", decks, "--games", "4", "--json", "-"];
        let report = json_of(&args);
        assert_eq!(report["seats"][0]["name"], "fen-lights");
        assert_eq!(report["illegal_actions"], 0);
    }
    let field = format!("{example},thorn-garden,river-delta");
    let args =
        ["matrix", "tcg", "--cards", example, "--decks", &field, "--games", "3", "--json", "-"];
    let matrix = json_of(&args);
    assert_eq!(
        (&matrix["of"], matrix["pairings"].as_array().map(Vec::len)),
        (&json!("decks"), Some(3))
    );
    let pairings = matrix["pairings"].as_array().unwrap();
    assert_eq!(pairings[0]["games"], 6);
    // The statistics of the pairings add up to those of the field.
    let turns = |stats: &Value| stats["turns"]["counts"].clone();
    let sum = |value: &Value| value.as_object().unwrap().values().filter_map(Value::as_u64).sum();
    let games: Vec<u64> = pairings.iter().map(|pairing| sum(&turns(&pairing["stats"]))).collect();
    assert_eq!((games, sum(&turns(&matrix["stats"]))), (vec![6, 6, 6], 18));
    assert!(pairings.iter().all(|pairing| pairing["illegal_actions"] == 0), "{pairings:?}");
    assert!(matrix["steps_per_second"].as_f64() > matrix["games_per_second"].as_f64());
    let output = bout(&["check", "tcg", "--decks", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no deck 'nobody'"));
}

/// A deck that no match would be played with stops a batch before it begins, and `check` knows it
/// though nobody named it.
#[test]
fn a_deck_against_the_rules_is_no_batch_of_cancelled_matches() {
    let dir = temp("short_deck");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/lanternfen");
    let set = std::fs::read(format!("{example}/lanternfen.json")).unwrap();
    std::fs::write(dir.join("lanternfen.json"), set).unwrap();
    std::fs::write(dir.join("tiny.txt"), "4 Glowtoad (lanternfen 1)\n").unwrap();
    let dir = dir.display().to_string();
    for batch in [["sim", "tiny,stone-oath"], ["matrix", "tiny,stone-oath,thorn-garden"]] {
        let output = bout(&[batch[0], "tcg", "--cards", &dir, "--decks", batch[1]]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("deck 'tiny'") && said.contains("60"), "{said}");
    }
    let output = bout(&["check", "tcg", "--cards", &dir]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains("tiny.txt"), "faults come first: {said}");
    assert!(first.contains("4 cards") && !said.contains("tests:"), "{said}");
    let output = bout(&["check", "tcg", "--cards", &dir, "--coverage"]);
    let said = text(&output.stdout);
    assert!(said.starts_with(first) && said.contains("tests:"), "{said}");
}

/// A set and a deck with several faults are told all of them at once, each once.
#[test]
fn all_faults_of_a_set_and_its_deck_are_told_at_once() {
    let dir = temp("all_faults");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/lanternfen");
    let set = std::fs::read_to_string(format!("{example}/lanternfen.json")).unwrap();
    let lost = set.replace("\"evolvesFrom\": \"Glowtoad\"", "\"evolvesFrom\": \"Nobody\"");
    let deck = "5 Cinderpup (firstlight 1)\n4 Nobody (firstlight 999)\n4 Glowtoad (lanternfen 1)\n";
    std::fs::write(dir.join("short.txt"), deck).unwrap();
    let odd = lost.replace("\"hp\": 60", "\"hp\": 65");
    for (set, more) in [(&lost, vec![]), (&odd, vec!["a multiple of 10 is expected"])] {
        std::fs::write(dir.join("lanternfen.json"), set).unwrap();
        let output = bout(&["check", "tcg", "--cards", &dir.display().to_string()]);
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let wanted = [
            "no loaded card is 'Nobody' with number 999 of firstlight (unknown_card)",
            "the deck has 13 cards; it needs at least 60 (deck_size)",
            "the deck has 5 copies of ",
            "no loaded card is called 'Nobody' (dangling_evolution)",
        ];
        for fault in wanted.iter().chain(&more) {
            assert_eq!(said.matches(fault).count(), 1, "{fault}: {said}");
        }
        let count = format!("{} faults found", wanted.len() + more.len());
        assert!(text(&output.stderr).contains(&count), "{}{said}", text(&output.stderr));
    }
}

/// A deck among the card data is judged as a file, not once more under its id.
#[test]
fn a_deck_among_the_cards_is_judged_once() {
    let dir = temp("judged_once");
    std::fs::write(dir.join("short.txt"), "4 Cinderpup (firstlight 1)\n").unwrap();
    let output = bout(&["check", "tcg", "--cards", &dir.display().to_string()]);
    let said = text(&output.stdout);
    assert_eq!(said.matches("deck_size").count(), 1, "{said}");
    assert!(said.contains("short.txt") && said.contains(": 1 file\n"), "{said}");
    assert!(text(&output.stderr).contains("1 fault found"), "{}", text(&output.stderr));
}

/// An evolution of a card that does not exist loads, and `check` finds it.
#[test]
fn an_evolution_of_nothing_is_a_fault() {
    let dir = temp("dangling");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/lanternfen");
    let set = std::fs::read_to_string(format!("{example}/lanternfen.json")).unwrap();
    let set = set.replace("\"evolvesFrom\": \"Glowtoad\"", "\"evolvesFrom\": \"Glowtoda\"");
    std::fs::write(dir.join("lanternfen.json"), set).unwrap();
    let dir = dir.display().to_string();
    let output = bout(&["check", "tcg", "--cards", &dir]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains("evolvesFrom") && first.contains("'Glowtoda'"), "{said}");
    assert!(text(&output.stderr).contains("1 fault found"), "{}", text(&output.stderr));
    let output = bout(&["sim", "tcg", "--cards", &dir, "--games", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// Files that name settings are told with the place where something is wrong.
#[test]
fn settings_in_files_have_a_place() {
    let dir = temp("bad_settings");
    let file = |name: &str, text: &str| {
        std::fs::write(dir.join(name), text).unwrap();
        dir.join(name).display().to_string()
    };
    let odd = file("odd.json", r#"{"name": "odd", "preset": "v1", "rules": {"heavy.max_hpp": 1}}"#);
    let list = file("list.json", r#"["x", "v1", {}]"#);
    let base = file("base.json", r#"{"name": "x", "preset": "v9", "rules": {}}"#);
    let one = r#"{"name": "a", "preset": "v1", "rules": {}}"#;
    let twins = file("twins.json", &format!("[{one}, {one}]"));
    let wrong = r#"{"name": "b", "preset": "v1", "rules": {"zap": 1}}"#;
    let sets = file("sets.json", &format!("[{one}, {wrong}]"));
    for (args, expected) in [
        (["sim", "tank", "--preset", &*odd], "odd.json: config key 'heavy.max_hpp'"),
        (["sim", "tank", "--preset", &*list], "list.json: an object expected"),
        (["sim", "tank", "--preset", &*base], "base.json: "),
        (["compare", "tank", "--sets", &*twins], "twins.json: two settings are named 'a'"),
        (["compare", "tank", "--sets", &*sets], "sets.json: setting 'b': "),
    ] {
        let output = bout(&args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn help_is_no_error() {
    for args in [&["--help"][..], &["sim", "--help"], &["engine", "--help"]] {
        let output = bout(args);
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn games_lists_what_there_is() {
    let games = json_of(&["games", "--json", "-"]);
    let orcain = &games.as_array().unwrap().iter().find(|game| game["game"] == "orcain").unwrap();
    assert_eq!(orcain["seats"], 2);
    assert_eq!(orcain["config"]["prep_ms"], 20_000);
    let bots: Vec<_> = orcain["bots"].as_array().unwrap().iter().map(|bot| &bot["name"]).collect();
    for name in ["orc_bot", "random", "random_blank", "scripted", "search"] {
        assert!(bots.contains(&&json!(name)), "{bots:?}");
    }
}

fn without_times(mut report: Value) -> Value {
    let map = report.as_object_mut().unwrap();
    for key in ["seconds", "games_per_second", "steps_per_second", "threads"] {
        map.remove(key).unwrap_or_else(|| panic!("{key} is missing"));
    }
    report
}

#[test]
fn the_same_report_on_any_number_of_threads() {
    let run = |threads: &str| {
        let args = ["sim", "orcain", "--games", "20000", "--seed", "9", "--bots", "random,orc_bot"];
        without_times(json_of(&[&args[..], &["--threads", threads, "--json", "-"]].concat()))
    };
    let one = run("1");
    assert_eq!(one.to_string(), run("2").to_string());
    assert_eq!(one.to_string(), run("5").to_string());
    assert_eq!(
        one["seats"][0]["wins"].as_u64().unwrap()
            + one["seats"][1]["wins"].as_u64().unwrap()
            + one["seats"][0]["draws"].as_u64().unwrap(),
        20_000
    );
    let other = json_of(&["sim", "orcain", "--games", "20000", "--seed", "10", "--json", "-"]);
    assert_ne!(one["steps"], other["steps"]);
}

#[test]
fn caps_are_unfinished_and_no_outcome() {
    let args = [
        "sim",
        "orcain",
        "--games",
        "50",
        "--bots",
        "scripted:plan=x",
        "--set",
        "mode=\"PVP\"",
        "--json",
        "-",
    ];
    let report = json_of(&args);
    assert_eq!(report["endings"], json!({"both_afk": 50}));
    let blanks = "scripted:plan=~---/~---/~---/~---/~---/~---/~---";
    let report = json_of(&[
        "sim",
        "orcain",
        "--games",
        "50",
        "--bots",
        blanks,
        "--max-rounds",
        "5",
        "--json",
        "-",
    ]);
    assert_eq!((&report["unfinished"], &report["endings"]), (&json!(50), &json!({})));
}

#[test]
fn files_of_a_batch() {
    let dir = temp("files_of_a_batch");
    let path = |name: &str| dir.join(name).display().to_string();
    let output = bout(&[
        "sim",
        "orcain",
        "--games",
        "200",
        "--json",
        &path("report.json"),
        "--csv",
        &path("csv"),
        "--plots",
        &path("plots"),
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("win rate"));
    let report: Value =
        serde_json::from_str(&std::fs::read_to_string(path("report.json")).unwrap()).unwrap();
    assert_eq!(report["games"], 200);
    let seats = std::fs::read_to_string(path("csv/seats.csv")).unwrap();
    assert_eq!(seats.lines().count(), 3);
    for plot in ["plots/win_rates.svg", "plots/length.svg"] {
        assert!(std::fs::read_to_string(path(plot)).unwrap().starts_with("<svg"), "{plot}");
    }
}

#[test]
fn verbose_tells_every_event() {
    let output = bout(&["sim", "orcain", "--games", "3", "--verbose"]);
    let told = text(&output.stdout);
    assert_eq!(told.lines().filter(|line| line.contains("match_end")).count(), 3);
    let lines = told.lines().take_while(|line| !line.contains("orcain ·"));
    let json = lines.filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
    assert!(json > 30, "every event is a line of JSON");
    let output = bout(&["sim", "orcain", "--games", "3", "--verbose", "--json", "-"]);
    assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok());
    assert!(text(&output.stderr).contains("{\"match\":2,"));
}

#[test]
fn a_match_of_a_batch_can_be_replayed() {
    let file = temp("replay_of").join("match.json").display().to_string();
    let output = bout(&[
        "sim",
        "orcain",
        "--games",
        "100",
        "--seed",
        "3",
        "--replay-of",
        "42",
        "--out",
        &file,
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let story = bout(&["replay", &file]);
    assert!(story.status.success() && text(&story.stdout).contains("entries verified"));
    let public = text(&bout(&["replay", &file, "--view", "public"]).stdout);
    assert!(public.contains("step_reveal") && !public.contains("confirm"), "{public}");
    let document = json_of(&["replay", &file, "--json", "-"]);
    assert_eq!(document["verified"], true);
}

/// Every digit of a replay file, changed one at a time: found each time, with a clear place.
#[test]
fn any_changed_digit_of_a_replay_is_found() {
    let dir = temp("changed_digit");
    let file = dir.join("match.json").display().to_string();
    bout(&["sim", "orcain", "--games", "1", "--replay-of", "0", "--out", &file]);
    let good = std::fs::read_to_string(&file).unwrap();
    let catalogue = bout_games::Catalogue::shipped();
    let rules = catalogue.rule_set("orcain").unwrap();
    let judge = |text: &str| {
        bout_core::Replay::parse(text).and_then(|replay| rules.restore(&replay).map(|_| ()))
    };
    assert_eq!(judge(&good), Ok(()));
    let mut changed = 0;
    for (at, byte) in good.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let mut bytes = good.clone().into_bytes();
        bytes[at] = if byte == b'9' { b'8' } else { byte + 1 };
        let bad = String::from_utf8(bytes).unwrap();
        assert!(
            judge(&bad).is_err(),
            "digit {at} in …{}…",
            &good[at.saturating_sub(30)..(at + 10).min(good.len())]
        );
        changed += 1;
    }
    assert!(changed > 100);
    let place = good.find("\"digest\"").unwrap() + 12;
    let mut bytes = good.into_bytes();
    bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
    std::fs::write(&file, bytes).unwrap();
    let output = bout(&["replay", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("entry 1"), "{}", text(&output.stderr));
    let output = bout(&["replay", &file, "--json", "-"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &found["verified"]), (Some(1), &json!(false)));
    assert_eq!(found["entry"], 1);
}

#[test]
fn unreadable_replays_are_one_line_with_a_place() {
    let dir = temp("unreadable");
    let deep = "[".repeat(100_000);
    let rows: [(&str, &[u8]); 9] = [
        ("empty", b""),
        ("cut", b"{\"format\": \"bout-replay/1\", \"game\""),
        ("deep", deep.as_bytes()),
        ("binary", b"\xff\xfe\x00"),
        ("type", b"{\"format\": 3}"),
        ("format", br#"{"format":"bout-replay/9","game":"orcain","rules_version":1,"data_digest":"0000000000000000","config":{},"names":[],"seed":"1","entries":[],"outcome":null}"#),
        ("game", br#"{"format":"bout-replay/1","game":"chess","rules_version":1,"data_digest":"0000000000000000","config":{},"names":[],"seed":"1","entries":[],"outcome":null}"#),
        ("unknown", br#"{"format":"bout-replay/1","extra":1}"#),
        ("huge", br#"{"format":"bout-replay/1","game":"orcain","rules_version":99999999999999999999}"#),
    ];
    for (name, bytes) in rows {
        let file = dir.join(name);
        std::fs::write(&file, bytes).unwrap();
        let output = bout(&["replay", &file.display().to_string()]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(name) && said.trim_end().lines().count() == 1, "{name}: {said}");
    }
}

#[test]
fn a_preset_file_is_a_change_to_a_preset() {
    let dir = temp("preset_file");
    let file = dir.join("long.json");
    std::fs::write(
        &file,
        r#"{"name": "long", "preset": "standard", "rules": {"rounds_per_match": 7}}"#,
    )
    .unwrap();
    let file = file.display().to_string();
    let report = json_of(&[
        "sim",
        "orcain",
        "--games",
        "10",
        "--preset",
        &file,
        "--set",
        "start_hp.1=9",
        "--json",
        "-",
    ]);
    assert_eq!(
        (&report["preset"], &report["config"]["rounds_per_match"]),
        (&json!("long"), &json!(7))
    );
    assert_eq!(report["config"]["start_hp"], json!([10, 9]));
}

/// The exported charts are the ones in the docs; `make charts` writes them.
#[test]
fn charts_in_the_docs_are_fresh() {
    for rules in bout_games::Catalogue::shipped().rule_sets() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../../docs/charts/{}.mmd", rules.id()));
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(written, rules.chart().mermaid(), "{}: run `make charts`", rules.id());
    }
    let chart = json_of(&["chart", "orcain", "--format", "json"]);
    assert_eq!((&chart["initial"], &chart["final"]), (&json!("prep"), &json!(["ended"])));
    assert_eq!(chart["edges"].as_array().unwrap().len(), 12);
    assert_eq!(
        chart["edges"][2],
        json!({"from": "prep", "on": "early_reveal", "guard": null, "to": "playing"})
    );
    assert!(
        text(&bout(&["chart", "orcain", "--format", "scxml"]).stdout)
            .contains("<final id=\"ended\">")
    );
}

#[test]
fn check_finds_everything_sound() {
    let output = bout(&["check"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
}

#[test]
fn bench_measures() {
    let bench = json_of(&["bench", "orcain", "--seconds", "0.2", "--json", "-"]);
    for path in [
        "/steps_per_second",
        "/matches_per_second",
        "/with_events/matches_per_second",
        "/erased/steps_per_second",
        "/recorded/actions_per_second",
        "/legal_lists_per_second",
        "/state_bytes",
        "/clone_ns",
    ] {
        assert!(
            bench.pointer(path).and_then(Value::as_f64).is_some_and(|n| n > 0.0),
            "{path}: {bench}"
        );
    }
}

/// Nobody reads our output to its end: no panic, no complaint.
#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bout"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..1000 {
        if stdin.write_all(b"{\"cmd\":\"games\"}\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

/// A size that takes seconds; every game is soaked.
#[test]
fn soak_finds_nothing() {
    for rules in bout_games::Catalogue::shipped().rule_sets() {
        let report =
            json_of(&["soak", rules.id(), "--matches", "60", "--seed", "3", "--json", "-"]);
        assert_eq!(report["finding"], Value::Null, "{}: {report}", rules.id());
        assert_eq!(report["matches"], 60);
        assert!(report["entries"].as_u64() > Some(300), "{}: {report}", rules.id());
        assert!(report["refusals"].as_object().is_some_and(|codes| codes.len() > 1), "{report}");
    }
    let again = |threads| {
        let args = ["soak", "judo", "--matches", "30", "--threads", threads, "--json", "-"];
        json_of(&args)
    };
    assert_eq!(again("1"), again("2"), "the same matches on any number of threads");
    let output = bout(&["soak", "chess"]);
    assert_eq!(output.status.code(), Some(2));
}

/// The chart of Judo is the shipped table, row by row.
#[test]
fn the_chart_of_judo_is_its_table() {
    let chart = json_of(&["chart", "judo", "--format", "json"]);
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../judo/data/classicBattleStates.json");
    let table: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let states: Vec<_> = table.as_array().unwrap().iter().map(|s| s["name"].clone()).collect();
    assert_eq!(chart["states"], Value::from(states));
    let rows = table.as_array().unwrap().iter().flat_map(|state| {
        state["triggers"].as_array().unwrap().iter().map(move |row| {
            json!({"from": state["name"], "on": row["on"], "guard": row["guard"], "to": row["target"]})
        })
    });
    let rows: Vec<Value> = rows.collect();
    let edges = chart["edges"].as_array().unwrap();
    assert_eq!((rows.len(), edges.len()), (31, 31));
    assert!(rows.iter().all(|row| edges.contains(row)));
    // The document's order: the pause stands where the flow passes it.
    let from = |at: usize| edges[at]["from"].as_str().unwrap();
    assert_eq!(
        (from(2), from(5), from(7), from(30)),
        ("matchStart", "cooldown", "roundStart", "interruptMatch")
    );
}
