//! Energies.

use crate::card;

#[test]
fn flame_mote() {
    card("Flame Mote", &[("attach", "", &[], "Flame Mote to own active")]);
    card(
        "Cinderpup",
        &[
            ("Warm Nose", "bare, with Flame Mote", &[], "10 to foe active"),
            (
                "Warm Nose",
                "bare, with Dream Mote, with Twin Mote",
                &[],
                "refused not_enough_energy",
            ),
        ],
    );
}

#[test]
fn brook_mote() {
    card("Brook Mote", &[("attach", "", &[], "Brook Mote to own active")]);
    card(
        "Dripling",
        &[
            ("Splash", "bare, with Brook Mote", &[], "10 to foe active"),
            ("Splash", "bare, with Dream Mote, with Twin Mote", &[], "refused not_enough_energy"),
        ],
    );
}

#[test]
fn leaf_mote() {
    card("Leaf Mote", &[("attach", "", &[], "Leaf Mote to own active")]);
    card(
        "Mosslet",
        &[
            ("Nibble", "bare, with Leaf Mote", &[], "10 to foe active"),
            ("Nibble", "bare, with Dream Mote, with Twin Mote", &[], "refused not_enough_energy"),
        ],
    );
}

#[test]
fn spark_mote() {
    card("Spark Mote", &[("attach", "", &[], "Spark Mote to own active")]);
    card(
        "Arcferret",
        &[
            ("Quick Bite", "bare, with Spark Mote", &[], "20 to foe active"),
            (
                "Quick Bite",
                "bare, with Dream Mote, with Twin Mote",
                &[],
                "refused not_enough_energy",
            ),
        ],
    );
}

#[test]
fn dream_mote() {
    card("Dream Mote", &[("attach", "", &[], "Dream Mote to own active")]);
    card(
        "Hexdoll",
        &[
            ("Pin", "bare, with Dream Mote", &[], "20 to foe active"),
            ("Pin", "bare, with Stone Mote, with Twin Mote", &[], "refused not_enough_energy"),
        ],
    );
}

#[test]
fn stone_mote() {
    card("Stone Mote", &[("attach", "", &[], "Stone Mote to own active")]);
    card(
        "Jabbit",
        &[
            ("Jab", "bare, with Stone Mote", &[], "20 to foe active"),
            ("Jab", "bare, with Dream Mote, with Twin Mote", &[], "refused not_enough_energy"),
        ],
    );
}

#[test]
fn dusk_mote() {
    card("Dusk Mote", &[("attach", "", &[], "Dusk Mote to own active")]);
    card(
        "Gloomfox",
        &[
            ("Snatch", "bare, with Dusk Mote", &[0], "10 to foe active"),
            ("Snatch", "bare, with Dream Mote, with Twin Mote", &[], "refused not_enough_energy"),
        ],
    );
}

#[test]
fn iron_mote() {
    card("Iron Mote", &[("attach", "", &[], "Iron Mote to own active")]);
    card(
        "Rivetling",
        &[
            ("Hammer Tap", "bare, with Iron Mote, with Flame Mote", &[], "30 to foe active"),
            (
                "Hammer Tap",
                "bare, with Dream Mote, with Twin Mote",
                &[],
                "refused not_enough_energy",
            ),
        ],
    );
}

#[test]
fn twin_mote() {
    card("Twin Mote", &[("attach", "", &[], "Twin Mote to own active")]);
    card(
        "Plodback",
        &[("Trample", "bare, with Twin Mote, with Iron Mote", &[], "50 to foe active")],
    );
    card("Jabbit", &[("Jab", "bare, with Twin Mote", &[], "refused not_enough_energy")]);
}

#[test]
fn prismatic_mote() {
    card("Prismatic Mote", &[("attach", "", &[], "Prismatic Mote to own active")]);
    card("Jabbit", &[("Jab", "bare, with Prismatic Mote", &[], "20 to foe active")]);
    card(
        "Wyrmscion",
        &[(
            "Twin Breath",
            "bare, with Prismatic Mote, with Prismatic Mote",
            &[],
            "refused not_enough_energy",
        )],
    );
}

#[test]
fn hearth_mote() {
    card(
        "Hearth Mote",
        &[
            ("attach", "is Cinderpup", &[], "Hearth Mote to own active"),
            ("attach", "", &[], "refused energy_restricted"),
        ],
    );
    card("Furnhound", &[("Kindle Bite", "bare, with Hearth Mote", &[], "30 to foe active")]);
    card("Cinderpup", &[("retreat", "with Hearth Mote", &[], "refused insufficient_energy")]);
}

#[test]
fn dewdrop_mote() {
    card(
        "Dewdrop Mote",
        &[("attach", "damage 30", &[], "Dewdrop Mote to own active; 20 healed on own active")],
    );
    card("Dripling", &[("Splash", "bare, with Dewdrop Mote", &[], "10 to foe active")]);
    card("Mosslet", &[("Nibble", "bare, with Dewdrop Mote", &[], "10 to foe active")]);
}
