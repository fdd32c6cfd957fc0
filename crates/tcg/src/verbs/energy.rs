//! Energies that effects attach, move and discard (rules 5.7.3, 5.7.4, 5.8.2).

use bout_core::Seat;

use super::listed;
use crate::Tcg;
use crate::card::{ALL, Effect, Verb};
use crate::library::PICKY;
use crate::prompt::{Bond, Choice, Prompt};
use crate::query::{Scope, group, in_group};
use crate::state::{At, Frame, Pile, PromptKind, State};
use crate::symbol::Card;
use crate::words::{Source, Target, Types};

impl Tcg {
    /// Attached energies of a creature that can be one of some types, with their places.
    pub(crate) fn energies<'a>(
        &'a self,
        state: &'a State,
        at: At,
        types: Types,
    ) -> impl Iterator<Item = (u8, Card)> + 'a {
        let changed = self.changed_types(state, at);
        let side = &state.sides[usize::from(at.side & 1)];
        let fits = move |card: Card| self.is_energy_of(card, types, changed);
        side.on(at.slot)
            .filter(move |(_, found)| fits(found.card))
            .map(|(n, found)| (n as u8, found.card))
    }

    /// Energies of a creature that an ability may move.
    fn movable<'a>(
        &'a self,
        state: &'a State,
        at: At,
        types: Types,
    ) -> impl Iterator<Item = (u8, Card)> + 'a {
        let free =
            |card: &Card| !self.def(*card).energy.is_some_and(|energy| energy.not_for_ability);
        self.energies(state, at, types).filter(move |(_, card)| free(card))
    }

    pub(super) fn ask_energy_of_target(
        &self,
        state: &State,
        frame: &Frame,
        effect: &Effect,
    ) -> Option<Prompt> {
        if effect.count == ALL {
            return None;
        }
        let at = self.aimed(state, frame, effect.who)?;
        let n = usize::from(effect.count);
        let mut prompt =
            energy_prompt(frame.player, self.energies(state, at, effect.energy), n, n)?;
        if effect.cost {
            prompt.bond = Bond::LaterCosts;
        }
        Some(prompt)
    }

    pub(super) fn ask_energy_of_bound(
        &self,
        state: &State,
        frame: &Frame,
        effect: &Effect,
    ) -> Option<Prompt> {
        let at = state.find(frame.bound[0])?;
        let n = usize::from(effect.count);
        let min = if effect.verb == Verb::RemoveEnergy { 1 } else { n };
        energy_prompt(frame.player, self.energies(state, at, effect.energy), min, n)
    }

    pub(super) fn ask_accelerated(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
    ) -> Option<Prompt> {
        let taken = |card: Card| {
            let me = scope.me;
            match effect.who {
                Target::Oneself => me.is_some_and(|at| self.takes_energy(state, at, card)),
                _ => state.bench(scope.seat).any(|at| self.takes_energy(state, at, card)),
            }
        };
        let fits = |card: Card| self.wants(effect, card) && taken(card);
        self.zone_prompt(state, scope, effect, fits, (0, usize::from(effect.count)))
    }

    /// For each card that an attack attaches, its own target.
    pub(super) fn ask_next_target(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
    ) -> Option<Prompt> {
        if effect.who == Target::Oneself {
            return None;
        }
        let card = *state.held.first()?;
        let fits = |at: At| {
            at.side == scope.seat.0 && !state.is_active(at) && self.takes_energy(state, at, card)
        };
        self.ask_creature(state, scope, fits)
    }

    pub(super) fn ask_attachable(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
    ) -> Option<Prompt> {
        let fits =
            |card: Card| self.wants(effect, card) && self.has_taker(state, scope, effect, card);
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = listed(&state.side(scope.seat).discard, fits);
        prompt.bond = Bond::OneTaker;
        (!prompt.options.is_empty()).then(|| prompt.bounded(1, effect.count.into()))
    }

    pub(super) fn has_taker(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        card: Card,
    ) -> bool {
        let Some(me) = scope.me else { return false };
        let takes =
            |at: At| self.is_destination(state, effect, at) && self.takes_energy(state, at, card);
        if effect.who == Target::Oneself {
            return takes(me);
        }
        state.board(scope.seat).any(|at| in_group(state, effect.who, me, at) && takes(at))
    }

    /// Whether energies of an ability may go to a creature of the group.
    fn is_destination(&self, state: &State, effect: &Effect, at: At) -> bool {
        let typed = effect.verb != Verb::AbilityAccelerate
            || effect.types.admits(Types::one(self.top(state, at).of_type));
        typed && !state.is_doomed(at)
    }

    pub(super) fn ask_taker(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
    ) -> Option<Prompt> {
        let me = scope.me?;
        let takes = |at: At| {
            in_group(state, effect.who, me, at)
                && state.held.iter().all(|card| self.takes_energy(state, at, *card))
        };
        self.ask_creature(state, scope, takes)
    }

    /// Whether some creature can take all of these energies.
    pub(crate) fn shared_creature(&self, state: &State, cards: &[Card]) -> bool {
        let Some(frame) = state.stack.last() else { return false };
        let Some(effect) = self.current(frame) else { return false };
        let scope = self.scope(state, frame);
        let from = self.giver(state, frame, effect);
        let least = self.load(state, &scope, effect, from);
        self.takers(state, &scope, effect, from).any(|at| {
            cards.iter().all(|card| self.takes_energy(state, at, *card))
                && (least == 0 || self.supply(state, &scope, effect, (from, at)) >= least)
        })
    }

    /// Creatures to which an ability's energies may go: never the one that gives them.
    fn takers(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        from: Option<At>,
    ) -> impl Iterator<Item = At> {
        let me = scope.me;
        group(state, effect.who, scope.seat).filter(move |at| {
            me.is_some_and(|me| in_group(state, effect.who, me, *at))
                && from != Some(*at)
                && self.is_destination(state, effect, *at)
        })
    }

    /// The creature whose energies a frame moves, as far as it is known.
    fn giver(&self, state: &State, frame: &Frame, effect: &Effect) -> Option<At> {
        if effect.verb != Verb::AbilityAccelerate || effect.source != Source::Oneself {
            return None;
        }
        let asked = effect.other != Target::Oneself;
        state.find(if asked { frame.bound[0] } else { frame.creature })
    }

    /// How many energies there are that an ability can bring to a creature.
    fn supply(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        (from, to): (Option<At>, At),
    ) -> usize {
        let side = state.side(scope.seat);
        if let Some(from) = from {
            let movable = self.movable(state, from, effect.energy);
            return movable.filter(|(_, card)| self.fits_energy(state, to, *card)).count();
        }
        let fits = |card: &&Card| self.wants(effect, **card) && self.fits_energy(state, to, **card);
        match effect.source {
            Source::Deck => side.deck.len(),
            Source::Hand if scope.public => side.hand.len(),
            Source::Hand => side.hand.iter().filter(fits).count(),
            _ => side.discard.iter().filter(fits).count(),
        }
    }

    /// The most energies that an ability can bring to one creature; none if there is no creature.
    fn best_supply(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        from: Option<At>,
    ) -> Option<usize> {
        let takers = self.takers(state, scope, effect, from);
        takers.map(|to| self.supply(state, scope, effect, (from, to))).max()
    }

    /// How many energies an ability takes: all it asks for, or as many as one creature can have.
    /// What a deck holds is not known beforehand, and a pile may give fewer.
    fn load(&self, state: &State, scope: &Scope, effect: &Effect, from: Option<At>) -> usize {
        if effect.verb != Verb::AbilityAccelerate || effect.source == Source::Deck {
            return 0;
        }
        let best = self.best_supply(state, scope, effect, from).unwrap_or(0);
        best.min(usize::from(effect.count))
    }

    /// Whether an energy can be among the `least` that an ability takes.
    fn is_movable(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        (from, card, least): (Option<At>, Card, usize),
    ) -> bool {
        self.takers(state, scope, effect, from).any(|to| {
            self.fits_energy(state, to, card)
                && self.supply(state, scope, effect, (from, to)) >= least
        })
    }

    /// The questions of the ability that moves or attaches energies: from whom, which, to whom.
    pub(super) fn ask_acceleration(
        &self,
        state: &State,
        frame: &Frame,
        effect: &Effect,
        step: u8,
    ) -> Option<Prompt> {
        let scope = self.scope(state, frame);
        scope.me?;
        let moves = effect.source == Source::Oneself;
        let asks_source = moves && effect.other != Target::Oneself;
        match step + u8::from(!asks_source) {
            0 => self.ask_creature(state, &scope, |at| self.is_source(state, &scope, effect, at)),
            1 => {
                let mut prompt = self.ask_load(state, frame, effect)?;
                prompt.bond = Bond::OneTaker;
                Some(prompt)
            }
            2 => self.ask_destination(state, frame, effect),
            _ => None,
        }
    }

    /// Which energies an ability takes: such that one creature can have them all.
    fn ask_load(&self, state: &State, frame: &Frame, effect: &Effect) -> Option<Prompt> {
        let scope = self.scope(state, frame);
        let from = self.giver(state, frame, effect);
        let n = self.load(state, &scope, effect, from);
        let fits = |card: Card| self.is_movable(state, &scope, effect, (from, card, n));
        if effect.source == Source::Oneself {
            let cards = self.movable(state, from?, effect.energy).filter(|(_, card)| fits(*card));
            return energy_prompt(frame.player, cards, n, n);
        }
        let wanted = |card: Card| self.wants(effect, card) && fits(card);
        let bounds = match effect.source {
            Source::Deck => (0, usize::from(effect.count)),
            _ => (n, n),
        };
        self.zone_prompt(state, &scope, effect, wanted, bounds)
    }

    fn ask_destination(&self, state: &State, frame: &Frame, effect: &Effect) -> Option<Prompt> {
        let scope = self.scope(state, frame);
        let me = scope.me?;
        let moves = effect.source == Source::Oneself;
        if state.chosen.is_empty() && state.held.is_empty() {
            return None;
        }
        let from = if moves { state.find(frame.bound[0]).or(Some(me)) } else { None };
        let attached = &state.side(scope.seat).attached;
        let moved = state.chosen.iter().filter_map(|place| attached.get(usize::from(*place)));
        let cards: Pile = moved.map(|found| found.card).chain(state.held.iter().copied()).collect();
        self.ask_creature(state, &scope, |at| {
            in_group(state, effect.who, me, at)
                && from != Some(at)
                && self.is_destination(state, effect, at)
                && cards.iter().all(|card| self.takes_energy(state, at, *card))
        })
    }

    /// Whether an ability can take its energies from a creature.
    fn is_source(&self, state: &State, scope: &Scope, effect: &Effect, at: At) -> bool {
        let may_have = effect.count == 0 || state.live.units_at_most(at) > 0;
        may_have
            && self.is_giver(state, scope, effect, at)
            && self.can_give(state, scope, effect, at)
    }

    /// Whether a creature is one whose energies an ability may take.
    fn is_giver(&self, state: &State, scope: &Scope, effect: &Effect, at: At) -> bool {
        let typed = || effect.source_types.admits(Types::one(self.top(state, at).of_type));
        scope.me.is_some_and(|me| in_group(state, effect.other, me, at))
            && (effect.source_types.is_empty() || typed())
    }

    /// Whether some creature can take from another one as many energies as an ability asks for.
    fn can_give(&self, state: &State, scope: &Scope, effect: &Effect, from: At) -> bool {
        let count = usize::from(effect.count);
        let (mut all, mut easy) = (0, 0);
        for (_, card) in self.movable(state, from, effect.energy) {
            all += 1;
            easy += usize::from(self.cards.brief(card).traits & PICKY == 0);
        }
        let mut takers = self.takers(state, scope, effect, Some(from));
        if easy >= count {
            return takers.next().is_some();
        }
        all >= count
            && takers.any(|to| self.supply(state, scope, effect, (Some(from), to)) >= count)
    }

    /// How many energies an ability finds for one creature; `None` where it has no creature for them.
    pub(crate) fn energies_at_hand(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
    ) -> Option<usize> {
        let me = scope.me?;
        if effect.source != Source::Oneself {
            return self.best_supply(state, scope, effect, None);
        }
        if effect.other == Target::Oneself {
            return self.best_supply(state, scope, effect, Some(me));
        }
        if state.board(scope.seat).any(|at| self.is_source(state, scope, effect, at)) {
            return Some(effect.count.into());
        }
        let takes = |from| self.takers(state, scope, effect, from).next().is_some();
        let givers = state.board(scope.seat).filter(|at| self.is_giver(state, scope, effect, *at));
        let mut givers = givers.peekable();
        let place = match givers.peek() {
            None => takes(None),
            Some(_) => givers.any(|from| takes(Some(from))),
        };
        place.then_some(0)
    }

    /// Which of an attack's effects are costs that are due, as bits.
    pub(crate) fn due_costs(&self, state: &State, scope: &Scope, effects: &[Effect]) -> u16 {
        let due = |effect: &Effect| effect.cost && self.hold(state, &effect.conditions, scope);
        let costs = effects.iter().take(16).enumerate().filter(|(_, effect)| due(effect));
        costs.fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// Whether the energies on a creature, without those at the places `gone`, pay all costs that are
    /// due, in card order; of the first of them `paid` cards are chosen already. For every set of
    /// costs there must be as many cards as they ask for; what a cost takes whole is not there for a
    /// later one.
    pub(crate) fn pays_costs(
        &self,
        state: &State,
        at: At,
        (effects, due): (&[Effect], u16),
        (gone, paid): (u64, usize),
    ) -> bool {
        let changed = self.changed_types(state, at);
        let is_in = |set: u16, n: usize| set & 1 << n != 0;
        let is_of = |card: Card, n: usize| self.is_energy_of(card, effects[n].energy, changed);
        let swept = |card: Card, n: usize| {
            (0..n).any(|m| is_in(due, m) && effects[m].count == ALL && is_of(card, m))
        };
        let asked = |n: usize| match effects[n].count {
            ALL => 1,
            count if due.trailing_zeros() == n as u32 => usize::from(count).saturating_sub(paid),
            count => usize::from(count),
        };
        let side = &state.sides[usize::from(at.side & 1)];
        let (most, mut subset) = (effects.len().min(16), due);
        while subset != 0 {
            let chosen = || (0..most).filter(|n| is_in(subset, *n));
            let fits = |card: Card| chosen().any(|n| is_of(card, n) && !swept(card, n));
            let left = side.on(at.slot).filter(|(place, _)| gone & 1 << place == 0);
            if left.filter(|(_, found)| fits(found.card)).count() < chosen().map(asked).sum() {
                return false;
            }
            subset = (subset - 1) & due;
        }
        true
    }

    /// Whether an attack's other costs can still be paid when these attached cards are chosen.
    pub(crate) fn leaves_costs(&self, state: &State, places: impl Iterator<Item = u8>) -> bool {
        let Some(frame) = state.stack.last() else { return false };
        let Some(at) = state.find(frame.creature) else { return false };
        let attacks = &self.def(frame.card).attacks;
        let Some(attack) = attacks.get(usize::from(frame.attack_index)) else { return false };
        let due = frame.marked & u16::MAX.checked_shl(frame.effect.into()).unwrap_or(0);
        let (mut gone, mut paid) = (0, 0);
        places.for_each(|place| (gone, paid) = (gone | 1 << place, paid + 1));
        self.pays_costs(state, at, (&attack.effects, due), (gone, paid))
    }
}

fn energy_prompt(
    seat: Seat,
    cards: impl Iterator<Item = (u8, Card)>,
    min: usize,
    max: usize,
) -> Option<Prompt> {
    let mut prompt = Prompt::new(PromptKind::ChooseEnergy, seat);
    prompt.options = cards.map(|(place, card)| Choice::Card(place, card)).collect();
    (!prompt.options.is_empty()).then(|| prompt.bounded(min, max))
}
