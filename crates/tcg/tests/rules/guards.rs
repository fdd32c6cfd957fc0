//! Every code with which an action can be refused (rules 5).

use std::sync::Arc;

use super::*;
use bout_core::{Game, Match, Named, Seat, Seed, Sink, Viewer};
use bout_tcg::{Action, Config, Reason};

const ONE: &[&str] = &["Iron Charge"];

fn foe() -> Value {
    side(bare("Countcrab"), vec![])
}

fn card(kind: &str, name: &str) -> Value {
    json!({"type": kind, "cardId": id(name)})
}

fn attach(name: &str, target: &str) -> Value {
    json!({"type": "ATTACH_ENERGY", "energyCardId": id(name), "target": target})
}

fn evolve(name: &str) -> Value {
    json!({"type": "EVOLVE_POKEMON", "evolutionCardId": id(name), "target": "ACTIVE"})
}

fn retreat(energies: &[&str]) -> Value {
    json!({"type": "RETREAT", "target": "BENCH_0", "selectedEnergyIds": ids(energies)})
}

/// Own side, action, code; always PLAYER1's main phase.
#[expect(clippy::too_many_lines, reason = "a table")]
fn rows() -> Vec<(Value, Value, &'static str)> {
    let plain = || side(with("Cindling", ONE, 0), vec![bare("Tidefin")]);
    let hold = |names: &[&str]| holding(with("Cindling", ONE, 0), vec![bare("Tidefin")], names);
    let active =
        |changes: Value| side(more(with("Cindling", ONE, 0), changes), vec![bare("Tidefin")]);
    let paralyzed = json!({"rotation": "PARALYZED", "paralyzedOnTurn": 4});
    vec![
        (plain(), json!({"type": "DRAW_INITIAL_CARDS"}), "wrong_state"),
        (plain(), json!({"type": "DRAW_CARD"}), "wrong_phase"),
        (plain(), json!({"type": "NONSENSE"}), "bad_payload"),
        (plain(), json!({"type": "ATTACK", "attackIndex": "x"}), "bad_payload"),
        (plain(), json!({"type": "ATTACK", "attackIndex": 0, "extra": 1}), "bad_payload"),
        (
            plain(),
            json!({"type": "ATTACK", "attackIndex": 18_446_744_073_709_551_615u64}),
            "no_such_attack",
        ),
        (plain(), json!({"type": "SELECT_PRIZE", "prizeIndex": 0}), "no_pending_prize"),
        (plain(), json!({"type": "DRAW_PRIZE", "prizeIndex": 0}), "no_pending_prize"),
        (plain(), json!({"type": "SET_ACTIVE_POKEMON", "target": "BENCH_0"}), "active_not_needed"),
        (plain(), json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "done": true}), "stale_choice"),
        (plain(), card("PLAY_POKEMON", "Cindling"), "card_not_in_hand"),
        (plain(), json!({"type": "PLAY_POKEMON", "cardId": "nobody"}), "card_not_in_hand"),
        (hold(&["Brandhound"]), card("PLAY_POKEMON", "Brandhound"), "not_basic"),
        (
            holding(bare("Cindling"), vec![bare("Tidefin"); 5], &["Voltkit"]),
            card("PLAY_POKEMON", "Voltkit"),
            "bench_full",
        ),
        (hold(&["Salve"]), attach("Salve", "ACTIVE"), "not_energy"),
        (hold(&["Iron Charge"]), attach("Iron Charge", "BENCH_4"), "no_creature_at_target"),
        (
            more(hold(&["Iron Charge"]), json!({"energyAttachedThisTurn": 1})),
            attach("Iron Charge", "ACTIVE"),
            "energy_already_attached",
        ),
        (hold(&["Fire Seal"]), attach("Fire Seal", "BENCH_0"), "energy_restricted"),
        (hold(&["Tidefin"]), evolve("Tidefin"), "not_evolution"),
        (hold(&["Quickbloom"]), evolve("Quickbloom"), "evolution_mismatch"),
        (
            holding(more(bare("Cindling"), json!({"evolvedOnTurn": 5})), vec![], &["Brandhound"]),
            evolve("Brandhound"),
            "already_evolved_this_turn",
        ),
        (more(plain(), json!({"retreatsThisTurn": 1})), retreat(ONE), "retreat_limit"),
        (active(json!({"rotation": "ASLEEP"})), retreat(ONE), "asleep"),
        (active(paralyzed.clone()), retreat(ONE), "paralyzed"),
        (side(bare("Cindling"), vec![bare("Tidefin")]), retreat(ONE), "insufficient_energy"),
        (plain(), retreat(&[]), "energy_selection_required"),
        (plain(), retreat(&["Tide Charge"]), "energy_not_attached"),
        (plain(), retreat(&["Iron Charge", "Iron Charge"]), "energy_not_attached"),
        (side(with("Cindling", ONE, 0), vec![]), retreat(ONE), "no_creature_at_target"),
        (hold(&["Tidefin"]), card("PLAY_TRAINER", "Tidefin"), "not_trainer"),
        (
            more(hold(&["Fair Share"]), json!({"supportersThisTurn": 1})),
            trainer("Fair Share"),
            "supporter_limit",
        ),
        (
            more(hold(&["Windy Pass"]), json!({"stadiumsThisTurn": 1})),
            trainer("Windy Pass"),
            "stadium_limit",
        ),
        (active(json!({"rotation": "ASLEEP"})), attack(0), "asleep"),
        (active(paralyzed), attack(0), "paralyzed"),
        (plain(), attack(7), "no_such_attack"),
        (plain(), json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"}), "match_full"),
    ]
}

#[test]
fn a_code_for_everything() {
    for (own, action, code) in rows() {
        let mut play = table(own, foe());
        assert_eq!(play.refused(0, action.clone()), code, "{action}");
    }
}

#[test]
fn who_asks_and_when() {
    let mut play = table(side(bare("Cindling"), vec![]), foe());
    assert_eq!(play.refused(1, end_turn()), "not_your_turn");
    assert_eq!(play.refused(2, end_turn()), "not_a_participant");
    assert_eq!(play.refused(Play::<Tcg>::HOST, end_turn()), "not_a_participant");
    let own = holding(bare("Cindling"), vec![], &["Windy Pass"]);
    let mut play = table(own, foe());
    lay_stadium(&mut play, 1, "Windy Pass");
    assert_eq!(play.refused(0, trainer("Windy Pass")), "same_stadium");
    let early = json!({"rules": {"firstPlayerMayAttackOnFirstTurn": false}});
    let state = json!({"turnNumber": 1, "player1": side(with("Cindling", &["Ember Charge"], 0), vec![]), "player2": foe()});
    let mut play = Play::<Tcg>::load(early, state, 0);
    assert_eq!(play.refused(0, attack(0)), "first_turn_attack");
}

#[test]
fn conditions_of_an_ability() {
    let set = json!({
        "metadata": {"author": "a", "setName": "own", "version": "1", "official": false, "totalCards": 1},
        "cards": [{"name": "Picky", "cardNumber": "1", "hp": 50, "stage": "BASIC", "pokemonType": "FIRE", "attacks": [],
            "ability": {"name": "Mend", "text": "", "activationType": "ACTIVATED", "effects": [
                {"effectType": "HEAL", "target": "SELF", "amount": 10, "requiredConditions": [{"type": "SELF_HAS_DAMAGE"}]}]}}],
    });
    let picky = "a-own-v1-picky--1";
    let player = json!({"active": {"cards": [picky]}, "deck": [picky], "prizeCards": [picky], "turnsTaken": 2});
    let state = json!({"turnNumber": 5, "player1": player, "player2": player});
    let config = json!({"sets": [set], "decks": null});
    let mut play = Play::<Tcg>::load(config, state, 0);
    assert_eq!(play.refused(0, ability("ACTIVE")), "condition_not_met");
    play.edit(|state| state["player1"]["active"]["damage"] = 20.into());
    play.act(0, ability("ACTIVE"));
    assert_eq!(damage(&play, 0, 0), 10);
}

#[test]
fn bad_prizes_and_places() {
    let own = side(with("Oldhound", ONE, 0), vec![]);
    let victim = side(with("Cindling", &[], 40), vec![bare("Tidefin"), bare("Voltkit")]);
    let mut play = table(own, victim);
    play.act(0, attack(0));
    assert_eq!(
        play.refused(0, json!({"type": "SELECT_PRIZE", "prizeIndex": 6})),
        "bad_prize_index"
    );
    play.act(0, json!({"type": "SELECT_PRIZE", "prizeIndex": 5}));
    assert_eq!(
        play.refused(1, json!({"type": "SET_ACTIVE_POKEMON", "target": "BENCH_3"})),
        "no_creature_at_target"
    );
    assert_eq!(
        play.refused(1, json!({"type": "SET_ACTIVE_POKEMON", "target": "ACTIVE"})),
        "no_creature_at_target"
    );
    play.act(1, json!({"type": "SET_ACTIVE_POKEMON", "cardId": id("Voltkit")}));
}

#[test]
fn every_code_has_words_and_a_class() {
    for reason in Reason::ALL {
        assert_ne!(reason.text(), reason.name());
        assert!(!reason.class().is_empty());
    }
    assert_eq!(Reason::NotEnoughEnergy.class(), "INSUFFICIENT_RESOURCES");
    assert_eq!(Reason::NoSuchAttack.class(), "INVALID_TARGET");
    assert_eq!(Reason::BenchFull.class(), "RULE_VIOLATION");
}

/// Seats that do not exist have no actions and no side; nothing takes them for a player.
#[test]
fn other_seats_are_no_players() {
    let game = Arc::new(Tcg::new(Config::default(), &LIBRARY).unwrap());
    let play = Match::open(Arc::clone(&game), Seed(1), Sink::none());
    for seat in [Seat(2), Seat(9), Seat::HOST] {
        let (mut legal, mut options) = (Vec::new(), Vec::new());
        game.legal(play.state(), seat, &mut legal);
        bout_core::options(&*game, play.state(), seat, &mut options);
        assert!(legal.is_empty() && options.is_empty());
        let refused = game.guard(play.state(), seat, &Action::Concede);
        assert_eq!(refused, Err(Reason::NotAParticipant));
        let view = |viewer| serde_json::to_value(game.view(play.state(), viewer)).unwrap();
        assert_eq!(view(Viewer::Seat(seat)), view(Viewer::Public));
    }
}
