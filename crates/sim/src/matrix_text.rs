//! The matrix as tables: for people and as CSV.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use bout_core::counted;
use serde_json::Value;

use crate::text::{percent, points, thousands};
use crate::{Matrix, PlayersReport};

/// The matrix in lines of text.
pub fn matrix_table(matrix: &Matrix) -> String {
    let matches: u64 = matrix.players.iter().flat_map(|p| &p.line_ups).map(|l| l.games).sum();
    let mut out = String::new();
    if let Some(partial) = &matrix.partial {
        out += &crate::text::stopped(partial.games_played, partial.games_asked);
    }
    let _ = writeln!(
        out,
        "{} · preset {} · {} per line-up · seed {}",
        matrix.game,
        matrix.preset,
        counted(matrix.games, "game", "games"),
        matrix.seed
    );
    for players in &matrix.players {
        let _ = writeln!(out, "\n{} players", players.players);
        if matrix.pairings.is_empty() {
            line_ups(&mut out, players);
        } else {
            pairings(&mut out, matrix, players);
        }
        classes(&mut out, matrix, players);
    }
    if let Some(stats) = &matrix.stats {
        out.push('\n');
        crate::text::stats(&mut out, stats, 0);
        let words = stats["flags"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let words: Vec<_> = words.collect();
        let told = if words.is_empty() { "none".to_owned() } else { words.join("  ") };
        let _ = writeln!(out, "{:<30} {told}", "flags");
    }
    let _ = writeln!(
        out,
        "\n{} in {:.2} s on {}: {} games/s, {} steps/s",
        counted(matches, "match", "matches"),
        matrix.seconds,
        counted(matrix.threads, "thread", "threads"),
        thousands(matrix.games_per_second),
        thousands(matrix.steps_per_second)
    );
    if !matrix.pairings.is_empty() {
        let illegal: u64 = matrix.pairings.iter().map(|pairing| pairing.illegal_actions).sum();
        let _ = writeln!(out, "illegal actions of bots: {illegal}");
    }
    out
}

/// A square: what each wins against each, both seatings together.
fn pairings(out: &mut String, matrix: &Matrix, players: &PlayersReport) {
    let names: Vec<&str> = players.classes.0.iter().map(|(name, _)| name.as_str()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let _ = write!(out, "  {:<width$}", "wins in % against");
    for name in &names {
        let _ = write!(out, "  {:>9}", name.chars().take(9).collect::<String>());
    }
    out.push('\n');
    for name in &names {
        let _ = write!(out, "  {name:<width$}");
        for against in &names {
            let rate = matrix.pairings.iter().find_map(|pairing| pairing.rate_of(name, against));
            let text = rate.map_or_else(|| "–".into(), |rate| format!("{:.1}", rate.mean * 100.0));
            let _ = write!(out, "  {text:>9}");
        }
        out.push('\n');
    }
}

fn line_ups(out: &mut String, players: &PlayersReport) {
    let names: Vec<_> = players.line_ups.iter().map(|row| row.line_up.join(" ")).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
    let _ = write!(out, "  {:<width$}", "line-up");
    for (name, _) in &players.classes.0 {
        let _ = write!(out, "  {:<26}", format!("{name} wins per seat"));
    }
    let _ = writeln!(out, "  mean length  draws  unfinished");
    for (row, name) in players.line_ups.iter().zip(&names) {
        let _ = write!(out, "  {name:<width$}");
        for (class, _) in &players.classes.0 {
            let entry = row.classes.0.iter().find(|(name, _)| name == class);
            let text = entry.map_or_else(String::new, |(_, entry)| percent(&entry.win_rate));
            let _ = write!(out, "  {text:<26}");
        }
        let _ =
            writeln!(out, "  {:>11.2}  {:>5}  {:>10}", row.length.mean, row.draws, row.unfinished);
    }
}

fn classes(out: &mut String, matrix: &Matrix, players: &PlayersReport) {
    let _ = writeln!(
        out,
        "\n  {:<16}  {:>10}  {:>10}  {:<26}  {:>8}  delta in points (95 %)",
        matrix.of, "entries", "wins", "rate", "target"
    );
    for (name, class) in &players.classes.0 {
        let _ = writeln!(
            out,
            "  {name:<16}  {:>10}  {:>10}  {:<26}  {:>6.2} %  {}",
            class.entries,
            class.wins,
            percent(&class.rate),
            class.target * 100.0,
            points(&class.deviation())
        );
    }
    let tolerance = players.tolerance * 100.0;
    let verdict = match (matrix.of, players.balanced) {
        ("bots", _) => String::new(),
        (_, true) => format!(": balanced (none above {tolerance:.0} points)"),
        (_, false) => {
            let names = players.flags.join(", ");
            format!(": not balanced (above {tolerance:.0} points: {names})")
        }
    };
    let _ = writeln!(
        out,
        "  spread {:.2} points, greatest delta {:.2} points{verdict}",
        players.spread * 100.0,
        players.max_delta * 100.0
    );
}

/// Writes `line_ups.csv`, `classes.csv` and, of decks, `pairings.csv` into a directory.
pub fn write_matrix_csv(matrix: &Matrix, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    let mut file = csv::Writer::from_path(dir.join("line_ups.csv"))?;
    file.write_record([
        "players",
        "line_up",
        "class",
        "seats",
        "games",
        "wins",
        "win_rate",
        "low",
        "high",
        "mean_length",
        "draws",
        "unfinished",
    ])?;
    for players in &matrix.players {
        for row in &players.line_ups {
            for (class, entry) in &row.classes.0 {
                let words = [players.players.to_string(), row.line_up.join("+"), class.clone()];
                let counts = [entry.seats, row.games, entry.wins].map(|n| n.to_string());
                let rate = &entry.win_rate;
                let rates =
                    [rate.mean, rate.low, rate.high, row.length.mean].map(|x| x.to_string());
                let ends = [row.draws, row.unfinished].map(|n| n.to_string());
                file.write_record(words.iter().chain(&counts).chain(&rates).chain(&ends))?;
            }
        }
    }
    file.flush()?;
    if !matrix.pairings.is_empty() {
        write_pairings(matrix, dir)?;
    }
    write_classes(matrix, dir)
}

fn write_pairings(matrix: &Matrix, dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = csv::Writer::from_path(dir.join("pairings.csv"))?;
    file.write_record(["a", "b", "games", "a_wins", "b_wins", "a_rate", "low", "high"])?;
    for pairing in &matrix.pairings {
        let rate = pairing.win_rate;
        let counts = [pairing.games, pairing.wins[0], pairing.wins[1]].map(|n| n.to_string());
        let rates = [rate.mean, rate.low, rate.high].map(|x| x.to_string());
        file.write_record(pairing.names.iter().chain(&counts).chain(&rates))?;
    }
    Ok(file.flush()?)
}

fn write_classes(matrix: &Matrix, dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = csv::Writer::from_path(dir.join("classes.csv"))?;
    file.write_record([
        "players", "class", "entries", "wins", "rate", "target", "delta", "low", "high",
    ])?;
    for players in &matrix.players {
        for (name, class) in &players.classes.0 {
            let counts = [class.entries, class.wins].map(|n| n.to_string());
            let rates = [class.rate.mean, class.target, class.delta, class.low, class.high];
            let words = [players.players.to_string(), name.clone()];
            let rates = rates.map(|x| x.to_string());
            file.write_record(words.iter().chain(&counts).chain(&rates))?;
        }
    }
    Ok(file.flush()?)
}
