//! WATER: grows with its energies, reaches the bench, mends.

use crate::card;

#[test]
fn dripling() {
    card(
        "Dripling",
        &[("Splash", "", &[], "10 to foe active"), ("Drizzle", "", &[], "20 to foe active")],
    );
}

#[test]
fn brookhorn() {
    card(
        "Brookhorn",
        &[
            ("Torrent", "", &[], "30 to foe active"),
            ("Torrent", "with Brook Mote, with Brook Mote", &[], "50 to foe active"),
            (
                "Torrent",
                "with Brook Mote, with Brook Mote, with Brook Mote, with Brook Mote",
                &[],
                "60 to foe active",
            ),
        ],
    );
}

#[test]
fn deltadrake() {
    card(
        "Deltadrake",
        &[
            ("Undertow", "", &[], "50 to foe active; 10 to foe bench 0; 10 to foe bench 1"),
            ("Floodgate", "with Brook Mote", &[], "60 to foe active"),
            (
                "Floodgate",
                "with Brook Mote, with Brook Mote, with Brook Mote, with Brook Mote",
                &[],
                "100 to foe active",
            ),
            ("ability", "mates' Brook Mote", &[], "Brook Mote to own active"),
            ("ability", "", &[], "refused cannot_pay_cost"),
        ],
    );
}

#[test]
fn nacrelet() {
    card(
        "Nacrelet",
        &[
            ("Clam Up", "", &[1], "prevent damage all until 6"),
            ("Clam Up", "", &[0], "nothing happens"),
            ("Pinch", "", &[], "20 to foe active"),
        ],
    );
}

#[test]
fn pearlguard() {
    card(
        "Pearlguard",
        &[("Pearl Toss", "", &[], "30 to foe active"), ("attacked", "", &[], "20 to own active")],
    );
}

#[test]
fn reefwarden() {
    card(
        "Reefwarden",
        &[
            ("Reef Crush", "", &[], "70 to foe active"),
            ("ability", "damage 30", &[], "20 healed on own active"),
            ("ability", "hurt 10", &[], "10 healed on own bench 0"),
        ],
    );
}

#[test]
fn puddlefin() {
    card(
        "Puddlefin",
        &[
            ("Flop About", "", &[1, 1, 0], "40 to foe active"),
            ("Flop About", "", &[0], "0 to foe active"),
        ],
    );
}

#[test]
fn geyserfin() {
    card(
        "Geyserfin",
        &[
            ("Scald", "", &[1], "30 to foe active; foe active is burned"),
            ("Scald", "", &[0], "30 to foe active"),
            ("Geyser", "", &[], "50 to foe active; 20 to foe bench 0"),
        ],
    );
}

#[test]
fn mistheron() {
    card(
        "Mistheron",
        &[
            ("Heron Dive", "", &[], "40 to foe active"),
            ("Mist Step", "", &[], "20 to foe active; switch with bench 0"),
            ("Mist Step", "alone", &[], "20 to foe active"),
        ],
    );
}

#[test]
fn rimejaw() {
    card(
        "Rimejaw",
        &[
            ("Frost Grip", "", &[1], "30 to foe active; lock 1 until 6"),
            ("Frost Grip", "", &[0], "30 to foe active"),
            ("Cold Snap", "", &[], "40 to foe active"),
            ("Cold Snap", "foe damage 10", &[], "60 to foe active"),
        ],
    );
}
