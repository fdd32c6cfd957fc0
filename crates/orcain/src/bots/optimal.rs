//! `optimal`: an equilibrium, as far as the opponent holds the usual hand (rules 10).

#![expect(clippy::float_arithmetic, reason = "odds of a computer player; no rule reads them")]

use std::sync::Arc;

use bout_core::{Bot, BotSpec, Catalogued, Choice, Dice, Figure, Forecasts, Named, Seat, Turn};

use super::equilibrium::{Equilibrium, Mix};
use crate::Orcain;
use crate::action::Action;
use crate::card::{Hand, Layout};

/// Plays an equilibrium.
#[derive(Default)]
pub(super) struct Optimal {
    /// The solution for this match, and what it says to do in situations that came.
    known: Option<Arc<Equilibrium>>,
    mixes: Vec<(Situation, Shares)>,
}

/// The round, and HP with the own first.
type Situation = (u32, [u8; 2]);
/// Layouts, each with its share of the parts.
type Shares = Vec<(Layout, u32)>;

/// The parts that odds are rounded to.
const PARTS: u32 = 1 << 30;

impl Optimal {
    /// The layouts to choose from in this situation, each with its share of the parts; `None` where
    /// the host wants the answer before the match is solved.
    fn mix(&mut self, turn: &Turn<'_, Orcain>, hand: &Hand, hp: [u8; 2]) -> Option<&Shares> {
        let (seen, hands) = (turn.seen(), [*hand, Hand::default()]);
        let known = self.known.take().filter(|known| known.is_for(hands, seen.config()));
        let solution = match known {
            Some(solution) => solution,
            None => {
                self.mixes.clear();
                Equilibrium::of(hands, seen.config(), &|| turn.is_stopped())?
            }
        };
        let situation = (seen.round_index(), hp);
        let known = self.mixes.iter().position(|(at, _)| *at == situation);
        let at = known.unwrap_or_else(|| {
            let mix = solution.mix(situation.0, hp);
            let shares = mix.layouts.into_iter().map(|(layout, odds)| (layout, parts(odds)));
            self.mixes.push((situation, shares.collect()));
            self.mixes.len() - 1
        });
        self.known = Some(solution);
        self.mixes.get(at).map(|(_, shares)| shares)
    }
}

#[expect(clippy::cast_sign_loss, reason = "odds are between 0 and 1")]
fn parts(odds: f64) -> u32 {
    (odds * f64::from(PARTS)) as u32
}

/// The exact solution of the first round, for reports (rules 12).
pub(crate) struct Solved;

impl Forecasts<Orcain> for Solved {
    fn figures(&self, game: &Orcain, bots: &[&BotSpec]) -> Vec<(String, Figure)> {
        figures(game, bots)
    }
}

/// What the first round is worth to a bot that plays `optimal`, and how it is played.
fn figures(game: &Orcain, bots: &[&BotSpec]) -> Vec<(String, Figure)> {
    let rounded = |odds: f64| Figure::Mean { sum: (odds * 1e6).round() as i64, of: 1_000_000 };
    let told = |seat: usize| {
        let (hand, hp) = (game.hands[seat], game.config.start_hp);
        let solution = Equilibrium::of([hand, Hand::default()], &game.config, &|| false)?;
        let Mix { value, layouts } = solution.mix(1, [hp[seat], hp[1 - seat]]);
        let odds = layouts.iter().map(|(layout, odds)| (words(layout), rounded(*odds)));
        let told = [("value", rounded(value)), ("strategy", Figure::group(odds))];
        Some((game.seat_name(Seat(seat as u8)), Figure::group(told)))
    };
    let seats = (0..2).filter(|seat| bots.get(*seat).is_some_and(|bot| bot.name == "optimal"));
    let seats: Vec<_> = seats.filter_map(told).collect();
    let found = (!seats.is_empty()).then(|| ("optimal".to_owned(), Figure::Group(seats)));
    found.into_iter().collect()
}

fn words(layout: &Layout) -> String {
    let slots = layout.iter().map(|slot| slot.as_ref().map_or("-", Named::name));
    slots.collect::<Vec<_>>().join(" ")
}

impl Bot<Orcain> for Optimal {
    fn choose(&mut self, turn: &Turn<'_, Orcain>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        let (Some(hand), Some(hp)) = (seen.hand(), seen.hp_from_here()) else {
            return Choice::Wait;
        };
        if seen.confirmed() {
            return Choice::Wait;
        }
        let Some(mix) = self.mix(turn, hand, hp) else {
            let layout = seen.with_layouts(|layouts| dice.pick(&layouts.full).copied()).flatten();
            return layout.map(|layout| Action::Confirm(layout.into())).into();
        };
        let mut drawn = dice.below(PARTS);
        let found = mix.iter().find(|(_, share)| {
            let is_it = drawn < *share;
            drawn = drawn.saturating_sub(*share);
            is_it
        });
        // What is lost by rounding belongs to the first.
        let layout = found.or(mix.first()).map(|(layout, _)| *layout);
        layout.map(|layout| Action::Confirm(layout.into())).into()
    }
}
