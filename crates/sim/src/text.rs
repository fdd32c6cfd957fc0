//! A report as a table that people can read.

use std::fmt::Write;

use bout_core::counted;
use serde_json::Value;

use crate::{Interval, RaisedFlag, Report};

/// The report in lines of text.
pub fn table(report: &Report) -> String {
    let mut out = String::new();
    let finished = report.games - report.unfinished;
    if let Some(partial) = &report.partial {
        out += &stopped(partial.games_played, partial.games_asked);
    }
    let _ = writeln!(
        out,
        "{} · preset {} · {} · seed {}\n",
        report.game,
        report.preset,
        counted(report.games, "game", "games"),
        report.seed
    );
    let _ = writeln!(
        out,
        "{:>4}  {:<12} {:<20} {:>10} {:>10} {:>10}   win rate (95 %)",
        "seat", "name", "bot", "wins", "losses", "draws"
    );
    for seat in &report.seats {
        let _ = writeln!(
            out,
            "{:>4}  {:<12} {:<20} {:>10} {:>10} {:>10}   {}",
            seat.seat,
            seat.name,
            seat.bot,
            seat.wins,
            seat.losses,
            seat.draws,
            percent(&seat.win_rate)
        );
    }
    let _ = writeln!(out, "\nendings");
    for (ending, count) in &report.endings {
        let _ = writeln!(
            out,
            "  {ending:<20} {count:>10}   {}",
            percent(&Interval::of(*count, finished))
        );
    }
    if report.unfinished > 0 {
        let _ = writeln!(out, "  {:<20} {:>10}", "(unfinished)", report.unfinished);
    }
    let length = &report.length;
    let _ = writeln!(
        out,
        "\nlength in {}: mean {:.3}, sd {:.3}, median {}, 95 % up to {}, longest {}",
        length.unit, length.mean, length.sd, length.p50, length.p95, length.max
    );
    let _ = writeln!(out, "illegal actions of bots: {}\n", report.illegal_actions);
    stats(&mut out, &report.stats, 0);
    flags(&mut out, &report.flags);
    let _ = writeln!(
        out,
        "\n{:.2} s on {}: {} games/s, {} steps/s",
        report.seconds,
        counted(report.threads, "thread", "threads"),
        thousands(report.games_per_second),
        thousands(report.steps_per_second)
    );
    out
}

/// What is outside its tolerance, with the figures that say so.
fn flags(out: &mut String, flags: &[RaisedFlag]) {
    if flags.is_empty() {
        let _ = writeln!(out, "{:<30} none", "flags");
        return;
    }
    let _ = writeln!(out, "flags");
    for flag in flags {
        let word = flag.word();
        let Some(rate) = &flag.rate else {
            let _ = writeln!(out, "  {word}");
            continue;
        };
        let _ = writeln!(
            out,
            "  {word:<28} {}   fair {:.2} % ± {:.0}",
            percent(&rate.won),
            rate.fair * 100.0,
            rate.tolerance * 100.0
        );
    }
}

/// The first line of a report of work that was stopped before its end.
pub(crate) fn stopped(played: u64, asked: u64) -> String {
    format!("PARTIAL REPORT: stopped after {played} of {}\n", counted(asked, "match", "matches"))
}

/// A share in percent with its interval.
pub(crate) fn percent(share: &Interval) -> String {
    format!("{:6.2} %  [{:.2}, {:.2}]", share.mean * 100.0, share.low * 100.0, share.high * 100.0)
}

/// A difference of shares in points with its interval.
pub(crate) fn points(delta: &Interval) -> String {
    let [mean, low, high] = [delta.mean, delta.low, delta.high].map(|x| x * 100.0);
    format!("{mean:+7.2}  [{low:+.2}, {high:+.2}]")
}

/// Statistics in lines, groups indented.
pub(crate) fn stats(out: &mut String, value: &Value, depth: usize) {
    let Value::Object(map) = value else { return };
    for (name, value) in map.iter().filter(|(name, _)| depth > 0 || *name != "flags") {
        let name = name.replace('_', " ");
        let (indent, width) = (depth * 2, 30_usize.saturating_sub(depth * 2));
        match shown(value).or_else(|| columns(value)) {
            Some(text) => {
                let _ = writeln!(out, "{:indent$}{name:<width$} {text}", "");
            }
            None => {
                let _ = writeln!(out, "{:indent$}{name}", "");
                stats(out, value, depth + 1);
            }
        }
    }
}

/// What fits on one line; nothing for a group of figures.
fn shown(value: &Value) -> Option<String> {
    let number = |key: &str| value.get(key).and_then(Value::as_f64);
    Some(match value {
        Value::Null => "–".into(),
        Value::Bool(yes) => yes.to_string(),
        Value::String(text) => brief(text),
        Value::Number(n) => n
            .as_u64()
            .map_or_else(|| format!("{:.4}", n.as_f64().unwrap_or(0.0)), |n| n.to_string()),
        Value::Array(items) if items.is_empty() => "none".into(),
        Value::Array(items) => {
            brief(&items.iter().map(item).collect::<Option<Vec<_>>>()?.join("  "))
        }
        Value::Object(_) => match (number("mean"), number("low"), number("high"), number("sd")) {
            (Some(_), Some(low), Some(high), _) if low <= 0.0 && high >= 1.0 => "–".into(),
            (Some(mean), Some(low), Some(high), _) => percent(&Interval { mean, low, high }),
            (Some(mean), _, _, Some(sd)) => format!("mean {mean:.3}, sd {sd:.3}"),
            _ => return None,
        },
    })
}

/// As much as a line can hold; all of it is in the JSON report.
fn brief(text: &str) -> String {
    const MOST: usize = 120;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// One of a list; a list in a list stands in brackets.
fn item(value: &Value) -> Option<String> {
    let text = shown(value)?;
    Some(if value.is_array() { format!("({text})") } else { text })
}

/// A small group of plain numbers in one line, each with its name.
fn columns(value: &Value) -> Option<String> {
    const MOST: usize = 4;
    let map = value.as_object().filter(|map| map.len() <= MOST)?;
    let plain = map.iter().all(|(_, value)| value.is_number() || value.is_null());
    let cell = |(name, value): (&String, &Value)| {
        Some(format!("{} {}", name.replace('_', " "), shown(value)?))
    };
    let cells = plain.then(|| map.iter().map(cell).collect::<Option<Vec<_>>>()).flatten()?;
    Some(cells.join(", "))
}

/// A speed with separated thousands.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "speeds are moderate and positive"
)]
pub(crate) fn thousands(n: f64) -> String {
    let digits = (n.max(0.0) as u64).to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}
