//! Tools.

use crate::card;

#[test]
fn feather_boots() {
    card(
        "Feather Boots",
        &[
            ("trainer", "", &[], "Feather Boots on own active"),
            ("trainer", "tool Iron Claws, alone", &[], "refused no_effect"),
        ],
    );
    card(
        "Tectusk",
        &[
            ("retreat", "tool Feather Boots", &[], "switch with bench 0"),
            ("retreat", "", &[], "refused insufficient_energy"),
        ],
    );
}

#[test]
fn iron_claws() {
    card("Iron Claws", &[("trainer", "", &[], "Iron Claws on own active")]);
    card("Jabbit", &[("Jab", "tool Iron Claws", &[], "30 to foe active")]);
}

#[test]
fn evergreen_ribbon() {
    card("Evergreen Ribbon", &[("trainer", "", &[], "Evergreen Ribbon on own active")]);
    card("Furnhound", &[("evolve", "tool Evergreen Ribbon", &[], "refused cannot_evolve")]);
    card("Jabbit", &[("attacked", "tool Evergreen Ribbon", &[], "10 to own active")]);
}
