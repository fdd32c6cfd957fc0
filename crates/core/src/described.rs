//! The JSON of a game as JSON Schema: the one source of the page's types and of the documents for bot writers.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Game, List, Seat, SeatSet};

/// A game that describes its JSON.
pub trait Described:
    Game<
        View: JsonSchema,
        Event: JsonSchema,
        Action: JsonSchema,
        Config: JsonSchema,
        Reason: JsonSchema,
    >
{
    /// Describes other documents of the game; `Cards` is the collection, if the game has one.
    fn describe_more(_generator: &mut SchemaGenerator) {}

    /// The schema of everything a client sends or receives, under `$defs`: `View`, `Event`, `Action`, `Config`,
    /// `Reason` and the types they are made of. Objects have no other fields than the listed ones.
    fn schema() -> Value {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut generator = settings.into_generator();
        let main = [
            ("View", generator.subschema_for::<Self::View>()),
            ("Event", generator.subschema_for::<Self::Event>()),
            ("Action", generator.subschema_for::<Self::Action>()),
            ("Config", generator.subschema_for::<Self::Config>()),
            ("Reason", generator.subschema_for::<Self::Reason>()),
        ];
        Self::describe_more(&mut generator);
        let mut defs = generator.take_definitions(true);
        for (name, schema) in main {
            defs.entry(name).or_insert(schema.to_value());
        }
        let mut schema = json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": Self::ID,
            "description": format!("What clients of {} send and receive, version {} of its rules.", Self::ID, Self::VERSION),
            "$defs": defs,
        });
        RecursiveTransform(close).transform(&mut schema);
        schema.to_value()
    }
}

/// Makes a schema exact and plain: denies unknown fields and `null` for fields that are left out instead, and drops
/// what schemars notes of Rust's own types.
fn close(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    spread(object);
    let format = object.get("format").and_then(Value::as_str).unwrap_or_default();
    if format.starts_with("uint") || format.starts_with("int") {
        object.remove("format");
    }
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    let is_object = object.get("type").is_some_and(|kind| kind == "object");
    if is_object && !object.contains_key("oneOf") {
        object.entry("additionalProperties").or_insert(json!(false));
    }
    let required = object.get("required").cloned().unwrap_or_default();
    let is_required =
        |key: &String| required.as_array().is_some_and(|keys| keys.contains(&json!(key)));
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    for (key, property) in properties {
        let nullable = property.as_object_mut().and_then(|property| property.remove(NULLABLE));
        if !is_required(key) && nullable.is_none() {
            deny_null(property);
        }
    }
}

/// Marks a field that can be null although it can also be missing: `#[schemars(extend("nullable" = true))]`.
const NULLABLE: &str = "nullable";

/// Gives every alternative of an object the fields that stand beside the alternatives, after its own.
fn spread(object: &mut Map<String, Value>) {
    if !object.contains_key("properties") || !object.contains_key("oneOf") {
        return;
    }
    let mut common = object.remove("properties").unwrap_or_default();
    // Said once would be enough, and a schema has no place for it.
    for property in common.as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
        property.as_object_mut().and_then(|property| property.remove("description"));
    }
    let required = object.remove("required").unwrap_or_default();
    object.remove("type");
    let alternatives = object.get_mut("oneOf").and_then(Value::as_array_mut);
    for alternative in alternatives.into_iter().flatten() {
        if let Some(Value::Object(own)) = alternative.get_mut("properties") {
            own.extend(
                common.as_object().into_iter().flatten().map(|(key, of)| (key.clone(), of.clone())),
            );
        }
        if let Some(Value::Array(own)) = alternative.get_mut("required") {
            own.extend(required.as_array().into_iter().flatten().cloned());
        }
    }
}

/// Takes `null` out of what a schema allows.
fn deny_null(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            object.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(kinds)) = object.get_mut("anyOf") {
        kinds.retain(|kind| kind != &json!({ "type": "null" }));
        if let [Value::Object(only)] = kinds.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            object.extend(only);
        }
    }
}

/// The schema of a string out of a list of names; used by [`names!`](crate::names).
pub fn one_of_names(names: &[impl Serialize]) -> Schema {
    json_schema!({ "type": "string", "enum": names })
}

/// The schema of a list of at most so many values, for types that are written as one.
pub fn list_of<T: JsonSchema>(generator: &mut SchemaGenerator, max: usize) -> Schema {
    json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": max })
}

impl<T: JsonSchema, const N: usize> JsonSchema for List<T, N> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("ListOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list_of::<T>(generator, N)
    }
}

/// The seat of a player. The seat of the host is in no view, event or action, so it is not described.
impl JsonSchema for Seat {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": crate::SEATS_MAX - 1 })
    }
}

impl JsonSchema for SeatSet {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "SeatSet".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list_of::<Seat>(generator, usize::from(crate::SEATS_MAX))
    }
}

/// Describes a type by the document it is written as: `described_as!(View, ViewDocument)`.
#[macro_export]
macro_rules! described_as {
    (for<$T:ident> $Type:ty, $Document:ty) => {
        $crate::described_as!(@impl [$T: $crate::schemars::JsonSchema] $Type, $Document);
    };
    (@impl [$($generics:tt)*] $Type:ty, $Document:ty) => {
        impl<$($generics)*> $crate::schemars::JsonSchema for $Type {
            fn inline_schema() -> bool {
                <$Document as $crate::schemars::JsonSchema>::inline_schema()
            }
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                <$Document as $crate::schemars::JsonSchema>::schema_name()
            }
            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                <$Document as $crate::schemars::JsonSchema>::schema_id()
            }
            fn json_schema(
                generator: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                <$Document as $crate::schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
    ($Type:ty, $Document:ty) => {
        $crate::described_as!(@impl [] $Type, $Document);
    };
}
