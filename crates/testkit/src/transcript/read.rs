//! Reading the lines of a transcript.

use bout_core::{Input, Millis, Seat, Signal, Viewer};
use serde_json::Value;

/// What stands after `>`.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Open,
    Load(Value),
    Submit(Input<Value>),
    Advance(Millis),
}

/// An input line.
#[derive(Debug, PartialEq)]
pub(super) struct Order {
    pub at: Option<Millis>,
    pub command: Command,
    pub luck: Option<Vec<u32>>,
}

/// A line of a transcript; what is made anew has no place here.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Comment,
    Game(String),
    Preset(String),
    Config(Value),
    Seed(String),
    Order(Order),
    Ask(Viewer),
    /// Something that came of an input when the file was written.
    Came,
}

/// Reads one line.
pub(super) fn line(text: &str) -> Result<Line, String> {
    let (word, rest) = split(text);
    Ok(match word {
        "" => Line::Comment,
        _ if word.starts_with('#') => Line::Comment,
        "<" | "=" | "!" => Line::Came,
        "game" => Line::Game(rest.into()),
        "preset" => Line::Preset(rest.into()),
        "seed" => Line::Seed(rest.into()),
        "config" => Line::Config(json(rest)?.0),
        ">" => Line::Order(order(rest)?),
        "?" => Line::Ask(split(rest).0.parse()?),
        _ => return Err(format!("'{word}' begins no line of a transcript")),
    })
}

fn order(text: &str) -> Result<Order, String> {
    let (at, text) = match text.strip_prefix('@') {
        Some(text) => {
            let (at, rest) = split(text);
            (Some(Millis(number(at)?)), rest)
        }
        None => (None, text),
    };
    let (word, rest) = split(text);
    let (command, rest) = command(word, rest)?;
    Ok(Order { at, command, luck: luck(rest)? })
}

fn command<'a>(word: &str, rest: &'a str) -> Result<(Command, &'a str), String> {
    let (name, after) = split(rest);
    let signal = |signal| Command::Submit(Input::Signal { signal });
    Ok(match word {
        "open" => (Command::Open, rest),
        "load" => {
            let (state, rest) = json(rest)?;
            (Command::Load(state), rest)
        }
        "advance" => (Command::Advance(Millis(number(name)?)), after),
        "expire" => (Command::Submit(Input::Expire), rest),
        "aborted" => (signal(Signal::Aborted), rest),
        "left" => (signal(Signal::Left { seat: seat(name)? }), after),
        "returned" => (signal(Signal::Returned { seat: seat(name)? }), after),
        "heard" => (signal(Signal::Heard { seat: seat(name)? }), after),
        "clock" => (signal(Signal::Clock { late_ms: number(name)? }), after),
        _ => {
            let (action, rest) = json(rest)?;
            (Command::Submit(Input::Act { seat: seat(word)?, action }), rest)
        }
    })
}

fn luck(text: &str) -> Result<Option<Vec<u32>>, String> {
    match split(text) {
        ("", _) => Ok(None),
        ("luck", values) => serde_json::from_str(values)
            .map(Some)
            .map_err(|error| format!("luck is a list of numbers: {error}")),
        (word, _) => Err(format!("'{word}' is not expected here")),
    }
}

fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    (word, rest.trim())
}

/// The JSON at the beginning of a text, and what follows.
fn json(text: &str) -> Result<(Value, &str), String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    match values.next() {
        Some(Ok(value)) => Ok((value, text[values.byte_offset()..].trim())),
        Some(Err(error)) => Err(format!("{error}: {text}")),
        None => Err("JSON is expected at the end of the line".into()),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no number that fits here"))
}

fn seat(text: &str) -> Result<Seat, String> {
    if text == "host" { Ok(Seat::HOST) } else { number(text).map(Seat) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn orders_are_read() {
        let act = |seat, action| Command::Submit(Input::Act { seat: Seat(seat), action });
        let signal = |signal| Command::Submit(Input::Signal { signal });
        let rows = [
            ("> open luck [1]", None, Command::Open, Some(vec![1])),
            ("> 0 {\"a\": [1, 2]}", None, act(0, json!({"a": [1, 2]})), None),
            ("> @500 1 null luck [1,0]", Some(500), act(1, json!(null)), Some(vec![1, 0])),
            ("> host 7", None, act(255, json!(7)), None),
            ("> @20 expire", Some(20), Command::Submit(Input::Expire), None),
            ("> left 1", None, signal(Signal::Left { seat: Seat(1) }), None),
            ("> clock 250", None, signal(Signal::Clock { late_ms: 250 }), None),
            ("> advance 60000", None, Command::Advance(Millis(60_000)), None),
            ("> @5 load {} ", Some(5), Command::Load(json!({})), None),
        ];
        for (text, at, command, luck) in rows {
            let order = Order { at: at.map(Millis), command, luck };
            assert_eq!(line(text), Ok(Line::Order(order)), "{text}");
        }
    }

    #[test]
    fn wrong_lines_are_told() {
        for text in
            ["what", "> 0", "> 0 {", "> left", "> left x", "> open now", "> @x open", "? nobody"]
        {
            assert!(line(text).is_err(), "{text}");
        }
    }
}
