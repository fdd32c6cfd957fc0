//! DARKNESS, METAL, FAIRY and DRAGON.

use crate::card;

#[test]
fn gloomfox() {
    card(
        "Gloomfox",
        &[
            ("Snatch", "", &[1], "10 to foe active; Iron Mote off foe active"),
            ("Snatch", "", &[0], "10 to foe active"),
            ("Dusk Bite", "", &[], "30 to foe active"),
        ],
    );
}

#[test]
fn duskprowler() {
    card(
        "Duskprowler",
        &[
            ("Night Raid", "", &[], "40 to foe active"),
            ("Night Raid", "foe damage 10", &[], "60 to foe active"),
            ("Night Raid", "foe damage 10, alone", &[], "40 to foe active"),
            ("Desperate Fangs", "", &[], "40 to foe active"),
            ("Desperate Fangs", "damage 10", &[], "70 to foe active"),
        ],
    );
}

#[test]
fn rivetling() {
    card(
        "Rivetling",
        &[
            ("Hammer Tap", "", &[], "30 to foe active"),
            ("Press", "", &[], "40 to foe active"),
            ("Press", "with Iron Mote", &[], "70 to foe active"),
            ("attacked", "", &[], "20 to own active"),
        ],
    );
}

#[test]
fn glintsprite() {
    card(
        "Glintsprite",
        &[
            ("Moonbeam", "", &[], "40 to foe active"),
            ("Kind Light", "hurt 30", &[], "10 to foe active; 20 healed on own bench 0"),
            (
                "attacked",
                "foe is Wyrmscion, foe with Dusk Mote",
                &[],
                "60 prevented; 0 to own active",
            ),
            ("attacked", "", &[], "30 to own active"),
            ("attacked", "foe is Bramblehog, foe with Leaf Mote", &[], "10 to own active"),
            (
                "attacked",
                "foe is Magmote, foe bare, foe with Flame Mote, foe with Flame Mote",
                &[],
                "30 to own active; 10 prevented; 0 to own bench 0",
            ),
        ],
    );
}

#[test]
fn wyrmscion() {
    card(
        "Wyrmscion",
        &[
            ("Twin Breath", "", &[], "60 to foe active"),
            ("Twin Breath", "bare, with Iron Mote, with Iron Mote", &[], "60 to foe active"),
            (
                "attacked",
                "damage 60",
                &[],
                "40 to own active; own active is out; foe takes a prize; foe takes a prize; switch with bench 0",
            ),
            ("Elder Flame", "", &[], "90 to foe active"),
            (
                "Elder Flame",
                "bare, with Dusk Mote, with Dusk Mote, with Twin Mote",
                &[],
                "refused precondition_failed",
            ),
            (
                "Elder Flame",
                "bare, with Iron Mote, with Flame Mote, with Twin Mote",
                &[],
                "90 to foe active",
            ),
        ],
    );
}
