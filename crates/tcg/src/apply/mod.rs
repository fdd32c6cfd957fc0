//! Carrying out what was accepted: the loop over the stack, and what all rules use.
//!
//! Every rule is a method of [`Run`]: the game, the state, and a pair of hands that draw dice and tell
//! events. The same rules run dry, without dice and listeners, where a guard has to know which prompts
//! come before the first chance (rules 5.4).

mod ability;
mod attack;
mod between;
mod board;
mod clock;
mod damage;
mod effect;
mod end;
mod knockout;
mod lobby;
mod main_phase;
mod setup;
mod trainer;
mod turn;
mod zones;

use bout_core::{Ctx, Current, List, Millis, Seat};

use crate::Tcg;
use crate::action::{Action, Answer};
use crate::event::{Event, Place, What};
use crate::phase::{MatchState, TurnPhase};
use crate::prompt::{Asked, Choice, Prompt, Selection};
use crate::state::{
    At, Frame, FrameKind, LastAction, Pending, Position, PromptKind, State, Step, other,
};
use crate::symbol::Card;

pub use damage::Attacker;

/// What draws and tells.
pub(crate) enum Hands<'a, 'c> {
    /// The kernel's.
    Real(&'a mut Ctx<'c, Tcg>),
    /// Nobody's: a trial that stops to count once a chance or a look has come.
    Dry,
}

/// Whether a frame can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It has done something.
    Go,
    /// It needs an answer.
    Wait,
}

/// What follows a step of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<S> {
    /// Another step.
    Go(S),
    /// The same step again.
    Stay,
    /// An answer, then the same step again.
    Wait,
    /// Nothing: the frame has left the stack.
    Done,
}

impl<S> From<Flow> for Next<S> {
    fn from(flow: Flow) -> Self {
        match flow {
            Flow::Go => Next::Stay,
            Flow::Wait => Next::Wait,
        }
    }
}

/// The rules at work.
#[expect(clippy::struct_excessive_bools, reason = "each says one thing about the run")]
pub(crate) struct Run<'a, 'c> {
    pub game: &'a Tcg,
    pub state: &'a mut State,
    pub hands: Hands<'a, 'c>,
    /// Whether anybody listens.
    heard: bool,
    /// Whether a clock acts.
    pub auto: bool,
    /// Who acts.
    actor: Seat,
    /// Answers in advance, and how many were used.
    pub answers: &'a [Vec<u8>],
    pub used: usize,
    /// Whether a chance or a look has come, so that no more answers can be given in advance.
    pub closed: bool,
    /// Whether an answer in advance did not fit.
    pub misfit: bool,
}

impl<'a, 'c> Run<'a, 'c> {
    /// With the kernel's hands.
    pub fn new(game: &'a Tcg, state: &'a mut State, ctx: &'a mut Ctx<'c, Tcg>) -> Self {
        Self::with(game, state, Hands::Real(ctx), &[])
    }

    /// A trial of an action with answers in advance.
    pub fn dry(game: &'a Tcg, state: &'a mut State, answers: &'a [Vec<u8>]) -> Self {
        Self::with(game, state, Hands::Dry, answers)
    }

    fn with(
        game: &'a Tcg,
        state: &'a mut State,
        hands: Hands<'a, 'c>,
        answers: &'a [Vec<u8>],
    ) -> Self {
        let heard = matches!(&hands, Hands::Real(ctx) if ctx.telling());
        let (auto, used, closed, misfit) = (false, 0, false, false);
        Run { game, state, hands, heard, auto, actor: Seat::HOST, answers, used, closed, misfit }
    }

    /// Carries out an action that the guard accepted.
    pub fn act(&mut self, seat: Seat, action: &Action) {
        self.actor = seat;
        let before = self.watch();
        let resolves = matches!(action, Action::Resolve { .. });
        let prompt = if resolves { self.game.prompt(self.state) } else { None };
        self.note(seat, action, prompt.as_ref());
        if seat != Seat::HOST {
            self.state.side_mut(seat).expiries = 0;
        }
        match action {
            Action::JoinMatch { deck } => self.join(seat, deck),
            Action::CancelMatch { reason } => self.cancel(seat, *reason),
            Action::Concede => self.concede(seat),
            Action::DrawInitialCards => self.draw_initial(seat),
            Action::SetActive { card, target } => self.set_active(seat, *card, *target),
            Action::PlayCreature { card } => self.play_creature(seat, *card),
            Action::CompleteSetup => self.complete_setup(seat),
            Action::DrawCard => self.draw_card(seat),
            Action::AttachEnergy { card, target } => self.attach_energy(seat, *card, *target),
            Action::PlayTrainer { card, .. } => self.play_trainer(seat, *card),
            Action::Evolve { card, target } => self.evolve(seat, *card, *target),
            Action::Retreat { target, paid } => self.retreat(seat, *target, paid.cards()),
            Action::UseAbility { target, .. } => self.use_ability(seat, *target),
            Action::EnterAttack => self.go_to_phase(TurnPhase::Attack),
            Action::Attack { index, .. } => self.attack(seat, *index),
            Action::EndTurn => self.end_turn(seat),
            Action::SelectPrize { index } => self.select_prize(*index),
            Action::Resolve { answer, .. } => self.resolve(answer, prompt.as_ref()),
            Action::Prepared { .. } => {}
        }
        self.settle();
        self.keep_clocks(Some(seat), before);
    }

    /// Keeps what is told of the last action; marks of a prompt are nobody's business.
    fn note(&mut self, seat: Seat, action: &Action, prompt: Option<&Prompt>) {
        if let Action::Resolve { answer: Answer::Add(_), .. } = action {
            let marks = self.state.marks.len() + 1;
            if prompt.is_some_and(|prompt| !prompt.is_full(marks)) {
                return;
            }
        }
        let setup = self.state.phase.get() != MatchState::PlayerTurn;
        let (card, target, index) = match action {
            Action::SetActive { card, target } => (card.unwrap_or(Card::NONE), *target, None),
            Action::PlayCreature { card } | Action::PlayTrainer { card, .. } => (*card, None, None),
            Action::AttachEnergy { card, target } | Action::Evolve { card, target } => {
                (*card, Some(*target), None)
            }
            Action::Retreat { target, .. } | Action::UseAbility { target, .. } => {
                (Card::NONE, Some(*target), None)
            }
            Action::Attack { index, .. } | Action::SelectPrize { index } => {
                (Card::NONE, None, Some(*index))
            }
            Action::JoinMatch { .. }
            | Action::CancelMatch { .. }
            | Action::Concede
            | Action::DrawInitialCards
            | Action::CompleteSetup
            | Action::DrawCard
            | Action::EnterAttack
            | Action::EndTurn
            | Action::Resolve { .. }
            | Action::Prepared { .. } => (Card::NONE, None, None),
        };
        self.state.actions += 1;
        let secret = setup && self.state.pending.is_empty() && !card.is_none();
        let (id, command) = (self.state.actions, action.command());
        self.state.last = Some(LastAction { id, seat, command, card, secret, target, index });
    }

    /// Works on the top of the stack until somebody has to answer or nothing is left to do.
    #[inline]
    pub fn settle(&mut self) {
        if !self.state.stack.is_empty() {
            self.run_stack();
        }
    }

    fn run_stack(&mut self) {
        while self.state.end.is_none() && self.state.pending.is_empty() {
            let Some(frame) = self.state.stack.last() else { return };
            let flow = match frame.kind {
                FrameKind::Attack => self.drive(Self::attack_step),
                FrameKind::Ability => self.drive(Self::ability_step),
                FrameKind::Trainer => self.trainer_step(),
                FrameKind::KnockOut => self.drive(Self::knockout_step),
                FrameKind::EndTurn => self.drive(Self::end_turn_step),
                FrameKind::BetweenTurns => self.drive(Self::between_step),
                FrameKind::TurnStart => self.drive(Self::turn_start_step),
            };
            if flow == Flow::Wait {
                return;
            }
        }
    }

    /// Runs the steps of the top frame until it waits, has left the stack or has a frame above it.
    #[inline]
    fn drive<S: Step>(&mut self, step: impl Fn(&mut Self, S) -> Next<S>) -> Flow {
        let depth = self.state.stack.len();
        loop {
            let at = S::of(self.frame().at);
            match step(self, at) {
                Next::Go(next) => {
                    let frame = &mut self.state.stack[depth - 1];
                    (frame.at, frame.effect, frame.step) = (next.number(), 0, 0);
                }
                Next::Stay => {}
                Next::Wait => return Flow::Wait,
                Next::Done => return Flow::Go,
            }
            if self.state.stack.len() != depth || !self.state.pending.is_empty() {
                return Flow::Go;
            }
        }
    }

    // The stack.

    /// The frame on top; the caller knows that there is one.
    #[inline]
    pub fn frame(&mut self) -> &mut Frame {
        let last = self.state.stack.len().saturating_sub(1);
        &mut self.state.stack[last]
    }

    /// Puts a frame on the stack.
    pub fn push(&mut self, frame: Frame) {
        self.state.stack.push(frame);
    }

    /// Takes the top frame off.
    pub fn pop<S>(&mut self) -> Next<S> {
        self.state.stack.pop();
        self.state.chosen.clear();
        Next::Done
    }

    // Hands.

    /// The match's time.
    pub fn now(&self) -> Millis {
        match &self.hands {
            Hands::Real(ctx) => ctx.now,
            Hands::Dry => Millis(0),
        }
    }

    /// Whether anybody listens.
    #[inline]
    pub fn telling(&self) -> bool {
        self.heard
    }

    /// Tells something about a player.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what nobody hears is then not even made")]
    pub fn tell(&mut self, player: Seat, what: What) {
        self.emit(Some(player), what);
    }

    /// Tells something about a player, if anybody listens; for what costs to be made.
    #[inline]
    pub fn tell_with(&mut self, player: Seat, what: impl FnOnce(&State) -> What) {
        if self.telling() {
            self.emit_made(player, |run| what(run.state));
        }
    }

    /// Tells something about a creature and its place, if anybody listens.
    #[inline]
    pub fn tell_at(&mut self, at: At, what: impl FnOnce(Place) -> What) {
        if self.telling() {
            self.emit_made(Seat(at.side), |run| what(run.place(at)));
        }
    }

    /// Kept out of the way: in a batch nobody listens.
    #[cold]
    #[inline(never)]
    fn emit_made(&mut self, player: Seat, what: impl FnOnce(&Self) -> What) {
        let what = what(self);
        self.emit_event(Some(player), what);
    }

    /// Tells something.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "what nobody hears is then not even made")]
    pub fn emit(&mut self, player: Option<Seat>, what: What) {
        if self.telling() {
            self.emit_event(player, what);
        }
    }

    #[cold]
    #[inline(never)]
    fn emit_event(&mut self, player: Option<Seat>, what: What) {
        let (turn, auto) = (self.state.turn, self.auto);
        if let Hands::Real(ctx) = &mut self.hands {
            ctx.emit(Event { turn, player, auto, what });
        }
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        match &mut self.hands {
            Hands::Real(ctx) => ctx.dice.below(n.max(1) as u32) as usize,
            Hands::Dry => {
                self.closed |= n > 1;
                0
            }
        }
    }

    /// A coin; true for heads.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// No more answers in advance: something was seen or drawn.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Changes the state of the match along an edge of the chart.
    #[inline]
    pub fn goto(&mut self, to: MatchState, on: &'static str, guard: &'static str) {
        let from = self.state.phase.get();
        match &mut self.hands {
            Hands::Real(ctx) => ctx.goto(&mut self.state.phase, to, on, guard),
            Hands::Dry => self.state.phase = Current::start(to),
        }
        if self.telling() && from != to {
            self.emit(None, What::StateChanged { from, to });
        }
    }

    /// Changes the phase of the turn.
    pub fn go_to_phase(&mut self, to: TurnPhase) {
        let Some(from) = self.state.turn_phase else { return };
        if from == to {
            return;
        }
        debug_assert!(from.leads_to(to), "no turn goes from {from:?} to {to:?}");
        self.state.turn_phase = Some(to);
        let player = self.state.turn_player();
        self.tell_with(player, |_| What::PhaseChanged { from, to });
    }

    /// Where a creature is, for telling.
    pub fn place(&self, at: At) -> Place {
        let side = self.state.side_of(at);
        let position = side.position(at.slot).unwrap_or(Position::Active);
        Place { player: Seat(at.side), position }
    }

    // Prompts.

    /// Asks the top frame's question. The answer has been taken when this returns `Go`.
    pub fn ask(&mut self, prompt: &Prompt, random: bool) -> Flow {
        if prompt.looks {
            self.close();
        }
        if random {
            let selection = self.random(prompt);
            self.take(prompt, &selection);
            return Flow::Go;
        }
        if let Some(selection) = prompt.forced() {
            self.take(prompt, &selection);
            return Flow::Go;
        }
        if let Some(selection) = self.answer_in_advance(prompt) {
            self.take(prompt, &selection);
            return Flow::Go;
        }
        self.request(prompt);
        Flow::Wait
    }

    fn answer_in_advance(&mut self, prompt: &Prompt) -> Option<Selection> {
        // Nobody answers for the other player.
        let open = !self.closed && !self.misfit && prompt.seat == self.actor;
        let answer = self.answers.get(self.used).filter(|_| open)?;
        let whole = prompt.kind != PromptKind::ChooseOrder || answer.len() == prompt.options.len();
        if !whole || !prompt.accepts(self.game, self.state, answer) {
            self.misfit = true;
            return None;
        }
        self.used += 1;
        Some(answer.iter().copied().collect())
    }

    fn request(&mut self, prompt: &Prompt) {
        let id = self.open_decision(prompt.seat, prompt.kind);
        self.state.asked = Asked(Some(*prompt));
        let (kind, open) = (prompt.kind, prompt.is_open());
        let options = |state: &State| Some(prompt.views(state));
        self.tell_with(prompt.seat, |state| What::ChoiceRequested {
            choice: id,
            kind,
            open,
            options: options(state),
        });
    }

    /// Puts a decision into the queue.
    pub fn open_decision(&mut self, seat: Seat, kind: PromptKind) -> u32 {
        self.state.choices += 1;
        self.state.marks.clear();
        let id = self.state.choices;
        self.state.pending.push(Pending { id, seat, kind });
        id
    }

    /// Takes as many as allowed at random, one after the other.
    fn random(&mut self, prompt: &Prompt) -> Selection {
        let mut left: Selection = (0..prompt.options.len() as u8).collect();
        let mut taken = Selection::new();
        while taken.len() < usize::from(prompt.max) && !left.is_empty() {
            let at = self.below(left.len());
            let option = left.remove(at);
            if prompt.allows(self.game, self.state, &taken, option) {
                taken.push(option);
            }
        }
        taken
    }

    /// Keeps an answer in the top frame.
    pub fn take(&mut self, prompt: &Prompt, selection: &[u8]) {
        let option = |at: &u8| prompt.options.get(usize::from(*at)).copied();
        let many = prompt.max > 1 || prompt.kind != PromptKind::ChooseCreature;
        if many {
            self.state.chosen.clear();
            let codes = selection.iter().filter_map(option).map(Choice::code);
            codes.for_each(|code| self.state.chosen.push(code));
        } else if let Some(Choice::Creature(at)) = selection.first().and_then(option) {
            let id = self.state.creature(at).id;
            let frame = self.frame();
            let free = usize::from(frame.bound[0] != 0);
            frame.bound[free] = id;
        }
        self.frame().step += 1;
        if prompt.kind != PromptKind::YesNo {
            self.halfway();
        }
    }

    /// An answer to the first open decision.
    fn resolve(&mut self, answer: &Answer, prompt: Option<&Prompt>) {
        let Some(prompt) = prompt else { return };
        let selection = match answer {
            Answer::Add(at) => {
                self.state.marks.push(*at);
                if !prompt.is_full(self.state.marks.len()) {
                    return;
                }
                prompt.completed(&self.state.marks)
            }
            Answer::Done => self.state.marks,
            Answer::Nothing | Answer::Pick(_) | Answer::Selection(_) => {
                answer.selection().unwrap_or_default().iter().copied().collect()
            }
        };
        self.answered(prompt, &selection);
    }

    /// The first open decision is answered.
    pub fn answered(&mut self, prompt: &Prompt, selection: &[u8]) {
        let Some(pending) = self.state.pending.first().copied() else { return };
        self.state.pending.remove(0);
        self.state.marks.clear();
        self.state.asked = Asked(None);
        let open = prompt.is_open();
        self.tell_with(pending.seat, |_| What::ChoiceResolved {
            choice: pending.id,
            open,
            answer: Some(selection.into()),
        });
        self.take(prompt, selection);
    }

    // Triggers.

    /// Notes in the top frame which creatures a trigger sets off, the turn player's first.
    pub fn queue_triggers(&mut self, event: crate::words::TriggerEvent, both: bool) {
        if self.state.live.triggers(event) == 0 {
            return;
        }
        let turn = self.state.turn_player();
        let mut queue = List::new();
        for seat in [turn, other(turn)].into_iter().take(if both { 2 } else { 1 }) {
            for at in self.state.board(seat) {
                if self.game.is_triggered(self.state, at, event) {
                    queue.push(at.code());
                }
            }
        }
        self.frame().queue = queue;
    }

    /// Starts the next ability of the top frame's queue; false once there is none.
    #[inline]
    pub fn next_trigger(&mut self, event: crate::words::TriggerEvent) -> bool {
        !self.frame().queue.is_empty() && self.start_next(event)
    }

    fn start_next(&mut self, event: crate::words::TriggerEvent) -> bool {
        while let Some(&code) = self.frame().queue.first() {
            self.frame().queue.remove(0);
            let at = At::from_code(code);
            let there = self.state.board(Seat(at.side)).any(|found| found == at);
            if there && self.game.is_triggered(self.state, at, event) {
                self.trigger(at);
                return true;
            }
        }
        false
    }
}
