//! Every key of the config with its values and meaning.

use bout_core::{Named, Setting, Values};

use crate::config::Mode;

/// In the order of the config.
pub fn settings() -> Vec<Setting> {
    use Values::{Number, Other, Switch, Words};
    let modes = Words(Mode::ALL.iter().map(Named::name).collect());
    let hands = Other("two lists of four cards: attack, defense, heal, counter");
    let rows = [
        ("mode", modes, "two people, or a person against the bot at seat 1"),
        ("hands", hands, "the cards of both players"),
        ("start_hp", Other("two numbers from 1 to 10"), "HP at the start"),
        ("rounds_per_match", Number(1, 1000), "rounds before sudden death"),
        ("early_reveal", Switch, "end preparation as soon as both players have confirmed"),
        (
            "sudden_death_cap",
            Number(0, 1_000_000),
            "rounds of sudden death after which the match is a draw; 0 for never",
        ),
        ("prep_ms", Number(1, 3_600_000), "time to lay cards"),
        ("step_first_ms", Number(0, 60_000), "time from the end of preparation to the first step"),
        ("step_ms", Number(0, 60_000), "time from one step to the next"),
        ("in_turn", Switch, "prepare one after the other, each with the whole time, at one screen"),
    ];
    rows.into_iter().map(|(key, values, about)| Setting::new(key, values, about)).collect()
}
