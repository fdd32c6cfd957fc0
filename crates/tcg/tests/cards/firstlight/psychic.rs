//! PSYCHIC: confuses, moves pain about, reads hands.

use crate::card;

#[test]
fn murmurling() {
    card(
        "Murmurling",
        &[
            ("Whisper", "", &[1], "20 to foe active; foe active is confused"),
            ("Whisper", "", &[0], "20 to foe active"),
        ],
    );
}

#[test]
fn echoshade() {
    card(
        "Echoshade",
        &[
            ("Mind Fog", "", &[], "30 to foe active; foe active is confused"),
            ("Echo", "", &[], "40 to foe active"),
            ("Echo", "foe confused", &[], "70 to foe active"),
        ],
    );
}

#[test]
fn oraculith() {
    card(
        "Oraculith",
        &[
            ("Mind Quake", "", &[], "50 to foe active"),
            ("Mind Quake", "foe damage 30", &[], "80 to foe active"),
            (
                "Mind Quake",
                "foe damage 90",
                &[],
                "110 to foe active; foe active is out; takes a prize; foe switch with bench 0",
            ),
            ("ability", "damage 30", &[], "moved 20 on own bench 0"),
            ("ability", "damage 10", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn lullamb() {
    card(
        "Lullamb",
        &[("Lullaby", "", &[], "foe active is asleep"), ("Head Bump", "", &[], "20 to foe active")],
    );
}

#[test]
fn dreamfleece() {
    card(
        "Dreamfleece",
        &[
            ("Dream Kick", "", &[], "30 to foe active"),
            (
                "Counting Game",
                "holding Dream Mote+Dream Mote+Dream Mote",
                &[1, 1, 0],
                "20 to foe active",
            ),
            ("Counting Game", "", &[], "0 to foe active"),
        ],
    );
}

#[test]
fn reverram() {
    card(
        "Reverram",
        &[
            ("Charge of Sleep", "", &[], "40 to foe active"),
            ("Charge of Sleep", "foe poisoned", &[], "60 to foe active"),
            ("Deep Dream", "", &[1], "70 to foe active; foe active is asleep"),
            ("Deep Dream", "", &[0], "70 to foe active"),
        ],
    );
}

#[test]
fn gazeowl() {
    card(
        "Gazeowl",
        &[
            ("Far Sight", "", &[], "10 to foe active"),
            ("Talon", "", &[], "30 to foe active"),
            ("attacked", "foe is Echoshade, foe with Dream Mote", &[], "30 to own active"),
        ],
    );
}

#[test]
fn prophowl() {
    card(
        "Prophowl",
        &[
            ("Omen", "", &[], "50 to foe active; draws"),
            ("ability", "holding Iron Mote", &[], "discards Iron Mote; draws; draws"),
            ("ability", "", &[], "refused cannot_pay_cost"),
            ("attacked", "foe is Echoshade, foe with Dream Mote", &[], "30 to own active"),
        ],
    );
}

#[test]
fn hexdoll() {
    card(
        "Hexdoll",
        &[
            ("Pin Storm", "damage 30", &[1, 0, 1], "40 to foe active"),
            ("Pin Storm", "", &[], "0 to foe active"),
            ("Pin", "", &[], "20 to foe active"),
            (
                "attacked",
                "damage 40",
                &[],
                "30 to own active; Parting Hex; foe active is confused; foe active is poisoned; own active is out; foe takes a prize; switch with bench 0",
            ),
        ],
    );
}

#[test]
fn veilcat() {
    card(
        "Veilcat",
        &[
            ("Light Paws", "", &[1], "20 to foe active; foe discards Iron Mote"),
            ("Light Paws", "", &[0], "20 to foe active"),
            ("Veil Strike", "", &[], "50 to foe active"),
            ("attacked", "foe is Lampwing, foe with Flame Mote", &[], "20 to own active"),
        ],
    );
}
