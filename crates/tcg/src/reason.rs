//! Why an action is refused (rules 5).

use bout_core::names;

names! {
    /// Why an action is refused.
    pub enum Reason {
        /// Nothing more can be done.
        MatchOver = "match_over" => "The match is over.",
        /// Somebody else's match.
        NotAParticipant = "not_a_participant" => "You do not take part in this match.",
        /// Not in this state.
        WrongState = "wrong_state" => "This cannot be done in this state of the match.",
        /// A trigger that no edge of the chart has.
        InvalidTransition = "invalid_transition" => "The match cannot go there from here.",
        /// Another decision is open.
        PendingChoice = "pending_choice" => "Another decision has to be made first.",
        /// Somebody else's turn.
        NotYourTurn = "not_your_turn" => "It is not your turn.",
        /// Not in this phase.
        WrongPhase = "wrong_phase" => "This cannot be done in this phase of the turn.",
        /// Not an action.
        BadPayload = "bad_payload" => "The action cannot be read.",
        /// Too much in one turn.
        ActionLimit = "action_limit" => "You have done enough in this turn; attack or end it.",
        /// Both have joined.
        MatchFull = "match_full" => "Both players have joined already.",
        /// Twice.
        AlreadyJoined = "already_joined" => "You have joined already.",
        /// No such deck.
        UnknownDeck = "unknown_deck" => "There is no such deck.",
        /// Nobody could win.
        NoOpponent = "no_opponent" => "There is no opponent yet; cancel the match instead.",
        /// Twice.
        AlreadyOffered = "already_offered" => "You have offered to cancel already.",
        /// The hand is fine.
        HandAlreadyValid = "hand_already_valid" => "Your hand is valid.",
        /// The active is chosen.
        AlreadySelected = "already_selected" => "You have chosen your active creature.",
        /// The set-up is done.
        AlreadyReady = "already_ready" => "You are ready already.",
        /// Not there.
        CardNotInHand = "card_not_in_hand" => "You do not hold that card.",
        /// No basic creature.
        NotBasic = "not_basic" => "That card is no basic creature.",
        /// No place.
        BenchFull = "bench_full" => "Your bench is full.",
        /// The card's own rule.
        PlayRestricted = "play_restricted" => "That card may not be played now.",
        /// No energy.
        NotEnergy = "not_energy" => "That card is no energy.",
        /// Nobody there.
        NoCreatureAtTarget = "no_creature_at_target" => "There is no creature at that place.",
        /// Enough for this turn.
        EnergyAlreadyAttached = "energy_already_attached" => "You have attached your energy for this turn.",
        /// Not to this creature.
        EnergyRestricted = "energy_restricted" => "That energy cannot be attached to this creature.",
        /// No evolution.
        NotEvolution = "not_evolution" => "That card is no evolution.",
        /// A rule forbids it.
        CannotEvolve = "cannot_evolve" => "That creature cannot evolve.",
        /// Name or stage.
        EvolutionMismatch = "evolution_mismatch" => "That card does not evolve from this creature.",
        /// Too early.
        FirstTurnEvolution = "first_turn_evolution" => "Nothing evolves in your first turn.",
        /// Too early.
        PlayedThisTurn = "played_this_turn" => "That creature came into play in this turn.",
        /// Once a turn.
        AlreadyEvolvedThisTurn = "already_evolved_this_turn" => "That creature has evolved in this turn.",
        /// Enough for this turn.
        RetreatLimit = "retreat_limit" => "You have retreated in this turn.",
        /// Asleep.
        Asleep = "asleep" => "Your active creature is asleep.",
        /// Paralysed.
        Paralyzed = "paralyzed" => "Your active creature is paralysed.",
        /// A rule or an effect forbids it.
        CannotRetreat = "cannot_retreat" => "Your active creature cannot retreat.",
        /// Too little energy.
        InsufficientEnergy = "insufficient_energy" => "There is not enough energy to retreat.",
        /// Which?
        EnergySelectionRequired = "energy_selection_required" => "Choose the energies that pay the retreat.",
        /// Not there.
        EnergyNotAttached = "energy_not_attached" => "That energy is not attached to your active creature.",
        /// Too little or too much.
        WrongEnergySelection = "wrong_energy_selection" => "These energies do not pay the retreat exactly.",
        /// No trainer.
        NotTrainer = "not_trainer" => "That card is no trainer card.",
        /// Enough for this turn.
        SupporterLimit = "supporter_limit" => "You have played a supporter in this turn.",
        /// Enough for this turn.
        StadiumLimit = "stadium_limit" => "You have played a stadium in this turn.",
        /// It lies there.
        SameStadium = "same_stadium" => "That stadium is in play already.",
        /// Used up.
        OncePerGame = "once_per_game" => "This can be done once in a match.",
        /// Too dear.
        CannotPayCost = "cannot_pay_cost" => "You cannot pay for that.",
        /// In vain.
        NoEffect = "no_effect" => "Nothing would happen.",
        /// Not an answer.
        InvalidChoice = "invalid_choice" => "That is no possible answer.",
        /// Too many answers.
        SurplusChoices = "surplus_choices" => "There are more answers than questions that can be answered in advance.",
        /// None there.
        NoAbility = "no_ability" => "That creature has no ability.",
        /// It works by itself.
        AbilityNotActivatedType = "ability_not_activated_type" => "That ability works by itself.",
        /// Switched off.
        AbilityBlockedByStatus = "ability_blocked_by_status" => "That creature is in no state to use its ability.",
        /// Once a turn.
        AbilityUsed = "ability_used" => "That ability was used in this turn.",
        /// Not now.
        ConditionNotMet = "condition_not_met" => "The conditions of that ability are not met.",
        /// No such attack.
        NoSuchAttack = "no_such_attack" => "There is no such attack.",
        /// Not in the first turn.
        FirstTurnAttack = "first_turn_attack" => "The first player does not attack in the first turn.",
        /// A rule or an effect forbids it.
        CannotAttack = "cannot_attack" => "Your active creature cannot attack.",
        /// A rule of the card.
        AttackRestricted = "attack_restricted" => "That attack cannot be used now.",
        /// Too little energy.
        NotEnoughEnergy = "not_enough_energy" => "There is not enough energy for that attack.",
        /// Not now.
        PreconditionFailed = "precondition_failed" => "The attack's precondition is not met.",
        /// Nothing owed.
        NoPendingPrize = "no_pending_prize" => "No prize is owed to you.",
        /// No such prize.
        BadPrizeIndex = "bad_prize_index" => "There is no such prize.",
        /// The place is taken.
        ActiveNotNeeded = "active_not_needed" => "No new active creature is needed.",
        /// Another question.
        StaleChoice = "stale_choice" => "That question is not open.",
    }
}

impl Reason {
    /// The coarse class that clients show (rules 5).
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others break a rule of the game")]
    pub fn class(self) -> &'static str {
        use Reason as R;
        match self {
            R::MatchOver | R::WrongState | R::InvalidTransition => "INVALID_STATE",
            R::WrongPhase => "INVALID_PHASE",
            R::NotYourTurn => "NOT_PLAYER_TURN",
            R::CardNotInHand
            | R::InsufficientEnergy
            | R::EnergySelectionRequired
            | R::CannotPayCost
            | R::NotEnoughEnergy => "INSUFFICIENT_RESOURCES",
            R::NoCreatureAtTarget
            | R::EnergyNotAttached
            | R::InvalidChoice
            | R::NoSuchAttack
            | R::BadPrizeIndex => "INVALID_TARGET",
            R::NotAParticipant
            | R::PendingChoice
            | R::BadPayload
            | R::MatchFull
            | R::AlreadyJoined
            | R::UnknownDeck
            | R::NoOpponent
            | R::SurplusChoices
            | R::NoPendingPrize
            | R::StaleChoice => "INVALID_ACTION",
            _ => "RULE_VIOLATION",
        }
    }
}
