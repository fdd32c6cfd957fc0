//! Supporters.

use crate::card;

#[test]
fn wandering_scholar() {
    card("Wandering Scholar", &[("trainer", "", &[], "draws; draws; draws")]);
}

#[test]
fn toll_collector() {
    card("Toll Collector", &[("trainer", "", &[], "foe discards Iron Mote; draws; draws")]);
}

#[test]
fn envoy_of_rest() {
    card(
        "Envoy of Rest",
        &[(
            "trainer",
            "",
            &[],
            "foe 3 back to deck; foe draws; foe draws; foe draws; foe draws; draws",
        )],
    );
}

#[test]
fn field_medic() {
    card(
        "Field Medic",
        &[(
            "trainer",
            "damage 50, burned",
            &[],
            "50 healed on own active; own active no more burned",
        )],
    );
}

#[test]
fn underdog_coach() {
    card(
        "Underdog Coach",
        &[
            ("trainer", "behind", &[], "draws; draws; draws; draws; draws"),
            ("trainer", "", &[], "refused play_restricted"),
        ],
    );
}

#[test]
fn grand_archivist() {
    card("Grand Archivist", &[("trainer", "", &[], "finds 3")]);
}

#[test]
fn ferry_keeper() {
    card(
        "Ferry Keeper",
        &[("trainer", "with Flame Mote", &[], "2 back to deck; draws; draws; switch with bench 0")],
    );
}
