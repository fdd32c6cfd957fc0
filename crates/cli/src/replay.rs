//! `bout replay`: a stored match, verified and told.

use std::fmt::Write;
use std::path::PathBuf;

use bout_core::{AnyMatch, Input, Record, Replay, Signal, Viewer, counted};
use bout_games::Catalogue;
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Exit, print, read_file, write_json};

/// Options of `bout replay`.
#[derive(clap::Args)]
pub struct Args {
    /// The replay file
    file: PathBuf,
    /// Through whose eyes: a seat number, public or referee
    #[arg(long, value_name = "SEAT|public|referee", default_value = "referee")]
    view: Viewer,
    /// Write what was found as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// Folds, verifies and tells a replay.
pub fn run(args: &Args) -> Done {
    let place = |text: String| format!("{}: {text}", args.file.display());
    let text = read_file(&args.file)?;
    let replay = Replay::parse(&text).map_err(|fault| Exit::usage(place(fault.to_string())))?;
    let rules = Catalogue::shipped().rule_set(&replay.game);
    let rules = rules.map_err(|error| Exit::usage(place(error.to_string())))?;
    let table = match rules.restore(&replay) {
        Ok(table) => table,
        Err(fault) => {
            let found = json!({"game": replay.game, "verified": false, "entry": fault.entry,
                               "text": fault.text});
            args.json.iter().try_for_each(|to| write_json(&found, to))?;
            return Err(Exit::failed(place(fault.to_string())));
        }
    };
    if let Viewer::Seat(seat) = args.view
        && !seat.sits_among(table.seats())
    {
        return Err(Exit::usage(format!("--view {seat}: the match has {} seats", table.seats())));
    }
    match &args.json {
        Some(to) => write_json(&document(&replay, table.as_ref(), args.view), to),
        None => print(&story(&replay, table.as_ref(), args.view)),
    }
}

fn document(replay: &Replay, table: &dyn AnyMatch, viewer: Viewer) -> Value {
    let events: Vec<Value> = (table.events(viewer, 0).into_iter())
        .map(|(entry, event)| json!({"entry": entry, "event": event}))
        .collect();
    json!({
        "game": replay.game,
        "verified": true,
        "entries": replay.entries.len(),
        "digest": table.digest(),
        "outcome": table.outcome(),
        "events": events,
        "view": table.view(viewer),
    })
}

fn story(replay: &Replay, table: &dyn AnyMatch, viewer: Viewer) -> String {
    let mut out = format!("{} between {}\n", replay.game, replay.names.join(" and "));
    let events = table.events(viewer, 0);
    let mut told = events.iter().peekable();
    let mut tell = |out: &mut String, upto: u64| {
        while let Some((_, event)) = told.next_if(|(entry, _)| *entry <= upto) {
            let _ = writeln!(out, "            {}", sentence(event));
        }
    };
    tell(&mut out, 0);
    for record in &replay.entries {
        if shows_input(viewer, &record.input) {
            let _ = writeln!(out, "{:>5} {:>8} ms  {}", record.seq, record.at.0, entered(record));
        }
        tell(&mut out, record.seq);
    }
    let _ = match table.outcome() {
        Some(outcome) => {
            let [won, drew] = [outcome.won, outcome.drew].map(|set| {
                set.iter()
                    .map(|seat| replay.names[seat.index()].clone())
                    .collect::<Vec<_>>()
                    .join(", ")
            });
            let verdict = match (won.as_str(), drew.as_str()) {
                ("", "") => "nobody wins".to_owned(),
                ("", drew) => format!("{drew} draw"),
                (won, _) => format!("{won} wins"),
            };
            writeln!(out, "the end: {verdict} ({})", outcome.ending)
        }
        None => writeln!(out, "not finished: phase {}", table.phase()),
    };
    let _ = writeln!(
        out,
        "{} verified, digest {}",
        counted(replay.entries.len(), "entry", "entries"),
        table.digest()
    );
    out
}

/// A player sees his own inputs; the public sees none but the host's.
fn shows_input(viewer: Viewer, input: &Input<Value>) -> bool {
    match input {
        Input::Act { seat, .. } | Input::Signal { signal: Signal::Heard { seat } } => {
            viewer.owns(*seat)
        }
        Input::Expire | Input::Signal { .. } => true,
    }
}

fn entered(record: &Record) -> String {
    match &record.input {
        Input::Act { seat, action } => format!("seat {seat}: {}", sentence(action)),
        Input::Expire => "the deadline comes".to_owned(),
        Input::Signal { signal } => match signal {
            Signal::Left { seat } => format!("seat {seat} is gone"),
            Signal::Returned { seat } => format!("seat {seat} is back"),
            Signal::Heard { seat } => format!("seat {seat} made an attempt"),
            Signal::Clock { late_ms } => format!("the host is {late_ms} ms late"),
            Signal::Aborted => "the host ends the match".to_owned(),
        },
    }
}

/// The type first, then the fields with their values.
fn sentence(value: &Value) -> String {
    let Value::Object(map) = value else { return short(value) };
    let kind = map.get("type").or_else(|| map.get("action")).map(short).unwrap_or_default();
    let fields = map
        .iter()
        .filter(|(key, _)| *key != "type")
        .map(|(key, value)| format!("{key} {}", short(value)));
    format!("{kind}  {}", fields.collect::<Vec<_>>().join(", "))
}

fn short(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(" "))
        }
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}
