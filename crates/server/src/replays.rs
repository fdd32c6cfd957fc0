//! Looking back: a finished match, or a replay file, entry by entry as any of its seats saw it; and
//! playing on from there.

// The description of query parameters writes full paths.
#![allow(unused_qualifications)]

use std::sync::Arc;

use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bout_core::{AnyGame, AnyMatch, Input, Millis, Replay, ReplayFault, Seat, Viewer};
use bout_store::{Account, MatchRow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::App;
use crate::api::{Body, Caller, HttpAnswer, HttpRefusal, Part, Shared, TextBody};
use crate::aside::NotDone;
use crate::document::answer_json;
use crate::door::too_many;
use crate::message::{Place, TableSpec};
use crate::peer::Peer;
use crate::room::{Origin, RoomError};
use crate::server_message::{Deadline, Ending};

/// A replay file may have so many bytes.
pub(crate) const FILE_BYTES: usize = 1 << 20;
/// So many entries are shown at once.
const STILLS: usize = 250;
/// And so many bytes of them, but always one entry.
const FILM_BYTES: usize = 1 << 20;

/// The routes.
pub fn routes(app: &Arc<App>) -> Router<Arc<App>> {
    Router::new()
        .route("/matches/{id}/replay", get(match_replay))
        .route("/matches/{id}/film", get(match_film))
        .route("/matches/{id}/play-on", post(match_play_on))
        .route("/replays/film", post(file_film))
        .route("/replays/play-on", post(file_play_on))
        .layer(DefaultBodyLimit::max(FILE_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), admit))
}

/// Lets few requests for films in at once, before anything of their bodies is read.
async fn admit(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    match app.gate.films.take(peer) {
        Some(_pass) => next.run(request).await,
        None => {
            app.gate.note_hit("films", peer);
            too_many("too many replays are being read at once; try again")
        }
    }
}

/// The description of these routes.
#[derive(OpenApi)]
#[openapi(paths(match_replay, match_film, match_play_on, file_film, file_play_on))]
pub struct ReplaysApi;

/// Which part of a match, and as whom.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Look {
    /// The seat whose view is shown; the public's if missing.
    seat: Option<u8>,
    /// The entry to begin with; 0 is the set-up.
    #[serde(default)]
    from: u64,
    /// The secret of a private match's share link.
    share: Option<String>,
}

/// A part of a match as one viewer saw it.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Film {
    /// Which game.
    game: String,
    /// The complete setting.
    #[cfg_attr(test, ts(type = "unknown"))]
    config: Value,
    /// Who sat where.
    names: Vec<String>,
    /// How many entries the match has.
    #[cfg_attr(test, ts(type = "number"))]
    entries: u64,
    /// How it ended, or null.
    #[cfg_attr(test, ts(type = "Ending | null"))]
    #[schema(value_type = Value)]
    outcome: Option<Ending>,
    /// The views from the wanted entry on, as many as are shown at once: at least one, and where
    /// there are more, the rest is asked for with `from`.
    #[cfg_attr(test, ts(type = "Array<Still>"))]
    #[schema(value_type = Vec<Still>)]
    stills: Vec<Box<RawValue>>,
}

/// A match after one of its entries.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Still {
    /// The number of the entry; 0 is the set-up.
    #[cfg_attr(test, ts(type = "number"))]
    seq: u64,
    /// The match's time.
    #[cfg_attr(test, ts(type = "number"))]
    at: u64,
    /// What entered; null at the set-up.
    #[cfg_attr(test, ts(type = "unknown"))]
    #[schema(value_type = Value)]
    input: Option<Input<Value>>,
    /// The state of the chart.
    phase: &'static str,
    /// What was seen.
    #[cfg_attr(test, ts(type = "unknown"))]
    view: Value,
    /// What was told.
    #[cfg_attr(test, ts(type = "Array<unknown>"))]
    events: Vec<Value>,
    /// What would have happened by itself, and when.
    #[schema(value_type = Vec<Value>)]
    deadlines: Vec<Deadline>,
    /// The digest of the state.
    digest: String,
}

/// From where to go on, and with whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlayOn {
    /// After which entry.
    at: u64,
    /// The secret of a private match's share link.
    share: Option<String>,
    /// Who sits where: `me` or a `bot`.
    #[schema(value_type = Vec<Value>)]
    seats: Vec<Place>,
    /// How long a computer player waits before each move, in milliseconds.
    #[serde(default)]
    bot_pace_ms: u32,
}

/// A replay file, and from where to go on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FilePlayOn {
    /// The file.
    #[schema(value_type = Value)]
    replay: Box<Replay>,
    /// From where, and with whom.
    on: PlayOn,
}

/// A match that began.
#[derive(Serialize, ToSchema)]
struct Begun {
    /// Its id.
    #[serde(rename = "match")]
    of: String,
}

fn unreadable(fault: ReplayFault) -> HttpRefusal {
    HttpRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_replay", fault.to_string())
}

fn film(rules: &dyn AnyGame, replay: &Replay, look: &Look) -> Result<Film, HttpRefusal> {
    let viewer = look.seat.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
    if look.seat.is_some_and(|seat| usize::from(seat) >= replay.names.len()) {
        return Err(HttpRefusal::new(
            StatusCode::BAD_REQUEST,
            "bad_request",
            "this match has no such seat",
        ));
    }
    let (mut stills, mut bytes) = (Vec::new(), 0);
    let folded = rules.fold(replay, &mut |table| {
        if table.seq() < look.from || stills.len() >= STILLS || bytes >= FILM_BYTES {
            return;
        }
        // Kept as text, which takes a tenth of the memory.
        if let Ok(text) = serde_json::value::to_raw_value(&still(table, viewer, replay)) {
            bytes += text.get().len();
            stills.push(text);
        }
    });
    let table = folded.map_err(unreadable)?;
    let outcome = table.outcome().and_then(|outcome| serde_json::from_value(json!(outcome)).ok());
    Ok(Film {
        game: replay.game.clone(),
        config: replay.config.clone(),
        names: replay.names.clone(),
        entries: table.seq(),
        outcome,
        stills,
    })
}

fn still(table: &dyn AnyMatch, viewer: Viewer, replay: &Replay) -> Still {
    let seq = table.seq();
    let before = usize::try_from(seq).ok().and_then(|seq| seq.checked_sub(1));
    let input = before.and_then(|at| replay.entries.get(at)).map(|entry| entry.input.clone());
    let events = table.events(viewer, seq).into_iter().map(|(_, event)| event).collect();
    let deadline = |(timer, at): (Value, Millis)| Deadline { timer, at: at.0 };
    Still {
        seq,
        at: table.now().0,
        input: input.filter(|input| seen(input, viewer)),
        phase: table.phase(),
        view: table.view(viewer),
        events,
        deadlines: table.deadlines().into_iter().map(deadline).collect(),
        digest: table.digest().to_string(),
    }
}

/// Whether a viewer may know what entered: everything but others' actions, which its own events tell.
fn seen(input: &Input<Value>, viewer: Viewer) -> bool {
    !matches!(input, Input::Act { seat, .. } if viewer != Viewer::Seat(*seat))
}

/// Folds where it keeps nobody waiting.
async fn aside<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, HttpRefusal> + Send + 'static,
) -> Result<T, HttpRefusal> {
    let failed = |why| match why {
        NotDone::Busy => {
            let text = "too many replays are being read at once; try again";
            HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text)
        }
        NotDone::Broke => {
            let text = "the replay could not be folded";
            HttpRefusal::new(StatusCode::INTERNAL_SERVER_ERROR, "engine_fault", text)
        }
    };
    app.aside.run(work).await.map_err(failed)?
}

/// Folds, writes and compresses a film; a megabyte of text would keep players waiting elsewhere.
async fn filmed(
    app: Arc<App>,
    headers: HeaderMap,
    read: impl FnOnce() -> Result<Replay, HttpRefusal> + Send + 'static,
    look: Look,
) -> Result<Response, HttpRefusal> {
    let folding = Arc::clone(&app);
    let shown = aside(&app, move || {
        let replay = read()?;
        let rules = folding.rules(&replay.game).map_err(|_| HttpRefusal::not_found("game"))?;
        Ok(answer_json(&headers, &film(rules, &replay, &look)?))
    });
    shown.await
}

async fn played_on(
    app: Arc<App>,
    account: Account,
    read: impl FnOnce() -> Result<(Box<Replay>, PlayOn), HttpRefusal> + Send + 'static,
) -> HttpAnswer<Begun> {
    let folding = Arc::clone(&app);
    let (spec, origin) = aside(&app, move || {
        let (mut replay, on) = read()?;
        let rules = folding.rules(&replay.game).map_err(|_| HttpRefusal::not_found("game"))?;
        let kept = usize::try_from(on.at).unwrap_or(usize::MAX);
        replay.entries.truncate(kept);
        let table = rules.fold(&replay, &mut |_| {}).map_err(unreadable)?;
        if table.outcome().is_some() {
            let text = "the match is over there; go on from an earlier moment";
            return Err(HttpRefusal::new(StatusCode::CONFLICT, "match_over", text));
        }
        let spec = TableSpec {
            game: replay.game,
            preset: None,
            config: replay.config,
            seats: on.seats,
            public: false,
            bot_pace_ms: on.bot_pace_ms,
            seed: None,
            host: false,
            class: None,
        };
        Ok((spec, Origin::State(table.state(), table.now())))
    })
    .await?;
    let room = app.play_on(&account, spec, origin).await.map_err(not_begun)?;
    Ok(Json(Begun { of: room.id.to_string() }))
}

fn not_begun(error: RoomError) -> HttpRefusal {
    match error {
        RoomError::Refused { code, text } => HttpRefusal::new(StatusCode::CONFLICT, code, text),
        RoomError::TooPoor(_) => {
            HttpRefusal::new(StatusCode::CONFLICT, "not_enough_tokens", "it cannot be paid")
        }
        RoomError::Store(error) => error.into(),
    }
}

/// What is kept of a finished match, read apart from players; nothing of it is parsed yet.
struct Kept {
    header: String,
    lines: Vec<String>,
    outcome: String,
}

impl Kept {
    async fn of(app: &App, row: MatchRow) -> Result<Kept, HttpRefusal> {
        let Some(outcome) = row.outcome else {
            let text = "the match is still running; its replay is available when it is over";
            return Err(HttpRefusal::new(StatusCode::CONFLICT, "match_running", text));
        };
        let lines = app.store.browse(move |kept| kept.entries(&row.id)).await?;
        Ok(Kept { header: row.header, lines, outcome })
    }

    fn replay(&self) -> Result<Replay, HttpRefusal> {
        let damaged =
            |text: String| HttpRefusal::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged_log", text);
        let replay = Replay::assembled(&self.header, &self.lines);
        let mut replay = replay.map_err(|fault| damaged(fault.to_string()))?;
        let outcome = serde_json::from_str(&self.outcome);
        replay.outcome = outcome.map_err(|error| damaged(error.to_string()))?;
        Ok(replay)
    }
}

/// The replay of a finished match: everything that entered it, with its seed.
#[utoipa::path(get, path = "/api/matches/{id}/replay", params(("id" = String, Path), Shared),
    responses((status = 200, body = Value), (status = 404, body = HttpRefusal),
              (status = 409, body = HttpRefusal), (status = 503, body = HttpRefusal)))]
async fn match_replay(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
    Part(Query(Shared { share })): Part<Query<Shared>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let row = app.visible_match(&id, &caller, share.as_deref()).await?;
    let kept = Kept::of(&app, row).await?;
    let answer = aside(&app, move || Ok(answer_json(&headers, &kept.replay()?))).await?;
    let name = [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.json\""))];
    Ok((name, answer).into_response())
}

/// A finished match, entry by entry.
#[utoipa::path(get, path = "/api/matches/{id}/film", params(("id" = String, Path), Look),
    responses((status = 200, body = Film), (status = 400, body = HttpRefusal),
              (status = 404, body = HttpRefusal), (status = 409, body = HttpRefusal)))]
async fn match_film(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
    Part(Query(look)): Part<Query<Look>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let row = app.visible_match(&id, &caller, look.share.as_deref()).await?;
    let kept = Kept::of(&app, row).await?;
    filmed(app, headers, move || kept.replay(), look).await
}

/// A replay file, entry by entry.
#[utoipa::path(post, path = "/api/replays/film", params(Look), request_body = Value,
    responses((status = 200, body = Film), (status = 400, body = HttpRefusal),
              (status = 422, body = HttpRefusal)))]
async fn file_film(
    State(app): State<Arc<App>>,
    Part(Query(look)): Part<Query<Look>>,
    headers: HeaderMap,
    TextBody(file): TextBody,
) -> Result<Response, HttpRefusal> {
    filmed(app, headers, move || Replay::parse(&file).map_err(unreadable), look).await
}

/// Goes on from a moment of a finished match, as a new one.
#[utoipa::path(post, path = "/api/matches/{id}/play-on", params(("id" = String, Path)),
    request_body = PlayOn,
    responses((status = 200, body = Begun), (status = 401, body = HttpRefusal),
              (status = 404, body = HttpRefusal), (status = 409, body = HttpRefusal),
              (status = 400, body = HttpRefusal), (status = 413, body = HttpRefusal),
              (status = 415, body = HttpRefusal), (status = 422, body = HttpRefusal)))]
async fn match_play_on(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
    caller: Caller,
    Body(on): Body<PlayOn>,
) -> HttpAnswer<Begun> {
    let account = app.account_of(&caller).await?;
    let row = app.visible_match(&id, &caller, on.share.as_deref()).await?;
    let kept = Kept::of(&app, row).await?;
    played_on(app, account, move || Ok((Box::new(kept.replay()?), on))).await
}

/// Goes on from a moment of a replay file.
#[utoipa::path(post, path = "/api/replays/play-on", request_body = FilePlayOn,
    responses((status = 200, body = Begun), (status = 401, body = HttpRefusal),
              (status = 409, body = HttpRefusal), (status = 422, body = HttpRefusal),
              (status = 400, body = HttpRefusal), (status = 413, body = HttpRefusal),
              (status = 415, body = HttpRefusal)))]
async fn file_play_on(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
) -> HttpAnswer<Begun> {
    let account = app.account_of(&caller).await?;
    let TextBody(file) = TextBody::from_request(request, &app).await?;
    let read = move || {
        let unread = |error: serde_json::Error| {
            HttpRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_replay", error.to_string())
        };
        let FilePlayOn { replay, on } = serde_json::from_str(&file).map_err(unread)?;
        Ok((replay, on))
    };
    played_on(app, account, read).await
}
