//! Lists on every store: what they show, and page by page.

use bout_store::{
    Backend, Finish, LeaderPage, LeaderPlace as Standing, MatchFilter, NewMatch,
    PROVISIONAL_DEVIATION, RATING_DAY_MS, Rating, Scope, SeatOutcome,
};

use super::LeaderPlace;
use super::cases::{finish, guest, new_match};

type Case = fn(&LeaderPlace);

pub const ALL: &[(&str, Case)] = &[
    ("matches_are_found_by_what_is_asked", matches_are_found_by_what_is_asked),
    ("pages_of_matches_leave_nothing_out", pages_of_matches_leave_nothing_out),
    ("provisional_ratings_are_not_listed", provisional_ratings_are_not_listed),
    ("pages_of_a_leaderboard_leave_nobody_out", pages_of_a_leaderboard_leave_nobody_out),
];

fn ids(kept: &mut dyn Backend, filter: &MatchFilter) -> Vec<String> {
    kept.matches(filter).unwrap().into_iter().map(|row| row.id).collect()
}

fn matches_are_found_by_what_is_asked(place: &LeaderPlace) {
    let mut kept = place.open();
    for (id, game, created) in [("m1", "tank", 1), ("m2", "necro", 2), ("m3", "tank", 3)] {
        let new = NewMatch { game: game.into(), created, ..new_match(id, &["a"], 0) };
        kept.create_match(&new).unwrap();
    }
    kept.finish(&finish("m1", &[])).unwrap();
    let public = MatchFilter { limit: 10, ..MatchFilter::default() };
    let own = MatchFilter { scope: Scope::Account("a".into()), ..public.clone() };
    let nobody = MatchFilter { scope: Scope::Account("b".into()), ..public.clone() };
    let of = |filter: &MatchFilter, game: Option<&str>, finished| MatchFilter {
        game: game.map(str::to_owned),
        finished,
        ..filter.clone()
    };
    let wanted: [(MatchFilter, &[&str]); 12] = [
        (public.clone(), &["m3", "m1"]),
        (of(&public, None, Some(true)), &["m1"]),
        (of(&public, None, Some(false)), &["m3"]),
        (of(&public, Some("tank"), None), &["m3", "m1"]),
        (of(&public, Some("necro"), None), &[]),
        (own.clone(), &["m3", "m2", "m1"]),
        (of(&own, None, Some(true)), &["m1"]),
        (of(&own, None, Some(false)), &["m3", "m2"]),
        (of(&own, Some("tank"), None), &["m3", "m1"]),
        (of(&own, Some("necro"), Some(false)), &["m2"]),
        (nobody, &[]),
        (MatchFilter { limit: 1, ..own }, &["m3"]),
    ];
    for (filter, found) in wanted {
        assert_eq!(ids(&mut *kept, &filter), found, "{filter:?}");
    }
}

fn pages_of_matches_leave_nothing_out(place: &LeaderPlace) {
    let mut kept = place.open();
    let mut all = Vec::new();
    for at in 0..23 {
        // Some begin at the same moment.
        let id = format!("m-{at:02}");
        let new = NewMatch { created: at / 3, ..new_match(&id, &["a"], 0) };
        kept.create_match(&new).unwrap();
        if at % 2 == 0 {
            kept.finish(&finish(&id, &[])).unwrap();
        }
        all.insert(0, id);
    }
    for scope in [Scope::Public, Scope::Account("a".into())] {
        for limit in [1, 4, 23, 100] {
            let (mut paged, mut before) = (Vec::new(), None);
            loop {
                let filter = MatchFilter { scope: scope.clone(), before, limit, ..<_>::default() };
                let page = kept.matches(&filter).unwrap();
                let Some(last) = page.last() else { break };
                before = Some((last.created, last.id.clone()));
                paged.extend(page.into_iter().map(|row| row.id));
            }
            assert_eq!(paged, all, "{scope:?}, {limit} a page");
        }
    }
}

/// A rated match on some day; a pair counts once a day.
fn rated(kept: &mut dyn Backend, id: &str, (winner, loser): (&str, &str), day: i64) {
    kept.create_match(&new_match(id, &[winner, loser], 0)).unwrap();
    let results = [(winner, SeatOutcome::Won), (loser, SeatOutcome::Lost)];
    let at = day * RATING_DAY_MS;
    kept.finish(&Finish { rated: true, at, ..finish(id, &results) }).unwrap();
}

/// Lets `winner` beat `loser` so often, in rated matches.
fn beat(kept: &mut dyn Backend, winner: &str, loser: &str, times: i64) {
    for day in 1..=times {
        rated(kept, &format!("{winner}-{loser}-{day}"), (winner, loser), day);
    }
}

fn leaders(kept: &mut dyn Backend, game: &str) -> Vec<(String, Rating)> {
    let page = LeaderPage { game: game.into(), after: None, limit: 100 };
    let ranked = kept.leaderboard(&page).unwrap();
    ranked.into_iter().map(|ranked| (ranked.account, ranked.rating)).collect()
}

fn provisional_ratings_are_not_listed(place: &LeaderPlace) {
    let mut kept = place.open();
    ["a", "b"].iter().for_each(|id| guest(&mut *kept, id, 10));
    beat(&mut *kept, "a", "b", 2);
    assert_eq!(leaders(&mut *kept, "orcain"), [], "two matches tell too little");
    for times in 1.. {
        let (winner, loser) = if times % 2 == 0 { ("a", "b") } else { ("b", "a") };
        rated(&mut *kept, &format!("even-{times}"), (winner, loser), times + 2);
        let listed = leaders(&mut *kept, "orcain");
        assert!(listed.iter().all(|(_, rating)| rating.deviation <= PROVISIONAL_DEVIATION));
        if listed.len() == 2 {
            assert!((5..60).contains(&times), "ranked after {times} matches");
            break;
        }
        assert!(times < 60, "never ranked");
    }
    assert_eq!(leaders(&mut *kept, "tank"), []);
}

fn pages_of_a_leaderboard_leave_nobody_out(place: &LeaderPlace) {
    let mut kept = place.open();
    let people = ["a", "b", "c", "d", "e", "f"];
    people.iter().for_each(|id| guest(&mut *kept, id, 10));
    // Everybody beats those after them.
    for (at, winner) in people.iter().enumerate() {
        for loser in &people[at + 1..] {
            beat(&mut *kept, winner, loser, 6);
        }
    }
    let all = leaders(&mut *kept, "orcain");
    assert!(all.len() >= 4, "{all:?}");
    assert!(all.is_sorted_by(|(_, a), (_, b)| a.rating >= b.rating));
    for limit in [1, 2, 4] {
        let (mut paged, mut after) = (Vec::new(), None);
        loop {
            let page = LeaderPage { game: "orcain".into(), after, limit };
            let found = kept.leaderboard(&page).unwrap();
            let Some(last) = found.last() else { break };
            after = Some(Standing { rating: last.rating.rating, account: last.account.clone() });
            paged.extend(found.into_iter().map(|ranked| (ranked.account, ranked.rating)));
        }
        assert_eq!(paged, all, "{limit} a page");
    }
}
