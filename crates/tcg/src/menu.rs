//! What a player can choose from in a turn, counted before it is written out (rules 4.4).
//!
//! A list of legal actions and the single one that random play takes are made of the same menu, so
//! that the one that stands at a place of the list can be had without the list.

use bout_core::{List, Seat};

use crate::Tcg;
use crate::action::{Action, Paid};
use crate::card::Rule;
use crate::library::{LEAPS, PICKY, RESTRICTED, Role};
use crate::live::Slots;
use crate::phase::TurnPhase;
use crate::query::{COST_RULES, EVOLUTION_RULES};
use crate::state::{At, Pile, Position, SLOTS, Side, State};
use crate::symbol::Card;
use crate::words::RuleType;

/// Cards that are told apart by bits alone; of more, a hand is searched.
const TOLD_APART: usize = 512;

/// The first copies of the cards in a hand: their places as bits, by what they are.
pub(crate) struct Kinds<'a> {
    hand: &'a Pile,
    places: [u64; 4],
    /// How many they are.
    counts: [u32; 4],
    /// What is not usual about cards of the hand.
    traits: u8,
}

impl<'a> Kinds<'a> {
    /// The places of what is so in a hand.
    #[inline]
    pub fn places(&self, role: Role) -> u64 {
        self.places[role as usize]
    }

    /// The cards of some places, in hand order.
    #[inline]
    pub fn of(&self, places: u64) -> impl Iterator<Item = Card> + use<'a> {
        let hand = self.hand;
        bits(places).map(move |place| hand[place])
    }

    /// One card of each id.
    pub fn all(&self) -> impl Iterator<Item = Card> + use<'a> {
        self.of(self.places.iter().fold(0, |all, some| all | some))
    }
}

/// The places of a set, the lowest first.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        let there = set != 0;
        set &= set.wrapping_sub(1);
        there.then_some(place)
    })
}

/// The positions of a set.
#[inline]
fn positions(set: u64) -> impl Iterator<Item = Position> {
    bits(set).map(|place| Position::ALL[place.min(SLOTS - 1)])
}

/// The groups of a menu, in the order of the rules; the end of the turn follows them.
#[derive(Clone, Copy)]
enum Group {
    Draw,
    Creature,
    Energy,
    Trainer,
    Evolution,
    Retreat,
    Ability,
    EnterAttack,
    Attack,
}

const GROUPS: [Group; 9] = [
    Group::Draw,
    Group::Creature,
    Group::Energy,
    Group::Trainer,
    Group::Evolution,
    Group::Retreat,
    Group::Ability,
    Group::EnterAttack,
    Group::Attack,
];

/// The choices of a turn: cards by their places in the hand, creatures by their positions, as bits.
pub(crate) struct Menu<'a> {
    game: &'a Tcg,
    state: &'a State,
    seat: Seat,
    counts: [u32; GROUPS.len()],
    basics: u64,
    energies: u64,
    /// Creatures that an energy may be attached to.
    open: u64,
    trainers: u64,
    evolutions: u64,
    /// What a retreat costs.
    price: u16,
    abilities: u64,
    attacks: u64,
}

impl<'a> Menu<'a> {
    /// The menu of the player whose turn it is, when nothing else is asked.
    #[inline]
    pub fn new(game: &'a Tcg, state: &'a State, seat: Seat) -> Self {
        let mut menu = Menu {
            game,
            state,
            seat,
            counts: [0; GROUPS.len()],
            basics: 0,
            energies: 0,
            open: 0,
            trainers: 0,
            evolutions: 0,
            price: 0,
            abilities: 0,
            attacks: 0,
        };
        match state.turn_phase {
            Some(TurnPhase::Draw) => menu.counts[Group::Draw as usize] = 1,
            Some(TurnPhase::Main) => menu.fill(),
            Some(TurnPhase::Attack) => menu.count_attacks(),
            Some(TurnPhase::End) | None => {}
        }
        menu
    }

    /// How many choices there are; the last one is the end of the turn.
    #[inline]
    pub fn len(&self) -> u32 {
        self.counts.iter().sum::<u32>() + 1
    }

    /// The choice at a place of the list.
    pub fn pick(&self, place: u32) -> Action {
        let mut left = place;
        for group in GROUPS {
            let count = self.counts[group as usize];
            if left < count {
                return self.nth(group, left as usize).unwrap_or(Action::EndTurn);
            }
            left -= count;
        }
        Action::EndTurn
    }

    fn nth(&self, group: Group, n: usize) -> Option<Action> {
        match group {
            Group::Draw => Some(Action::DrawCard),
            Group::Creature => self.creatures().nth(n),
            Group::Energy => self.attachments().nth(n),
            Group::Trainer => self.trainers().nth(n),
            Group::Evolution => self.evolutions().nth(n),
            Group::Retreat => self.retreat(n),
            Group::Ability => self.abilities().nth(n),
            Group::EnterAttack => Some(Action::EnterAttack),
            Group::Attack => self.attacks().nth(n),
        }
    }

    /// Appends every choice.
    pub fn write(&self, out: &mut Vec<Action>) {
        if self.counts[Group::Draw as usize] > 0 {
            out.push(Action::DrawCard);
        }
        out.extend(self.creatures());
        out.extend(self.attachments());
        out.extend(self.trainers());
        out.extend(self.evolutions());
        self.write_retreats(out);
        out.extend(self.abilities());
        if self.counts[Group::EnterAttack as usize] > 0 {
            out.push(Action::EnterAttack);
        }
        out.extend(self.attacks());
        out.push(Action::EndTurn);
    }

    fn cards(&self, places: u64) -> impl Iterator<Item = Card> {
        let hand = &self.side().hand;
        bits(places).map(|place| hand[place])
    }

    fn creatures(&self) -> impl Iterator<Item = Action> {
        self.cards(self.basics).map(|card| Action::PlayCreature { card })
    }

    fn attachments(&self) -> impl Iterator<Item = Action> {
        self.cards(self.energies).flat_map(|card| {
            positions(self.takers(card)).map(move |target| Action::AttachEnergy { card, target })
        })
    }

    fn trainers(&self) -> impl Iterator<Item = Action> {
        self.cards(self.trainers).map(|card| Action::PlayTrainer { card, choices: None })
    }

    fn evolutions(&self) -> impl Iterator<Item = Action> {
        self.cards(self.evolutions).flat_map(|card| {
            positions(self.evolving(card)).map(move |target| Action::Evolve { card, target })
        })
    }

    fn abilities(&self) -> impl Iterator<Item = Action> {
        positions(self.abilities).map(|target| Action::UseAbility { target, choices: None })
    }

    fn attacks(&self) -> impl Iterator<Item = Action> {
        bits(self.attacks).map(|index| Action::Attack { index: index as u8, choices: None })
    }

    fn side(&self) -> &'a Side {
        self.state.side(self.seat)
    }

    /// The creature at a place of the board.
    #[inline]
    fn at(&self, place: usize) -> At {
        let side = self.side();
        let slot = if place == 0 { side.active.0 } else { side.bench[place - 1] };
        At { side: self.seat.0 & 1, slot }
    }

    /// Counts what the main phase offers.
    #[inline(never)]
    fn fill(&mut self) {
        let limit = self.game.config.rules.max_main_actions_per_turn;
        if u32::from(self.side().main_actions) < limit {
            let kinds = self.game.kinds(self.state, self.seat);
            self.count_creatures(&kinds);
            self.count_attachments(&kinds);
            self.count_trainers(&kinds);
            self.count_evolutions(&kinds);
            self.count_retreats();
            self.count_abilities();
        }
        self.counts[Group::EnterAttack as usize] = 1;
        self.count_attacks();
    }

    fn count_creatures(&mut self, kinds: &Kinds<'_>) {
        self.basics = self.game.playable_basics(self.state, self.seat, kinds);
        let restricted = kinds.traits & RESTRICTED != 0;
        self.counts[Group::Creature as usize] = match self.basics {
            0 => 0,
            basics if restricted => basics.count_ones(),
            _ => kinds.counts[Role::Basic as usize],
        };
    }

    fn count_attachments(&mut self, kinds: &Kinds<'_>) {
        self.energies = kinds.places(Role::Energy);
        if self.energies == 0 {
            return;
        }
        self.open = self.open();
        let all = self.open == self.side().positions() && kinds.traits & PICKY == 0;
        let count = match self.open {
            0 => 0,
            _ if all => kinds.counts[Role::Energy as usize] * self.side().in_play() as u32,
            _ => self.cards(self.energies).map(|card| self.takers(card).count_ones()).sum(),
        };
        self.counts[Group::Energy as usize] = count;
    }

    /// Creatures that may get an energy of the hand in this turn.
    fn open(&self) -> u64 {
        let board = self.side().positions();
        let limit = self.game.config.rules.energy_attachments_per_turn;
        if u32::from(self.side().energy_attached) < limit {
            return board;
        }
        let extra = Rule::bit(RuleType::ExtraEnergyAttachment);
        self.filtered(board, |at| {
            self.state.live.has_rules(at, extra) && self.game.has_allowance(self.state, at)
        })
    }

    /// The creatures of a set for which something holds.
    #[inline]
    fn filtered(&self, board: u64, holds: impl Fn(At) -> bool) -> u64 {
        bits(board).filter(|place| holds(self.at(*place))).fold(0, |set, place| set | 1 << place)
    }

    /// Creatures that an energy may be attached to.
    #[inline]
    fn takers(&self, card: Card) -> u64 {
        if self.game.cards.brief(card).traits & PICKY == 0 {
            return self.open;
        }
        self.filtered(self.open, |at| self.game.fits_energy(self.state, at, card))
    }

    fn count_trainers(&mut self, kinds: &Kinds<'_>) {
        for place in bits(kinds.places(Role::Trainer)) {
            if self.game.can_play_trainer_at(self.state, self.seat, place).is_ok() {
                self.trainers |= 1 << place;
                self.counts[Group::Trainer as usize] += 1;
            }
        }
    }

    fn count_evolutions(&mut self, kinds: &Kinds<'_>) {
        for place in bits(kinds.places(Role::Evolution)) {
            let card = kinds.hand[place];
            if !self.below(card).is_empty() {
                let evolving = self.evolving(card);
                self.evolutions |= u64::from(evolving != 0) << place;
                self.counts[Group::Evolution as usize] += evolving.count_ones();
            }
        }
    }

    /// Creatures that a card of the hand may be put on.
    fn evolving(&self, card: Card) -> u64 {
        if !self.game.may_be_played(self.state, self.seat, self.game.def(card)) {
            return 0;
        }
        let able = self.below(card).filter(|slot| self.can_evolve(card, *slot));
        let positions = able.filter_map(|slot| self.side().position(slot));
        positions.fold(0, |set, position| set | 1 << position as u32)
    }

    #[inline]
    fn below(&self, card: Card) -> Slots {
        self.game.creatures_below(self.state, self.seat, card, LEAPS)
    }

    /// Whether a creature on which a card fits by name may evolve now.
    fn can_evolve(&self, card: Card, slot: u8) -> bool {
        let (game, state) = (self.game, self.state);
        let (def, at) = (game.def(card), At { side: self.seat.0 & 1, slot });
        let creature = state.creature(at);
        let fresh = creature.entered_on == state.turn || creature.evolved_on == state.turn;
        let timely = !fresh && self.side().turns_taken > 1;
        if !state.live.has_rules(at, EVOLUTION_RULES) && !def.has_rule(RuleType::SkipEvolutionStage)
        {
            return timely && game.fits_on(state, def, at, false);
        }
        game.evolution_fault(state, self.seat, def, at, false).is_none()
    }

    fn count_retreats(&mut self) {
        let bench = self.side().bench.len() as u32;
        if bench == 0 || self.game.is_too_poor(self.state, self.seat) {
            return;
        }
        let price = self.game.retreat_price(self.state, self.seat, Position::Bench0);
        if let Ok(price) = price {
            self.price = price;
            self.counts[Group::Retreat as usize] = bench * self.ways();
        }
    }

    /// In how many ways a retreat can be paid.
    fn ways(&self) -> u32 {
        let side = self.side();
        let mut cards = side.on(side.active.0).map(|(_, attached)| attached.card);
        let first = cards.next();
        if self.price == 0 || cards.all(|card| Some(card) == first) {
            return 1;
        }
        let mut ways = 0;
        self.each_payment(&mut |_| ways += 1);
        ways
    }

    fn each_payment(&self, found: &mut dyn FnMut(Paid)) {
        let at = At { side: self.seat.0 & 1, slot: self.side().active.0 };
        self.game.payments(self.state, at, self.price, found);
    }

    fn retreat(&self, n: usize) -> Option<Action> {
        let ways = self.counts[Group::Retreat as usize] as usize / self.side().bench.len().max(1);
        let (place, way) = (n / ways.max(1), n % ways.max(1));
        let (mut chosen, mut passed) = (None, 0);
        self.each_payment(&mut |paid| {
            if passed == way {
                chosen = Some(paid);
            }
            passed += 1;
        });
        Some(Action::Retreat { target: Position::bench(place), paid: chosen? })
    }

    fn write_retreats(&self, out: &mut Vec<Action>) {
        if self.counts[Group::Retreat as usize] == 0 {
            return;
        }
        let first = out.len();
        self.each_payment(&mut |paid| {
            out.push(Action::Retreat { target: Position::Bench0, paid });
        });
        let ways = first..out.len();
        for place in 1..self.side().bench.len() {
            for way in ways.clone() {
                if let Action::Retreat { paid, .. } = &out[way] {
                    let (target, paid) = (Position::bench(place), paid.clone());
                    out.push(Action::Retreat { target, paid });
                }
            }
        }
    }

    fn count_abilities(&mut self) {
        if !self.state.live.is_any_usable(self.seat) {
            return;
        }
        for place in bits(self.side().positions()) {
            let usable = self.state.live.is_usable(self.at(place));
            let position = Position::ALL[place];
            if usable && self.game.can_use_ability(self.state, self.seat, position).is_ok() {
                self.abilities |= 1 << place;
                self.counts[Group::Ability as usize] += 1;
            }
        }
    }

    fn count_attacks(&mut self) {
        let Some(at) = self.state.active(self.seat) else { return };
        let (game, state) = (self.game, self.state);
        let (paid, open) = state.live.attacks(at);
        if paid | open == 0 || game.may_attack(state, at).is_err() {
            return;
        }
        self.attacks = paid.into();
        let printed = !state.live.has_rules(at, COST_RULES);
        let most = u16::from(state.live.units_at_most(at));
        for (index, attack) in game.top(state, at).attacks.iter().enumerate() {
            if open & 1 << index != 0 {
                let symbols = attack.cost.len() as u16 + u16::from(attack.colorless);
                let short = printed && most < symbols;
                let can = !short && game.can_make_attack(state, at, index as u8).is_ok();
                self.attacks |= u64::from(can) << index;
            }
        }
        self.counts[Group::Attack as usize] = self.attacks.count_ones();
    }
}

impl Tcg {
    /// Cards of a hand, the first copy of each id.
    #[inline]
    pub(crate) fn kinds<'a>(&self, state: &'a State, seat: Seat) -> Kinds<'a> {
        let hand = &state.side(seat).hand;
        let mut kinds = Kinds { hand, places: [0; 4], counts: [0; 4], traits: 0 };
        let mut seen = [0u64; TOLD_APART / 64];
        let many = self.cards.count() > TOLD_APART;
        for (at, card) in hand.iter().enumerate() {
            let brief = self.cards.brief(*card);
            let (word, bit) = (usize::from(brief.place) / 64 % seen.len(), 1 << (brief.place % 64));
            let mut fresh = seen[word] & bit == 0;
            if many {
                fresh |= !hand[..at].contains(card);
            }
            seen[word] |= bit;
            kinds.places[brief.role as usize] |= u64::from(fresh) << at;
            kinds.counts[brief.role as usize] += u32::from(fresh);
            kinds.traits |= brief.traits;
        }
        kinds
    }

    /// The places of basic creatures that may be put on the bench.
    pub(crate) fn playable_basics(&self, state: &State, seat: Seat, kinds: &Kinds<'_>) -> u64 {
        let basics = kinds.places(Role::Basic);
        let none = basics == 0 || self.free_bench(state, seat) == 0;
        if none || !self.has_basic_to_spare(state, seat) {
            return 0;
        }
        let playing = state.phase.get() == crate::phase::MatchState::PlayerTurn;
        if !playing || kinds.traits & RESTRICTED == 0 {
            return basics;
        }
        let may = |place: &usize| self.may_be_played(state, seat, self.def(kinds.hand[*place]));
        bits(basics).filter(may).fold(0, |set, place| set | 1 << place)
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
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bout_core::{Dice, Game, Match, Seed, Sink};

    use super::*;
    use crate::config::{Config, DeckRef};
    use crate::library::Library;

    /// Plays a match at random; at every turn of it each choice stands at its place of the list.
    fn picks_are_listed(decks: [&str; 2], seed: u128, library: &Library) -> u32 {
        let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
        let game = Tcg::new(Config { decks, ..Config::default() }, library).unwrap();
        let mut play = Match::open(Arc::new(game), Seed(seed), Sink::none());
        let (mut legal, mut menus) = (Vec::new(), 0);
        while let Some(seat) = play.game().to_act(play.state()).first() {
            legal.clear();
            play.game().legal(play.state(), seat, &mut legal);
            if play.game().has_menu(play.state(), seat) {
                let menu = Menu::new(play.game(), play.state(), seat);
                assert_eq!(menu.len() as usize, legal.len());
                (0..).zip(&legal).for_each(|(n, action)| assert_eq!(menu.pick(n), *action));
                menus += 1;
            }
            for action in &legal {
                assert_eq!(play.game().guard(play.state(), seat, action), Ok(()), "{action:?}");
            }
            let action = Dice::of(Seed(seed), play.seq()).pick(&legal).unwrap().clone();
            play.act_unchecked(seat, &action, Sink::none());
        }
        menus
    }

    #[test]
    fn a_menu_is_the_list_without_the_list() {
        let library = Library::default();
        let decks = ["fixture-arts", "veiled-minds", "cinder-court", "river-delta", "thorn-garden"];
        let pairs = (0..decks.len()).map(|n| [decks[n], decks[(n + 2) % decks.len()]]);
        let menus: u32 =
            pairs.zip(0..).map(|(decks, seed)| picks_are_listed(decks, seed, &library)).sum();
        assert!(menus > 500, "{menus}");
    }
}
