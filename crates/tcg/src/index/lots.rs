//! Choices of a turn to draw from, without a look at all of them (rules 10.1). Saves 28 % of a step over
//! a list of all legal actions.
//!
//! Every legal choice has exactly one lot; other lots are blanks. Counting lots is cheap, and only the
//! drawn lot is checked. Rejection sampling: redraw until it is no blank, so every choice is equally
//! likely.

use bout_core::{Dice, Seat};

use super::Slots;
use crate::Tcg;
use crate::action::{Action, Answer};
use crate::card::Rule;
use crate::library::{LEAPS, Role};
use crate::phase::TurnPhase;
use crate::state::{Pending, Position, RuleChoice, Side, State};
use crate::symbol::Card;
use crate::words::RuleType;

// What lots are about, in this order; the last one is the end of the turn.
const CREATURE: usize = 0;
const ENERGY: usize = 1;
const TRAINER: usize = 2;
const EVOLUTION: usize = 3;
const RETREAT: usize = 4;
const ABILITY: usize = 5;
const ENTER_ATTACK: usize = 6;
const ATTACK: usize = 7;
const GROUPS: usize = 8;

/// The lots of a turn, from its main phase on.
pub(crate) struct Lots<'a> {
    game: &'a Tcg,
    state: &'a State,
    seat: Seat,
    side: &'a Side,
    /// Where the lots of each group begin, and where the last ones end.
    bounds: [u32; GROUPS + 1],
    /// What a retreat costs, and in how many ways that can be paid.
    retreat: (u16, u32),
}

impl<'a> Lots<'a> {
    /// The lots of the player whose turn it is, when nothing else is asked, and whose hand is sure.
    #[inline]
    pub fn new(game: &'a Tcg, state: &'a State, seat: Seat) -> Self {
        let (side, bounds) = (state.side(seat), [0; GROUPS + 1]);
        let mut lots = Lots { game, state, seat, side, bounds, retreat: (0, 0) };
        match state.turn_phase {
            Some(TurnPhase::Main) => lots.count_main_phase(),
            Some(TurnPhase::Attack) => lots.count_attacks(),
            Some(TurnPhase::Draw | TurnPhase::End) | None => {}
        }
        lots
    }

    /// How many lots there are; the last one is the end of the turn.
    #[inline]
    pub fn len(&self) -> u32 {
        self.bounds[GROUPS] + 1
    }

    /// The choice of a lot, unless it is a blank.
    #[inline]
    pub fn pick(&self, lot: u32) -> Option<Action> {
        let (mut group, mut first) = (0, 0);
        for (end, next) in self.bounds[1..].iter().zip(1..) {
            (group, first) = if *end <= lot { (next, *end) } else { (group, first) };
        }
        let n = lot - first;
        match group {
            CREATURE => self.creature(n),
            ENERGY => self.attachment(n),
            TRAINER => self.trainer(n),
            EVOLUTION => self.evolution(n),
            RETREAT => self.retreat(n),
            ABILITY => self.ability(n),
            ENTER_ATTACK => Some(Action::EnterAttack),
            ATTACK => self.attack(n),
            _ => Some(Action::EndTurn),
        }
    }

    /// Adds the lots of a group, behind those of the groups before it.
    #[inline]
    fn add(&mut self, group: usize, count: u32) {
        let end = self.bounds[group] + count;
        self.bounds[group + 1..].fill(end);
    }

    fn count_main_phase(&mut self) {
        let limit = self.game.config.rules.max_main_actions_per_turn;
        if u32::from(self.side.main_actions) < limit {
            self.count_cards();
            self.count_retreats();
            let usable = self.state.live.usable(self.seat);
            self.add(ABILITY, usable.count_ones());
        }
        self.add(ENTER_ATTACK, 1);
        self.count_attacks();
    }

    /// Each card of the hand has a lot, or one for each creature that it may be put on.
    fn count_cards(&mut self) {
        let hand = &self.side.hand;
        if self.game.free_bench(self.state, self.seat) > 0 {
            self.add(CREATURE, hand.count_of(Role::Basic));
        }
        if self.may_attach() {
            let creatures = self.side.in_play() as u32;
            self.add(ENERGY, hand.count_of(Role::Energy) * creatures);
        }
        self.add(TRAINER, hand.count_of(Role::Trainer));
        let evolutions = hand.at(hand.firsts_of(Role::Evolution));
        let creatures = evolutions.map(|card| self.below(card).len());
        self.add(EVOLUTION, creatures.sum());
    }

    /// The creatures on which a card fits by name.
    #[inline]
    fn below(&self, card: Card) -> Slots {
        self.game.creatures_below(self.state, self.seat, card, LEAPS)
    }

    /// The place of the `n`th card of a role in the hand.
    #[inline]
    fn held(&self, role: Role, n: u32) -> usize {
        nth_bit(self.side.hand.firsts_of(role), n)
    }

    fn creature(&self, n: u32) -> Option<Action> {
        let card = self.side.hand[self.held(Role::Basic, n)];
        let may = self.game.may_be_played(self.state, self.seat, self.game.def(card));
        may.then_some(Action::PlayCreature { card })
    }

    /// Whether some creature may get an energy of the hand in this turn.
    fn may_attach(&self) -> bool {
        let extra = Rule::bit(RuleType::ExtraEnergyAttachment);
        let limit = self.game.config.rules.energy_attachments_per_turn;
        u32::from(self.side.energy_attached) < limit || self.state.live.has_rules_anywhere(extra)
    }

    fn attachment(&self, n: u32) -> Option<Action> {
        let creatures = self.side.in_play() as u32;
        let card = self.side.hand[self.held(Role::Energy, n / creatures)];
        let target = Position::ALL[(n % creatures) as usize];
        let at = self.game.at(self.state, self.seat, target).ok()?;
        let may =
            self.game.has_attachment(self.state, at) && self.game.fits_energy(self.state, at, card);
        may.then_some(Action::AttachEnergy { card, target })
    }

    fn trainer(&self, n: u32) -> Option<Action> {
        let place = self.held(Role::Trainer, n);
        self.game.can_play_trainer_at(self.state, self.seat, place).ok()?;
        Some(Action::PlayTrainer { card: self.side.hand[place], choices: None })
    }

    fn evolution(&self, n: u32) -> Option<Action> {
        let hand = &self.side.hand;
        let cards = hand.at(hand.firsts_of(Role::Evolution));
        let mut left = n;
        let (card, slot) = cards.into_iter().find_map(|card| {
            let slots = self.below(card);
            let slot = slots.get(left).map(|slot| (card, slot));
            left = left.wrapping_sub(slots.len());
            slot
        })?;
        let target = self.side.position(slot)?;
        self.game.can_evolve(self.state, self.seat, card, target).ok()?;
        Some(Action::Evolve { card, target })
    }

    fn count_retreats(&mut self) {
        let (game, state) = (self.game, self.state);
        let bench = self.side.bench.len() as u32;
        let limit = game.config.rules.max_retreats_per_turn;
        let spent = limit != 0 && u32::from(self.side.retreats) >= limit;
        if bench == 0 || spent || game.is_too_poor(state, self.seat) {
            return;
        }
        let active = state.active(self.seat);
        if let Some(price) = active.and_then(|at| game.retreat_cost(state, at)) {
            let ways = self.ways(price);
            self.retreat = (price, ways);
            self.add(RETREAT, bench * ways);
        }
    }

    /// In how many ways a retreat can be paid.
    fn ways(&self, price: u16) -> u32 {
        let mut cards = self.side.on(self.side.active.0).map(|(_, attached)| attached.card);
        let first = cards.next();
        if price == 0 || cards.all(|card| Some(card) == first) {
            return 1;
        }
        let mut ways = 0;
        self.game.payments(self.state, self.seat, price, &mut |_| ways += 1);
        ways
    }

    fn retreat(&self, n: u32) -> Option<Action> {
        let (price, ways) = self.retreat;
        let target = Position::bench((n / ways) as usize);
        self.game.can_retreat(self.state, self.seat, target).ok()?;
        let (mut chosen, mut left) = (None, n % ways);
        self.game.payments(self.state, self.seat, price, &mut |paid| {
            if left == 0 {
                chosen.get_or_insert(paid);
            }
            left = left.saturating_sub(1);
        });
        Some(Action::Retreat { target, paid: chosen? })
    }

    fn ability(&self, n: u32) -> Option<Action> {
        let target =
            self.side.position(nth_bit(self.state.live.usable(self.seat).into(), n) as u8)?;
        self.game.can_use_ability(self.state, self.seat, target).ok()?;
        Some(Action::UseAbility { target, choices: None })
    }

    fn count_attacks(&mut self) {
        if let Some(at) = self.state.active(self.seat) {
            let (paid, open) = self.game.attacks_in_reach(self.state, at);
            self.add(ATTACK, (paid | open).count_ones());
        }
    }

    fn attack(&self, n: u32) -> Option<Action> {
        let at = self.state.active(self.seat)?;
        let (paid, open) = self.game.attacks_in_reach(self.state, at);
        let index = nth_bit(u64::from(paid | open), n) as u8;
        self.game.may_attack(self.state, at).ok()?;
        if paid >> index & 1 == 0 {
            self.game.can_make_attack(self.state, at, index).ok()?;
        }
        Some(Action::Attack { index, choices: None })
    }
}

/// An answer to the first open decision, unless a blank is drawn.
pub(crate) fn draw_answer(
    game: &Tcg,
    state: &State,
    head: Pending,
    dice: &mut Dice,
) -> Option<Action> {
    let side = state.side(head.seat);
    match head.kind.of_rules() {
        Some(RuleChoice::Prize) => {
            let index = dice.below(side.prizes.len().max(1) as u32) as u8;
            Some(Action::SelectPrize { index })
        }
        Some(RuleChoice::Active) => {
            let place = dice.below(side.bench.len().max(1) as u32) as usize;
            Some(Action::SetActive { card: None, target: Some(Position::bench(place)) })
        }
        None => {
            let answer = draw_option(game, state, dice)?;
            Some(Action::Resolve { choice: head.id, answer })
        }
    }
}

fn draw_option(game: &Tcg, state: &State, dice: &mut Dice) -> Option<Answer> {
    let made;
    let prompt = match &state.asked.0 {
        Some(prompt) => prompt,
        None => {
            made = game.made_prompt(state)?;
            &made
        }
    };
    let (marks, options) = (&state.marks, prompt.open_options(&state.marks));
    let at = dice.below(u32::from(options) + 1) as u8;
    if at == options {
        return prompt.last_answer(marks);
    }
    let offered = prompt.allows(game, state, marks, at) && !prompt.is_repeat(marks, at);
    offered.then(|| prompt.answer(at))
}

/// The `n`th of a set.
#[inline]
fn nth_bit(set: u64, n: u32) -> usize {
    /// Below this all steps are taken, whether they count or not: a guess how many would often fail.
    const FEW: u32 = 4;
    let without = |left: u64| left & left.wrapping_sub(1);
    let few = (0..FEW).fold(set, |left, step| if step < n { without(left) } else { left });
    (FEW..n).fold(few, |left, _| without(left)).trailing_zeros() as usize
}

#[cfg(test)]
#[path = "../../tests/unit/lots.rs"]
mod tests;
