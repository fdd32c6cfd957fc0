//! FIGHTING: takes blows, and gives them back.

use crate::card;

#[test]
fn gravelpup() {
    card(
        "Gravelpup",
        &[("Gnaw Stone", "", &[], "10 to foe active"), ("Shoulder", "", &[], "20 to foe active")],
    );
}

#[test]
fn cragram() {
    card(
        "Cragram",
        &[
            ("Headbutt", "", &[], "30 to foe active"),
            (
                "Rockslide",
                "",
                &[],
                "50 to foe active; 10 to own bench 0; 10 to own bench 1; 10 to foe bench 0",
            ),
        ],
    );
}

#[test]
fn tectusk() {
    card(
        "Tectusk",
        &[
            ("Counterweight", "", &[], "30 to foe active"),
            ("Counterweight", "damage 50", &[], "60 to foe active"),
            ("Slow Slam", "", &[], "70 to foe active; lock 2 until 7"),
            ("attacked", "", &[1], "Brace; reduce damage 20 until 6; 10 to own active"),
            ("attacked", "", &[0], "Brace; 30 to own active"),
        ],
    );
}

#[test]
fn jabbit() {
    card("Jabbit", &[("Jab", "", &[], "20 to foe active")]);
}

#[test]
fn kickhare() {
    card(
        "Kickhare",
        &[
            ("Double Kick", "", &[1], "50 to foe active"),
            ("Double Kick", "", &[0], "30 to foe active"),
        ],
    );
}

#[test]
fn champhare() {
    card(
        "Champhare",
        &[
            ("One-Two", "", &[], "40 to foe active"),
            ("Final Round", "", &[], "90 to foe active"),
            ("Final Round", "bare, with Stone Mote, damage 20", &[], "refused not_enough_energy"),
            ("Final Round", "bare, with Stone Mote, damage 30", &[], "90 to foe active"),
        ],
    );
}

#[test]
fn molehand() {
    card("Molehand", &[("Dig In", "", &[], "10 to foe active; prevent damage 20 until 6")]);
}

#[test]
fn burrowking() {
    card(
        "Burrowking",
        &[
            ("Tunnel Strike", "", &[], "30 to foe active"),
            ("Ambush", "", &[], "refused attack_restricted"),
            ("Ambush", "foe damage 10", &[], "60 to foe active"),
        ],
    );
}

#[test]
fn ragehorn() {
    card(
        "Ragehorn",
        &[
            ("Fury", "", &[], "20 to foe active"),
            ("Fury", "damage 30", &[], "50 to foe active"),
            ("Fury", "damage 70", &[], "70 to foe active"),
            ("Last Charge", "damage 30", &[], "refused precondition_failed"),
            ("Last Charge", "damage 40", &[], "80 to foe active"),
        ],
    );
}

#[test]
fn sandrunner() {
    card(
        "Sandrunner",
        &[
            ("Sand Kick", "", &[], "20 to foe active"),
            ("Pack Charge", "", &[], "30 to foe active"),
            ("Pack Charge", "alone", &[], "10 to foe active"),
            ("retreat", "", &[], "switch with bench 0"),
            ("retreat", "damage 10", &[], "refused insufficient_energy"),
        ],
    );
}
