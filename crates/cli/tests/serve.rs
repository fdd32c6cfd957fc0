//! `bout serve` at a socket in the file system, as an operator starts, kills and stops it, and
//! `bout load` against one.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::tempdir;

struct Server {
    child: Child,
    /// The first line that it said.
    said: String,
}

impl Server {
    fn start(listen: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bout"));
        command.args(["serve", "--store", "memory", "--log", "error", "--listen", listen]);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("bout runs");
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        Server { child, said }
    }

    /// Ends as it is told to; gives the exit code and the complaint.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        self.wait()
    }

    fn wait(&mut self) -> (Option<i32>, String) {
        let mut complaint = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut complaint).unwrap();
        (self.child.wait().unwrap().code(), complaint)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bout(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bout")).args(args).output().expect("bout runs")
}

fn unix(path: &Path) -> String {
    format!("unix:{}", path.display())
}

#[test]
fn a_socket_survives_a_kill_and_goes_with_a_stop() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("bout.sock");
    let listen = unix(&path);
    let first = Server::start(&listen);
    assert_eq!(first.said, format!("bout: listening on {listen}\n"));
    let mut second = Server::start(&listen);
    let (code, complaint) = second.wait();
    assert_eq!((code, complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.contains(&listen) && complaint.contains("somebody answers"), "{complaint}");
    first.end("-KILL");
    assert!(path.exists());
    let third = Server::start(&listen);
    assert_eq!(third.said, format!("bout: listening on {listen}\n"));
    assert_eq!(third.end("-TERM").0, Some(0));
    assert!(!path.exists());
}

#[test]
fn a_file_in_the_way_is_one_line() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    std::fs::write(&path, "mine").unwrap();
    let (code, complaint) = Server::start(&unix(&path)).wait();
    assert_eq!((code, complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.contains("notes.txt"), "{complaint}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn addresses_that_cannot_be_are_wrong_usage() {
    let long = format!("unix:/{}", "x".repeat(200));
    let rows: [(&[&str], &str); 7] = [
        (&["serve", "--listen", "nowhere"], "ADDR:PORT or unix:PATH expected"),
        (&["serve", "--listen", "unix:"], "a path is expected"),
        (&["serve", "--listen", &long], "path must be shorter"),
        (&["serve", "--listen", "0.0.0.0:0"], "say --expose"),
        (&["load", "--unix"], "--own"),
        (&["load", "--url", "unix:"], "a path is expected"),
        (&["load", "--url", "nowhere"], "http://HOST:PORT or unix:PATH expected"),
    ];
    for (args, expected) in rows {
        let output = bout(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn a_port_is_told_as_browsers_open_it() {
    let server = Server::start("127.0.0.1:0");
    let port = server.said.trim().strip_prefix("bout: listening on http://127.0.0.1:");
    assert!(port.is_some_and(|port| port.parse::<u16>().is_ok()), "{}", server.said);
    assert_eq!(server.end("-TERM").0, Some(0));
}

/// A short run, within the limits of a server; how fast it is, is not judged here.
fn load(args: &[&str]) -> Value {
    let short = ["load", "--matches", "4", "--seconds", "0.3", "--rate", "100", "--json", "-"];
    let output = bout(&[&short, args].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_load_tells_over_what_it_went() {
    for (more, over) in [(None, "tcp"), (Some("--unix"), "unix")] {
        let args: Vec<_> = ["--own", "memory", "--echo"].into_iter().chain(more).collect();
        let report = load(&args);
        assert_eq!(report["over"], over);
        assert_eq!(report["errors"], 0, "{report}");
        assert!(report["acts"].as_u64() > Some(0), "{report}");
        assert!(report["echo"]["frames"].as_u64() > Some(0), "{report}");
    }
}

#[test]
fn a_load_goes_to_a_socket_that_is_there() {
    let directory = tempdir().unwrap();
    let listen = unix(&directory.path().join("bout.sock"));
    let server = Server::start(&listen);
    let report = load(&["--url", &listen]);
    assert_eq!(report["over"], "unix");
    assert_eq!(report["errors"], 0, "{report}");
    assert_eq!(server.end("-TERM").0, Some(0));
    let nobody = bout(&["load", "--url", &listen]);
    let said = String::from_utf8_lossy(&nobody.stderr);
    assert_eq!((nobody.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains(&listen), "{said}");
}
