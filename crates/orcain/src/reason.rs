//! Why an action is refused (rules 5.5, 5.6).

use bout_core::names;

names! {
    /// Why an action is refused.
    pub enum Reason {
        /// No action at all, or from nobody of this match.
        BadRequest = "bad_request" => "This is not an action of a player of this match.",
        /// Cards are laid in PREP only.
        WrongPhase = "wrong_phase" => "Cards can be laid in the preparation phase only.",
        /// A confirm is final for the round.
        AlreadyConfirmed = "already_confirmed" => "You have already confirmed this round.",
        /// Not three slots.
        InvalidLayout = "invalid_layout" => "A layout is a list of exactly three cards or nulls.",
        /// Cards that the hand does not hold.
        InvalidCards = "invalid_cards" => "The layout holds cards that are not in your hand.",
    }
}
