//! An attack, step by step (rules 6.2).

use bout_core::Seat;

use super::{Flow, Run};
use crate::card::{Attack, Coins, Effect, Rule, Verb};
use crate::event::{Failure, Flips, Harm, Purpose, What};
use crate::phase::TurnPhase;
use crate::state::{At, Frame, FrameKind, Once, Rotation};
use crate::symbol::Symbol;
use crate::words::{
    CountType, DamageCalculation, DiscardTiming, RuleType, SwitchTarget, TriggerEvent, Types,
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
            let _ = self.state.side_mut(seat).once.try_push(Once { name: def.name, attack: index });
        }
        let marked = self.game.due_costs(self.state, &scope, &attack.effects);
        self.push(Frame {
            card,
            creature: id,
            defender,
            marked,
            attack_index: index,
            at: 2,
            ..Frame::new(FrameKind::Attack, seat)
        });
    }

    /// Goes on with an attack. Each step goes on to the next one by itself, unless something else comes
    /// upon the stack.
    pub fn run_attack(&mut self) -> Flow {
        let frame = *self.frame();
        let game = self.game;
        let def = game.def(frame.card);
        let Some(attack) = def.attacks.get(usize::from(frame.attack_index)) else {
            return self.pop();
        };
        match frame.at {
            2 => self.check_confusion(attack),
            3 => self.pay_costs(attack),
            4 => self.trigger_fighters(attack),
            5 => self.flip_coins(attack),
            6 => self.hit(attack),
            10 => self.run_attack_effects(attack),
            11 => self.trigger_damaged(attack),
            12 => self.force_switch(),
            13 => self.discard_after_use(attack),
            _ => self.finish_attack(),
        }
    }

    fn check_confusion(&mut self, attack: &Attack) -> Flow {
        let frame = *self.frame();
        let Some(at) = self.state.find(frame.creature) else { return self.step_to(14) };
        if self.state.creature(at).rotation != Rotation::Confused {
            self.step_to(3);
            return self.pay_costs(attack);
        }
        let heads = self.coin();
        let (purpose, results) = (Purpose::Confusion, Flips::one(heads));
        self.tell(frame.player, What::CoinFlipped { purpose, results });
        if heads {
            return self.step_to(3);
        }
        self.hurt(at, CONFUSION, Harm::Confusion);
        self.tell(frame.player, What::AttackFailed { reason: Failure::Confused });
        self.step_to(14)
    }

    fn pay_costs(&mut self, attack: &Attack) -> Flow {
        let frame = self.frame();
        let due = frame.marked.checked_shr(frame.effect.into()).unwrap_or(0);
        match attack.effects.get(usize::from(frame.effect)) {
            Some(effect) if due & 1 != 0 => self.run_effect(effect),
            Some(_) if due != 0 => {
                frame.effect += 1;
                Flow::Go
            }
            _ => {
                self.frame().marked = 0;
                self.step_to(4);
                self.queue_fighters();
                self.trigger_fighters(attack)
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

    fn trigger_fighters(&mut self, attack: &Attack) -> Flow {
        while let Some(&code) = self.frame().queue.first() {
            self.frame().queue.remove(0);
            let at = At::from_code(code);
            let attacks = Seat(at.side) == self.frame().player;
            let event =
                if attacks { TriggerEvent::WhenAttacking } else { TriggerEvent::WhenDefending };
            if self.game.is_triggered(self.state, at, event) {
                self.trigger(at);
                return Flow::Go;
            }
        }
        self.step_to(5);
        self.flip_coins(attack)
    }

    fn flip_coins(&mut self, attack: &Attack) -> Flow {
        let Some(coins) = attack.coins else {
            self.step_to(6);
            return self.hit(attack);
        };
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
            return self.step_to(14);
        }
        self.step_to(6)
    }

    fn coin_count(&self, coins: &Coins) -> u8 {
        let frame = self.state.stack.last().copied().unwrap_or_default();
        let Some(at) = self.state.find(frame.creature) else { return 0 };
        let side = self.state.side(frame.player);
        let count = match coins.count_type {
            CountType::Fixed => u16::from(coins.count),
            CountType::UntilTails => u16::from(COINS_MAX),
            CountType::Variable => match coins.source {
                VariableSource::EnergyAttached => {
                    self.game.units(self.state, at, Types::NONE, false)
                }
                VariableSource::EnergyTypeAttached => {
                    self.game.units(self.state, at, coins.energy, false)
                }
                VariableSource::BenchPokemon => side.bench.len() as u16,
                VariableSource::DamageCounters => self.state.creature(at).damage / 10,
                VariableSource::HandSize => side.hand.len() as u16,
            },
        };
        count.min(u16::from(COINS_MAX)) as u8
    }

    /// Damage, to the defender and by the coins to oneself.
    fn hit(&mut self, attack: &Attack) -> Flow {
        if attack.has_damage {
            self.deal_damage();
        }
        self.hurt_by_coins(attack);
        self.step_to(10);
        self.run_attack_effects(attack)
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

    fn run_attack_effects(&mut self, attack: &Attack) -> Flow {
        let later = |effect: &Effect| {
            !effect.cost && !matches!(effect.verb, Verb::DamageScaling | Verb::DamageModifier)
        };
        match attack.effects.get(usize::from(self.frame().effect)) {
            Some(effect) if later(effect) => self.run_effect(effect),
            Some(_) => {
                self.frame().effect += 1;
                self.run_attack_effects(attack)
            }
            None => {
                self.step_to(11);
                self.queue_damaged();
                self.trigger_damaged(attack)
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

    fn trigger_damaged(&mut self, attack: &Attack) -> Flow {
        if self.next_trigger(TriggerEvent::WhenDamaged) {
            return Flow::Go;
        }
        let frame = *self.frame();
        let turn = self.state.turn;
        if let Some(at) = self.state.find(frame.creature) {
            let creature = self.state.creature_mut(at);
            (creature.used_on, creature.used_attack) = (turn, frame.attack_index);
        }
        self.step_to(12);
        let Some(at) = self.state.find(frame.creature) else { return self.step_to(13) };
        let mut how = None;
        self.game.each_rule(self.state, at, RuleType::ForcedSwitch, &mut |rule| {
            how = how.or(Some(rule.switch));
        });
        match how {
            None => {
                self.step_to(13);
                self.discard_after_use(attack)
            }
            Some(how) => {
                self.frame().effect = u8::from(how == SwitchTarget::Random);
                Flow::Go
            }
        }
    }

    /// The attacker is exchanged by a rule; a second effect number says that it is done.
    fn force_switch(&mut self) -> Flow {
        let place = self.frame().effect;
        if place > 1 {
            return self.step_to(13);
        }
        let game = self.game;
        let flow = self.run_effect(&game.forced[usize::from(place)]);
        if self.frame().effect != place {
            return self.step_to(13);
        }
        flow
    }

    fn discard_after_use(&mut self, attack: &Attack) -> Flow {
        let frame = *self.frame();
        if let Some(at) = self.state.find(frame.creature) {
            self.discard_used(at, DiscardTiming::AfterUse, attack.name);
        }
        self.step_to(14);
        self.finish_attack()
    }

    /// Cards that go after they were used: the creature with all it has, or what is attached.
    pub fn discard_used(&mut self, at: At, timing: DiscardTiming, attack: Symbol) {
        let discards = Rule::bit(RuleType::DiscardAfterUse);
        if !self.state.live.has_rules(at, discards) || self.state.is_doomed(at) {
            return;
        }
        let game = self.game;
        let scope = crate::query::Scope::of(Seat(at.side), Some(at));
        let goes = |state: &crate::state::State, card| {
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
        let side = &self.state.sides[usize::from(at.side & 1)];
        let used = side.on(at.slot).filter(|(_, attached)| goes(self.state, attached.card));
        let places: bout_core::List<u8, 60> = used.map(|(place, _)| place as u8).collect();
        self.discard_attached(at, &places);
    }

    fn finish_attack(&mut self) -> Flow {
        let player = self.frame().player;
        self.pop();
        self.go_to_phase(TurnPhase::End);
        self.check_knockouts(player);
        Flow::Go
    }
}
