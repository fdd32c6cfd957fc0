//! COLORLESS: gatherers and old neighbours.

use crate::card;

#[test]
fn tuftling() {
    card(
        "Tuftling",
        &[("Peck", "", &[], "20 to foe active"), ("Call Kin", "", &[], "finds 1; shows Cinderpup")],
    );
}

#[test]
fn galecrest() {
    card(
        "Galecrest",
        &[
            ("Gust", "", &[], "40 to foe active"),
            ("evolve", "", &[], "evolves to Galecrest; Tailwind; draws; draws"),
        ],
    );
}

#[test]
fn zephyrant() {
    card(
        "Zephyrant",
        &[
            ("Downdraft", "", &[], "40 to foe active"),
            ("Skyfall", "", &[], "60 to foe active; foe switch with bench 0"),
            ("Skyfall", "lonely", &[], "60 to foe active"),
            ("evolve", "is Tuftling", &[], "evolves to Zephyrant"),
            ("evolve", "", &[], "evolves to Zephyrant"),
        ],
    );
}

#[test]
fn nibblet() {
    card(
        "Nibblet",
        &[
            ("Gnaw", "", &[], "10 to foe active"),
            ("Scamper", "", &[1, 1], "40 to foe active"),
            ("Scamper", "alone", &[], "0 to foe active"),
        ],
    );
}

#[test]
fn hoardrat() {
    card(
        "Hoardrat",
        &[
            ("Swarm", "", &[], "40 to foe active"),
            ("Swarm", "alone", &[], "20 to foe active"),
            ("ability", "holding Iron Mote", &[], "discards Iron Mote; shows Whetstone"),
        ],
    );
}

#[test]
fn plodback() {
    card(
        "Plodback",
        &[
            ("Trample", "", &[], "50 to foe active"),
            ("end turn", "damage 30", &[], "Old Shell; 10 healed on own active"),
        ],
    );
}

#[test]
fn driftpuff() {
    card(
        "Driftpuff",
        &[
            ("Spark Cloud", "", &[1, 0], "20 to foe active"),
            ("attacked", "", &[], "30 to own active; own active is out; switch with bench 0"),
        ],
    );
}
