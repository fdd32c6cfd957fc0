//! Faults of the store under a server that lives on: every match must go on by itself.

use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::book::Book;
use super::database::{Database, Kind};
use super::{ChaosReport, check, roll};
use crate::output::Exit;

/// How long after a fault every match must accept an act again.
const BACK: Duration = Duration::from_secs(30);

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Fault {
    /// The server is killed with SIGKILL, and started again
    Kill,
    /// The connections to PostgreSQL are ended, again and again
    Terminate,
    /// PostgreSQL crashes, and is started again
    Stop,
    /// PostgreSQL's processes are paused
    Freeze,
    /// The disk is full
    Full,
}

impl Fault {
    /// Whether a store of this kind can have it.
    pub fn fits(self, kind: Kind) -> bool {
        kind == Kind::Postgres || matches!(self, Fault::Kill | Fault::Full)
    }

    /// Breaks the store for a while, and mends it.
    async fn strike(self, database: &Database, dice: &mut u64) -> Result<(), Exit> {
        let lasts = |most: u64, dice: &mut u64| {
            let ms = 300 + roll(dice) % most;
            tokio::time::sleep(Duration::from_millis(ms))
        };
        match self {
            Fault::Kill => {}
            Fault::Terminate => {
                let until = Instant::now() + Duration::from_millis(500 + roll(dice) % 1_500);
                while Instant::now() < until {
                    database.terminate()?;
                    tokio::time::sleep(Duration::from_millis(roll(dice) % 60)).await;
                }
            }
            Fault::Stop => {
                database.stop()?;
                lasts(3_000, dice).await;
                database.restart()?;
            }
            Fault::Freeze => {
                database.signal("-STOP")?;
                // Every fifth time for longer than the server waits.
                let most = if roll(dice).is_multiple_of(5) { 20_000 } else { 6_000 };
                lasts(most, dice).await;
                database.signal("-CONT")?;
            }
            Fault::Full => {
                database.fill()?;
                let most = if roll(dice).is_multiple_of(5) { 15_000 } else { 3_000 };
                lasts(most, dice).await;
                database.make_room()?;
            }
        }
        Ok(())
    }
}

/// One round: everybody plays, the fault strikes, and everybody plays on over the same sockets. Then
/// every acknowledged act must be in the log.
pub async fn round(
    fault: Fault,
    database: &Database,
    books: Vec<Book>,
    (round, dice): (u32, &mut u64),
    report: &mut ChaosReport,
) -> Result<Vec<Book>, Exit> {
    let (mended, news) = watch::channel(None);
    let play = |book: Book| tokio::spawn(book.play_through(news.clone(), BACK));
    let playing: Vec<_> = books.into_iter().map(play).collect();
    tokio::time::sleep(Duration::from_millis(150 + roll(dice) % 600)).await;
    fault.strike(database, dice).await?;
    // Nobody hears it where everybody has given up.
    let _ = mended.send(Some(Instant::now()));
    let mut back = Vec::new();
    for task in playing {
        let (book, outcome) = task.await.map_err(Exit::failed)?;
        match outcome {
            Ok(after) => {
                report.resumed += 1;
                let ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
                report.worst_restart_ms = report.worst_restart_ms.max(ms);
            }
            Err(error) => {
                let text = format!("round {round}, {} {}: {error}", book.game, book.of);
                report.faults.push(text);
            }
        }
        back.push(book);
    }
    check::logs(database, &mut back, round, report)?;
    Ok(back)
}
