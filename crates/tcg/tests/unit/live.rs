//! The index against states that have none: a look at every card.

use std::sync::Arc;

use bout_core::{Dice, Game, Match, Seed, Sink};

use super::*;
use crate::Attacker;
use crate::config::{Config, DeckRef};
use crate::library::{Library, SKIPS};
use crate::state::Creature;

/// What is read from a state with the help of the index.
fn look(game: &Tcg, state: &State, seat: Seat) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let board: Vec<At> = state.both_boards(seat).collect();
    let hits: Vec<u16> = board.iter().map(|at| game.max_hp(state, *at)).collect();
    let fallen: Vec<bool> = board.iter().map(|at| game.is_knocked_out(state, *at)).collect();
    let pairs = board.iter().flat_map(|by| board.iter().map(move |to| (*by, *to)));
    let damage: Vec<_> = pairs
        .filter(|(by, to)| by.side != to.side)
        .flat_map(|(at, to)| {
            let attacks = 0..game.top(state, at).attacks.len() as u8;
            attacks.map(move |index| {
                game.damage(state, Attacker { at, index, flips: 0, heads: 0 }, to)
            })
        })
        .collect();
    (legal, hits, fallen, damage)
}

/// Every creature with the right name is found.
fn finds_names(game: &Tcg, state: &State, seat: Seat) {
    for card in state.side(seat).hand.iter() {
        let def = game.def(*card);
        let found: Vec<u8> = game.creatures_below(state, seat, *card, SKIPS).collect();
        let fits = |creature: &Creature| {
            creature.id != 0 && game.def(creature.top()).key == def.evolves_from
        };
        let slots = (0..).zip(&state.side(seat).creatures).filter(|(_, it)| fits(it));
        assert!(slots.into_iter().all(|(slot, _)| found.contains(&slot)), "{}", def.name);
    }
}

#[test]
fn the_index_changes_no_answer() {
    let library = Library::default();
    let decks = ["fixture-arts", "veiled-minds", "cinder-court", "river-delta", "thorn-garden"];
    for (n, seed) in (0..decks.len()).zip(20..) {
        let pair = [decks[n], decks[(n + 1) % decks.len()]];
        let decks = Some(pair.map(|id| DeckRef::Id(id.into())));
        let game = Tcg::new(Config { decks, ..Config::default() }, &library).unwrap();
        let mut play = Match::open(Arc::new(game), Seed(seed), Sink::none());
        while let Some(seat) = play.game().to_act(play.state()).first() {
            let mut blind = play.state().clone();
            blind.live = Live::default();
            assert_eq!(look(play.game(), play.state(), seat), look(play.game(), &blind, seat));
            finds_names(play.game(), play.state(), seat);
            finds_names(play.game(), &blind, seat);
            let mut legal = Vec::new();
            play.game().legal(play.state(), seat, &mut legal);
            let action = Dice::of(Seed(seed), play.seq()).pick(&legal).unwrap().clone();
            play.act_unchecked(seat, &action, Sink::none());
        }
    }
}
