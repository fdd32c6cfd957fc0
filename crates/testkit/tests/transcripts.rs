//! The transcript runner: a good file passes, a changed one is found, `update` rewrites.

mod toy;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bout_testkit::{TranscriptFault, Transcripts, run_transcripts};
use toy::Toy;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// A directory of its own for one test, with one transcript.
fn directory(name: &str, transcript: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("match.txt"), transcript).unwrap();
    directory
}

fn fault(name: &str, transcript: &str) -> TranscriptFault {
    Transcripts::<Toy>::new(directory(name, transcript)).run().unwrap_err()
}

#[test]
fn good_files_pass_and_take_edges() {
    let edges = run_transcripts::<Toy>(&golden(), Arc::new(()));
    assert_eq!(edges.never_taken(), ["pause --stopped--> over"]);
}

#[test]
fn a_changed_digit_is_found_with_its_line() {
    let good = fs::read_to_string(golden().join("points.txt")).unwrap();
    let place = good.lines().position(|line| line.starts_with("= pause")).unwrap();
    let bad: Vec<_> = (good.lines().enumerate())
        .map(|(at, line)| if at == place { format!("{line}0") } else { line.to_owned() })
        .collect();
    let fault = fault("changed", &bad.join("\n"));
    assert_eq!(fault.line, place + 1);
    assert!(fault.file.ends_with("match.txt"));
    assert!(fault.text.contains(&bad[place]), "{fault}");
    assert!(fault.text.contains(good.lines().nth(place).unwrap()), "{fault}");
}

#[test]
fn update_tells_the_story_anew() {
    let good = fs::read_to_string(golden().join("points.txt")).unwrap();
    let asked: Vec<_> = (good.lines())
        .filter(|line| !line.starts_with(['<', '=', '!']))
        .map(|line| if line.starts_with("? 0") { "? 0" } else { line })
        .collect();
    let directory = directory("update", &asked.join("\n"));
    Transcripts::<Toy>::new(&directory).update(true).run().unwrap();
    assert_eq!(fs::read_to_string(directory.join("match.txt")).unwrap(), good);
    Transcripts::<Toy>::new(&directory).run().unwrap();
}

#[test]
fn what_is_wrong_is_told() {
    let rows = [
        ("game chess\n> open", 1, "it is a match of chess"),
        ("game toy\n> 0 {\"type\":\"play\"}", 2, "not yet open"),
        ("game toy\n> open\n> open", 3, "already open"),
        ("game toy\nconfig {\"speed\":1}\n> open", 3, "speed"),
        ("game toy\npreset slow\n> open", 3, "has no preset 'slow'"),
        ("game toy\nseed xyz", 2, "is not a seed"),
        ("game toy\nhello", 2, "begins no line"),
        ("# nothing", 1, "there is no line '> open'"),
    ];
    for (at, (transcript, line, text)) in rows.into_iter().enumerate() {
        let fault = fault(&format!("wrong{at}"), transcript);
        assert_eq!(fault.line, line, "{fault}");
        assert!(fault.text.contains(text), "{fault}");
    }
}

#[test]
fn an_empty_directory_is_a_fault() {
    let directory = directory("empty", "");
    fs::remove_file(directory.join("match.txt")).unwrap();
    let fault = Transcripts::<Toy>::new(&directory).run().unwrap_err();
    assert!(fault.text.contains("no transcript"), "{fault}");
    let missing = Transcripts::<Toy>::new(directory.join("missing")).run();
    assert!(missing.is_err());
}
