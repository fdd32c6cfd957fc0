//! What a seat can choose from, in the order of the rules (rules 5, 10.1).

use bout_core::{Seat, SeatSet};

use crate::Tank;
use crate::action::{Action, Command};
use crate::card::{Card, Category, Hand};
use crate::cards::Cards;
use crate::phase::Phase;
use crate::reason::Reason;
use crate::rules::{Class, RepairScope};
use crate::state::{State, WindowKind};
use crate::value::cheapest;

/// The most entries for one command that names several cards.
const CHOICES_MAX: usize = 500;

impl Tank {
    /// Who is waited for.
    #[inline]
    pub(crate) fn awaited(state: &State) -> SeatSet {
        match (&state.end_reason, &state.pending) {
            (Some(_), _) => SeatSet::NONE,
            (None, Some(pending)) => pending.awaited(),
            (None, None) => SeatSet::one(state.active),
        }
    }

    /// Appends every legal command of a seat.
    pub(crate) fn commands(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !Self::awaited(state).contains(seat) {
            return;
        }
        match state.phase.get() {
            Phase::Action => self.main_actions(state, seat, out),
            Phase::Autoload => {
                self.loads(state, seat, out);
                self.fires(state, seat, out);
                out.push(Action::Pass);
            }
            Phase::InterruptSmoke | Phase::InterruptCoup => answers(state, seat, out),
            Phase::DiscardExcess => {
                let surplus = self.surplus(state, seat);
                let add = |cards| out.push(Action::DiscardExcess { cards });
                choices(&state.player(seat).hand.list(), surplus, add);
            }
            Phase::Setup
            | Phase::StartOfTurn
            | Phase::Resolution
            | Phase::EndOfTurn
            | Phase::GameOver => {}
        }
    }

    fn main_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.loads(state, seat, out);
        self.fires(state, seat, out);
        self.quick_fires(state, seat, out);
        let player = state.player(seat);
        for card in distinct(&player.hand, Category::Hazard) {
            let targets =
                state.seats().filter(|to| self.can_sabotage(state, seat, card, *to).is_ok());
            out.extend(targets.map(|target| Action::Sabotage { card, target }));
        }
        for card in distinct(&player.hand, Category::Remedy) {
            let targets =
                state.seats().filter(|to| self.can_repair(state, seat, card, *to).is_ok());
            out.extend(targets.map(|to| Action::Repair { card, target: Some(to) }));
        }
        let can = |action: &Action| self.can_act(state, seat, action).is_ok();
        out.extend(kinds(&player.hand).map(|card| Action::Equip { card }).filter(can));
        out.extend(kinds(&player.hand).map(|card| Action::Discard { card }));
        if self.passive_is_ready(state, seat).is_ok() {
            let price = usize::from(self.rules.medium_passive_discard);
            choices(&player.hand.list(), price, |cards| out.push(Action::MediumPassive { cards }));
        }
    }

    fn loads(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let cards = distinct(&state.player(seat).hand, Category::Munition);
        let legal = cards.filter(|card| self.can_load(state, seat, *card).is_ok());
        out.extend(legal.map(|card| Action::Load { card }));
    }

    fn fires(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for target in state.seats().filter(|to| self.could_fire(state, seat, *to)) {
            let price = self.ghost_price(state, target, Card::Fire);
            let add = |ghost_discard| out.push(Action::Fire { target, ghost_discard });
            payments(state, seat, Card::Fire, price, add);
        }
    }

    fn quick_fires(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for target in state.seats().filter(|to| self.could_quick_fire(state, seat, *to)) {
            let price = self.ghost_price(state, target, Card::CoaxialMg);
            let add = |ghost_discard| out.push(Action::QuickFire { target, ghost_discard });
            payments(state, seat, Card::CoaxialMg, price, add);
        }
    }

    /// What a screen should offer: everything the hand suggests, with the reason why not.
    pub(crate) fn offers(
        &self,
        state: &State,
        seat: Seat,
        out: &mut Vec<(Action, Option<Reason>)>,
    ) {
        if seat.index() >= state.players.len() {
            return;
        }
        let mut wanted = Vec::new();
        self.commands(state, seat, &mut wanted);
        let player = state.player(seat);
        let others = || state.seats().filter(|other| *other != seat);
        for card in kinds(&player.hand) {
            match card.category() {
                Category::Munition => wanted.push(Action::Load { card }),
                Category::Hazard => {
                    wanted.extend(others().map(|target| Action::Sabotage { card, target }));
                }
                Category::Remedy => wanted.extend(self.helped(state, seat, card)),
                Category::Safety => wanted.push(Action::Equip { card }),
                Category::Defense if card == Card::AblativeArmor => {
                    wanted.push(Action::Equip { card });
                }
                Category::Defense => wanted.push(Action::Smoke),
                Category::Offense => wanted.extend(others().map(|target| attack(card, target))),
            }
            wanted.push(Action::Discard { card });
        }
        let listed = wanted.iter().any(|action| action.command() == Command::MediumPassive);
        if player.class == Class::Medium && !listed {
            let price = usize::from(self.rules.medium_passive_discard);
            wanted.push(Action::MediumPassive { cards: cheapest(player, player.hand, price) });
        }
        self.judge(state, seat, wanted, out);
    }

    fn helped(&self, state: &State, seat: Seat, card: Card) -> Vec<Action> {
        let anyone = self.rules.repair_scope == RepairScope::Anyone;
        let targets = state.seats().filter(|to| anyone || state.allied(seat, *to));
        targets.map(|to| Action::Repair { card, target: Some(to) }).collect()
    }

    /// Each once, with its reason; an attack that only lacks its payment stands there with it already.
    fn judge(
        &self,
        state: &State,
        seat: Seat,
        wanted: Vec<Action>,
        out: &mut Vec<(Action, Option<Reason>)>,
    ) {
        for action in wanted {
            let reason = self.can_act(state, seat, &action).err();
            let unpaid = reason == Some(Reason::GhostDiscardRequired);
            if !unpaid && !out.iter().any(|(known, _)| *known == action) {
                out.push((action, reason));
            }
        }
    }
}

fn attack(card: Card, target: Seat) -> Action {
    match card {
        Card::Fire => Action::Fire { target, ghost_discard: None },
        _ => Action::QuickFire { target, ghost_discard: None },
    }
}

fn answers(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let Some(pending) = &state.pending else { return };
    let hand = &state.player(seat).hand;
    match pending.kind {
        WindowKind::Smoke if hand.has(Card::SmokeLaunchers) => out.push(Action::Smoke),
        WindowKind::Coup if hand.has(Card::safety(pending.card)) => out.push(Action::CoupFourre),
        WindowKind::Smoke | WindowKind::Coup => {}
    }
    out.push(Action::Pass);
}

/// The kinds in a hand, in hand order.
pub(crate) fn kinds(hand: &Hand) -> impl Iterator<Item = Card> + use<> {
    let mut seen = 0u16;
    hand.iter().filter(move |card| {
        let new = seen & card.bit() == 0;
        seen |= card.bit();
        new
    })
}

fn distinct(hand: &Hand, category: Category) -> impl Iterator<Item = Card> + use<> {
    kinds(hand).filter(move |card| card.category() == category)
}

/// Every way to pay for an attack, besides the spent card.
fn payments(
    state: &State,
    seat: Seat,
    spent: Card,
    price: usize,
    mut add: impl FnMut(Option<Cards>),
) {
    if price == 0 {
        return add(None);
    }
    let mut rest = state.player(seat).hand;
    rest.take(spent);
    choices(&rest.list(), price, |cards| add(Some(cards)));
}

/// Every multiset of `count` cards, each once, in the order of the hand; at most 500.
fn choices(hand: &[Card], count: usize, mut add: impl FnMut(Cards)) {
    let mut found = 0;
    choose(hand, count, 0, 0, &mut |places| {
        add((0..hand.len()).filter(|at| places & 1 << at != 0).map(|at| hand[at]).collect());
        found += 1;
        found < CHOICES_MAX
    });
}

/// Goes through the places from `from` on; a copy counts only if the copies before it are chosen.
fn choose(
    hand: &[Card],
    count: usize,
    from: usize,
    chosen: u32,
    found: &mut impl FnMut(u32) -> bool,
) -> bool {
    if count == 0 {
        return found(chosen);
    }
    let copy_before = |at: usize| (0..at).rev().find(|before| hand[*before] == hand[at]);
    for at in from..hand.len() {
        let canonical = copy_before(at).is_none_or(|before| chosen & 1 << before != 0);
        if canonical && !choose(hand, count - 1, at + 1, chosen | 1 << at, found) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use Card::{Fire, He, Heat};

    fn listed(hand: &[Card], count: usize) -> Vec<Vec<Card>> {
        let mut out = Vec::new();
        choices(hand, count, |cards| out.push(cards.iter().collect()));
        out
    }

    #[test]
    fn every_multiset_once_in_hand_order() {
        let all = listed(&[He, Fire, He, Heat], 2);
        assert_eq!(all, [vec![He, Fire], vec![He, He], vec![He, Heat], vec![Fire, Heat]]);
        assert_eq!(listed(&[He], 2), Vec::<Vec<Card>>::new());
        assert_eq!(listed(&[He; 20], 13).len(), 1);
    }

    #[test]
    fn at_most_500() {
        let hand: Vec<Card> = Card::ALL.to_vec();
        assert_eq!(listed(&hand, 5).len(), CHOICES_MAX);
    }
}
