//! What a seat can choose from, in the order of the rules (rules 4.4).

use bout_core::{Seat, SeatSet};

use crate::Tcg;
use crate::action::{Action, Brought, Command};
use crate::library::Role;
use crate::menu::Menu;
use crate::phase::MatchState;
use crate::reason::Reason;
use crate::state::{Position, PromptKind, RuleChoice, State};
use crate::words::CardType;

impl Tcg {
    /// Who is waited for (rules 16).
    #[inline]
    pub(crate) fn awaited(&self, state: &State) -> SeatSet {
        if state.end.is_some() {
            return SeatSet::NONE;
        }
        if let Some(head) = state.pending.first() {
            return SeatSet::one(head.seat);
        }
        match state.phase.get() {
            MatchState::PlayerTurn => SeatSet::one(state.turn_player()),
            MatchState::Created => SeatSet::one(Seat(0)),
            MatchState::Waiting => SeatSet::one(Seat(1)),
            MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::DrawingCards
            | MatchState::SelectActive
            | MatchState::SelectBench
            | MatchState::InitialSetup
            | MatchState::BetweenTurns
            | MatchState::MatchEnded
            | MatchState::Cancelled => {
                [Seat(0), Seat(1)].into_iter().filter(|s| self.is_setting_up(state, *s)).collect()
            }
        }
    }

    /// Appends every legal action of a seat.
    pub(crate) fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.awaited(state).contains(seat) {
            return self.late_creatures(state, seat, out);
        }
        if let Some(head) = state.pending.first() {
            return self.answers(state, seat, head.kind, head.id, out);
        }
        match state.phase.get() {
            MatchState::Created | MatchState::Waiting => {
                let brought = self.offered.iter().cloned().map(Brought::Id);
                out.extend(brought.map(|deck| Action::JoinMatch { deck }));
            }
            MatchState::DrawingCards => out.push(Action::DrawInitialCards),
            MatchState::SelectActive => self.opening_actives(state, seat, out),
            MatchState::SelectBench => {
                self.creatures(state, seat, out);
                out.push(Action::CompleteSetup);
            }
            MatchState::InitialSetup => {
                self.opening_actives(state, seat, out);
                self.creatures(state, seat, out);
            }
            MatchState::PlayerTurn => Menu::new(self, state, seat).write(out),
            MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::BetweenTurns
            | MatchState::MatchEnded
            | MatchState::Cancelled => {}
        }
    }

    /// Who has an active creature may go on filling the bench in the legacy set-up, though nobody waits
    /// for it (rules 5.2.6).
    fn late_creatures(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let legacy = state.phase.get() == MatchState::InitialSetup;
        if legacy && seat.0 < 2 && state.side(seat).active_selected {
            self.creatures(state, seat, out);
        }
    }

    fn opening_actives(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let hand = &*self.known_hand(state, seat);
        let to_active = |card| Action::SetActive { card: Some(card), target: None };
        out.extend(hand.at(hand.firsts_of(Role::Basic)).map(to_active));
    }

    fn creatures(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let hand = &*self.known_hand(state, seat);
        let basics = self.playable_basics(state, seat, hand);
        out.extend(hand.at(basics).map(|card| Action::PlayCreature { card }));
    }

    /// Whether a seat chooses from the menu of its turn, and nothing else is asked.
    #[inline]
    pub(crate) fn has_menu(&self, state: &State, seat: Seat) -> bool {
        let playing = state.phase.get() == MatchState::PlayerTurn && state.pending.is_empty();
        playing && seat == state.turn_player()
    }

    fn answers(&self, state: &State, seat: Seat, kind: PromptKind, id: u32, out: &mut Vec<Action>) {
        match kind.of_rules() {
            Some(RuleChoice::Prize) => {
                let left = state.side(seat).prizes.len() as u8;
                out.extend((0..left).map(|index| Action::SelectPrize { index }));
            }
            Some(RuleChoice::Active) => {
                let bench = state.side(seat).bench.len();
                let to =
                    |place| Action::SetActive { card: None, target: Some(Position::bench(place)) };
                out.extend((0..bench).map(to));
            }
            None => self.resolutions(state, id, out),
        }
    }

    fn resolutions(&self, state: &State, choice: u32, out: &mut Vec<Action>) {
        let Some(prompt) = self.prompt(state) else { return };
        let marks = &state.marks;
        let mut push = |answer| out.push(Action::Resolve { choice, answer });
        let mut seen = 0u64;
        for at in 0..prompt.open_options(marks) {
            if marks.contains(&at) {
                continue;
            }
            let trace = prompt.options[usize::from(at)].trace();
            let repeats = seen & trace != 0 && prompt.is_repeat(marks, at);
            seen |= trace;
            if !repeats && prompt.allows(self, state, marks, at) {
                push(prompt.answer(at));
            }
        }
        prompt.last_answer(marks).into_iter().for_each(push);
    }

    /// The names of the actions a seat has, in the order of the rules (rules 4.4).
    pub(crate) fn commands(&self, state: &State, seat: Seat) -> Vec<Command> {
        let mut actions = Vec::new();
        self.actions(state, seat, &mut actions);
        let mut commands: Vec<Command> = Vec::new();
        for action in &actions {
            if commands.last() != Some(&action.command()) {
                commands.push(action.command());
            }
        }
        for last in [Action::Concede, Action::CancelMatch { reason: None }] {
            if self.can_act(state, seat, &last).is_ok() {
                commands.push(last.command());
            }
        }
        commands
    }

    /// What a screen should offer: what is legal, and what the hand and the board suggest with the
    /// reason why not.
    pub(crate) fn offers(
        &self,
        state: &State,
        seat: Seat,
        out: &mut Vec<(Action, Option<Reason>)>,
    ) {
        let mut wanted = Vec::new();
        self.actions(state, seat, &mut wanted);
        if seat.0 < 2 && state.phase.get() == MatchState::PlayerTurn {
            self.suggestions(state, seat, &mut wanted);
        }
        for action in wanted {
            if out.iter().all(|(known, _)| *known != action) {
                let reason = self.can_act(state, seat, &action).err();
                out.push((action, reason));
            }
        }
    }

    fn suggestions(&self, state: &State, seat: Seat, wanted: &mut Vec<Action>) {
        let hand = &state.side(seat).hand;
        for card in hand.at(hand.firsts()) {
            let def = self.def(card);
            match def.kind {
                CardType::Creature if def.is_basic() => wanted.push(Action::PlayCreature { card }),
                CardType::Trainer => wanted.push(Action::PlayTrainer { card, choices: None }),
                CardType::Energy => {
                    wanted.push(Action::AttachEnergy { card, target: Position::Active });
                }
                CardType::Creature => {}
            }
        }
        if let Some(at) = state.active(seat) {
            let attacks = self.top(state, at).attacks.len() as u8;
            wanted.extend((0..attacks).map(|index| Action::Attack { index, choices: None }));
        }
        for at in state.board(seat) {
            let target = state.side(seat).position(at.slot).unwrap_or(Position::Active);
            if self.top(state, at).ability.is_some() {
                wanted.push(Action::UseAbility { target, choices: None });
            }
        }
        wanted.push(Action::EndTurn);
    }
}
