//! A PostgreSQL server that fails: what was acknowledged is never lost, and nothing waits for ever.

use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bout_store::{Append, Landed, NewAccount, Store, StoreError};

use super::cases::{begin_match, line};
use super::handle::{Ear, Told, wait, with_match};
use super::{LeaderPlace, postgres};

const END_ALL: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE application_name = 'bout'";

#[test]
fn a_commit_counts_only_on_the_connection_that_began() {
    let server = postgres::Server::start();
    let place = LeaderPlace::Url(server.database("pinned"));
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    kept.begin().unwrap();
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true]);
    server.sql("pinned", END_ALL);
    thread::sleep(Duration::from_millis(100));
    assert!(kept.commit().is_err(), "the transaction is gone with its connection");
    kept.rollback();
    assert!(!kept.committed().unwrap());
    assert_eq!(kept.entries("m").unwrap(), Vec::<String>::new());
}

#[test]
fn a_transaction_in_which_something_failed_is_not_durable() {
    let server = postgres::Server::start();
    let place = LeaderPlace::Url(server.database("failed"));
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    kept.begin().unwrap();
    let twice = NewAccount { id: "a".into(), token_hash: "h".into(), tokens: 3, at: 0 };
    assert!((0..2).any(|_| kept.create_account(&twice).is_err()), "one account per id");
    assert!(kept.commit().is_err(), "PostgreSQL rolls such a transaction back without an error");
}

#[test]
fn acknowledged_lines_outlast_connections_that_are_cut_all_the_time() {
    let server = postgres::Server::start();
    let place = LeaderPlace::Url(server.database("cut"));
    let store = place.store();
    with_match(&store);
    let (cutting, until) = (Arc::new(AtomicBool::new(true)), Instant::now());
    let (ear, told) = channel();
    let then: Arc<dyn Landed> = Arc::new(Ear(Mutex::new(ear)));
    let mut acknowledged = 0;
    thread::scope(|scope| {
        let cut = Arc::clone(&cutting);
        let server = &server;
        scope.spawn(move || {
            while cut.load(Ordering::Relaxed) {
                server.sql("cut", END_ALL);
            }
        });
        for seq in 1.. {
            store.append(Append { entries: vec![line("m", 1, seq)], then: Arc::clone(&then) });
            assert_eq!(told.recv().unwrap(), Told::Durable(seq));
            acknowledged = seq;
            if until.elapsed() > Duration::from_secs(5) {
                break;
            }
        }
        cutting.store(false, Ordering::Relaxed);
    });
    let lines = place.open().entries("m").unwrap();
    assert!(acknowledged > 20, "{acknowledged} lines");
    assert_eq!(i64::try_from(lines.len()).unwrap(), acknowledged);
    assert!(lines.iter().zip(1..).all(|(body, seq)| *body == line("m", 1, seq).body));
}

/// Passes everything on; hangs up once, after the server has done what it was told by `COMMIT`, and
/// before its answer arrives.
fn deaf_proxy(listener: UnixListener, to: &Path, deaf: &Arc<AtomicBool>) {
    let (to, deaf) = (to.to_owned(), Arc::clone(deaf));
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let server = UnixStream::connect(&to).unwrap();
            let (mut from, mut into) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            let deaf = Arc::clone(&deaf);
            let hang_up = Arc::new(AtomicBool::new(false));
            let hung_up = Arc::clone(&hang_up);
            thread::spawn(move || {
                let mut bytes = [0; 8192];
                while let Ok(n) = from.read(&mut bytes)
                    && n > 0
                {
                    if bytes[..n].windows(6).any(|word| word == b"COMMIT")
                        && deaf.swap(false, Ordering::SeqCst)
                    {
                        hang_up.store(true, Ordering::SeqCst);
                    }
                    if into.write_all(&bytes[..n]).is_err() {
                        return;
                    }
                }
            });
            let (mut from, mut into) = (server, client);
            thread::spawn(move || {
                let mut bytes = [0; 8192];
                while let Ok(n) = from.read(&mut bytes)
                    && n > 0
                {
                    if hung_up.load(Ordering::SeqCst) {
                        let _ = into.shutdown(std::net::Shutdown::Both);
                        let _ = from.shutdown(std::net::Shutdown::Both);
                        return;
                    }
                    if into.write_all(&bytes[..n]).is_err() {
                        return;
                    }
                }
                let _ = into.shutdown(std::net::Shutdown::Both);
            });
        }
    });
}

#[test]
fn a_commit_whose_answer_is_lost_is_looked_up() {
    let server = postgres::Server::start();
    server.database("deaf");
    let directory = tempfile::tempdir().unwrap();
    let listener = UnixListener::bind(directory.path().join(".s.PGSQL.5432")).unwrap();
    let deaf = Arc::new(AtomicBool::new(false));
    deaf_proxy(listener, &server.socket(), &deaf);
    let url = format!("host={} user=bout dbname=deaf", directory.path().display());
    let store = Store::postgres(&url).unwrap();
    with_match(&store);
    for round in 1..=5 {
        deaf.store(true, Ordering::SeqCst);
        let new = NewAccount {
            id: format!("a{round}"),
            token_hash: format!("h{round}"),
            tokens: 3,
            at: 0,
        };
        wait(store.write(move |kept| kept.create_account(&new))).unwrap();
        assert!(!deaf.load(Ordering::SeqCst), "the answer was lost");
    }
    let totals = wait(store.read(|kept| kept.totals())).unwrap();
    assert_eq!((totals.accounts, totals.given), (5, 15), "each was done once, and told so");
}

#[test]
fn a_server_that_hangs_is_waited_for_only_so_long() {
    let server = postgres::Server::start();
    let store = LeaderPlace::Url(server.database("hangs")).store();
    with_match(&store);
    assert_eq!(store.trouble(), None);
    server.signal("-STOP");
    let since = Instant::now();
    let work = wait(store.write(|kept| kept.take_up("m")));
    assert!(matches!(work, Err(StoreError::Unavailable(_))), "{work:?}");
    assert!(wait(store.read(|kept| kept.match_row("m"))).is_err());
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    let asked = Instant::now();
    assert!(store.trouble().is_some() && asked.elapsed() < Duration::from_millis(10));
    assert!(store.clock().stands(), "nobody's time runs");
    server.signal("-CONT");
    let until = Instant::now() + Duration::from_secs(10);
    while store.trouble().is_some() {
        assert!(Instant::now() < until, "it comes back by itself: {:?}", store.trouble());
        thread::sleep(Duration::from_millis(20));
    }
    let epoch = wait(store.write(|kept| kept.take_up("m"))).unwrap();
    assert_eq!(epoch, Some(2), "what was given up was not done later");
}

#[test]
fn a_second_host_is_refused_while_the_first_lives() {
    let server = postgres::Server::start();
    let place = LeaderPlace::Url(server.database("second"));
    let first = place.store();
    let refused = place.try_store().err().unwrap();
    assert_eq!(refused.to_string().lines().count(), 1);
    assert!(matches!(refused, StoreError::InUse(_)), "{refused}");
    // Also while the first has just lost its connections.
    server.sql("second", END_ALL);
    assert!(matches!(place.try_store().err(), Some(StoreError::InUse(_))));
    assert_eq!(wait(first.read(|kept| kept.account("nobody"))).unwrap(), None);
    drop(first);
    place.store_again();
}
