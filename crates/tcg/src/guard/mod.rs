//! Who may do what, and why not (rules 5).

mod effect;
mod turn;

use crate::reason::Reason;
use bout_core::Seat;

use crate::Tcg;
use crate::action::{Action, Answer, Brought, Command};
use crate::apply::Run;
use crate::card::CardDef;
use crate::phase::{MatchState, TurnPhase};
use crate::state::{RuleChoice, State};
use crate::symbol::Card;

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
        if state.phase.get().is_played() {
            self.can_play(state, seat, action)
        } else {
            self.can_set_up(state, seat, action)
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
            Action::CancelMatch { .. }
            | Action::Concede
            | Action::DrawCard
            | Action::AttachEnergy { .. }
            | Action::PlayTrainer { .. }
            | Action::Evolve { .. }
            | Action::Retreat { .. }
            | Action::UseAbility { .. }
            | Action::EnterAttack
            | Action::Attack { .. }
            | Action::EndTurn
            | Action::SelectPrize { .. }
            | Action::Resolve { .. }
            | Action::Prepared { .. } => Err(Reason::WrongState),
        }
    }

    /// Whether the bench may have a basic creature: the last one is the active one's, or the player
    /// would have none to choose.
    pub(crate) fn has_basic_to_spare(&self, state: &State, seat: Seat) -> bool {
        let side = state.side(seat);
        let basics = side.hand.iter().filter(|card| self.def(**card).is_basic());
        side.active_selected || basics.count() > 1
    }

    pub(super) fn can_use_basic(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
    ) -> Result<&CardDef, Reason> {
        let def = self.held(state, seat, card)?;
        require(def.is_basic(), Reason::NotBasic)?;
        Ok(def)
    }

    /// A card of a hand.
    pub(super) fn held(&self, state: &State, seat: Seat, card: Card) -> Result<&CardDef, Reason> {
        let holds = !card.is_none() && state.side(seat).hand.contains(&card);
        require(holds, Reason::CardNotInHand)?;
        Ok(self.def(card))
    }

    fn can_play(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        let command = action.command();
        let answers = [
            (Command::SelectPrize, Some(RuleChoice::Prize), Reason::NoPendingPrize),
            (Command::SetActive, Some(RuleChoice::Active), Reason::ActiveNotNeeded),
            (Command::Resolve, None, Reason::StaleChoice),
        ];
        let answer = answers.into_iter().find(|(found, ..)| *found == command);
        let Some(head) = state.pending.first() else {
            if let Some((.., reason)) = answer {
                return Err(reason);
            }
            require(seat == state.turn_player(), Reason::NotYourTurn)?;
            require(in_phase(state.turn_phase, command), Reason::WrongPhase)?;
            return self.can_take_turn(state, seat, action);
        };
        let fits = answer.is_some_and(|(_, choice, _)| choice == head.kind.of_rules());
        require(fits && head.seat == seat, Reason::PendingChoice)?;
        self.can_answer(state, seat, action)
    }

    fn can_answer(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        if let Action::SelectPrize { index } = action {
            let left = state.side(seat).prizes.len();
            return require(usize::from(*index) < left, Reason::BadPrizeIndex);
        }
        if let Action::SetActive { card, target } = action {
            let there = self.bench_place(state, seat, *card, *target).is_some();
            return require(there, Reason::NoCreatureAtTarget);
        }
        let Action::Resolve { choice, answer } = action else {
            return Err(Reason::PendingChoice);
        };
        let head = state.pending.first().map_or(0, |pending| pending.id);
        require(*choice == head, Reason::StaleChoice)?;
        let Some(prompt) = self.prompt(state) else { return Err(Reason::StaleChoice) };
        let good = match answer {
            Answer::Add(at) => prompt.allows(self, state, &state.marks, *at),
            Answer::Done => state.marks.len() >= usize::from(prompt.min),
            Answer::Nothing | Answer::Pick(_) | Answer::Selection(_) => {
                prompt.accepts(self, state, answer.selection().unwrap_or_default())
            }
        };
        require(good, Reason::InvalidChoice)
    }

    fn can_take_turn(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        if let Action::DrawCard | Action::EnterAttack | Action::EndTurn = action {
            return Ok(());
        }
        if let Action::Attack { index, choices } = action {
            self.can_attack(state, seat, *index)?;
            return self.can_choose(state, seat, action, choices.is_some());
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
            Action::JoinMatch { .. }
            | Action::CancelMatch { .. }
            | Action::Concede
            | Action::DrawInitialCards
            | Action::SetActive { .. }
            | Action::CompleteSetup
            | Action::DrawCard
            | Action::EnterAttack
            | Action::Attack { .. }
            | Action::EndTurn
            | Action::SelectPrize { .. }
            | Action::Resolve { .. }
            | Action::Prepared { .. } => Err(Reason::WrongPhase),
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
        let mut copy = state.clone();
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
            MatchState::Created
            | MatchState::Waiting
            | MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::PlayerTurn
            | MatchState::BetweenTurns
            | MatchState::MatchEnded
            | MatchState::Cancelled => false,
        }
    }
}
