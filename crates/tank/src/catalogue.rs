//! Tank in the catalogue: presets, settings, computer players, statistics.

use bout_core::{
    Bot, BotInfo, BotSpec, Catalogued, Game, LineUps, Named, Occasion, Preset, Seat, SeatSet,
    Setting, Soak,
};
use serde_json::{Value, json};

use crate::config::{Clocks, Config, Controller};
use crate::event::Event;
use crate::state::State;
use crate::stats::Stats;
use crate::{Tank, bots, line_ups, settings, soak};

impl Catalogued for Tank {
    type Tally = Stats;

    const ABOUT: &'static str =
        "tanks with a shared deck: load, fire, sabotage, and answer out of turn";
    const LENGTH_UNIT: &'static str = "turns";
    const LENGTH_CAP: u32 = 1000;
    const GAMES: u64 = 1000;
    const CONFIG_CODE: &'static str = "invalid_config";
    const METRICS: &'static [&'static str] = &[
        "turns_per_player",
        "first_player_win_rate",
        "cards_played.mean",
        "attacks.declared",
        "attacks.smoked_share",
        "attacks.smoked_by_self",
        "attacks.smoked_by_others",
        "adrenaline",
        "coup_fourre",
        "cards_drawn_by_type",
        "cards_discarded.by_cause",
        "cards_left_by_type",
        "play_rate_by_type",
        "degenerate",
        "dead_weight",
        "flags",
    ];

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn presets() -> Vec<Preset<Config>> {
        let preset = |name, about| Preset::new(name, about, Config::preset(name));
        vec![
            preset("v1", "the canonical rules"),
            preset("v2", "rebalanced: equal HP, hands refilled"),
            preset("v3", "balanced by the tuner: every class within two points of its share")
                .in_lobby(),
            preset(
                "proto1",
                "the first prototype with its defects, to check the simulator against",
            ),
            preset(
                "proto2",
                "the second prototype with its defects, to check the simulator against",
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
        state.turn
    }

    fn length_at(event: &Event) -> u32 {
        event.turn
    }

    /// Seats that the config gives to the computer are not for people.
    fn people(&self) -> SeatSet {
        let machines = self.config.controllers.iter();
        let machines = (0..).map(Seat).zip(machines).filter(|(_, who)| **who == Controller::Ai);
        SeatSet::all(self.seats()).without(machines.map(|(seat, _)| seat).collect())
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.config
            .classes
            .get(seat.index())
            .map_or_else(String::new, |class| class.name().to_owned())
    }

    fn suited(occasion: &Occasion) -> Value {
        match occasion {
            Occasion::Batch => json!({"rules": {"window_asks": "holders"}}),
            Occasion::Networked => json!({"clocks": Clocks::NETWORKED}),
            Occasion::Seated(_) | Occasion::Rated => json!({}),
        }
    }

    fn line_ups() -> Option<&'static dyn LineUps<Self>> {
        Some(&line_ups::Classes)
    }

    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&soak::Misuse)
    }

    fn path_of(key: &str) -> Vec<String> {
        match key.split_once('.') {
            Some(("rules", rest)) => vec!["rules".into(), rest.into()],
            _ if ["preset", "classes", "controllers", "teams", "rules", "clocks"]
                .iter()
                .any(|root| key == *root || key.starts_with(&format!("{root}."))) =>
            {
                key.split('.').map(str::to_owned).collect()
            }
            _ => vec!["rules".into(), key.into()],
        }
    }
}
