//! What every store does.

use bout_store::{
    Backend, Clock, Created, Entry, Finish, Finished, MatchFilter, NewAccount, NewMatch,
    QueuePlace, Rating, Renamed, SeatResult, Totals, Verdict,
};

use super::Place;

type Case = fn(&Place);

pub const ALL: &[(&str, Case)] = &[
    ("lines_stand_in_order", lines_stand_in_order),
    ("a_line_is_not_written_twice", a_line_is_not_written_twice),
    ("a_gap_is_refused", a_gap_is_refused),
    ("a_new_lease_fences_the_old_one", a_new_lease_fences_the_old_one),
    ("an_ended_match_takes_no_lines", an_ended_match_takes_no_lines),
    ("all_survives_a_restart", all_survives_a_restart),
    ("stakes_are_taken_from_both_or_none", stakes_are_taken_from_both_or_none),
    ("a_match_is_settled_once", a_match_is_settled_once),
    ("a_burned_pot_is_counted", a_burned_pot_is_counted),
    ("ratings_move_with_results", ratings_move_with_results),
    ("names_are_unique_whatever_their_case", names_are_unique_whatever_their_case),
    ("queue_places_keep_their_order", queue_places_keep_their_order),
    ("matches_are_found_by_what_is_asked", matches_are_found_by_what_is_asked),
    ("what_fails_leaves_nothing_behind", what_fails_leaves_nothing_behind),
    ("the_beat_is_kept", the_beat_is_kept),
];

pub fn line(id: &str, epoch: i64, seq: i64) -> Entry {
    let body = format!("{{\"seq\":{seq},\"input\":\"… {seq}\"}}");
    Entry { id: id.into(), epoch, seq, body }
}

fn new_match(id: &str, accounts: &[&str], stake: i64) -> NewMatch {
    let accounts: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    NewMatch {
        id: id.into(),
        game: "orcain".into(),
        header: "{}".into(),
        meta: "{\"a\":1}".into(),
        public: id != "m2",
        stakes: accounts.iter().filter(|_| stake > 0).map(|id| (id.clone(), stake)).collect(),
        accounts,
        created: 7,
    }
}

pub fn begin_match(kept: &mut dyn Backend, id: &str) {
    assert!(matches!(
        kept.create_match(&new_match(id, &[], 0)),
        Ok(Created::Done { epoch: 1, .. })
    ));
}

fn guest(kept: &mut dyn Backend, id: &str, tokens: i64) {
    let token_hash = format!("hash of {id}");
    kept.create_account(&NewAccount { id: id.into(), token_hash, tokens, at: 5 }).unwrap();
}

fn tokens(kept: &mut dyn Backend, id: &str) -> i64 {
    kept.account(id).unwrap().unwrap().tokens
}

fn finish(id: &str, results: &[(&str, Verdict)]) -> Finish {
    let result = |(seat, (account, verdict)): (i64, &(&str, Verdict))| SeatResult {
        account: (*account).into(),
        seat,
        verdict: *verdict,
    };
    Finish {
        id: id.into(),
        epoch: 1,
        outcome: "{\"ending\":\"knockout\"}".into(),
        at: 99,
        results: (0..).zip(results).map(result).collect(),
        ..Finish::default()
    }
}

fn lines_stand_in_order(place: &Place) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    begin_match(&mut *kept, "n");
    let lines = [line("m", 1, 1), line("m", 1, 2), line("n", 1, 1), line("m", 1, 3)];
    assert_eq!(kept.append(&lines).unwrap(), [true; 4]);
    let bodies = kept.entries("m").unwrap();
    assert_eq!(bodies, [line("m", 1, 1).body, line("m", 1, 2).body, line("m", 1, 3).body]);
    assert_eq!(kept.entries("n").unwrap().len(), 1);
    assert_eq!(kept.entries("nobody").unwrap(), [""; 0]);
    assert_eq!(kept.append(&[line("nobody", 1, 1)]).unwrap(), [false]);
}

fn a_line_is_not_written_twice(place: &Place) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true]);
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true], "it stands there");
    let other = Entry { body: "another".into(), ..line("m", 1, 1) };
    assert_eq!(kept.append(&[other]).unwrap(), [false], "another one stands there");
    assert_eq!(kept.entries("m").unwrap().len(), 1);
}

fn a_gap_is_refused(place: &Place) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    assert_eq!(kept.append(&[line("m", 1, 2)]).unwrap(), [false]);
    assert_eq!(kept.append(&[line("m", 1, 1), line("m", 1, 3)]).unwrap(), [true, false]);
}

fn a_new_lease_fences_the_old_one(place: &Place) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true]);
    assert_eq!(kept.take_up("m").unwrap(), Some(2));
    assert_eq!(kept.append(&[line("m", 1, 2)]).unwrap(), [false]);
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [false], "not even what stands there");
    assert_eq!(kept.append(&[line("m", 2, 2)]).unwrap(), [true]);
    assert_eq!(kept.finish(&finish("m", &[])).unwrap(), Finished::Fenced);
    assert_eq!(kept.take_up("nobody").unwrap(), None);
}

fn an_ended_match_takes_no_lines(place: &Place) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    kept.finish(&finish("m", &[])).unwrap();
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [false]);
    assert_eq!(kept.take_up("m").unwrap(), None);
    let row = kept.match_row("m").unwrap().unwrap();
    assert_eq!(row.finished, Some(99));
    assert_eq!(row.outcome.as_deref(), Some("{\"ending\":\"knockout\"}"));
}

fn all_survives_a_restart(place: &Place) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 10);
    begin_match(&mut *kept, "m");
    kept.append(&[line("m", 1, 1), line("m", 1, 2)]).unwrap();
    kept.set_clock("m", Clock { wall: Some(1_000), at: 250 }).unwrap();
    drop(kept);
    let mut kept = place.open();
    assert_eq!(kept.entries("m").unwrap().len(), 2);
    let row = kept.match_row("m").unwrap().unwrap();
    assert_eq!(row.clock, Clock { wall: Some(1_000), at: 250 });
    assert_eq!((row.game.as_str(), row.meta.as_str(), row.created), ("orcain", "{\"a\":1}", 7));
    kept.set_clock("m", Clock { wall: None, at: 300 }).unwrap();
    assert_eq!(kept.match_row("m").unwrap().unwrap().clock, Clock { wall: None, at: 300 });
    let found = kept.account_by_token("hash of a").unwrap().unwrap();
    assert_eq!((found.id.as_str(), found.tokens, found.name), ("a", 10, None));
    assert_eq!(kept.account_by_token("hash of b").unwrap(), None);
}

fn stakes_are_taken_from_both_or_none(place: &Place) {
    let mut kept = place.open();
    guest(&mut *kept, "rich", 10);
    guest(&mut *kept, "poor", 0);
    let refused = kept.create_match(&new_match("m", &["rich", "poor"], 1)).unwrap();
    assert_eq!(refused, Created::TooPoor("poor".into()));
    assert_eq!((tokens(&mut *kept, "rich"), kept.match_row("m").unwrap()), (10, None));
    guest(&mut *kept, "other", 1);
    let made = kept.create_match(&new_match("m", &["rich", "other"], 1)).unwrap();
    assert_eq!(made, Created::Done { epoch: 1, balances: vec![9, 0] });
    let totals = kept.totals().unwrap();
    assert_eq!(totals, Totals { accounts: 3, given: 11, balances: 9, pots: 2, burned: 0 });
    assert!(totals.conserved());
}

fn a_match_is_settled_once(place: &Place) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 10);
    guest(&mut *kept, "b", 10);
    kept.create_match(&new_match("m", &["a", "b"], 1)).unwrap();
    let mut end = finish("m", &[("a", Verdict::Won), ("b", Verdict::Lost)]);
    end.payouts = vec![("a".into(), 2)];
    let balances = vec![("a".to_owned(), 11), ("b".to_owned(), 9)];
    let done = Finished::Done { balances, ratings: Vec::new() };
    assert_eq!(kept.finish(&end).unwrap(), done);
    assert_eq!(kept.finish(&end).unwrap(), done, "a second time changes nothing");
    assert!(kept.totals().unwrap().conserved());
}

fn a_burned_pot_is_counted(place: &Place) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 10);
    guest(&mut *kept, "b", 10);
    kept.create_match(&new_match("m", &["a", "b"], 1)).unwrap();
    kept.finish(&finish("m", &[("a", Verdict::Lost), ("b", Verdict::Lost)])).unwrap();
    let totals = kept.totals().unwrap();
    assert_eq!((totals.burned, totals.pots, totals.conserved()), (2, 0, true));
}

fn ratings_move_with_results(place: &Place) {
    let mut kept = place.open();
    for id in ["a", "b"] {
        guest(&mut *kept, id, 10);
    }
    for id in ["m", "n"] {
        kept.create_match(&new_match(id, &["a", "b"], 0)).unwrap();
        let results = [("a", Verdict::Won), ("b", Verdict::Lost)];
        let end = Finish { rated: true, ..finish(id, &results) };
        let Finished::Done { ratings, .. } = kept.finish(&end).unwrap() else { panic!() };
        assert!(ratings[0].after.rating > ratings[0].before.rating);
        assert!(ratings[1].after.rating < ratings[1].before.rating);
    }
    let board = kept.leaderboard("orcain", 10).unwrap();
    assert_eq!((board[0].account.as_str(), board[0].matches), ("a", 2));
    let fresh = Rating::default();
    assert!(board[0].rating.rating > fresh.rating && board[0].rating.deviation < fresh.deviation);
    assert_eq!(kept.leaderboard("orcain", 1).unwrap().len(), 1);
    assert_eq!(kept.leaderboard("tank", 10).unwrap(), []);
}

fn names_are_unique_whatever_their_case(place: &Place) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 4);
    guest(&mut *kept, "b", 0);
    let Renamed::Done(named) = kept.rename("a", "Orla", 3).unwrap() else { panic!() };
    assert_eq!((named.name.as_deref(), named.tokens), (Some("Orla"), 4), "the first one is free");
    assert_eq!(kept.rename("b", "ORLA", 3).unwrap(), Renamed::Taken);
    let Renamed::Done(named) = kept.rename("a", "orla", 3).unwrap() else { panic!() };
    assert_eq!((named.name.as_deref(), named.tokens), (Some("orla"), 1));
    assert_eq!(kept.rename("a", "Ansgar", 3).unwrap(), Renamed::TooPoor);
    assert!(matches!(kept.rename("b", "Ansgar", 3).unwrap(), Renamed::Done(_)));
    assert!(kept.totals().unwrap().conserved());
}

fn queue_places_keep_their_order(place: &Place) {
    let mut kept = place.open();
    let queued = |account: &str, queue: &str, since| QueuePlace {
        account: account.into(),
        queue: queue.into(),
        body: "{}".into(),
        since,
    };
    for waiting in [queued("b", "tank", 2), queued("a", "tank", 1), queued("b", "necro", 3)] {
        kept.queue_put(&waiting).unwrap();
    }
    let places = kept.queue_places().unwrap();
    assert_eq!(places, [queued("a", "tank", 1), queued("b", "necro", 3)]);
    kept.queue_remove("a").unwrap();
    kept.queue_remove("nobody").unwrap();
    assert_eq!(kept.queue_places().unwrap().len(), 1);
}

fn matches_are_found_by_what_is_asked(place: &Place) {
    let mut kept = place.open();
    for (id, game, created) in [("m1", "tank", 1), ("m2", "necro", 2), ("m3", "tank", 3)] {
        let new = NewMatch { game: game.into(), created, ..new_match(id, &["a"], 0) };
        kept.create_match(&new).unwrap();
    }
    kept.finish(&finish("m1", &[])).unwrap();
    let mut ids = |filter: &MatchFilter| -> Vec<String> {
        kept.matches(filter).unwrap().into_iter().map(|row| row.id).collect()
    };
    let all = MatchFilter { limit: 10, ..MatchFilter::default() };
    assert_eq!(ids(&all), ["m3", "m2", "m1"]);
    assert_eq!(ids(&MatchFilter { game: Some("tank".into()), ..all.clone() }), ["m3", "m1"]);
    assert_eq!(ids(&MatchFilter { finished: Some(true), ..all.clone() }), ["m1"]);
    assert_eq!(ids(&MatchFilter { finished: Some(false), ..all.clone() }), ["m3", "m2"]);
    assert_eq!(ids(&MatchFilter { account: Some("a".into()), ..all.clone() }).len(), 3);
    assert_eq!(ids(&MatchFilter { account: Some("b".into()), ..all.clone() }).len(), 0);
    assert_eq!(ids(&MatchFilter { public: true, limit: 2, ..all.clone() }), ["m3", "m1"]);
    assert_eq!(ids(&MatchFilter { limit: 1, ..all }), ["m3"]);
}

fn what_fails_leaves_nothing_behind(place: &Place) {
    // Memory cannot fail half way; the others must undo what they had begun.
    if matches!(place, Place::Memory(_)) {
        return;
    }
    let mut kept = place.open();
    kept.begin().unwrap();
    let failed = kept.save(&mut |kept| {
        guest(kept, "a", 10);
        Err(bout_store::StoreError::Unavailable("as it happens".into()))
    });
    assert!(failed.is_err());
    kept.save(&mut |kept| {
        guest(kept, "b", 10);
        Ok(())
    })
    .unwrap();
    kept.commit().unwrap();
    assert_eq!(kept.account("a").unwrap(), None);
    assert!(kept.account("b").unwrap().is_some());
    kept.begin().unwrap();
    guest(&mut *kept, "c", 10);
    kept.rollback();
    assert_eq!(kept.account("c").unwrap(), None);
    assert!(kept.totals().unwrap().conserved());
}

fn the_beat_is_kept(place: &Place) {
    let mut kept = place.open();
    assert_eq!(kept.last_beat().unwrap(), None);
    kept.beat(1_234).unwrap();
    kept.beat(1_254).unwrap();
    drop(kept);
    assert_eq!(place.open().last_beat().unwrap(), Some(1_254));
}
