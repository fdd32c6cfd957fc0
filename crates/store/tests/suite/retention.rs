//! What a retention period removes, on every store.

use bout_store::{Backend, Finish, MatchFilter, QueuePlace, Scope, SeatOutcome};

use super::LeaderPlace;
use super::cases::{finish, guest, line, new_match};

type Case = fn(&LeaderPlace);

pub const ALL: &[(&str, Case)] = &[
    ("old_matches_go_with_their_logs", old_matches_go_with_their_logs),
    ("stale_accounts_go_and_their_tokens_burn", stale_accounts_go_and_their_tokens_burn),
];

fn ended(kept: &mut dyn Backend, id: &str, at: i64) {
    kept.create_match(&new_match(id, &["a", "b"], 0)).unwrap();
    kept.append(&[line(id, 1, 1), line(id, 1, 2)]).unwrap();
    let results = [("a", SeatOutcome::Won), ("b", SeatOutcome::Lost)];
    kept.finish(&Finish { at, ..finish(id, &results) }).unwrap();
}

fn old_matches_go_with_their_logs(place: &LeaderPlace) {
    let mut kept = place.open();
    ["a", "b"].iter().for_each(|id| guest(&mut *kept, id, 10));
    for (id, at) in [("m1", 100), ("m2", 300), ("m3", 200)] {
        ended(&mut *kept, id, at);
    }
    kept.create_match(&new_match("runs", &["a", "b"], 1)).unwrap();
    kept.append(&[line("runs", 1, 1)]).unwrap();
    assert_eq!(kept.remove_matches(300, 1).unwrap(), 1);
    assert_eq!(kept.match_row("m1").unwrap(), None, "the oldest goes first");
    assert_eq!(kept.remove_matches(300, 10).unwrap(), 1);
    assert_eq!(kept.remove_matches(300, 10).unwrap(), 0);
    assert_eq!(kept.entries("m3").unwrap(), [""; 0]);
    assert_eq!(kept.entries("m2").unwrap().len(), 2);
    assert_eq!(kept.entries("runs").unwrap().len(), 1);
    let own = MatchFilter { scope: Scope::Account("a".into()), limit: 10, ..<_>::default() };
    let left: Vec<_> = kept.matches(&own).unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(left, ["runs", "m2"]);
    kept.give_back(100).unwrap();
    assert!(kept.totals().unwrap().conserved());
}

fn stale_accounts_go_and_their_tokens_burn(place: &LeaderPlace) {
    let mut kept = place.open();
    for id in ["gone", "plays", "waits", "back"] {
        guest(&mut *kept, id, 10);
    }
    kept.rename("gone", "Orla", 0).unwrap();
    kept.create_match(&new_match("m", &["plays"], 1)).unwrap();
    let place =
        QueuePlace { account: "waits".into(), queue: "tank".into(), body: "{}".into(), since: 1 };
    kept.queue_put(&place).unwrap();
    assert_eq!(kept.account("back").unwrap().unwrap().seen, 5, "seen when it was made");
    assert!(kept.seen("back", 1_000).unwrap());
    assert!(!kept.seen("nobody", 1_000).unwrap());
    assert_eq!(kept.account("back").unwrap().unwrap().seen, 1_000);
    assert_eq!(kept.stale_accounts(1_000, 10).unwrap(), ["gone"]);
    for id in ["plays", "waits", "back", "nobody"] {
        assert!(!kept.remove_account(id, 1_000).unwrap(), "{id}");
    }
    assert!(kept.remove_account("gone", 1_000).unwrap());
    assert_eq!(kept.account("gone").unwrap(), None);
    assert_eq!(kept.account_by_token("hash of gone").unwrap(), None);
    let totals = kept.totals().unwrap();
    assert_eq!((totals.accounts, totals.given, totals.burned), (3, 40, 10));
    assert!(totals.conserved());
    assert!(matches!(kept.rename("back", "orla", 0).unwrap(), bout_store::Renamed::Done(_)));
}
