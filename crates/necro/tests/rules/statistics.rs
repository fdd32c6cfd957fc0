//! What a batch is asked for.

use bout_core::{Figure, Game, Outcome, SeatSet, Tally};
use bout_necro::{
    AbilityKind, Base, Cards, Config, Event, InstanceKind, Necro, Phase, Report, Side, SoulId,
    Source, Trigger, UnitId,
};

fn find<'a>(figures: &'a [(String, Figure)], path: &str) -> &'a Figure {
    let mut parts = path.split('.');
    let first = parts.next().expect("a name");
    let mut at = &figures.iter().find(|(name, _)| name == first).expect(first).1;
    for part in parts {
        let Figure::Group(group) = at else { panic!("{part}: no group") };
        at = &group.iter().find(|(name, _)| name == part).expect(part).1;
    }
    at
}

/// A short match: red binds a soul and its shot kills black's king in turn 2.
fn events() -> Vec<Event> {
    let [rook, king] = ["red:rook:0", "black:king:0"].map(UnitId::find);
    let soul = SoulId::find("styx_rook_feiyan");
    let side = Side::Red;
    vec![
        Event::SoulBought { side, soul_id: Some(soul), base: Base::Rook, source: Source::Display },
        Event::ResourcesChanged { side, gold: 2, mana: 3, storage_mana: 0 },
        Event::ResourcesChanged { side, gold: 9, mana: 4, storage_mana: 0 },
        Event::PhaseChanged { side, from: Phase::TurnStart, to: Phase::Buy },
        Event::Enchanted { unit_id: rook, soul_id: soul },
        Event::ResourcesChanged { side, gold: 3, mana: 4, storage_mana: 0 },
        Event::AbilityTriggered {
            unit_id: rook,
            ability_type: Trigger::Ability(AbilityKind::Chain),
            target_unit_ids: None,
        },
        Event::DiceRolled { sides: 6, value: 3 },
        Event::ShotFired { attacker_id: rook, target_unit_id: king, kind: InstanceKind::Direct },
        Event::DamageDealt { attacker_id: rook, target_unit_id: king, amount: 4, breakdown: None },
        Event::UnitKilled { unit_id: king },
    ]
}

fn told(times: usize) -> Report {
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    let mut report = Report::default();
    let state = bout_core::Match::open(
        std::sync::Arc::new(Necro::new(Config::default(), &Cards::default()).expect("a game")),
        bout_core::Seed(1),
        bout_core::Sink::none(),
    );
    for _ in 0..times {
        report.open(&game);
        events().iter().for_each(|event| report.event(&game, event));
        let won = SeatSet::one(Side::Red.seat());
        let outcome = Outcome { won, drew: SeatSet::NONE, ending: "king_killed" };
        report.close(&game, state.state(), Some(outcome));
    }
    report
}

#[test]
fn counts_mean_what_they_say() {
    let figures = told(1).report();
    let is = |path: &str, figure: Figure| assert_eq!(*find(&figures, path), figure, "{path}");
    is("matches", Figure::Count(1));
    is("average_actions", Figure::Mean { sum: 4, of: 1 });
    is("red_win_rate", Figure::Share { hits: 1, of: 1 });
    is("first_side_win_rate", Figure::Share { hits: 1, of: 1 });
    is("king_deaths.by_hit.direct", Figure::Count(1));
    is("king_deaths.by_killer.rook", Figure::Count(1));
    is("ability_triggers.CHAIN", Figure::Count(1));
    is("souls.styx_rook_feiyan.bought", Figure::Count(1));
    is("souls.styx_rook_feiyan.enchanted", Figure::Count(1));
    is("souls.styx_rook_feiyan.win_rate", Figure::Share { hits: 1, of: 1 });
    is("souls.styx_rook_feiyan.win_rate_without", Figure::Share { hits: 0, of: 1 });
    is("souls.styx_rook_feiyan.gold_spent", Figure::Count(6));
    is("souls.styx_rook_feiyan.budget", Figure::Count(10 + 3 * 3 + 2 * 2));
    is("clans.styx.win_rate", Figure::Share { hits: 1, of: 1 });
    is("clans.styx.enchants", Figure::Count(1));
    is("clans.styx.average_gold", Figure::Mean { sum: 6, of: 1 });
    let mean = |sum| Figure::Mean { sum, of: 1 };
    is("gold_by_turn", Figure::List(vec![mean(4), mean(9)]));
    is("mana_by_turn", Figure::List(vec![mean(3), mean(4)]));
    let Figure::List(story) = find(&figures, "sample_matches.1") else { panic!("no story") };
    assert_eq!(story[1], Figure::Text("2: red:rook:0 takes styx_rook_feiyan".into()));
}

#[test]
fn merging_is_adding() {
    let mut sum = told(2);
    sum.merge(told(3));
    assert_eq!(sum.report(), told(5).report());
    let mut empty = Report::default();
    empty.merge(told(5));
    assert_eq!(empty.report(), told(5).report());
}
