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
        Server::start_on("memory", listen)
    }

    fn start_on(store: &str, listen: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bout"));
        command.args(["serve", "--store", store, "--log", "error", "--listen", listen]);
        // A load comes from one address.
        command.args(["--opens-per-minute", "1000000", "--max-tables-per-address", "1000"]);
        command.args(["--requests-per-second", "100000"]);
        command.args(["--guests-per-minute", "100000", "--messages-per-second", "100000"]);
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
        (&["serve", "--listen", "0.0.0.0:0"], "add --expose"),
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

/// A copy made while a server plays is restored, and every match in it goes on or replays.
#[test]
fn a_copy_of_a_busy_server_can_be_restored() {
    let directory = tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).display().to_string();
    let (live, copy) = (format!("sqlite:{}", at("live.db")), at("copy.db"));
    let server = Server::start_on(&live, &unix(&directory.path().join("live.sock")));
    let url = server.said.trim().rsplit(' ').next().unwrap().to_owned();
    let playing = std::thread::spawn(move || {
        bout(&["load", "--url", &url, "--matches", "20", "--seconds", "4", "--json", "-"])
    });
    std::thread::sleep(std::time::Duration::from_secs(2));
    let made = bout(&["backup", &copy, "--store", &live]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let again = bout(&["backup", &copy, "--store", &live]);
    assert_eq!(again.status.code(), Some(1), "a file is not written over");
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert_eq!(said, format!("bout: {copy} already exists; choose a new file name\n"));
    let mode =
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&copy).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert!(playing.join().unwrap().status.success());
    assert_eq!(server.end("-TERM").0, Some(0));
    let left = directory.path().join("live.db-wal").metadata().map_or(0, |log| log.len());
    assert_eq!(left, 0, "a stop empties the write-ahead log");
    let restored =
        Server::start_on(&format!("sqlite:{copy}"), &unix(&directory.path().join("copy.sock")));
    assert!(restored.said.starts_with("bout: listening"), "{}", restored.said);
    // Every log in the copy folds: the server names those that do not.
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(restored.end("-TERM"), (Some(0), String::new()));
    let wrong = bout(&["backup", &at("x.db"), "--store", "postgres://nowhere"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_server_that_drains_stops_by_itself() {
    let server = Server::start("127.0.0.1:0");
    let (code, complaint) = server.end("-USR1");
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
}

#[test]
fn the_log_tells_version_store_listeners_and_stop_and_the_data_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempdir().unwrap();
    let data = directory.path().join("data");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bout"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--metrics", "0", "--data"]).arg(&data);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("bout runs");
    let mut said = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
    let (code, log) = Server { child, said }.end("-TERM");
    assert_eq!(code, Some(0));
    let version = format!("version=\"{}\"", env!("CARGO_PKG_VERSION"));
    for part in [&version, "store=\"sqlite\"", "listen=127.0.0.1:", "metrics=127.0.0.1:", "stopped"]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for file in std::fs::read_dir(&data).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn odd_values_are_wrong_usage() {
    for (flag, value, expected) in [
        ("--host", "a b", "expected a host name without port, such as bout.example"),
        ("--host", "bout.example:80", "expected a host name without port, such as bout.example"),
        ("--host", "", "expected a host name without port, such as bout.example"),
        ("--origin", "bout.example", "expected an origin, such as https://bout.example:8443"),
        (
            "--origin",
            "https://bout.example/",
            "expected an origin, such as https://bout.example:8443",
        ),
        ("--max-sockets", "0", "expected a whole number from 1"),
        ("--max-matches", "-1", "expected a whole number from 1"),
        ("--guests-per-minute", "0", "0 is not in 1..=4294967295"),
        ("--abandon-after", "0", "0 is not in 1..=876000"),
        ("--bot-budget", "0", "0 is not in 1..=600000"),
    ] {
        let told = bout(&["serve", "--store", "memory", &format!("{flag}={value}")]);
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert_eq!(told.status.code(), Some(2), "{flag} {value}: {text}");
        assert!(text.contains(expected) && text.contains(flag), "{flag} {value}: {text}");
    }
}
