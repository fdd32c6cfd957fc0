//! What some rule sets can do and others cannot.
//!
//! Each capability is a small trait in a file of its own. A game lists what it has in
//! [`Game::capabilities`](crate::Game::capabilities) and, for what is asked before a match, in
//! [`Catalogued`](crate::Catalogued). Hosts ask for a capability and do without it where it is
//! absent, so a game with none of them works everywhere.

mod autopilot;
mod breaks_ties;
mod card_data;
mod concedes;
mod decks;
mod directed;
mod drafts;
mod explains;
mod forecasts;
mod hears_refusals;
mod idles;
mod line_ups;
mod loads_states;
mod offers;
mod out_of_turn;
mod owns_cards;
mod soak;
mod starts;
mod waits_for_return;
mod watches_clock;

use std::any::Any;
use std::borrow::Cow;

pub use autopilot::Autopilot;
pub use breaks_ties::BreaksTies;
pub use card_data::{CardData, VerbCoverage};
pub use concedes::Concedes;
pub use decks::Decks;
pub use directed::Directed;
pub use drafts::Drafts;
pub use explains::Explains;
pub use forecasts::Forecasts;
pub use hears_refusals::HearsRefusals;
pub use idles::Idles;
pub use line_ups::{LineUp, LineUps};
pub use loads_states::LoadsStates;
pub(crate) use loads_states::read_plain_state;
pub use offers::Offers;
pub use out_of_turn::OutOfTurn;
pub use owns_cards::OwnsCards;
pub use soak::{Soak, Watchdog, Watched};
pub use starts::Starts;
pub use waits_for_return::WaitsForReturn;
pub use watches_clock::WatchesClock;

use crate::{Game, Millis, Named, Seat, SeatSet};

/// The seats that have actions to list: those that are waited for, and others that may act.
#[inline]
pub fn may_act<G: Game>(game: &G, state: &G::State) -> SeatSet {
    match game.capabilities().out_of_turn {
        Some(out_of_turn) => out_of_turn.may_act(state),
        None => game.to_act(state),
    }
}

/// Appends what a screen should offer a seat, with the reason why not: the legal actions, and
/// whatever else the game offers.
pub fn options<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    out: &mut Vec<(G::Action, Option<G::Reason>)>,
) {
    if let Some(offers) = game.capabilities().offers {
        return offers.options(state, seat, out);
    }
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    out.extend(legal.into_iter().map(|action| (action, None)));
}

/// The optional abilities of a configured game; `None` is "this game does not have it".
///
/// Calls through it cost nothing in generic code: the compiler sees which fields are `Some`.
pub struct Capabilities<'a, G: Game> {
    /// Refusals in words with numbers.
    pub explains: Option<&'a dyn Explains<G>>,
    /// Controls that are shown although they are disabled.
    pub offers: Option<&'a dyn Offers<G>>,
    /// States written by hand.
    pub loads_states: Option<&'a dyn LoadsStates<G>>,
    /// Refused attempts that change the match.
    pub hears_refusals: Option<&'a dyn HearsRefusals<G>>,
    /// Seats that the rules hand to a computer player.
    pub autopilot: Option<&'a dyn Autopilot<G>>,
    /// An action with which a seat gives up.
    pub concedes: Option<&'a dyn Concedes<G>>,
    /// An action with which a player starts the match.
    pub starts: Option<&'a dyn Starts<G>>,
    /// Actions that answer no question.
    pub drafts: Option<&'a dyn Drafts<G>>,
    /// An action that means doing nothing.
    pub idles: Option<&'a dyn Idles<G>>,
    /// Actions of seats that nobody waits for.
    pub out_of_turn: Option<&'a dyn OutOfTurn<G>>,
    /// Rules that care whether the host looks at its clock in time.
    pub watches_clock: Option<&'a dyn WatchesClock<G>>,
    /// A wait for players who lost their connection.
    pub waits_for_return: Option<&'a dyn WaitsForReturn<G>>,
    /// Card data whose content decides whether a match can be taken up.
    pub owns_cards: Option<&'a dyn OwnsCards>,
    /// A seat for a person who directs the match.
    pub directed: Option<&'a dyn Directed>,
    /// A further match that decides a tie.
    pub breaks_ties: Option<&'a dyn BreaksTies<G>>,
}

impl<G: Game> Clone for Capabilities<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Capabilities<'_, G> {}

impl<G: Game> Capabilities<'_, G> {
    /// A game that has none of them.
    #[inline]
    #[must_use]
    pub fn none() -> Self {
        Capabilities {
            explains: None,
            offers: None,
            loads_states: None,
            hears_refusals: None,
            autopilot: None,
            concedes: None,
            starts: None,
            drafts: None,
            idles: None,
            out_of_turn: None,
            watches_clock: None,
            waits_for_return: None,
            owns_cards: None,
            directed: None,
            breaks_ties: None,
        }
    }

    /// A refusal in words for people.
    pub fn explain(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        reason: G::Reason,
    ) -> Cow<'static, str> {
        match self.explains {
            Some(explains) => explains.explain(state, seat, action, reason),
            None => Cow::Borrowed(reason.text()),
        }
    }

    /// Whether the rules take note of an attempt refused for this reason.
    #[inline]
    pub fn hears(&self, reason: G::Reason) -> bool {
        self.hears_refusals.is_some_and(|hears| hears.hears(reason))
    }

    /// Seats the rules have handed to a computer player.
    #[inline]
    pub fn autopilot_seats(&self, state: &G::State) -> SeatSet {
        self.autopilot.map_or(SeatSet::NONE, |autopilot| autopilot.autopilot(state))
    }

    /// The action with which a seat gives up; a host without one signals `Left`.
    pub fn concession(&self) -> Option<G::Action> {
        self.concedes.map(Concedes::concession)
    }

    /// The latest moment that a state knows of.
    pub fn latest(&self, state: &G::State) -> Millis {
        self.loads_states.map_or(Millis(0), |loads| loads.latest(state))
    }

    /// Fingerprint of the card data; 0 for a game without.
    pub fn data_digest(&self) -> u64 {
        self.owns_cards.map_or(0, OwnsCards::data_digest)
    }

    /// See [`OwnsCards::naming`].
    #[inline]
    pub fn naming(&self) -> Option<Box<dyn Any>> {
        self.owns_cards.and_then(OwnsCards::naming)
    }

    /// Whether somebody may direct the match from the host's seat.
    pub fn host_is_open(&self) -> bool {
        self.directed.is_some_and(Directed::host_is_open)
    }
}
