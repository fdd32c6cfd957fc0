//! The computer players of the rules document (rules 10).

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Turn, names};

use crate::Necro;
use crate::ability::AbilityKind;
use crate::action::{Action, Choice as Yield};
use crate::cell::{Cell, cells};
use crate::guard::Rise;
use crate::id::{ItemId, UnitId};
use crate::item::EffectKind;
use crate::phase::Phase;
use crate::piece::{Base, Side};
use crate::state::{SLOTS, State, slots};

/// The bots, the usual one first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "greedy",
        about: "the baseline: best soul, best shot, else a step towards the king; explores a little",
        params: &["weights=blended", "epsilon=20"],
    },
    BotInfo {
        name: "easy",
        about: "the baseline by guessed weights, without exploring",
        params: &[],
    },
    BotInfo {
        name: "hard",
        about: "the baseline by blended weights, without exploring",
        params: &[],
    },
];

/// Actions of one combat phase.
const ACTIONS_MAX: u8 = 5;
/// In how many of a hundred turns a held plunder is used.
const PLUNDER_PERCENT: u32 = 40;
/// What a king is worth to a seal.
const KING_WEIGHT: i32 = 10_000;

names! {
    /// Which opinion of souls a bot has.
    enum Opinion {
        Base = "base",
        Trained = "trained",
        Blended = "blended",
    }
}

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Necro>>, String>> {
    let plain = |opinion| spec.only(&[]).map(|()| (opinion, 0));
    let read = match spec.name.as_str() {
        "easy" => plain(Opinion::Base),
        "hard" => plain(Opinion::Blended),
        "greedy" => params(spec),
        _ => return None,
    };
    Some(read.map(|(opinion, epsilon)| Box::new(Greedy::new(opinion, epsilon)) as Box<dyn Bot<_>>))
}

fn params(spec: &BotSpec) -> Result<(Opinion, u32), String> {
    spec.only(&["weights", "epsilon"])?;
    let epsilon = spec.read("epsilon", 20)?;
    if epsilon > 100 {
        return Err(format!("bot 'greedy': epsilon={epsilon} is not in 0..100"));
    }
    let name = spec.get("weights").unwrap_or("blended");
    let opinion = Opinion::from_name(name).ok_or_else(|| {
        format!("bot 'greedy': '{name}' is no value for weights: base, trained or blended expected")
    })?;
    Ok((opinion, epsilon))
}

/// Plans a phase step by step; what is not legal when its time comes is skipped.
struct Greedy {
    opinion: Opinion,
    epsilon: u32,
    /// By the number of a soul; filled when the cards are seen.
    weights: Vec<i32>,
    /// The turn and phase that the rest is about.
    at: (u32, Phase),
    stage: u8,
    actions: u8,
    plunders: bool,
    candidates: Vec<(i32, Action)>,
}

/// One decision: the table as the side sees it.
#[derive(Clone, Copy)]
struct Desk<'a> {
    game: &'a Necro,
    state: &'a State,
    side: Side,
}

impl Desk<'_> {
    fn can(&self, action: &Action) -> bool {
        self.game.can_act(self.state, self.side.seat(), action).is_ok()
    }

    fn own(&self) -> u64 {
        self.state.side_slots(self.side)
    }

    fn enemies(&self) -> u64 {
        self.state.side_slots(self.side.other())
    }

    /// An item of this kind in the hand.
    fn held(&self, kind: EffectKind) -> Option<ItemId> {
        let hand = &self.state.items[self.side as usize];
        let is =
            |item: &&ItemId| self.game.item(**item).is_some_and(|card| card.effect.kind() == kind);
        hand.iter().find(is).copied()
    }

    /// The use of an item that needs nothing, if it is held and may be used.
    fn plain_use(&self, kind: EffectKind) -> Option<Action> {
        self.held(kind).map(Action::item).filter(|action| self.can(action))
    }

    /// The use of an item on a unit, if it is held and may be used.
    fn use_on(&self, kind: EffectKind, unit: Option<UnitId>) -> Option<Action> {
        let action = Action::item_on(self.held(kind)?, unit?);
        self.can(&action).then_some(action)
    }

    /// The cells whose top corpse may rise now, in their order.
    fn graves(&self, wanted: impl Fn(Rise) -> bool) -> impl Iterator<Item = Cell> {
        let (game, state) = (self.game, self.state);
        let rises = move |cell: &Cell| game.can_revive(state, *cell).is_ok_and(&wanted);
        cells(state.corpse_cells()).filter(rises)
    }

    /// A random grave; of a soldier if soldiers are wanted and one is there.
    fn grave(&self, dice: &mut Dice) -> Option<Action> {
        use AbilityKind as K;
        const WANTED: u64 =
            K::SoldiersTieredAuraDamageBonus.bit() | K::SoldiersTieredDmgReductionAura.bit();
        let is_soldier = |cell: &Cell| {
            let top = self.state.top_corpse(*cell);
            top.is_some_and(|top| self.state.corpses[top].base == Base::Soldier)
        };
        let all = || self.graves(|_| true);
        let wants =
            slots(self.own()).any(|slot| self.game.soul(self.state.unit(slot)).kinds & WANTED != 0);
        let soldiers = if wants { all().filter(is_soldier).count() } else { 0 };
        let pos = if soldiers > 0 {
            all().filter(is_soldier).nth(dice.below(soldiers as u32) as usize)
        } else {
            let count = all().count() as u32;
            (count > 0).then(|| all().nth(dice.below(count) as usize)).flatten()
        };
        pos.map(|pos| Action::Revive { pos })
    }
}

impl Greedy {
    fn new(opinion: Opinion, epsilon: u32) -> Self {
        Greedy {
            opinion,
            epsilon,
            weights: Vec::new(),
            at: (0, Phase::TurnStart),
            stage: 0,
            actions: 0,
            plunders: false,
            candidates: Vec::new(),
        }
    }

    /// What every soul is worth in this bot's opinion.
    fn weigh(&mut self, game: &Necro) {
        let weights = &game.cards().weights;
        let default = weights.default;
        self.weights = vec![default.cast_signed(); 256];
        for (soul, base, trained) in &weights.souls {
            let weight = match (self.opinion, base, trained) {
                (Opinion::Base, base, _) => base.unwrap_or(default),
                (Opinion::Blended, Some(base), Some(trained)) => (7 * trained + 3 * base + 5) / 10,
                (_, _, trained) => trained.unwrap_or(default),
            };
            self.weights[soul.index()] = weight.cast_signed();
        }
    }

    /// What the soul of a unit is worth; nothing without one.
    fn weight_of(&self, state: &State, slot: usize) -> i32 {
        let unit = state.unit(slot);
        if unit.is_enchanted() { self.weights[unit.soul.index()] } else { 0 }
    }

    /// The best candidate, the first of equals; or, exploring, any.
    fn pick(&self, dice: &mut Dice) -> Option<Action> {
        let explores = self.epsilon > 0 && dice.below(100) < self.epsilon;
        if explores && !self.candidates.is_empty() {
            return dice.pick(&self.candidates).map(|(_, action)| *action);
        }
        let mut best: Option<&(i32, Action)> = None;
        for candidate in &self.candidates {
            if best.is_none_or(|best| candidate.0 > best.0) {
                best = Some(candidate);
            }
        }
        best.map(|(_, action)| *action)
    }

    /// The next step of the plan, or `None` where this stage has nothing more to do.
    fn step(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        match (self.at.1, self.stage) {
            (Phase::Buy, 0) => self.once(desk, dice, Self::buy_soul),
            (Phase::Buy, 1) => self.once(desk, dice, Self::buy_item),
            (Phase::Buy, 2) => self.use_in_buy(desk),
            (Phase::Necro, 0) => desk.use_on(
                EffectKind::SoulDetachNeedle,
                self.dearest(desk, |slot| desk.state.unit(slot).is_enchanted()),
            ),
            (Phase::Necro, 1) => {
                let holds = !desk.state.souls[desk.side as usize].is_empty();
                desk.plain_use(EffectKind::SoulInfusion).filter(|_| holds)
            }
            (Phase::Necro, 2) => self.once(desk, dice, Self::enchant_or_revive),
            (Phase::Necro, 3) => self.once(desk, dice, |_, desk, _| {
                let mut free = desk.graves(|rise| matches!(rise, Rise::Logistics(_)));
                free.next().map(|pos| Action::Revive { pos })
            }),
            (Phase::Necro, 4) => self.sign_contract(desk),
            (Phase::Necro, 5) => self.once(desk, dice, |_, desk, dice| {
                let signed = desk.state.flags.last_stand_contract_bonus > 0;
                signed.then(|| desk.grave(dice)).flatten()
            }),
            (Phase::Combat, 0) => desk.plain_use(EffectKind::SoulOverload),
            (Phase::Combat, 1) => desk.plain_use(EffectKind::DeathChain),
            (Phase::Combat, 2) => desk.use_on(EffectKind::NetherSeal, self.dearest(desk, |_| true)),
            (Phase::Combat, 3) => self.fight(desk, dice),
            _ => Some(Action::NextPhase {}),
        }
    }

    /// A stage that is tried once.
    fn once(
        &mut self,
        desk: Desk<'_>,
        dice: &mut Dice,
        step: impl FnOnce(&mut Self, Desk<'_>, &mut Dice) -> Option<Action>,
    ) -> Option<Action> {
        let found = step(self, desk, dice);
        if found.is_some() {
            self.stage += 1;
        }
        found
    }

    fn buy_soul(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        self.candidates.clear();
        for base in Base::ALL {
            let action = Action::BuySoulFromDisplay { base: *base };
            if desk.can(&action) {
                let soul = desk.state.display[*base as usize];
                self.candidates.push((self.weights[soul.index()], action));
            }
        }
        self.pick(dice).or_else(|| {
            let mut bases = [Base::Rook, Base::Knight, Base::Cannon];
            dice.shuffle(&mut bases);
            let blind = bases.map(|base| Action::BuySoulFromDeck { base });
            blind.into_iter().find(|action| desk.can(action))
        })
    }

    fn buy_item(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        if desk.state.flags.buy_soul_actions_used > 0 {
            return None;
        }
        let buy =
            |slot: usize| Action::BuyItemFromDisplay { slot: slot as u8, discard_item_id: None };
        let affordable = || (0..SLOTS).map(buy).filter(|action| desk.can(action));
        let count = affordable().count() as u32;
        (count > 0).then(|| affordable().nth(dice.below(count) as usize)).flatten()
    }

    fn use_in_buy(&self, desk: Desk<'_>) -> Option<Action> {
        let (game, state) = (desk.game, desk.state);
        let king = state.king(desk.side)?;
        let hp = u32::from(state.unit(king).hp);
        let weak = 10 * hp < 7 * u32::from(game.hp_max(state, king));
        let own = |cell: &Cell| {
            let top = state.top_corpse(*cell);
            top.is_some_and(|top| state.corpses[top].side == desk.side)
        };
        let grail = weak.then(|| desk.use_on(EffectKind::HolyGrail, Some(state.unit(king).id)));
        let refine = || {
            let corpse = cells(state.corpse_cells()).find(own)?;
            let action = Action::item_at(desk.held(EffectKind::BoneRefine)?, corpse, Yield::Gold);
            desk.can(&action).then_some(action)
        };
        grail
            .flatten()
            .or_else(refine)
            .or_else(|| desk.plain_use(EffectKind::DarkMoonScope))
            .or_else(|| desk.plain_use(EffectKind::WizardGreed))
            .or_else(|| desk.plain_use(EffectKind::CagePlunder).filter(|_| self.plunders))
    }

    /// The enemy unit whose soul is worth most, the king above all; the first of equals.
    fn dearest(&self, desk: Desk<'_>, wanted: impl Fn(usize) -> bool) -> Option<UnitId> {
        let state = desk.state;
        let worth = |slot: usize| match state.unit(slot).base() {
            Base::King => KING_WEIGHT,
            _ => self.weight_of(state, slot),
        };
        let mut best = None;
        for slot in slots(desk.enemies()).filter(|slot| wanted(*slot)) {
            if best.is_none_or(|(_, most)| worth(slot) > most) {
                best = Some((slot, worth(slot)));
            }
        }
        best.map(|(slot, _)| state.unit(slot).id)
    }

    fn enchant_or_revive(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        let (game, state) = (desk.game, desk.state);
        self.candidates.clear();
        let souls = game.souls_by_name(&state.souls[desk.side as usize]);
        for slot in slots(desk.own() & !state.index.enchanted) {
            for soul in &souls {
                let action = Action::Enchant { unit_id: state.unit(slot).id, soul_id: *soul };
                if desk.can(&action) {
                    self.candidates.push((self.weights[soul.index()], action));
                }
            }
        }
        self.pick(dice).or_else(|| desk.grave(dice))
    }

    /// The contract is used where a corpse waits for it.
    fn sign_contract(&self, desk: Desk<'_>) -> Option<Action> {
        let state = desk.state;
        let waits = |cell: Cell| {
            let own =
                state.top_corpse(cell).is_some_and(|top| state.corpses[top].side == desk.side);
            own && state.is_free(cell)
        };
        let contract = desk.plain_use(EffectKind::LastStandContract);
        let signed = state.flags.last_stand_contract_bonus > 0;
        contract.filter(|_| !signed && cells(state.corpse_cells()).any(waits))
    }

    fn fight(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        if self.actions >= ACTIONS_MAX {
            return None;
        }
        let action = self.shot(desk, dice).or_else(|| walk(desk, dice));
        self.actions += u8::from(action.is_some());
        action
    }

    /// The best shot. What all own corpses add is the same for every target, so it is left out.
    fn shot(&mut self, desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
        let (game, state) = (desk.game, desk.state);
        self.candidates.clear();
        for slot in slots(desk.own()) {
            let attacker = state.unit(slot).id;
            for target in slots(game.targets(state, slot, desk.enemies())) {
                let unit = state.unit(target);
                let of_base = match unit.base() {
                    Base::King => 15_000,
                    Base::Rook | Base::Cannon | Base::Knight => 8_000,
                    _ => 0,
                };
                let of_soul = if self.weight_of(state, target) > 50 { 5_000 } else { 0 };
                let score = of_base + of_soul + (100 - i32::from(unit.hp)) * 8;
                self.candidates.push((score, Action::shot(attacker, unit.id)));
            }
        }
        self.pick(dice)
    }
}

/// A random unit goes as near to the enemy as it can.
fn walk(desk: Desk<'_>, dice: &mut Dice) -> Option<Action> {
    let (game, state) = (desk.game, desk.state);
    let can_go =
        |slot: &usize| game.may_move(state, *slot).is_ok() && game.destinations(state, *slot) != 0;
    let movable = slots(desk.own()).filter(can_go).fold(0u64, |all, slot| all | 1 << slot);
    if movable == 0 {
        return None;
    }
    let slot = slots(movable).nth(dice.below(movable.count_ones()) as usize)?;
    let king = state.unit(state.king(desk.side.other())?).pos;
    let distance = |to: Cell| {
        let nearest = slots(desk.enemies()).map(|enemy| to.walk(state.unit(enemy).pos)).min();
        60 * to.walk(king) + 40 * nearest.unwrap_or(0)
    };
    let to = cells(game.destinations(state, slot)).min_by_key(|to| distance(*to))?;
    Some(Action::Move { unit_id: state.unit(slot).id, to })
}

impl Bot<Necro> for Greedy {
    fn choose(&mut self, turn: &Turn<'_, Necro>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        let Some(side) = seen.side().filter(|side| *side == seen.state.side) else {
            return Choice::Wait;
        };
        let desk = Desk { game: seen.game, state: seen.state, side };
        if self.weights.is_empty() {
            self.weigh(desk.game);
        }
        let at = (desk.state.number, desk.state.phase.get());
        if self.at != at {
            if self.at.0 != at.0 {
                self.plunders = dice.below(100) < PLUNDER_PERCENT;
            }
            (self.at, self.stage, self.actions) = (at, 0, 0);
        }
        loop {
            if let Some(action) = self.step(desk, dice) {
                return Choice::Act(action);
            }
            self.stage += 1;
        }
    }

    fn reset(&mut self) {
        self.at = (0, Phase::TurnStart);
    }
}
