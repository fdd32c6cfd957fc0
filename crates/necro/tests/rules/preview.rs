//! A preview and the shot itself agree.

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{Dice, Game, Match, Seat, Seed, Sink};
use bout_necro::{
    AbilityKind, Action, Base, Cards, Config, Event, Label, Necro, RngMode, Side, State, Trigger,
    UnitId,
};
use proptest::prelude::*;
use serde_json::json;

use super::*;

#[test]
fn a_preview_tells_everything() {
    let state = table()
        .soul("R rook:0", 0, 9, "styx_rook_feiyan")
        .unit("B soldier:0", 0, 6)
        .unit("B elephant:0", 1, 5)
        .play()
        .state();
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    let state = game.read_state(&state).expect("a state");
    let [rook, soldier, elephant] =
        ["red:rook:0", "black:soldier:0", "black:elephant:0"].map(UnitId::find);
    let preview = game.shot_preview(&state, rook, soldier, Some(elephant)).expect("legal");
    let json = serde_json::to_value(&preview).expect("json");
    assert_eq!((json["cost"].clone(), json["pierceOrder"].clone()), (json!(1), json!([])));
    let chain = &json["instances"][1];
    assert_eq!(
        (&chain["kind"], &chain["damageMin"], &chain["damageMax"]),
        (&json!("chain"), &json!(3), &json!(8))
    );
    let lines = json!([{"label": "die", "amount": 1}, {"label": "atk", "amount": 3}, {"label": "def", "amount": -1}]);
    assert_eq!(chain["formulaMin"], lines);
    assert_eq!(json["effects"][0]["abilityType"], "CHAIN");
    assert_eq!(json["chainTargets"][0]["targetUnitId"], "black:elephant:0");
    assert_eq!(game.chain_targets(&state, rook, soldier), [elephant]);
    let refused = game.shot_preview(&state, rook, UnitId::find("black:king:0"), None);
    assert_eq!(refused.err().map(|reason| bout_core::Named::name(&reason)), Some("out_of_range"));
}

#[test]
fn it_names_pierced_units_and_avengers() {
    let state = table()
        .soul("R rook:0", 0, 0, "styx_rook_mingyanche")
        .unit("B rook:0", 7, 0)
        .soul("B advisor:0", 8, 4, "dark_moon_advisor_yingji")
        .play()
        .state();
    let config = Config { rng_mode: RngMode::Fixed, dice_fixed: 4, ..Config::default() };
    let game = Necro::new(config, &Cards::default()).expect("a game");
    let state = game.read_state(&state).expect("a state");
    let [rook, king] = ["red:rook:0", "black:king:0"].map(UnitId::find);
    let preview = game.shot_preview(&state, rook, king, None).expect("legal");
    let json = serde_json::to_value(&preview).expect("json");
    assert_eq!(json["pierceOrder"], json!(["black:king:0", "black:rook:0"]));
    assert_eq!(json["counterAttacks"], json!(["black:advisor:0"]));
    let direct = &json["instances"][0];
    assert_eq!(direct["damageMin"], direct["damageMax"], "exact without chance");
}

/// A board with souls on pieces, corpses about, everybody near each other.
fn scattered(game: &Necro, seed: u128) -> State {
    let dice = &mut Dice::of(Seed(seed), 0);
    let mut cells: Vec<u32> = (0..90).collect();
    dice.shuffle(&mut cells);
    let mut souls: Vec<_> = game.cards().souls.iter().collect();
    dice.shuffle(&mut souls);
    let mut units = serde_json::Map::new();
    for side in ["red", "black"] {
        for base in Base::ALL {
            for n in 0..base.columns().len() {
                if *base != Base::King && dice.below(4) == 0 {
                    continue;
                }
                let cell = cells.pop().expect("90 cells");
                let mut unit =
                    json!({"pos": at((cell % 9).cast_signed(), (cell / 9).cast_signed())});
                let place = souls.iter().position(|soul| soul.base == *base);
                if let Some(place) = place.filter(|_| dice.below(3) > 0) {
                    unit["enchant"] = json!({"soulId": souls.remove(place).id.name()});
                }
                let name = bout_core::Named::name(base);
                units.insert(format!("{side}:{name}:{n}"), unit);
            }
        }
    }
    let stack =
        |side: &str, n: u32| vec![json!({"ownerSide": side, "base": "soldier"}); n as usize];
    let (red, black) = (1 + dice.below(6), 1 + dice.below(6));
    let state = json!({
        "turn": {"side": "red", "phase": "combat", "number": 9},
        "units": units,
        "resources": {"red": {"gold": 5, "mana": 9}, "black": {}},
        "corpsesByPos": {"0,0": stack("red", red), "8,9": stack("black", black)},
    });
    game.read_state(&state).expect("a sound state")
}

/// What the events say of each hit: source, target, damage, its lines, and what was shared.
type Hit = (UnitId, UnitId, i32, i32);

fn executed(events: &[Event]) -> Vec<(Hit, bool)> {
    let (mut hits, mut undisturbed, mut fired) = (Vec::<(Hit, bool)>::new(), true, false);
    let (mut sharing, mut guarded) = (false, false);
    for event in events {
        match event {
            Event::ShotFired { .. } => fired = true,
            Event::DamageDealt { attacker_id, target_unit_id, amount, breakdown } if fired => {
                let lines = breakdown.as_deref().unwrap_or_default();
                assert!(
                    breakdown.is_none()
                        || lines.iter().map(|line| line.amount).sum::<i32>() == *amount
                );
                let shared = lines.iter().find(|line| line.label == Label::Shared);
                let shared = shared.map_or(0, |line| -line.amount);
                sharing = shared > 0;
                hits.push(((*attacker_id, *target_unit_id, *amount, shared), undisturbed));
                fired = false;
                undisturbed &= !guarded;
            }
            Event::DamageDealt { amount, .. } if sharing => {
                assert_eq!(*amount, hits.last().expect("a hit").0.3, "what is shared arrives");
                sharing = false;
            }
            // After a death, or once a guard is spent, the next hit is judged anew.
            Event::UnitKilled { .. } => undisturbed = false,
            Event::AbilityTriggered { ability_type, .. } => {
                guarded |= *ability_type == Trigger::Ability(AbilityKind::PalaceGuard);
            }
            _ => {}
        }
    }
    hits
}

fn agree(seed: u128) -> usize {
    let cards = Cards::default();
    let mut compared = 0;
    for face in [1, 6] {
        let config = Config { rng_mode: RngMode::Fixed, dice_fixed: face, ..Config::default() };
        let fixed = Arc::new(Necro::new(config, &cards).expect("a game"));
        let open = Necro::new(Config::default(), &cards).expect("a game");
        let state = scattered(&fixed, seed);
        let mut legal = Vec::new();
        fixed.legal(&state, Seat(0), &mut legal);
        for action in legal {
            let Action::Shoot { attacker_id, target_unit_id, extra_target_unit_id } = action else {
                continue;
            };
            let preview = open
                .shot_preview(&state, attacker_id, target_unit_id, extra_target_unit_id)
                .expect("legal");
            let mut live =
                Match::at(Arc::clone(&fixed), state, Seed(1), bout_core::Millis(0)).expect("sound");
            let mut events = Vec::new();
            live.act_unchecked(Side::Red.seat(), &action, Sink::events(&mut events));
            let foreseen = preview.instances.iter().map(|hit| {
                let (amount, shared) = if face == 1 {
                    (hit.damage_min, hit.shared_min)
                } else {
                    (hit.damage_max, hit.shared_max)
                };
                let lines = if face == 1 { &hit.formula_min } else { &hit.formula_max };
                let sum: i32 = lines.iter().map(|line| line.amount).sum();
                assert_eq!(sum, amount, "the formula adds up");
                (hit.source_unit_id, hit.target_unit_id, amount, shared)
            });
            let foreseen: Vec<Hit> = foreseen.collect();
            let came = executed(&events);
            let undisturbed = came.iter().take_while(|(_, undisturbed)| *undisturbed).count();
            assert!(undisturbed > 0, "the first hit is always as foreseen");
            for ((hit, _), seen) in came[..undisturbed].iter().zip(&foreseen) {
                assert_eq!(hit, seen, "{action:?} at {face}");
            }
            let calm = came.iter().all(|(_, undisturbed)| *undisturbed);
            assert!(
                !calm || state.winner.is_some() || came.len() == foreseen.len() || killed(&events)
            );
            // What building the shot triggers is told in the same order.
            let told = events.iter().take_while(|event| !matches!(event, Event::DiceRolled { .. }));
            assert_eq!(told.count(), preview.effects.len());
            let paid = state.purse(Side::Red).mana - live.state().purse(Side::Red).mana;
            assert_eq!(paid, preview.cost);
            compared += came.len();
        }
    }
    compared
}

fn killed(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::UnitKilled { .. }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands where: instances, targets and damage come as foreseen.
    #[test]
    fn preview_and_execution_agree(seed: u128) {
        agree(seed);
    }
}

#[test]
fn enough_is_compared() {
    let compared: usize = (0..40).map(agree).sum();
    assert!(compared > 400, "{compared}");
}
