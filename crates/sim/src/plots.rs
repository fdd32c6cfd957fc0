//! A report as pictures.

#![expect(clippy::cast_precision_loss, reason = "pictures are not that precise")]

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde_json::{Map, Value};

use crate::{Interval, Report, SeatReport};

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (800, 480);
pub(crate) const INK: RGBColor = RGBColor(0x2b, 0x2d, 0x42);
const BAR: RGBColor = RGBColor(0x3d, 0x6b, 0x9e);

/// Writes `win_rates.svg`, `length.svg` and, where the game counts them, `card_use.svg` and `prizes.svg`.
pub fn write_plots(report: &Report, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    draw(&dir.join("win_rates.svg"), |area| win_rates(report, area))?;
    draw(&dir.join("length.svg"), |area| length(report, area))?;
    write_stats_plots(report.game, report.games, &report.stats, dir)
}

/// The pictures of a game's own statistics, as far as it keeps them.
pub(crate) fn write_stats_plots(
    game: &str,
    games: u64,
    stats: &Value,
    dir: &Path,
) -> Result<(), Box<dyn Error>> {
    let figure = |name: &str| stats.get(name).and_then(Value::as_object);
    if let Some(rates) = figure("play_rate_by_type") {
        let caption = format!("{game}: share of the drawn cards that was played, {games} games");
        let size = (SIZE.0.max(120 + 16 * rates.len() as u32), SIZE.1);
        draw_sized(&dir.join("card_use.svg"), size, |area| {
            bars(area, &caption, &plain_marks(rates), &|y| format!("{:.0} %", y * 100.0))
        })?;
    }
    if let Some(prizes) = figure("prizes_taken_by_turn") {
        let caption =
            format!("{game}: prizes taken by both until the end of a turn, {games} games");
        draw(&dir.join("prizes.svg"), |area| {
            bars(area, &caption, &plain_marks(prizes), &|y| format!("{y:.1}"))
        })?;
    }
    Ok(())
}

/// Paints one picture of the usual size.
pub(crate) fn draw(
    path: &Path,
    paint: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    draw_sized(path, SIZE, paint)
}

/// Paints one picture.
pub(crate) fn draw_sized(
    path: &Path,
    size: (u32, u32),
    paint: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, size).into_drawing_area();
    area.fill(&WHITE)?;
    paint(&area)?;
    area.present().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// A bar with a name.
pub(crate) struct Mark {
    pub label: String,
    pub value: Interval,
}

/// A bar per mark with its interval, upward or downward from 0.
pub(crate) fn bars(
    area: &Area<'_>,
    caption: &str,
    marks: &[Mark],
    tick: &dyn Fn(&f64) -> String,
) -> Result<(), Box<dyn Error>> {
    let top = marks.iter().map(|mark| mark.value.high).fold(0.0, f64::max) * 1.1;
    let bottom = marks.iter().map(|mark| mark.value.low).fold(0.0, f64::min) * 1.1;
    let crowded = marks.len() > 6;
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20).with_color(INK))
        .margin(16)
        .x_label_area_size(if crowded { 130 } else { 40 })
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..marks.len() as f64, bottom..top.max(bottom + 1e-9))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .disable_x_mesh()
        .x_labels(0)
        .y_label_formatter(tick)
        .draw()?;
    for (at, mark) in marks.iter().enumerate() {
        let (x, Interval { mean, low, high }) = (at as f64, mark.value);
        let bar = Rectangle::new([(x + 0.25, 0.0), (x + 0.75, mean)], BAR.mix(0.7).filled());
        let whisker = PathElement::new([(x + 0.5, low), (x + 0.5, high)], INK.stroke_width(2));
        let ends = [low, high]
            .map(|y| PathElement::new([(x + 0.45, y), (x + 0.55, y)], INK.stroke_width(2)));
        chart.draw_series([bar])?;
        if high > low {
            chart.draw_series([whisker])?;
            chart.draw_series(ends)?;
        }
        let (left, foot) = chart.backend_coord(&(x + 0.5, bottom));
        area.draw_text(&mark.label, &label_style(crowded), (left, foot + 10))?;
    }
    Ok(())
}

/// Names below the bars; many of them stand upright.
fn label_style(crowded: bool) -> TextStyle<'static> {
    let font = ("sans-serif", 14).into_font();
    if crowded {
        let place = Pos::new(HPos::Left, VPos::Center);
        font.transform(FontTransform::Rotate90).color(&INK).pos(place)
    } else {
        font.color(&INK).pos(Pos::new(HPos::Center, VPos::Top))
    }
}

/// A bar per seat with its interval.
fn win_rates(report: &Report, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let mark = |seat: &SeatReport| Mark {
        label: format!("{} ({})", seat.name, seat.bot),
        value: seat.win_rate,
    };
    let marks: Vec<_> = report.seats.iter().map(mark).collect();
    let (game, games) = (report.game, report.games);
    let caption = format!("{game}: win rate by seat, 95 % intervals, {games} games");
    bars(area, &caption, &marks, &|y| format!("{:.0} %", y * 100.0))
}

/// A mark per named figure, without its interval.
fn plain_marks(figures: &Map<String, Value>) -> Vec<Mark> {
    let mark = |(name, figure): (&String, &Value)| {
        let mean = figure.as_f64().or_else(|| figure.get("mean")?.as_f64()).unwrap_or(0.0);
        Mark { label: name.replace('_', " "), value: Interval { mean, low: mean, high: mean } }
    };
    figures.iter().map(mark).collect()
}

/// How many matches had which length.
fn length(report: &Report, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let counts = &report.lengths;
    let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
    let top = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let caption =
        format!("{}: length in {}, {} games", report.game, report.length.unit, report.games);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20).with_color(INK))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(72)
        .build_cartesian_2d(
            first as f64 - 0.5..counts.len().max(1) as f64 - 0.5,
            0.0..top * 1.05,
        )?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .disable_x_mesh()
        .x_desc(report.length.unit)
        .y_desc("games")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let bars = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(length, count)| {
        let (x, y) = (length as f64, *count as f64);
        Rectangle::new([(x - 0.4, 0.0), (x + 0.4, y)], BAR.mix(0.7).filled())
    });
    chart.draw_series(bars)?;
    Ok(())
}
