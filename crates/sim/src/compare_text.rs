//! A comparison as tables: for people and as CSV.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use bout_core::counted;
use serde_json::Value;

use crate::{Comparison, Difference, Metric};

/// The comparison in lines of text.
pub fn comparison_table(comparison: &Comparison) -> String {
    let mut out = String::new();
    if let Some(partial) = &comparison.partial {
        out += &crate::text::stopped(partial.games_played, partial.games_asked);
    }
    let _ = writeln!(
        out,
        "{} · {} per line-up and setting · seed {}\n",
        comparison.game,
        counted(comparison.games, "game", "games"),
        comparison.seed
    );
    for (set, letter) in comparison.sets.iter().zip('a'..) {
        let base = if letter == 'a' { " (the base)" } else { "" };
        let _ = writeln!(out, "  {letter}  {}{base}", set.name);
    }
    for players in &comparison.players {
        let _ = writeln!(out, "\n{} players", players.players);
        header(&mut out, comparison.sets.len());
        players.metrics.iter().for_each(|metric| row(&mut out, metric));
    }
    let _ = writeln!(
        out,
        "\n* 0 lies outside the 95 % interval of the difference\n{:.2} s on {}",
        comparison.seconds,
        counted(comparison.threads, "thread", "threads")
    );
    out
}

fn header(out: &mut String, sets: usize) {
    let _ = write!(out, "  {:<38} {:>10}", "", "a");
    for letter in ('b'..).take(sets.saturating_sub(1)) {
        let _ = write!(out, "  {letter:>10}  {:<32}", format!("{letter} − a (95 %)"));
    }
    out.push('\n');
}

fn row(out: &mut String, metric: &Metric) {
    let name = metric.metric.replace('_', " ");
    if metric.differences.is_empty() {
        for (value, letter) in metric.values.iter().zip('a'..) {
            let text = value.as_str().filter(|text| !text.is_empty()).unwrap_or("none");
            let _ = writeln!(out, "  {name:<34} {letter} : {text}");
        }
        return;
    }
    let first = metric.values.first().unwrap_or(&Value::Null);
    let _ = write!(out, "  {name:<38} {:>10}", number(first.as_f64(), metric.share));
    for (value, difference) in metric.values.iter().skip(1).zip(&metric.differences) {
        let _ = write!(
            out,
            "  {:>10}  {:<32}",
            number(value.as_f64(), metric.share),
            change(difference, metric.share)
        );
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out.push('\n');
}

fn number(value: Option<f64>, share: bool) -> String {
    match value {
        None => "–".into(),
        Some(value) if share => format!("{:.2} %", value * 100.0),
        Some(value) => format!("{value:.4}"),
    }
}

fn change(difference: &Difference, share: bool) -> String {
    let text = |value: f64| {
        if share { format!("{:+.2}", value * 100.0) } else { format!("{value:+.4}") }
    };
    let Some(mean) = difference.mean else { return "–".into() };
    let mark = if difference.significant == Some(true) { " *" } else { "" };
    match difference.low.zip(difference.high) {
        Some((low, high)) => format!("{:>8}  [{}, {}]{mark}", text(mean), text(low), text(high)),
        None => format!("{:>8}", text(mean)),
    }
}

/// Writes `metrics.csv` into a directory: a row per number of players, metric and setting.
pub fn write_comparison_csv(comparison: &Comparison, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    let mut file = csv::Writer::from_path(dir.join("metrics.csv"))?;
    file.write_record([
        "players",
        "metric",
        "set",
        "value",
        "difference",
        "low",
        "high",
        "significant",
    ])?;
    for players in &comparison.players {
        for metric in &players.metrics {
            for (at, (set, value)) in comparison.sets.iter().zip(&metric.values).enumerate() {
                let difference = at.checked_sub(1).and_then(|at| metric.differences.get(at));
                let field = |field: fn(&Difference) -> Option<f64>| {
                    difference.and_then(field).map_or_else(String::new, |x| x.to_string())
                };
                let significant = difference.and_then(|difference| difference.significant);
                file.write_record([
                    players.players.to_string(),
                    metric.metric.clone(),
                    set.name.clone(),
                    plain(value),
                    field(|d| d.mean),
                    field(|d| d.low),
                    field(|d| d.high),
                    significant.map_or_else(String::new, |yes| yes.to_string()),
                ])?;
            }
        }
    }
    Ok(file.flush()?)
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
