//! A report as CSV files.

use std::error::Error;
use std::path::Path;

use serde_json::Value;

use crate::Report;

/// Writes `seats.csv`, `endings.csv`, `lengths.csv` and `stats.csv` into a directory.
pub fn write_csv(report: &Report, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    let mut seats = csv::Writer::from_path(dir.join("seats.csv"))?;
    seats.write_record([
        "seat", "name", "bot", "wins", "losses", "draws", "win_rate", "low", "high",
    ])?;
    for row in &report.seats {
        let counts = [row.wins, row.losses, row.draws].map(|n| n.to_string());
        let rate = [row.win_rate.mean, row.win_rate.low, row.win_rate.high].map(|x| x.to_string());
        let words = [row.seat.to_string(), row.name.clone(), row.bot.clone()];
        seats.write_record(words.iter().chain(&counts).chain(&rate))?;
    }
    seats.flush()?;

    let mut endings = csv::Writer::from_path(dir.join("endings.csv"))?;
    endings.write_record(["ending", "games"])?;
    for (ending, count) in &report.endings {
        endings.write_record([*ending, &count.to_string()])?;
    }
    endings.write_record(["(unfinished)", &report.unfinished.to_string()])?;
    endings.flush()?;

    let mut lengths = csv::Writer::from_path(dir.join("lengths.csv"))?;
    lengths.write_record([report.length.unit, "games"])?;
    for (length, count) in report.lengths.iter().enumerate().filter(|(_, count)| **count > 0) {
        lengths.write_record([length.to_string(), count.to_string()])?;
    }
    lengths.flush()?;

    let mut stats = csv::Writer::from_path(dir.join("stats.csv"))?;
    stats.write_record(["figure", "value"])?;
    let mut rows = Vec::new();
    flatten(String::new(), &report.stats, &mut rows);
    rows.iter().try_for_each(|row| stats.write_record(row))?;
    Ok(stats.flush()?)
}

/// A row per number, named by its path.
fn flatten(path: String, value: &Value, rows: &mut Vec<[String; 2]>) {
    let child =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(name, value)| flatten(child(name), value, rows));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(at, value)| flatten(child(&at.to_string()), value, rows));
        }
        Value::String(text) => rows.push([path, text.clone()]),
        Value::Null | Value::Bool(_) | Value::Number(_) => rows.push([path, value.to_string()]),
    }
}
