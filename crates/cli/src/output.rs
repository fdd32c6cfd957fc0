//! What the program says, and how it ends.

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Why a command ended without being done.
#[derive(Debug)]
pub enum Exit {
    /// Exit code 2: wrong usage or unreadable input.
    Usage(String),
    /// Exit code 1: the work failed.
    Failed(String),
    /// A signal stopped the work; the report of what was done is written. The exit code.
    Interrupted(u8),
    /// Whoever read our output has gone; nothing more to say.
    Closed,
}

impl Exit {
    /// Wrong usage, or input that cannot be read.
    pub fn usage(text: impl ToString) -> Self {
        Exit::Usage(text.to_string())
    }

    /// Work that failed.
    pub fn failed(text: impl ToString) -> Self {
        Exit::Failed(text.to_string())
    }

    /// The same, with the place where it is.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        match self {
            Exit::Usage(text) => Exit::Usage(format!("{place}: {text}")),
            Exit::Failed(text) => Exit::Failed(format!("{place}: {text}")),
            Exit::Interrupted(code) => Exit::Interrupted(code),
            Exit::Closed => Exit::Closed,
        }
    }

    /// Says why, in one line, and gives the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Exit::Usage(text) => complain(text, 2),
            Exit::Failed(text) => complain(text, 1),
            Exit::Interrupted(code) => complain("stopped; the report is partial", *code),
            Exit::Closed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Exit::Closed,
            _ => Exit::Failed(error.to_string()),
        }
    }
}

fn complain(text: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "bout: {}", text.replace('\n', " "));
    ExitCode::from(code)
}

/// Help and version as they are; an error in one line.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let before = text.split("\n\nUsage:").next().unwrap_or_default();
    let before = before.split("\n\nFor more").next().unwrap_or_default();
    let before = before.split("\n\n  tip:").next().unwrap_or_default();
    let words = before.trim_start_matches("error: ").split_whitespace();
    complain(&words.collect::<Vec<_>>().join(" "), 2)
}

/// Writes one JSON document to a file, or to stdout for `-`.
pub fn write_json(value: &impl Serialize, to: &str) -> Result<(), Exit> {
    let mut text = serde_json::to_string_pretty(value).map_err(Exit::failed)?;
    text.push('\n');
    if to == "-" {
        return print(&text);
    }
    let path = Path::new(to);
    std::fs::write(path, text)
        .map_err(|error| Exit::failed(format!("cannot write {}: {error}", path.display())))
}

/// Where a report goes besides the table on stdout.
#[derive(clap::Args, Debug, Clone)]
pub struct Files {
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
    /// Write the report as CSV files into this directory
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
}

impl Files {
    /// Whether all that is asked for can be written, before long work is done for it.
    pub fn check(&self) -> Result<(), Exit> {
        check_file(self.json.as_deref())?;
        check_dir(self.csv.as_deref())
    }

    /// Writes the CSV files, if they are asked for.
    pub fn write_csv(
        &self,
        write: impl FnOnce(&Path) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Exit> {
        into_dir(self.csv.as_deref(), write)
    }

    /// Writes the JSON document, if it is asked for, and the table, if stdout is free for it; the
    /// table also if something else, whose end is given, could not be written.
    pub fn finish(
        &self,
        report: &impl Serialize,
        table: &str,
        others: impl IntoIterator<Item = Result<(), Exit>>,
    ) -> Result<(), Exit> {
        finish(self.json.as_deref(), report, table, others)
    }
}

/// The same for a command that writes no CSV files.
pub fn finish(
    json: Option<&str>,
    report: &impl Serialize,
    table: &str,
    others: impl IntoIterator<Item = Result<(), Exit>>,
) -> Result<(), Exit> {
    let written = json.map_or(Ok(()), |to| write_json(report, to));
    if json != Some("-") {
        print(table)?;
    }
    others.into_iter().chain([written]).collect()
}

/// Whether a file can be written; it is left as it is.
pub fn check_file(to: Option<&str>) -> Result<(), Exit> {
    let Some(path) = to.filter(|to| *to != "-").map(Path::new) else { return Ok(()) };
    let fresh = !path.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| Exit::usage(format!("cannot write {}: {error}", path.display())))?;
    if fresh {
        // It was only there to see that it can be.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

/// Whether there is a directory, or one can be made.
pub fn check_dir(dir: Option<&Path>) -> Result<(), Exit> {
    let Some(dir) = dir else { return Ok(()) };
    std::fs::create_dir_all(dir)
        .map_err(|error| Exit::usage(format!("cannot write into {}: {error}", dir.display())))
}

/// Writes files into a directory, if one is given.
pub fn into_dir(
    dir: Option<&Path>,
    write: impl FnOnce(&Path) -> Result<(), Box<dyn Error>>,
) -> Result<(), Exit> {
    let Some(dir) = dir else { return Ok(()) };
    write(dir).map_err(|error| Exit::failed(format!("{}: {error}", dir.display())))
}

/// A bar on stderr that counts matches; there only if it is a terminal. For another program that
/// asks for it, lines with both numbers.
pub fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if std::env::var_os("BOUT_PROGRESS").is_some() {
        let counted = bar.clone();
        std::thread::spawn(move || {
            while !counted.is_finished() {
                eprintln!("progress {} {games}", counted.position());
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
        });
    }
    let style = "{msg} {wide_bar} {pos}/{len} games · {per_sec} · {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// What came of some work, and the seconds it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// Writes to stdout.
pub fn print(text: &str) -> Result<(), Exit> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Reads a whole file, of which no more than this is taken.
pub fn read_file(path: &Path) -> Result<String, Exit> {
    const LIMIT: u64 = 256 << 20;
    let wrong = |text: String| Exit::usage(format!("cannot read {}: {text}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if size > LIMIT {
        return Err(wrong(format!("it has {size} bytes, more than {LIMIT}")));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|error| wrong(format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to())))
}
