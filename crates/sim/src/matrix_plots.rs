//! The matrix as pictures.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "pictures are not that precise"
)]

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::plots::{Area, INK, Mark, bars, draw, draw_sized};
use crate::{Interval, Matrix, PlayersReport};

const ABOVE: RGBColor = RGBColor(0xc4, 0x4e, 0x3b);
const BELOW: RGBColor = RGBColor(0x3d, 0x6b, 0x9e);
/// Width of the names, width of a column, height of a row, height of the caption.
const GRID: [u32; 4] = [300, 150, 28, 88];

/// Writes `deltas.svg`, and for each number of players `line_ups_N.svg`, into a directory; of decks
/// `pairings.svg` instead, and the pictures of the game's own statistics.
pub fn write_matrix_plots(matrix: &Matrix, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    draw(&dir.join("deltas.svg"), |area| deltas(matrix, area))?;
    if let Some(stats) = &matrix.stats {
        let games = matrix.pairings.iter().map(|pairing| pairing.games).sum();
        crate::plots::write_stats_plots(matrix.game, games, stats, dir)?;
    }
    if !matrix.pairings.is_empty() {
        return write_pairings(matrix, dir);
    }
    for players in &matrix.players {
        let [names, column, row, caption] = GRID;
        let size = (
            names + column * players.classes.0.len() as u32 + 24,
            caption + row * players.line_ups.len() as u32 + 24,
        );
        let file = dir.join(format!("line_ups_{}.svg", players.players));
        draw_sized(&file, size, |area| line_ups(matrix, players, area))?;
    }
    Ok(())
}

/// A bar per class and number of players: how far from the fair share.
fn deltas(matrix: &Matrix, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let mark = |players: usize, (name, class): &(String, crate::ClassReport)| Mark {
        label: format!("{name} ({players})"),
        value: class.deviation(),
    };
    let marks: Vec<_> = (matrix.players.iter())
        .flat_map(|players| players.classes.0.iter().map(|class| mark(players.players, class)))
        .collect();
    let (game, preset, games) = (matrix.game, &matrix.preset, matrix.games);
    bars(
        area,
        &format!("{game} {preset}: win rate less the fair share, {games} games per line-up"),
        &marks,
        &|y| format!("{:+.0}", y * 100.0),
    )
}

/// A square heat map: what each deck wins against each.
fn write_pairings(matrix: &Matrix, dir: &Path) -> Result<(), Box<dyn Error>> {
    let Some(players) = matrix.players.first() else { return Ok(()) };
    let names: Vec<&str> = players.classes.0.iter().map(|(name, _)| name.as_str()).collect();
    let [left, column, row, top] = [160, 110, 32, 88_u32];
    let count = names.len() as u32;
    let size = (left + column * count + 24, top + row * count + 24);
    draw_sized(&dir.join("pairings.svg"), size, |area| {
        let [left, column, row, top] = [left, column, row, top].map(|n| n as i32);
        let style =
            |size: i32, h, v| ("sans-serif", size).into_font().color(&INK).pos(Pos::new(h, v));
        let games = matrix.pairings.first().map_or(0, |pairing| pairing.games);
        let caption =
            format!("{}: wins in percent of the row, {games} games a pairing", matrix.game);
        area.draw_text(&caption, &style(17, HPos::Left, VPos::Top), (12, 16))?;
        for (x, against) in (0..).zip(&names) {
            let middle = left + column * x + column / 2;
            area.draw_text(against, &style(13, HPos::Center, VPos::Bottom), (middle, top - 8))?;
            for (y, name) in (0..).zip(&names) {
                let (x, y) = (left + column * x, top + row * y);
                let found = matrix.pairings.iter().find_map(|pair| pair.rate_of(name, against));
                let Some(rate) = found else { continue };
                let corners = [(x + 1, y + 1), (x + column - 1, y + row - 1)];
                area.draw(&Rectangle::new(corners, shade(&rate, 2).filled()))?;
                let text = format!("{:.1}", rate.mean * 100.0);
                let middle = (x + column / 2, y + row / 2);
                area.draw_text(&text, &style(14, HPos::Center, VPos::Center), middle)?;
            }
        }
        for (y, name) in (0..).zip(&names) {
            let middle = (left - 10, top + row * y + row / 2);
            area.draw_text(name, &style(14, HPos::Right, VPos::Center), middle)?;
        }
        Ok(())
    })
}

/// A heat map: a row per line-up, a column per class.
fn line_ups(
    matrix: &Matrix,
    players: &PlayersReport,
    area: &Area<'_>,
) -> Result<(), Box<dyn Error>> {
    let [names, column, row, top] = GRID.map(|n| n as i32);
    let caption = format!(
        "{} {}, {} players: win rate per seat in percent (fair: {:.1})",
        matrix.game,
        matrix.preset,
        players.players,
        100.0 / players.players.max(1) as f64
    );
    let style = |size: i32, h, v| ("sans-serif", size).into_font().color(&INK).pos(Pos::new(h, v));
    area.draw_text(&caption, &style(17, HPos::Left, VPos::Top), (12, 16))?;
    for (at, (name, _)) in players.classes.0.iter().enumerate() {
        let x = names + column * at as i32 + column / 2;
        area.draw_text(name, &style(15, HPos::Center, VPos::Bottom), (x, top - 8))?;
    }
    for (at, report) in players.line_ups.iter().enumerate() {
        let y = top + row * at as i32;
        let name = report.line_up.join(" ");
        area.draw_text(&name, &style(14, HPos::Right, VPos::Center), (names - 10, y + row / 2))?;
        for (place, (class, _)) in players.classes.0.iter().enumerate() {
            let Some((_, entry)) = report.classes.0.iter().find(|(name, _)| name == class) else {
                continue;
            };
            let x = names + column * place as i32;
            let colour = shade(&entry.win_rate, players.players);
            let corners = [(x + 1, y + 1), (x + column - 1, y + row - 1)];
            area.draw(&Rectangle::new(corners, colour.filled()))?;
            let text = format!("{:.1}", entry.win_rate.mean * 100.0);
            let middle = (x + column / 2, y + row / 2);
            area.draw_text(&text, &style(14, HPos::Center, VPos::Center), middle)?;
        }
    }
    Ok(())
}

/// White at the fair share, full colour at twice the share or none.
fn shade(rate: &Interval, players: usize) -> RGBColor {
    let off = (rate.mean * players.max(1) as f64 - 1.0).clamp(-1.0, 1.0);
    let full = if off > 0.0 { ABOVE } else { BELOW };
    let mix = |channel: u8| {
        let white = 255.0;
        (white + (f64::from(channel) - white) * off.abs() * 0.85) as u8
    };
    RGBColor(mix(full.0), mix(full.1), mix(full.2))
}
