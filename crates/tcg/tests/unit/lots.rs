//! Lots against the list of legal actions.

use std::sync::Arc;

use bout_core::{Game, Match, Seed, Sink};

use super::*;
use crate::config::{Config, DeckRef};
use crate::library::Library;

/// Plays a match at random; at every turn of it each legal choice has one lot, and no other has
/// any. Returns how many turns there were, and how many blanks.
fn lots_are_legal(decks: [&str; 2], seed: u128, library: &Library) -> (usize, usize) {
    let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
    let game = Tcg::new(Config { decks, ..Config::default() }, library).unwrap();
    let mut play = Match::open(Arc::new(game), Seed(seed), Sink::none());
    let (mut legal, mut turns, mut blanks) = (Vec::new(), 0, 0);
    while let Some(seat) = play.game().to_act(play.state()).first() {
        legal.clear();
        play.game().legal(play.state(), seat, &mut legal);
        let drawing = play.state().turn_phase == Some(TurnPhase::Draw);
        if play.game().has_menu(play.state(), seat) && !drawing {
            let lots = Lots::new(play.game(), play.state(), seat);
            let drawn: Vec<Action> = (0..lots.len()).filter_map(|n| lots.pick(n)).collect();
            assert_eq!(drawn.len(), legal.len(), "{drawn:?} {legal:?}");
            assert!(legal.iter().all(|action| drawn.contains(action)), "{drawn:?} {legal:?}");
            assert_eq!(drawn.last(), Some(&Action::EndTurn));
            turns += 1;
            blanks += lots.len() as usize - drawn.len();
        }
        for action in &legal {
            assert_eq!(play.game().guard(play.state(), seat, action), Ok(()), "{action:?}");
        }
        let action = Dice::of(Seed(seed), play.seq()).pick(&legal).unwrap().clone();
        play.act_unchecked(seat, &action, Sink::none());
    }
    (turns, blanks)
}

#[test]
fn every_legal_choice_has_one_lot() {
    let library = Library::default();
    let decks = ["fixture-arts", "veiled-minds", "cinder-court", "river-delta", "thorn-garden"];
    let pairs = (0..decks.len()).map(|n| [decks[n], decks[(n + 2) % decks.len()]]);
    let counts = pairs.zip(0..).map(|(decks, seed)| lots_are_legal(decks, seed, &library));
    let (turns, blanks) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(turns > 500 && blanks > 0, "{turns} {blanks}");
}
