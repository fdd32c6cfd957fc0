//! Why a command is refused (rules 5).

use bout_core::names;

names! {
    /// Why a command is refused.
    pub enum Reason {
        /// There is no such command.
        UnknownAction = "unknown_action" => "There is no such command.",
        /// A field is missing, unknown or of the wrong kind.
        BadRequest = "bad_request" => "The command cannot be read, or comes from nobody of this match.",
        /// The match has ended.
        GameOver = "game_over" => "The match is over.",
        /// Not now.
        WrongPhase = "wrong_phase" => "This cannot be done now.",
        /// Somebody else's turn.
        NotYourTurn = "not_your_turn" => "It is not your turn.",
        /// The window does not ask this seat.
        NotAResponder = "not_a_responder" => "You are not asked in this window.",
        /// An answer cannot be taken back.
        AlreadyResponded = "already_responded" => "You have already answered.",
        /// The card is not there.
        CardNotInHand = "card_not_in_hand" => "You do not hold that card.",
        /// The card is not for this.
        WrongCardKind = "wrong_card_kind" => "That card cannot be used for this.",
        /// The breech is jammed.
        BreechJammed = "breech_jammed" => "Your breech is jammed.",
        /// The second half must be the other one.
        AutoloadWrongAction = "autoload_wrong_action" => "The Autoloader allows only the other half now.",
        /// The tank cannot fire.
        Tracked = "tracked" => "Your tank is tracked and cannot fire.",
        /// Nothing is loaded.
        BreechEmpty = "breech_empty" => "Nothing is loaded.",
        /// No such seat.
        InvalidTarget = "invalid_target" => "There is no such tank.",
        /// Oneself.
        TargetSelf = "target_self" => "You cannot attack yourself.",
        /// The tank has just respawned.
        TargetShielded = "target_shielded" => "That tank has just respawned and is shielded.",
        /// The Ghost cannot be paid.
        GhostDiscardUnavailable = "ghost_discard_unavailable" => "You have no further card to pay for firing at a Ghost.",
        /// The Ghost must be paid.
        GhostDiscardRequired = "ghost_discard_required" => "Firing at a Ghost costs a card: name it.",
        /// Nothing has to be paid.
        GhostDiscardNotExpected = "ghost_discard_not_expected" => "Nothing has to be paid for this attack.",
        /// A tank of the own team.
        TargetIsAlly = "target_is_ally" => "That tank is on your team.",
        /// The hazard is already there.
        TargetHasHazard = "target_has_hazard" => "That tank already carries this hazard.",
        /// The matching safety is equipped.
        TargetImmune = "target_immune" => "That tank is immune to this hazard.",
        /// Not on the own team.
        TargetNotAlly = "target_not_ally" => "You can repair only tanks of your team.",
        /// There is nothing to remove.
        NoMatchingHazard = "no_matching_hazard" => "There is no hazard that this card removes.",
        /// The safety is there already.
        AlreadyEquipped = "already_equipped" => "You have equipped this already.",
        /// Not this class, or switched off.
        PassiveUnavailable = "passive_unavailable" => "Your tank has no such ability.",
        /// Lost with adrenaline.
        PassiveInAdrenaline = "passive_in_adrenaline" => "In adrenaline this ability is gone.",
        /// Once a turn.
        PassiveUsed = "passive_used" => "You have used this ability in this turn.",
        /// Too few or too many.
        PassiveWrongCount = "passive_wrong_count" => "That is not the number of cards this ability costs.",
        /// No smoke.
        NoSmokeCard = "no_smoke_card" => "You hold no Smoke Launchers.",
        /// No safety against this hazard.
        NoMatchingSafety = "no_matching_safety" => "You do not hold the safety against this hazard.",
        /// Too few or too many.
        WrongDiscardCount = "wrong_discard_count" => "That is not the number of surplus cards.",
        /// Given up already.
        AlreadyConceded = "already_conceded" => "You have given up already.",
    }
}
