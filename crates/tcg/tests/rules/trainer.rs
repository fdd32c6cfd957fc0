//! Effects of trainer cards (rules 5.7.5): each with its object, and refused without one.

use super::*;
use bout_tcg::Tcg;
use bout_testkit::Play;

fn foe() -> Value {
    side(bare("Pebblurk"), vec![])
}

/// A table on which PLAYER1 holds one card.
fn with_card(card: &str, own: Value, foe: Value) -> Play<Tcg> {
    table(more(own, json!({"hand": ids(&[card])})), foe)
}

fn alone() -> Value {
    side(bare("Cindling"), vec![])
}

fn pile(cards: &[&str]) -> Value {
    json!({"discardPile": ids(cards)})
}

fn in_vain(card: &str, own: Value, foe: Value) {
    assert_eq!(with_card(card, own, foe).refused(0, trainer(card)), "no_effect");
}

#[test]
fn draw_cards() {
    let mut play = with_card("Two More", alone(), foe());
    play.act(0, trainer("Two More"));
    assert_eq!((hand(&play, 0), count(&play, 0, "discardPile")), (2, 1));
    in_vain("Two More", more(alone(), json!({"deck": []})), foe());
    for (coin, drawn) in [(1, 3), (0, 0)] {
        let mut play = with_card("Lucky Coin", alone(), foe());
        play.luck(&[coin]).act(0, trainer("Lucky Coin"));
        assert_eq!(hand(&play, 0), drawn);
    }
}

#[test]
fn search_deck() {
    let own = || more(alone(), json!({"deck": ids(&["Iron Charge", "Voltkit"])}));
    let mut play = with_card("Open Gate", own(), foe());
    play.act(0, trainer("Open Gate"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Voltkit"]));
    let full = vec![bare("Tidefin"); 5];
    in_vain("Open Gate", side(bare("Cindling"), full), foe());
    in_vain("Call Out", more(alone(), json!({"deck": []})), foe());
}

#[test]
fn shuffle_deck() {
    let mut play = with_card(
        "Big Shuffle",
        more(alone(), json!({"deck": ids(&["Cindling", "Tidefin"])})),
        foe(),
    );
    play.luck(&[0]).act(0, trainer("Big Shuffle"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Tidefin"]), "shuffled, then drawn");
    in_vain("Big Shuffle", more(alone(), json!({"deck": []})), foe());
}

#[test]
fn look_at_deck() {
    let own = more(alone(), json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit", "Salve"])}));
    let mut play = with_card("Peek", own, foe());
    play.act(0, trainer("Peek"));
    assert!(!play.told(1).iter().any(|event| event["options"].is_array()), "private");
    choose(&mut play, 0, &[1, 2, 0]);
    assert_eq!(play.state()["player1"]["deck"], ids(&["Tidefin", "Voltkit", "Cindling", "Salve"]));
    in_vain("Peek", more(alone(), json!({"deck": []})), foe());
}

#[test]
fn discard_hand() {
    let mut play =
        table(holding(bare("Cindling"), vec![], &["Clean Slate", "Salve", "Tidefin"]), foe());
    play.act(0, trainer("Clean Slate"));
    assert_eq!((hand(&play, 0), count(&play, 0, "discardPile")), (5, 3));
    let own = more(alone(), pile(&["Tidefin"]));
    assert_eq!(with_card("Salvage", own, foe()).refused(0, trainer("Salvage")), "cannot_pay_cost");
}

#[test]
fn retrieve_from_discard() {
    let own = more(holding(bare("Cindling"), vec![], &["Salvage", "Salve"]), pile(&["Tidefin"]));
    let mut play = table(own, foe());
    play.act(0, trainer("Salvage"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Tidefin"]));
    in_vain("Second Look", alone(), foe());
}

#[test]
fn opponent_discards() {
    let foe_holds = |cards: &[&str]| holding(bare("Pebblurk"), vec![], cards);
    let mut play = with_card("Toss Away", alone(), foe_holds(&["Salve", "Tidefin"]));
    play.act(0, trainer("Toss Away"));
    assert_eq!(pending(&play)[0].0, "PLAYER2", "the opponent chooses");
    assert_eq!(play.view(0)["pending"][0].get("options"), None);
    choose(&mut play, 1, &[1]);
    assert_eq!(play.state()["player2"]["discardPile"], ids(&["Tidefin"]));
    in_vain("Toss Away", alone(), foe());
}

#[test]
fn switch_active() {
    let ill = more(bare("Cindling"), json!({"burned": true}));
    let mut play = with_card("Step Aside", side(ill, vec![bare("Tidefin")]), foe());
    play.act(0, trainer("Step Aside"));
    assert_eq!(
        (creature(&play, 0, 0)["cards"].clone(), &creature(&play, 0, 1)["burned"]),
        (ids(&["Tidefin"]), &json!(false))
    );
    in_vain("Step Aside", alone(), foe());
}

#[test]
fn return_to_hand() {
    let hound = chain(&["Cindling", "Brandhound"], &["Ember Charge"]);
    let mut play = with_card("Recall", side(hound, vec![bare("Tidefin"), bare("Voltkit")]), foe());
    play.act(0, trainer("Recall"));
    choose(&mut play, 0, &[0]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Cindling"]));
    assert_eq!(
        play.state()["player1"]["discardPile"],
        ids(&["Brandhound", "Ember Charge", "Recall"])
    );
    assert_eq!(pending(&play), [("PLAYER1".to_owned(), "SET_ACTIVE".to_owned())]);
    in_vain("Recall", alone(), foe());
}

#[test]
fn return_to_deck() {
    let hound = chain(&["Cindling", "Brandhound"], &["Ember Charge"]);
    let mut play = with_card("Send Home", side(bare("Tidefin"), vec![hound]), foe());
    play.act(0, trainer("Send Home"));
    choose(&mut play, 0, &[1]);
    assert_eq!((count(&play, 0, "deck"), count(&play, 0, "bench")), (13, 0));
    in_vain("Send Home", alone(), foe());
}

#[test]
fn force_switch() {
    let foe_with = side(more(bare("Pebblurk"), json!({"poison": 10})), vec![bare("Tidefin")]);
    let mut play = with_card("Drag Out", alone(), foe_with);
    play.act(0, trainer("Drag Out"));
    assert_eq!(
        (creature(&play, 1, 0)["cards"].clone(), creature(&play, 1, 1)["poison"].clone()),
        (ids(&["Tidefin"]), json!(0))
    );
    in_vain("Drag Out", alone(), foe());
    let calm = side(bare("Calmstone"), vec![bare("Tidefin")]);
    with_card("Drag Out", alone(), calm).act(0, trainer("Drag Out"));
}

#[test]
fn evolve_pokemon() {
    let mut play = table(holding(bare("Cindling"), vec![], &["Growth Spurt", "Pyrehowl"]), foe());
    play.act(0, trainer("Growth Spurt"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling", "Pyrehowl"]));
    let fresh = more(bare("Cindling"), json!({"enteredOnTurn": 5}));
    let mut play = table(holding(fresh, vec![], &["Growth Spurt", "Pyrehowl"]), foe());
    assert_eq!(play.refused(0, trainer("Growth Spurt")), "no_effect", "the timing limits stay");
    // The other side's creature would fit, too, but is no option: there is nothing to ask.
    let theirs = side(bare("Cindling"), vec![bare("Cindling")]);
    let mut play = table(holding(bare("Cindling"), vec![], &["Growth Spurt", "Pyrehowl"]), theirs);
    play.act(0, trainer("Growth Spurt"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling", "Pyrehowl"]));
    assert_eq!(play.state()["pending"], json!([]));
}

#[test]
fn devolve_pokemon() {
    let hurt = more(chain(&["Cindling", "Brandhound"], &[]), json!({"damage": 60}));
    let mut play = with_card("Step Back", side(hurt, vec![bare("Tidefin")]), foe());
    let events = play.act(0, trainer("Step Back"));
    assert!(has(&events, "creature_devolved") && has(&events, "creature_knocked_out"));
    in_vain("Step Back", alone(), foe());
}

#[test]
fn put_into_play() {
    let mut play = with_card("Revive Seed", more(alone(), pile(&["Brandhound", "Tidefin"])), foe());
    play.act(0, trainer("Revive Seed"));
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Tidefin"]));
    in_vain("Revive Seed", alone(), foe());
    let mut play = with_card("Old Rival", alone(), more(foe(), pile(&["Voltkit"])));
    play.act(0, trainer("Old Rival"));
    assert_eq!(creature(&play, 1, 1)["cards"], ids(&["Voltkit"]));
    let mut play = with_card("Straw Doll", alone(), foe());
    play.act(0, trainer("Straw Doll"));
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Straw Doll"]));
    play.act(0, ability("BENCH_0"));
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Straw Doll"]));
}

#[test]
fn heal() {
    let mut play = with_card("Salve", side(with("Cindling", &[], 30), vec![]), foe());
    play.act(0, trainer("Salve"));
    assert_eq!(damage(&play, 0, 0), 10);
    in_vain("Salve", alone(), foe());
}

#[test]
fn cure_status() {
    let ill = more(bare("Cindling"), json!({"rotation": "ASLEEP", "burned": true}));
    let mut play = with_card("Clear Mind", side(ill, vec![]), foe());
    play.act(0, trainer("Clear Mind"));
    assert_eq!(statuses(&play, 0), json!([]));
    in_vain("Clear Mind", alone(), foe());
}

#[test]
fn remove_energy() {
    let rich = side(bare("Pebblurk"), vec![with("Tidefin", &["Tide Charge", "Iron Charge"], 0)]);
    let mut play = with_card("Short Circuit", alone(), rich);
    play.act(0, trainer("Short Circuit"));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 1, 1)["attachedEnergy"], ids(&["Tide Charge"]));
    in_vain("Short Circuit", alone(), foe());
}

#[test]
fn retrieve_energy() {
    let own = more(alone(), pile(&["Iron Charge", "Twin Prism", "Tide Charge"]));
    let mut play = with_card("Gather Charges", own, foe());
    play.act(0, trainer("Gather Charges"));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Iron Charge", "Tide Charge"]));
    in_vain("Gather Charges", more(alone(), pile(&["Twin Prism"])), foe());
}

#[test]
fn discard_energy() {
    let mut play =
        with_card("Burnout Pact", side(with("Cindling", &["Ember Charge"], 0), vec![]), foe());
    play.act(0, trainer("Burnout Pact"));
    assert_eq!((hand(&play, 0), creature(&play, 0, 0)["attachedEnergy"].clone()), (3, json!([])));
    let mut play = with_card("Burnout Pact", alone(), foe());
    assert_eq!(play.refused(0, trainer("Burnout Pact")), "cannot_pay_cost");
}

#[test]
fn increase_damage() {
    let hound = || with("Oldhound", &["Ember Charge"], 0);
    let mut play = table(
        holding(hound(), vec![], &["Power Chip", "Claw Band"]),
        side(bare("Countcrab"), vec![]),
    );
    play.act(0, trainer("Power Chip"));
    play.act(0, trainer("Claw Band"));
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 40);
    play.act(0, end_turn());
    assert_eq!(play.state()["player1"]["timed"], json!([]), "for one turn");
}

#[test]
fn reduce_damage() {
    let hound = side(with("Oldhound", &["Ember Charge"], 0), vec![]);
    for (card, dealt) in [("Brace", 0), ("Guard Plate", 0), ("Iron Band", 10)] {
        let mut play = with_card(card, side(bare("Tidefin"), vec![]), hound.clone());
        play.act(0, trainer(card));
        play.act(0, end_turn());
        play.act(1, json!({"type": "DRAW_CARD"}));
        play.act(1, attack(0));
        assert_eq!(damage(&play, 0, 0), dealt, "{card}");
        play.act(1, end_turn());
        let stays = creature(&play, 0, 0)["tools"].as_array().unwrap().len();
        assert_eq!(stays, usize::from(card == "Iron Band"), "{card}");
    }
}

#[test]
fn opponent_draws() {
    let mut play = with_card("Fair Share", alone(), foe());
    play.act(0, trainer("Fair Share"));
    assert_eq!((hand(&play, 0), hand(&play, 1)), (2, 1));
    let dry = json!({"deck": []});
    in_vain("Fair Share", more(alone(), dry.clone()), more(foe(), dry));
}

#[test]
fn opponent_shuffles_hand() {
    let mut play = with_card("Forget It", alone(), holding(bare("Pebblurk"), vec![], &["Salve"]));
    play.act(0, trainer("Forget It"));
    assert_eq!((hand(&play, 1), count(&play, 1, "deck")), (0, 11));
    in_vain("Forget It", alone(), foe());
}

#[test]
fn trade_cards() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Swap Meet", "Tidefin"]),
        json!({"deck": ids(&["Voltkit"])}),
    );
    let mut play = table(own, foe());
    play.act(0, trainer("Swap Meet"));
    choose(&mut play, 0, &[0]);
    let events = choose(&mut play, 0, &[1]);
    assert!(has(&events, "cards_revealed"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Voltkit"]));
    assert_eq!(play.state()["player1"]["deck"], ids(&["Tidefin"]));
    assert_eq!(
        with_card("Swap Meet", alone(), foe()).refused(0, trainer("Swap Meet")),
        "cannot_pay_cost"
    );
}

#[test]
fn attach_to_pokemon() {
    let mut play = with_card("Iron Band", side(bare("Cindling"), vec![bare("Tidefin")]), foe());
    play.act(0, trainer("Iron Band"));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 0, 1)["tools"], ids(&["Iron Band"]));
    assert_eq!(count(&play, 0, "discardPile"), 0);
}
