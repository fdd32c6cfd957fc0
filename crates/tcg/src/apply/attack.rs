//! An attack, step by step (rules 6.2).

use bout_core::Seat;

use super::{Next, Run};
use crate::Tcg;
use crate::card::{Attack, Coins, Effect, Rule};
use crate::event::{Failure, Flips, Harm, Purpose, What};
use crate::phase::TurnPhase;
use crate::state::{At, AttackStep, Frame, FrameKind, Once, Rotation, State};
use crate::symbol::Symbol;
use crate::words::{
    CountType, DamageCalculation, DiscardTiming, RuleType, SwitchTarget, TriggerEvent,
    VariableSource,
};

/// What confusion does.
const CONFUSION: u16 = 30;
/// The most coins of an attack.
const COINS_MAX: u8 = 10;

impl Run<'_, '_> {
    /// The active creature attacks.
    pub fn attack(&mut self, seat: Seat, index: u8) {
        let Some(at) = self.state.active(seat) else { return };
        let defender = self.state.active(crate::state::other(seat));
        let defender = defender.map_or(0, |at| self.state.creature(at).id);
        let creature = self.state.creature(at);
        let (id, card) = (creature.id, creature.top());
        self.go_to_phase(TurnPhase::Attack);
        let def = self.game.def(card);
        let Some(attack) = def.attacks.get(usize::from(index)) else { return };
        self.tell_with(seat, |_| What::AttackDeclared { index, name: attack.name, card });
        let scope = crate::query::Scope { attack: true, ..crate::query::Scope::of(seat, Some(at)) };
        let once = self.game.is_once(self.state, def, Some(attack.name), &scope);
        if once {
            self.state.side_mut(seat).once.push(Once { name: def.name, attack: index });
        }
        let marked = self.game.due_costs(self.state, &scope, &attack.effects);
        self.push(Frame {
            card,
            creature: id,
            defender,
            marked,
            attack_index: index,
            ..Frame::new(FrameKind::Attack, seat).at(AttackStep::Confusion)
        });
    }

    /// A step of an attack.
    pub fn attack_step(&mut self, step: AttackStep) -> Next<AttackStep> {
        let frame = *self.frame();
        let game = self.game;
        let def = game.def(frame.card);
        let Some(attack) = def.attacks.get(usize::from(frame.attack_index)) else {
            return self.pop();
        };
        match step {
            AttackStep::Confusion => self.check_confusion(),
            AttackStep::Costs => self.pay_costs(attack),
            AttackStep::Fighters => self.trigger_fighters(),
            AttackStep::Coins => self.flip_coins(attack),
            AttackStep::Hit => self.hit(attack),
            AttackStep::Effects => self.run_attack_effects(attack),
            AttackStep::Damaged => self.trigger_damaged(),
            AttackStep::Switch => self.force_switch(),
            AttackStep::Discard => self.discard_after_use(attack),
            AttackStep::Done => self.finish_attack(),
        }
    }

    fn check_confusion(&mut self) -> Next<AttackStep> {
        let frame = *self.frame();
        let Some(at) = self.state.find(frame.creature) else { return Next::Go(AttackStep::Done) };
        if self.state.creature(at).rotation != Rotation::Confused {
            return Next::Go(AttackStep::Costs);
        }
        let heads = self.coin();
        let (purpose, results) = (Purpose::Confusion, Flips::one(heads));
        self.tell(frame.player, What::CoinFlipped { purpose, results });
        if heads {
            return Next::Go(AttackStep::Costs);
        }
        self.hurt(at, CONFUSION, Harm::Confusion);
        self.tell(frame.player, What::AttackFailed { reason: Failure::Confused });
        Next::Go(AttackStep::Done)
    }

    fn pay_costs(&mut self, attack: &Attack) -> Next<AttackStep> {
        let frame = self.frame();
        let due = frame.marked.checked_shr(frame.effect.into()).unwrap_or(0);
        match attack.effects.get(usize::from(frame.effect)) {
            Some(effect) if due & 1 != 0 => self.run_effect(effect).into(),
            Some(_) if due != 0 => {
                frame.effect += 1;
                Next::Stay
            }
            _ => {
                self.frame().marked = 0;
                self.queue_fighters();
                Next::Go(AttackStep::Fighters)
            }
        }
    }

    /// The attacker's and then the defender's ability, as far as they are set off now.
    fn queue_fighters(&mut self) {
        let live = &self.state.live;
        if live.triggers(TriggerEvent::WhenAttacking) | live.triggers(TriggerEvent::WhenDefending)
            == 0
        {
            return;
        }
        let frame = *self.frame();
        let rows = [
            (frame.creature, TriggerEvent::WhenAttacking),
            (frame.defender, TriggerEvent::WhenDefending),
        ];
        for (id, event) in rows {
            let at = self.state.find(id);
            if let Some(at) = at.filter(|at| self.game.is_triggered(self.state, *at, event)) {
                self.frame().queue.push(at.code());
            }
        }
    }

    fn trigger_fighters(&mut self) -> Next<AttackStep> {
        while let Some(&code) = self.frame().queue.first() {
            self.frame().queue.remove(0);
            let at = At::from_code(code);
            let attacks = Seat(at.side) == self.frame().player;
            let event =
                if attacks { TriggerEvent::WhenAttacking } else { TriggerEvent::WhenDefending };
            if self.game.is_triggered(self.state, at, event) {
                self.trigger(at);
                return Next::Stay;
            }
        }
        Next::Go(AttackStep::Coins)
    }

    fn flip_coins(&mut self, attack: &Attack) -> Next<AttackStep> {
        let Some(coins) = attack.coins else { return Next::Go(AttackStep::Hit) };
        let frame = *self.frame();
        let wanted = self.coin_count(&coins);
        let (mut flips, mut heads) = (0, 0u16);
        while flips < wanted {
            let is_heads = self.coin();
            heads |= u16::from(is_heads) << flips;
            flips += 1;
            if !is_heads && coins.count_type == CountType::UntilTails {
                break;
            }
        }
        (self.frame().flips, self.frame().heads) = (flips, heads);
        if flips > 0 {
            let (purpose, results) = (Purpose::Attack, Flips { count: flips, heads });
            self.tell(frame.player, What::CoinFlipped { purpose, results });
        }
        let tails = heads.count_ones() < u32::from(flips);
        if tails && coins.calculation == DamageCalculation::BaseDamage {
            self.tell(frame.player, What::AttackFailed { reason: Failure::Tails });
            return Next::Go(AttackStep::Done);
        }
        Next::Go(AttackStep::Hit)
    }

    fn coin_count(&self, coins: &Coins) -> u8 {
        let frame = self.state.stack.last().copied().unwrap_or_default();
        let Some(at) = self.state.find(frame.creature) else { return 0 };
        match coins.count_type {
            CountType::Fixed => coins.count.min(COINS_MAX),
            CountType::UntilTails => COINS_MAX,
            CountType::Variable => self.game.variable_coins(self.state, at, coins),
        }
    }

    /// Damage, to the defender and by the coins to oneself.
    fn hit(&mut self, attack: &Attack) -> Next<AttackStep> {
        if attack.has_damage {
            self.deal_damage();
        }
        self.hurt_by_coins(attack);
        Next::Go(AttackStep::Effects)
    }

    fn hurt_by_coins(&mut self, attack: &Attack) {
        let frame = *self.frame();
        let Some(coins) = attack.coins else { return };
        let tails = frame.heads.count_ones() < u32::from(frame.flips);
        let counts = matches!(
            coins.calculation,
            DamageCalculation::ConditionalBonus | DamageCalculation::ConditionalSelfDamage
        );
        if tails
            && counts
            && coins.self_damage > 0
            && let Some(at) = self.state.find(frame.creature)
        {
            self.hurt(at, coins.self_damage, Harm::Coin);
        }
    }

    fn run_attack_effects(&mut self, attack: &Attack) -> Next<AttackStep> {
        let later = |effect: &Effect| !effect.cost && !effect.verb.grows();
        match attack.effects.get(usize::from(self.frame().effect)) {
            Some(effect) if later(effect) => self.run_effect(effect).into(),
            Some(_) => {
                self.frame().effect += 1;
                Next::Stay
            }
            None => {
                self.queue_damaged();
                Next::Go(AttackStep::Damaged)
            }
        }
    }

    /// Creatures of the opponent that the attack hurt, in board order.
    fn queue_damaged(&mut self) {
        if self.state.live.triggers(TriggerEvent::WhenDamaged) == 0 {
            return;
        }
        let frame = *self.frame();
        for at in self.state.board(crate::state::other(frame.player)) {
            let hurt = frame.marked & at.bit() != 0;
            if hurt && self.game.is_triggered(self.state, at, TriggerEvent::WhenDamaged) {
                self.frame().queue.push(at.code());
            }
        }
    }

    fn trigger_damaged(&mut self) -> Next<AttackStep> {
        if self.next_trigger(TriggerEvent::WhenDamaged) {
            return Next::Stay;
        }
        let frame = *self.frame();
        let turn = self.state.turn;
        if let Some(at) = self.state.find(frame.creature) {
            let creature = self.state.creature_mut(at);
            (creature.used_on, creature.used_attack) = (turn, frame.attack_index);
        }
        Next::Go(AttackStep::Switch)
    }

    /// A rule may exchange the attacker; once the effect is over, its number is above 0.
    fn force_switch(&mut self) -> Next<AttackStep> {
        let frame = *self.frame();
        let mut how = None;
        if let Some(at) = self.state.find(frame.creature).filter(|_| frame.effect == 0) {
            self.game.each_rule(self.state, at, RuleType::ForcedSwitch, &mut |rule| {
                how = how.or(Some(rule.switch));
            });
        }
        let game = self.game;
        match how {
            Some(SwitchTarget::Benched) => self.run_effect(&game.forced[0]).into(),
            Some(SwitchTarget::Random) => self.run_effect(&game.forced[1]).into(),
            None => Next::Go(AttackStep::Discard),
        }
    }

    fn discard_after_use(&mut self, attack: &Attack) -> Next<AttackStep> {
        let frame = *self.frame();
        if let Some(at) = self.state.find(frame.creature) {
            self.discard_used(at, DiscardTiming::AfterUse, attack.name);
        }
        Next::Go(AttackStep::Done)
    }

    /// Cards that go after they were used: the creature with all it has, or what is attached.
    pub fn discard_used(&mut self, at: At, timing: DiscardTiming, attack: Symbol) {
        let discards = Rule::bit(RuleType::DiscardAfterUse);
        if !self.state.live.has_rules(at, discards) || self.state.is_doomed(at) {
            return;
        }
        let game = self.game;
        let scope = crate::query::Scope::of(Seat(at.side), Some(at));
        let goes = |state: &State, card| {
            game.def(card).rules.iter().any(|rule| {
                rule.kind == RuleType::DiscardAfterUse
                    && rule.timing == timing
                    && rule.is_about(attack)
                    && game.hold(state, &rule.conditions, &scope)
            })
        };
        if goes(self.state, self.state.creature(at).top()) {
            self.discard_creature(at);
            return;
        }
        let side = self.state.side_of(at);
        let used = side.on(at.slot).filter(|(_, attached)| goes(self.state, attached.card));
        let places: bout_core::List<u8, 60> = used.map(|(place, _)| place as u8).collect();
        self.discard_attached(at, &places);
    }

    fn finish_attack(&mut self) -> Next<AttackStep> {
        let player = self.frame().player;
        let done = self.pop();
        self.go_to_phase(TurnPhase::End);
        self.check_knockouts(player);
        done
    }
}

impl Tcg {
    /// How many coins an attack flips whose number depends on the table.
    pub(crate) fn variable_coins(&self, state: &State, by: At, coins: &Coins) -> u8 {
        let side = state.side_of(by);
        let count = match coins.source {
            // Without a type, energies of all types count.
            VariableSource::EnergyAttached | VariableSource::EnergyTypeAttached => {
                self.units(state, by, coins.energy, false)
            }
            VariableSource::BenchPokemon => side.bench.len() as u16,
            VariableSource::DamageCounters => state.creature(by).damage / 10,
            VariableSource::HandSize => side.hand.len() as u16,
        };
        count.min(u16::from(COINS_MAX)) as u8
    }
}
