//! Prompts, answers in advance, and effects that wait (rules 5.4, 5.8).

use super::*;
use bout_core::{AnyGame, LoadedGame};
use bout_tcg::State;

fn foe() -> Value {
    side(bare("Countcrab"), vec![])
}

#[test]
fn an_effect_that_waits_survives_json_and_another_process() {
    let bench = vec![bare("Cindling"), bare("Tidefin")];
    let own = side(with("Dynamole", &["Iron Charge"], 0), bench);
    let mut play = table(own, foe());
    play.act(0, attack(1));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(play.state()["held"].as_array().unwrap().len(), 2);
    let text = play.state().to_string();
    let read: State = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    let replay = play.table().replay();
    let restored = LoadedGame::<Tcg>::new(std::sync::Arc::default()).restore(&replay).unwrap();
    assert_eq!(restored.digest(), play.table().digest());
    let mut other = Play::<Tcg>::load(json!({}), serde_json::from_str(&text).unwrap(), 0);
    for play in [&mut play, &mut other] {
        choose(play, 0, &[1]);
        choose(play, 0, &[1]);
        assert_eq!(creature(play, 0, 2)["attachedEnergy"], ids(&["Iron Charge"; 2]));
    }
}

#[test]
fn answers_in_advance_go_as_far_as_the_first_look() {
    let own = || holding(bare("Cindling"), vec![], &["Salvage", "Salve", "Peek"]);
    let own = || more(own(), json!({"discardPile": ids(&["Tidefin", "Voltkit"])}));
    let salvage = |choices: Value| json!({"type": "PLAY_TRAINER", "cardId": id("Salvage"), "choices": choices});
    let mut play = table(own(), foe());
    assert_eq!(play.refused(0, salvage(json!([[2]]))), "invalid_choice");
    assert_eq!(play.refused(0, salvage(json!([[0], [0, 1]]))), "invalid_choice");
    assert_eq!(play.refused(0, salvage(json!([[0], [1], [0]]))), "surplus_choices");
    play.act(0, salvage(json!([[0], [1]])));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Peek", "Voltkit"]));
    let peek = json!({"type": "PLAY_TRAINER", "cardId": id("Peek"), "choices": [[0, 1, 2]]});
    assert_eq!(play.refused(0, peek), "surplus_choices");
}

#[test]
fn marks_are_nobodys_business() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Call Out"]),
        json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit"])}),
    );
    let mut play = table(own, foe());
    play.act(0, trainer("Call Out"));
    let before = play.view(1);
    let events = play.act(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "add": 1}));
    assert_eq!((events, play.view(1)), (vec![], before));
    assert_eq!(play.view(0)["pending"][0]["marked"], json!([1]));
    assert_eq!(
        play.refused(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "add": 1})),
        "invalid_choice"
    );
    assert_eq!(
        play.refused(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 2, "done": true})),
        "stale_choice"
    );
    play.act(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "add": 0}));
    assert_eq!(
        play.state()["player1"]["hand"],
        ids(&["Tidefin", "Cindling"]),
        "the marks are the answer"
    );
}

#[test]
fn the_last_of_an_order_follows_by_itself() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Peek"]),
        json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit"])}),
    );
    let mut play = table(own, foe());
    play.act(0, trainer("Peek"));
    for add in [2, 0] {
        play.act(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "add": add}));
    }
    assert_eq!(play.state()["player1"]["deck"], ids(&["Voltkit", "Cindling", "Tidefin"]));
}

#[test]
fn conceding_drops_what_waits() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Peek"]),
        json!({"deck": ids(&["Cindling", "Tidefin"])}),
    );
    let mut play = table(own, foe());
    play.act(0, trainer("Peek"));
    play.act(1, json!({"type": "CONCEDE"}));
    assert_eq!((pending(&play).len(), play.ending()), (0, ("concede", vec![0])));
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Peek"]), "no card is lost");
}
