//! The options that all batches share: what is played, by whom, how often, on which seeds.

use std::path::PathBuf;
use std::sync::Arc;

use bout_core::{LineUp, Listed};
use bout_games::Catalogue;
use bout_sim::Limits;
use serde_json::Value;

use crate::output::Stop;
use crate::setting::{self, Setting};

/// What to play.
#[derive(clap::Args, Debug, Clone)]
pub struct Play {
    /// The game
    pub game: String,
    /// How many matches; in a matrix or comparison: per line-up [default: 10000, or what is usual
    /// in the game; see the help of the command]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: Option<u64>,
    /// From which every match's seed is derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// On how many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Who plays: one bot for all seats, or one a seat, separated by commas; parameters follow
    /// the name, as in name:key=value
    #[arg(long, value_name = "A,B,…")]
    pub bots: Option<String>,
    #[command(flatten)]
    pub setting: Setting,
    /// How many play (tank: 2 to 4); a list such as 2,3,4 for several line-ups
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub players: Vec<u8>,
    /// A class per seat, separated by commas (tank: heavy, medium, light)
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub classes: Option<Vec<String>>,
    /// A deck per seat, separated by commas (games that are played with decks)
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

impl Play {
    /// The games, with the card data that was asked for.
    pub fn catalogue(&self) -> Result<Catalogue, Stop> {
        setting::catalogue(self.cards.as_ref(), Some(&self.game))
    }

    /// On how many threads, all cores counted.
    pub fn threads(&self) -> Result<usize, Stop> {
        match self.threads {
            0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
            n @ 1..=1024 => Ok(n),
            n => Err(Stop::usage(format!("--threads {n}: at most 1024 expected"))),
        }
    }

    /// Where a match is given up.
    pub fn limits<G: Listed>(&self) -> Result<Limits, Stop> {
        let mut limits = Limits::of::<G>();
        limits.steps = self.max_steps.unwrap_or(limits.steps);
        for (unit, cap) in [("turns", self.max_turns), ("rounds", self.max_rounds)] {
            match cap {
                Some(cap) if unit == G::LENGTH_UNIT => limits.length = cap,
                Some(_) => {
                    let (game, counted) = (G::ID, G::LENGTH_UNIT);
                    let text = format!("--max-{unit}: {game} is counted in {counted}");
                    return Err(Stop::usage(text));
                }
                None => {}
            }
        }
        Ok(limits)
    }

    /// The one line-up that is asked for.
    pub fn line_up(&self) -> Result<LineUp, Stop> {
        match self.players.as_slice() {
            [] => Ok(self.line_up_of(None)),
            [one] => Ok(self.line_up_of(Some(usize::from(*one)))),
            _ => Err(Stop::usage("--players: one number expected here, no list")),
        }
    }

    /// The line-up that is asked for, with so many players.
    pub fn line_up_of(&self, players: Option<usize>) -> LineUp {
        LineUp { players, classes: self.classes.clone(), decks: self.decks.clone() }
    }
}

/// The rules with a config that the game has accepted.
pub fn open<G: Listed>(config: &Value, library: &Arc<G::Library>) -> Result<Arc<G>, Stop> {
    let config: G::Config = serde_json::from_value(config.clone()).map_err(Stop::usage)?;
    Ok(Arc::new(G::new(config, library).map_err(Stop::usage)?))
}
