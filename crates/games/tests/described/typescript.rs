//! Prints a game's schema as TypeScript. It knows the keywords that the schemas use and stops at others, so that no
//! type on the page is wider than its schema without anybody noticing.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The width at which lists and objects are broken.
const WIDTH: usize = 100;
/// The types that every game has, in the order of the file.
const MAIN: [&str; 5] = ["View", "Event", "Action", "Config", "Reason"];
/// What a schema says besides the type.
const NOTES: [&str; 8] = [
    "description",
    "default",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "format",
];

/// A module with all types of a game.
pub fn module(game: &str, schema: &Value) -> String {
    let defs = schema["$defs"].as_object().expect("a schema has definitions");
    let main = MAIN.iter().map(|name| (*name, &defs[*name]));
    let rest = defs.iter().map(|(name, def)| (name.as_str(), def));
    let all = main.chain(rest.filter(|(name, _)| !MAIN.contains(name)));
    let head = format!("// Generated from the rules of {game} by `make protocol`; do not edit.\n");
    all.fold(head, |text, (name, def)| text + "\n" + &declaration(name, def))
}

fn declaration(name: &str, def: &Value) -> String {
    let doc = doc(def, 0);
    match def.get("properties") {
        Some(_) => format!("{doc}export interface {name} {}\n", object(def, 0)),
        None => {
            let kind = kind(def, 0);
            let gap = if kind.starts_with('\n') { "" } else { " " };
            format!("{doc}export type {name} ={gap}{kind};\n")
        }
    }
}

fn doc(schema: &Value, depth: usize) -> String {
    let pad = "  ".repeat(depth);
    match schema.get("description").and_then(Value::as_str) {
        Some(text) => format!("{pad}/** {} */\n", text.replace("*/", "* /")),
        None => String::new(),
    }
}

/// The type that a schema describes.
fn kind(schema: &Value, depth: usize) -> String {
    let Value::Object(keys) = schema else { return "unknown".into() };
    let says = |key: &str| keys.get(key);
    let known: BTreeSet<&str> =
        keys.keys().map(String::as_str).filter(|key| !NOTES.contains(key)).collect();
    let only = |allowed: &[&str]| {
        assert!(known.iter().all(|key| allowed.contains(key)), "cannot print {schema}");
    };
    if let Some(reference) = says("$ref").and_then(Value::as_str) {
        only(&["$ref"]);
        return reference.trim_start_matches("#/$defs/").into();
    }
    if let Some(value) = says("const") {
        only(&["const", "type"]);
        return literal(value);
    }
    if let Some(Value::Array(values)) = says("enum") {
        only(&["enum", "type"]);
        return union(values.iter().map(|value| (String::new(), literal(value))).collect(), depth);
    }
    if let Some(Value::Array(alternatives)) = says("anyOf").or(says("oneOf")) {
        only(&["anyOf", "oneOf"]);
        let alternative = |schema| (doc(schema, depth + 1), kind(schema, depth + 1));
        return union(alternatives.iter().map(alternative).collect(), depth);
    }
    only(&["type", "items", "prefixItems", "properties", "required", "additionalProperties"]);
    match says("type") {
        Some(Value::Array(kinds)) => {
            let each = kinds.iter().map(|one| (String::new(), plain(one, keys, schema, depth)));
            union(each.collect(), depth)
        }
        Some(one) => plain(one, keys, schema, depth),
        None => "unknown".into(),
    }
}

/// The type of a schema that names one of JSON's own.
fn plain(one: &Value, keys: &Map<String, Value>, schema: &Value, depth: usize) -> String {
    match one.as_str().unwrap_or_default() {
        "integer" | "number" => "number".into(),
        "array" => array(keys, depth),
        "object" => object(schema, depth),
        other => other.into(),
    }
}

fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"))
}

fn array(keys: &Map<String, Value>, depth: usize) -> String {
    if let Some(Value::Array(items)) = keys.get("prefixItems") {
        let items: Vec<String> = items.iter().map(|item| kind(item, depth)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = keys.get("items").map_or_else(|| "unknown".into(), |items| kind(items, depth));
    let count = |key: &str| keys.get(key).and_then(Value::as_u64);
    match (count("minItems"), count("maxItems")) {
        (Some(low), Some(high)) if low == high && low <= 8 => {
            format!("[{}]", vec![item; low as usize].join(", "))
        }
        _ if item.contains('|') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

/// Alternatives with what is said of each; on lines of their own where they are long or explained.
fn union(mut alternatives: Vec<(String, String)>, depth: usize) -> String {
    let mut seen = BTreeSet::new();
    alternatives.retain(|(_, kind)| seen.insert(kind.clone()));
    let kinds: Vec<&str> = alternatives.iter().map(|(_, kind)| kind.as_str()).collect();
    let line = kinds.join(" | ");
    if alternatives.iter().all(|(doc, _)| doc.is_empty())
        && line.len() <= WIDTH
        && !line.contains('\n')
    {
        return line;
    }
    let pad = "  ".repeat(depth + 1);
    alternatives
        .iter()
        .fold(String::new(), |text, (doc, kind)| format!("{text}\n{doc}{pad}| {kind}"))
}

fn object(schema: &Value, depth: usize) -> String {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    if properties.is_empty() {
        return match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => "Record<string, never>".into(),
            Some(of) => format!("Record<string, {}>", kind(of, depth)),
            None => "Record<string, unknown>".into(),
        };
    }
    let fields: Vec<(String, String)> =
        properties.iter().map(|(key, of)| field(schema, key, of, depth)).collect();
    let line = fields.iter().map(|(_, field)| field.as_str()).collect::<Vec<_>>().join("; ");
    if fields.iter().all(|(doc, _)| doc.is_empty())
        && line.len() <= WIDTH
        && !line.contains('\n')
        && depth > 0
    {
        return format!("{{ {line} }}");
    }
    let pad = "  ".repeat(depth);
    let lines = fields.iter().map(|(doc, field)| format!("{doc}{pad}  {field};\n"));
    format!("{{\n{}{pad}}}", lines.collect::<String>())
}

/// A field with what is said of it.
fn field(schema: &Value, key: &str, of: &Value, depth: usize) -> (String, String) {
    let required =
        schema["required"].as_array().is_some_and(|keys| keys.iter().any(|one| one == key));
    let word = key.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_' || sign == '$');
    let name = if word { key.to_owned() } else { format!("'{key}'") };
    let mark = if required { "" } else { "?" };
    let mut bare = of.clone();
    bare_fields(&mut bare);
    (doc(of, depth + 1), format!("{name}{mark}: {}", kind(&bare, depth + 1)))
}

/// Takes the words off the fields of objects within a field, so that they fit on a line.
fn bare_fields(schema: &mut Value) {
    let within: Vec<&mut Value> = match schema {
        Value::Object(keys) => keys.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => return,
    };
    for inner in within {
        if let Value::Object(keys) = inner {
            keys.remove("description");
        }
        bare_fields(inner);
    }
}
