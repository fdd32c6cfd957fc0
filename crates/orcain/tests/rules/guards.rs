//! Every rejection code of the engine, in the order of the checks (rules 5.5, 5.6).

use bout_core::{Game, HearsRefusals, Input, Millis, Seat};
use bout_orcain::{Config, Orcain, Reason};
use serde_json::{Value, json};

use crate::{confirm, draft, duel, quick, round};

#[test]
fn what_is_no_action() {
    let actions = [
        json!(null),
        json!(7),
        json!("confirm"),
        json!([]),
        json!({}),
        json!({"type": null}),
        json!({"type": 3}),
        json!({"type": "zap"}),
        json!({"layout": [null, null, null]}),
    ];
    for action in actions {
        assert_eq!(duel(json!({})).refused(0, action.clone()), "bad_request", "{action}");
    }
}

#[test]
fn nobody_of_this_match() {
    for seat in [2, 9, 254, Seat::HOST.0] {
        assert_eq!(duel(json!({})).refused(seat, confirm("adh")), "bad_request", "{seat}");
    }
}

#[test]
fn wrong_phase_goes_before_the_layout() {
    let mut play = duel(json!({}));
    round(&mut play, "adh", "adh");
    assert_eq!(play.phase(), "playing");
    for action in [draft("a--"), confirm("a--"), confirm("ad"), json!({"type": "draft"})] {
        assert_eq!(play.refused(0, action.clone()), "wrong_phase", "{action}");
    }
}

#[test]
fn already_confirmed_goes_before_the_layout() {
    let mut play = duel(json!({}));
    play.act(0, confirm("---"));
    for action in
        [draft("a--"), confirm("a--"), confirm("aaa"), confirm("ad"), json!({"type": "draft"})]
    {
        assert_eq!(play.refused(0, action.clone()), "already_confirmed", "{action}");
    }
}

#[test]
fn invalid_layout_is_whatever_is_not_three_strings_or_nulls() {
    let layouts = [
        Value::Null,
        json!("attack"),
        json!({}),
        json!([]),
        json!([null, null]),
        json!([null, null, null, null]),
        json!([null, null, 1]),
        json!([null, null, false]),
        json!([["attack"], null, null]),
        json!([{"card": "attack"}, null, null]),
    ];
    for layout in layouts {
        for kind in ["draft", "confirm"] {
            let mut play = duel(json!({}));
            let action = json!({"type": kind, "layout": layout});
            assert_eq!(play.heard(0, action.clone()), "invalid_layout", "{action}");
            assert_eq!(play.state()["hadDraftThisRound"], json!([true, false]));
            assert_eq!(play.state()["draftLayout"][0], Value::Null);
        }
    }
    assert_eq!(duel(json!({})).heard(1, json!({"type": "confirm"})), "invalid_layout");
}

#[test]
fn invalid_cards_only_of_a_confirm() {
    let layouts =
        [json!(["zap", null, null]), json!(["attack", "attack", null]), json!(["", null, null])];
    for layout in layouts {
        let mut play = duel(json!({}));
        play.act(0, draft("d--"));
        assert_eq!(play.heard(0, json!({"type": "confirm", "layout": layout})), "invalid_cards");
        assert_eq!(
            play.state()["draftLayout"][0],
            json!(["defense", null, null]),
            "the draft stays"
        );
        let events = play.act(0, json!({"type": "draft", "layout": layout}));
        assert_eq!(events[0]["sanitised"], true);
    }
}

#[test]
fn unknown_keys_are_ignored() {
    let mut play = duel(json!({}));
    let action =
        json!({"type": "confirm", "layout": [null, null, null], "matchId": "match_1", "x": 1});
    assert_eq!(play.act(0, action)[0]["type"], "confirm_ok");
}

#[test]
fn which_refusals_are_heard() {
    let orcain = Orcain::new(Config::default(), &()).expect("the usual config");
    let heard: Vec<_> = Reason::ALL.iter().filter(|reason| orcain.hears(**reason)).collect();
    assert_eq!(heard, [&Reason::InvalidLayout, &Reason::InvalidCards]);
}

#[test]
fn the_kernels_own_codes() {
    let mut play = duel(json!({}));
    play.at(100).act(0, draft("a--"));
    assert_eq!(play.at(99).refused(0, draft("a--")), "time_ran_back");
    assert_eq!(play.at(20_000).refused(0, draft("a--")), "deadline_due");
    let code = |play: &mut bout_testkit::Play<Orcain>, at, input: Input<Value>| {
        play.table().submit(Millis(at), &input, None, None).unwrap_err().code
    };
    assert_eq!(code(&mut play, 19_999, Input::Expire), "nothing_due");
    assert_eq!(code(&mut play, 20_001, Input::Expire), "deadline_due");
    let left = |seat| Input::Signal { signal: bout_core::Signal::Left { seat: Seat(seat) } };
    assert_eq!(code(&mut play, 20_001, left(0)), "deadline_due");
    assert_eq!(code(&mut play, 200, left(2)), "bad_request");
}

#[test]
fn legal_is_every_layout_of_the_hand_once() {
    let play = quick(json!({}));
    let legal = play.legal(0);
    assert_eq!(legal.len(), 73);
    assert_eq!(legal[0], confirm("adh"));
    assert_eq!(legal[1], confirm("adc"));
    assert_eq!(legal[2], confirm("ad-"));
    assert_eq!(legal[72], confirm("---"));
}

#[test]
fn to_act_is_who_has_not_confirmed() {
    let mut play = duel(json!({}));
    assert_eq!(play.to_act(), [0, 1]);
    play.act(0, draft("a--"));
    assert_eq!(play.to_act(), [0, 1]);
    play.act(0, confirm("a--"));
    assert_eq!((play.to_act(), play.legal(0).len()), (vec![1], 0));
    play.act(1, confirm("---"));
    assert_eq!(play.to_act(), [0; 0]);
}
