//! Golden transcripts: matches as files that read like a story.
//!
//! Lines that begin with `#` and empty lines are comments. A header names the game, and may name a
//! preset, changes to it and a seed. Then each `>` line is an input, followed by what came of it:
//! `<` lines are events, `=` gives the phase, the digest and, once there is one, the outcome, and
//! `!` is the code of a refusal. A line `? 0` shows the view of a seat, or of `public`.
//!
//! ```text
//! game orcain
//! config {"prep_ms":20000}
//! seed 2a
//! > open
//! < {"type":"prep_start","round":1}
//! = prep 0123456789abcdef
//! > @500 0 {"type":"confirm","layout":["attack",null,null]} luck [1]
//! ! wrong_phase
//! > left 1
//! > expire
//! > advance 60000
//! ? 0 {"round":1}
//! ```

mod read;
mod run;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bout_core::{Catalogued, LoadedGame};

use crate::Edges;

/// Something wrong with a transcript, or with the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptFault {
    /// The file, or the directory where there is none.
    pub file: PathBuf,
    /// The line, from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for TranscriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.text)
    }
}

impl std::error::Error for TranscriptFault {}

/// The transcripts of one game.
pub struct Transcripts<G: Catalogued> {
    directory: PathBuf,
    rules: LoadedGame<G>,
    library: Arc<G::Library>,
    update: bool,
}

impl<G: Catalogued> Transcripts<G> {
    /// Every `.txt` file of a directory.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self::with_library(directory, Arc::default())
    }

    /// The same, played with this card data.
    pub fn with_library(directory: impl Into<PathBuf>, library: Arc<G::Library>) -> Self {
        let rules = LoadedGame::new(Arc::clone(&library));
        Transcripts { directory: directory.into(), rules, library, update: false }
    }

    /// Whether files are rewritten instead of compared.
    #[must_use]
    pub fn update(self, update: bool) -> Self {
        Transcripts { update, ..self }
    }

    /// Plays every file; returns which edges of the chart they took.
    pub fn run(&self) -> Result<Edges, TranscriptFault> {
        let files = self.files()?;
        let mut edges = Edges::new::<G>();
        files.iter().try_for_each(|file| self.one(file, &mut edges))?;
        Ok(edges)
    }

    fn files(&self) -> Result<Vec<PathBuf>, TranscriptFault> {
        let listed = fs::read_dir(&self.directory).map_err(|error| self.fault(&error))?;
        let paths = listed.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut files: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|ext| ext == "txt")).collect();
        files.sort();
        if files.is_empty() { Err(self.fault(&"there is no transcript here")) } else { Ok(files) }
    }

    fn fault(&self, text: &dyn fmt::Display) -> TranscriptFault {
        TranscriptFault { file: self.directory.clone(), line: 0, text: text.to_string() }
    }

    fn one(&self, file: &Path, edges: &mut Edges) -> Result<(), TranscriptFault> {
        let fault = |line, text| TranscriptFault { file: file.to_owned(), line, text };
        let written = fs::read_to_string(file).map_err(|error| fault(0, error.to_string()))?;
        let story = run::tell(&self.rules, &written).map_err(|(line, text)| fault(line, text))?;
        run::count_edges::<G>(&story.replay, &self.library, edges)
            .map_err(|text| fault(0, text))?;
        if self.update {
            return fs::write(file, story.text).map_err(|error| fault(0, error.to_string()));
        }
        match difference(&written, &story.text) {
            None => Ok(()),
            Some((line, text)) => Err(fault(line, text)),
        }
    }
}

/// The first line that is not as written.
fn difference(written: &str, found: &str) -> Option<(usize, String)> {
    let (mut expected, mut found) = (written.lines(), found.lines());
    for line in 1.. {
        let (expected, found) = (expected.next(), found.next());
        if expected.is_none() && found.is_none() {
            break;
        }
        if expected != found {
            let [expected, found] = [expected, found].map(|line| line.unwrap_or("(end of file)"));
            let hint = "if the rules were meant to change, raise VERSION and run with UPDATE=1";
            return Some((
                line,
                format!("\n  expected: {expected}\n  found:    {found}\n  {hint}"),
            ));
        }
    }
    None
}

/// Plays every transcript of a directory and panics at the first line that differs; with
/// `UPDATE=1` in the environment the files are rewritten instead. Returns which edges of the chart
/// they took.
pub fn run_transcripts<G: Catalogued>(directory: &Path, library: Arc<G::Library>) -> Edges {
    let update = std::env::var("UPDATE").is_ok_and(|value| value == "1");
    let transcripts = Transcripts::<G>::with_library(directory, library).update(update);
    transcripts.run().unwrap_or_else(|fault| panic!("{fault}"))
}
