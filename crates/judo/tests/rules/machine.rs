//! The table: every pair of state and trigger, and the file that ships with it.

use bout_core::{Game, Named};
use bout_judo::{Judo, Phase, ROWS, STATES_FILE, Trigger, read_states, row};
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::*;

/// A room in which nothing happens by itself, brought into a state.
fn brought_to(phase: Phase) -> Play<Judo> {
    let way: &[&str] = match phase {
        Phase::WaitingForMatchStart => &[],
        Phase::MatchStart => &["startClicked"],
        Phase::Cooldown => &["startClicked", "ready"],
        Phase::RoundStart => &["startClicked", "ready", "ready"],
        Phase::WaitingForPlayerAction => &["startClicked", "ready", "ready", "cardsRevealed"],
        Phase::RoundDecision => {
            &["startClicked", "ready", "ready", "cardsRevealed", "statSelected"]
        }
        Phase::RoundOver => &[
            "startClicked",
            "ready",
            "ready",
            "cardsRevealed",
            "statSelected",
            "outcome=winPlayer",
        ],
        Phase::MatchDecision => &[
            "startClicked",
            "ready",
            "ready",
            "cardsRevealed",
            "statSelected",
            "outcome=winPlayer",
            "matchPointReached",
        ],
        Phase::MatchOver => &["interrupt"],
        Phase::InterruptRound => &["startClicked", "ready", "ready", "cardsRevealed", "interrupt"],
        Phase::InterruptMatch => &["startClicked", "interrupt"],
        Phase::RoundModification => {
            &["startClicked", "ready", "ready", "cardsRevealed", "interrupt", "roundModifyFlag"]
        }
    };
    let target = if phase == Phase::MatchDecision { 1 } else { 5 };
    let config = json!({"auto_advance": false, "round_modify": true, "win_target": target});
    let mut play = lobby(config);
    for trigger in way {
        play.act(HOST, with_payload(trigger));
    }
    assert_eq!(play.phase(), phase.name());
    play
}

/// A trigger with what it needs.
fn with_payload(trigger: &str) -> Value {
    let mut action = dispatch(trigger);
    match trigger {
        "statSelected" => action["stat"] = json!("power"),
        "modifyRoundDecision" => action["edits"] = json!({"stat": "power"}),
        _ => {}
    }
    action
}

/// Pairs whose guard says no in the states as `brought_to` leaves them.
const GUARDED: [(&str, &str); 3] = [
    ("roundDecision", "outcome=winOpponent"),
    ("roundDecision", "outcome=draw"),
    ("roundOver", "matchPointReached"),
];

#[test]
fn all_276_pairs() {
    let (mut legal, mut refused, mut guarded) = (0, 0, 0);
    for phase in Phase::ALL {
        for trigger in Trigger::ALL {
            let mut play = brought_to(*phase);
            let pair = (phase.name(), trigger.name());
            let before = (play.state(), play.table().seq());
            let action = with_payload(trigger.name());
            match row(*phase, *trigger) {
                Some(_) if GUARDED.contains(&pair) => {
                    assert_eq!(play.refused(HOST, action), "guard_failed", "{pair:?}");
                    assert_eq!((play.state(), play.table().seq()), before, "{pair:?}");
                    guarded += 1;
                }
                Some(row) => {
                    let events = play.act(HOST, action);
                    let edge = ROWS[usize::from(row)];
                    assert_eq!(play.phase(), edge.to.name(), "{pair:?}");
                    let changed = only(&events, "control.state.changed");
                    assert_eq!(changed.len(), 1, "nothing follows by itself");
                    assert_eq!(changed[0]["trigger"], trigger.name());
                    assert_eq!(changed[0]["state_id"], edge.to.id());
                    assert!(play.deadlines().is_empty(), "no timer is started");
                    legal += 1;
                }
                None => {
                    assert_eq!(play.refused(HOST, action), "no_transition", "{pair:?}");
                    assert_eq!((play.state(), play.table().seq()), before, "{pair:?}");
                    refused += 1;
                }
            }
        }
    }
    assert_eq!((legal + guarded, guarded, refused), (31, 3, 245));
}

#[test]
fn guards_that_hold_elsewhere() {
    let mut play = brought_to(Phase::WaitingForPlayerAction);
    play.act(HOST, json!({"type": "dispatch", "trigger": "statSelected", "stat": "newaza"}));
    assert_eq!(play.refused(HOST, dispatch("outcome=winPlayer")), "guard_failed");
    play.act(HOST, dispatch("outcome=winOpponent"));
    let mut play = brought_to(Phase::MatchDecision);
    play.act(HOST, dispatch("finalize"));
    let fives = json!([[5, 5, 5, 5, 5]]);
    let mut play = lobby(json!({"auto_advance": false, "decks": [fives, fives]}));
    for trigger in ["startClicked", "ready", "ready", "cardsRevealed", "statSelected"] {
        play.act(HOST, with_payload(trigger));
    }
    play.act(HOST, dispatch("outcome=draw"));
    assert_eq!(play.refused(HOST, dispatch("continue")), "guard_failed", "no cards are left");
    play.act(HOST, dispatch("matchPointReached"));
}

#[test]
fn a_running_pause_is_not_cut_short() {
    let mut play = started(json!({}));
    assert_eq!(play.refused(HOST, dispatch("ready")), "guard_failed");
    let mut play = round_1(json!({"auto_select": false}));
    assert_eq!(play.refused(HOST, dispatch("timeout")), "guard_failed");
    let mut play = round_1(json!({}));
    play.act(HOST, dispatch("timeout"));
    assert_eq!(field(&play, "last_round")["source"], "auto");
    assert_eq!(field(&play, "idle_count")["player"], 0, "this was no expiry");
}

#[test]
fn the_engine_runs_on_the_shipped_table() {
    let states = read_states(STATES_FILE).unwrap();
    assert_eq!(states.iter().map(|state| state.triggers.len()).sum::<usize>(), 31);
    let kinds: Vec<_> = states.iter().filter_map(|state| state.kind.as_deref()).collect();
    assert_eq!(kinds, ["initial", "final", "interrupt", "interrupt", "interrupt"]);
    assert!(states.iter().all(|state| !state.on_enter.is_empty()));
}

#[test]
fn a_tampered_table_is_refused() {
    let whole: Value = serde_json::from_str(STATES_FILE).unwrap();
    let tampered = |change: &dyn Fn(&mut Value)| {
        let mut table = whole.clone();
        change(&mut table);
        read_states(&table.to_string()).unwrap_err()
    };
    assert!(tampered(&|t| t[0]["name"] = json!("home")).contains("unknown variant"));
    assert!(
        tampered(&|t| t[0]["triggers"][0]["target"] = json!("nowhere")).contains("unknown variant")
    );
    assert!(tampered(&|t| t[0]["triggers"][0]["target"] = json!("cooldown")).contains("no row"));
    assert!(tampered(&|t| t[3]["triggers"][1]["guard"] = json!("always")).contains("no row"));
    assert!(
        tampered(&|t| {
            let row = t[0]["triggers"][0].clone();
            t[0]["triggers"].as_array_mut().unwrap().push(row);
        })
        .contains("twice")
    );
    assert!(
        tampered(&|t| drop(t[0]["triggers"].as_array_mut().unwrap().pop())).contains("30 rows")
    );
    assert!(tampered(&|t| t.as_array_mut().unwrap().swap(0, 1)).contains("order of their ids"));
    assert!(tampered(&|t| drop(t.as_array_mut().unwrap().pop())).contains("twelve states"));
}

#[test]
fn the_chart_is_the_table() {
    let chart = Judo::chart().document("judo");
    assert_eq!((chart.states.len(), chart.edges.len()), (12, 31));
    assert_eq!(
        (chart.initial.as_str(), &chart.finals[..]),
        ("waitingForMatchStart", &["matchOver".to_owned()][..])
    );
    assert_eq!(chart.faults(), [""; 0]);
    let guards: Vec<_> = chart.edges.iter().filter_map(|edge| edge.guard.as_deref()).collect();
    assert_eq!(
        guards,
        [
            "statAutoSelect",
            "winnerHasPointsToWin || noCardsLeft",
            "!(winnerHasPointsToWin || noCardsLeft)",
            "roundModifyEnabled"
        ]
    );
}

/// Every state passed is told once, in order, and the log is what was told.
#[test]
fn the_log_is_what_was_told() {
    let mut play = lobby(json!({}));
    let mut told = play.act(0, json!({"type": "start_match"}));
    told.extend(play.advance(200_000));
    let told: Vec<_> = only(&told, "control.state.changed")
        .iter()
        .map(|event| json!([event["from"], event["trigger"], event["to"]]))
        .collect();
    for pair in told.windows(2) {
        assert_eq!(pair[0][2], pair[1][0]);
    }
    let log = field(&play, "transition_log");
    let log: Vec<_> =
        log.as_array().unwrap().iter().map(|t| json!([t["from"], t["trigger"], t["to"]])).collect();
    assert_eq!(field(&play, "transitions"), told.len());
    assert_eq!(log, told[told.len() - log.len()..]);
    assert_eq!(log.len(), 20);
}

/// Every function of the engine says in which steps it works.
#[test]
fn the_engine_tells_its_steps() {
    let source = include_str!("../../src/lib.rs");
    let engine = source.split("impl Game for Judo {").nth(1).unwrap();
    let engine = engine.split("\nimpl ").next().unwrap();
    let mut doc = String::new();
    let mut functions = 0;
    for line in engine.lines().map(str::trim) {
        if line.starts_with("///") {
            doc.push_str(line);
        } else if line.starts_with("fn ") {
            assert!(doc.contains("Steps: "), "{line}");
            functions += 1;
            doc.clear();
        }
    }
    assert_eq!(functions, 21);
}
