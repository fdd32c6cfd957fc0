//! Stadiums.

use crate::card;

#[test]
fn hanging_gardens() {
    card("Hanging Gardens", &[("trainer", "", &[], "stadium")]);
    card("Mosslet", &[("retreat", "stadium Hanging Gardens", &[], "switch with bench 0")]);
    card(
        "Cinderpup",
        &[("retreat", "stadium Hanging Gardens", &[], "refused insufficient_energy")],
    );
}

#[test]
fn proving_yard() {
    card("Proving Yard", &[("trainer", "", &[], "stadium")]);
    card(
        "Jabbit",
        &[
            ("Jab", "stadium Proving Yard", &[], "30 to foe active"),
            ("attacked", "stadium Proving Yard", &[], "40 to own active"),
        ],
    );
}

#[test]
fn humming_pylons() {
    card(
        "Humming Pylons",
        &[
            ("trainer", "stadium Proving Yard", &[], "stadium"),
            ("trainer", "stadium Humming Pylons", &[], "refused same_stadium"),
        ],
    );
    card(
        "Fluxcat",
        &[
            (
                "Scatter Shock",
                "bare, with Spark Mote, stadium Humming Pylons",
                &[1],
                "50 to foe active",
            ),
            ("Scatter Shock", "bare, with Spark Mote", &[], "refused not_enough_energy"),
        ],
    );
}
