//! Creatures, energies, evolution, retreat (rules 5.3).

use bout_core::Seat;

use super::{Verdict, require};
use crate::Tcg;
use crate::card::CardDef;
use crate::query::Scope;
use crate::reason::Reason;
use crate::state::{At, Position, Rotation, State};
use crate::symbol::Card;
use crate::words::RuleType;

impl Tcg {
    pub(crate) fn can_play_creature(&self, state: &State, seat: Seat, card: Card) -> Verdict {
        let def = self.can_use_basic(state, seat, card)?;
        require(self.free_bench(state, seat) > 0, Reason::BenchFull)?;
        require(self.may_be_played(state, seat, def), Reason::PlayRestricted)
    }

    /// The creature at a position of a player.
    pub(crate) fn at(&self, state: &State, seat: Seat, target: Position) -> Result<At, Reason> {
        let slot = state.side(seat).slot_at(target).ok_or(Reason::NoCreatureAtTarget)?;
        Ok(At { side: seat.0, slot })
    }

    pub(super) fn can_attach_energy(
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
        u32::from(state.side_of(at).energy_attached) < limit || self.has_allowance(state, at)
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
        self.retreat_price(state, seat, target).map(|_| ())
    }

    /// What a retreat to a position costs, if the active creature may and can pay it.
    pub(crate) fn retreat_price(
        &self,
        state: &State,
        seat: Seat,
        target: Position,
    ) -> Result<u16, Reason> {
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
        let most = state.live.units_at_most(active);
        if most != u8::MAX {
            require(u16::from(most) >= cost, Reason::InsufficientEnergy)?;
        }
        let attached = side.on(active.slot).map(|(_, attached)| attached.card);
        let units: u16 = attached.map(|card| self.retreat_units(card)).sum();
        require(units >= cost, Reason::InsufficientEnergy)?;
        Ok(cost)
    }

    pub(super) fn can_pay_retreat(&self, state: &State, seat: Seat, paid: &[Card]) -> Verdict {
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
}
