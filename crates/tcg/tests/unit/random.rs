//! Every legal action is equally likely.

use std::sync::Arc;

use bout_core::{Game, Match, Seed, Sink};

use super::*;
use crate::config::{Config, DeckRef};
use crate::library::Library;

/// How often each of the lightest choices is expected.
const EXPECTED: u32 = 300;

/// Lets the bot choose at one position again and again, and compares how often it took what.
fn is_fair(play: &Match<Tcg>, legal: &[Action]) -> bool {
    let seat = play.game().to_act(play.state()).first().unwrap();
    let turn = Turn::new(play, seat);
    let main = turn.seen().is_main_phase();
    let ends = |action: &Action| matches!(action, Action::EndTurn);
    let weight = |action: &Action| if main && !ends(action) { WEIGHT } else { 1 };
    let draws = EXPECTED * legal.iter().map(weight).sum::<u32>();
    let (mut bot, mut counts) = (Random::default(), vec![0u32; legal.len()]);
    for n in 0..draws {
        let Choice::Act(action) = bot.choose(&turn, &mut Dice::of(Seed(9), n.into())) else {
            return false;
        };
        counts[legal.iter().position(|other| *other == action).unwrap()] += 1;
    }
    let off = legal.iter().zip(&counts).map(|(action, count)| {
        let expected = EXPECTED * weight(action);
        count.abs_diff(expected).pow(2) / expected
    });
    // The sum is spread like chi-square; so far out it is once in many thousand positions.
    let (sum, free) = (off.sum::<u32>(), legal.len() as u32 - 1);
    sum <= free + 6 * (2 * free).isqrt() + 6
}

#[test]
fn every_choice_is_as_likely_as_the_rules_say() {
    let decks = Some(["veiled-minds", "cinder-court"].map(|id| DeckRef::Id(id.into())));
    let config = Config { decks, ..Config::default() };
    let game = Arc::new(Tcg::new(config, &Library::default()).unwrap());
    let mut play = Match::open(game, Seed(3), Sink::none());
    let (mut legal, mut judged) = (Vec::new(), 0);
    while let Some(seat) = play.game().to_act(play.state()).first() {
        legal.clear();
        play.game().legal(play.state(), seat, &mut legal);
        if legal.len() > 5 && judged < 20 {
            assert!(is_fair(&play, &legal), "{legal:?}");
            judged += 1;
        }
        let action = Dice::of(Seed(3), play.seq()).pick(&legal).unwrap().clone();
        play.act_unchecked(seat, &action, Sink::none());
    }
    assert_eq!(judged, 20);
}
