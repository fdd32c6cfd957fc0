//! What every store does.

use bout_store::{
    Backend, Clock, Created, Finish, Finished, LogEntry, NewAccount, NewMatch, QueuePlace,
    RATING_DAY_MS, Renamed, SeatOutcome, SeatResult, Totals, Unrated,
};

use super::LeaderPlace;

type Case = fn(&LeaderPlace);

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
    ("a_pair_moves_ratings_once_a_day", a_pair_moves_ratings_once_a_day),
    ("nobody_moves_a_rating_from_the_same_address", nobody_moves_a_rating_from_the_same_address),
    ("one_match_a_day_counts_with_an_address", one_match_a_day_counts_with_an_address),
    ("losers_may_pay_alone", losers_may_pay_alone),
    ("pairs_count_one_by_one", pairs_count_one_by_one),
    ("a_share_is_made_once", a_share_is_made_once),
    ("names_are_unique_whatever_their_case", names_are_unique_whatever_their_case),
    ("queue_places_keep_their_order", queue_places_keep_their_order),
    ("a_start_takes_up_all_that_is_unfinished", a_start_takes_up_all_that_is_unfinished),
    ("what_fails_leaves_nothing_behind", what_fails_leaves_nothing_behind),
    ("the_beat_is_kept", the_beat_is_kept),
];

pub fn line(id: &str, epoch: i64, seq: i64) -> LogEntry {
    let body = format!("{{\"seq\":{seq},\"input\":\"… {seq}\"}}");
    LogEntry { id: id.into(), epoch, seq, body }
}

pub fn new_match(id: &str, accounts: &[&str], stake: i64) -> NewMatch {
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

pub fn guest(kept: &mut dyn Backend, id: &str, tokens: i64) {
    let token_hash = format!("hash of {id}");
    kept.create_account(&NewAccount { id: id.into(), token_hash, tokens, at: 5 }).unwrap();
}

fn tokens(kept: &mut dyn Backend, id: &str) -> i64 {
    kept.account(id).unwrap().unwrap().tokens
}

pub fn finish(id: &str, results: &[(&str, SeatOutcome)]) -> Finish {
    let result = |(seat, (account, verdict)): (i64, &(&str, SeatOutcome))| SeatResult {
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

fn lines_stand_in_order(place: &LeaderPlace) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    begin_match(&mut *kept, "n");
    let lines = [line("m", 1, 1), line("m", 1, 2), line("n", 1, 1), line("m", 1, 3)];
    assert_eq!(kept.append(&lines).unwrap(), [true; 4]);
    let bodies = kept.entries("m").unwrap();
    assert_eq!(bodies, [line("m", 1, 1).body, line("m", 1, 2).body, line("m", 1, 3).body]);
    assert_eq!(kept.entries("n").unwrap().len(), 1);
    assert_eq!((kept.last_seq("m").unwrap(), kept.last_seq("nobody").unwrap()), (3, 0));
    assert_eq!(kept.entries("nobody").unwrap(), [""; 0]);
    assert_eq!(kept.append(&[line("nobody", 1, 1)]).unwrap(), [false]);
}

fn a_line_is_not_written_twice(place: &LeaderPlace) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true]);
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [true], "it stands there");
    let other = LogEntry { body: "another".into(), ..line("m", 1, 1) };
    assert_eq!(kept.append(&[other]).unwrap(), [false], "another one stands there");
    assert_eq!(kept.entries("m").unwrap().len(), 1);
}

fn a_gap_is_refused(place: &LeaderPlace) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    assert_eq!(kept.append(&[line("m", 1, 2)]).unwrap(), [false]);
    assert_eq!(kept.append(&[line("m", 1, 1), line("m", 1, 3)]).unwrap(), [true, false]);
}

fn a_new_lease_fences_the_old_one(place: &LeaderPlace) {
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

fn an_ended_match_takes_no_lines(place: &LeaderPlace) {
    let mut kept = place.open();
    begin_match(&mut *kept, "m");
    kept.finish(&finish("m", &[])).unwrap();
    assert_eq!(kept.append(&[line("m", 1, 1)]).unwrap(), [false]);
    assert_eq!(kept.take_up("m").unwrap(), None);
    let row = kept.match_row("m").unwrap().unwrap();
    assert_eq!(row.finished, Some(99));
    assert_eq!(row.outcome.as_deref(), Some("{\"ending\":\"knockout\"}"));
}

fn all_survives_a_restart(place: &LeaderPlace) {
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

fn stakes_are_taken_from_both_or_none(place: &LeaderPlace) {
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

fn a_match_is_settled_once(place: &LeaderPlace) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 10);
    guest(&mut *kept, "b", 10);
    kept.create_match(&new_match("m", &["a", "b"], 1)).unwrap();
    let mut end = finish("m", &[("a", SeatOutcome::Won), ("b", SeatOutcome::Lost)]);
    end.payouts = vec![("a".into(), 2)];
    let balances = vec![("a".to_owned(), 11), ("b".to_owned(), 9)];
    let done = Finished::Done { balances, ratings: Vec::new(), unrated: None };
    assert_eq!(kept.finish(&end).unwrap(), done);
    assert_eq!(kept.finish(&end).unwrap(), done, "a second time changes nothing");
    assert!(kept.totals().unwrap().conserved());
}

fn a_burned_pot_is_counted(place: &LeaderPlace) {
    let mut kept = place.open();
    guest(&mut *kept, "a", 10);
    guest(&mut *kept, "b", 10);
    kept.create_match(&new_match("m", &["a", "b"], 1)).unwrap();
    kept.finish(&finish("m", &[("a", SeatOutcome::Lost), ("b", SeatOutcome::Lost)])).unwrap();
    let totals = kept.totals().unwrap();
    assert_eq!((totals.burned, totals.pots, totals.conserved()), (2, 0, true));
}

fn ratings_move_with_results(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["a", "b"] {
        guest(&mut *kept, id, 10);
    }
    for (id, at) in [("m", 99), ("n", 99 + RATING_DAY_MS)] {
        kept.create_match(&new_match(id, &["a", "b"], 0)).unwrap();
        let results = [("a", SeatOutcome::Won), ("b", SeatOutcome::Lost)];
        let end = Finish { rated: true, at, ..finish(id, &results) };
        let Finished::Done { ratings, .. } = kept.finish(&end).unwrap() else { panic!() };
        assert!(ratings[0].after.rating > ratings[0].before.rating);
        assert!(ratings[1].after.rating < ratings[1].before.rating);
    }
}

/// Ends a rated match of these two, which the first wins; gives why it moved no rating.
fn rate(kept: &mut dyn Backend, id: &str, accounts: [&str; 2], at: i64) -> Option<Unrated> {
    kept.create_match(&new_match(id, &accounts, 0)).unwrap();
    let results = [(accounts[0], SeatOutcome::Won), (accounts[1], SeatOutcome::Lost)];
    let end = Finish { rated: true, at, ..finish(id, &results) };
    let Finished::Done { ratings, unrated, .. } = kept.finish(&end).unwrap() else { panic!() };
    assert_eq!(ratings.is_empty(), unrated.is_some(), "{id}");
    unrated
}

fn a_pair_moves_ratings_once_a_day(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["a", "b", "c"] {
        guest(&mut *kept, id, 10);
    }
    let day = RATING_DAY_MS;
    let played = Some(Unrated::PlayedToday);
    for (id, pair, at, expected) in [
        ("m1", ["a", "b"], 1_000, None),
        ("m2", ["b", "a"], 2_000, played),
        ("m3", ["a", "c"], 2_000, None),
        ("m4", ["a", "b"], 999 + day, played),
        ("m5", ["a", "b"], 1_000 + day, None),
        ("m6", ["a", "b"], 1_001 + day, played),
    ] {
        assert_eq!(kept.unrated("orcain", pair, at).unwrap(), expected, "{id}");
        assert_eq!(rate(&mut *kept, id, pair, at), expected, "{id}");
        assert_eq!(kept.unrated("tank", pair, at).unwrap(), None, "another game");
    }
}

fn nobody_moves_a_rating_from_the_same_address(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["a", "b", "c"] {
        guest(&mut *kept, id, 10);
    }
    let day = RATING_DAY_MS;
    kept.note_address("a", "192.0.2.1", 1_000).unwrap();
    kept.note_address("b", "192.0.2.2", 1_000).unwrap();
    kept.note_address("b", "192.0.2.1", 2_000).unwrap();
    kept.note_address("c", "192.0.2.3", 2_000).unwrap();
    let same = Some(Unrated::SameAddress);
    assert_eq!(rate(&mut *kept, "m1", ["a", "b"], 3_000), same, "b was there too");
    assert_eq!(rate(&mut *kept, "m2", ["a", "c"], 3_000), None);
    assert_eq!(rate(&mut *kept, "m3", ["a", "b"], 999 + day), same);
    assert_eq!(rate(&mut *kept, "m4", ["a", "b"], 1_000 + day), None, "a day later");
    kept.note_address("a", "192.0.2.1", 2_000 + day).unwrap();
    kept.forget_addresses(1_000 + day).unwrap();
    assert_eq!(kept.unrated("tank", ["a", "b"], 2_000 + day).unwrap(), None, "b's is forgotten");
}

/// A throw-away account at an address counts as the one that was there before.
fn one_match_a_day_counts_with_an_address(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["a", "b", "c", "d"] {
        guest(&mut *kept, id, 10);
    }
    kept.note_address("a", "192.0.2.1", 1_000).unwrap();
    for id in ["b", "c"] {
        kept.note_address(id, "192.0.2.2", 1_000).unwrap();
    }
    kept.note_address("d", "192.0.2.3", 1_000).unwrap();
    assert_eq!(rate(&mut *kept, "m1", ["a", "b"], 2_000), None);
    assert_eq!(rate(&mut *kept, "m2", ["a", "c"], 3_000), Some(Unrated::PlayedToday));
    assert_eq!(rate(&mut *kept, "m3", ["c", "a"], 3_000), Some(Unrated::PlayedToday));
    assert_eq!(rate(&mut *kept, "m4", ["a", "d"], 3_000), None);
    assert_eq!(rate(&mut *kept, "m5", ["d", "c"], 3_000), None);
}

fn losers_may_pay_alone(place: &LeaderPlace) {
    let mut kept = place.open();
    ["a", "b"].iter().for_each(|id| guest(&mut *kept, id, 10));
    kept.create_match(&new_match("m", &["a", "b"], 0)).unwrap();
    let results = [("a", SeatOutcome::Won), ("b", SeatOutcome::Lost)];
    let end = Finish { rated: true, losers_only: true, ..finish("m", &results) };
    let Finished::Done { ratings, .. } = kept.finish(&end).unwrap() else { panic!() };
    let moved: Vec<_> = ratings.iter().map(|rated| rated.account.as_str()).collect();
    assert_eq!(moved, ["b"]);
    assert!(ratings[0].after.rating < 1500.0);
}

/// Where more than two play, a pair that does not count leaves the other pairs alone.
fn pairs_count_one_by_one(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["a", "b", "c"] {
        guest(&mut *kept, id, 10);
    }
    kept.note_address("b", "192.0.2.1", 1_000).unwrap();
    kept.note_address("c", "192.0.2.1", 1_000).unwrap();
    kept.create_match(&new_match("m", &["a", "b", "c"], 0)).unwrap();
    let results = [("a", SeatOutcome::Lost), ("b", SeatOutcome::Won), ("c", SeatOutcome::Lost)];
    let end = Finish { rated: true, at: 2_000, ..finish("m", &results) };
    let Finished::Done { ratings, .. } = kept.finish(&end).unwrap() else { panic!() };
    let moved: Vec<_> = ratings.iter().map(|r| (r.account.as_str(), r.after.rating)).collect();
    let [("a", a), ("b", b), ("c", c)] = moved[..] else { panic!("{moved:?}") };
    assert!(a < 1500.0 && b > 1500.0, "{moved:?}");
    assert!((c - 1500.0).abs() < 1e-9, "c drew with a, and lost to nobody who counts: {c}");
}

fn a_share_is_made_once(place: &LeaderPlace) {
    let mut kept = place.open();
    assert_eq!(kept.share_of("m").unwrap(), None);
    assert_eq!(kept.share_match("m", "first").unwrap(), "first");
    assert_eq!(kept.share_match("m", "second").unwrap(), "first");
    assert_eq!(kept.share_of("m").unwrap().as_deref(), Some("first"));
}

fn names_are_unique_whatever_their_case(place: &LeaderPlace) {
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

fn queue_places_keep_their_order(place: &LeaderPlace) {
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

/// Clocks that ran have run until the last beat, others have not moved.
fn a_start_takes_up_all_that_is_unfinished(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["ended", "held", "ran", "later"] {
        begin_match(&mut *kept, id);
    }
    kept.finish(&finish("ended", &[])).unwrap();
    kept.set_clock("held", Clock { wall: None, at: 300 }).unwrap();
    kept.set_clock("ran", Clock { wall: Some(1_000), at: 250 }).unwrap();
    kept.set_clock("later", Clock { wall: Some(9_000), at: 40 }).unwrap();
    let mut taken = kept.take_up_all(Some(4_000)).unwrap();
    taken.sort_by(|a, b| a.id.cmp(&b.id));
    let leases: Vec<_> = taken.iter().map(|taken| (taken.id.as_str(), taken.epoch)).collect();
    assert_eq!(leases, [("held", 2), ("later", 2), ("ran", 2)]);
    assert_eq!((taken[0].game.as_str(), taken[0].meta.as_str()), ("orcain", "{\"a\":1}"));
    for (id, at) in [("held", 300), ("ran", 3_250), ("later", 40)] {
        let row = kept.match_row(id).unwrap().unwrap();
        assert_eq!(row.clock, Clock { wall: None, at }, "{id}");
        assert_eq!(kept.append(&[line(id, 1, 1)]).unwrap(), [false], "{id}: the old lease is over");
        assert_eq!(kept.append(&[line(id, 2, 1)]).unwrap(), [true], "{id}");
    }
    kept.set_clock("ran", Clock { wall: Some(1_000), at: 250 }).unwrap();
    assert_eq!(kept.take_up_all(None).unwrap().len(), 3, "a store without a beat");
    assert_eq!(kept.match_row("ran").unwrap().unwrap().clock, Clock { wall: None, at: 250 });
}

fn what_fails_leaves_nothing_behind(place: &LeaderPlace) {
    // Memory cannot fail half way; the others must undo what they had begun.
    if matches!(place, LeaderPlace::Memory(_)) {
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

fn the_beat_is_kept(place: &LeaderPlace) {
    assert_eq!(place.open().last_beat().unwrap(), None);
    let store = place.store();
    let before = store.clock().now_ms();
    std::thread::sleep(std::time::Duration::from_millis(200));
    let after = store.clock().now_ms();
    drop(store);
    let again = place.store_again();
    let kept = again.last_beat().unwrap();
    assert!((before + 100..after + 200).contains(&kept), "{before} {kept} {after}");
    assert!((kept..kept + 1_000).contains(&again.clock().now_ms()), "the clock goes on from there");
}
