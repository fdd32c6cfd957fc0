//! Attach energies of a zone to the attacker, or each to a benched creature of your choice.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackAccelerate {
    pub who: Target,
    pub source: Source,
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for AttackAccelerate {
    const WORDS: Words = &[(Family::Attack, "ENERGY_ACCELERATION")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target source energyType count selector")?;
        let who = from.target(&[Target::Oneself, Target::BenchedYours])?;
        let found = from.node.need("source")?;
        let source = found.word(|word| Source::from_name(&word.to_uppercase()))?;
        if !matches!(source, Source::Deck | Source::Discard | Source::Hand) {
            return found.fail("bad_effect", "an attack takes energy from deck, discard or hand");
        }
        let (count, wanted) = (from.count()?, Wanted::energy(from.energy));
        Some(AttackAccelerate { who, source, count, wanted })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let (game, state, seat) = (look.game, look.state, look.seat());
        let itself = self.who == Target::Oneself;
        if frame.step == 0 {
            let takes = |at: At, card| game.takes_energy(state, at, card);
            let taken = |card: Card| match look.scope.me {
                Some(me) if itself => takes(me, card),
                _ => !itself && state.bench(seat).any(|at| takes(at, card)),
            };
            let fits = |card: Card| self.wanted.admits(game, card) && taken(card);
            return look.ask_zone(self.source, fits, (0, self.count.into()));
        }
        // Each card has a creature of its own.
        let card = *state.held.first().filter(|_| !itself)?;
        look.ask_creature(|at| {
            at.side == seat.0 && !state.is_active(at) && game.takes_energy(state, at, card)
        })
    }

    fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        Some((self.source, Some(&self.wanted)))
    }

    fn answered(&self, run: &mut Run<'_, '_>) {
        if run.frame().step == 1 {
            return run.hold_chosen(self.source);
        }
        let at = run.chosen_creature();
        run.frame().bound = [0; 2];
        if let Some(at) = at.filter(|_| !run.state.held.is_empty()) {
            let card = run.state.held.remove(0);
            run.put_energy(at, card, self.source == Source::Hand);
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let attacker = run.state.find(frame.creature);
        if let Some(at) = attacker.filter(|_| self.who == Target::Oneself) {
            run.attach_held(at, self.source == Source::Hand);
        }
        if self.source == Source::Deck {
            run.shuffle(frame.player);
        }
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_energy(at)
    }
}
