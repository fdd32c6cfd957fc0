//! GRASS: poison, sleep, and roots that drink.

use crate::card;

#[test]
fn mosslet() {
    card("Mosslet", &[("Nibble", "", &[], "10 to foe active")]);
    card("Bramblehog", &[("evolve", "fresh", &[], "evolves to Bramblehog")]);
}

#[test]
fn bramblehog() {
    card(
        "Bramblehog",
        &[
            ("Poison Prick", "", &[], "10 to foe active; foe active is poisoned"),
            ("Bramble Roll", "", &[], "40 to foe active"),
            ("evolve", "fresh", &[], "evolves to Bramblehog"),
        ],
    );
}

#[test]
fn hedgelord() {
    card(
        "Hedgelord",
        &[
            ("Thorn Swipe", "", &[], "30 to foe active"),
            ("Venom Crush", "foe poisoned", &[], "80 to foe active"),
            ("Venom Crush", "", &[], "60 to foe active"),
            ("attacked", "", &[], "30 to own active; Barbed Hide; foe active is poisoned"),
        ],
    );
}

#[test]
fn seedkin() {
    card(
        "Seedkin",
        &[("Root Drink", "damage 30", &[], "10 to foe active; 10 healed on own active")],
    );
}

#[test]
fn blossomane() {
    card(
        "Blossomane",
        &[
            ("Petal Waltz", "damage 30", &[], "30 to foe active; 20 healed on own active"),
            ("end turn", "damage 30", &[], "Fresh Petals; 10 healed on own active"),
            ("evolve", "fresh", &[], "refused played_this_turn"),
        ],
    );
}

#[test]
fn arborhart() {
    card(
        "Arborhart",
        &[
            ("Grove Stampede", "", &[], "70 to foe active"),
            (
                "Grove Stampede",
                "with Leaf Mote, with Leaf Mote, with Leaf Mote",
                &[],
                "90 to foe active",
            ),
            (
                "feed",
                "holding Leaf Mote+Leaf Mote",
                &[],
                "Leaf Mote to own active; Leaf Mote to own active",
            ),
        ],
    );
}

#[test]
fn sporecap() {
    card(
        "Sporecap",
        &[
            ("Drowsy Spores", "", &[], "foe active is asleep"),
            ("Cap Bump", "", &[], "20 to foe active"),
        ],
    );
}

#[test]
fn slumbercap() {
    card(
        "Slumbercap",
        &[
            ("Spore Storm", "", &[1], "20 to foe active; foe active is asleep"),
            ("Spore Storm", "", &[0], "20 to foe active; foe active is poisoned"),
            ("Creeping Rot", "", &[], "40 to foe active"),
            ("Creeping Rot", "foe asleep", &[], "70 to foe active"),
            ("attacked", "damage 60", &[], "30 to own active"),
            (
                "attacked",
                "damage 70",
                &[],
                "30 to own active; own active is out; foe takes a prize; switch with bench 0",
            ),
        ],
    );
}

#[test]
fn creeplash() {
    card(
        "Creeplash",
        &[
            ("Strangle", "", &[], "20 to foe active; lock 2 until 6"),
            ("Lash Out", "", &[], "50 to foe active"),
            ("retreat", "with Leaf Mote, with Leaf Mote", &[], "refused cannot_retreat"),
        ],
    );
}

#[test]
fn honeywing() {
    card(
        "Honeywing",
        &[
            ("Venom Sting", "", &[1], "20 to foe active; foe active is poisoned"),
            ("Venom Sting", "", &[0], "20 to foe active"),
            ("foe ends turn", "damage 30", &[], "Honeycomb; 10 healed on own active"),
        ],
    );
}
