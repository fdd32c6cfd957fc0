//! Judo in the catalogue: presets, settings, computer players, statistics.

use bout_core::{
    Bot, BotInfo, BotSpec, Catalogued, Game, Named, Occasion, Preset, Seat, SeatSet, Setting, Soak,
};
use serde_json::{Value, json};

use crate::config::{Config, Mode};
use crate::event::Event;
use crate::phase::Phase;
use crate::state::{Side, State};
use crate::stats::Tallied;
use crate::{Judo, bots, settings, soak};

impl Catalogued for Judo {
    type Tally = Tallied;

    const ABOUT: &'static str =
        "stat cards: each round one side names a stat, the higher card wins the point";
    const LENGTH_UNIT: &'static str = "rounds";
    const LENGTH_CAP: u32 = 100;

    const CONFIG_CODE: &'static str = "invalid_config";
    const RATED_DECISIONS: u32 = 1;
    const SECRET_KEYS: &'static [&'static str] = &["decks"];

    fn people(&self) -> SeatSet {
        match self.config.mode {
            Mode::Pvp => SeatSet::all(2),
            Mode::Solo => SeatSet::one(Seat(0)),
        }
    }

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn presets() -> Vec<Preset<Config>> {
        let solo = Config::default();
        let pvp = Config { mode: Mode::Pvp, ..solo.clone() };
        let test = Config { test_mode: true, ..solo.clone() };
        vec![
            Preset::new("solo", "one person against the computer, to 5", solo),
            Preset::new("pvp", "two people, the dice say who begins", pvp),
            Preset::new("test", "solo with the test commands open", test),
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        let begun = match Self::phase(state) {
            Phase::RoundStart | Phase::WaitingForPlayerAction | Phase::RoundDecision => 1,
            Phase::WaitingForMatchStart
            | Phase::MatchStart
            | Phase::RoundOver
            | Phase::Cooldown
            | Phase::MatchDecision
            | Phase::MatchOver
            | Phase::InterruptRound
            | Phase::InterruptMatch
            | Phase::RoundModification => 0,
        };
        u32::from(state.m.ledger.rounds_played) + begun
    }

    fn length_at(event: &Event) -> u32 {
        if let Event::RoundStarted { round, .. } = event { (*round).into() } else { 0 }
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::of(seat).map_or_else(|| seat.to_string(), |side| Named::name(&side).into())
    }

    fn suited(occasion: &Occasion) -> Value {
        match occasion {
            Occasion::Batch => {
                json!({"skip_round_cooldown": true, "emit_ticks": false, "difficulty": "hard"})
            }
            Occasion::Networked | Occasion::Seated(_) | Occasion::Rated => json!({}),
        }
    }

    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&soak::Misuse)
    }

    fn usual_bot(&self, seat: Seat) -> &'static str {
        let computer = seat == Side::Opponent.seat() && self.config.mode == Mode::Solo;
        if computer { Named::name(&self.config.difficulty) } else { "hard" }
    }
}
