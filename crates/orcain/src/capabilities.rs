//! What Orcain can do beyond what every game can.

use bout_core::{Autopilot, Drafts, HearsRefusals, SeatSet};

use crate::action::Action;
use crate::config::Mode;
use crate::reason::Reason;
use crate::state::State;
use crate::{BOT, Orcain};

impl HearsRefusals<Orcain> for Orcain {
    fn hears(&self, reason: Reason) -> bool {
        matches!(reason, Reason::InvalidLayout | Reason::InvalidCards)
    }
}

impl Drafts<Orcain> for Orcain {
    fn is_draft(&self, action: &Action) -> bool {
        matches!(action, Action::Draft(_))
    }
}

impl Autopilot<Orcain> for Orcain {
    fn autopilot(&self, _state: &State) -> SeatSet {
        if self.config.mode == Mode::Pve { SeatSet::one(BOT) } else { SeatSet::NONE }
    }
}
