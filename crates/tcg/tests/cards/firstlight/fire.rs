//! FIRE: burns, and pays energies for great blows.

use crate::card;

#[test]
fn cinderpup() {
    card(
        "Cinderpup",
        &[
            ("Warm Nose", "", &[], "10 to foe active"),
            ("Ember Snap", "", &[1], "20 to foe active; foe active is burned"),
            ("Ember Snap", "", &[0], "20 to foe active"),
        ],
    );
}

#[test]
fn furnhound() {
    card(
        "Furnhound",
        &[
            ("Kindle Bite", "", &[], "30 to foe active"),
            ("Backdraft", "", &[], "Flame Mote off own active; 60 to foe active"),
            ("evolve", "", &[], "evolves to Furnhound"),
        ],
    );
}

#[test]
fn calderhowl() {
    card(
        "Calderhowl",
        &[
            ("Caldera Roar", "", &[], "Flame Mote + Flame Mote off own active; 80 to foe active"),
            ("Hot Breath", "", &[], "30 to foe active"),
            ("ability", "", &[], "Flame Mote to own active"),
            ("ability", "asleep", &[], "refused ability_blocked_by_status"),
        ],
    );
}

#[test]
fn wickling() {
    card(
        "Wickling",
        &[
            ("Flicker", "", &[1], "10 to foe active; foe active is burned"),
            ("Flicker", "", &[0], "10 to foe active"),
        ],
    );
}

#[test]
fn lampwing() {
    card(
        "Lampwing",
        &[
            ("Scorch Dust", "", &[], "20 to foe active; foe active is burned"),
            ("evolve", "", &[], "evolves to Lampwing; Guiding Glow; finds 1; shows Brook Mote"),
        ],
    );
}

#[test]
fn pharoswing() {
    card(
        "Pharoswing",
        &[
            ("Beacon Flare", "", &[], "30 to foe active; foe active is burned"),
            ("White Heat", "", &[], "60 to foe active"),
            ("White Heat", "foe burned", &[], "90 to foe active"),
        ],
    );
}

#[test]
fn ashkit() {
    card(
        "Ashkit",
        &[("Ash Paw", "", &[], "10 to foe active"), ("Pounce", "", &[], "20 to foe active")],
    );
}

#[test]
fn smolderpelt() {
    card(
        "Smolderpelt",
        &[
            ("Pelt Blaze", "", &[], "40 to foe active"),
            ("Rekindle", "", &[], "10 to foe active; Flame Mote to own bench 0"),
        ],
    );
}

#[test]
fn magmote() {
    card(
        "Magmote",
        &[
            ("Eruption", "", &[1], "50 to foe active"),
            ("Eruption", "", &[0], "50 to foe active; coin 20 on own active"),
            ("Lava Lob", "", &[], "30 to foe active; 10 to foe bench 0"),
            (
                "Lava Lob",
                "prey 50",
                &[],
                "30 to foe active; 10 to foe bench 0; foe bench 0 is out; takes a prize",
            ),
            ("Lava Lob", "lonely", &[], "30 to foe active"),
        ],
    );
}

#[test]
fn squibtail() {
    card(
        "Squibtail",
        &[
            (
                "Grand Finale",
                "",
                &[],
                "60 to foe active; discards Squibtail + Flame Mote + Iron Mote; switch with bench 0",
            ),
            ("Fizz", "", &[], "10 to foe active"),
        ],
    );
}
