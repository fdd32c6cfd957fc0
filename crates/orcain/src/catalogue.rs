//! Orcain in the catalogue: presets, settings, computer players, statistics.

use bout_core::{
    Bot, BotInfo, BotSpec, Catalogued, Forecasts, Occasion, Preset, Seat, SeatPlan, SeatSet,
    Setting, Soak,
};
use serde_json::{Value, json};

use crate::config::{Config, Mode};
use crate::event::Event;
use crate::state::State;
use crate::stats::Stats;
use crate::{BOT, Orcain, bots, settings, soak};

impl Catalogued for Orcain {
    type Tally = Stats;

    const ABOUT: &'static str =
        "simultaneous duel: both lay three of four cards in secret, then open them one by one";
    const LENGTH_UNIT: &'static str = "rounds";
    const LENGTH_CAP: u32 = 100;
    const RATED_DECISIONS: u32 = 1;
    const SECRET_KEYS: &'static [&'static str] = &["hands"];

    fn people(&self) -> SeatSet {
        match self.config.mode {
            Mode::Pvp => SeatSet::all(2),
            Mode::Pve => SeatSet::one(Seat(0)),
        }
    }

    fn suited(occasion: &Occasion) -> Value {
        match occasion {
            Occasion::Batch => json!({"step_first_ms": 0, "step_ms": 0}),
            Occasion::Seated(plan) => seated(plan),
            Occasion::Networked | Occasion::Rated => json!({}),
        }
    }

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn presets() -> Vec<Preset<Config>> {
        let standard = Config::default();
        let quick = Config { prep_ms: 300, step_first_ms: 50, step_ms: 50, ..standard.clone() };
        let pve = Config { mode: Mode::Pve, ..standard.clone() };
        vec![
            Preset::new("standard", "two people, 20 s to prepare", standard),
            Preset::new("pve", "one person against the orc", pve),
            Preset::new("quick", "short timings for tests", quick),
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        state.round_index
    }

    fn length_at(event: &Event) -> u32 {
        match event {
            Event::PrepStart { round_index, .. } => *round_index,
            Event::DraftStored { .. }
            | Event::ConfirmOk { .. }
            | Event::StepReveal(_)
            | Event::RoundEnd { .. }
            | Event::MatchEnd(_) => 0,
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        if self.autopilot_seat(seat) { "orc".into() } else { ["A", "B"][seat.index() % 2].into() }
    }

    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&soak::Misuse)
    }

    fn forecasts() -> Option<&'static dyn Forecasts<Self>> {
        Some(&bots::optimal::Solved)
    }

    fn usual_bot(&self, seat: Seat) -> &'static str {
        if self.autopilot_seat(seat) { "orc_bot" } else { "random" }
    }
}

/// Against the computer nobody waits for its deadline; at one screen players prepare in turn.
fn seated(plan: &SeatPlan) -> Value {
    let mut changes = json!({});
    if plan.people == SeatSet::one(Seat(0)) {
        changes["mode"] = json!(Mode::Pve);
    }
    if plan.one_screen {
        changes["in_turn"] = json!(true);
    }
    changes
}

impl Orcain {
    fn autopilot_seat(&self, seat: Seat) -> bool {
        self.config.mode == Mode::Pve && seat == BOT
    }
}
