//! Choices of a turn to be drawn from, without a look at all of them (rules 10.1).
//!
//! Every legal choice has exactly one lot; other lots are blanks. To count lots is cheap, and whether one
//! is a blank is asked of that one alone: who draws until it is none has each choice with the same chance.

use bout_core::Seat;

use crate::Tcg;
use crate::action::Action;
use crate::card::Rule;
use crate::library::{LEAPS, Role};
use crate::live::Slots;
use crate::menu::Kinds;
use crate::phase::TurnPhase;
use crate::state::{Position, Side, State};
use crate::symbol::Card;
use crate::words::RuleType;

/// What lots are about; the end of the turn has the last one.
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

/// The lots of a turn.
pub(crate) struct Lots<'a> {
    game: &'a Tcg,
    state: &'a State,
    seat: Seat,
    side: &'a Side,
    counts: [u32; GROUPS.len()],
    /// How many lots there are.
    all: u32,
    /// The cards of the hand.
    kinds: Kinds<'a>,
    /// What a retreat costs, and in how many ways that can be paid.
    retreat: (u16, u32),
}

impl<'a> Lots<'a> {
    /// The lots of the player whose turn it is, when nothing else is asked.
    #[inline]
    pub fn new(game: &'a Tcg, state: &'a State, seat: Seat) -> Self {
        let (side, counts) = (state.side(seat), [0; GROUPS.len()]);
        let (kinds, retreat) = (Kinds::none(&side.hand), (0, 0));
        let mut lots = Lots { game, state, seat, side, counts, all: 1, kinds, retreat };
        match state.turn_phase {
            Some(TurnPhase::Draw) => lots.add(Group::Draw, 1),
            Some(TurnPhase::Main) => lots.count_main_phase(),
            Some(TurnPhase::Attack) => lots.count_attacks(),
            Some(TurnPhase::End) | None => {}
        }
        lots
    }

    /// How many lots there are; the last one is the end of the turn.
    #[inline]
    pub fn len(&self) -> u32 {
        self.all
    }

    /// The choice of a lot, unless it is a blank.
    #[inline]
    pub fn pick(&self, lot: u32) -> Option<Action> {
        let mut left = lot;
        for group in GROUPS {
            let count = self.counts[group as usize];
            if left < count {
                return self.nth(group, left);
            }
            left -= count;
        }
        Some(Action::EndTurn)
    }

    #[inline]
    fn nth(&self, group: Group, n: u32) -> Option<Action> {
        match group {
            Group::Draw => Some(Action::DrawCard),
            Group::Creature => self.creature(n),
            Group::Energy => self.attachment(n),
            Group::Trainer => self.trainer(n),
            Group::Evolution => self.evolution(n),
            Group::Retreat => self.retreat(n),
            Group::Ability => self.ability(n),
            Group::EnterAttack => Some(Action::EnterAttack),
            Group::Attack => self.attack(n),
        }
    }

    #[inline]
    fn add(&mut self, group: Group, count: u32) {
        self.counts[group as usize] = count;
        self.all += count;
    }

    fn count_main_phase(&mut self) {
        let limit = self.game.config.rules.max_main_actions_per_turn;
        if u32::from(self.side.main_actions) < limit {
            self.count_cards();
            self.count_retreats();
            let usable = self.state.live.usable(self.seat);
            self.add(Group::Ability, usable.count_ones());
        }
        self.add(Group::EnterAttack, 1);
        self.count_attacks();
    }

    /// Each card of the hand has a lot, or one for each creature that it may be put on.
    fn count_cards(&mut self) {
        let kinds = self.game.kinds(self.state, self.seat);
        if self.game.free_bench(self.state, self.seat) > 0 {
            self.add(Group::Creature, kinds.count(Role::Basic));
        }
        if self.may_attach() {
            let creatures = self.side.in_play() as u32;
            self.add(Group::Energy, kinds.count(Role::Energy) * creatures);
        }
        self.add(Group::Trainer, kinds.count(Role::Trainer));
        let evolutions = kinds.of(kinds.places(Role::Evolution));
        let creatures = evolutions.map(|card| self.below(card).count() as u32);
        self.add(Group::Evolution, creatures.sum());
        self.kinds = kinds;
    }

    /// The creatures on which a card fits by name.
    #[inline]
    fn below(&self, card: Card) -> Slots {
        self.game.creatures_below(self.state, self.seat, card, LEAPS)
    }

    /// The place of the `n`th card of a role in the hand.
    #[inline]
    fn held(&self, role: Role, n: u32) -> usize {
        nth_bit(self.kinds.places(role), n)
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
        let cards = self.kinds.of(self.kinds.places(Role::Evolution));
        let mut all = cards.flat_map(|card| self.below(card).map(move |slot| (card, slot)));
        let (card, slot) = all.nth(n as usize)?;
        let target = self.side.position(slot)?;
        self.game.can_evolve(self.state, self.seat, card, target).ok()?;
        Some(Action::Evolve { card, target })
    }

    fn count_retreats(&mut self) {
        let bench = self.side.bench.len() as u32;
        if bench == 0 || self.game.is_too_poor(self.state, self.seat) {
            return;
        }
        let price = self.game.retreat_price(self.state, self.seat, Position::Bench0);
        if let Ok(price) = price {
            let ways = self.ways(price);
            self.retreat = (price, ways);
            self.add(Group::Retreat, bench * ways);
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
        let (mut chosen, mut left) = (None, n % ways);
        self.game.payments(self.state, self.seat, price, &mut |paid| {
            if left == 0 {
                chosen.get_or_insert(paid);
            }
            left = left.saturating_sub(1);
        });
        Some(Action::Retreat { target: Position::bench((n / ways) as usize), paid: chosen? })
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
            self.add(Group::Attack, (paid | open).count_ones());
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

/// The `n`th of a set.
#[inline]
fn nth_bit(set: u64, n: u32) -> usize {
    (0..n).fold(set, |left, _| left & left.wrapping_sub(1)).trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bout_core::{Dice, Game, Match, Seed, Sink};

    use super::*;
    use crate::config::{Config, DeckRef};
    use crate::library::Library;

    /// Plays a match at random; at every turn of it each legal choice has one lot, and no other has
    /// any. Returns how many turns there were, and how many blanks.
    fn lots_are_legal(decks: [&str; 2], seed: u128, library: &Library) -> (usize, usize) {
        let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
        let game = Tcg::new(Config { decks, ..Config::default() }, library).unwrap();
        let mut play = Match::open(Arc::new(game), Seed(seed), Sink::none());
        let (mut legal, mut turns, mut blanks) = (Vec::new(), 0, 0);
        while let Some(seat) = play.game().to_act(play.state()).first() {
            legal.clear();
            play.game().legal(play.state(), seat, &mut legal);
            if play.game().has_menu(play.state(), seat) {
                let lots = Lots::new(play.game(), play.state(), seat);
                let drawn: Vec<Action> = (0..lots.len()).filter_map(|n| lots.pick(n)).collect();
                assert_eq!(drawn.len(), legal.len(), "{drawn:?} {legal:?}");
                assert!(legal.iter().all(|action| drawn.contains(action)), "{drawn:?} {legal:?}");
                assert_eq!(drawn.last(), Some(&Action::EndTurn));
                turns += 1;
                blanks += lots.len() as usize - drawn.len();
            }
            for action in &legal {
                assert_eq!(play.game().guard(play.state(), seat, action), Ok(()), "{action:?}");
            }
            let action = Dice::of(Seed(seed), play.seq()).pick(&legal).unwrap().clone();
            play.act_unchecked(seat, &action, Sink::none());
        }
        (turns, blanks)
    }

    #[test]
    fn every_legal_choice_has_one_lot() {
        let library = Library::default();
        let decks = ["fixture-arts", "veiled-minds", "cinder-court", "river-delta", "thorn-garden"];
        let pairs = (0..decks.len()).map(|n| [decks[n], decks[(n + 2) % decks.len()]]);
        let counts = pairs.zip(0..).map(|(decks, seed)| lots_are_legal(decks, seed, &library));
        let (turns, blanks) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        assert!(turns > 500 && blanks > 0, "{turns} {blanks}");
    }
}
