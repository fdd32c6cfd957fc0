//! The options that all batches share: what is played, by whom, how often, on which seeds.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bout_core::{Catalogued, LineUp};
use bout_games::Catalogue;
use bout_sim::Limits;
use serde_json::Value;

use crate::output::Exit;
use crate::setting::{self, SettingArgs};

/// What to play.
#[derive(clap::Args, Debug, Clone)]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// How many matches, per line-up where several are played; what is usual depends on the
    /// command and the game
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: Option<u64>,
    /// From which every match's seed is derived
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// On how many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0, allow_negative_numbers = true)]
    threads: usize,
    /// Who plays: one bot for all seats, or one a seat, separated by commas; parameters follow
    /// the name, as in name:key=value
    #[arg(long, value_name = "A,B,…")]
    pub bots: Option<String>,
    #[command(flatten)]
    pub setting: SettingArgs,
    /// How many play (tank: 2 to 4); a list such as 2,3,4 for several line-ups
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub players: Vec<u8>,
    /// A class per seat, separated by commas (tank: heavy, medium, light)
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub classes: Option<Vec<String>>,
    /// A deck per seat, separated by commas: ids, deck files, or directories whose decks are loaded
    /// (games that are played with decks)
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    decks: Option<Vec<String>>,
    /// Play with the card data of this directory (games that take card data)
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Give a match up after so many entries
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_steps: Option<u64>,
    /// Give a match up after so many turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_turns: Option<u32>,
    /// Give a match up after so many rounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_rounds: Option<u32>,
}

impl PlayArgs {
    /// The games, with the card data that was asked for.
    pub fn catalogue(&self) -> Result<Catalogue, Exit> {
        self.setting.check()?;
        let (files, _) = self.deck_paths();
        setting::catalogue(self.cards.as_ref(), &files, Some(&self.game))
    }

    /// The files and directories among `--decks`, and the ids of the decks that are played.
    fn deck_paths(&self) -> (Vec<PathBuf>, Option<Vec<String>>) {
        let Some(decks) = &self.decks else { return (Vec::new(), None) };
        let (mut paths, mut ids) = (Vec::new(), Vec::new());
        for deck in decks {
            let path = PathBuf::from(deck);
            if path.is_file() {
                ids.push(deck_id(&path));
            } else if !path.is_dir() {
                ids.push(deck.clone());
                continue;
            }
            paths.push(path);
        }
        (paths, (!ids.is_empty()).then_some(ids))
    }

    /// The ids of all decks among `--decks`, those of directories too; each is named once.
    pub fn deck_ids(&self) -> Result<Option<Vec<String>>, Exit> {
        let Some(decks) = &self.decks else { return Ok(None) };
        let mut ids: Vec<String> = Vec::new();
        for deck in decks {
            let path = PathBuf::from(deck);
            let found = match (path.is_dir(), path.is_file()) {
                (true, _) => setting::deck_files(&path)?.iter().map(|file| deck_id(file)).collect(),
                (_, true) => vec![deck_id(&path)],
                _ => vec![deck.clone()],
            };
            for id in found {
                if ids.contains(&id) {
                    return Err(Exit::usage(format!("--decks: '{id}' is named twice")));
                }
                ids.push(id);
            }
        }
        Ok(Some(ids))
    }

    /// On how many threads, all cores counted.
    pub fn threads(&self) -> Result<usize, Exit> {
        threads(self.threads)
    }

    /// Where a match is given up.
    pub fn limits<G: Catalogued>(&self) -> Result<Limits, Exit> {
        let mut limits = Limits::of::<G>();
        limits.steps = self.max_steps.unwrap_or(limits.steps);
        for (unit, cap) in [("turns", self.max_turns), ("rounds", self.max_rounds)] {
            match cap {
                Some(cap) if unit == G::LENGTH_UNIT => limits.length = cap,
                Some(_) => {
                    let (game, counted) = (G::ID, G::LENGTH_UNIT);
                    let text = format!("--max-{unit}: {game} is counted in {counted}");
                    return Err(Exit::usage(text));
                }
                None => {}
            }
        }
        Ok(limits)
    }

    /// The one line-up that is asked for.
    pub fn line_up(&self) -> Result<LineUp, Exit> {
        match self.players.as_slice() {
            [] => Ok(self.line_up_of(None)),
            [one] => Ok(self.line_up_of(Some(usize::from(*one)))),
            _ => Err(Exit::usage("--players: one number expected here, no list")),
        }
    }

    /// The line-up that is asked for, with so many players.
    pub fn line_up_of(&self, players: Option<usize>) -> LineUp {
        let (_, decks) = self.deck_paths();
        LineUp { players, classes: self.classes.clone(), decks }
    }
}

/// The id of the deck in a file: the one it names, else that of the file.
fn deck_id(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let named = serde_json::from_str::<Value>(&text).ok();
    let named = named.and_then(|tree| Some(tree.get("id")?.as_str()?.to_owned()));
    named.unwrap_or_else(|| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// The rules with a config that the game has accepted.
pub fn open<G: Catalogued>(config: &Value, library: &Arc<G::Library>) -> Result<Arc<G>, Exit> {
    let config: G::Config = serde_json::from_value(config.clone()).map_err(Exit::usage)?;
    let game = G::new(config, library).map_err(Exit::usage)?;
    match G::decks().and_then(|decks| decks.unplayable(&game)) {
        Some(why) => Err(Exit::usage(why)),
        None => Ok(Arc::new(game)),
    }
}

/// A time such as `90s`, `10m` or `1.5h`.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is no time; 90s, 10m or 1.5h expected");
    let place = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(place);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// A number above 0.
pub fn read_positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("'{text}' is no number above 0"))
}

/// So many threads; all cores for 0.
pub fn threads(asked: usize) -> Result<usize, Exit> {
    match asked {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        n @ 1..=1024 => Ok(n),
        n => Err(Exit::usage(format!("--threads {n}: at most 1024 expected"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(read_time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(read_time("1.5h"), Ok(Duration::from_mins(90)));
        for bad in ["", "10", "m", "10d", "-1s", "1e400s", "nans"] {
            assert!(read_time(bad).is_err(), "{bad}");
        }
        assert!(read_positive("0").is_err() && read_positive("inf").is_err());
    }
}
