//! A server at a socket in the file system: who may listen there, and what stays behind.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;

use bout_games::Catalogue;
use bout_server::{Address, App, Server, Settings};
use bout_store::Store;
use serde_json::json;
use tempfile::tempdir;

use crate::bench::{Person, get, pair, run, settings, start};

fn at(path: &Path) -> Settings {
    Settings { listen: Address::unix(path).unwrap(), ..settings() }
}

async fn refusal(path: &Path) -> String {
    let app = App::new(at(path), Store::memory(), Catalogue::shipped());
    match Server::start(app).await {
        Ok(_) => panic!("it listens on {}", path.display()),
        Err(error) => error,
    }
}

#[test]
fn a_match_is_played_over_a_socket_in_the_file_system() {
    run(async {
        let directory = tempdir().unwrap();
        let path = directory.path().join("bout.sock");
        let server = start(at(&path), Store::memory()).await;
        assert_eq!(server.address, Address::Unix(path.clone()));
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o660);
        assert_eq!(get(&server.address, "/api/ready").await.0, 200);
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let confirm = json!({"type": "confirm", "layout": [null, null, null]});
        assert_eq!(a.act(&of, 0, confirm).await["ok"], true);
        let mut again = a.again().await;
        again.frame(|frame| frame["match"] == of.as_str()).await;
        server.stop().await;
        assert!(!path.exists(), "the file goes with the server");
    });
}

#[test]
fn the_socket_of_a_server_that_is_gone_is_taken_over() {
    run(async {
        let directory = tempdir().unwrap();
        let path = directory.path().join("bout.sock");
        // It stays, as after a kill.
        drop(UnixListener::bind(&path).unwrap());
        assert!(path.exists());
        let server = start(at(&path), Store::memory()).await;
        Person::arrive(&server.address).await;
        server.stop().await;
        assert!(!path.exists());
    });
}

#[test]
fn nobody_takes_the_socket_of_a_server_that_answers() {
    run(async {
        let directory = tempdir().unwrap();
        let path = directory.path().join("bout.sock");
        let server = start(at(&path), Store::memory()).await;
        let refused = refusal(&path).await;
        assert!(refused.contains("somebody answers"), "{refused}");
        assert!(refused.contains(path.to_str().unwrap()), "{refused}");
        Person::arrive(&server.address).await;
        server.stop().await;
    });
}

#[test]
fn what_is_no_socket_stays_as_it_is() {
    run(async {
        let directory = tempdir().unwrap();
        let path = directory.path().join("notes.txt");
        std::fs::write(&path, "mine").unwrap();
        let link = directory.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for path in [path.as_path(), &link, directory.path()] {
            let refused = refusal(path).await;
            assert!(refused.contains("something else than a socket"), "{refused}");
            assert!(refused.contains(path.to_str().unwrap()), "{refused}");
        }
        assert_eq!(std::fs::read_to_string(&link).unwrap(), "mine");
        let nowhere = refusal(&directory.path().join("no/such/place")).await;
        assert!(nowhere.contains("no/such/place"), "{nowhere}");
    });
}

#[test]
fn a_server_removes_no_file_but_its_own() {
    run(async {
        let directory = tempdir().unwrap();
        let path = directory.path().join("bout.sock");
        let server = start(at(&path), Store::memory()).await;
        std::fs::remove_file(&path).unwrap();
        let other = start(at(&path), Store::memory()).await;
        server.stop().await;
        Person::arrive(&other.address).await;
        other.stop().await;
        assert!(!path.exists());
    });
}
