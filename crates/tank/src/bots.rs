//! The computer players of the rules document (rules 10). They need no memory.

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Seat, Turn, names};

use crate::Tank;
use crate::action::{Action, Cards};
use crate::card::{Card, Category, Hand, mask_of};
use crate::phase::Phase;
use crate::state::{Mode, Player, State};
use crate::value::{cheapest, cheapest_place, value};
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

    /// The weakest of the seats for which `legal` says yes; of equals one by lot.
    #[inline]
    fn weakest(&self, dice: &mut Dice, legal: impl Fn(Seat) -> bool) -> Option<Seat> {
        let (mut best, mut seats, mut count) = (u16::MAX, [self.seat; 4], 0);
        for seat in self.state.seats().filter(|seat| *seat != self.seat && legal(*seat)) {
            let hp = self.state.player(seat).hp;
            if hp < best {
                (best, count) = (hp, 0);
            }
            if hp == best {
                seats[count] = seat;
                count += 1;
            }
        }
        (count > 0).then(|| seats[dice.below(count as u32) as usize])
    }

    #[inline]
    fn can_fire(&self) -> bool {
        self.hand().has(Card::Fire)
            && self.player.breech.is_some()
            && !self.player.hazards.has(Card::Tracked)
    }

    #[inline]
    fn can_quick_fire(&self) -> bool {
        self.hand().has(Card::CoaxialMg) && !self.player.hazards.has(Card::Tracked)
    }

    fn fire(&self, dice: &mut Dice) -> Option<Action> {
        if !self.can_fire() {
            return None;
        }
        let target = self.weakest(dice, |to| self.game.could_fire(self.state, self.seat, to))?;
        Some(Action::Fire { target, ghost_discard: self.payment(target, Card::Fire) })
    }

    fn quick_fire(&self, dice: &mut Dice) -> Option<Action> {
        if !self.can_quick_fire() {
            return None;
        }
        let target =
            self.weakest(dice, |to| self.game.could_quick_fire(self.state, self.seat, to))?;
        Some(Action::QuickFire { target, ghost_discard: self.payment(target, Card::CoaxialMg) })
    }

    /// The cheapest cards that pay the Ghost, besides the spent one.
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
        let mut best: Option<Card> = None;
        for card in self.hand().iter().filter(|card| card.bit() & MUNITIONS != 0) {
            let stronger =
                |best: Card| self.game.rules.base_damage(*card) > self.game.rules.base_damage(best);
            if best.is_none_or(stronger) {
                best = Some(*card);
            }
        }
        best
    }

    fn load(&self) -> Option<Action> {
        let free = !self.player.hazards.has(Card::JammedBreech);
        let card = self.best_munition().filter(|_| free)?;
        self.game.can_load(self.state, self.seat, card).ok()?;
        Some(Action::Load { card })
    }

    /// One of all pairs of a card of these kinds and a seat for which `legal` says yes, each copy for itself.
    #[inline]
    fn any_pair(
        &self,
        kinds: u16,
        dice: &mut Dice,
        legal: impl Fn(Card, Seat) -> bool,
    ) -> Option<(Card, Seat)> {
        if self.hand().kinds() & kinds == 0 {
            return None;
        }
        let (mut pairs, mut count) = ([(Card::Fire, self.seat); 128], 0);
        for card in self.hand().iter().filter(|card| card.bit() & kinds != 0) {
            for seat in self.state.seats().filter(|seat| legal(*card, *seat)) {
                pairs[count] = (*card, seat);
                count += 1;
            }
        }
        (count > 0).then(|| pairs[dice.below(count as u32) as usize])
    }

    fn sabotage(&self, dice: &mut Dice) -> Option<Action> {
        let legal = |card, to| self.game.can_sabotage(self.state, self.seat, card, to).is_ok();
        self.any_pair(HAZARDS, dice, legal).map(|(card, target)| Action::Sabotage { card, target })
    }

    fn repair(&self, dice: &mut Dice, legal: impl Fn(Seat) -> bool) -> Option<Action> {
        let legal =
            |card, to| legal(to) && self.game.can_repair(self.state, self.seat, card, to).is_ok();
        self.any_pair(REMEDIES, dice, legal)
            .map(|(card, to)| Action::Repair { card, target: Some(to) })
    }

    fn equip(&self, dice: &mut Dice) -> Option<Action> {
        let legal = |card: Card, to: Seat| to == self.seat && !self.player.safeties.has(card);
        self.any_pair(EQUIPMENT, dice, legal).map(|(card, _)| Action::Equip { card })
    }

    fn discard(&self) -> Option<Action> {
        cheapest_place(self.player, self.hand()).map(|at| Action::Discard { card: self.hand()[at] })
    }

    fn passive_is_ready(&self) -> bool {
        self.game.passive_is_ready(self.state, self.seat).is_ok()
    }

    /// Whether a card can do something now (rules 10.5).
    fn is_useful(&self, card: Card) -> bool {
        let (game, state, seat) = (self.game, self.state, self.seat);
        match card.category() {
            Category::Offense if card == Card::Fire => {
                state.seats().any(|to| game.could_fire(state, seat, to))
            }
            Category::Offense => state.seats().any(|to| game.could_quick_fire(state, seat, to)),
            Category::Munition => {
                self.player.breech.is_none() && !self.player.hazards.has(Card::JammedBreech)
            }
            Category::Hazard => {
                state.seats().any(|to| game.can_sabotage(state, seat, card, to).is_ok())
            }
            Category::Remedy => card.hazard().is_some_and(|hazard| self.player.hazards.has(hazard)),
            Category::Safety => !self.player.safeties.has(card),
            Category::Defense => true,
        }
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

    fn main_action(&self, desk: &Desk<'_>, dice: &mut Dice) -> Option<Action> {
        if let Some(cards) = passive(desk) {
            return Some(Action::MediumPassive { cards });
        }
        let load = || if desk.player.breech.is_none() { desk.load() } else { None };
        (desk.fire(dice))
            .or_else(|| desk.quick_fire(dice))
            .or_else(load)
            .or_else(|| desk.sabotage(dice))
            .or_else(|| desk.repair(dice, |to| to == desk.seat))
            .or_else(|| desk.equip(dice))
            .or_else(|| desk.discard())
    }

    fn smokes(&self, desk: &Desk<'_>) -> bool {
        let Some(pending) = desk.state.pending else { return false };
        let (attacker, target) = (pending.attacker, pending.target);
        if !desk.hand().has(Card::SmokeLaunchers) {
            return false;
        }
        let hit = desk.game.predict(desk.state, pending.card, attacker, target).last;
        if target == desk.seat {
            return hit > self.smoke_threshold;
        }
        match self.smoke_others {
            SmokeOthers::Never => false,
            SmokeOthers::Always => true,
            SmokeOthers::DenyWin => {
                let kills = hit >= desk.state.player(target).hp;
                let marks = desk.state.player(attacker).kill_marks + 1;
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
    let useless: Hand = desk.hand().iter().copied().filter(|card| !desk.is_useful(*card)).collect();
    let enough = useless.len() >= USELESS_MIN.max(price);
    enough.then(|| cheapest(desk.player, useless, price))
}

impl Bot<Tank> for Priority {
    #[inline]
    fn choose(&mut self, turn: &Turn<'_, Tank>, dice: &mut Dice) -> Choice<Action> {
        let Some(desk) = Desk::new(turn.seen()) else { return Choice::Wait };
        match desk.state.phase.get() {
            Phase::Action => self.main_action(&desk, dice).into(),
            Phase::Autoload => Choice::Act(second_half(&desk, dice)),
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
fn second_half(desk: &Desk<'_>, dice: &mut Dice) -> Action {
    let load = || if desk.player.breech.is_none() { desk.load() } else { None };
    desk.fire(dice).or_else(load).unwrap_or(Action::Pass)
}

/// The prototype's player.
struct Prototype;

impl Prototype {
    fn main_action(desk: &Desk<'_>, dice: &mut Dice) -> Option<Action> {
        if desk.passive_is_ready() && Self::changes_cards(desk) {
            let price = usize::from(desk.game.rules.medium_passive_discard);
            return Some(Action::MediumPassive {
                cards: cheapest(desk.player, *desk.hand(), price),
            });
        }
        (Self::attack(desk, dice))
            .or_else(|| desk.repair(dice, |_| true))
            .or_else(|| Self::better_load(desk))
            .or_else(|| desk.equip(dice))
            .or_else(|| desk.sabotage(dice))
            .or_else(|| desk.discard())
    }

    fn changes_cards(desk: &Desk<'_>) -> bool {
        let price = usize::from(desk.game.rules.medium_passive_discard);
        let lowest = desk.hand().iter().map(|card| value(desk.player, *card)).min();
        let wants =
            desk.hand().len() >= PROTOTYPE_HAND || lowest.is_some_and(|v| v <= PROTOTYPE_VALUE);
        wants && desk.hand().len() >= price
    }

    /// All attacks together: one of those at the weakest tank, by lot.
    fn attack(desk: &Desk<'_>, dice: &mut Dice) -> Option<Action> {
        let (mut best, mut found, mut count) = (u16::MAX, [(Card::Fire, desk.seat); 8], 0);
        let fires = desk
            .state
            .seats()
            .filter(|to| desk.can_fire() && desk.game.could_fire(desk.state, desk.seat, *to));
        let quick = desk.state.seats().filter(|to| {
            desk.can_quick_fire() && desk.game.could_quick_fire(desk.state, desk.seat, *to)
        });
        for (card, seat) in
            fires.map(|to| (Card::Fire, to)).chain(quick.map(|to| (Card::CoaxialMg, to)))
        {
            let hp = desk.state.player(seat).hp;
            if hp < best {
                (best, count) = (hp, 0);
            }
            if hp == best {
                found[count] = (card, seat);
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let (card, target) = found[dice.below(count as u32) as usize];
        let ghost_discard = desk.payment(target, card);
        Some(match card {
            Card::Fire => Action::Fire { target, ghost_discard },
            _ => Action::QuickFire { target, ghost_discard },
        })
    }

    fn better_load(desk: &Desk<'_>) -> Option<Action> {
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
            Phase::Action => Self::main_action(&desk, dice).into(),
            Phase::Autoload => {
                let action =
                    desk.fire(dice).or_else(|| Self::better_load(&desk)).unwrap_or(Action::Pass);
                Choice::Act(action)
            }
            Phase::InterruptSmoke => {
                let holds = desk.hand().has(Card::SmokeLaunchers);
                Choice::Act(if holds { Action::Smoke } else { Action::Pass })
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
