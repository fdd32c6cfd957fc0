//! Computer players that can play every game, and the seats they play at.
//!
//! A game's own players live in its crate; [`make`] finds those first. What is here knows no rules:
//! [`random`](RandomBot) picks among the legal actions, [`search`](SearchBot) tries them out in
//! imagined worlds. [`Player`] is a bot behind JSON, for hosts that do not know the game.
//!
//! ```
//! use bout_core::BotSpec;
//! use bout_orcain::Orcain;
//! let spec: BotSpec = "search:playouts=50".parse()?;
//! assert!(bout_bots::make::<Orcain>(&spec).is_ok());
//! assert!(bout_bots::make::<Orcain>(&BotSpec::plain("nobody")).is_err());
//! # Ok::<(), String>(())
//! ```

mod player;
mod random;
mod search;

use bout_core::{Bot, BotInfo, BotSpec, Catalogued};

pub use player::{Player, Position, Seating};
pub use random::RandomBot;
pub use search::SearchBot;

/// The players for every game.
const COMMON: &[BotInfo] = &[
    BotInfo { name: "random", about: "any legal action, all equally likely", params: &[] },
    BotInfo {
        name: "search",
        about: "tries its actions out in imagined worlds, to the end, and takes the best",
        params: &["playouts=1000"],
    },
];

/// All players of a game: its own, then the common ones it has none of that name for.
pub fn all<G: Catalogued>() -> Vec<BotInfo> {
    let own = G::bots();
    let common = COMMON.iter().filter(|bot| own.iter().all(|own| own.name != bot.name));
    own.iter().chain(common).copied().collect()
}

/// Makes a player by its name.
pub fn make<G: Catalogued>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, String> {
    if let Some(own) = G::bot(spec) {
        return own;
    }
    match spec.name.as_str() {
        "random" => spec.only(&[]).map(|()| Box::<RandomBot<G>>::default() as Box<dyn Bot<G>>),
        "search" => SearchBot::new(spec).map(|bot| Box::new(bot) as Box<dyn Bot<G>>),
        unknown => {
            let names: Vec<_> = all::<G>().iter().map(|bot| bot.name).collect();
            Err(format!("'{}' has no bot '{unknown}'; it has {}", G::ID, names.join(", ")))
        }
    }
}
