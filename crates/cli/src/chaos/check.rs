//! What must hold after a kill: in the log, and on the wire.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bout_core::{Input, Record, Replay, Seat, Viewer};
use bout_games::Catalogue;
use bout_store::Backend;
use serde_json::Value;

use super::ChaosReport;
use super::book::Book;
use super::database::Database;
use crate::output::Exit;

/// A clock may be off by so much.
const CLOCK_MS: u64 = 50;
/// The first act after a restart may take so long.
const RESTART: Duration = Duration::from_secs(2);

/// Reads the log that the server left: every acknowledged act is in it, once; every digest holds;
/// and what players are shown after the restart will be what the log says.
pub fn logs(
    database: &Database,
    books: &mut [Book],
    round: u32,
    report: &mut ChaosReport,
) -> Result<(), Exit> {
    // A store waits for its database; others may use the thread's runtime meanwhile.
    tokio::task::block_in_place(|| read_logs(&mut *database.open()?, books, round, report))
}

fn read_logs(
    kept: &mut dyn Backend,
    books: &mut [Book],
    round: u32,
    report: &mut ChaosReport,
) -> Result<(), Exit> {
    let catalogue = Catalogue::shipped();
    for book in books {
        let fault = |text: String| format!("round {round}, {} {}: {text}", book.game, book.of);
        let Some(row) = kept.match_row(&book.of).map_err(Exit::failed)? else {
            report.faults.push(fault("the match is not in the store".into()));
            continue;
        };
        let lines = kept.entries(&book.of).map_err(Exit::failed)?;
        let replay = Replay::assembled(&row.header, &lines).map_err(Exit::failed)?;
        let rules = catalogue.rule_set(book.game).map_err(Exit::failed)?;
        let table = match rules.fold(&replay, &mut |_| {}) {
            Ok(table) => table,
            Err(error) => {
                report.faults.push(fault(format!("the log cannot be folded: {error}")));
                continue;
            }
        };
        let entered = entered(&replay.entries);
        for (seat, side) in book.sides.iter_mut().enumerate() {
            let counts = entered.get(&seat);
            for id in &side.acknowledged {
                match counts.and_then(|counts| counts.get(id)) {
                    Some(1) => {}
                    Some(n) => report.faults.push(format!(
                        "round {round}, {}: act {id} of seat {seat} entered {n} times",
                        book.of
                    )),
                    None => report.faults.push(format!(
                        "round {round}, {}: act {id} of seat {seat} was acknowledged and is lost",
                        book.of
                    )),
                }
            }
            if let Some((id, _)) = &side.pending {
                report.under_way += 1;
                report.had_entered += u64::from(counts.is_some_and(|c| c.contains_key(id)));
            }
        }
        let view = |seat: u8| table.view(Viewer::Seat(Seat(seat)));
        book.expected = Some([view(0), view(1)]);
    }
    Ok(())
}

/// How often each act of each seat entered.
fn entered(entries: &[Record]) -> BTreeMap<usize, BTreeMap<u64, u32>> {
    let mut entered: BTreeMap<usize, BTreeMap<u64, u32>> = BTreeMap::new();
    for record in entries {
        if let (Input::Act { seat, .. }, Some(id)) = (&record.input, record.id) {
            *entered.entry(usize::from(seat.0)).or_default().entry(id).or_default() += 1;
        }
    }
    entered
}

/// Brings everybody back: the views are those of the log, the clocks stand where they stood, acts that
/// were under way enter once, and the next act is soon accepted.
pub async fn resume(
    books: Vec<Book>,
    (killed, started): (Instant, Instant),
    round: u32,
    report: &mut ChaosReport,
) -> Result<Vec<Book>, Exit> {
    let mut first_act: Option<Duration> = None;
    let tasks: Vec<_> =
        books.into_iter().map(|book| tokio::spawn(resume_one(book, killed))).collect();
    let mut back = Vec::new();
    for task in tasks {
        let (book, found) = task.await.map_err(Exit::failed)?;
        report.resumed += u64::from(found.resumed);
        for off in &found.clocks {
            report.clocks += 1;
            report.worst_clock_ms = report.worst_clock_ms.max(*off);
        }
        let late = found.clocks.iter().filter(|off| **off > CLOCK_MS);
        let late = late.map(|off| format!("a clock is off by {off} ms"));
        let faults = found.faults.into_iter().chain(late);
        let fault = |text| format!("round {round}, {} {}: {text}", book.game, book.of);
        report.faults.extend(faults.map(fault));
        if let Some(at) = found.accepted {
            let after = at.duration_since(started);
            first_act = Some(first_act.map_or(after, |first| first.min(after)));
        }
        back.push(book);
    }
    if let Some(first) = first_act {
        let ms = u64::try_from(first.as_millis()).unwrap_or(u64::MAX);
        report.worst_restart_ms = report.worst_restart_ms.max(ms);
        if first > RESTART {
            report.faults.push(format!("round {round}: the first act took {ms} ms"));
        }
    }
    Ok(back)
}

#[derive(Default)]
struct Found {
    resumed: bool,
    clocks: Vec<u64>,
    accepted: Option<Instant>,
    faults: Vec<String>,
}

async fn resume_one(mut book: Book, killed: Instant) -> (Book, Found) {
    let mut found = Found::default();
    if let Err(error) = try_resume(&mut book, killed, &mut found).await {
        found.faults.push(error);
    }
    (book, found)
}

async fn try_resume(book: &mut Book, killed: Instant, found: &mut Found) -> Result<(), String> {
    let address = book.address().clone();
    let before = [book.sides[0].frame.take(), book.sides[1].frame.take()];
    let zeros = [book.sides[0].zero.take(), book.sides[1].zero.take()];
    for side in &mut book.sides {
        side.connect(&address).await?;
    }
    if book.over {
        return book.begin().await;
    }
    for seat in 0..2 {
        let frame = tokio::time::timeout(Duration::from_secs(5), first_frame(book, seat)).await;
        let frame = match frame {
            Ok(Some(frame)) => frame,
            // It ended with the last entry before the kill.
            Ok(None) | Err(_) if ended(book).await => return book.begin().await,
            Ok(None) | Err(_) => return Err(format!("seat {seat} is shown no frame")),
        };
        if let Some(expected) = &book.expected
            && frame["view"] != expected[seat]
        {
            return Err(format!("seat {seat} is shown another view than the log's"));
        }
        if let (Some((old, Some(_))), Some(zero)) = (&before[seat], zeros[seat]) {
            found.clocks.extend(clocks(old, zero, &frame, killed));
        }
    }
    found.resumed = true;
    for seat in 0..2 {
        book.send_again(seat).await?;
    }
    found.accepted = first_accepted(book).await;
    Ok(())
}

async fn first_frame(book: &mut Book, seat: usize) -> Option<Value> {
    loop {
        let message = book.sides[seat].hear().await?;
        let is_frame = message["type"] == "frame" && message["match"] == book.of.as_str();
        book.note(seat, message.clone());
        if is_frame {
            return Some(message);
        }
    }
}

/// Whether the match had ended when the server was killed.
async fn ended(book: &Book) -> bool {
    let path = format!("/api/matches/{}", book.of);
    let asked = bout_server::client::http(book.address(), "GET", &path, (None, None)).await;
    let answer = asked.ok().and_then(|(_, body)| serde_json::from_str::<Value>(&body).ok());
    answer.is_some_and(|answer| !answer["finished"].is_null())
}

/// By how much the clocks of a frame are off, if it is the one that was seen before the kill.
fn clocks(old: &Value, zero: Instant, new: &Value, killed: Instant) -> Vec<u64> {
    if old["frame"] != new["frame"] {
        return Vec::new();
    }
    let ms = |value: &Value| value.as_i64().unwrap_or(0);
    let passed = i64::try_from(killed.saturating_duration_since(zero).as_millis()).unwrap_or(0);
    // What was left when the old frame was sent, less what has passed since then.
    let passed = passed - ms(&old["now"]);
    let (before, after) = (Book::left(old), Book::left(new));
    let both = before.iter().filter_map(|(timer, left)| Some((left, after.get(timer)?)));
    both.map(|(before, after)| (before - passed).max(0).abs_diff(*after)).collect()
}

/// Plays on until an act is accepted.
async fn first_accepted(book: &mut Book) -> Option<Instant> {
    let until = Instant::now() + Duration::from_secs(4);
    let before = book.acknowledged();
    while Instant::now() < until && !book.over {
        for seat in 0..2 {
            book.act(seat).await;
        }
        let [a, b] = &mut book.sides;
        let heard = tokio::select! {
            heard = a.hear() => (0, heard),
            heard = b.hear() => (1, heard),
            () = tokio::time::sleep(Duration::from_millis(20)) => continue,
        };
        let (seat, Some(message)) = heard else { return None };
        book.note(seat, message);
        if book.acknowledged() > before {
            return Some(Instant::now());
        }
    }
    None
}
