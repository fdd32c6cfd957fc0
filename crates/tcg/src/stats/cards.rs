//! How cards and attacks fared.

use std::collections::BTreeMap;

use bout_core::{Figure, Seat};

use super::{mean, share};
use crate::Tcg;
use crate::event::{Event, What};
use crate::state::State;
use crate::symbol::{Card, Symbol};

/// What is known of one card.
#[derive(Clone, Copy, Debug, Default)]
struct CardSum {
    /// Matches of decks that hold it.
    held: u64,
    /// Copies that came to a hand.
    drawn: u64,
    /// Copies that came into play.
    played: u64,
    /// Matches of a player in which it was drawn, and those that he won.
    drawn_games: [u64; 2],
    /// The same for those in which he played it.
    played_games: [u64; 2],
    /// Copies left in a hand at the end: dead cards.
    left: u64,
}

/// An attack's uses and the damage it did.
#[derive(Clone, Copy, Debug, Default)]
struct AttackSum {
    uses: u64,
    damage: u64,
}

/// What happened to a card of a player in the match that is being counted.
const DRAWN: u8 = 1;
const PLAYED: u8 = 2;

/// Sums over the cards of all matches, by their places in the game's list.
#[derive(Clone, Debug, Default)]
pub struct CardSums {
    names: Vec<Symbol>,
    sums: Vec<CardSum>,
    attacks: BTreeMap<Symbol, AttackSum>,
    now: [Vec<u8>; 2],
    attacking: Option<(Seat, Symbol)>,
}

impl CardSums {
    /// A match begins.
    pub fn open(&mut self, game: &Tcg) {
        let count = game.cards().iter().count();
        if self.names.len() != count {
            self.names = game.cards().iter().map(|card| card.name).collect();
            self.sums.resize(count, CardSum::default());
        }
        for marks in &mut self.now {
            marks.clear();
            marks.resize(count, 0);
        }
        self.attacking = None;
    }

    /// Something happened.
    pub fn event(&mut self, game: &Tcg, event: &Event) {
        let Some(seat) = event.player.filter(|seat| seat.0 < 2) else { return };
        match &event.what {
            What::CardDrawn { card } | What::PrizeTaken { card, .. } => {
                card.iter().for_each(|card| self.draw(game, seat, *card));
            }
            What::InitialHandDrawn { cards, .. } | What::CardsSearched { cards, .. } => {
                cards.iter().flatten().for_each(|card| self.draw(game, seat, *card));
            }
            What::ActiveSelected { card } | What::CreaturePlayed { card, .. } => {
                card.iter().for_each(|card| self.play(game, seat, *card));
            }
            What::EnergyAttached { card, .. }
            | What::CreatureEvolved { card, .. }
            | What::TrainerPlayed { card } => self.play(game, seat, *card),
            What::AttackDeclared { name, .. } => {
                self.attacking = Some((seat, *name));
                self.attacks.entry(*name).or_default().uses += 1;
            }
            What::DamageDealt { amount, target, .. } => {
                if let Some((_, name)) = self.attacking.filter(|(by, _)| *by != target.player) {
                    self.attacks.entry(name).or_default().damage += u64::from(*amount);
                }
            }
            What::TurnStarted => self.attacking = None,
            _ => {}
        }
    }

    fn draw(&mut self, game: &Tcg, seat: Seat, card: Card) {
        if let Some(place) = game.cards().place(card) {
            self.sums[place].drawn += 1;
            self.now[seat.index()][place] |= DRAWN;
        }
    }

    fn play(&mut self, game: &Tcg, seat: Seat, card: Card) {
        if let Some(place) = game.cards().place(card) {
            self.sums[place].played += 1;
            self.now[seat.index()][place] |= PLAYED;
        }
    }

    /// A match is over.
    pub fn close(&mut self, game: &Tcg, state: &State, winner: Option<Seat>) {
        for seat in [Seat(0), Seat(1)] {
            let won = u64::from(winner == Some(seat));
            let mut last = Card::NONE;
            let laid = game.laid.as_deref().map(|laid| &laid[seat.index()].cards);
            for card in laid.into_iter().flat_map(|cards| cards.iter().copied()) {
                // Copies lie together in a deck as it is laid out.
                if card != last
                    && let Some(place) = game.cards().place(card)
                {
                    self.sums[place].held += 1;
                }
                last = card;
            }
            for card in &state.side(seat).hand {
                if let Some(place) = game.cards().place(*card) {
                    self.sums[place].left += 1;
                }
            }
            for (sum, marks) in self.sums.iter_mut().zip(&self.now[seat.index()]) {
                let count = |games: &mut [u64; 2], bit: u8| {
                    games[0] += u64::from(marks & bit != 0);
                    games[1] += won * u64::from(marks & bit != 0);
                };
                count(&mut sum.drawn_games, DRAWN);
                count(&mut sum.played_games, PLAYED);
            }
        }
    }

    /// Adds another thread's sums.
    pub fn merge(&mut self, other: CardSums) {
        if self.names.len() < other.names.len() {
            self.names.clone_from(&other.names);
            self.sums.resize(other.sums.len(), CardSum::default());
        }
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            sum.held += more.held;
            sum.drawn += more.drawn;
            sum.played += more.played;
            sum.left += more.left;
            for n in 0..2 {
                sum.drawn_games[n] += more.drawn_games[n];
                sum.played_games[n] += more.played_games[n];
            }
        }
        for (name, more) in other.attacks {
            let sum = self.attacks.entry(name).or_default();
            sum.uses += more.uses;
            sum.damage += more.damage;
        }
    }

    /// What was found, card by card.
    pub fn report(&self) -> Vec<(String, Figure)> {
        let cards = || self.names.iter().zip(&self.sums).filter(|(_, sum)| sum.held > 0);
        let by_card = |figure: &dyn Fn(&CardSum) -> Figure| {
            Figure::group(cards().map(|(card, sum)| (card.text(), figure(sum))))
        };
        let rows = [
            ("cards_drawn_per_game", by_card(&|sum| mean(sum.drawn, sum.held))),
            ("played_in_games", by_card(&|sum| share(sum.played_games[0], sum.held))),
            ("play_rate_by_type", by_card(&|sum| share(sum.played, sum.drawn))),
            ("dead_in_hand", by_card(&|sum| share(sum.left, sum.drawn))),
            ("win_rate_when_drawn", by_card(&|sum| share(sum.drawn_games[1], sum.drawn_games[0]))),
            (
                "win_rate_when_played",
                by_card(&|sum| share(sum.played_games[1], sum.played_games[0])),
            ),
        ];
        let mut named: Vec<_> = self.attacks.iter().map(|(name, sum)| (name.text(), sum)).collect();
        named.sort_unstable_by_key(|(name, _)| *name);
        let attacks = named.into_iter().map(|(name, sum)| {
            let damage = mean(sum.damage, sum.uses);
            (name, Figure::group([("uses", Figure::Count(sum.uses)), ("damage", damage)]))
        });
        let attacks = [("attacks", Figure::group(attacks))];
        rows.into_iter().chain(attacks).map(|(name, figure)| (name.to_owned(), figure)).collect()
    }
}
