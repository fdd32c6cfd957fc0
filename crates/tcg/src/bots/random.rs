//! The computer player that takes anything (rules 10.1).

use bout_core::{Bot, Choice, Dice, Turn};

use crate::Tcg;
use crate::action::Action;
use crate::lots::{Lots, draw_answer};
use crate::phase::TurnPhase;

/// How much likelier than the end of the turn another action of the main phase is.
const WEIGHT: u32 = 3;
/// How many lots are drawn before all legal actions are listed.
const TRIES: u32 = 16;
/// Legal actions that are usual at most.
const LEGAL_USUAL: usize = 256;

/// Any legal action.
pub struct Random {
    legal: Vec<Action>,
}

impl Default for Random {
    fn default() -> Self {
        Random { legal: Vec::with_capacity(LEGAL_USUAL) }
    }
}

impl Random {
    /// One of the legal choices of a turn.
    fn draw_choice(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        let main = match seen.state.turn_phase {
            Some(TurnPhase::Main) => true,
            Some(TurnPhase::Attack) => false,
            Some(TurnPhase::Draw) if dice.coin() => return Choice::Act(Action::DrawCard),
            Some(TurnPhase::Draw | TurnPhase::End) | None => return Choice::Act(Action::EndTurn),
        };
        let lots = Lots::new(seen.game, seen.state, turn.seat());
        let count = lots.len();
        let tries = if seen.state.side(turn.seat()).hand.is_sure() { TRIES } else { 0 };
        for _ in 0..tries {
            if let Some(action) = lots.pick(draw(count, main, dice)) {
                return Choice::Act(action);
            }
        }
        self.legal.clear();
        turn.legal(&mut self.legal);
        let place = draw(self.legal.len() as u32, main, dice);
        Choice::Act(self.legal.swap_remove(place as usize))
    }
}

/// A place among some choices; in the main phase the last one, the end of the turn, is less likely.
#[inline]
fn draw(count: u32, main: bool, dice: &mut Dice) -> u32 {
    if main { dice.below((count - 1) * WEIGHT + 1) / WEIGHT } else { dice.below(count) }
}

impl Bot<Tcg> for Random {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        if let Some(head) = seen.state.pending.first() {
            if head.seat != turn.seat() {
                return Choice::Wait;
            }
            for _ in 0..TRIES {
                if let Some(action) = draw_answer(seen.game, seen.state, *head, dice) {
                    return Choice::Act(action);
                }
            }
        } else if seen.game.has_menu(seen.state, turn.seat()) {
            return self.draw_choice(turn, dice);
        }
        self.legal.clear();
        turn.legal(&mut self.legal);
        if self.legal.is_empty() {
            return Choice::Wait;
        }
        let drawn = dice.below(self.legal.len() as u32);
        Choice::Act(self.legal.swap_remove(drawn as usize))
    }
}

#[cfg(test)]
mod tests {
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
}
