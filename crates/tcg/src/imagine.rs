//! Worlds that a viewer cannot tell from the real one (rules 16).

use bout_core::{Dice, Seat, Viewer};

use crate::Tcg;
use crate::card::CardDef;
use crate::config::StartRule;
use crate::deck::Deck;
use crate::phase::MatchState;
use crate::state::State;
use crate::symbol::Card;
use crate::view::{Look, View};

/// Which cards.
type Wanted = fn(&CardDef) -> bool;

impl Tcg {
    /// A full state that fits a view: unseen cards of the own deck are dealt again, those of others
    /// come from a deck that could be theirs.
    pub(crate) fn imagined(&self, view: &View, dice: &mut Dice) -> State {
        let mut state = (*view.state).clone();
        if view.viewer == Viewer::Referee {
            return state;
        }
        for seat in [Seat(0), Seat(1)] {
            if view.viewer.owns(seat) {
                self.deal_anew(&view.state, &mut state, seat, dice);
            } else if state.side(seat).joined {
                self.fill(&mut state, seat, dice);
            }
        }
        for seat in [Seat(0), Seat(1)] {
            state.side_mut(seat).total = state.sum_of_cards(seat);
        }
        let all: Vec<Card> =
            [Seat(0), Seat(1)].iter().flat_map(|seat| self.owned(&state, *seat)).collect();
        if state.features != 0 || state.first.is_some() {
            state.features = self.features_of(all.into_iter());
        }
        state.live = self.indexed(&state);
        state
    }

    fn deal_anew(&self, seen: &State, state: &mut State, seat: Seat, dice: &mut Dice) {
        let looks = self.looked_at(seen, seat);
        let side = state.side_mut(seat);
        match looks {
            Look::Search => {
                dice.shuffle(&mut side.deck);
                dice.shuffle(&mut side.prizes);
            }
            Look::Top(n) => {
                let rest = side.deck.len().saturating_sub(n);
                deal_both(&mut side.deck[..rest], &mut side.prizes, dice);
            }
            Look::Nothing => deal_both(&mut side.deck, &mut side.prizes, dice),
        }
    }

    /// Turns every unseen card of a player into one that they could have.
    fn fill(&self, state: &mut State, seat: Seat, dice: &mut Dice) {
        let all = self.owned(state, seat);
        let known: Vec<Card> = all.iter().copied().filter(|card| !card.is_none()).collect();
        let mut pool = self.unseen(&known, all.len() - known.len(), dice);
        self.fill_held(state, seat, &mut pool, dice);
        let basic: &dyn Fn(&CardDef) -> bool = &CardDef::is_basic;
        for slot in state.side(seat).board() {
            if state.side(seat).creature(slot).top().is_none() {
                let card = self.draw_one(&mut pool, basic, dice);
                let chain = &mut state.side_mut(seat).creature_mut(slot).cards;
                chain.iter_mut().for_each(|place| *place = card);
            }
        }
        self.fill_hand(state, seat, &mut pool, dice);
        let side = state.side_mut(seat);
        let unseen = side.deck.iter_mut().chain(side.prizes.iter_mut());
        for place in unseen.filter(|place| place.is_none()) {
            *place = pool.pop().unwrap_or(Card::NONE);
        }
    }

    fn fill_hand(&self, state: &mut State, seat: Seat, pool: &mut Vec<Card>, dice: &mut Dice) {
        let rules = &self.config.rules;
        let opening = matches!(
            state.phase.get(),
            MatchState::DrawingCards | MatchState::SelectActive | MatchState::InitialSetup
        );
        let side = state.side(seat);
        let bare = opening && side.hand_valid && !side.active_selected;
        let mut wanted: Vec<(u32, Wanted)> = Vec::new();
        if bare {
            let benched = side.bench.len() as u32;
            let basics = rules.start_minimum(StartRule::HasBasic).saturating_sub(benched).max(1);
            wanted.push((basics, CardDef::is_basic));
            wanted.push((rules.start_minimum(StartRule::HasEnergy), |card| card.energy.is_some()));
        }
        let mut given: Vec<Card> = Vec::new();
        for (count, fits) in wanted {
            for _ in 0..count {
                given.push(self.draw_one(pool, &fits, dice));
            }
        }
        state.side_mut(seat).hand.change(|hand| {
            for place in hand.iter_mut().filter(|place| place.is_none()) {
                *place = given.pop().or_else(|| pool.pop()).unwrap_or(Card::NONE);
            }
        });
        state.side_mut(seat).hand.learn(|card| self.cards.role(card));
    }

    /// Cards on their way must be such as the effect could have taken.
    fn fill_held(&self, state: &mut State, seat: Seat, pool: &mut Vec<Card>, dice: &mut Dice) {
        let Some(frame) = state.stack.last().copied().filter(|frame| frame.player == seat) else {
            return;
        };
        let takes = self.current(&frame).and_then(|effect| effect.verb.takes());
        let Some((_, wanted)) = takes else { return };
        for place in 0..state.held.len() {
            if !state.held[place].is_none() {
                continue;
            }
            let shot = state.clone();
            // Energies are wanted for a creature; what is not wanted by kind is an evolution.
            let fits = |def: &CardDef| match wanted {
                None => shot.board(seat).any(|at| self.trainer_evolves(&shot, def.id, at, seat)),
                Some(wanted) => {
                    wanted.admits_def(def)
                        && shot.board(seat).any(|at| self.takes_energy(&shot, at, def.id))
                }
            };
            state.held[place] = self.draw_one(pool, &fits, dice);
        }
    }

    /// A card of the pool that fits; if there is none, another one takes a place of the pool.
    fn draw_one(
        &self,
        pool: &mut Vec<Card>,
        fits: &dyn Fn(&CardDef) -> bool,
        dice: &mut Dice,
    ) -> Card {
        let places: Vec<usize> =
            (0..pool.len()).filter(|place| fits(self.def(pool[*place]))).collect();
        if let Some(place) = dice.pick(&places) {
            return pool.swap_remove(*place);
        }
        pool.pop();
        let others: Vec<Card> =
            self.cards.iter().filter(|def| fits(def)).map(|def| def.id).collect();
        dice.pick(&others).copied().unwrap_or(Card::NONE)
    }

    /// So many cards that go with those that were seen: the rest of a loaded deck if one fits, else
    /// any cards that a deck may have.
    fn unseen(&self, known: &[Card], count: usize, dice: &mut Dice) -> Vec<Card> {
        let fitting: Vec<Vec<Card>> = (self.likely_decks().iter())
            .filter(|deck| deck.len() == known.len() + count)
            .filter_map(|deck| rest_of(deck, known))
            .collect();
        let mut pool = match dice.pick(&fitting) {
            Some(rest) => rest.clone(),
            None => self.any_cards(known, count, dice),
        };
        dice.shuffle(&mut pool);
        pool
    }

    /// The loaded decks that somebody may have brought, laid out; worked out when first asked for.
    fn likely_decks(&self) -> &[Vec<Card>] {
        self.likely.get_or_init(|| {
            let legal = |deck: &&Deck| deck.faults(&self.config.rules, &self.cards).is_empty();
            let laid = |deck: &Deck| deck.lay_out(&self.cards).to_vec();
            self.decks.iter().filter(legal).map(laid).collect()
        })
    }

    fn any_cards(&self, known: &[Card], count: usize, dice: &mut Dice) -> Vec<Card> {
        let rules = &self.config.rules;
        let admitted: Vec<&CardDef> = (self.cards.iter())
            .filter(|def| !rules.banned_sets.contains(&def.set))
            .filter(|def| {
                let banned = rules.set_banned_cards.get(&def.set);
                !banned.is_some_and(|list| list.iter().any(|id| id == self.cards.text(def.id)))
            })
            .collect();
        let energies: Vec<&CardDef> =
            admitted.iter().copied().filter(|def| def.is_basic_energy()).collect();
        let mut pool: Vec<Card> = Vec::new();
        for tries in 0..count * 8 {
            if pool.len() == count {
                break;
            }
            let from = if tries < count * 4 { &admitted } else { &energies };
            let Some(def) = dice.pick(from) else { continue };
            let copies = known.iter().chain(&pool).filter(|card| self.def(**card).key == def.key);
            let limit = rules.deck_rules.max_copies_per_card as usize;
            if def.is_basic_energy() || copies.count() < limit {
                pool.push(def.id);
            }
        }
        let any = self.cards.iter().next().map_or(Card::NONE, |def| def.id);
        pool.resize(count, any);
        pool
    }
}

/// A deck without the cards that were seen; none if it does not hold them.
fn rest_of(deck: &[Card], known: &[Card]) -> Option<Vec<Card>> {
    let mut rest = deck.to_vec();
    for card in known {
        let place = rest.iter().position(|other| other == card)?;
        rest.swap_remove(place);
    }
    Some(rest)
}

fn deal_both(deck: &mut [Card], prizes: &mut [Card], dice: &mut Dice) {
    let mut all: Vec<Card> = deck.iter().chain(prizes.iter()).copied().collect();
    dice.shuffle(&mut all);
    for (place, card) in deck.iter_mut().chain(prizes.iter_mut()).zip(all) {
        *place = card;
    }
}
