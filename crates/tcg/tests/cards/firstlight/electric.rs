//! ELECTRIC: quick, light on its feet, fond of coins.

use crate::card;

#[test]
fn zaplet() {
    card(
        "Zaplet",
        &[
            ("Static Nudge", "", &[1], "10 to foe active; foe active is paralyzed"),
            ("Static Nudge", "", &[0], "10 to foe active"),
        ],
    );
}

#[test]
fn arcferret() {
    card(
        "Arcferret",
        &[
            ("Double Spark", "", &[1, 1], "60 to foe active"),
            ("Double Spark", "", &[0, 0], "0 to foe active"),
            ("Quick Bite", "", &[], "20 to foe active"),
        ],
    );
}

#[test]
fn stormsable() {
    card(
        "Stormsable",
        &[
            ("Chain Lightning", "", &[], "50 to foe active; 10 to foe bench 0; 10 to foe bench 1"),
            ("Sabre Spark", "", &[], "30 to foe active"),
            ("ability", "", &[], "switch with bench 0"),
            ("ability", "benched", &[], "switch with bench 0"),
        ],
    );
}

#[test]
fn wattbug() {
    card(
        "Wattbug",
        &[("Buzz", "", &[1], "30 to foe active"), ("Buzz", "", &[0], "10 to foe active")],
    );
}

#[test]
fn coilbeetle() {
    card(
        "Coilbeetle",
        &[
            ("Coil Ram", "", &[], "40 to foe active"),
            ("Coil Ram", "stadium Humming Pylons", &[], "60 to foe active"),
            ("Coil Ram", "stadium Proving Yard", &[], "50 to foe active"),
            ("Charge Up", "", &[], "10 to foe active; Spark Mote to own active"),
        ],
    );
}

#[test]
fn dynamantis() {
    card(
        "Dynamantis",
        &[
            (
                "Overload",
                "",
                &[1],
                "Live Wire; boost attack 20 until 5; 110 to foe active; recoil 20 on own active",
            ),
            ("Overload", "", &[0], "Live Wire; 90 to foe active; recoil 20 on own active"),
            ("Arc Scythe", "", &[0], "Live Wire; 40 to foe active"),
        ],
    );
}

#[test]
fn glimmereel() {
    card(
        "Glimmereel",
        &[
            ("Numbing Touch", "", &[1], "20 to foe active; foe active is paralyzed"),
            ("Numbing Touch", "", &[0], "20 to foe active"),
        ],
    );
}

#[test]
fn surgeray() {
    card(
        "Surgeray",
        &[
            ("Follow Through", "", &[], "30 to foe active"),
            ("Follow Through", "foe paralyzed", &[], "60 to foe active"),
            ("Storm Coil", "", &[1, 0], "30 to foe active"),
            ("Storm Coil", "with Spark Mote", &[1, 1, 1], "90 to foe active"),
        ],
    );
}

#[test]
fn paperkite() {
    card(
        "Paperkite",
        &[
            ("Lightning Dive", "", &[], "30 to foe active; switch with bench 0"),
            ("Lightning Dive", "burned", &[], "refused cannot_attack"),
        ],
    );
}

#[test]
fn fluxcat() {
    card(
        "Fluxcat",
        &[
            ("Scatter Shock", "", &[1], "50 to foe active"),
            ("Scatter Shock", "", &[0], "fails: tails"),
            ("Claw", "", &[], "10 to foe active"),
        ],
    );
}
