//! What the engine answers.

use bout_core::{AnyMatch, Done, OpenError, Refused, Viewer};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The fields of an answer besides `ok` and `id`.
pub struct EngineAnswer(Map<String, Value>);

impl EngineAnswer {
    /// An answer with these fields; `fields` must be an object.
    pub fn new(fields: Value) -> Self {
        match fields {
            Value::Object(map) => EngineAnswer(map),
            other => EngineAnswer(Map::from_iter([("value".to_owned(), other)])),
        }
    }

    /// What came of an input, and where the match stands now.
    pub fn done(done: Done, table: &dyn AnyMatch) -> Self {
        let told = table.events(Viewer::Referee, done.from);
        let events: Vec<_> = told.into_iter().map(|(_, event)| event).collect();
        let mut answer = EngineAnswer::new(json!({"seq": done.seq, "events": events}));
        if done.more {
            answer.0.insert("more".into(), true.into());
        }
        answer.standing(table)
    }

    /// Adds where the match stands.
    pub fn standing(mut self, table: &dyn AnyMatch) -> Self {
        let standing = EngineAnswer::new(json!({
            "phase": table.phase(),
            "to_act": table.to_act(),
            "now": table.now(),
            "deadline": table.next_deadline(),
            "outcome": table.outcome(),
        }));
        self.0.extend(standing.0);
        self
    }

    /// The whole line.
    pub fn answer(self, id: Option<&RawValue>) -> EngineLine<'_> {
        EngineLine { ok: true, id, rest: self.0 }
    }
}

/// A line of output. The id is what the client wrote, to the letter.
#[derive(Serialize)]
pub struct EngineLine<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Why a request was not done.
pub struct EngineError {
    code: &'static str,
    text: String,
    heard: bool,
}

impl EngineError {
    /// A refusal with its code.
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        EngineError { code, text: text.into(), heard: false }
    }

    /// It was no request.
    pub fn bad_request(text: impl Into<String>) -> Self {
        EngineError::new("bad_request", text)
    }

    /// The whole line.
    pub fn answer(self, id: Option<&RawValue>) -> EngineLine<'_> {
        let mut rest = Map::new();
        rest.insert("code".into(), self.code.into());
        rest.insert("text".into(), self.text.into());
        if self.heard {
            rest.insert("heard".into(), true.into());
        }
        EngineLine { ok: false, id, rest }
    }
}

impl From<Refused> for EngineError {
    fn from(refused: Refused) -> Self {
        EngineError { code: refused.code, text: refused.text, heard: refused.heard }
    }
}

impl From<OpenError> for EngineError {
    fn from(error: OpenError) -> Self {
        EngineError::new(error.code, error.text)
    }
}
