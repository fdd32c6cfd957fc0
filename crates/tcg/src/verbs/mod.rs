//! The verbs of the card language: what each asks, and when it can do something (rules 5.7, 5.8.2).

mod energy;

use bout_core::Seat;

use crate::Tcg;
use crate::card::{ALL, CardDef, Effect, Verb};
use crate::library::SKIPS;
use crate::prompt::{Choice, Prompt, Zone};
use crate::query::{Scope, group, in_group};
use crate::state::{
    AbilityStep, At, AttackStep, Frame, FrameKind, NEVER, Pile, PromptKind, State, Step, other,
};
use crate::symbol::{Card, Symbol};
use crate::words::{CardType, Destination, RuleType, Source, Stage, Target, TrainerType};

impl Tcg {
    /// The effect that a frame is at.
    pub(crate) fn current(&self, frame: &Frame) -> Option<&Effect> {
        let def = self.def(frame.card);
        let place = usize::from(frame.effect);
        match frame.kind {
            FrameKind::Attack if frame.is_at(AttackStep::Switch) => self.forced.get(place),
            FrameKind::Attack => {
                def.attacks.get(usize::from(frame.attack_index))?.effects.get(place)
            }
            FrameKind::Ability => def.ability.as_ref()?.effects.get(place),
            FrameKind::Trainer => def.effects.get(place),
            FrameKind::KnockOut
            | FrameKind::EndTurn
            | FrameKind::BetweenTurns
            | FrameKind::TurnStart => None,
        }
    }

    /// For whom a frame's conditions are looked at.
    pub(crate) fn scope(&self, state: &State, frame: &Frame) -> Scope {
        let me = match frame.kind {
            FrameKind::Trainer => state.active(frame.player),
            _ => state.find(frame.creature),
        };
        Scope {
            flips: frame.flips,
            heads: frame.heads,
            ability: frame.kind == FrameKind::Ability,
            attack: frame.kind == FrameKind::Attack,
            ..Scope::of(frame.player, me)
        }
    }

    /// What is asked of a player now, where a frame waits for an answer.
    pub(crate) fn prompt(&self, state: &State) -> Option<Prompt> {
        state.asked.0.or_else(|| self.made_prompt(state))
    }

    /// The same, made from the frame that asks.
    pub(crate) fn made_prompt(&self, state: &State) -> Option<Prompt> {
        let frame = state.stack.last()?;
        let asks_consent = AbilityStep::of(frame.at) == AbilityStep::Consent;
        if frame.kind == FrameKind::Ability && asks_consent {
            return Some(yes_no(frame.player));
        }
        self.question(state, frame, self.current(frame)?)
    }

    /// The next question of an effect; none once everything is known.
    pub(crate) fn question(&self, state: &State, frame: &Frame, effect: &Effect) -> Option<Prompt> {
        if frame.step >= effect.verb.questions() {
            return None;
        }
        let scope = self.scope(state, frame);
        match (effect.verb, frame.step) {
            (Verb::DiscardEnergy, 0) => self.ask_energy_of_target(state, frame, effect),
            (Verb::AttackAccelerate, 0) => self.ask_accelerated(state, &scope, effect),
            (Verb::AttackAccelerate, _) => self.ask_next_target(state, &scope, effect),
            (Verb::SwitchAttacker | Verb::SwitchActive, 0) => {
                self.ask_creature(state, &scope, |at| self.benched(state, at, scope.seat))
            }
            (Verb::AbilitySwitch, 0) => {
                if !scope.me.is_some_and(|me| state.is_active(me)) {
                    return None;
                }
                self.ask_creature(state, &scope, |at| self.benched(state, at, scope.seat))
            }
            (Verb::ForceSwitch, 0) => {
                let foe = other(scope.seat);
                self.ask_creature(state, &scope, |at| self.benched(state, at, foe))
            }
            (Verb::BenchDamage, 0) if effect.count != ALL => {
                let seat = bench_owner(effect.who, scope.seat);
                let mut prompt =
                    creatures(state, &scope, |at| at.side == seat.0 && !state.is_active(at));
                prompt = prompt.bounded(effect.count.into(), effect.count.into());
                (!prompt.options.is_empty()).then_some(prompt)
            }
            (Verb::Search, 0) | (Verb::Trade, 1) => self.ask_search(state, &scope, effect),
            (Verb::LookAtDeck, 0) => ask_order(state, scope.seat, effect.count),
            (Verb::DiscardHand | Verb::Trade, 0) => self.ask_hand(state, &scope, effect),
            (Verb::OpponentDiscards, 0) => ask_opponent(state, &scope, effect),
            (Verb::Retrieve, 0) => self.ask_discard(state, &scope, effect),
            (Verb::PutIntoPlay, 0) => self.ask_basic(state, &scope, effect),
            (Verb::Devolve, 1) => ask_lower(state, frame),
            (Verb::Evolve, 0) => self.ask_evolution(state, &scope),
            (Verb::RemoveEnergy | Verb::DiscardOwnEnergy, 1) => {
                self.ask_energy_of_bound(state, frame, effect)
            }
            (Verb::AttachFromDiscard, 0) => self.ask_attachable(state, &scope, effect),
            (Verb::AttachFromDiscard, 1) => self.ask_taker(state, &scope, effect),
            (Verb::AbilityAccelerate, step) => self.ask_acceleration(state, frame, effect, step),
            (Verb::MoveCounters, 1) => {
                let source = state.find(frame.bound[0])?;
                let fits = |at| self.can_move(state, &scope, effect, source, at);
                self.ask_creature(state, &scope, fits)
            }
            (Verb::Evolve, 1) => {
                let card = *state.held.first()?;
                self.ask_creature(state, &scope, |at| {
                    self.trainer_evolves(state, card, at, scope.seat)
                })
            }
            (_, 0) => self.ask_one_creature(state, &scope, effect),
            _ => None,
        }
    }

    /// The verbs that ask for one creature and nothing else, or for it first.
    fn ask_one_creature(&self, state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
        match effect.verb {
            _ if effect.carried => None,
            Verb::HealOne
            | Verb::MoveCounters
            | Verb::ReturnToHand
            | Verb::ReturnToDeck
            | Verb::Devolve
            | Verb::RemoveEnergy
            | Verb::DiscardOwnEnergy
            | Verb::Attach
            | Verb::ReduceOne => {
                self.ask_creature(state, scope, |at| self.is_object(state, scope, effect, at))
            }
            _ => None,
        }
    }

    /// Whether a creature can be chosen for an effect that asks for one.
    fn is_object(&self, state: &State, scope: &Scope, effect: &Effect, at: At) -> bool {
        let creature = state.creature(at);
        if effect.verb == Verb::HealOne && creature.damage == 0 {
            return false;
        }
        let own = At { side: scope.seat.0, slot: scope.me.map_or(u8::MAX, |me| me.slot) };
        let source = scope.me.unwrap_or(own);
        if !in_group(state, effect.who, source, at) {
            return false;
        }
        match effect.verb {
            Verb::MoveCounters => {
                let mut targets = state.board(scope.seat);
                creature.damage >= effect.amount as u16 * 10
                    && targets.any(|to| self.can_move(state, scope, effect, at, to))
            }
            Verb::ReturnToHand | Verb::ReturnToDeck => {
                !state.is_doomed(at) && state.side(scope.seat).in_play() > 1
            }
            Verb::Devolve => creature.cards.len() > 1,
            Verb::RemoveEnergy => {
                let shielded = scope.attack && self.has_rule(state, at, RuleType::EffectImmunity);
                !shielded && self.energies(state, at, effect.energy).next().is_some()
            }
            Verb::DiscardOwnEnergy => {
                self.energies(state, at, effect.energy).count() >= usize::from(effect.count)
            }
            Verb::Attach => {
                let equipped = effect.tool && self.has_tool(state, at);
                !equipped && !state.is_doomed(at)
            }
            _ => !state.is_doomed(at),
        }
    }

    /// Whether counters can be moved from one creature to another.
    fn can_move(&self, state: &State, scope: &Scope, effect: &Effect, from: At, to: At) -> bool {
        let Some(me) = scope.me else { return false };
        let amount = effect.amount as u16 * 10;
        from != to
            && in_group(state, effect.who, me, from)
            && in_group(state, effect.other, me, to)
            && state.creature(from).damage >= amount
            && !state.is_doomed(from)
            && !state.is_doomed(to)
            && !(effect.prevents_knockout
                && state.creature(to).damage + amount >= self.max_hp(state, to))
    }

    fn benched(&self, state: &State, at: At, seat: Seat) -> bool {
        at.side == seat.0 && !state.is_active(at) && !state.is_doomed(at)
    }

    fn ask_creature(
        &self,
        state: &State,
        scope: &Scope,
        fits: impl Fn(At) -> bool,
    ) -> Option<Prompt> {
        let prompt = creatures(state, scope, fits);
        (!prompt.options.is_empty()).then_some(prompt)
    }

    /// The creature that an attack's effect is aimed at.
    pub(crate) fn aimed(&self, state: &State, frame: &Frame, who: Target) -> Option<At> {
        state.find(if who == Target::Oneself { frame.creature } else { frame.defender })
    }

    /// Whether a card is one that an effect looks for.
    #[inline]
    pub(crate) fn wants(&self, effect: &Effect, card: Card) -> bool {
        let passes = self.cards.brief(card).filters >> effect.filter as u8 & 1 != 0;
        let plain = effect.types.is_empty() && effect.energy.is_empty();
        passes && (plain || self.is_wanted(effect, self.def(card)))
    }

    /// The same of a card that is known.
    pub(crate) fn is_wanted(&self, effect: &Effect, def: &CardDef) -> bool {
        def.passes(effect.filter)
            && (effect.types.is_empty()
                || !matches!(effect.verb, Verb::Search | Verb::Retrieve | Verb::Trade)
                || def.kind == CardType::Creature && effect.types.has(def.of_type))
            && (effect.energy.is_empty()
                || def.energy.is_some_and(|energy| effect.energy.meets(energy.types)))
    }

    /// A choice among the cards of the zone an effect names.
    fn zone_prompt(
        &self,
        state: &State,
        scope: &Scope,
        effect: &Effect,
        fits: impl Fn(Card) -> bool,
        (min, max): (usize, usize),
    ) -> Option<Prompt> {
        let side = state.side(scope.seat);
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        match effect.source {
            Source::Deck => {
                prompt.options = self.sorted(&side.deck, fits);
                prompt.zone = Zone::Hidden { count: side.deck.len() as u8, whole: false };
                prompt.looks = true;
                (!side.deck.is_empty()).then(|| prompt.bounded(min, max))
            }
            Source::Hand => {
                prompt.options = listed(&side.hand, fits);
                prompt.zone = Zone::Hidden { count: side.hand.len() as u8, whole: false };
                (!side.hand.is_empty()).then(|| prompt.bounded(min, max))
            }
            _ => {
                prompt.options = listed(&side.discard, fits);
                (!prompt.options.is_empty()).then(|| prompt.bounded(min, max))
            }
        }
    }

    /// Cards of a deck in the order of their ids, so that its own order stays unknown.
    fn sorted(&self, deck: &Pile, fits: impl Fn(Card) -> bool) -> bout_core::List<Choice, 60> {
        let mut options = listed(deck, fits);
        options.sort_unstable_by_key(|option| match option {
            Choice::Card(place, card) => (self.cards.place(*card).unwrap_or(usize::MAX), *place),
            _ => (0, 0),
        });
        options
    }

    fn ask_search(&self, state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
        let side = state.side(scope.seat);
        if side.deck.is_empty() {
            return None;
        }
        let to_bench = effect.destination == Destination::Bench && effect.verb == Verb::Search;
        let free = if to_bench { self.free_bench(state, scope.seat) } else { usize::MAX };
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = self.sorted(&side.deck, |card| {
            self.wants(effect, card) && (!to_bench || self.def(card).is_basic())
        });
        prompt.zone = Zone::Hidden { count: side.deck.len() as u8, whole: false };
        prompt.looks = true;
        Some(prompt.bounded(0, usize::from(effect.count).min(free)))
    }

    /// Free places on a bench.
    pub(crate) fn free_bench(&self, state: &State, seat: Seat) -> usize {
        (self.config.rules.max_bench as usize).saturating_sub(state.side(seat).bench.len())
    }

    fn ask_hand(&self, state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
        let hand = &state.side(scope.seat).hand;
        if effect.count == ALL || hand.is_empty() {
            return None;
        }
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = listed(hand, |card| self.wants(effect, card));
        let whole = effect.filter == crate::words::Filter::Any;
        prompt.zone = Zone::Hidden { count: hand.len() as u8, whole };
        Some(prompt.bounded(effect.count.into(), effect.count.into()))
    }

    fn ask_discard(&self, state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
        let pile = &state.side(scope.seat).discard;
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = listed(pile, |card| self.wants(effect, card));
        (!prompt.options.is_empty()).then(|| prompt.bounded(1, effect.count.into()))
    }

    /// Whose pile a creature is put into play from.
    pub(crate) fn pile_owner(&self, seat: Seat, source: Source) -> Seat {
        if source == Source::OpponentDiscard { other(seat) } else { seat }
    }

    fn ask_basic(&self, state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
        if effect.source == Source::Hand {
            return None;
        }
        let pile = &state.side(self.pile_owner(scope.seat, effect.source)).discard;
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = listed(pile, |card| self.def(card).is_basic());
        (!prompt.options.is_empty()).then_some(prompt)
    }

    fn ask_evolution(&self, state: &State, scope: &Scope) -> Option<Prompt> {
        let hand = &state.side(scope.seat).hand;
        let mut prompt = Prompt::new(PromptKind::ChooseCards, scope.seat);
        prompt.options = listed(hand, |card| self.evolves_something(state, card, scope.seat));
        prompt.zone = Zone::Hidden { count: hand.len() as u8, whole: false };
        (!hand.is_empty()).then_some(prompt.bounded(1, 1))
    }

    /// Whether an effect can do something now (rules 5.7).
    pub(crate) fn is_feasible(&self, state: &State, scope: &Scope, effect: &Effect) -> bool {
        let (own, foe) = (state.side(scope.seat), state.side(other(scope.seat)));
        match effect.verb {
            Verb::Draw | Verb::LookAtDeck => !own.deck.is_empty(),
            Verb::Search => {
                let bench = effect.destination == Destination::Bench;
                !own.deck.is_empty() && (!bench || self.free_bench(state, scope.seat) > 0)
            }
            Verb::OpponentDiscards | Verb::OpponentShufflesHand => !foe.hand.is_empty(),
            Verb::OpponentDraws => !foe.deck.is_empty(),
            Verb::DiscardHand if !effect.cost => !own.hand.is_empty(),
            Verb::DiscardHand | Verb::Trade => self.can_spare(state, scope, effect),
            Verb::Retrieve => own.discard.iter().any(|card| self.wants(effect, *card)),
            Verb::SwitchActive | Verb::SwitchAttacker | Verb::AbilitySwitch => {
                self.can_switch(state, scope, effect)
            }
            Verb::ForceSwitch => self.can_force(state, scope),
            Verb::Evolve => self.can_evolve_something(state, scope),
            Verb::PutIntoPlay => self.can_put(state, scope, effect),
            Verb::CureStatus => {
                let active = state.active(scope.seat).map(|at| state.creature(at));
                active.is_some_and(|creature| creature.statuses().next().is_some())
            }
            Verb::AbilityAccelerate => {
                self.energies_at_hand(state, scope, effect).is_some_and(|count| count > 0)
            }
            Verb::AttachFromDiscard => own.discard.iter().any(|card| {
                self.wants(effect, *card) && self.has_taker(state, scope, effect, *card)
            }),
            Verb::Status => {
                let at = state.active(other(scope.seat));
                at.is_some_and(|at| !self.is_immune_to(state, at, effect.status))
            }
            Verb::Prevent | Verb::Reduce | Verb::BoostAttack | Verb::BoostHp => {
                let in_it = |at: At| scope.me.is_some_and(|me| in_group(state, effect.who, me, at));
                group(state, effect.who, scope.seat).any(in_it)
            }
            Verb::HealOne
            | Verb::MoveCounters
            | Verb::ReturnToHand
            | Verb::ReturnToDeck
            | Verb::Devolve
            | Verb::RemoveEnergy
            | Verb::DiscardOwnEnergy
            | Verb::ReduceOne
            | Verb::Attach => {
                let mut all = group(state, effect.who, scope.seat);
                all.any(|at| self.is_object(state, scope, effect, at))
            }
            _ => true,
        }
    }

    /// Whether the hand holds enough other cards of the kind an effect takes.
    pub(crate) fn can_spare(&self, state: &State, scope: &Scope, effect: &Effect) -> bool {
        if effect.count == ALL {
            return true;
        }
        let hand = &state.side(scope.seat).hand;
        if scope.public {
            return hand.len() >= usize::from(effect.count);
        }
        let others = hand.iter().enumerate().filter(|(at, _)| scope.skip != Some(*at as u8));
        let wanted = others.filter(|(_, card)| self.wants(effect, **card));
        wanted.count() >= usize::from(effect.count)
    }

    fn can_switch(&self, state: &State, scope: &Scope, effect: &Effect) -> bool {
        let Some(active) = state.active(scope.seat) else { return false };
        if effect.verb == Verb::SwitchAttacker && scope.me != Some(active) {
            return false;
        }
        let comes = |at: At| match scope.me {
            Some(me) if effect.verb == Verb::AbilitySwitch && me != active => me == at,
            _ => true,
        };
        !state.is_doomed(active)
            && state.bench(scope.seat).any(|at| comes(at) && !state.is_doomed(at))
    }

    fn can_force(&self, state: &State, scope: &Scope) -> bool {
        let foe = other(scope.seat);
        let Some(active) = state.active(foe) else { return false };
        let shielded = scope.attack && self.has_rule(state, active, RuleType::EffectImmunity);
        !shielded && !state.is_doomed(active) && state.bench(foe).any(|at| !state.is_doomed(at))
    }

    fn can_evolve_something(&self, state: &State, scope: &Scope) -> bool {
        let hand = state.side(scope.seat).hand.iter().enumerate();
        let mut others =
            hand.filter(|(at, _)| scope.skip != Some(*at as u8)).map(|(_, card)| *card);
        others.any(|card| self.evolves_something(state, card, scope.seat))
    }

    /// Whether a card of the hand may be put on some creature by a trainer card.
    fn evolves_something(&self, state: &State, card: Card, seat: Seat) -> bool {
        self.creatures_below(state, seat, card, SKIPS)
            .any(|slot| self.trainer_evolves(state, card, At { side: seat.0 & 1, slot }, seat))
    }

    fn can_put(&self, state: &State, scope: &Scope, effect: &Effect) -> bool {
        let owner = self.pile_owner(scope.seat, effect.source);
        let pile = &state.side(owner).discard;
        let there =
            effect.source == Source::Hand || pile.iter().any(|card| self.def(*card).is_basic());
        there && self.free_bench(state, owner) > 0
    }

    /// Whether a creature has a tool.
    pub(crate) fn has_tool(&self, state: &State, at: At) -> bool {
        let side = &state.sides[usize::from(at.side & 1)];
        side.on(at.slot).any(|(_, found)| self.def(found.card).trainer == Some(TrainerType::Tool))
    }

    /// Whether a card of the hand may be put on a creature by a trainer card.
    pub(crate) fn trainer_evolves(&self, state: &State, card: Card, at: At, seat: Seat) -> bool {
        let def = self.def(card);
        at.side == seat.0
            && def.is_evolution()
            && self.fits_on(state, def, at, true)
            && self.may_be_played(state, seat, def)
            && self.evolution_fault(state, seat, def, at, true).is_none()
            && !state.is_doomed(at)
    }

    /// Whether a card fits on a creature by name and stage; `skips` where a stage may be left out.
    pub(crate) fn fits_on(&self, state: &State, def: &CardDef, at: At, skips: bool) -> bool {
        let below = self.top(state, at);
        let chain = state.creature(at).cards.len();
        if chain >= 3 || below.kind != CardType::Creature {
            return false;
        }
        let next = match def.stage {
            Stage::Stage1 => below.stage == Stage::Basic,
            Stage::Stage2 => below.stage == Stage::Stage1,
            _ => false,
        };
        let direct = next && def.evolves_from == below.key;
        let skipped = skips
            && def.stage == Stage::Stage2
            && below.stage == Stage::Basic
            && def.skips_from.contains(&below.key);
        direct || skipped
    }

    /// Whether a card's own restriction allows to play it.
    pub(crate) fn may_be_played(&self, state: &State, seat: Seat, def: &CardDef) -> bool {
        use crate::words::Restriction;
        if !def.has_rule(RuleType::PlayRestriction) {
            return true;
        }
        let scope = Scope::of(seat, state.active(seat));
        let side = state.side(seat);
        (def.rules_of(RuleType::PlayRestriction))
            .filter(|rule| self.hold(state, &rule.conditions, &scope))
            .all(|rule| match rule.restriction {
                Restriction::FirstTurn => side.turns_taken != 1,
                Restriction::BehindOnPrizes => {
                    side.prizes.len() > state.side(other(seat)).prizes.len()
                }
            })
    }

    /// Whether a card, or one of its attacks, can be used once a match now.
    pub(crate) fn is_once(
        &self,
        state: &State,
        def: &CardDef,
        attack: Option<Symbol>,
        scope: &Scope,
    ) -> bool {
        def.rules_of(RuleType::OncePerGame).any(|rule| {
            attack.is_none_or(|attack| rule.is_about(attack))
                && self.hold(state, &rule.conditions, scope)
        })
    }

    /// Whether something that can be done once a match was done.
    pub(crate) fn is_used_up(&self, state: &State, seat: Seat, def: &CardDef, attack: u8) -> bool {
        let text = |name: Symbol| self.cards.text(name);
        let same = |name: Symbol| name == def.name || text(name).to_lowercase() == text(def.key);
        let mut used = state.side(seat).once.iter();
        used.any(|once| once.attack == attack && same(once.name))
    }

    /// The turn after which something ends that begins now (rules 3.3).
    pub(crate) fn expiry(&self, state: &State, next: bool, ends_in_turn_of: Seat) -> u16 {
        let now = state.turn;
        if !next {
            return now;
        }
        let mut turn = now + 1;
        let player = |turn: u16| {
            if (turn - now).is_multiple_of(2) {
                state.turn_player()
            } else {
                other(state.turn_player())
            }
        };
        while player(turn) != ends_in_turn_of && turn < NEVER - 1 {
            turn += 1;
        }
        turn
    }
}

fn bench_owner(who: Target, seat: Seat) -> Seat {
    if who == Target::BenchedOpponents { other(seat) } else { seat }
}

fn yes_no(seat: Seat) -> Prompt {
    let mut prompt = Prompt::new(PromptKind::YesNo, seat);
    prompt.options.push(Choice::Answer(false));
    prompt.options.push(Choice::Answer(true));
    prompt
}

/// A choice of one among creatures, own ones first.
fn creatures(state: &State, scope: &Scope, fits: impl Fn(At) -> bool) -> Prompt {
    let mut prompt = Prompt::new(PromptKind::ChooseCreature, scope.seat);
    for at in state.both_boards(scope.seat).filter(|at| fits(*at)) {
        prompt.options.push(Choice::Creature(at));
    }
    prompt
}

/// The cards of a zone that fit, in zone order.
fn listed(zone: &Pile, fits: impl Fn(Card) -> bool) -> bout_core::List<Choice, 60> {
    let mut cards = bout_core::List::new();
    for (place, card) in zone.iter().enumerate() {
        cards.push_if(Choice::Card(place as u8, *card), fits(*card));
    }
    cards
}

fn ask_order(state: &State, seat: Seat, count: u8) -> Option<Prompt> {
    let deck = &state.side(seat).deck;
    let seen = usize::from(count).min(deck.len());
    let mut prompt = Prompt::new(PromptKind::ChooseOrder, seat);
    let top = (0..seen).map(|n| deck.len() - 1 - n);
    prompt.options = top.map(|place| Choice::Card(place as u8, deck[place])).collect();
    prompt.looks = true;
    (seen > 0).then(|| prompt.bounded(seen, seen))
}

fn ask_opponent(state: &State, scope: &Scope, effect: &Effect) -> Option<Prompt> {
    let foe = other(scope.seat);
    let hand = &state.side(foe).hand;
    let mut prompt = Prompt::new(PromptKind::ChooseCards, foe);
    prompt.options = listed(hand, |_| true);
    prompt.zone = Zone::Hidden { count: hand.len() as u8, whole: true };
    (!hand.is_empty()).then(|| prompt.bounded(effect.count.into(), effect.count.into()))
}

/// The lower cards of a chain, the basic first.
fn ask_lower(state: &State, frame: &Frame) -> Option<Prompt> {
    let at = state.find(frame.bound[0])?;
    let cards = &state.creature(at).cards;
    let mut prompt = Prompt::new(PromptKind::ChooseCards, frame.player);
    let lower = cards.iter().take(cards.len().saturating_sub(1)).enumerate();
    prompt.options = lower.map(|(place, card)| Choice::Card(place as u8, *card)).collect();
    (!prompt.options.is_empty()).then_some(prompt)
}
