//! Evolve one of your creatures with a card of your hand, a stage left out if need be.

use super::prelude::*;
use crate::library::SKIPS;
use crate::words::{Stage, TriggerEvent};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evolve;

impl VerbRules for Evolve {
    const WORDS: Words = &[(Family::Trainer, "EVOLVE_POKEMON")];
    const CATEGORY: Option<u8> = Some(6);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::AllYours])?;
        from.source_or_first(&[Source::Hand])?;
        Some(Evolve)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let (game, state, seat) = (look.game, look.state, look.seat());
        match frame.step {
            0 => {
                let evolves = |card| game.evolves_something(state, card, seat);
                look.ask_zone(Source::Hand, evolves, (1, 1))
            }
            1 => {
                let card = *state.held.first()?;
                look.ask_creature(|at| game.trainer_evolves(state, card, at, seat))
            }
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let evolves = |card| look.game.evolves_something(look.state, card, look.seat());
        look.other_cards().any(evolves)
    }

    fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        Some((Source::Hand, None))
    }

    fn answered(&self, run: &mut Run<'_, '_>) {
        if run.frame().step == 1 {
            run.hold_chosen(Source::Hand);
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let Some(card) = run.state.held.pop() else { return };
        run.put_on(at, card);
        if run.game.is_triggered(run.state, at, TriggerEvent::WhenPlayed) {
            run.frame().queue = [at.code()].into_iter().collect();
        }
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        let active = i32::from(desk.state.is_active(at));
        1000 * active + i32::from(desk.state.creature(at).damage)
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        Some(desk.brief(card).score.into())
    }
}

impl Tcg {
    /// Whether a card of the hand may be put on some creature by a trainer card.
    fn evolves_something(&self, state: &State, card: Card, seat: Seat) -> bool {
        self.creatures_below(state, seat, card, SKIPS)
            .any(|slot| self.trainer_evolves(state, card, At { side: seat.0, slot }, seat))
    }

    /// Whether a card of the hand may be put on a creature by a trainer card.
    pub(crate) fn trainer_evolves(&self, state: &State, card: Card, at: At, seat: Seat) -> bool {
        let def = self.def(card);
        at.side == seat.0
            && def.is_evolution()
            && self.fits_on(state, def, at, true)
            && self.may_be_played(state, seat, def)
            && self.evolution_fault(state, seat, def, at, true).is_none()
            && !state.is_doomed(at)
    }

    /// Whether a card fits on a creature by name and stage; `skips` where a stage may be left out.
    pub(crate) fn fits_on(&self, state: &State, def: &CardDef, at: At, skips: bool) -> bool {
        let below = self.top(state, at);
        let chain = state.creature(at).cards.len();
        if chain >= 3 || below.kind != crate::words::CardType::Creature {
            return false;
        }
        let on_basic = below.stage == Stage::Basic;
        let next = def.stage == Stage::Stage1 && on_basic
            || def.stage == Stage::Stage2 && below.stage == Stage::Stage1;
        let direct = next && def.evolves_from == below.key;
        let skipped =
            skips && def.stage == Stage::Stage2 && on_basic && def.skips_from.contains(&below.key);
        direct || skipped
    }
}
