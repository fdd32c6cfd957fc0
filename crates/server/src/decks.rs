//! The cards and decks of a game, and the judgement of decks that people make.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use bout_core::{DataError, DataFile};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};

use crate::App;
use crate::api::{Body, HttpAnswer, HttpRefusal, Part};
use crate::document::Document;

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games/{game}/cards", get(cards))
        .route("/games/{game}/decks/check", post(check))
}

/// The description of these routes.
#[derive(OpenApi)]
#[openapi(paths(cards, check))]
pub struct DecksApi;

/// A deck to be judged: a list in plain text, or a document.
#[derive(Deserialize, ToSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected {\"text\": LIST} or {\"deck\": DOCUMENT}"
)]
enum Brought {
    /// One line for each card, such as `4 Ashkit (firstlight 7)`.
    Text {
        /// The list.
        text: String,
    },
    /// As a deck file has it.
    Deck {
        /// The document.
        deck: Value,
    },
}

/// What is to be said of a deck.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// The deck as a document; null if it cannot be read.
    #[cfg_attr(test, ts(type = "unknown"))]
    deck: Option<Value>,
    /// What is wrong with it, by the usual rules for decks.
    faults: Vec<DeckFault>,
}

/// One thing wrong with a deck.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeckFault {
    /// Where: a line of the text, or a place in the document.
    place: String,
    /// The stable code.
    code: String,
    /// The same for people.
    text: String,
}

impl From<DataError> for DeckFault {
    fn from(DataError { path, code, message, .. }: DataError) -> Self {
        DeckFault { place: path, code, text: message }
    }
}

/// The loaded cards of a game and the decks that people are offered.
#[utoipa::path(get, path = "/api/games/{game}/cards", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 404, body = HttpRefusal)))]
async fn cards(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let rules = app.rules(&game).map_err(|_| HttpRefusal::not_found("game"))?;
    let made = app.documents.get(&format!("cards {}", rules.id()), || {
        rules.cards().map(|cards| Document::json(&cards.collection()))
    });
    let made = made.ok_or_else(|| HttpRefusal::not_found("collection of cards"))?;
    Ok(made.answer(&headers))
}

/// Judges a deck.
#[utoipa::path(post, path = "/api/games/{game}/decks/check", params(("game" = String, Path)),
    request_body = Brought,
    responses((status = 200, body = Judged), (status = 404, body = HttpRefusal),
              (status = 400, body = HttpRefusal), (status = 413, body = HttpRefusal),
              (status = 415, body = HttpRefusal), (status = 422, body = HttpRefusal)))]
async fn check(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
    Body(brought): Body<Brought>,
) -> HttpAnswer<Judged> {
    let rules = app.rules(&game).map_err(|_| HttpRefusal::not_found("game"))?;
    let file = match brought {
        Brought::Text { text } => DataFile { name: "deck.txt".into(), text },
        Brought::Deck { deck } => DataFile { name: "deck.json".into(), text: deck.to_string() },
    };
    let Some(decks) = rules.decks() else {
        let text = "this game is not played with decks";
        return Err(HttpRefusal::new(StatusCode::NOT_FOUND, "no_decks", text));
    };
    let faults = decks.faults(std::slice::from_ref(&file));
    let faults = faults.into_iter().map(DeckFault::from).collect();
    Ok(Json(Judged { deck: decks.read(&file), faults }))
}
