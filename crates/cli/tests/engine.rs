//! `bout engine`: every command, and everything a client may send that is none.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends raw lines and returns the answers.
fn raw(lines: &[Vec<u8>]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bout"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bout runs");
    let mut stdin = child.stdin.take().expect("piped");
    let all = lines.concat();
    let writer = std::thread::spawn(move || stdin.write_all(&all));
    let output = child.wait_with_output().expect("it ends with its input");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let answers = raw(&requests
        .iter()
        .map(|request| format!("{request}\n").into_bytes())
        .collect::<Vec<_>>());
    assert_eq!(answers.len(), requests.len());
    answers
}

fn confirm(seat: u8, cards: [Option<&str>; 3]) -> Value {
    json!({"cmd": "act", "seat": seat, "action": {"type": "confirm", "layout": cards}})
}

fn open() -> Value {
    json!({"cmd": "open", "game": "orcain", "seed": 1})
}

#[test]
fn a_match_from_open_to_log() {
    let answers = ask(&[
        json!({"cmd": "open", "game": "orcain", "seed": "ff", "id": 7}),
        confirm(0, [Some("attack"), None, None]),
        confirm(1, [None; 3]),
        json!({"cmd": "expire"}),
        json!({"cmd": "advance", "to": 10_000}),
        json!({"cmd": "view", "viewer": 1}),
        json!({"cmd": "view", "viewer": "public"}),
        json!({"cmd": "events", "viewer": 1, "from": 1}),
        json!({"cmd": "digest"}),
        json!({"cmd": "signal", "signal": {"type": "left", "seat": 0}}),
        json!({"cmd": "log"}),
        json!({"cmd": "close"}),
        json!({"cmd": "digest"}),
    ]);
    assert_eq!((&answers[0]["ok"], &answers[0]["id"]), (&json!(true), &json!(7)));
    assert_eq!(answers[0]["events"][0]["type"], "prep_start");
    assert_eq!(
        (&answers[0]["phase"], &answers[0]["to_act"], &answers[0]["deadline"]),
        (&json!("prep"), &json!([0, 1]), &json!(20_000))
    );
    assert_eq!((&answers[1]["seq"], &answers[1]["to_act"]), (&json!(1), &json!([1])));
    assert_eq!(answers[3]["events"][0]["hp"], json!([10, 8]));
    assert_eq!((&answers[4]["now"], &answers[4]["outcome"]), (&json!(10_000), &Value::Null));
    assert_eq!(answers[5]["view"]["hand"].as_array().unwrap().len(), 4);
    assert_eq!(answers[6]["view"].get("hand"), None);
    assert!(!answers[7].to_string().contains("confirm_ok\",\"seat\":0"));
    assert_eq!(answers[8]["digest"].as_str().unwrap().len(), 16);
    assert_eq!(answers[9]["outcome"], json!({"won": [1], "drew": [], "ending": "disconnect"}));
    let replay = serde_json::to_string(&answers[10]["replay"]).unwrap();
    let rules = bout_games::Catalogue::shipped().rule_set("orcain").unwrap();
    let table = rules.restore(&bout_core::Replay::parse(&replay).unwrap()).unwrap();
    assert_eq!(table.outcome().unwrap().ending, "disconnect");
    assert_eq!((&answers[11]["ok"], &answers[12]["code"]), (&json!(true), &json!("bad_request")));
}

#[test]
fn questions() {
    let action = json!({"type": "confirm", "layout": ["attack", "defense", "heal"]});
    let answers = ask(&[
        open(),
        json!({"cmd": "check", "seat": 0, "action": action}),
        json!({"cmd": "check", "seat": 0, "action": {"type": "confirm", "layout": []}}),
        json!({"cmd": "legal", "seat": 0}),
        json!({"cmd": "options", "seat": 0}),
        json!({"cmd": "preview", "seat": 0, "action": action}),
        json!({"cmd": "preview", "seat": 0, "action": action, "luck": [1]}),
        json!({"cmd": "state"}),
        json!({"cmd": "games"}),
        json!({"cmd": "legal", "seat": "host"}),
    ]);
    assert_eq!(answers[1], json!({"ok": true}));
    assert_eq!(
        (&answers[2]["code"], answers[2].get("heard")),
        (&json!("invalid_layout"), None),
        "asking is not trying"
    );
    assert_eq!(answers[3]["actions"].as_array().unwrap().len(), 73);
    assert_eq!(answers[4]["options"][0], json!({"action": action, "code": null, "text": null}));
    assert_eq!(answers[5]["events"][0]["type"], "confirm_ok");
    assert_eq!(answers[5]["view"]["confirmed"], true);
    assert_eq!(answers[6]["code"], "luck_mismatch");
    assert_eq!(answers[7]["state"]["hadDraftThisRound"], json!([false, false]));
    let games = answers[8]["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["game"] == "orcain"));
    assert_eq!(answers[9]["actions"], json!([]));
}

#[test]
fn a_refused_attempt_is_heard_once() {
    let answers = ask(&[
        open(),
        confirm(0, [Some("attack"), Some("attack"), None]),
        json!({"cmd": "state"}),
        json!({"cmd": "log"}),
    ]);
    assert_eq!(
        (&answers[1]["code"], &answers[1]["heard"]),
        (&json!("invalid_cards"), &json!(true))
    );
    assert_eq!(answers[2]["state"]["hadDraftThisRound"], json!([true, false]));
    assert_eq!(
        answers[3]["replay"]["entries"][0]["input"],
        json!({"type": "signal", "signal": {"type": "heard", "seat": 0}})
    );
}

#[test]
fn a_state_can_be_loaded_and_goes_on() {
    let state = ask(&[open(), confirm(0, [Some("attack"), None, None]), json!({"cmd": "state"})])
        [2]["state"]
        .clone();
    let mut broken = state.clone();
    broken["hp"] = json!([11, 10]);
    let mut unknown = state.clone();
    unknown["zap"] = json!(1);
    let load = |state: &Value, now: u64| json!({"cmd": "load", "game": "orcain", "state": state, "now": now, "seed": 1});
    let answers = ask(&[
        load(&state, 500),
        confirm(1, [None; 3]),
        json!({"cmd": "log"}),
        load(&broken, 0),
        load(&unknown, 0),
        load(&state, 20_001),
        load(&json!(null), 0),
    ]);
    assert_eq!((&answers[0]["now"], &answers[0]["to_act"]), (&json!(500), &json!([1])));
    assert_eq!(answers[1]["phase"], "playing");
    let replay = bout_core::Replay::parse(&answers[2]["replay"].to_string()).unwrap();
    let rules = bout_games::Catalogue::shipped().rule_set("orcain").unwrap();
    assert!(rules.restore(&replay).is_ok(), "a loaded match replays from where it was loaded");
    for answer in &answers[3..] {
        assert_eq!(answer["code"], "bad_state", "{answer}");
    }
    assert!(answers[4]["text"].as_str().unwrap().contains("zap"));
}

/// A window whose answers cannot have been given would make a card out of nothing.
#[test]
fn a_loaded_window_of_tank_is_one_that_can_be() {
    let load = |responders: Value, responses: Value, third: Value| {
        json!({"cmd": "load", "game": "tank", "config": {"classes": ["medium", "heavy", "light"]},
            "state": {"phase": "interrupt_smoke", "main_action": "fire",
                "pending": {"kind": "smoke", "attacker": 0, "target": 1, "source": "fire",
                    "card": "he", "responders": responders, "responses": responses},
                "players": [{}, {"hand": ["he"]}, {"hand": third}]}})
    };
    let (both, smoke) = (json!([1, 2]), json!(["smoke_launchers"]));
    let armored = json!({"cmd": "load", "game": "tank",
        "state": {"players": [{"hand": ["he"], "tableau": {"ablativeArmor": 65535}}]}});
    let answers = ask(&[
        load(both.clone(), json!([null, "smoke"]), smoke.clone()),
        load(both.clone(), json!([null, "smoke"]), json!([])),
        load(both.clone(), json!([null, "coup_fourre"]), smoke.clone()),
        load(both.clone(), json!(["smoke", null]), smoke.clone()),
        load(json!([2, 1]), json!([null, null]), smoke.clone()),
        load(json!([1]), json!([null]), smoke.clone()),
        load(json!([1, 2, 0]), json!([null, null, null]), smoke),
        armored,
    ]);
    assert_eq!(answers[0]["to_act"], json!([1]));
    for answer in &answers[1..] {
        assert_eq!(answer["code"], "bad_state", "{answer}");
    }
}

/// Two of three unseen cards are alike: no seed makes the likelier one look certain.
#[test]
fn a_preview_is_not_certain_of_hidden_cards() {
    for seed in 0..40 {
        let answers = ask(&[
            json!({"cmd": "load", "game": "tank", "seed": seed,
                "config": {"classes": ["medium", "heavy"]},
                "state": {"players": [{"hand": ["fire", "fire"]}, {"hand": ["he", "he"]}],
                    "deck": ["sabot"]}}),
            json!({"cmd": "preview", "seat": 0,
                "action": {"type": "medium_passive", "cards": ["fire", "fire"]}}),
        ]);
        assert_eq!(answers[1]["exact"], false, "seed {seed}: {}", answers[1]);
    }
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    for id in ["18446744073709551616", "1e2", "1e400", "null", "\"\\u0041\"", "[1, {\"a\":2}]"] {
        for line in [r#"{"cmd":"games","id":ID}"#, r#"{"cmd":"zap","id":ID}"#, r#"{"id":ID}"#] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_bout"))
                .arg("engine")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            writeln!(child.stdin.take().unwrap(), "{}", line.replace("ID", id)).unwrap();
            let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
            assert!(said.contains(&format!(",\"id\":{id},")), "{line} {id}: {said}");
        }
    }
}

/// What a seat cannot tell apart is one result, however many ways lead to it.
#[test]
fn results_of_a_preview_are_distinct() {
    let mut requests = vec![json!({"cmd": "open", "game": "tcg", "seed": "0"})];
    let answers = ask(&requests);
    assert_eq!(answers[0]["ok"], true);
    let mut judged = 0;
    for _ in 0..60 {
        let mut asked = requests.clone();
        asked.extend((0..2).map(|seat| json!({"cmd": "legal", "seat": seat})));
        asked.extend((0..2).map(|seat| json!({"cmd": "bot", "bot": "baseline", "seat": seat})));
        let answers = ask(&asked);
        let told = &answers[requests.len()..];
        let Some(seat) = (0..2).find(|seat| !told[seat + 2]["action"].is_null()) else { break };
        let trainer = |action: &&Value| action["type"] == "PLAY_TRAINER";
        let trainers = told[seat]["actions"].as_array().unwrap().iter().filter(trainer);
        let previews =
            trainers.map(|action| json!({"cmd": "preview", "seat": seat, "action": action}));
        let mut asked = requests.clone();
        asked.extend(previews.take(2));
        for answer in &ask(&asked)[requests.len()..] {
            let chances = answer["chances"].as_array().cloned().unwrap_or_default();
            let results = chances.iter().map(|one| format!("{} {}", one["events"], one["view"]));
            let distinct: std::collections::BTreeSet<_> = results.collect();
            assert_eq!(distinct.len(), chances.len(), "{}", asked[requests.len()]);
            judged += usize::from(chances.len() > 1);
        }
        requests.push(json!({"cmd": "act", "seat": seat, "action": told[seat + 2]["action"]}));
        if judged >= 5 {
            return;
        }
    }
    assert!(judged > 0, "no trainer card was played");
}

#[test]
fn bots_play_by_name_and_seed() {
    let bot = |name: &str| json!({"cmd": "bot", "bot": name, "seat": 0, "seed": 5});
    let answers = ask(&[
        open(),
        bot("random"),
        json!({"cmd": "bot", "bot": "random", "seat": 0}),
        bot("random"),
        bot("orc_bot"),
        bot("search:playouts=20"),
        bot("nobody"),
        bot("random:x=1"),
        json!({"cmd": "bot", "bot": "random", "seat": 5}),
        confirm(0, [None; 3]),
        bot("random"),
        bot("scripted:plan=q"),
    ]);
    assert_eq!(answers[1]["action"]["type"], "confirm");
    assert_eq!(answers[1], answers[3], "the same seed, the same choice");
    assert_eq!(answers[4]["action"], json!({"type": "draft", "layout": ["attack", null, null]}));
    assert_eq!(answers[5]["action"]["type"], "confirm");
    for refused in &answers[6..9] {
        assert_eq!(refused["code"], "bad_request");
    }
    assert_eq!(answers[10]["action"], Value::Null, "a seat that has confirmed has nothing to do");
}

#[test]
fn many_matches() {
    let answers = ask(&[
        json!({"cmd": "open", "game": "orcain", "match": "a"}),
        json!({"cmd": "open", "game": "orcain", "match": "b", "preset": "pve"}),
        json!({"cmd": "act", "match": "b", "seat": 0, "action": {"type": "confirm", "layout": [null, null, null]}}),
        json!({"cmd": "digest", "match": "a"}),
        json!({"cmd": "view", "match": "a", "viewer": "referee"}),
    ]);
    assert_eq!(answers[2]["phase"], "playing");
    assert_eq!(answers[4]["view"]["phase"], "prep");
}

#[test]
fn configs_that_are_refused() {
    let open = |config: Value| json!({"cmd": "open", "game": "orcain", "config": config});
    let answers = ask(&[
        open(json!({"hands": [["attack"], []]})),
        open(json!({"prep_ms": 0})),
        open(json!({"zap": 0})),
        open(json!([])),
        json!({"cmd": "open", "game": "orcain", "preset": "zap"}),
        json!({"cmd": "open", "game": "chess"}),
        json!({"cmd": "open", "game": "orcain", "luck": [1]}),
    ]);
    let codes: Vec<_> = answers.iter().map(|answer| answer["code"].as_str().unwrap()).collect();
    assert_eq!(
        codes,
        [
            "invalid_hand",
            "bad_config",
            "bad_config",
            "bad_config",
            "bad_request",
            "bad_request",
            "luck_mismatch"
        ]
    );
    assert!(answers[1]["text"].as_str().unwrap().contains("prep_ms"));
}

#[test]
fn stamps() {
    let draft = |at: Value| json!({"cmd": "act", "seat": 0, "at": at, "action": {"type": "draft", "layout": [null, null, null]}});
    let answers = ask(&[
        open(),
        draft(json!(100)),
        draft(json!(99)),
        draft(json!(20_000)),
        draft(json!(u64::MAX)),
        draft(json!(-1)),
        draft(json!(1.5)),
        json!({"cmd": "signal", "at": 20_001, "signal": {"type": "left", "seat": 0}}),
        json!({"cmd": "advance", "to": 50}),
        json!({"cmd": "advance", "to": u64::MAX}),
        json!({"cmd": "advance", "to": 200}),
        draft(json!(199)),
        json!({"cmd": "signal", "at": 20_000, "signal": {"type": "left", "seat": 0}}),
        json!({"cmd": "expire"}),
        json!({"cmd": "signal", "signal": {"type": "aborted"}}),
    ]);
    let codes: Vec<_> =
        answers.iter().map(|answer| answer["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(
        codes,
        [
            "ok",
            "ok",
            "time_ran_back",
            "deadline_due",
            "bad_request",
            "bad_request",
            "bad_request",
            "deadline_due",
            "time_ran_back",
            "bad_request",
            "ok",
            "time_ran_back",
            "ok",
            "nothing_due",
            "over"
        ]
    );
}

/// Whatever comes in, one answer a line goes out, and the match is as it was.
#[test]
fn hostile_input() {
    let deep = format!(
        "{{\"cmd\":\"act\",\"seat\":0,\"action\":{}1{}}}",
        "[".repeat(5000),
        "]".repeat(5000)
    );
    let long = format!("{{\"cmd\":\"{}\"}}", "x".repeat(1 << 20));
    let lines: Vec<String> = [
        "", "nonsense", "{", "{\"cmd\":\"open\"", "[]", "null", "17", "\"open\"", "{}", "{\"cmd\":null}", "{\"cmd\":7}",
        "{\"cmd\":\"zap\"}", "{\"cmd\":\"open\"}", "{\"cmd\":\"open\",\"game\":7}", "{\"cmd\":\"open\",\"game\":\"orcain\",\"zap\":1}",
        "{\"cmd\":\"act\"}", "{\"cmd\":\"act\",\"seat\":0}", "{\"cmd\":\"act\",\"seat\":-1,\"action\":{}}",
        "{\"cmd\":\"act\",\"seat\":\"x\",\"action\":{}}", "{\"cmd\":\"act\",\"seat\":99999999999999999999,\"action\":{}}",
        "{\"cmd\":\"act\",\"seat\":300,\"action\":{\"type\":\"confirm\",\"layout\":[null,null,null]}}",
        "{\"cmd\":\"act\",\"seat\":0,\"action\":{\"type\":\"confirm\",\"layout\":[null,null,null]},\"luck\":[1]}",
        "{\"cmd\":\"act\",\"seat\":0,\"action\":{\"type\":\"confirm\",\"layout\":[null,null,null]},\"luck\":[-1]}",
        "{\"cmd\":\"act\",\"seat\":0,\"action\":{},\"at\":1e400}", "{\"cmd\":\"signal\",\"signal\":\"left\"}",
        "{\"cmd\":\"signal\",\"signal\":{\"type\":\"left\",\"seat\":9}}", "{\"cmd\":\"signal\",\"signal\":{\"type\":\"left\",\"seat\":\"host\"}}",
        "{\"cmd\":\"signal\",\"signal\":{\"type\":\"aborted\",\"x\":1}}", "{\"cmd\":\"view\",\"viewer\":2}", "{\"cmd\":\"view\",\"viewer\":\"0\"}",
        "{\"cmd\":\"view\",\"viewer\":[]}", "{\"cmd\":\"events\",\"viewer\":0,\"from\":-1}", "{\"cmd\":\"legal\",\"seat\":2}",
        "{\"cmd\":\"bot\",\"bot\":\"\",\"seat\":0}", "{\"cmd\":\"open\",\"game\":\"orcain\",\"seed\":\"zz\"}", "{\"cmd\":\"digest\",\"match\":3}",
        "{\"cmd\":\"advance\"}", "{\"cmd\":\"advance\",\"to\":\"x\"}", "{\"cmd\":\"load\",\"game\":\"orcain\",\"state\":{}}",
        "{\"cmd\":\"expire\",\"luck\":[0]}", "{\"cmd\":\"state\",\"x\":1}", "{\"cmd\":\"games\",\"x\":1}", "\u{1F0CF}", "{\"id\":{\"a\":[1]},\"cmd\":\"zap\"}",
    ].iter().map(ToString::to_string).chain([deep, long]).collect();
    let mut input =
        vec![b"{\"cmd\":\"open\",\"game\":\"orcain\",\"seed\":1}\n{\"cmd\":\"digest\"}\n".to_vec()];
    input.extend(lines.iter().map(|line| format!("{line}\n").into_bytes()));
    input.push(b"\xff\xfe{}\n".to_vec());
    input.push(vec![b' '; (16 << 20) + 5]);
    input.push(b"\n{\"cmd\":\"digest\"}".to_vec());
    let answers = raw(&input);
    assert_eq!(answers.len(), lines.len() + 2 + 2 + 1);
    for (answer, line) in answers[2..].iter().zip(&lines) {
        assert_eq!(answer["ok"], false, "{line}");
        assert!(answer["code"].is_string() && answer["text"].is_string(), "{line}: {answer}");
    }
    assert_eq!(answers[answers.len() - 2]["code"], "bad_request");
    assert_eq!(answers[answers.len() - 1]["digest"], answers[1]["digest"], "nothing has changed");
    assert!(answers.iter().any(|answer| answer["id"] == json!({"a": [1]})), "the id is echoed");
}

/// A line without anything in it is answered like any other, and told what is expected.
#[test]
fn an_empty_line_is_told_what_is_expected() {
    for line in ["\n", "  \r\n"] {
        let answers = raw(&[line.as_bytes().to_vec()]);
        let text = "empty line; expected a JSON object";
        assert_eq!(answers, [json!({"ok": false, "code": "bad_request", "text": text})]);
    }
}

/// The bots of the engine decide as those of a batch do, if they are asked at the same positions.
#[test]
fn a_match_of_a_batch_is_played_again_by_the_bots_of_the_engine() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("match.json");
    let made = Command::new(env!("CARGO_BIN_EXE_bout"))
        .args(["sim", "tcg", "--games", "2", "--seed", "9", "--bots", "random"])
        .args(["--replay-of", "1", "--out"])
        .arg(&file)
        .output()
        .expect("bout runs");
    assert!(made.status.success(), "{made:?}");
    let replay: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let inputs: Vec<&Value> =
        replay["entries"].as_array().unwrap().iter().map(|entry| &entry["input"]).collect();
    let open = json!({
        "cmd": "open", "game": "tcg", "seed": replay["seed"], "config": replay["config"],
    });
    let mut asked = vec![open];
    for input in &inputs {
        let (seat, action) = (&input["seat"], &input["action"]);
        asked.push(json!({"cmd": "bot", "bot": "random", "seat": seat}));
        asked.push(json!({"cmd": "act", "seat": seat, "action": action}));
    }
    let answers = ask(&asked);
    assert!(inputs.len() > 50);
    for (input, answer) in inputs.iter().zip(answers[1..].chunks(2)) {
        assert_eq!(answer[0]["action"], input["action"]);
        assert_eq!(answer[1]["ok"], true, "{}", answer[1]);
    }
}
