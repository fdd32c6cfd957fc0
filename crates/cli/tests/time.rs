//! Time that the server did not live through costs nobody, and a store that cannot be written is not
//! served.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bout_server::Address;
use bout_server::client::{Client, guest};
use serde_json::{Value, json};

struct Server {
    child: Child,
    address: Address,
}

impl Server {
    fn start(store: &Path, environment: &[(&str, &Path)]) -> Server {
        let mut command = serve(store);
        command.envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("bout runs");
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().strip_prefix("bout: listening on http://").expect(&said);
        let address = address.parse().unwrap();
        Server { child, address }
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bout"));
    let store = format!("sqlite:{}", store.display());
    command.args(["serve", "--log", "error", "--listen", "127.0.0.1:0", "--store", &store]);
    command
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let limited = async { tokio::time::timeout(Duration::from_mins(1), test).await };
    runtime.block_on(limited).expect("the test ends within a minute");
}

async fn hello(address: &Address, token: &str) -> Client {
    let mut client = Client::connect(address, "/ws").await.unwrap();
    let hello = client.ask(&json!({"type": "hello", "token": token, "id": 0})).await.unwrap();
    assert_eq!(hello["ok"], true, "{hello}");
    client
}

async fn frame(client: &mut Client) -> Value {
    loop {
        let message = client.hear().await.expect("the server speaks on");
        if message["type"] == "frame" {
            return message;
        }
    }
}

fn left(frame: &Value) -> i64 {
    frame["deadlines"][0]["at"].as_i64().unwrap() - frame["now"].as_i64().unwrap()
}

/// Two players in a match whose clock runs.
struct Pair {
    tokens: [String; 2],
    clients: [Client; 2],
}

impl Pair {
    async fn begin(address: &Address) -> Pair {
        let tokens = [guest(address).await.unwrap(), guest(address).await.unwrap()];
        let mut clients = [hello(address, &tokens[0]).await, hello(address, &tokens[1]).await];
        let open = json!({"type": "table_open", "game": "orcain", "id": 1,
                          "seats": [{"type": "me"}, {"type": "open"}]});
        let opened = clients[0].ask(&open).await.unwrap();
        let join = json!({"type": "table_join", "code": opened["table"]["code"], "id": 1});
        clients[1].say(&join).await.unwrap();
        Pair { tokens, clients }
    }
}

#[test]
fn a_server_that_was_paused_charges_nobody() {
    run(async {
        let directory = tempfile::tempdir().unwrap();
        let server = Server::start(&directory.path().join("kept.db"), &[]);
        let mut pair = Pair::begin(&server.address).await;
        let before = left(&frame(&mut pair.clients[0]).await);
        server.signal("-STOP");
        tokio::time::sleep(Duration::from_secs(4)).await;
        server.signal("-CONT");
        // Everybody is told at once where the clock stands.
        let after = left(&frame(&mut pair.clients[0]).await);
        assert!((0..1_500).contains(&(before - after)), "{before} ms were left, then {after}");
    });
}

/// A library that shifts the wall clock by the seconds in a file.
fn shifted_clock(directory: &Path) -> std::path::PathBuf {
    let (source, library) = (directory.join("clock.c"), directory.join("clock.so"));
    let code = r#"
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <time.h>
        int clock_gettime(clockid_t id, struct timespec *t) {
            static int (*real)(clockid_t, struct timespec *);
            if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
            int done = real(id, t);
            const char *name = getenv("WALL_SHIFT");
            if (done == 0 && id == CLOCK_REALTIME && name) {
                FILE *file = fopen(name, "r");
                long seconds = 0;
                if (file) {
                    if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
                    fclose(file);
                }
                t->tv_sec += seconds;
            }
            return done;
        }
    "#;
    std::fs::write(&source, code).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl");
    assert!(compiler.status().expect("cc is here: it built this program").success());
    library
}

#[test]
fn a_wall_clock_that_jumps_before_a_kill_neither_charges_nor_gives_time() {
    let directory = tempfile::tempdir().unwrap();
    let library = shifted_clock(directory.path());
    for hour in ["3600", "-3600"] {
        run(async {
            let directory = tempfile::tempdir().unwrap();
            let (store, shift) = (directory.path().join("kept.db"), directory.path().join("shift"));
            std::fs::write(&shift, "0").unwrap();
            let environment = [("LD_PRELOAD", library.as_path()), ("WALL_SHIFT", shift.as_path())];
            let first = Server::start(&store, &environment);
            let mut pair = Pair::begin(&first.address).await;
            let (before, since) = (left(&frame(&mut pair.clients[0]).await), Instant::now());
            tokio::time::sleep(Duration::from_millis(300)).await;
            std::fs::write(&shift, hour).unwrap();
            tokio::time::sleep(Duration::from_millis(300)).await;
            let lived = i64::try_from(since.elapsed().as_millis()).unwrap();
            drop(first);
            let second = Server::start(&store, &environment);
            let mut again = hello(&second.address, &pair.tokens[0]).await;
            let after = left(&frame(&mut again).await);
            let off = before - lived - after;
            assert!(off.abs() < 400, "{hour} s: {before} - {lived} ms were left, then {after}");
        });
    }
}

#[test]
fn a_store_that_cannot_be_written_is_refused_with_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().join("kept.db");
    drop(Server::start(&store, &[]));
    // No file may grow: as on a full disk.
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash"]);
    let plain = serve(&store);
    command.arg(plain.get_program()).args(plain.get_args());
    let output = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), complaint.lines().count()), (Some(1), 1), "{complaint}");
    assert!(complaint.contains("kept.db"), "{complaint}");
}
