//! The invariants of a match: asked after every step in tests, and of a loaded state.

use bout_core::Seat;

use crate::Tcg;
use crate::config::Rules;
use crate::phase::{MatchState, Timer};
use crate::state::{
    At, AttackStep, Frame, FrameKind, NOBODY, PromptKind, Rotation, RuleChoice, State, Step,
};
use crate::symbol::Card;
use crate::words::CardType;

type Check = Result<(), String>;

fn ensure(holds: bool, rule: &str) -> Check {
    if holds { Ok(()) } else { Err(rule.to_owned()) }
}

/// Counters of a loaded match stay far from their ends.
const COUNTER_MAX: u32 = 1 << 30;
const SMALL_MAX: u16 = 20_000;
const DAMAGE_MAX: u16 = 30_000;

fn counter_faults(state: &State) -> Check {
    let large = [state.actions, state.choices, state.instances];
    ensure(large.iter().all(|n| *n < COUNTER_MAX), "actions, choices, instances: out of range")?;
    for side in &state.sides {
        let small = [
            side.invalid_hands,
            side.energy_attached,
            side.retreats,
            side.supporters,
            side.stadiums,
            side.main_actions,
            side.turns_taken,
            side.expiries,
        ];
        ensure(small.iter().all(|n| *n < SMALL_MAX), "a counter of a player is out of range")?;
        for creature in &side.creatures {
            let used = creature.ability_uses.max(creature.extra_count);
            ensure(used < SMALL_MAX, "a counter of a creature is out of range")?;
            ensure(creature.damage <= DAMAGE_MAX, "damage: out of range")?;
        }
    }
    let far = |frame: &Frame| frame.effect >= 100 || frame.step >= 100;
    ensure(!state.stack.iter().any(far), "resolving: a step that no effect has")
}

fn identity_faults(state: &State) -> Check {
    let ids: Vec<u32> = state.creatures().map(|(_, creature)| creature.id).collect();
    let distinct = (1..ids.len()).all(|at| !ids[..at].contains(&ids[at]));
    ensure(distinct, "instanceId: two creatures have the same")
}

impl Tcg {
    /// The first invariant that does not hold.
    pub(crate) fn first_fault(&self, state: &State) -> Check {
        self.card_faults(state)?;
        counter_faults(state)?;
        self.phase_faults(state)?;
        for seat in [Seat(0), Seat(1)] {
            self.board_faults(state, seat)?;
        }
        identity_faults(state)?;
        self.stack_faults(state)?;
        self.pending_faults(state)?;
        ensure(state.end.is_none() || state.timers.is_empty(), "timers: none after the end")?;
        let waits = !state.pending.is_empty();
        let running = state.timers.deadline(Timer::Turn).is_some();
        ensure(!(waits && running), "timers: the turn clock stands while a decision is open")
    }

    fn card_faults(&self, state: &State) -> Check {
        for seat in [Seat(0), Seat(1)] {
            let side = state.side(seat);
            let cards = self.owned(state, seat);
            let known = |card: &Card| self.cards.get(*card).is_some();
            ensure(cards.iter().all(known), "a card that is not loaded")?;
            ensure(cards.len() <= crate::deck::DECK_MAX, "more than 60 cards of one player")?;
            ensure(side.total == state.sum_of_cards(seat), "a card was lost or doubled")?;
        }
        let both = [Seat(0), Seat(1)].map(|seat| self.owned(state, seat)).concat();
        let features = self.features_of(both.into_iter());
        ensure(
            state.first.is_none() || state.features == features,
            "features: not those of the cards",
        )?;
        ensure(state.live.covers(&self.indexed(state)), "the index misses a standing effect")
    }

    fn phase_faults(&self, state: &State) -> Check {
        let phase = state.phase.get();
        let over = matches!(phase, MatchState::MatchEnded | MatchState::Cancelled);
        ensure(over == state.end.is_some(), "result: exactly in a terminal state")?;
        let playing = matches!(phase, MatchState::PlayerTurn | MatchState::BetweenTurns);
        ensure(
            state.turn_phase.is_some() == (phase == MatchState::PlayerTurn),
            "phase: exactly in PLAYER_TURN",
        )?;
        ensure(!playing || state.current.is_some(), "currentPlayer: missing")?;
        ensure(!playing || state.first.is_some(), "firstPlayer: missing")?;
        let turns = if playing { 1..=Rules::TURNS_MAX } else { 0..=Rules::TURNS_MAX };
        ensure(turns.contains(&u32::from(state.turn)), "turnNumber: out of range")?;
        let joined = |seat: u8| state.side(Seat(seat)).joined;
        let expected = match phase {
            MatchState::Created => (false, false),
            MatchState::Waiting => (true, false),
            MatchState::MatchEnded | MatchState::Cancelled => (joined(0), joined(1)),
            MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::DrawingCards
            | MatchState::SelectActive
            | MatchState::SelectBench
            | MatchState::InitialSetup
            | MatchState::PlayerTurn
            | MatchState::BetweenTurns => (true, true),
        };
        ensure((joined(0), joined(1)) == expected, "joined: not as the state says")?;
        if phase == MatchState::BetweenTurns {
            ensure(!state.pending.is_empty(), "BETWEEN_TURNS: it rests only for a decision")?;
        }
        for seat in [Seat(0), Seat(1)] {
            let side = state.side(seat);
            let opening = matches!(phase, MatchState::SelectActive | MatchState::InitialSetup);
            let stuck = opening
                && !side.active_selected
                && !side.hand.iter().any(|card| self.def(*card).is_basic());
            ensure(!stuck, "hand: no basic creature to set up")?;
            let needs = playing || phase == MatchState::SelectBench;
            let waits = state
                .pending
                .iter()
                .any(|pending| pending.kind == PromptKind::SetActive && pending.seat == seat);
            let later = state.stack.iter().any(|frame| frame.kind == FrameKind::KnockOut);
            ensure(!needs || side.active.get().is_some() || waits || later, "active: missing")?;
        }
        Ok(())
    }

    fn board_faults(&self, state: &State, seat: Seat) -> Check {
        let side = state.side(seat);
        let bench = self.config.rules.max_bench as usize;
        ensure(side.bench.len() <= bench, "bench: more creatures than maxBench")?;
        let board: Vec<u8> = side.board().collect();
        let distinct = (1..board.len()).all(|at| !board[..at].contains(&board[at]));
        ensure(distinct, "a creature stands in two places")?;
        for (slot, creature) in side.creatures.iter().enumerate() {
            let there = board.contains(&(slot as u8));
            ensure(there == (creature.id != 0), "a creature is nowhere on the board")?;
        }
        for slot in board {
            self.creature_faults(state, At { side: seat.0, slot })?;
        }
        for attached in &side.attached {
            ensure(
                side.creature(attached.slot).id != 0 && attached.slot < 6,
                "a card is attached to nothing",
            )?;
            let is_energy = self.def(attached.card).energy.is_some();
            ensure(
                is_energy == attached.energy,
                "attachedEnergy, tools: a card of the other kind",
            )?;
        }
        let order = |pair: &[crate::state::Attached]| {
            (pair[0].slot, !pair[0].energy) <= (pair[1].slot, !pair[1].energy)
        };
        ensure(side.attached.windows(2).all(order), "attached cards are out of order")?;
        let timed = |slot: u8| slot == NOBODY || slot < 6 && side.creature(slot).id != 0;
        ensure(side.timed.iter().all(|found| timed(found.slot)), "a timed effect of nothing")
    }

    fn creature_faults(&self, state: &State, at: At) -> Check {
        let creature = state.creature(at);
        let chain = &creature.cards;
        ensure(!chain.is_empty(), "cards: a creature has at least one")?;
        let first = self.def(chain[0]);
        let base = first.kind == CardType::Trainer && first.hp > 0 || first.is_basic();
        let rest = chain[1..].iter().all(|card| self.def(*card).is_evolution());
        ensure(base && rest, "cards: a basic creature, then evolutions")?;
        ensure(creature.damage.is_multiple_of(10), "damage: a multiple of 10")?;
        let most = self.max_hp(state, at);
        ensure(
            creature.damage <= most || creature.doomed || !state.stack.is_empty(),
            "damage: at most maxHp",
        )?;
        let afflicted = creature.statuses().next().is_some();
        ensure(!afflicted || state.is_active(at), "a status on a benched creature")?;
        let paralyzed = creature.rotation == Rotation::Paralyzed;
        ensure(
            paralyzed == (creature.paralyzed_on != crate::state::NEVER),
            "paralyzedOnTurn: exactly with PARALYZED",
        )?;
        ensure(matches!(creature.poison, 0 | 10 | 20), "poison: 0, 10 or 20")?;
        ensure(creature.id <= state.instances, "instanceId: above the number of creatures")?;
        let resting = state.stack.is_empty() && state.phase.get() == MatchState::PlayerTurn;
        ensure(
            !(resting && self.is_knocked_out(state, at)),
            "a knocked-out creature is still in play",
        )
    }

    fn stack_faults(&self, state: &State) -> Check {
        let waits = !state.pending.is_empty();
        ensure(
            waits || state.stack.is_empty(),
            "resolving: something is half done and nobody is asked",
        )?;
        ensure(
            !state.stack.is_empty() || state.held.is_empty(),
            "held: cards on their way to nowhere",
        )?;
        for frame in &state.stack {
            let def = self.cards.get(frame.card);
            let fits = match frame.kind {
                FrameKind::Attack => {
                    def.is_some_and(|def| usize::from(frame.attack_index) < def.attacks.len())
                        && frame.at >= AttackStep::Confusion.number()
                        && frame.at <= AttackStep::Done.number()
                }
                FrameKind::Ability => def.is_some_and(|def| def.ability.is_some()),
                FrameKind::Trainer => def.is_some_and(|def| def.trainer.is_some()),
                FrameKind::KnockOut
                | FrameKind::EndTurn
                | FrameKind::BetweenTurns
                | FrameKind::TurnStart => true,
            };
            ensure(fits, "resolving: a frame without its card")?;
            ensure(
                !frame.limbo || frame.kind == FrameKind::Trainer,
                "resolving: only trainer cards wait",
            )?;
            ensure(frame.flips <= 10, "resolving: too many coins")?;
        }
        Ok(())
    }

    /// Prizes that are asked for are there.
    fn prize_faults(&self, state: &State) -> Check {
        for seat in [Seat(0), Seat(1)] {
            let asked = state
                .pending
                .iter()
                .filter(|pending| pending.kind == PromptKind::SelectPrize && pending.seat == seat);
            let left = state.side(seat).prizes.len();
            ensure(asked.count() <= left, "pending: more prizes than are left")?;
        }
        Ok(())
    }

    fn pending_faults(&self, state: &State) -> Check {
        let Some(head) = state.pending.first() else {
            ensure(state.asked.0.is_none(), "pending: a prompt is kept, but none is open")?;
            return ensure(state.marks.is_empty(), "marked: no prompt is open");
        };
        ensure(!state.stack.is_empty(), "pending: nothing asks")?;
        self.prize_faults(state)?;
        ensure(
            state.pending.iter().all(|found| found.id <= state.choices),
            "choiceId: above the count",
        )?;
        let side = state.side(head.seat);
        match head.kind.of_rules() {
            Some(RuleChoice::Prize) => ensure(!side.prizes.is_empty(), "pending: no prize is left"),
            Some(RuleChoice::Active) => {
                let needed = side.active.get().is_none() && !side.bench.is_empty();
                ensure(needed, "pending: no active is needed")
            }
            None => {
                let prompt = self.made_prompt(state).ok_or("pending: nothing is asked")?;
                let kept = state.asked.0.is_none_or(|kept| kept == prompt);
                ensure(kept, "pending: the kept prompt is another")?;
                ensure(
                    prompt.seat == head.seat && prompt.kind == head.kind,
                    "pending: not what is asked",
                )?;
                let marks = &state.marks;
                let good =
                    (0..marks.len()).all(|n| prompt.allows(self, state, &marks[..n], marks[n]));
                ensure(good && marks.len() <= usize::from(prompt.max), "marked: no options")
            }
        }
    }
}
