//! The yardstick: the same frames through a plain echo.

use std::time::{Duration, Instant};

use bout_server::Address;
use bout_server::client::Client;
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Exit, print};
use crate::own_server::OwnServer;

use super::figures::number;

/// Is the echo, as a child of `bout load`: says where it listens, and stays until it is killed.
pub fn serve(listen: &Address) -> Done {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(Exit::failed)?.block_on(async {
        let address = bout_server::echo::start(listen).await?;
        print(&format!("bout: listening on {}\n", address.url()))?;
        std::future::pending().await
    })
}

/// Sends texts of this length through an echo, and tells what one costs the server.
pub async fn measure(
    listen: &Address,
    sockets: usize,
    bytes: usize,
    seconds: f64,
) -> Result<Value, Exit> {
    let own = OwnServer::echo(listen)?;
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let before = own.used();
    let tasks: Vec<_> =
        (0..sockets).map(|_| tokio::spawn(bounce(own.address.clone(), bytes, until))).collect();
    let mut echoed = 0;
    for task in tasks {
        echoed += task.await.map_err(Exit::failed)?.map_err(Exit::failed)?;
    }
    let cpu = own.used().cpu_seconds - before.cpu_seconds;
    let micros = if echoed > 0 { 1e6 * cpu / number(echoed) } else { 0.0 };
    Ok(json!({"frames": echoed, "bytes": bytes, "cpu_micros_per_frame": micros}))
}

async fn bounce(address: Address, bytes: usize, until: Instant) -> Result<u64, String> {
    let mut client = Client::connect(&address, "/ws").await?;
    let (text, mut echoed) = ("x".repeat(bytes), 0);
    while Instant::now() < until {
        client.say_text(text.clone()).await?;
        client.hear_text().await.ok_or("the echo hung up")?;
        echoed += 1;
    }
    Ok(echoed)
}
