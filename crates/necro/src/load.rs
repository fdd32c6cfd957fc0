//! Reading card files; every error names the file, the card, the field and what was expected.

use std::collections::BTreeMap;

use bout_core::{DataError, DataFile, Digest, List, Named};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::ability::{Ability, AbilityKind, BlockMode, For, PierceMode, When};
use crate::cards::{ABILITIES_MAX, Cards, ITEMS_MAX, Item, SOULS_MAX, Soul, Weights};
use crate::id::{ClanId, ItemId, SoulId};
use crate::item::{Effect, EffectKind, Timing};
use crate::piece::{Base, Key, Stats};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyValue {
    key: Key,
    value: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SoulDocument {
    id: String,
    clan: ClanId,
    name: String,
    name_original: String,
    base: Base,
    cost: u32,
    hp: std::num::NonZeroU8,
    atk: KeyValue,
    def: Vec<KeyValue>,
    abilities: Vec<Ability>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ItemDocument {
    id: String,
    name: String,
    name_original: String,
    cost: u32,
    timing: Timing,
    copies: u8,
    effect: Effect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightDocument {
    base: Option<u32>,
    trained: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsDocument {
    default: u32,
    souls: BTreeMap<String, WeightDocument>,
}

/// What has been read so far, with the place of each card.
#[derive(Default)]
struct Reading {
    souls: Vec<(Place, Soul)>,
    items: Vec<(Place, Item)>,
    weights: Option<(Place, WeightsDocument)>,
    values: BTreeMap<String, Value>,
    errors: Vec<DataError>,
}

/// Where in the files something stands.
#[derive(Clone)]
struct Place {
    file: String,
    path: String,
}

impl Place {
    fn error(&self, below: &str, code: &str, message: impl Into<String>) -> DataError {
        let path = match below {
            "" | "." => self.path.clone(),
            list if list.starts_with('[') => format!("{}{list}", self.path),
            field => format!("{}.{field}", self.path),
        };
        DataError { file: self.file.clone(), path, code: code.into(), message: message.into() }
    }
}

/// Reads all files; what they do not speak of comes from `fallback`.
pub fn read(files: &[DataFile], fallback: Option<&Cards>) -> Result<Cards, Vec<DataError>> {
    let mut reading = Reading::default();
    files.iter().for_each(|file| reading.file(file));
    reading.finish(fallback)
}

impl Reading {
    fn file(&mut self, file: &DataFile) {
        let place = |path: String| Place { file: file.name.clone(), path };
        match serde_json::from_str::<Value>(&file.text) {
            Ok(Value::Array(cards)) => {
                for (at, card) in cards.into_iter().enumerate() {
                    self.card(place(format!("$[{at}]")), card);
                }
            }
            Ok(weights @ Value::Object(_)) => match parse(&place("$".into()), "weights", weights) {
                Ok(weights) => self.weights = Some((place("$".into()), weights)),
                Err(error) => self.errors.push(error),
            },
            Ok(_) => {
                let expected = "a list of cards, or an object of weights expected";
                self.errors.push(place("$".into()).error("", "not_cards", expected));
            }
            Err(error) => {
                self.errors.push(place("$".into()).error("", "bad_json", error.to_string()));
            }
        }
    }

    fn card(&mut self, place: Place, card: Value) {
        let id = card.get("id").and_then(Value::as_str).unwrap_or("a card").to_owned();
        let read = if card.get("abilities").is_some() {
            soul(&place, &id, card.clone()).map(|soul| self.souls.push((place.clone(), soul)))
        } else if card.get("effect").is_some() {
            item(&place, &id, card.clone()).map(|item| self.items.push((place.clone(), item)))
        } else {
            let expected =
                format!("{id}: a soul with `abilities` or an item with `effect` expected");
            Err(place.error("", "not_a_card", expected))
        };
        match read {
            Ok(()) if self.values.insert(id.clone(), card).is_some() => {
                self.errors.push(place.error(
                    "id",
                    "duplicate_id",
                    format!("{id}: this id is taken"),
                ));
            }
            Ok(()) => {}
            Err(error) => self.errors.push(error),
        }
    }

    fn finish(mut self, fallback: Option<&Cards>) -> Result<Cards, Vec<DataError>> {
        self.check_numbers();
        self.souls.sort_by_key(|(_, soul)| soul.id.name());
        self.items.sort_by_key(|(_, item)| item.id.name());
        let known: Vec<SoulId> = self.souls.iter().map(|(_, soul)| soul.id).collect();
        let known = |id: SoulId| {
            let shipped =
                known.is_empty() && fallback.is_some_and(|cards| cards.soul(id).is_some());
            shipped || known.contains(&id)
        };
        let weights = match &self.weights {
            Some((place, document)) => weights(place, document, known, &mut self.errors),
            None => fallback.map(|cards| cards.weights.clone()).unwrap_or_default(),
        };
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let mut souls: Vec<_> = self.souls.into_iter().map(|(_, soul)| soul).collect();
        let mut items: Vec<_> = self.items.into_iter().map(|(_, item)| item).collect();
        let mut digest = Digest::of(&self.values).0;
        if let Some(shipped) = fallback.filter(|_| souls.is_empty() || items.is_empty()) {
            digest ^= shipped.digest.rotate_left(u32::from(souls.is_empty()) + 1);
            if souls.is_empty() {
                souls.clone_from(&shipped.souls);
            }
            if items.is_empty() {
                items.clone_from(&shipped.items);
            }
        }
        Ok(Cards { souls, items, weights, digest, shipped: false })
    }

    fn check_numbers(&mut self) {
        if let Some((place, soul)) = self.souls.get(SOULS_MAX) {
            let text = format!("{}: a card set has at most {SOULS_MAX} souls", soul.id.name());
            self.errors.push(place.error("", "too_many", text));
        }
        let mut copies = 0;
        for (place, item) in &self.items {
            copies += usize::from(item.copies);
            if copies > ITEMS_MAX {
                let name = item.id.name();
                let text = format!(
                    "{name}: a card set has at most {ITEMS_MAX} item cards, copies counted"
                );
                return self.errors.push(place.error("copies", "too_many", text));
            }
        }
    }
}

fn weights(
    place: &Place,
    document: &WeightsDocument,
    known: impl Fn(SoulId) -> bool,
    errors: &mut Vec<DataError>,
) -> Weights {
    let mut souls = Vec::new();
    for (name, weight) in &document.souls {
        let id = SoulId::find(name);
        if known(id) {
            souls.push((id, weight.base, weight.trained));
        } else {
            let text = format!("'{name}' is no soul of this card set");
            errors.push(place.error("souls", "unknown_soul", text));
        }
    }
    Weights { default: document.default, souls }
}

/// Reads a value; the error names the field under `place`.
fn parse<T: DeserializeOwned>(place: &Place, id: &str, value: Value) -> Result<T, DataError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = plain(&error.path().to_string());
        place.error(&path, "bad_card", format!("{id}: {}", error.into_inner()))
    })
}

/// A path without the kinds that [`lift`] has put into it.
fn plain(path: &str) -> String {
    let kinds = AbilityKind::ALL.iter().map(Named::name);
    let lifted = |part: &&str| {
        kinds.clone().chain(EffectKind::ALL.iter().map(Named::name)).any(|kind| kind == *part)
    };
    path.split('.').filter(|part| !lifted(part)).collect::<Vec<_>>().join(".")
}

/// `{"kind": K, …}` as `{K: {…}}`, which can be read with the place of what is wrong in it.
fn lift(value: &mut Value) {
    let Value::Object(fields) = value else { return };
    if let Some(Value::String(kind)) = fields.get("kind").cloned() {
        let mut rest = std::mem::take(fields);
        rest.remove("kind");
        *value = Value::Object(Map::from_iter([(kind, Value::Object(rest))]));
    }
}

fn soul(place: &Place, id: &str, mut card: Value) -> Result<Soul, DataError> {
    if let Some(Value::Array(abilities)) = card.get_mut("abilities") {
        abilities.iter_mut().for_each(lift);
    }
    let read: SoulDocument = parse(place, id, card)?;
    let wrong =
        |field: &str, text: String| Err(place.error(field, "bad_card", format!("{id}: {text}")));
    if matches!(read.base, Base::King | Base::Soldier) {
        return wrong("base", "a king or a soldier takes no soul; another base expected".into());
    }
    if read.abilities.len() > ABILITIES_MAX {
        return wrong("abilities", format!("at most {ABILITIES_MAX} abilities expected"));
    }
    let mut def = [0; 2];
    for (at, KeyValue { key, value }) in read.def.iter().enumerate() {
        if read.def[..at].iter().any(|before| before.key == *key) {
            return wrong(&format!("def[{at}]"), format!("'{}' stands twice", key.name()));
        }
        def[*key as usize] = *value;
    }
    for (at, ability) in read.abilities.iter().enumerate() {
        if let Err((field, text)) = check(ability, &read.abilities) {
            let kind = ability.kind().name();
            return wrong(&format!("abilities[{at}].{field}"), format!("{kind}: {text}"));
        }
    }
    let soul_id = SoulId::intern(&read.id).filter(|_| !read.id.is_empty());
    let Some(soul_id) = soul_id else {
        return wrong(
            "id",
            "a name expected, and not too many different ones in one process".into(),
        );
    };
    Ok(Soul {
        id: soul_id,
        clan: read.clan,
        name: read.name,
        name_original: read.name_original,
        base: read.base,
        cost: read.cost,
        stats: Stats { hp: read.hp.get(), key: read.atk.key, atk: read.atk.value, def },
        kinds: read.abilities.iter().fold(0, |kinds, ability| kinds | ability.kind().bit()),
        abilities: read.abilities.into_iter().collect::<List<_, ABILITIES_MAX>>(),
    })
}

fn item(place: &Place, id: &str, mut card: Value) -> Result<Item, DataError> {
    if let Some(effect) = card.get_mut("effect") {
        lift(effect);
    }
    let read: ItemDocument = parse(place, id, card)?;
    let item_id = ItemId::intern(&read.id).filter(|_| !read.id.is_empty());
    let Some(item_id) = item_id else {
        let text = format!("{id}: a name expected, and not too many different ones in one process");
        return Err(place.error("id", "bad_card", text));
    };
    Ok(Item {
        id: item_id,
        name: read.name,
        name_original: read.name_original,
        cost: read.cost,
        timing: read.timing,
        copies: read.copies,
        effect: read.effect,
    })
}

type Wrong = (&'static str, &'static str);

/// What the parameters of an ability say together.
fn check(ability: &Ability, all: &[Ability]) -> Result<(), Wrong> {
    let fits = |holds: bool, wrong: Wrong| if holds { Ok(()) } else { Err(wrong) };
    let clan = |r#for: &For, clan: &Option<ClanId>| {
        fits(
            (*r#for == For::Clan) == clan.is_some(),
            ("clan", "expected with `for` CLAN, and only there"),
        )
    };
    match ability {
        Ability::IgnoreBlocking { mode, count, .. } => fits(
            (*mode == BlockMode::Count) == count.is_some(),
            ("count", "expected with mode `count`, and only there"),
        ),
        Ability::Pierce { mode, count, .. } => fits(
            (*mode == PierceMode::LineEnemies) == count.is_some(),
            ("count", "expected with mode LINE_ENEMIES, and only there"),
        ),
        Ability::AuraIgnoreBlocking { r#for, .. } => fits(
            *r#for != Some(For::Clan),
            ("for", "CROSS_RIVER_UNITS or ALLIES_IN_PALACE expected"),
        ),
        Ability::AuraDamageBonus { amount, per, amount_per, r#for, clan: of, .. } => {
            let one = amount.is_some() && per.is_none() && amount_per.is_none();
            let other = amount.is_none() && per.is_some() && amount_per.is_some();
            fits(one || other, ("amount", "either `amount`, or `per` and `amountPer` expected"))?;
            clan(r#for, of)
        }
        Ability::AuraDefBonus { r#for, clan: of, .. } => clan(r#for, of),
        Ability::DamageBonus { target_when, .. } => fits(
            target_when.is_none_or(|when| when == When::TargetInPalace),
            ("targetWhen", "TARGET_IN_PALACE expected"),
        ),
        Ability::OnDeathFixedDamage { ignore_def, .. } => {
            fits(*ignore_def, ("ignoreDef", "`true` expected"))
        }
        Ability::SacrificeShotBuff { buff, .. } => {
            fits(
                buff.chain_radius.is_some() == buff.chain_damage_percent.is_some(),
                ("buff", "`chainRadius` and `chainDamagePercent` expected together"),
            )?;
            let both =
                all.iter().any(|other| matches!(other, Ability::SacrificeSelfKingInvincible {}));
            fits(!both, ("kind", "a card with one kind of sacrifice expected"))
        }
        _ => Ok(()),
    }?;
    let resonates = all.iter().any(|other| matches!(other, Ability::Resonance { .. }));
    match ability.when() {
        Some(When::TargetInPalace) => Err(("when", "TARGET_IN_PALACE is for `targetWhen`")),
        Some(When::ResonanceActive) if !resonates => {
            Err(("when", "RESONANCE_ACTIVE needs the ability RESONANCE on the same card"))
        }
        _ => Ok(()),
    }
}
