//! What a batch of matches is asked for (rules 12).

use std::collections::BTreeMap;

use bout_core::{Figure, Outcome, Tally};

use crate::Necro;
use crate::ability::AbilityKind;
use crate::event::{Event, HpReason, InstanceKind, Trigger};
use crate::id::{SoulId, UnitId};
use crate::item::EffectKind;
use crate::phase::Phase;
use crate::piece::{BASES, Base, Side};
use crate::state::{EndReason, State};

mod report;

/// Turns of which gold and mana are shown.
const CURVE: usize = 60;
/// Matches that are told as stories.
const STORIES: usize = 20;

/// What the report says of a soul besides counts.
#[derive(Clone, Debug)]
struct SoulCard {
    id: SoulId,
    clan: &'static str,
    cost: u32,
    budget: u32,
}

/// Sums over matches for one soul.
#[derive(Clone, Copy, Debug, Default)]
struct SoulSum {
    bought: u64,
    enchanted: u64,
    /// Sides that bound it at least once, and how many of them won.
    sides: u64,
    wins: u64,
    gold: u64,
}

/// Sums over matches for one clan.
#[derive(Clone, Copy, Debug, Default)]
struct ClanSum {
    sides: u64,
    wins: u64,
    enchants: u64,
    gold: u64,
}

/// Something worth telling of a match.
#[derive(Clone, Copy, Debug)]
enum KeyEvent {
    Bought(Side, Option<SoulId>),
    Enchanted(UnitId, SoulId),
    Killed(UnitId),
    Sacrificed(UnitId, UnitId),
    Ritual(UnitId),
}

/// Sums over matches, in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct Report {
    cards: Vec<SoulCard>,
    items: Vec<(&'static str, u64)>,
    matches: u64,
    faults: u64,
    actions: u64,
    turns: u64,
    wins: [u64; 2],
    first_wins: u64,
    turn_limit: u64,
    corpse_gap: u64,
    souls: Vec<SoulSum>,
    clans: BTreeMap<&'static str, ClanSum>,
    abilities: [u64; AbilityKind::ALL.len()],
    effects: [u64; EffectKind::ALL.len()],
    /// By turn: how often it was reached, gold and mana after its income.
    curve: Vec<[u64; 3]>,
    /// Of kings: by the kind of hit, then by a blast.
    king_deaths: [u64; 5],
    king_killers: [u64; BASES],
    sacrifices: u64,
    rituals: u64,
    revivals: u64,
    kills: u64,
    stories: BTreeMap<u64, Vec<String>>,
    now: Track,
}

/// One match as its events have told it so far.
#[derive(Clone, Debug, Default)]
struct Track {
    turn: u32,
    actions: u64,
    /// The souls that each side has bound, as bits of their places.
    bound: [u64; 2],
    /// Gold for them, by side and place.
    gold: Vec<[u32; 2]>,
    /// The soul whose price the next purse will show.
    binding: Option<usize>,
    /// Gold as it was told last, by side.
    purses: [u32; 2],
    /// Gold and mana as they were told last.
    income: [u32; 2],
    buying: bool,
    shot: Option<InstanceKind>,
    last_hit: Option<(UnitId, usize)>,
    keys: Vec<(u32, KeyEvent)>,
}

impl Tally<Necro> for Report {
    fn open(&mut self, game: &Necro) {
        if self.cards.is_empty() {
            self.learn(game);
        }
        let mut keys = std::mem::take(&mut self.now.keys);
        keys.clear();
        let gold = vec![[0; 2]; self.cards.len()];
        self.now = Track { turn: 1, keys, gold, ..Track::default() };
        self.now.purses = game.fresh.purses.map(|purse| purse.gold);
        let purse = game.fresh.purse(game.config.first_side);
        self.pace([purse.gold, purse.mana]);
    }

    fn event(&mut self, game: &Necro, event: &Event) {
        self.count_action(event);
        match *event {
            Event::ResourcesChanged { side, gold, mana, .. } => {
                self.now.income = [gold, mana];
                self.now.spend(side, gold);
                self.now.buying = false;
                self.now.last_hit = None;
            }
            Event::PhaseChanged { from: Phase::TurnStart, .. } => self.begin_turn(),
            Event::SoulBought { side, soul_id, .. } => self.buy(game, side, soul_id),
            Event::Enchanted { unit_id, soul_id } => self.enchant(game, unit_id, soul_id),
            Event::Revived { .. } => self.revivals += 1,
            Event::ShotFired { kind, .. } => self.now.shot = Some(kind),
            Event::AbilityTriggered { ability_type, .. } => self.trigger(ability_type),
            Event::DamageDealt { attacker_id, .. } => {
                let cause = self.now.shot.map_or(InstanceKind::ALL.len(), |kind| kind as usize);
                self.now.last_hit = Some((attacker_id, cause));
                self.now.shot = None;
            }
            Event::UnitKilled { unit_id } => self.kill(unit_id),
            Event::Sacrificed { source_unit_id, target_unit_id } => {
                self.sacrifices += 1;
                self.tell(KeyEvent::Sacrificed(source_unit_id, target_unit_id));
            }
            Event::UnitHpChanged { unit_id, reason: HpReason::BloodRitual, .. } => {
                self.rituals += 1;
                self.tell(KeyEvent::Ritual(unit_id));
            }
            Event::ItemUsed { item_id, .. } => {
                let rank = usize::from(game.item_rank[item_id.index()]);
                self.items.get_mut(rank).into_iter().for_each(|(_, used)| *used += 1);
            }
            _ => {}
        }
    }

    fn close(&mut self, game: &Necro, state: &State, outcome: Option<Outcome>) {
        if state.end_reason == Some(EndReason::Aborted) {
            return;
        }
        self.matches += 1;
        self.actions += self.now.actions;
        self.turns += u64::from(state.number);
        self.turn_limit += u64::from(state.end_reason == Some(EndReason::TurnLimit));
        let corpses = [Side::Red, Side::Black].map(|side| state.corpse_count(side));
        self.corpse_gap += u64::from(corpses[0].abs_diff(corpses[1]));
        for side in [Side::Red, Side::Black] {
            let won = outcome.is_some_and(|outcome| outcome.won.contains(side.seat()));
            self.wins[side as usize] += u64::from(won);
            self.first_wins += u64::from(won && side == game.config.first_side);
            self.close_side(side, won);
        }
        self.close_story();
    }

    fn fault(&mut self) {
        self.faults += 1;
    }

    fn merge(&mut self, other: Self) {
        self.merge_sums(other);
    }

    fn report(&self) -> Vec<(String, Figure)> {
        self.figures()
    }
}

impl Report {
    fn learn(&mut self, game: &Necro) {
        let card = |soul: &crate::cards::Soul| SoulCard {
            id: soul.id,
            clan: soul.clan.name(),
            cost: soul.cost,
            budget: u32::from(soul.stats.hp)
                + 3 * u32::from(soul.stats.atk)
                + 2 * soul.stats.def.iter().map(|def| u32::from(*def)).sum::<u32>(),
        };
        self.cards = game.cards.souls.iter().map(card).collect();
        self.souls = vec![SoulSum::default(); self.cards.len()];
        self.items = game.cards.items.iter().map(|item| (item.id.name(), 0)).collect();
    }

    /// Each accepted action has one event that nothing else has.
    fn count_action(&mut self, event: &Event) {
        let head = match event {
            Event::PhaseChanged { .. }
            | Event::SoulBought { .. }
            | Event::SoulReturned { .. }
            | Event::ItemUsed { .. }
            | Event::Enchanted { .. }
            | Event::Revived { .. }
            | Event::UnitMoved { .. }
            | Event::Sacrificed { .. }
            | Event::ShotFired { kind: InstanceKind::Direct, .. }
            | Event::UnitHpChanged { reason: HpReason::BloodRitual, .. } => true,
            Event::ItemBought { .. } => {
                self.now.buying = true;
                true
            }
            // A purchase with a full hand discards within the same action.
            Event::ItemDiscarded { .. } => !self.now.buying,
            _ => false,
        };
        self.now.actions += u64::from(head);
    }

    /// What was told last before a turn begins is its income.
    fn begin_turn(&mut self) {
        self.now.turn += 1;
        self.pace(self.now.income);
    }

    fn pace(&mut self, [gold, mana]: [u32; 2]) {
        let at = self.now.turn.max(1) as usize - 1;
        if at < CURVE {
            if self.curve.len() <= at {
                self.curve.resize(at + 1, [0; 3]);
            }
            let [times, all_gold, all_mana] = &mut self.curve[at];
            *times += 1;
            *all_gold += u64::from(gold);
            *all_mana += u64::from(mana);
        }
    }

    fn buy(&mut self, game: &Necro, side: Side, soul: Option<SoulId>) {
        if let Some(place) = soul.and_then(|soul| self.place(game, soul)) {
            self.souls[place].bought += 1;
        }
        self.tell(KeyEvent::Bought(side, soul));
    }

    fn enchant(&mut self, game: &Necro, unit: UnitId, soul: SoulId) {
        self.tell(KeyEvent::Enchanted(unit, soul));
        let (Some(place), Some(side)) = (self.place(game, soul), unit.side()) else { return };
        self.souls[place].enchanted += 1;
        self.clans.entry(self.cards[place].clan).or_default().enchants += 1;
        self.now.bound[side as usize] |= 1 << place;
        self.now.binding = Some(place);
    }

    fn place(&self, game: &Necro, soul: SoulId) -> Option<usize> {
        let rank = usize::from(game.soul_rank[soul.index()]);
        (rank < self.cards.len()).then_some(rank)
    }

    fn trigger(&mut self, trigger: Trigger) {
        match trigger {
            Trigger::Ability(kind) => self.abilities[kind as usize] += 1,
            Trigger::Effect(kind) => self.effects[kind as usize] += 1,
        }
    }

    fn kill(&mut self, unit: UnitId) {
        self.kills += 1;
        self.tell(KeyEvent::Killed(unit));
        let Some((killer, cause)) = self.now.last_hit.filter(|_| unit.base() == Some(Base::King))
        else {
            return;
        };
        self.king_deaths[cause] += 1;
        if let Some(base) = killer.base() {
            self.king_killers[base as usize] += 1;
        }
    }

    fn close_side(&mut self, side: Side, won: bool) {
        let mut clans: BTreeMap<&'static str, u64> = BTreeMap::new();
        for place in 0..self.cards.len() {
            if self.now.bound[side as usize] & 1 << place == 0 {
                continue;
            }
            let gold = u64::from(self.now.gold[place][side as usize]);
            let sum = &mut self.souls[place];
            sum.sides += 1;
            sum.wins += u64::from(won);
            sum.gold += gold;
            *clans.entry(self.cards[place].clan).or_default() += gold;
        }
        for (name, gold) in clans {
            let clan = self.clans.entry(name).or_default();
            clan.sides += 1;
            clan.wins += u64::from(won);
            clan.gold += gold;
        }
    }

    fn tell(&mut self, key: KeyEvent) {
        let turn = self.now.turn;
        self.now.keys.push((turn, key));
    }

    /// Keeps the stories with the lowest fingerprints: the same ones on any number of threads.
    fn close_story(&mut self) {
        let print = self.now.keys.iter().fold(0xcbf2_9ce4_8422_2325_u64, |print, (turn, key)| {
            let parts = match key {
                KeyEvent::Bought(side, soul) => [0, *side as u8, soul.map_or(255, |soul| soul.0)],
                KeyEvent::Enchanted(unit, soul) => [1, unit.0, soul.0],
                KeyEvent::Killed(unit) => [2, unit.0, 0],
                KeyEvent::Sacrificed(source, target) => [3, source.0, target.0],
                KeyEvent::Ritual(king) => [4, king.0, 0],
            };
            let bytes = turn.to_le_bytes().into_iter().chain(parts);
            bytes
                .fold(print, |print, byte| (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        });
        let last = self.stories.keys().next_back().copied();
        if self.stories.len() < STORIES || last.is_some_and(|last| print < last) {
            let lines = self.now.keys.iter().map(|(turn, key)| told(*turn, *key)).collect();
            self.stories.insert(print, lines);
            self.trim_stories();
        }
    }

    fn trim_stories(&mut self) {
        while self.stories.len() > STORIES {
            self.stories.pop_last();
        }
    }
}

impl Track {
    /// A purse is told; what is missing was the price of the soul just bound.
    fn spend(&mut self, side: Side, gold: u32) {
        let before = std::mem::replace(&mut self.purses[side as usize], gold);
        if let Some(place) = self.binding.take() {
            self.gold[place][side as usize] += before.saturating_sub(gold);
        }
    }
}

fn told(turn: u32, key: KeyEvent) -> String {
    use bout_core::Named;
    match key {
        KeyEvent::Bought(side, soul) => {
            format!("{turn}: {} buys {}", side.name(), soul.map_or("a soul", SoulId::name))
        }
        KeyEvent::Enchanted(unit, soul) => format!("{turn}: {unit} takes {}", soul.name()),
        KeyEvent::Killed(unit) => format!("{turn}: {unit} dies"),
        KeyEvent::Sacrificed(source, target) => format!("{turn}: {source} sacrifices {target}"),
        KeyEvent::Ritual(king) => format!("{turn}: {king} bleeds"),
    }
}
