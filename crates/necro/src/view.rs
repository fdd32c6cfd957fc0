//! What a viewer may know (rules 8), and what he may ask (rules 5, Queries).

use std::borrow::Cow;
use std::collections::BTreeMap;

use bout_core::{List, Millis, Named, Seat, Viewer, described_as};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::Necro;
use crate::action::Action;
use crate::cards::{ITEMS_MAX, SOULS_MAX};
use crate::cell::{Cell, cells};
use crate::decks::Decks;
use crate::id::{ItemId, SoulId, UnitId};
use crate::phase::Phase;
use crate::piece::{BASES, Base, Side};
use crate::preview::ShotPreview;
use crate::reason::Reason;
use crate::state::{EndReason, Purse, SLOTS, State, Winner, slots};
use crate::wire::{
    Bases, CorpseDocument, FlagsDocument, Sides, StatusDocument, TurnDocument, UnitDocument,
    corpses, graveyard, shown, shown_items, turn, units,
};

/// All that one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The seat he holds.
    pub seat: Option<Seat>,
    /// The match without what he cannot see: decks and hidden hands are empty.
    pub(crate) known: State,
    /// Whose hands he sees, by side.
    pub(crate) open: [bool; 2],
    /// Souls and items in the hands, by side.
    pub(crate) counts: [(u8, u8); 2],
    /// Cards in the soul decks.
    pub(crate) decks: [u8; BASES],
    /// Cards in the item deck.
    pub(crate) item_deck: u8,
    /// Souls he cannot see, ascending by id; with their bases.
    pub(crate) unseen_souls: List<SoulId, SOULS_MAX>,
    pub(crate) unseen_bases: List<u8, SOULS_MAX>,
    /// Items he cannot see, ascending by id.
    pub(crate) unseen_items: List<ItemId, ITEMS_MAX>,
    /// What each possible shot would do, for the seat that is to fire it.
    pub shots: Vec<ShotPreview>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Hand")]
struct HandView {
    soul_count: u8,
    souls: Option<Vec<SoulId>>,
    item_count: u8,
    items: Option<Vec<ItemId>>,
}

#[derive(Serialize, JsonSchema)]
struct Unseen {
    souls: Bases<Vec<SoulId>>,
    items: Vec<ItemId>,
}

/// All that one viewer knows, as it is written.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "View")]
struct ViewDocument<'a> {
    seat: Option<Seat>,
    turn: TurnDocument,
    units: BTreeMap<Cow<'static, str>, UnitDocument>,
    corpses_by_pos: BTreeMap<String, Vec<CorpseDocument>>,
    graveyard: Sides<Vec<SoulId>>,
    hands: Sides<HandView>,
    resources: Sides<Purse>,
    soul_deck_count_by_base: Bases<u8>,
    display_by_base: Bases<Option<SoulId>>,
    item_deck_count: u8,
    item_display: [Option<ItemId>; SLOTS],
    item_discard: Vec<ItemId>,
    status: StatusDocument,
    turn_flags: FlagsDocument,
    unseen: Unseen,
    timeouts: Sides<u32>,
    deadlines: BTreeMap<&'static str, Millis>,
    shots: &'a [ShotPreview],
    winner: Option<Winner>,
    end_reason: Option<EndReason>,
}

described_as!(View, ViewDocument<'static>);

impl View {
    fn hand(&self, side: Side) -> HandView {
        let (soul_count, item_count) = self.counts[side as usize];
        let open = self.open[side as usize];
        HandView {
            soul_count,
            souls: open.then(|| self.known.souls[side as usize].to_vec()),
            item_count,
            items: open.then(|| self.known.items[side as usize].to_vec()),
        }
    }

    /// The unseen souls of a base.
    pub(crate) fn unseen_of(&self, base: Base) -> impl Iterator<Item = SoulId> {
        let pairs = self.unseen_souls.iter().zip(&self.unseen_bases);
        pairs.filter(move |(_, of)| **of == base as u8).map(|(soul, _)| *soul)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = &self.known;
        let document = ViewDocument {
            seat: self.seat,
            turn: turn(known),
            units: units(known),
            corpses_by_pos: corpses(known),
            graveyard: graveyard(known),
            hands: Sides::of(|side| self.hand(side)),
            resources: Sides::of(|side| *known.purse(side)),
            soul_deck_count_by_base: Bases::of(|base| self.decks[base as usize]),
            display_by_base: Bases::of(|base| shown(known.display[base as usize])),
            item_deck_count: self.item_deck,
            item_display: shown_items(known),
            item_discard: known.item_discard.to_vec(),
            status: known.into(),
            turn_flags: (&known.flags).into(),
            unseen: Unseen {
                souls: Bases::of(|base| self.unseen_of(base).collect()),
                items: self.unseen_items.to_vec(),
            },
            timeouts: Sides::of(|side| known.timeouts[side as usize]),
            deadlines: known.timers.running().map(|(timer, at)| (timer.name(), at)).collect(),
            shots: &self.shots,
            winner: known.winner,
            end_reason: known.end_reason,
        };
        document.serialize(serializer)
    }
}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub(crate) game: &'a Necro,
    pub(crate) state: &'a State,
    viewer: Viewer,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(game: &'a Necro, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The viewer's own side.
    #[inline]
    pub fn side(&self) -> Option<Side> {
        match self.viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Public | Viewer::Referee => None,
        }
    }

    /// The cells to which a unit may move now.
    pub fn legal_moves(&self, unit: UnitId) -> Vec<Cell> {
        self.game.legal_moves(self.state, unit)
    }

    /// The units at which a unit may shoot now.
    pub fn shootable_targets(&self, unit: UnitId) -> Vec<UnitId> {
        self.game.shootable_targets(self.state, unit)
    }

    /// The units that may be chained to a shot.
    pub fn chain_targets(&self, attacker: UnitId, target: UnitId) -> Vec<UnitId> {
        self.game.chain_targets(self.state, attacker, target)
    }

    /// What a shot would do; nothing of it is hidden from anybody.
    pub fn shot_preview(
        &self,
        attacker: UnitId,
        target: UnitId,
        extra: Option<UnitId>,
    ) -> Result<ShotPreview, Reason> {
        self.game.shot_preview(self.state, attacker, target, extra)
    }

    /// What the viewer knows.
    pub fn view(&self) -> View {
        let (game, state) = (self.game, self.state);
        let mut known = *state;
        let open = [Side::Red, Side::Black].map(|side| self.viewer.owns(side.seat()));
        let mut souls: List<SoulId, SOULS_MAX> = state.decks.all().iter().copied().collect();
        let mut items = state.item_deck;
        for side in [0, 1] {
            if !open[side] {
                // No card is in two zones, so that they all fit.
                state.souls[side].iter().for_each(|soul| souls.push(*soul));
                state.items[side].iter().for_each(|item| items.push(*item));
                known.souls[side] = List::new();
                known.items[side] = List::new();
            }
        }
        known.decks = Decks::default();
        known.item_deck = List::new();
        souls.sort_unstable_by_key(|soul| game.soul_rank[soul.index()]);
        items.sort_unstable_by_key(|item| game.item_rank[item.index()]);
        let count = |side: usize| (state.souls[side].len() as u8, state.items[side].len() as u8);
        View {
            seat: self.side().map(Side::seat),
            known,
            open,
            counts: [count(0), count(1)],
            decks: std::array::from_fn(|base| state.decks.deck(Base::ALL[base]).len() as u8),
            item_deck: state.item_deck.len() as u8,
            unseen_bases: souls.iter().map(|s| game.souls[s.index()].base as u8).collect(),
            unseen_souls: souls,
            unseen_items: items,
            shots: self.shots(),
        }
    }

    /// What each possible shot of the viewer would do, while it is his to fire one.
    fn shots(&self) -> Vec<ShotPreview> {
        let (game, state) = (self.game, self.state);
        let fights = state.phase.get() == Phase::Combat && state.winner.is_none();
        if !fights || self.side() != Some(state.side) {
            return Vec::new();
        }
        let enemies = state.side_slots(state.side.other());
        let own = slots(state.side_slots(state.side));
        own.flat_map(|slot| slots(game.targets(state, slot, enemies)).map(move |to| (slot, to)))
            .filter_map(|(slot, target)| {
                let shooter = game.shooter(state, slot).ok()?;
                Some(game.preview_of(state, &game.aimed(state, shooter, target).ok()?))
            })
            .collect()
    }
}

impl Necro {
    /// The cells to which a unit may move now.
    pub fn legal_moves(&self, state: &State, unit_id: UnitId) -> Vec<Cell> {
        let Some(slot) = state.slot_of(unit_id) else { return Vec::new() };
        let may = |to: &Cell| {
            self.can_act(state, state.side.seat(), &Action::Move { unit_id, to: *to }).is_ok()
        };
        cells(self.destinations(state, slot)).filter(may).collect()
    }

    /// The units at which a unit may shoot now, without a chained target.
    pub fn shootable_targets(&self, state: &State, unit: UnitId) -> Vec<UnitId> {
        let all = slots(state.all_slots()).map(|slot| state.unit(slot).id);
        let may = |target: &UnitId| {
            self.can_act(state, state.side.seat(), &Action::shot(unit, *target)).is_ok()
        };
        all.filter(may).collect()
    }

    /// The units that may be chained to a shot.
    pub fn chain_targets(&self, state: &State, attacker: UnitId, target: UnitId) -> Vec<UnitId> {
        let shot = Action::shot(attacker, target);
        if self.can_act(state, state.side.seat(), &shot).is_err() {
            return Vec::new();
        }
        let found = state.slot_of(attacker).zip(state.slot_of(target));
        let linked = found.map_or(0, |(slot, target)| self.links(state, slot, target));
        slots(linked).map(|slot| state.unit(slot).id).collect()
    }
}
