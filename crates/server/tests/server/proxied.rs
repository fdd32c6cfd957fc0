//! Players behind a proxy: whose address counts.

use bout_server::{Address, Server, Settings, Stream};
use bout_store::Store;
use tempfile::tempdir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::bench::{run, settings, start};

/// A server with two accounts a minute and one socket for each address.
async fn strict(forwarded: bool, listen: Address) -> Server {
    let mut settings = Settings { forwarded, listen, ..settings() };
    (settings.limits.guests_per_minute, settings.limits.sockets_per_address) = (2, 1);
    start(settings, Store::memory()).await
}

/// Sends a request as a proxy does that writes these lines; gives the status, and the connection.
async fn pass(server: &Server, request: &str, lines: &[&str]) -> (u16, Stream) {
    let mut request = format!("{request}\r\nHost: localhost\r\n");
    for line in lines {
        request.extend(["X-Forwarded-For: ", line, "\r\n"]);
    }
    request += "\r\n";
    let mut stream = server.address.connect().await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    (String::from_utf8_lossy(&status[9..]).parse().unwrap(), stream)
}

async fn guest(server: &Server, lines: &[&str]) -> u16 {
    pass(server, "POST /api/guests HTTP/1.1\r\nContent-Length: 0", lines).await.0
}

async fn socket(server: &Server, path: &str, lines: &[&str]) -> (u16, Stream) {
    let request = format!(
        "GET {path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    );
    pass(server, &request, lines).await
}

#[test]
fn every_forwarded_address_has_limits_of_its_own() {
    run(async {
        let server = strict(true, Address::free_port()).await;
        for address in ["192.0.2.1", "192.0.2.2", "2001:db8::1"] {
            let statuses = [
                guest(&server, &[address]).await,
                guest(&server, &[address]).await,
                guest(&server, &[address]).await,
            ];
            assert_eq!(statuses, [200, 200, 429], "{address}");
            let (opened, _one) = socket(&server, "/ws", &[address]).await;
            let (refused, _two) = socket(&server, "/ws/orcain", &[address]).await;
            assert_eq!((opened, refused), (101, 429), "{address}");
        }
        server.stop().await;
    });
}

#[test]
fn only_what_the_proxy_wrote_last_counts() {
    run(async {
        let server = strict(true, Address::free_port()).await;
        let claims: [&[&str]; 3] = [
            &["192.0.2.1"],
            &["198.51.100.7, 192.0.2.1"],
            &["198.51.100.8", "198.51.100.9, 192.0.2.1"],
        ];
        let mut statuses = Vec::new();
        for lines in claims {
            statuses.push(guest(&server, lines).await);
        }
        assert_eq!(statuses, [200, 200, 429]);
        server.stop().await;
    });
}

#[test]
fn without_an_address_that_can_be_read_the_peers_own_counts() {
    run(async {
        let directory = tempdir().unwrap();
        let unix = Address::unix(&directory.path().join("bout.sock")).unwrap();
        for listen in [Address::free_port(), unix] {
            let server = strict(true, listen).await;
            assert_eq!(guest(&server, &[]).await, 200);
            assert_eq!(guest(&server, &["192.0.2.1, rubbish"]).await, 200);
            assert_eq!(guest(&server, &["unix:"]).await, 429);
            assert_eq!(guest(&server, &["192.0.2.1"]).await, 200);
            server.stop().await;
        }
    });
}

#[test]
fn nobody_chooses_an_address_where_no_proxy_is() {
    run(async {
        let directory = tempdir().unwrap();
        let unix = Address::unix(&directory.path().join("bout.sock")).unwrap();
        for listen in [Address::free_port(), unix] {
            let server = strict(false, listen).await;
            assert_eq!(guest(&server, &["192.0.2.1"]).await, 200);
            assert_eq!(guest(&server, &["192.0.2.2"]).await, 200);
            assert_eq!(guest(&server, &["192.0.2.3"]).await, 429);
            let (opened, _one) = socket(&server, "/ws", &["192.0.2.4"]).await;
            let (refused, _two) = socket(&server, "/ws", &["192.0.2.5"]).await;
            assert_eq!((opened, refused), (101, 429));
            server.stop().await;
        }
    });
}
