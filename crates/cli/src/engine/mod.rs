//! `bout engine`: a match engine as a filter.
//!
//! One JSON object a line in, one line out for each, in order. Nothing a client sends ends it.

mod answer;
mod request;
mod session;

use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Done;
use crate::setting;
use answer::EngineError;
use session::EngineSession;

/// The longest line that is read.
const LINE_MAX: usize = 16 << 20;

/// Options of `bout engine`.
#[derive(clap::Args)]
pub struct Args {
    /// Play with the card data of this directory instead of the shipped one
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Load these decks too, separated by commas: deck files, or directories of them; a config names
    /// them by their ids
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    decks: Vec<PathBuf>,
}

/// Answers requests until the input ends.
pub fn run(args: &Args) -> Done {
    let mut session =
        EngineSession::new(setting::catalogue(args.cards.as_ref(), &args.decks, None)?);
    // A fault of ours is answered, not printed: the hook would write to stderr for each.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while let Some(line) = next_line(&mut input)? {
        let answer = match &line {
            EngineLine::TooLong => {
                EngineError::bad_request(format!("a line has at most {LINE_MAX} bytes"))
                    .answer(None)
            }
            EngineLine::Text(bytes) => reply(&mut session, bytes),
        };
        serde_json::to_writer(&mut output, &answer).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

enum EngineLine {
    TooLong,
    Text(Vec<u8>),
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<EngineLine>> {
    let mut line = Vec::new();
    if input.by_ref().take(LINE_MAX as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > LINE_MAX {
        skip_line(input, &line)?;
        return Ok(Some(EngineLine::TooLong));
    }
    Ok(Some(EngineLine::Text(line)))
}

/// Reads on to the end of a line that is too long, keeping nothing.
fn skip_line(input: &mut impl BufRead, begun: &[u8]) -> io::Result<()> {
    let mut ended = begun.last() == Some(&b'\n');
    while !ended {
        let (used, end) = match input.fill_buf()? {
            [] => return Ok(()),
            buffer => match buffer.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), false),
            },
        };
        input.consume(used);
        ended = end;
    }
    Ok(())
}

/// What a line is asked by; the rest of it is read later.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default, deserialize_with = "as_written")]
    id: Option<&'a RawValue>,
}

/// Also of `null`, which is an id like any other.
fn as_written<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(reader).map(Some)
}

fn reply<'a>(session: &mut EngineSession, bytes: &'a [u8]) -> answer::EngineLine<'a> {
    if bytes.trim_ascii().is_empty() {
        return EngineError::bad_request("empty line; expected a JSON object").answer(None);
    }
    let id = serde_json::from_slice::<Head<'_>>(bytes).ok().and_then(|head| head.id);
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            return EngineError::bad_request(format!("not valid JSON: {error}")).answer(id);
        }
    };
    let name = value.get("match").and_then(Value::as_str).unwrap_or("m").to_owned();
    let done = catch_unwind(AssertUnwindSafe(|| session.handle(value)));
    match done {
        Ok(Ok(answer)) => answer.answer(id),
        Ok(Err(refusal)) => refusal.answer(id),
        Err(_) => {
            session.drop_match(&name);
            EngineError::new("internal", "A fault in the engine; the match is closed.").answer(id)
        }
    }
}
