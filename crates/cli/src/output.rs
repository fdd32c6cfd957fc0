//! What the program says, and how it ends.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

/// Why a command ended without being done.
#[derive(Debug)]
pub enum Stop {
    /// Exit code 2: wrong usage or unreadable input.
    Usage(String),
    /// Exit code 1: the work failed.
    Failed(String),
    /// Whoever read our output has gone; nothing more to say.
    Closed,
}

impl Stop {
    /// Wrong usage, or input that cannot be read.
    pub fn usage(text: impl ToString) -> Self {
        Stop::Usage(text.to_string())
    }

    /// Work that failed.
    pub fn failed(text: impl ToString) -> Self {
        Stop::Failed(text.to_string())
    }

    /// Says why, in one line, and gives the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Stop::Usage(text) => complain(text, 2),
            Stop::Failed(text) => complain(text, 1),
            Stop::Closed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Failed(error.to_string()),
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
pub fn write_json(value: &impl Serialize, to: &str) -> Result<(), Stop> {
    let mut text = serde_json::to_string_pretty(value).map_err(Stop::failed)?;
    text.push('\n');
    if to == "-" {
        return print(&text);
    }
    let path = Path::new(to);
    std::fs::write(path, text)
        .map_err(|error| Stop::failed(format!("cannot write {}: {error}", path.display())))
}

/// Writes to stdout.
pub fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Reads a whole file, of which no more than this is taken.
pub fn read_file(path: &Path) -> Result<String, Stop> {
    const LIMIT: u64 = 256 << 20;
    let wrong = |text: String| Stop::usage(format!("cannot read {}: {text}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if size > LIMIT {
        return Err(wrong(format!("it has {size} bytes, more than {LIMIT}")));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(bytes)
        .map_err(|error| wrong(format!("not UTF-8 at byte {}", error.utf8_error().valid_up_to())))
}
