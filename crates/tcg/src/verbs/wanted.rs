//! Which cards an effect looks for, and the questions that show them.

use super::prelude::*;
use crate::deck::DECK_MAX;
use crate::words::CardType;
use bout_core::List;

/// Which cards an effect looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub filter: Filter,
    /// Creatures of which types; none for all.
    pub types: Types,
    /// Energies of which type; none for all.
    pub energy: Types,
}

impl Wanted {
    /// Energy cards that can be of a type.
    pub fn energy(energy: Types) -> Self {
        Wanted { filter: Filter::Energy, types: Types::NONE, energy }
    }

    /// Whether what is found is shown to both players, so that they see it is what was wanted.
    pub fn is_shown(&self) -> bool {
        self.filter != Filter::Any || !self.types.is_empty()
    }

    /// Whether a card is one of them.
    #[inline]
    pub fn admits(&self, game: &Tcg, card: Card) -> bool {
        let passes = game.cards.brief(card).filters >> self.filter as u8 & 1 != 0;
        let plain = self.types.is_empty() && self.energy.is_empty();
        passes && (plain || self.admits_def(game.def(card)))
    }

    /// The same of a card that is known.
    pub fn admits_def(&self, def: &CardDef) -> bool {
        let typed = || def.kind == CardType::Creature && self.types.has(def.of_type);
        let powered = || def.energy.is_some_and(|energy| self.energy.meets(energy.types));
        def.passes(self.filter)
            && (self.types.is_empty() || typed())
            && (self.energy.is_empty() || powered())
    }
}

impl Look<'_> {
    /// A choice among the cards of one of the own zones.
    pub fn ask_zone(
        &self,
        zone: Source,
        fits: impl Fn(Card) -> bool,
        (min, max): (usize, usize),
    ) -> Option<Prompt> {
        let side = self.own();
        let mut prompt = Prompt::new(PromptKind::ChooseCards, self.seat());
        match zone {
            Source::Deck => {
                prompt.options = self.sorted(&side.deck, fits);
                prompt.zone = Zone::Hidden { count: side.deck.len() as u8, whole: false };
                prompt.looks = true;
                (!side.deck.is_empty()).then(|| prompt.bounded(min, max))
            }
            Source::Hand => {
                prompt.options = listed(&side.hand, fits);
                prompt.zone = Zone::Hidden { count: side.hand.len() as u8, whole: false };
                (!side.hand.is_empty()).then(|| prompt.bounded(min, max))
            }
            Source::Discard | Source::Oneself | Source::OpponentDiscard => {
                prompt.options = listed(&side.discard, fits);
                (!prompt.options.is_empty()).then(|| prompt.bounded(min, max))
            }
        }
    }

    /// Cards of a deck in the order of their ids, so that its own order stays unknown.
    fn sorted(&self, deck: &Pile, fits: impl Fn(Card) -> bool) -> List<Choice, DECK_MAX> {
        let mut options = listed(deck, fits);
        options.sort_unstable_by_key(|option| match option {
            Choice::Card(place, card) => {
                (self.game.cards.place(*card).unwrap_or(usize::MAX), *place)
            }
            Choice::Creature(_) | Choice::Answer(_) => (0, 0),
        });
        options
    }

    /// A choice of cards of the own hand to be given up.
    pub fn ask_hand(&self, wanted: &Wanted, count: u8) -> Option<Prompt> {
        let hand = &self.own().hand;
        if count == ALL || hand.is_empty() {
            return None;
        }
        let bounds = (count.into(), count.into());
        let mut prompt =
            self.ask_zone(Source::Hand, |card| wanted.admits(self.game, card), bounds)?;
        prompt.zone = Zone::Hidden { count: hand.len() as u8, whole: wanted.filter == Filter::Any };
        Some(prompt)
    }

    /// Whether the hand holds enough other cards of a kind.
    pub fn can_spare(&self, wanted: &Wanted, count: u8) -> bool {
        let count = usize::from(count);
        if self.scope.public {
            return self.own().hand.len() >= count;
        }
        self.other_cards().filter(|card| wanted.admits(self.game, *card)).count() >= count
    }
}

/// The cards of a zone that fit, in zone order.
pub(crate) fn listed(zone: &Pile, fits: impl Fn(Card) -> bool) -> List<Choice, DECK_MAX> {
    let mut cards = List::new();
    for (place, card) in zone.iter().enumerate() {
        cards.push_if(Choice::Card(place as u8, *card), fits(*card));
    }
    cards
}
