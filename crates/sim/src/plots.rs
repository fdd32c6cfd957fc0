//! A report as pictures.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pictures are not that precise"
)]

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::Report;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (800, 480);
const INK: RGBColor = RGBColor(0x2b, 0x2d, 0x42);
const BAR: RGBColor = RGBColor(0x3d, 0x6b, 0x9e);

/// Writes `win_rates.svg` and `length.svg` into a directory.
pub fn write_plots(report: &Report, dir: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(dir)?;
    draw(&dir.join("win_rates.svg"), |area| win_rates(report, area))?;
    draw(&dir.join("length.svg"), |area| length(report, area))
}

fn draw(
    path: &Path,
    paint: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    paint(&area)?;
    area.present().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// A bar per seat with its interval.
fn win_rates(report: &Report, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let seats = report.seats.len();
    let top = report.seats.iter().map(|seat| seat.win_rate.high).fold(0.0, f64::max);
    let caption =
        format!("{}: win rate by seat, 95 % intervals, {} games", report.game, report.games);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20).with_color(INK))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..seats as f64, 0.0..(top * 1.15).min(1.0))?;
    let label = |x: &f64| match report.seats.get(x.floor() as usize) {
        Some(seat) if (x.fract() - 0.5).abs() < 0.01 => format!("{} ({})", seat.name, seat.bot),
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(seats * 2 + 1)
        .x_label_formatter(&label)
        .y_label_formatter(&|y| format!("{:.0} %", y * 100.0))
        .draw()?;
    for (at, seat) in report.seats.iter().enumerate() {
        let (x, rate) = (at as f64, &seat.win_rate);
        let bar = Rectangle::new([(x + 0.25, 0.0), (x + 0.75, rate.mean)], BAR.mix(0.7).filled());
        let whisker =
            PathElement::new([(x + 0.5, rate.low), (x + 0.5, rate.high)], INK.stroke_width(2));
        let ends = [rate.low, rate.high]
            .map(|y| PathElement::new([(x + 0.45, y), (x + 0.55, y)], INK.stroke_width(2)));
        chart.draw_series([bar])?;
        chart.draw_series([whisker])?;
        chart.draw_series(ends)?;
    }
    Ok(())
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
