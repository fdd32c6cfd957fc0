//! How cards and attacks fared.

use std::collections::BTreeMap;
use std::sync::Arc;

use bout_core::{Figure, Seat};

use super::{mean, share};
use crate::Tcg;
use crate::event::{Event, Return, What};
use crate::state::State;
use crate::symbol::{Card, Names, Symbol};

/// What is known of one card.
#[derive(Clone, Copy, Debug, Default)]
struct CardSum {
    /// Matches of players whose decks hold it, and those that they won.
    held: [u64; 2],
    /// Copies that came to the hand: drawn, searched, taken as prizes, retrieved or returned.
    drawn: u64,
    /// Copies that were played from the hand.
    played: u64,
    /// Copies that came into play from elsewhere, such as from the deck to the bench.
    put: u64,
    /// Matches of a player in which it was drawn, and those that they won.
    drawn_games: [u64; 2],
    /// The same for those in which it came into play.
    played_games: [u64; 2],
    /// Copies left in a hand at the end: dead cards.
    left: u64,
}

impl CardSum {
    /// The win rate of players who played it, less that of all players whose decks hold it.
    fn gain(&self) -> Figure {
        let ([games, wins], [held, held_wins]) = (self.played_games, self.held);
        let gain = (wins * held).cast_signed() - (held_wins * games).cast_signed();
        Figure::Mean { sum: gain, of: games * held }
    }
}

/// An attack's uses and the damage it did.
#[derive(Clone, Copy, Debug, Default)]
struct AttackSum {
    name: Symbol,
    uses: u64,
    damage: u64,
}

/// What happened to a card of a player in the match that is being counted.
const DRAWN: u8 = 1;
const PLAYED: u8 = 2;
const HELD: u8 = 4;

/// An attack: its creature's place in the game's list, and its number there.
type AttackKey = (usize, u8);

/// Sums over the cards of all matches, by their places in the game's list.
#[derive(Clone, Debug, Default)]
pub struct CardSums {
    names: Vec<[Symbol; 2]>,
    /// The texts of these, where they are names of the game's own library.
    own: Arc<Names>,
    sums: Vec<CardSum>,
    attacks: BTreeMap<AttackKey, AttackSum>,
    now: [Vec<u8>; 2],
    attacking: Option<(Seat, AttackKey)>,
}

impl CardSums {
    /// A match begins.
    pub fn open(&mut self, game: &Tcg) {
        let count = game.cards().iter().count();
        if self.names.len() != count {
            self.names = game.cards().iter().map(|card| [card.name, card.id]).collect();
            self.own = Arc::clone(game.cards().names());
            self.sums.resize(count, CardSum::default());
        }
        for marks in &mut self.now {
            marks.clear();
            marks.resize(count, 0);
        }
        self.attacking = None;
    }

    /// Something happened.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all others are not counted")]
    pub fn event(&mut self, game: &Tcg, event: &Event) {
        let Some(seat) = event.player.filter(|seat| seat.0 < 2) else { return };
        match &event.what {
            What::CardDrawn { card } | What::PrizeTaken { card, .. } => {
                card.iter().for_each(|card| self.draw(game, seat, *card));
            }
            What::InitialHandDrawn { cards, .. }
            | What::CardsSearched { cards, to_hand: true, .. } => {
                cards.iter().flatten().for_each(|card| self.draw(game, seat, *card));
            }
            What::CardsRevealed { cards, retrieved: true } => {
                cards.iter().for_each(|card| self.draw(game, seat, *card));
            }
            What::CardsReturned { cards, to: Return::Hand, .. } => {
                cards.list.iter().flatten().for_each(|card| self.draw(game, seat, *card));
            }
            What::ActiveSelected { card, .. } => {
                card.iter().for_each(|card| self.play(game, seat, *card, true));
            }
            What::CreaturePlayed { card, from_hand, .. } => {
                card.iter().for_each(|card| self.play(game, seat, *card, *from_hand));
            }
            What::EnergyAttached { card, from_hand, .. } => {
                self.play(game, seat, *card, *from_hand);
            }
            What::CreatureEvolved { card, .. } | What::TrainerPlayed { card } => {
                self.play(game, seat, *card, true);
            }
            What::AttackDeclared { index, card, name } => {
                let Some(place) = game.cards().place(*card) else { return };
                let sum = self.attacks.entry((place, *index)).or_default();
                (sum.name, sum.uses) = (*name, sum.uses + 1);
                self.attacking = Some((seat, (place, *index)));
            }
            What::DamageDealt { amount, target, .. } => {
                if let Some((_, attack)) = self.attacking.filter(|(by, _)| *by != target.player) {
                    self.attacks.entry(attack).or_default().damage += u64::from(*amount);
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

    fn play(&mut self, game: &Tcg, seat: Seat, card: Card, from_hand: bool) {
        if let Some(place) = game.cards().place(card) {
            self.sums[place].played += u64::from(from_hand);
            self.sums[place].put += u64::from(!from_hand);
            self.now[seat.index()][place] |= PLAYED;
        }
    }

    /// A match is over.
    pub fn close(&mut self, game: &Tcg, state: &State, winner: Option<Seat>) {
        for seat in [Seat(0), Seat(1)] {
            let won = u64::from(winner == Some(seat));
            let laid = game.laid.as_deref().map(|laid| &laid[seat.index()].cards);
            for card in laid.into_iter().flat_map(|cards| cards.iter()) {
                if let Some(place) = game.cards().place(*card) {
                    self.now[seat.index()][place] |= HELD;
                }
            }
            for card in &*state.side(seat).hand {
                if let Some(place) = game.cards().place(*card) {
                    self.sums[place].left += 1;
                }
            }
            for (sum, marks) in self.sums.iter_mut().zip(&self.now[seat.index()]) {
                let count = |games: &mut [u64; 2], bit: u8| {
                    games[0] += u64::from(marks & bit != 0);
                    games[1] += won * u64::from(marks & bit != 0);
                };
                count(&mut sum.held, HELD);
                count(&mut sum.drawn_games, DRAWN);
                count(&mut sum.played_games, PLAYED);
            }
        }
    }

    /// Adds another thread's sums.
    pub fn merge(&mut self, other: CardSums) {
        if self.names.len() < other.names.len() {
            self.names.clone_from(&other.names);
            self.own = Arc::clone(&other.own);
            self.sums.resize(other.sums.len(), CardSum::default());
        }
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            sum.drawn += more.drawn;
            sum.played += more.played;
            sum.put += more.put;
            sum.left += more.left;
            for n in 0..2 {
                sum.held[n] += more.held[n];
                sum.drawn_games[n] += more.drawn_games[n];
                sum.played_games[n] += more.played_games[n];
            }
        }
        for (attack, more) in other.attacks {
            let sum = self.attacks.entry(attack).or_default();
            (sum.name, sum.uses) = (more.name, sum.uses + more.uses);
            sum.damage += more.damage;
        }
    }

    /// What was found, card by card.
    pub fn report(&self) -> Vec<(String, Figure)> {
        let held = || self.sums.iter().enumerate().filter(|(_, sum)| sum.held[0] > 0);
        let names: Vec<&str> = held().map(|(place, _)| self.name(place)).collect();
        let by_card = |figure: &dyn Fn(&CardSum) -> Figure| {
            Figure::group(names.iter().zip(held()).map(|(name, (_, sum))| (*name, figure(sum))))
        };
        let rows = [
            ("cards_drawn_per_game", by_card(&|sum| mean(sum.drawn, sum.held[0]))),
            ("cards_played_per_game", by_card(&|sum| mean(sum.played, sum.held[0]))),
            ("put_into_play_per_game", by_card(&|sum| mean(sum.put, sum.held[0]))),
            ("played_in_games", by_card(&|sum| share(sum.played_games[0], sum.held[0]))),
            ("play_rate_by_type", by_card(&|sum| share(sum.played, sum.drawn))),
            ("dead_in_hand", by_card(&|sum| share(sum.left, sum.drawn))),
            ("win_rate_when_drawn", by_card(&|sum| share(sum.drawn_games[1], sum.drawn_games[0]))),
            (
                "win_rate_when_played",
                by_card(&|sum| share(sum.played_games[1], sum.played_games[0])),
            ),
            ("win_rate_of_decks", by_card(&|sum| share(sum.held[1], sum.held[0]))),
            ("win_rate_gain_when_played", by_card(&|sum| sum.gain())),
        ];
        let attacks = [("attacks", self.attacks_figure())];
        rows.into_iter().chain(attacks).map(|(name, figure)| (name.to_owned(), figure)).collect()
    }

    /// What a card is called in the report: by its id where another held card has its name.
    fn name(&self, place: usize) -> &str {
        let [name, id] = self.names[place];
        let other = |(at, sum): (usize, &CardSum)| {
            at != place && sum.held[0] > 0 && self.names[at][0] == name
        };
        if self.sums.iter().enumerate().any(other) {
            self.own.text(id)
        } else {
            self.own.text(name)
        }
    }

    /// Attacks by name; where several creatures have one of that name, each for itself.
    fn attacks_figure(&self) -> Figure {
        let shared =
            |name: Symbol| self.attacks.values().filter(|sum| sum.name == name).count() > 1;
        let row = |((place, _), sum): (&AttackKey, &AttackSum)| {
            let mut name = self.own.text(sum.name).to_owned();
            if shared(sum.name) {
                name = format!("{name} ({})", self.name(*place));
            }
            let damage = mean(sum.damage, sum.uses);
            (name, Figure::group([("uses", Figure::Count(sum.uses)), ("damage", damage)]))
        };
        let mut rows: Vec<_> = self.attacks.iter().map(row).collect();
        rows.sort_unstable_by(|one, two| one.0.cmp(&two.0));
        Figure::group(rows)
    }
}
