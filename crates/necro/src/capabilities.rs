//! What NecroChess can do beyond what every game can.

use std::borrow::Cow;

use bout_core::{Concedes, Explains, LoadsStates, Named, Offers, OwnsCards, Seat, WaitsForReturn};
use serde_json::Value;

use crate::Necro;
use crate::action::Action;
use crate::phase::Timer;
use crate::piece::Side;
use crate::reason::Reason;
use crate::state::State;

impl Explains<Necro> for Necro {
    fn explain(
        &self,
        state: &State,
        _seat: Seat,
        action: &Action,
        reason: Reason,
    ) -> Cow<'static, str> {
        if !reason.text().contains("{n}") {
            return Cow::Borrowed(reason.text());
        }
        let n = self.number_at_hand(state, action, reason);
        Cow::Owned(reason.text().replace("{n}", &n.to_string()))
    }
}

impl LoadsStates<Necro> for Necro {
    fn read_state(&self, state: &Value) -> Result<State, String> {
        self.read(state)
    }
}

impl Offers<Necro> for Necro {
    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        self.offers(state, seat, out);
    }
}

impl Concedes<Necro> for Necro {
    fn concession(&self) -> Action {
        Action::Resign {}
    }
}

impl WaitsForReturn<Necro> for Necro {
    fn absence_timer(&self, seat: Seat) -> Option<Timer> {
        Side::of(seat).map(Timer::away)
    }
}

impl OwnsCards for Necro {
    fn data_digest(&self) -> u64 {
        self.cards.digest
    }
}
