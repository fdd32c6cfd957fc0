//! What a seat can choose from, in the order of the rules (rules 4.4).

use bout_core::{List, Seat, SeatSet};

use crate::Tcg;
use crate::action::{Action, Answer, Brought, Command, Paid};
use crate::card::Rule;
use crate::guard::Reason;
use crate::phase::{MatchState, TurnPhase};
use crate::query::COST_RULES;
use crate::state::{At, Pile, Position, PromptKind, State};
use crate::symbol::{Card, Symbol};
use crate::words::{CardType, RuleType, Types};

/// The first copies of the cards in a hand, by their places as bits.
struct Kinds<'a> {
    hand: &'a Pile,
    basics: u64,
    evolutions: u64,
    energies: u64,
    trainers: u64,
}

impl Kinds<'_> {
    /// The cards of some places, in hand order.
    #[inline]
    fn of(&self, mut places: u64) -> impl Iterator<Item = Card> {
        std::iter::from_fn(move || {
            let place = places.trailing_zeros() as usize;
            places &= places.wrapping_sub(1);
            self.hand.get(place).copied()
        })
    }

    fn all(&self) -> impl Iterator<Item = Card> {
        self.of(self.basics | self.evolutions | self.energies | self.trainers)
    }
}

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
            _ => [Seat(0), Seat(1)].into_iter().filter(|s| self.is_setting_up(state, *s)).collect(),
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
                self.creatures(state, seat, &self.kinds(state, seat), out);
                out.push(Action::CompleteSetup);
            }
            MatchState::InitialSetup => {
                self.opening_actives(state, seat, out);
                self.creatures(state, seat, &self.kinds(state, seat), out);
            }
            MatchState::PlayerTurn => self.turn_actions(state, seat, out),
            _ => {}
        }
    }

    /// Who has an active creature may go on filling the bench in the legacy set-up, though nobody waits
    /// for it (rules 5.2.6).
    fn late_creatures(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let legacy = state.phase.get() == MatchState::InitialSetup;
        if legacy && seat.0 < 2 && state.side(seat).active_selected {
            self.creatures(state, seat, &self.kinds(state, seat), out);
        }
    }

    /// Cards of a hand, the first copy of each id.
    #[inline]
    fn kinds<'a>(&self, state: &'a State, seat: Seat) -> Kinds<'a> {
        let hand = &state.side(seat).hand;
        let mut kinds = Kinds { hand, basics: 0, evolutions: 0, energies: 0, trainers: 0 };
        let mut seen = 0u64;
        for (at, card) in hand.iter().enumerate() {
            let trace = 1 << (card.number() & 63);
            if seen & trace != 0 && hand[..at].contains(card) {
                continue;
            }
            seen |= trace;
            let (bit, def) = (1 << at, self.def(*card));
            match def.kind {
                CardType::Creature if def.is_evolution() => kinds.evolutions |= bit,
                CardType::Creature => kinds.basics |= bit,
                CardType::Energy => kinds.energies |= bit,
                CardType::Trainer => kinds.trainers |= bit,
            }
        }
        kinds
    }

    fn opening_actives(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let kinds = self.kinds(state, seat);
        let to_active = |card| Action::SetActive { card: Some(card), target: None };
        out.extend(kinds.of(kinds.basics).map(to_active));
    }

    fn creatures(&self, state: &State, seat: Seat, kinds: &Kinds<'_>, out: &mut Vec<Action>) {
        let none = kinds.basics == 0 || self.free_bench(state, seat) == 0;
        if none || !self.has_basic_to_spare(state, seat) {
            return;
        }
        let playing = state.phase.get() == MatchState::PlayerTurn;
        for card in kinds.of(kinds.basics) {
            if !playing || self.may_be_played(state, seat, self.def(card)) {
                out.push(Action::PlayCreature { card });
            }
        }
    }

    fn turn_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.turn_phase {
            Some(TurnPhase::Draw) => out.push(Action::DrawCard),
            Some(TurnPhase::Main) => self.main_actions(state, seat, out),
            Some(TurnPhase::Attack) => self.attacks(state, seat, out),
            Some(TurnPhase::End) | None => {}
        }
        out.push(Action::EndTurn);
    }

    fn main_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let limit = self.config.rules.max_main_actions_per_turn;
        if u32::from(state.side(seat).main_actions) < limit {
            let kinds = self.kinds(state, seat);
            self.creatures(state, seat, &kinds, out);
            self.energies_to_attach(state, seat, &kinds, out);
            for card in kinds.of(kinds.trainers) {
                if self.can_play_trainer(state, seat, card).is_ok() {
                    out.push(Action::PlayTrainer { card, choices: None });
                }
            }
            self.evolutions(state, seat, &kinds, out);
            self.retreats(state, seat, out);
            self.abilities(state, seat, out);
        }
        out.push(Action::EnterAttack);
        self.attacks(state, seat, out);
    }

    fn energies_to_attach(
        &self,
        state: &State,
        seat: Seat,
        kinds: &Kinds<'_>,
        out: &mut Vec<Action>,
    ) {
        if kinds.energies == 0 {
            return;
        }
        let open: List<u8, 6> = (state.board(seat))
            .filter(|at| self.has_attachment(state, *at))
            .map(|at| at.slot)
            .collect();
        if open.is_empty() {
            return;
        }
        for card in kinds.of(kinds.energies) {
            let Some(energy) = &self.def(card).energy else { continue };
            for slot in &open {
                let at = At { side: seat.0 & 1, slot: *slot };
                if energy.only.is_empty() || self.fits_energy(state, at, card) {
                    let target = state.side(seat).position(*slot).unwrap_or(Position::Active);
                    out.push(Action::AttachEnergy { card, target });
                }
            }
        }
    }

    fn evolutions(&self, state: &State, seat: Seat, kinds: &Kinds<'_>, out: &mut Vec<Action>) {
        if kinds.evolutions == 0 {
            return;
        }
        let ready = self.ready_to_evolve(state, seat);
        if ready.is_empty() {
            return;
        }
        for card in kinds.of(kinds.evolutions) {
            let def = self.def(card);
            let below =
                |(_, key): &&(u8, Symbol)| def.evolves_from == *key || def.skips_from.contains(key);
            for (slot, _) in ready.iter().filter(below) {
                let at = At { side: seat.0 & 1, slot: *slot };
                let fits =
                    self.fits_on(state, def, at, true) && self.may_be_played(state, seat, def);
                if fits && self.evolution_fault(state, seat, def, at, false).is_none() {
                    let target = state.side(seat).position(at.slot).unwrap_or(Position::Active);
                    out.push(Action::Evolve { card, target });
                }
            }
        }
    }

    /// Creatures that may evolve in this turn as far as time goes, with their names for comparing.
    fn ready_to_evolve(&self, state: &State, seat: Seat) -> List<(u8, Symbol), 6> {
        let early = Rule::bit(RuleType::CanEvolveTurnOne);
        let first = state.side(seat).turns_taken <= 1;
        let ready = |at: &At| {
            let creature = state.creature(*at);
            let fresh = creature.entered_on == state.turn || creature.evolved_on == state.turn;
            !first && !fresh || state.live.has_rules(*at, early)
        };
        let named = |at: At| (at.slot, self.top(state, at).key);
        state.board(seat).filter(ready).map(named).collect()
    }

    fn retreats(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let bench = state.side(seat).bench.len();
        if bench == 0 || self.can_retreat(state, seat, Position::Bench0).is_err() {
            return;
        }
        let Some(active) = state.active(seat) else { return };
        let cost = self.retreat_cost(state, active).unwrap_or(0);
        let first = out.len();
        self.payments(state, active, cost, &mut |paid| {
            out.push(Action::Retreat { target: Position::Bench0, paid });
        });
        let ways = first..out.len();
        for place in 1..bench {
            for way in ways.clone() {
                if let Action::Retreat { paid, .. } = &out[way] {
                    let (target, paid) = (Position::bench(place), paid.clone());
                    out.push(Action::Retreat { target, paid });
                }
            }
        }
    }

    /// Every smallest set of energies that pays a retreat, by ids, in attachment order.
    fn payments(&self, state: &State, at: At, cost: u16, found: &mut dyn FnMut(Paid)) {
        let side = &state.sides[usize::from(at.side & 1)];
        let attached = side.on(at.slot).map(|(_, attached)| attached.card);
        let cards: List<Card, 60> = attached.filter(|card| self.retreat_units(*card) > 0).collect();
        self.pay(&cards, cost, 0, &mut List::new(), found);
    }

    /// Goes through the cards from `from` on; a copy counts only if the copy before it is chosen.
    fn pay(
        &self,
        cards: &List<Card, 60>,
        cost: u16,
        from: usize,
        chosen: &mut List<u8, 5>,
        found: &mut dyn FnMut(Paid),
    ) {
        let units = |at: &u8| self.retreat_units(cards[usize::from(*at)]);
        let sum: u16 = chosen.iter().map(units).sum();
        if sum >= cost {
            let least = chosen.iter().map(units).min().unwrap_or(0);
            if chosen.is_empty() || sum - least < cost {
                found(chosen.iter().map(|at| cards[usize::from(*at)]).collect());
            }
            return;
        }
        if chosen.is_full() {
            return;
        }
        for at in from..cards.len() {
            let before = (0..at).rev().find(|before| cards[*before] == cards[at]);
            if before.is_none_or(|before| chosen.contains(&(before as u8))) {
                chosen.push(at as u8);
                self.pay(cards, cost, at + 1, chosen, found);
                chosen.pop();
            }
        }
    }

    fn abilities(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for at in state.board(seat).filter(|at| state.live.is_usable(*at)) {
            let target = state.side(seat).position(at.slot).unwrap_or(Position::Active);
            if self.can_use_ability(state, seat, target).is_ok() {
                out.push(Action::UseAbility { target, choices: None });
            }
        }
    }

    fn attacks(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let Some(at) = state.active(seat) else { return };
        let attacks = self.top(state, at).attacks.len() as u8;
        if attacks == 0 || self.may_attack(state, at).is_err() {
            return;
        }
        let units = self.raw_units(state, at, Types::NONE, Types::NONE, false);
        let printed = !state.live.has_rules(at, COST_RULES);
        for index in 0..attacks {
            let attack = &self.top(state, at).attacks[usize::from(index)];
            let symbols = attack.cost.len() as u16 + u16::from(attack.colorless);
            if printed && symbols > units {
                continue;
            }
            if self.can_make_attack(state, at, index).is_ok() {
                out.push(Action::Attack { index, choices: None });
            }
        }
    }

    fn answers(&self, state: &State, seat: Seat, kind: PromptKind, id: u32, out: &mut Vec<Action>) {
        match kind {
            PromptKind::SelectPrize => {
                let left = state.side(seat).prizes.len() as u8;
                out.extend((0..left).map(|index| Action::SelectPrize { index }));
            }
            PromptKind::SetActive => {
                let bench = state.side(seat).bench.len();
                let to =
                    |place| Action::SetActive { card: None, target: Some(Position::bench(place)) };
                out.extend((0..bench).map(to));
            }
            _ => self.resolutions(state, id, out),
        }
    }

    fn resolutions(&self, state: &State, choice: u32, out: &mut Vec<Action>) {
        let Some(prompt) = self.prompt(state) else { return };
        let marks = &state.marks;
        let mut push = |answer| out.push(Action::Resolve { choice, answer });
        let single = prompt.max == 1;
        let options = if marks.len() < usize::from(prompt.max) { prompt.options.len() } else { 0 };
        let mut seen = 0u64;
        for at in 0..options as u8 {
            if marks.contains(&at) {
                continue;
            }
            let trace = prompt.options[usize::from(at)].trace();
            let repeats = seen & trace != 0 && prompt.is_repeat(marks, at);
            seen |= trace;
            if !repeats && prompt.allows(self, state, marks, at) {
                push(if single { Answer::Pick(at) } else { Answer::Add(at) });
            }
        }
        if single && prompt.min == 0 {
            push(Answer::Nothing);
        } else if !single && marks.len() >= usize::from(prompt.min) {
            push(Answer::Done);
        }
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
        for card in self.kinds(state, seat).all() {
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
