//! All cards as a screen shows them: names, numbers and words.

use bout_core::Described;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cards::{Cards, Item, Soul};
use crate::id::{ItemId, SoulId};
use crate::item::{EffectKind, Timing};
use crate::piece::{Base, Key};
use crate::wire::KeyValue;

impl Described for crate::Necro {
    fn describe_more(generator: &mut SchemaGenerator) {
        let _ = generator.subschema_for::<Collection>();
    }
}

/// The souls and items that are loaded, and the pieces.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cards")]
struct Collection {
    souls: Vec<SoulDocument>,
    items: Vec<ItemDocument>,
    bases: Vec<BaseDocument>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Soul")]
struct SoulDocument {
    id: SoulId,
    clan: &'static str,
    name: String,
    name_original: String,
    base: Base,
    cost: u32,
    hp: u8,
    atk: KeyValue,
    def: [KeyValue; 2],
    texts: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Item")]
struct ItemDocument {
    id: ItemId,
    name: String,
    name_original: String,
    cost: u32,
    timing: Timing,
    copies: u8,
    effect: EffectKind,
    text: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Piece")]
struct BaseDocument {
    base: Base,
    hp: u8,
}

impl From<&Soul> for SoulDocument {
    fn from(soul: &Soul) -> Self {
        let [physical, magic] = soul.stats.def;
        SoulDocument {
            id: soul.id,
            clan: soul.clan.name(),
            name: soul.name.clone(),
            name_original: soul.name_original.clone(),
            base: soul.base,
            cost: soul.cost,
            hp: soul.stats.hp,
            atk: KeyValue { key: soul.stats.key, value: soul.stats.atk },
            def: [
                KeyValue { key: Key::Phys, value: physical },
                KeyValue { key: Key::Magic, value: magic },
            ],
            texts: soul.texts(),
        }
    }
}

impl From<&Item> for ItemDocument {
    fn from(item: &Item) -> Self {
        ItemDocument {
            id: item.id,
            name: item.name.clone(),
            name_original: item.name_original.clone(),
            cost: item.cost,
            timing: item.timing,
            copies: item.copies,
            effect: item.effect.kind(),
            text: item.effect.text(),
        }
    }
}

impl Cards {
    /// All cards as a screen shows them.
    pub fn document(&self) -> Value {
        json!(Collection::of(self))
    }
}

impl Collection {
    fn of(cards: &Cards) -> Self {
        Collection {
            souls: cards.souls.iter().map(SoulDocument::from).collect(),
            items: cards.items.iter().map(ItemDocument::from).collect(),
            bases: Base::ALL
                .iter()
                .map(|base| BaseDocument { base: *base, hp: base.stats().hp })
                .collect(),
        }
    }
}
