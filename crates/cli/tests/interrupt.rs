//! A signal ends long work with a report of what was played.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

fn start(args: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bout"));
    let command = command.args(args.split_whitespace()).env("BOUT_PROGRESS", "1");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("bout runs")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Waits until matches have been played, as the program tells on stderr.
fn wait_for_matches(child: &mut Child) -> BufReader<ChildStderr> {
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped"));
    loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "it ended before it played");
        let played = line.strip_prefix("progress ").and_then(|rest| rest.split(' ').next());
        if played.is_some_and(|played| played != "0") {
            return lines;
        }
    }
}

fn temp(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    dir
}

#[test]
fn the_first_signal_writes_what_was_played() {
    let dir = temp("interrupt");
    let rows = [
        ("sim orcain --games 1000000000", "-INT", 130),
        ("sim tank --games 1000000000", "-TERM", 143),
        ("matrix tank --players 2 --games 100000000", "-INT", 130),
        ("compare tank --a preset=v1 --b preset=v2 --games 100000000", "-TERM", 143),
        ("tune tank --knob heavy.max_hp=60..180:1 --knob light.max_hp=40..90:1", "-INT", 130),
    ];
    for (at, (args, name, code)) in rows.into_iter().enumerate() {
        let file = dir.join(format!("{at}.json"));
        let endless = if args.starts_with("tune") { "--tolerance 0.000001" } else { "" };
        let mut child = start(&format!("{args} {endless} --threads 2 --json {}", file.display()));
        let mut lines = wait_for_matches(&mut child);
        signal(&child, name);
        let mut why = String::new();
        lines.read_to_string(&mut why).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{args}: {why}");
        assert!(said.starts_with("PARTIAL REPORT: stopped after "), "{args}: {said}");
        assert!(why.contains("partial"), "{args}: {why}");
        let report: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(report["partial"], true, "{args}");
        let played = match args.split_whitespace().next() {
            Some("sim") => report["games"].as_u64(),
            Some("matrix") => report["players"][0]["line_ups"][0]["games"].as_u64(),
            Some("compare") => report["players"][0]["matrices"][0]["line_ups"][0]["games"].as_u64(),
            _ => report["matches"].as_u64(),
        };
        assert!(played.is_some_and(|played| played > 0), "{args}: {report}");
        if let Some(asked) = report["games_asked"].as_u64() {
            let count = report["games_played"].as_u64().unwrap();
            assert!(played <= Some(count) && count < asked, "{args}: {count} of {asked}");
            let first = format!("PARTIAL REPORT: stopped after {count} of {asked} matches\n");
            assert!(said.starts_with(&first), "{args}: {said}");
        } else {
            assert!(args.starts_with("tune"), "{args}: {report}");
        }
        if args.starts_with("sim") {
            let seat = &report["seats"][0];
            let counted = ["wins", "losses", "draws"].map(|key| seat[key].as_u64().unwrap());
            let unfinished = report["unfinished"].as_u64().unwrap();
            assert_eq!(Some(counted.iter().sum::<u64>() + unfinished), played, "{args}");
            assert_eq!(report["games_asked"], 1_000_000_000);
        }
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    // One match between searchers takes long enough for both signals.
    let mut child = start("sim tcg --bots strong --games 1000 --threads 1 --json -");
    let mut lines = wait_for_matches(&mut child);
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(50));
    signal(&child, "-TERM");
    let mut why = String::new();
    lines.read_to_string(&mut why).unwrap();
    let output = child.wait_with_output().unwrap();
    let code = output.status.code();
    // A match may end between the signals; then the report is there.
    let ended = code == Some(143) && output.stdout.is_empty();
    let reported = code == Some(130) && !output.stdout.is_empty();
    assert!(ended || reported, "{code:?}: {why}");
}

#[test]
fn whole_reports_are_not_marked() {
    let child = start("sim orcain --games 100 --json -");
    let output = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.status.success() && report.get("partial").is_none(), "{report}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
