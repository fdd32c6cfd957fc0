//! Why a command is refused (rules 5).

use bout_core::names;

names! {
    /// Why a command is refused.
    pub enum Reason {
        /// No command at all.
        BadRequest = "bad_request" => "This is no command of the game.",
        /// Not in this state.
        WrongState = "wrong_state" => "Not possible now.",
        /// Only the player's seat starts a match.
        NotHost = "not_host" => "Only the player who opened the room can start a match.",
        /// Somebody is missing.
        SeatEmpty = "seat_empty" => "Both players must be there.",
        /// Not a number of points that can be played for.
        InvalidWinTarget = "invalid_win_target" => "The win target must be 1 to the cap of rounds.",
        /// No such side.
        UnknownSeat = "unknown_seat" => "There is no such side.",
        /// Meant for another round.
        StaleRound = "stale_round" => "Too late: the round is over.",
        /// The other side chooses.
        NotYourTurn = "not_your_turn" => "Not your turn.",
        /// No such stat.
        UnknownStat = "unknown_stat" => "There is no such stat.",
        /// A computer player sits there.
        NotHumanSeat = "not_human_seat" => "No person sits there.",
        /// Voted already.
        AlreadySkipped = "already_skipped" => "You have already asked to go on.",
        /// The table has no such row.
        NoTransition = "no_transition" => "Nothing leads there from this state.",
        /// No such reason.
        UnknownReason = "unknown_reason" => "There is no such reason.",
        /// It is so already.
        NoChange = "no_change" => "It is so already.",
        /// Dialogs do not stop a match between people.
        PauseNotAllowed = "pause_not_allowed" => "A dialog does not stop the clock against a person.",
        /// The row's guard says no.
        GuardFailed = "guard_failed" => "The condition of this step does not hold.",
        /// The interrupted round had no cards.
        NothingToModify = "nothing_to_modify" => "The interrupted round had no cards yet.",
        /// Somebody else's command.
        NotAllowed = "not_allowed" => "This is not yours to command.",
        /// No such edit.
        UnknownEditKey = "unknown_edit_key" => "There is no such thing to edit.",
        /// Out of its range.
        EditOutOfRange = "edit_out_of_range" => "An edited number is out of its range.",
        /// Nothing to compare.
        StatRequired = "stat_required" => "A stat must be given, since none was chosen before.",
        /// No such state.
        UnknownState = "unknown_state" => "There is no such state.",
    }
}
