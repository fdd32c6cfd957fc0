//! Who may do what, and why not (rules 5).

use bout_core::{Seat, names};

use crate::Tcg;
use crate::action::{Action, Answer, Brought, Command};
use crate::apply::Run;
use crate::card::{CardDef, Effect, Precondition, Verb};
use crate::phase::{MatchState, TurnPhase};
use crate::query::Scope;
use crate::state::{At, NOBODY, Position, PromptKind, Rotation, State};
use crate::symbol::Card;
use crate::words::{ActivationType, DamageCheck, RuleType, Source, TrainerType, Types, UsageLimit};

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

type Verdict = Result<(), Reason>;

#[inline]
fn require(holds: bool, reason: Reason) -> Verdict {
    if holds { Ok(()) } else { Err(reason) }
}

impl Tcg {
    /// The only judge of an action.
    pub(crate) fn can_act(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        if let Action::Prepared { action: plain, .. } = action {
            self.can_act(state, seat, plain)?;
            return self.can_choose(state, seat, action, true);
        }
        let command = action.command();
        require(state.end.is_none(), Reason::MatchOver)?;
        self.is_heard(state, seat, command)?;
        require(self.has_place(state, command), Reason::WrongState)?;
        if matches!(command, Command::Concede | Command::CancelMatch) {
            return self.can_leave(state, seat, command);
        }
        match state.phase.get() {
            MatchState::PlayerTurn | MatchState::BetweenTurns => self.can_play(state, seat, action),
            _ => self.can_set_up(state, seat, action),
        }
    }

    /// Whether the seat takes part, as far as this action goes.
    fn is_heard(&self, state: &State, seat: Seat, command: Command) -> Verdict {
        if seat == Seat::HOST {
            return require(command == Command::CancelMatch, Reason::NotAParticipant);
        }
        require(seat.0 < 2, Reason::NotAParticipant)?;
        let joins = command == Command::JoinMatch
            && !(state.phase.get() == MatchState::Created && seat == Seat(1));
        require(joins || state.side(seat).joined, Reason::NotAParticipant)?;
        if command == Command::JoinMatch {
            let open = matches!(state.phase.get(), MatchState::Created | MatchState::Waiting);
            require(open, Reason::MatchFull)?;
        }
        Ok(())
    }

    /// Whether an action has a place in a state at all (rules 4.4).
    fn has_place(&self, state: &State, command: Command) -> bool {
        use Command as C;
        if matches!(command, C::Concede | C::CancelMatch) {
            return true;
        }
        match state.phase.get() {
            MatchState::Created | MatchState::Waiting => command == C::JoinMatch,
            MatchState::DrawingCards => command == C::DrawInitialCards,
            MatchState::SelectActive => command == C::SetActive,
            MatchState::SelectBench => matches!(command, C::PlayCreature | C::CompleteSetup),
            MatchState::InitialSetup => matches!(command, C::SetActive | C::PlayCreature),
            MatchState::PlayerTurn => {
                !matches!(command, C::JoinMatch | C::DrawInitialCards | C::CompleteSetup)
            }
            MatchState::BetweenTurns => {
                matches!(command, C::SelectPrize | C::SetActive | C::Resolve)
            }
            MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::MatchEnded
            | MatchState::Cancelled => false,
        }
    }

    fn can_leave(&self, state: &State, seat: Seat, command: Command) -> Verdict {
        let phase = state.phase.get();
        if command == Command::Concede {
            return require(phase != MatchState::Waiting, Reason::NoOpponent);
        }
        require(!state.cancel_offers.contains(seat), Reason::AlreadyOffered)
    }

    fn can_set_up(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        let side = state.side(seat);
        match action {
            Action::JoinMatch { deck } => {
                require(!side.joined, Reason::AlreadyJoined)?;
                match deck {
                    Brought::Id(id) => require(self.deck(id).is_some(), Reason::UnknownDeck),
                    Brought::Inline(_) => Ok(()),
                }
            }
            Action::DrawInitialCards => require(!side.hand_valid, Reason::HandAlreadyValid),
            Action::SetActive { card, .. } => {
                let card = card.ok_or(Reason::BadPayload)?;
                require(!side.active_selected, Reason::AlreadySelected)?;
                self.can_use_basic(state, seat, card).map(|_| ())
            }
            Action::PlayCreature { card } => {
                require(!side.setup_ready, Reason::AlreadyReady)?;
                self.can_use_basic(state, seat, *card)?;
                require(self.free_bench(state, seat) > 0, Reason::BenchFull)?;
                require(self.has_basic_to_spare(state, seat), Reason::PlayRestricted)
            }
            Action::CompleteSetup => require(!side.setup_ready, Reason::AlreadyReady),
            _ => Err(Reason::WrongState),
        }
    }

    /// Whether the bench may have a basic creature: the last one is the active one's, or the player
    /// would have none to choose.
    pub(crate) fn has_basic_to_spare(&self, state: &State, seat: Seat) -> bool {
        let side = state.side(seat);
        let basics = side.hand.iter().filter(|card| self.def(**card).is_basic());
        side.active_selected || basics.count() > 1
    }

    fn can_use_basic(&self, state: &State, seat: Seat, card: Card) -> Result<&CardDef, Reason> {
        let def = self.held(state, seat, card)?;
        require(def.is_basic(), Reason::NotBasic)?;
        Ok(def)
    }

    /// A card of a hand.
    fn held(&self, state: &State, seat: Seat, card: Card) -> Result<&CardDef, Reason> {
        let holds = !card.is_none() && state.side(seat).hand.contains(&card);
        require(holds, Reason::CardNotInHand)?;
        Ok(self.def(card))
    }

    fn can_play(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        let command = action.command();
        let answers = match command {
            Command::SelectPrize => Some((PromptKind::SelectPrize, Reason::NoPendingPrize)),
            Command::SetActive => Some((PromptKind::SetActive, Reason::ActiveNotNeeded)),
            Command::Resolve => Some((PromptKind::YesNo, Reason::StaleChoice)),
            _ => None,
        };
        let Some(head) = state.pending.first() else {
            if let Some((_, reason)) = answers {
                return Err(reason);
            }
            require(seat == state.turn_player(), Reason::NotYourTurn)?;
            require(in_phase(state.turn_phase, command), Reason::WrongPhase)?;
            return self.can_take_turn(state, seat, action);
        };
        let fits = match (head.kind, answers) {
            (PromptKind::SelectPrize | PromptKind::SetActive, Some((kind, _))) => kind == head.kind,
            (_, Some(_)) => command == Command::Resolve,
            (_, None) => false,
        };
        require(fits && head.seat == seat, Reason::PendingChoice)?;
        self.can_answer(state, seat, action)
    }

    fn can_answer(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        match action {
            Action::SelectPrize { index } => {
                let left = state.side(seat).prizes.len();
                require(usize::from(*index) < left, Reason::BadPrizeIndex)
            }
            Action::SetActive { card, target } => {
                let there = self.bench_place(state, seat, *card, *target).is_some();
                require(there, Reason::NoCreatureAtTarget)
            }
            Action::Resolve { choice, answer } => {
                let head = state.pending.first().map_or(0, |pending| pending.id);
                require(*choice == head, Reason::StaleChoice)?;
                let Some(prompt) = self.prompt(state) else { return Err(Reason::StaleChoice) };
                let good = match answer {
                    Answer::Add(at) => prompt.allows(self, state, &state.marks, *at),
                    Answer::Done => state.marks.len() >= usize::from(prompt.min),
                    whole => {
                        let list = whole.selection().unwrap_or_default();
                        prompt.accepts(self, state, list)
                    }
                };
                require(good, Reason::InvalidChoice)
            }
            _ => Err(Reason::PendingChoice),
        }
    }

    fn can_take_turn(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        match action {
            Action::DrawCard | Action::EnterAttack | Action::EndTurn => return Ok(()),
            Action::Attack { index, choices } => {
                self.can_attack(state, seat, *index)?;
                return self.can_choose(state, seat, action, choices.is_some());
            }
            _ => {}
        }
        let limit = self.config.rules.max_main_actions_per_turn;
        let below = u32::from(state.side(seat).main_actions) < limit;
        require(below, Reason::ActionLimit)?;
        match action {
            Action::PlayCreature { card } => self.can_play_creature(state, seat, *card),
            Action::AttachEnergy { card, target } => {
                self.can_attach_energy(state, seat, *card, *target)
            }
            Action::Evolve { card, target } => self.can_evolve(state, seat, *card, *target),
            Action::Retreat { target, paid } => {
                self.can_retreat(state, seat, *target)?;
                self.can_pay_retreat(state, seat, paid.cards())
            }
            Action::PlayTrainer { card, choices } => {
                self.can_play_trainer(state, seat, *card)?;
                self.can_choose(state, seat, action, choices.is_some())
            }
            Action::UseAbility { target, choices } => {
                self.can_use_ability(state, seat, *target)?;
                self.can_choose(state, seat, action, choices.is_some())
            }
            _ => Err(Reason::WrongPhase),
        }
    }

    pub(crate) fn can_play_creature(&self, state: &State, seat: Seat, card: Card) -> Verdict {
        let def = self.can_use_basic(state, seat, card)?;
        require(self.free_bench(state, seat) > 0, Reason::BenchFull)?;
        require(self.may_be_played(state, seat, def), Reason::PlayRestricted)
    }

    /// The creature at a position of a player.
    pub(crate) fn at(&self, state: &State, seat: Seat, target: Position) -> Result<At, Reason> {
        let slot = state.side(seat).slot_at(target).ok_or(Reason::NoCreatureAtTarget)?;
        Ok(At { side: seat.0 & 1, slot })
    }

    fn can_attach_energy(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        target: Position,
    ) -> Verdict {
        let def = self.held(state, seat, card)?;
        require(def.energy.is_some(), Reason::NotEnergy)?;
        let at = self.at(state, seat, target)?;
        require(self.has_attachment(state, at), Reason::EnergyAlreadyAttached)?;
        require(self.fits_energy(state, at, card), Reason::EnergyRestricted)
    }

    /// Whether an energy of the hand may still be attached to a creature in this turn.
    pub(crate) fn has_attachment(&self, state: &State, at: At) -> bool {
        let limit = self.config.rules.energy_attachments_per_turn;
        u32::from(state.sides[usize::from(at.side & 1)].energy_attached) < limit
            || self.has_allowance(state, at)
    }

    pub(crate) fn can_evolve(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        target: Position,
    ) -> Verdict {
        let def = self.held(state, seat, card)?;
        require(def.is_evolution(), Reason::NotEvolution)?;
        let at = self.at(state, seat, target)?;
        require(self.may_be_played(state, seat, def), Reason::PlayRestricted)?;
        match self.evolution_fault(state, seat, def, at, false) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Why a card cannot be put on a creature now; `trainer` where a trainer card helps.
    pub(crate) fn evolution_fault(
        &self,
        state: &State,
        seat: Seat,
        def: &CardDef,
        at: At,
        trainer: bool,
    ) -> Option<Reason> {
        let forbids = self.priority_of(state, at, RuleType::CannotEvolve);
        let early = self.priority_of(state, at, RuleType::CanEvolveTurnOne);
        let scope = Scope::of(seat, Some(at));
        let skip = (def.rules_of(RuleType::SkipEvolutionStage))
            .filter(|rule| self.hold(state, &rule.conditions, &scope))
            .map(|rule| rule.priority)
            .max();
        if self.is_prop(state, at) || (forbids.is_some() && forbids >= early.max(skip)) {
            return Some(Reason::CannotEvolve);
        }
        if !self.fits_on(state, def, at, trainer || skip.is_some()) {
            return Some(Reason::EvolutionMismatch);
        }
        if early.is_some() && early > forbids {
            return None;
        }
        let creature = state.creature(at);
        if state.side(seat).turns_taken <= 1 {
            Some(Reason::FirstTurnEvolution)
        } else if creature.entered_on == state.turn {
            Some(Reason::PlayedThisTurn)
        } else if creature.evolved_on == state.turn {
            Some(Reason::AlreadyEvolvedThisTurn)
        } else {
            None
        }
    }

    /// Whether the active creature may retreat to a position, whatever pays for it.
    pub(crate) fn can_retreat(&self, state: &State, seat: Seat, target: Position) -> Verdict {
        let limit = self.config.rules.max_retreats_per_turn;
        let side = state.side(seat);
        require(limit == 0 || u32::from(side.retreats) < limit, Reason::RetreatLimit)?;
        let active = state.active(seat).ok_or(Reason::NoCreatureAtTarget)?;
        let rotation = state.creature(active).rotation;
        require(rotation != Rotation::Asleep, Reason::Asleep)?;
        require(rotation != Rotation::Paralyzed, Reason::Paralyzed)?;
        let locked = self.is_locked(state, active, 2);
        let cost = self.retreat_cost(state, active).filter(|_| !locked);
        let cost = cost.ok_or(Reason::CannotRetreat)?;
        require(target != Position::Active, Reason::NoCreatureAtTarget)?;
        self.at(state, seat, target)?;
        let units: u16 =
            side.on(active.slot).map(|(_, attached)| self.retreat_units(attached.card)).sum();
        require(units >= cost, Reason::InsufficientEnergy)
    }

    fn can_pay_retreat(&self, state: &State, seat: Seat, paid: &[Card]) -> Verdict {
        let Some(active) = state.active(seat) else { return Err(Reason::NoCreatureAtTarget) };
        let cost = self.retreat_cost(state, active).unwrap_or(0);
        require(cost == 0 || !paid.is_empty(), Reason::EnergySelectionRequired)?;
        let side = state.side(seat);
        let named = |card: Card| paid.iter().filter(|other| **other == card).count();
        let attached = |card: Card| {
            let copies = side.on(active.slot).filter(|(_, found)| found.card == card);
            if self.def(card).energy.is_some() { copies.count() } else { 0 }
        };
        let there = paid.iter().all(|card| named(*card) <= attached(*card));
        require(there, Reason::EnergyNotAttached)?;
        let units = |card: &Card| self.retreat_units(*card);
        let sum: u16 = paid.iter().map(units).sum();
        let least = paid.iter().map(units).min().unwrap_or(0);
        let exact = if cost == 0 { paid.is_empty() } else { sum >= cost && sum - least < cost };
        require(exact, Reason::WrongEnergySelection)
    }

    /// Whether a trainer card can be played, whatever is chosen then.
    pub(crate) fn can_play_trainer(&self, state: &State, seat: Seat, card: Card) -> Verdict {
        let def = self.held(state, seat, card)?;
        let kind = def.trainer.ok_or(Reason::NotTrainer)?;
        let (side, rules) = (state.side(seat), &self.config.rules);
        let most = rules.max_supporters_per_turn;
        let supports = kind == TrainerType::Supporter && u32::from(side.supporters) >= most;
        require(!supports, Reason::SupporterLimit)?;
        if kind == TrainerType::Stadium {
            require(u32::from(side.stadiums) < rules.max_stadiums_per_turn, Reason::StadiumLimit)?;
            let same = state.stadium.is_some_and(|old| self.def(old.card).key == def.key);
            require(!same, Reason::SameStadium)?;
        }
        let used = def.has_rule(RuleType::OncePerGame) && self.is_used_up(state, seat, def, NOBODY);
        require(!used, Reason::OncePerGame)?;
        require(self.may_be_played(state, seat, def), Reason::PlayRestricted)?;
        let skip = side.hand.iter().position(|held| *held == card).map(|place| place as u8);
        let scope = Scope { skip, ..Scope::of(seat, state.active(seat)) };
        require(self.can_pay_costs(state, &scope, &def.effects), Reason::CannotPayCost)?;
        require(self.is_worth_playing(state, &scope, def), Reason::NoEffect)
    }

    /// Whether every cost among some effects can be paid.
    pub(crate) fn can_pay_costs(&self, state: &State, scope: &Scope, effects: &[Effect]) -> bool {
        (effects.iter())
            .filter(|effect| effect.cost && self.hold(state, &effect.conditions, scope))
            .all(|effect| self.is_feasible(state, scope, effect))
    }

    fn is_worth_playing(&self, state: &State, scope: &Scope, def: &CardDef) -> bool {
        let scope = &Scope { hopeful: true, ..*scope };
        let on = |effect: &&Effect| {
            self.hold(state, &effect.conditions, scope) && self.is_feasible(state, scope, effect)
        };
        let decides = |effect: &&Effect| {
            effect.verb == Verb::Attach
                || effect.verb == Verb::PutIntoPlay && effect.source == Source::Hand
        };
        if let Some(effect) = def.effects.iter().find(decides) {
            return on(&effect);
        }
        let counts = |effect: &&Effect| {
            (!effect.cost || effect.verb == Verb::Trade) && effect.verb != Verb::ShuffleDeck
        };
        def.trainer == Some(TrainerType::Stadium)
            || def.effects.iter().filter(counts).any(|e| on(&e))
    }

    /// Whether an ability can be used, whatever is chosen then.
    pub(crate) fn can_use_ability(&self, state: &State, seat: Seat, target: Position) -> Verdict {
        let at = self.at(state, seat, target)?;
        if self.is_prop(state, at) {
            return require(state.side(seat).in_play() > 1, Reason::NoEffect);
        }
        let def = self.top(state, at);
        let ability = def.ability.as_ref().ok_or(Reason::NoAbility)?;
        let activated = ability.activation == ActivationType::Activated;
        require(activated, Reason::AbilityNotActivatedType)?;
        let creature = state.creature(at);
        require(creature.rotation == Rotation::Upright, Reason::AbilityBlockedByStatus)?;
        let used = ability.limit == UsageLimit::OncePerTurn && creature.ability_on == state.turn;
        require(!used, Reason::AbilityUsed)?;
        let scope = Scope { ability: true, hopeful: true, ..Scope::of(seat, Some(at)) };
        let on = |effect: &&Effect| self.hold(state, &effect.conditions, &scope);
        let met = ability.effects.iter().filter(|effect| !effect.cost).any(|effect| on(&effect));
        require(met, Reason::ConditionNotMet)?;
        require(self.can_pay_costs(state, &scope, &ability.effects), Reason::CannotPayCost)?;
        let short = |effect: &Effect| {
            effect.verb == Verb::AbilityAccelerate
                && effect.source != Source::Deck
                && (self.energies_at_hand(state, &scope, effect))
                    .is_some_and(|count| count < usize::from(effect.count))
        };
        require(!ability.effects.iter().filter(on).any(short), Reason::CannotPayCost)?;
        let mut others = ability.effects.iter().filter(|effect| !effect.cost).filter(on);
        require(others.any(|effect| self.is_feasible(state, &scope, effect)), Reason::NoEffect)
    }

    /// Whether an attack can be made, whatever is chosen then.
    pub(crate) fn can_attack(&self, state: &State, seat: Seat, index: u8) -> Verdict {
        let at = state.active(seat).ok_or(Reason::NoSuchAttack)?;
        let known = usize::from(index) < self.top(state, at).attacks.len();
        require(known, Reason::NoSuchAttack)?;
        self.may_attack(state, at)?;
        self.can_make_attack(state, at, index)
    }

    /// Whether a creature may attack at all.
    pub(crate) fn may_attack(&self, state: &State, at: At) -> Verdict {
        let early = state.turn == 1 && !self.config.rules.first_player_may_attack_on_first_turn;
        require(!early, Reason::FirstTurnAttack)?;
        let creature = state.creature(at);
        require(creature.rotation != Rotation::Asleep, Reason::Asleep)?;
        require(creature.rotation != Rotation::Paralyzed, Reason::Paralyzed)?;
        let locked =
            self.is_locked(state, at, 1) || self.has_rule(state, at, RuleType::CannotAttack);
        require(!locked, Reason::CannotAttack)
    }

    /// Whether a creature that may attack can make one of its attacks.
    pub(crate) fn can_make_attack(&self, state: &State, at: At, index: u8) -> Verdict {
        let (seat, def) = (Seat(at.side), self.top(state, at));
        let attack = def.attacks.get(usize::from(index)).ok_or(Reason::NoSuchAttack)?;
        let scope = Scope::of(seat, Some(at));
        let mut restricted = false;
        self.each_rule_or_off(state, at, RuleType::AttackRestriction, &mut |rule| {
            let off = !self.hold(state, &rule.conditions, &scope);
            restricted |= off && rule.is_about(attack.name);
        });
        require(!restricted, Reason::AttackRestricted)?;
        require(!self.is_used_up(state, seat, def, index), Reason::OncePerGame)?;
        let cost = self.cost(state, at, usize::from(index));
        require(self.can_pay(state, at, &cost), Reason::NotEnoughEnergy)?;
        let mut preconditions = attack.preconditions.iter();
        let met = preconditions.all(|condition| self.is_met(state, at, *condition));
        require(met, Reason::PreconditionFailed)?;
        let due = self.due_costs(state, &Scope { attack: true, ..scope }, &attack.effects);
        let payable = due == 0 || self.pays_costs(state, at, (&attack.effects, due), (0, 0));
        require(payable, Reason::CannotPayCost)
    }

    fn is_met(&self, state: &State, at: At, condition: Precondition) -> bool {
        let damage = state.creature(at).damage;
        match condition {
            Precondition::Damage(DamageCheck::HasDamage, _) => damage > 0,
            Precondition::Damage(DamageCheck::NoDamage, _) => damage == 0,
            Precondition::Damage(DamageCheck::MinimumDamage, least) => damage >= least,
            Precondition::Energy(kind, least) => {
                self.units(state, at, Types::one(kind), false) >= u16::from(least)
            }
        }
    }

    /// Whether the answers in advance fit the questions that come before the first chance.
    fn can_choose(&self, state: &State, seat: Seat, action: &Action, given: bool) -> Verdict {
        if !given {
            return Ok(());
        }
        let playing =
            matches!(state.phase.get(), MatchState::PlayerTurn | MatchState::BetweenTurns);
        require(playing, Reason::SurplusChoices)?;
        let mut copy = *state;
        let answers = action.choices();
        let mut run = Run::dry(self, &mut copy, answers);
        run.act(seat, action.plain());
        require(!run.misfit, Reason::InvalidChoice)?;
        require(run.used == answers.len(), Reason::SurplusChoices)
    }
}

/// Which actions a phase of a turn hears (rules 4.3).
fn in_phase(phase: Option<TurnPhase>, command: Command) -> bool {
    use Command as C;
    match phase {
        Some(TurnPhase::Draw) => matches!(command, C::DrawCard | C::EndTurn),
        Some(TurnPhase::Main) => command != C::DrawCard,
        Some(TurnPhase::Attack) => matches!(command, C::Attack | C::EndTurn),
        Some(TurnPhase::End) => command == C::EndTurn,
        None => false,
    }
}

impl Tcg {
    /// Whether a player still has something to do before the first turn.
    pub(crate) fn is_setting_up(&self, state: &State, seat: Seat) -> bool {
        let side = state.side(seat);
        match state.phase.get() {
            MatchState::DrawingCards => !side.hand_valid,
            MatchState::SelectActive | MatchState::InitialSetup => !side.active_selected,
            MatchState::SelectBench => !side.setup_ready,
            _ => false,
        }
    }
}
