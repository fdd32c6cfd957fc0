//! What matches send, checked against the schemas: unknown and missing fields fail.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Dice, Input, LoadedGame, Millis, Opening, RecordedMatch, Seat,
    Seed, Signal, Viewer, Visit,
};
use bout_games::Catalogue;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// Where a match is given up.
const TURNS: u64 = 250;

/// The checks of one game.
struct Schemas {
    view: Validator,
    event: Validator,
    action: Validator,
    config: Validator,
    reason: Validator,
    /// The collection, of a game that describes one.
    cards: Option<Validator>,
    checked: [u64; 3],
    /// The kinds of events and actions that no match has shown yet.
    unseen: BTreeSet<String>,
}

impl Schemas {
    fn of(schema: &Value) -> Self {
        let validator = |name: &str| {
            let mut schema = schema.clone();
            schema["$ref"] = json!(format!("#/$defs/{name}"));
            jsonschema::validator_for(&schema).expect("a schema is valid")
        };
        let [view, event, action] = ["View", "Event", "Action"].map(validator);
        let [config, reason] = ["Config", "Reason"].map(validator);
        let cards = schema["$defs"].get("Cards").map(|_| validator("Cards"));
        let unseen =
            [kinds(schema, "Event"), kinds(schema, "Action")].concat().into_iter().collect();
        Schemas { view, event, action, config, reason, cards, checked: [0; 3], unseen }
    }

    fn view(&mut self, view: &Value, what: &str) {
        assert_fits(&self.view, view, what);
        self.checked[0] += 1;
    }

    fn event(&mut self, event: &Value, what: &str) {
        assert_fits(&self.event, event, what);
        self.unseen.remove(&kind_of("Event", event));
        self.checked[1] += 1;
    }

    fn action(&mut self, action: &Value, what: &str) {
        assert_fits(&self.action, action, what);
        self.unseen.remove(&kind_of("Action", action));
        self.checked[2] += 1;
    }

    /// Checks the accepted actions, the events and the views of a game's golden transcripts.
    fn transcripts(&mut self, game: &str) {
        let directory =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{game}/tests/transcripts"));
        for file in std::fs::read_dir(directory).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let refused = lines.get(at + 1).is_some_and(|next| next.starts_with('!'));
                let json = line.find('{').map(|start| &line[start..]).unwrap_or_default();
                let value =
                    || serde_json::Deserializer::from_str(json).into_iter::<Value>().next()?.ok();
                match (line.get(..2).unwrap_or_default(), value()) {
                    ("< ", Some(event)) => self.event(&event, line),
                    ("? ", Some(view)) => self.view(&view, line),
                    ("> ", Some(action)) if !refused && action.get("type").is_some() => {
                        self.action(&action, line);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The kinds of a union, by the constants that tell its alternatives apart.
fn kinds(schema: &Value, name: &str) -> Vec<String> {
    let alternatives = schema["$defs"][name]["oneOf"].as_array();
    let tag = |of: &Value| {
        let constant =
            |property: &Value| property.get("const").and_then(Value::as_str).map(str::to_owned);
        of["properties"].as_object().into_iter().flat_map(Map::values).find_map(constant)
    };
    alternatives.into_iter().flatten().filter_map(tag).map(|tag| format!("{name} {tag}")).collect()
}

/// The kind of an event or an action.
fn kind_of(name: &str, value: &Value) -> String {
    let tag = value.get("type").or(value.get("action")).and_then(Value::as_str);
    format!("{name} {}", tag.unwrap_or_default())
}

fn assert_fits(validator: &Validator, value: &Value, what: &str) {
    if validator.is_valid(value) {
        return;
    }
    let faults: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    panic!("{what} does not fit its schema:\n{}\n{value:#}", faults.join("\n"));
}

/// One match that is played at random, with people who come and go.
struct Played<'a, G: Catalogued> {
    table: Box<dyn AnyMatch>,
    dice: Dice,
    told: u64,
    schemas: &'a mut Schemas,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Catalogued> Played<'a, G> {
    fn open(rules: &LoadedGame<G>, seed: Seed, number: u64, schemas: &'a mut Schemas) -> Self {
        let mut dice = Dice::of(seed, 0);
        let presets = G::presets();
        let preset = &presets[number as usize % presets.len()];
        let (name, config) =
            match G::soak().and_then(|soak| soak.config(&mut dice)).filter(|_| number % 2 == 1) {
                Some(config) => (None, serde_json::to_value(config).unwrap()),
                None => (Some(preset.name), json!({})),
            };
        let opening = Opening { preset: name, config: &config, seed, luck: None };
        let whole =
            rules.config(name, &config).unwrap_or_else(|error| panic!("{}: {error}", G::ID));
        assert_fits(&schemas.config, &whole, "a config");
        let table = rules.open(&opening).unwrap_or_else(|error| panic!("{}: {error}", G::ID));
        Played { table, dice, told: 0, schemas, game: std::marker::PhantomData }
    }

    fn seats(&self) -> Vec<Seat> {
        (0..self.table.seats()).map(Seat).chain([Seat::HOST]).collect()
    }

    fn check(&mut self) {
        let (seats, outside) = (self.seats(), [Viewer::Public, Viewer::Referee]);
        for viewer in seats.iter().map(|seat| Viewer::Seat(*seat)).chain(outside) {
            let view = self.table.view(viewer);
            self.schemas.view(&view, &format!("the view of {viewer:?}"));
            for (_, event) in self.table.events(viewer, self.told) {
                self.schemas.event(&event, &format!("an event for {viewer:?}"));
            }
        }
        self.told = self.table.seq() + 1;
        for seat in seats {
            for action in self.table.legal(seat) {
                self.schemas.action(&action, "a legal action");
            }
            for offer in self.table.options(seat) {
                self.schemas.action(&offer.action, "an offered action");
                if let Some(code) = offer.code {
                    assert_fits(&self.schemas.reason, &json!(code), "a reason");
                }
            }
        }
    }

    /// Time passes, then something comes in.
    fn turn(&mut self) {
        let now = self.table.now();
        let wake = match (self.dice.below(6), self.table.next_deadline()) {
            (0, Some(deadline)) => deadline.max(now),
            _ => now + u64::from(self.dice.below(1_500)),
        };
        self.table.advance(wake).unwrap_or_else(|refused| panic!("{}: {}", G::ID, refused.code));
        let Some(input) = self.input() else { return };
        let at = self.table.now().max(Millis(0));
        // The conformance suite looks at what is refused.
        let accepted = self.table.submit(at, &input, None, None).is_ok();
        if let (true, Input::Act { action, .. }) = (accepted, &input) {
            self.schemas.action(action, "an accepted action");
        }
    }

    fn input(&mut self) -> Option<Input<Value>> {
        let seats = self.seats();
        match self.dice.below(600) {
            0 => {
                // Nobody is offered to cancel a match, and every game knows by its own rules who may.
                let seat = Seat(self.dice.below(self.table.seats().into()) as u8);
                Some(Input::Act { seat, action: json!({ "type": "CANCEL_MATCH" }) })
            }
            1..=120 => {
                let seat = *self.dice.pick(&seats)?;
                let live = self
                    .table
                    .as_any()
                    .downcast_ref::<RecordedMatch<G>>()
                    .expect("a table of this game")
                    .live();
                let action =
                    G::soak()?.mischief(live.game(), live.state(), seat, &mut self.dice)?;
                let _names = live.game().capabilities().naming();
                Some(Input::Act { seat, action: serde_json::to_value(action).ok()? })
            }
            121..=160 => {
                let seat = Seat(self.dice.below(self.table.seats().into()) as u8);
                let gone = self.dice.below(6) == 0;
                let signal = if gone { Signal::Left { seat } } else { Signal::Returned { seat } };
                Some(Input::Signal { signal })
            }
            _ => {
                let waited: Vec<Seat> = self.table.to_act().iter().collect();
                let seat = *self.dice.pick(&waited)?;
                let action = self.dice.pick(&self.table.legal(seat))?.clone();
                Some(Input::Act { seat, action })
            }
        }
    }
}

/// Plays so many matches of a game, each with another seed and, where a game has them, other settings.
struct Plays {
    schema: Value,
    matches: u64,
    examples: Vec<Value>,
}

impl Visit for Plays {
    type Out = Schemas;

    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Schemas {
        let mut schemas = Schemas::of(&self.schema);
        schemas.transcripts(G::ID);
        self.examples.iter().for_each(|action| schemas.action(action, "an example"));
        let rules = LoadedGame::<G>::new(Arc::clone(library));
        if let Some(schema) = &schemas.cards {
            let collection = rules.cards().map(bout_core::AnyCards::collection).unwrap_or_default();
            assert_fits(schema, &collection, "the collection");
        }
        for number in 0..self.matches {
            let mut played =
                Played::<G>::open(&rules, Seed(7).derive(number), number, &mut schemas);
            for _ in 0..TURNS {
                played.check();
                if played.table.outcome().is_some() {
                    break;
                }
                played.turn();
            }
            played.check();
        }
        schemas
    }
}

/// `examples` are actions that no listed choice, transcript or mischief shows.
fn plays(game: &str, matches: u64, examples: Vec<Value>) {
    let catalogue = Catalogue::shipped();
    let schema = catalogue.schema(game).unwrap();
    let plays = Plays { schema, matches, examples };
    let Schemas { checked, unseen, .. } = catalogue.with_game(game, plays).unwrap();
    let [views, events, actions] = checked;
    println!("{game}: {views} views, {events} events, {actions} actions");
    assert!(checked.iter().all(|count| *count > 1_000), "{game}: too little was checked");
    assert!(unseen.is_empty(), "{game}: never seen: {unseen:?}");
}

#[test]
fn judo_sends_what_its_schema_says() {
    let edits = json!({ "stat": "power", "playerValue": 3 });
    plays(
        "judo",
        80,
        vec![json!({ "type": "dispatch", "trigger": "modifyRoundDecision", "edits": edits })],
    );
}

#[test]
fn necro_sends_what_its_schema_says() {
    plays("necro", 30, Vec::new());
}

#[test]
fn orcain_sends_what_its_schema_says() {
    plays("orcain", 60, Vec::new());
}

#[test]
fn tank_sends_what_its_schema_says() {
    plays("tank", 50, Vec::new());
}

#[test]
fn tcg_sends_what_its_schema_says() {
    plays("tcg", 150, Vec::new());
}

#[test]
fn a_field_that_is_not_in_the_schema_fails() {
    let schema = Catalogue::shipped().schema("orcain").unwrap();
    let schemas = Schemas::of(&schema);
    let action = json!({ "type": "confirm", "layout": [null, null, null] });
    assert!(schemas.action.is_valid(&action));
    let mut more = action.clone();
    more["extra"] = json!(1);
    assert!(!schemas.action.is_valid(&more));
    assert!(!schemas.action.is_valid(&json!({ "type": "confirm" })));
}
