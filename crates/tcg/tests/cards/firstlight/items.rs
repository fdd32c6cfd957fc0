//! Items.

use crate::card;

#[test]
fn trail_whistle() {
    card("Trail Whistle", &[("trainer", "", &[], "finds 1; Cinderpup comes")]);
}

#[test]
fn growth_almanac() {
    card("Growth Almanac", &[("trainer", "", &[], "finds 1; shows Furnhound")]);
}

#[test]
fn mote_satchel() {
    card("Mote Satchel", &[("trainer", "", &[], "finds 2; shows Brook Mote + Flame Mote")]);
}

#[test]
fn moss_poultice() {
    card(
        "Moss Poultice",
        &[
            ("trainer", "damage 40", &[], "30 healed on own active"),
            ("trainer", "", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn clear_tonic() {
    card(
        "Clear Tonic",
        &[
            (
                "trainer",
                "damage 20, poisoned, confused",
                &[],
                "10 healed on own active; own active no more confused; own active no more poisoned",
            ),
            ("trainer", "", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn whetstone() {
    card("Whetstone", &[("trainer", "", &[], "increase damage 20 until 5")]);
}

#[test]
fn bark_shield() {
    card("Bark Shield", &[("trainer", "", &[], "Bark Shield on own active")]);
}

#[test]
fn rope_bridge() {
    card(
        "Rope Bridge",
        &[
            ("trainer", "poisoned", &[], "switch with bench 0"),
            ("trainer", "alone", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn lure_bell() {
    card(
        "Lure Bell",
        &[
            ("trainer", "holding Iron Mote", &[], "discards Iron Mote; foe switch with bench 0"),
            ("trainer", "", &[], "refused cannot_pay_cost"),
            ("trainer", "holding Iron Mote, lonely", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn mote_sieve() {
    card("Mote Sieve", &[("trainer", "", &[], "shows Flame Mote + Brook Mote")]);
}

#[test]
fn homeward_song() {
    card("Homeward Song", &[("trainer", "", &[], "shows Ashkit + Furnhound")]);
}

#[test]
fn leap_sapling() {
    card(
        "Leap Sapling",
        &[
            ("trainer", "is Cinderpup, holding Calderhowl", &[], "evolves to Calderhowl"),
            ("trainer", "is Cinderpup, holding Furnhound", &[], "evolves to Furnhound"),
            ("trainer", "is Cinderpup, holding Hedgelord", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn second_spring() {
    card(
        "Second Spring",
        &[
            ("trainer", "is Furnhound, damage 70", &[], "60 healed on own active; loses Furnhound"),
            ("trainer", "damage 50", &[], "50 healed on own active"),
        ],
    );
}

#[test]
fn rescue_line() {
    card(
        "Rescue Line",
        &[
            (
                "trainer",
                "is Furnhound, with Flame Mote",
                &[],
                "1 back to hand; discards Furnhound + Flame Mote; switch with bench 0",
            ),
            ("trainer", "alone", &[], "refused no_effect"),
        ],
    );
}

#[test]
fn straw_sentry() {
    card("Straw Sentry", &[("trainer", "", &[], "Straw Sentry comes")]);
}

#[test]
fn waking_ember() {
    card("Waking Ember", &[("trainer", "", &[], "Ashkit comes")]);
}

#[test]
fn spyglass() {
    card("Spyglass", &[("trainer", "", &[], "draws")]);
}

#[test]
fn swap_basket() {
    card(
        "Swap Basket",
        &[
            (
                "trainer",
                "holding Wickling",
                &[],
                "shows Wickling; 1 back to deck; finds 1; shows Cinderpup",
            ),
            ("trainer", "", &[], "refused cannot_pay_cost"),
        ],
    );
}

#[test]
fn mote_snare() {
    card(
        "Mote Snare",
        &[
            (
                "trainer",
                "with Flame Mote",
                &[],
                "Flame Mote off own active; Iron Mote + Iron Mote off foe active",
            ),
            ("trainer", "", &[], "refused cannot_pay_cost"),
        ],
    );
}

#[test]
fn lucky_deal() {
    card(
        "Lucky Deal",
        &[
            ("trainer", "", &[1, 0, 0, 0, 0, 0, 0], "draws; draws; draws"),
            ("trainer", "", &[0, 0, 0, 0, 0, 0, 0], "draws"),
        ],
    );
}
