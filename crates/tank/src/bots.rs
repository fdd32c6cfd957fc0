//! The computer players of the rules document (rules 10). They need no memory.

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Seat, Turn, names};

use crate::Tank;
use crate::action::Action;
use crate::card::{Card, Category, Hand, KINDS, mask_of};
use crate::cards::Cards;
use crate::phase::Phase;
use crate::state::{MainAction, Mode, Player, State};
use crate::value::{cheapest, cheapest_place, needed, value};
use crate::view::Seen;

/// The bots, the usual one first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "priority",
        about: "the baseline: fires at the weakest, loads, sabotages, repairs, equips",
        params: &["smoke_threshold=0", "smoke_others=deny_win"],
    },
    BotInfo {
        name: "prototype",
        about: "plays as the prototype did; for the presets proto1 and proto2",
        params: &[],
    },
];

/// So many useless cards make the medium tank change some.
const USELESS_MIN: usize = 3;
/// The prototype changes cards with so many in hand, or with one of so little value.
const PROTOTYPE_HAND: usize = 4;
const PROTOTYPE_VALUE: u8 = 40;

const HAZARDS: u16 = mask_of(Category::Hazard);
const REMEDIES: u16 = mask_of(Category::Remedy);
const MUNITIONS: u16 = mask_of(Category::Munition);
const EQUIPMENT: u16 = mask_of(Category::Safety) | Card::AblativeArmor.bit();

names! {
    /// When `priority` smokes for somebody else.
    enum SmokeOthers {
        Never = "never",
        DenyWin = "deny_win",
        Always = "always",
    }
}

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Tank>>, String>> {
    Some(match spec.name.as_str() {
        "priority" => Priority::new(spec).map(|bot| Box::new(bot) as Box<dyn Bot<Tank>>),
        "prototype" => spec.only(&[]).map(|()| Box::new(Prototype) as Box<dyn Bot<Tank>>),
        _ => return None,
    })
}

/// One decision: the table as the seat sees it.
#[derive(Clone, Copy)]
struct Desk<'a> {
    game: &'a Tank,
    state: &'a State,
    seat: Seat,
    player: &'a Player,
}

impl<'a> Desk<'a> {
    #[inline]
    fn new(seen: Seen<'a>) -> Option<Self> {
        let seat = seen.seat()?;
        Some(Desk { game: seen.game, state: seen.state, seat, player: seen.state.player(seat) })
    }

    #[inline]
    fn hand(&self) -> &'a Hand {
        &self.player.hand
    }

    /// The other seats that can be attacked by spending this card, as bits.
    #[inline]
    fn targets(&self, spent: Card) -> u8 {
        let (size, mut targets) = (self.hand().len(), 0);
        for (at, other) in self.state.players.iter().enumerate() {
            let open = other.team != self.player.team && !other.shield;
            if open && size > self.game.ghost_price(self.state, Seat(at as u8), spent) {
                targets |= 1 << at;
            }
        }
        targets
    }

    /// The weakest of some seats; of equals one by lot.
    #[inline]
    fn weakest(&self, dice: &mut Dice, targets: u8) -> Option<Seat> {
        if targets & targets.wrapping_sub(1) == 0 {
            return bits(targets).next().map(Seat);
        }
        let (mut best, mut weakest) = (u16::MAX, 0);
        for seat in bits(targets) {
            let hp = self.state.player(Seat(seat)).hp;
            if hp < best {
                (best, weakest) = (hp, 0);
            }
            if hp == best {
                weakest |= 1 << seat;
            }
        }
        pick_bit(weakest, dice).map(Seat)
    }

    /// What can be fired at, with the breech.
    #[inline]
    fn fire_targets(&self) -> u8 {
        let player = self.player;
        let ready = player.hand.has(Card::Fire)
            && player.breech.is_some()
            && !player.hazards.has(Card::Tracked)
            && (self.state.phase.get() != Phase::Autoload
                || self.state.main_action == Some(MainAction::Load));
        if ready { self.targets(Card::Fire) } else { 0 }
    }

    /// What can be fired at, with the machine gun.
    #[inline]
    fn quick_fire_targets(&self) -> u8 {
        let ready = self.hand().has(Card::CoaxialMg) && !self.player.hazards.has(Card::Tracked);
        if ready { self.targets(Card::CoaxialMg) } else { 0 }
    }

    #[inline]
    fn fire(&self, dice: &mut Dice) -> Option<Seat> {
        self.weakest(dice, self.fire_targets())
    }

    #[inline]
    fn quick_fire(&self, dice: &mut Dice) -> Option<Seat> {
        self.weakest(dice, self.quick_fire_targets())
    }

    /// The attack with its price.
    #[inline]
    fn attack(&self, spent: Card, target: Seat) -> Choice<Action> {
        let ghost_discard = self.payment(target, spent);
        match spent {
            Card::Fire => Choice::Act(Action::Fire { target, ghost_discard }),
            _ => Choice::Act(Action::QuickFire { target, ghost_discard }),
        }
    }

    /// The cheapest cards that pay the Ghost, besides the spent one.
    #[inline]
    fn payment(&self, target: Seat, spent: Card) -> Option<Cards> {
        let price = self.game.ghost_price(self.state, target, spent);
        if price == 0 {
            return None;
        }
        let mut rest = *self.hand();
        rest.take(spent);
        Some(cheapest(self.player, rest, price))
    }

    /// The strongest munition in the hand; of equals the first.
    #[inline]
    fn best_munition(&self) -> Option<Card> {
        let rank = |card: Card| {
            let place = self.hand().place(card).unwrap_or(0);
            (self.game.rules.base_damage(card), std::cmp::Reverse(place))
        };
        cards(self.hand().kinds() & MUNITIONS).max_by_key(|card| rank(*card))
    }

    #[inline]
    fn load(&self) -> Option<Card> {
        let second = self.state.phase.get() == Phase::Autoload;
        let may = !self.player.hazards.has(Card::JammedBreech)
            && (!second || self.state.main_action == Some(MainAction::Fire));
        if !may || self.hand().kinds() & MUNITIONS == 0 {
            return None;
        }
        self.best_munition()
    }

    /// One of all pairs of a card of these kinds and a seat that `legal` gives for it, each copy for
    /// itself, in hand order and then by seat.
    #[inline]
    fn any_pair(
        &self,
        kinds: u16,
        dice: &mut Dice,
        legal: impl Fn(Card) -> u8,
    ) -> Option<(Card, Seat)> {
        let held = self.hand().kinds() & kinds;
        if held == 0 {
            return None;
        }
        let (mut seats, mut total, mut last) = ([0u8; KINDS], 0, None);
        for card in cards(held) {
            let some = legal(card);
            seats[card as usize] = some;
            total += self.hand().count(card) as u32 * seats_in(some);
            last = if some == 0 { last } else { Some(card) };
        }
        if total <= 1 {
            let card = last?;
            return bits(seats[card as usize]).next().map(|seat| (card, Seat(seat)));
        }
        let mut left = dice.below(total);
        for card in self.hand().iter() {
            let some = seats_in(seats[card as usize]);
            if left < some {
                return bits(seats[card as usize])
                    .nth(left as usize)
                    .map(|seat| (card, Seat(seat)));
            }
            left -= some;
        }
        None
    }

    /// On whom a hazard can be put, as bits.
    #[inline]
    fn sabotage_targets(&self, hazard: Card) -> u8 {
        let ignores = self.game.rules.sabotage_ignores_equipped_safety;
        let mut targets = 0;
        for (at, other) in self.state.players.iter().enumerate() {
            let open = other.team != self.player.team
                && !other.shield
                && !other.hazards.has(hazard)
                && (ignores || !other.safeties.has(Card::safety(hazard)));
            targets |= u8::from(open) << at;
        }
        targets
    }

    #[inline]
    fn sabotage(&self, dice: &mut Dice) -> Option<(Card, Seat)> {
        self.any_pair(HAZARDS, dice, |card| self.sabotage_targets(card))
    }

    /// The other seats of the own team, as bits.
    #[inline]
    fn allies(&self) -> u8 {
        let mut allies = 0;
        for (at, other) in self.state.players.iter().enumerate() {
            let ally = other.team == self.player.team && at != self.seat.index();
            allies |= u8::from(ally) << at;
        }
        allies
    }

    /// Whether an open attack is that of an ally.
    fn ally_attacks(&self) -> bool {
        let attacker = self.state.pending.map(|pending| pending.attacker);
        attacker.is_some_and(|seat| seat != self.seat && self.state.allied(self.seat, seat))
    }

    /// Repairs one of these seats.
    #[inline]
    fn repair(&self, dice: &mut Dice, whom: u8) -> Option<(Card, Seat)> {
        let needed = bits(whom).fold(0, |all, seat| all | needed(self.state.player(Seat(seat))));
        let helped = |card: Card| {
            let legal =
                |seat: &u8| self.game.can_repair(self.state, self.seat, card, Seat(*seat)).is_ok();
            bits(whom).filter(legal).fold(0, |seats, seat| seats | 1 << seat)
        };
        self.any_pair(REMEDIES & needed, dice, helped)
    }

    #[inline]
    fn equip(&self, dice: &mut Dice) -> Option<Card> {
        let kinds = EQUIPMENT & !self.player.safeties.kinds();
        self.any_pair(kinds, dice, |_| 1 << self.seat.0).map(|(card, _)| card)
    }

    #[inline]
    fn discard(&self) -> Choice<Action> {
        match cheapest_place(self.player, self.hand()) {
            Some(at) => Choice::Act(Action::Discard { card: self.hand().at(at) }),
            None => Choice::Wait,
        }
    }

    #[inline]
    fn passive_is_ready(&self) -> bool {
        self.game.passive_is_ready(self.state, self.seat).is_ok()
    }

    /// The kinds of cards that can do something now, whoever else is there (rules 10.5).
    #[inline]
    fn useful_alone(&self) -> u16 {
        let player = self.player;
        let helpful = |needs: u16, seat: u8| needs | needed(self.state.player(Seat(seat)));
        let own = Card::SmokeLaunchers.bit()
            | EQUIPMENT & !player.safeties.kinds()
            | bits(self.allies()).fold(needed(player), helpful);
        let free = player.breech.is_none() && !player.hazards.has(Card::JammedBreech);
        if free { own | MUNITIONS } else { own }
    }

    /// The kinds of cards that can do something against others now (rules 10.5).
    #[inline]
    fn useful_against(&self) -> u16 {
        let mut useful = 0;
        if self.fire_targets() != 0 {
            useful |= Card::Fire.bit();
        }
        if self.quick_fire_targets() != 0 {
            useful |= Card::CoaxialMg.bit();
        }
        for hazard in cards(self.hand().kinds() & HAZARDS) {
            if self.sabotage_targets(hazard) != 0 {
                useful |= hazard.bit();
            }
        }
        useful
    }

    /// What both players do alike: the windows' coup, the surplus.
    fn common(&self) -> Choice<Action> {
        match self.state.phase.get() {
            Phase::InterruptCoup => {
                let safety = self.state.pending.map(|pending| Card::safety(pending.card));
                let holds = safety.is_some_and(|safety| self.hand().has(safety));
                Choice::Act(if holds { Action::CoupFourre } else { Action::Pass })
            }
            Phase::DiscardExcess => {
                let cards =
                    cheapest(self.player, *self.hand(), self.game.surplus(self.state, self.seat));
                Choice::Act(Action::DiscardExcess { cards })
            }
            Phase::Setup
            | Phase::StartOfTurn
            | Phase::Action
            | Phase::InterruptSmoke
            | Phase::Resolution
            | Phase::Autoload
            | Phase::EndOfTurn
            | Phase::GameOver => Choice::Wait,
        }
    }
}

/// The numbers of the set bits, ascending.
#[inline]
fn bits(set: u8) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as u8;
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// The kinds of a mask, in order.
#[inline]
fn cards(mask: u16) -> impl Iterator<Item = Card> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let at = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            Card::ALL[at & 15]
        })
    })
}

/// How many of four seats are set; without a loop on processors that do not count bits.
#[inline]
fn seats_in(set: u8) -> u32 {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    u32::from(COUNTS[usize::from(set & 15)])
}

/// One of the set bits by lot.
#[inline]
fn pick_bit(set: u8, dice: &mut Dice) -> Option<u8> {
    match seats_in(set) {
        0 => None,
        1 => Some(set.trailing_zeros() as u8),
        count => bits(set).nth(dice.below(count) as usize),
    }
}

/// The baseline of the specification.
struct Priority {
    smoke_threshold: u16,
    smoke_others: SmokeOthers,
}

impl Priority {
    fn new(spec: &BotSpec) -> Result<Self, String> {
        spec.only(&["smoke_threshold", "smoke_others"])?;
        let word = spec.get("smoke_others").unwrap_or("deny_win");
        let smoke_others = SmokeOthers::from_name(word).ok_or_else(|| {
            format!("bot 'priority': smoke_others={word} is none of never, deny_win, always")
        })?;
        Ok(Priority { smoke_threshold: spec.read("smoke_threshold", 0)?, smoke_others })
    }

    #[inline]
    fn main_action(desk: &Desk<'_>, dice: &mut Dice) -> Choice<Action> {
        if let Some(cards) = passive(desk) {
            return Choice::Act(Action::MediumPassive { cards });
        }
        if let Some(target) = desk.fire(dice) {
            return desk.attack(Card::Fire, target);
        }
        if let Some(target) = desk.quick_fire(dice) {
            return desk.attack(Card::CoaxialMg, target);
        }
        if desk.player.breech.is_none()
            && let Some(card) = desk.load()
        {
            return Choice::Act(Action::Load { card });
        }
        if let Some((card, target)) = desk.sabotage(dice) {
            return Choice::Act(Action::Sabotage { card, target });
        }
        let own = desk.repair(dice, 1 << desk.seat.0);
        if let Some((card, target)) = own.or_else(|| desk.repair(dice, desk.allies())) {
            return Choice::Act(Action::Repair { card, target: Some(target) });
        }
        match desk.equip(dice) {
            Some(card) => Choice::Act(Action::Equip { card }),
            None => desk.discard(),
        }
    }

    fn smokes(&self, desk: &Desk<'_>) -> bool {
        let Some(pending) = desk.state.pending else { return false };
        let (attacker, target) = (pending.attacker, pending.target);
        if !desk.hand().has(Card::SmokeLaunchers) || desk.ally_attacks() {
            return false;
        }
        let hit = desk.game.predict(desk.state, pending.card, attacker, target).last;
        if target == desk.seat {
            return hit > self.smoke_threshold;
        }
        let kills = hit >= desk.state.player(target).hp;
        match self.smoke_others {
            SmokeOthers::Never => false,
            SmokeOthers::Always => true,
            // A kill is never good for the victim's team.
            SmokeOthers::DenyWin if desk.state.allied(desk.seat, target) => kills,
            SmokeOthers::DenyWin => {
                let marks = desk.state.team_marks(attacker) + 1;
                let wins = desk.state.mode() == Mode::Duel || marks >= desk.game.rules.kills_to_win;
                kills && wins
            }
        }
    }
}

/// The useless cards that the medium tank changes, if there are enough of them.
#[inline]
fn passive(desk: &Desk<'_>) -> Option<Cards> {
    if !desk.passive_is_ready() {
        return None;
    }
    let price = usize::from(desk.game.rules.medium_passive_discard);
    let needed = USELESS_MIN.max(price);
    // Most hands fail the first, cheaper question.
    let count = |useless: u16| -> usize {
        cards(desk.hand().kinds() & useless).map(|card| desk.hand().count(card)).sum()
    };
    let maybe = !desk.useful_alone();
    if count(maybe) < needed {
        return None;
    }
    let useless = maybe & !desk.useful_against();
    if count(useless) < needed {
        return None;
    }
    let is_useless = |card: &Card| card.bit() & useless != 0;
    let cards: Hand = desk.hand().iter().filter(is_useless).collect();
    Some(cheapest(desk.player, cards, price))
}

impl Bot<Tank> for Priority {
    #[inline]
    fn choose(&mut self, turn: &Turn<'_, Tank>, dice: &mut Dice) -> Choice<Action> {
        let Some(desk) = Desk::new(turn.seen()) else { return Choice::Wait };
        match desk.state.phase.get() {
            Phase::Action => Self::main_action(&desk, dice),
            Phase::Autoload => second_half(&desk, dice),
            Phase::InterruptSmoke => {
                Choice::Act(if self.smokes(&desk) { Action::Smoke } else { Action::Pass })
            }
            Phase::InterruptCoup
            | Phase::DiscardExcess
            | Phase::Setup
            | Phase::StartOfTurn
            | Phase::Resolution
            | Phase::EndOfTurn
            | Phase::GameOver => desk.common(),
        }
    }
}

/// `fire` after `load`, `load` into an empty breech after `fire`, else nothing.
fn second_half(desk: &Desk<'_>, dice: &mut Dice) -> Choice<Action> {
    if let Some(target) = desk.fire(dice) {
        return desk.attack(Card::Fire, target);
    }
    let card = if desk.player.breech.is_none() { desk.load() } else { None };
    Choice::Act(card.map_or(Action::Pass, |card| Action::Load { card }))
}

/// The prototype's player.
struct Prototype;

impl Prototype {
    fn main_action(desk: &Desk<'_>, dice: &mut Dice) -> Choice<Action> {
        if desk.passive_is_ready() && Self::changes_cards(desk) {
            let price = usize::from(desk.game.rules.medium_passive_discard);
            let cards = cheapest(desk.player, *desk.hand(), price);
            return Choice::Act(Action::MediumPassive { cards });
        }
        if let Some((card, target)) = Self::best_attack(desk, dice) {
            return desk.attack(card, target);
        }
        if let Some((card, target)) = desk.repair(dice, 0b1111 >> (4 - desk.state.players.len())) {
            return Choice::Act(Action::Repair { card, target: Some(target) });
        }
        if let Some(card) = Self::better_load(desk) {
            return Choice::Act(Action::Load { card });
        }
        if let Some(card) = desk.equip(dice) {
            return Choice::Act(Action::Equip { card });
        }
        match desk.sabotage(dice) {
            Some((card, target)) => Choice::Act(Action::Sabotage { card, target }),
            None => desk.discard(),
        }
    }

    fn changes_cards(desk: &Desk<'_>) -> bool {
        let price = usize::from(desk.game.rules.medium_passive_discard);
        let lowest = desk.hand().iter().map(|card| value(desk.player, card)).min();
        let wants =
            desk.hand().len() >= PROTOTYPE_HAND || lowest.is_some_and(|v| v <= PROTOTYPE_VALUE);
        wants && desk.hand().len() >= price
    }

    /// All attacks together: one of those at the weakest tank, by lot.
    fn best_attack(desk: &Desk<'_>, dice: &mut Dice) -> Option<(Card, Seat)> {
        let (fire, quick) = (desk.fire_targets(), desk.quick_fire_targets());
        let hp = |seat: &u8| desk.state.player(Seat(*seat)).hp;
        let lowest = bits(fire | quick).map(|seat| hp(&seat)).min()?;
        let at_lowest = |seats: u8| bits(seats).filter(|seat| hp(seat) == lowest);
        let fires = at_lowest(fire).map(|seat| (Card::Fire, Seat(seat)));
        let quicks = at_lowest(quick).map(|seat| (Card::CoaxialMg, Seat(seat)));
        let count = (at_lowest(fire).count() + at_lowest(quick).count()) as u32;
        fires.chain(quicks).nth(dice.below(count) as usize)
    }

    fn better_load(desk: &Desk<'_>) -> Option<Card> {
        let best = desk.best_munition()?;
        let damage = |card: Card| desk.game.rules.base_damage(card);
        let better = desk.player.breech.is_none_or(|loaded| damage(best) > damage(loaded));
        if better { desk.load() } else { None }
    }
}

impl Bot<Tank> for Prototype {
    fn choose(&mut self, turn: &Turn<'_, Tank>, dice: &mut Dice) -> Choice<Action> {
        let Some(desk) = Desk::new(turn.seen()) else { return Choice::Wait };
        match desk.state.phase.get() {
            Phase::Action => Self::main_action(&desk, dice),
            Phase::Autoload => match desk.fire(dice) {
                Some(target) => desk.attack(Card::Fire, target),
                None => {
                    let card = Self::better_load(&desk);
                    Choice::Act(card.map_or(Action::Pass, |card| Action::Load { card }))
                }
            },
            Phase::InterruptSmoke => {
                let smokes = desk.hand().has(Card::SmokeLaunchers) && !desk.ally_attacks();
                Choice::Act(if smokes { Action::Smoke } else { Action::Pass })
            }
            Phase::InterruptCoup
            | Phase::DiscardExcess
            | Phase::Setup
            | Phase::StartOfTurn
            | Phase::Resolution
            | Phase::EndOfTurn
            | Phase::GameOver => desk.common(),
        }
    }
}
