//! Attach the played trainer card to one of your creatures.

use super::prelude::*;
use crate::event::What;
use crate::words::TrainerType;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attach {
    pub who: Target,
    /// Whether it is a tool, of which a creature has one at most.
    pub tool: bool,
}

impl VerbRules for Attach {
    const WORDS: Words = &[(Family::Trainer, "ATTACH_TO_POKEMON")];
    const CATEGORY: Option<u8> = None;

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(Attach { who: from.board_target(Origin::YOURS)?, tool: false })
    }

    fn decides(&self) -> bool {
        true
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        let equipped = || self.tool && look.game.has_tool(look.state, at);
        !equipped() && !look.state.is_doomed(at)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let frame = *run.frame();
        let carries = run.game.def(frame.card).effects.iter().any(|effect| effect.carried);
        let until = match (self.tool, carries) {
            (true, _) => NEVER,
            (false, true) => run.game.expiry(run.state, true, other(frame.player)),
            (false, false) => run.state.turn,
        };
        run.frame().limbo = false;
        run.attach(at, frame.card, until);
        let target = run.place(at);
        run.tell(frame.player, What::ToolAttached { card: frame.card, target });
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        if self.tool { desk.score(at).into() } else { desk.state.is_active(at).into() }
    }
}

impl Tcg {
    /// Whether a creature has a tool.
    pub(crate) fn has_tool(&self, state: &State, at: At) -> bool {
        let side = state.side_of(at);
        side.on(at.slot).any(|(_, found)| self.def(found.card).trainer == Some(TrainerType::Tool))
    }
}
