//! Attach energies of your discard pile to one of your creatures.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachFromDiscard {
    pub who: Target,
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for AttachFromDiscard {
    const WORDS: Words = &[(Family::Ability, "ATTACH_FROM_DISCARD")];
    const ABILITY_RANK: u8 = 4;
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target energyType count selector")?;
        let (who, count) = (from.target(Origin::OWN)?, from.count()?);
        Some(AttachFromDiscard { who, count, wanted: Wanted::energy(from.energy) })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let state = look.state;
        match frame.step {
            0 => {
                let fits = |card| self.fits(look, card);
                let mut prompt = look.ask_zone(Source::Discard, fits, (1, self.count.into()))?;
                prompt.bond = Bond::OneTaker;
                Some(prompt)
            }
            1 => {
                let me = look.scope.me?;
                look.ask_creature(|at| {
                    in_group(state, self.who, me, at)
                        && state.held.iter().all(|card| look.game.takes_energy(state, at, *card))
                })
            }
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.own().discard.iter().any(|card| self.fits(look, *card))
    }

    fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        Some((Source::Discard, Some(&self.wanted)))
    }

    fn has_taker(&self, look: &Look<'_>, _frame: &Frame, cards: &[Card]) -> bool {
        let (game, state) = (look.game, look.state);
        let Some(me) = look.scope.me else { return false };
        look.any(self.who, |at| {
            in_group(state, self.who, me, at)
                && !state.is_doomed(at)
                && cards.iter().all(|card| game.takes_energy(state, at, *card))
        })
    }

    fn answered(&self, run: &mut Run<'_, '_>) {
        if run.frame().step == 1 {
            run.hold_chosen(Source::Discard);
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        if let Some(at) = run.chosen_creature() {
            run.attach_held(at, false);
        }
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_energy(at)
    }
}

impl AttachFromDiscard {
    /// Whether a card is wanted and some creature can take it.
    fn fits(&self, look: &Look<'_>, card: Card) -> bool {
        let state = look.state;
        let Some(me) = look.scope.me else { return false };
        let takes = |at: At| look.game.takes_energy(state, at, card);
        self.wanted.admits(look.game, card)
            && if self.who == Target::Oneself {
                takes(me)
            } else {
                let mut board = state.board(look.seat());
                board.any(|at| in_group(state, self.who, me, at) && takes(at))
            }
    }
}
