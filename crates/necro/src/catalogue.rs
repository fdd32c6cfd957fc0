//! NecroChess in the catalogue: presets, settings, computer players, statistics, card data.

use bout_core::{
    Bot, BotInfo, BotSpec, CardData, Catalogued, DataError, DataFile, Named, Occasion, Preset,
    Seat, Setting, Soak, VerbCoverage,
};
use serde_json::{Value, json};

use crate::cards::Cards;
use crate::config::Config;
use crate::piece::Side;
use crate::state::State;
use crate::stats::Report;
use crate::{Necro, bots, settings, soak};

impl Catalogued for Necro {
    type Tally = Report;

    const ABOUT: &'static str =
        "tactics on the xiangqi board: bind souls to pieces, shoot, raise the dead";
    const LENGTH_UNIT: &'static str = "turns";
    const LENGTH_CAP: u32 = 1000;
    const GAMES: u64 = 500;
    const METRICS: &'static [&'static str] = &[
        "average_actions",
        "average_turns",
        "first_side_win_rate",
        "turn_limit_share",
        "average_corpse_difference",
        "kills",
        "revivals",
        "king_deaths",
        "ability_triggers",
        "items_used",
        "clans",
        "flags",
    ];

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn presets() -> Vec<Preset<Config>> {
        vec![
            Preset::new("standard", "the rules as they are, without a clock", Config::default()),
            Preset::new("networked", "two minutes for a turn", Config::networked()),
            Preset::new(
                "literal",
                "no cap on stored mana, any number of souls a turn",
                Config::literal(),
            ),
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        state.number
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::of(seat).map_or_else(String::new, |side| side.name().to_owned())
    }

    fn suited(occasion: &Occasion) -> Value {
        match occasion {
            Occasion::Batch => json!({"turnMs": 0}),
            Occasion::Networked => json!({"turnMs": 120_000}),
            Occasion::Seated(_) | Occasion::Rated => json!({}),
        }
    }

    fn card_data() -> Option<&'static dyn CardData<Self>> {
        Some(&SoulsAndItems)
    }

    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&soak::Misuse)
    }
}

/// Souls and items in data files.
struct SoulsAndItems;

impl CardData<Necro> for SoulsAndItems {
    fn load(&self, files: &[DataFile]) -> Result<Cards, Vec<DataError>> {
        Cards::read(files)
    }

    fn collection(&self, cards: &Cards) -> Value {
        cards.document()
    }

    fn coverage(&self, cards: &Cards) -> Vec<VerbCoverage> {
        cards.coverage()
    }
}
