//! The HTTP side: accounts, games, matches, leaderboards, health, metrics, and the way to sockets.

// The description of query parameters writes full paths.
#![allow(unused_qualifications)]

use std::sync::{Arc, OnceLock};

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bout_core::Replay;
use bout_store::{Account, MatchFilter, MatchRow, NewAccount, Renamed, StoreError};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_http::timeout::TimeoutLayer;
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::clock::unix_ms;
use crate::peer::Peer;
use crate::room::{Meta, Sitter, Stage};
use crate::told::SeatCard;
use crate::upgrade::{orcain_socket, platform_socket};
use crate::{App, token};

/// How many lines a list has at most.
const LIST_MAX: i64 = 100;

/// The routes.
pub fn router(app: Arc<App>) -> Router {
    let timeout =
        TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, app.settings.limits.head * 2);
    let api = Router::new()
        .route("/guests", post(make_guest))
        .route("/me", get(me).patch(rename))
        .route("/me/matches", get(my_matches))
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/chart", get(chart))
        .route("/tables", get(tables))
        .route("/matches", get(matches))
        .route("/matches/{id}", get(one_match))
        .route("/matches/{id}/replay", get(replay))
        .route("/leaderboard/{game}", get(leaderboard))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/openapi.json", get(|| async { Json(openapi()) }))
        .merge(crate::runs::routes(&app))
        .merge(crate::decks::routes())
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(app.settings.limits.message_bytes))
        .merge(crate::replays::routes());
    Router::new()
        .merge(crate::page::routes())
        .route("/ws", get(platform_socket))
        .route("/ws/orcain", get(orcain_socket))
        .route("/metrics", get(render_metrics))
        .nest("/api", api)
        .method_not_allowed_fallback(wrong_method)
        .fallback(crate::page::elsewhere)
        .layer(timeout)
        .with_state(app)
}

/// The description of the HTTP side.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bout",
        description = "Accounts, games, matches and leaderboards of a match server."
    ),
    paths(
        make_guest,
        me,
        rename,
        my_matches,
        games,
        game,
        chart,
        tables,
        matches,
        one_match,
        replay,
        leaderboard,
        health,
        ready
    )
)]
struct Description;

/// The `OpenAPI` document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut all = Description::openapi();
    all.merge(crate::decks::Description::openapi());
    all.merge(crate::replays::Description::openapi());
    all.merge(crate::runs::Description::openapi());
    all
}

/// Collects the figures of this process; every server of it adds to the same.
pub fn metrics_recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is in use");
        }
        // Shown as 0 before anything has happened.
        metrics::counter!("bout_frames_dropped_total").absolute(0);
        metrics::gauge!("bout_queue_length").set(0.0);
        handle
    })
}

/// Why a request was not done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    #[serde(skip)]
    status: StatusCode,
    /// The stable code.
    code: String,
    /// For people.
    text: String,
}

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        code: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Refusal { status, code: code.into(), text: text.into() }
    }

    /// A request, or a part of it, that cannot be read.
    fn unread(status: StatusCode, text: String) -> Self {
        let code = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "wrong_content_type",
            _ => "bad_request",
        };
        Refusal::new(status, code, text)
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Refusal::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "store_unavailable", error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

macro_rules! unread {
    ($($rejection:ty),+) => {
        $(impl From<$rejection> for Refusal {
            fn from(rejection: $rejection) -> Self {
                Refusal::unread(rejection.status(), rejection.body_text())
            }
        })+
    };
}

unread!(JsonRejection, PathRejection, QueryRejection);

/// A part of a request; one that cannot be read is refused like everything else here.
pub(crate) struct Part<E>(pub E);

impl<E> FromRequestParts<Arc<App>> for Part<E>
where
    E: FromRequestParts<Arc<App>>,
    Refusal: From<E::Rejection>,
{
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        Ok(Part(E::from_request_parts(parts, app).await?))
    }
}

/// The JSON that a request carries.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refusal> {
        let Json(body) = Json::from_request(request, app).await?;
        Ok(Body(body))
    }
}

pub(crate) type Answered<T> = Result<Json<T>, Refusal>;

async fn wrong_method() -> Refusal {
    let text = "this cannot be done here";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", text)
}

/// A new guest.
#[derive(Serialize, ToSchema)]
struct Guest {
    /// Public id of the account.
    account: String,
    /// The secret that names the account in `hello`; told this once.
    token: String,
}

/// Makes a guest account.
#[utoipa::path(post, path = "/api/guests", responses(
    (status = 200, body = Guest), (status = 429, body = Refusal)))]
async fn make_guest(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
) -> Answered<Guest> {
    if !app.gate.may_make_account(peer) {
        let text = "too many accounts from this address; wait a minute";
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", text));
    }
    let (account, secret) = app.new_account().await?;
    Ok(Json(Guest { account, token: secret }))
}

impl App {
    /// Makes an account; gives its id and its secret.
    pub(crate) async fn new_account(&self) -> Result<(String, String), StoreError> {
        let (id, secret) = (format!("a_{}", token::short()), token::secret());
        let tokens = self.settings.start_tokens;
        let token_hash = token::hash(&secret);
        let new = NewAccount { id: id.clone(), token_hash, tokens, at: unix_ms() };
        self.store.write(move |kept| kept.create_account(&new)).await?;
        Ok((id, secret))
    }

    pub(crate) async fn account_of(&self, headers: &HeaderMap) -> Result<Account, Refusal> {
        let refused =
            || Refusal::new(StatusCode::UNAUTHORIZED, "unauthorized", "a known token is needed");
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = bearer.and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(refused)?;
        self.account_of_secret(secret).await?.ok_or_else(refused)
    }
}

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
struct Me {
    /// Public id of the account.
    account: String,
    /// What the person wants to be called.
    name: Option<String>,
    /// The balance.
    tokens: i64,
}

impl From<Account> for Me {
    fn from(Account { id, name, tokens, .. }: Account) -> Self {
        Me { account: id, name, tokens }
    }
}

/// The account of the bearer's token.
#[utoipa::path(get, path = "/api/me", responses(
    (status = 200, body = Me), (status = 401, body = Refusal)))]
async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Answered<Me> {
    Ok(Json(app.account_of(&headers).await?.into()))
}

/// A wish for a name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Naming {
    /// 3 to 16 letters, digits, `_`, `-` or spaces.
    name: String,
}

/// Names the account.
#[utoipa::path(patch, path = "/api/me", request_body = Naming, responses(
    (status = 200, body = Me), (status = 400, body = Refusal), (status = 401, body = Refusal),
    (status = 409, body = Refusal), (status = 413, body = Refusal),
    (status = 415, body = Refusal), (status = 422, body = Refusal)))]
async fn rename(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Body(Naming { name }): Body<Naming>,
) -> Answered<Me> {
    let account = app.account_of(&headers).await?;
    let Some(name) = clean_name(&name) else {
        let text = "a name has 3 to 16 letters, digits, '_', '-' or spaces";
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_name", text));
    };
    match app.store.write(move |kept| kept.rename(&account.id, &name, 0)).await? {
        Renamed::Done(account) => Ok(Json(account.into())),
        Renamed::Taken | Renamed::TooPoor => {
            Err(Refusal::new(StatusCode::CONFLICT, "name_taken", "somebody else has this name"))
        }
    }
}

/// A name as it is kept: trimmed, with single spaces; none if it is no name.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (3..=16).contains(&name.chars().count());
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    (fits && name.chars().all(allowed)).then_some(name)
}

/// The games with presets, computer players and the schema of their settings.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Value>)))]
async fn games(State(app): State<Arc<App>>) -> Json<Vec<Value>> {
    Json(app.all_rules().map(describe).collect())
}

fn describe(rules: &dyn bout_core::RuleSet) -> Value {
    let info = rules.info();
    let schema = schema(&info.config);
    let mut described = json!(info);
    described["config_schema"] = schema;
    described
}

/// A JSON schema by example: the complete default says which keys there are and of which type. What
/// values a game accepts, it judges itself when a match is made.
fn schema(value: &Value) -> Value {
    let kind = match value {
        Value::Null => return json!({}),
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(items) => {
            let items = items.first().map_or_else(|| json!({}), schema);
            return json!({"type": "array", "items": items, "default": value});
        }
        Value::Object(fields) => {
            let properties: serde_json::Map<String, Value> =
                fields.iter().map(|(key, field)| (key.clone(), schema(field))).collect();
            return json!({"type": "object", "properties": properties,
                          "additionalProperties": false});
        }
    };
    json!({"type": kind, "default": value})
}

/// One game.
#[utoipa::path(get, path = "/api/games/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 400, body = Refusal),
              (status = 404, body = Refusal)))]
async fn game(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
) -> Answered<Value> {
    let rules = app.rules(&game).map_err(|_| Refusal::not_found("game"))?;
    Ok(Json(describe(rules)))
}

/// A game's state chart.
#[utoipa::path(get, path = "/api/games/{game}/chart", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 404, body = Refusal)))]
async fn chart(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
) -> Answered<Value> {
    let rules = app.rules(&game).map_err(|_| Refusal::not_found("game"))?;
    Ok(Json(json!(rules.chart())))
}

/// Public tables that wait for somebody.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Value>)))]
async fn tables(State(app): State<Arc<App>>) -> Json<Vec<Value>> {
    Json(app.hall().lobby.open_tables(&app))
}

/// Which matches are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// `running` or `finished`.
    state: Option<String>,
    /// Of this game only.
    game: Option<String>,
    /// At most so many, 100 or fewer.
    limit: Option<i64>,
}

impl Wanted {
    fn filter(self, account: Option<String>) -> Result<MatchFilter, Refusal> {
        let finished = match self.state.as_deref() {
            None => None,
            Some("running") => Some(false),
            Some("finished") => Some(true),
            Some(_) => {
                let text = "state is 'running' or 'finished'";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "bad_request", text));
            }
        };
        let limit = self.limit.unwrap_or(20).clamp(0, LIST_MAX);
        Ok(MatchFilter { game: self.game, account, finished, public: false, limit })
    }
}

/// A match in a list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct MatchCard {
    /// Its id.
    #[serde(rename = "match")]
    of: String,
    /// Which game.
    game: String,
    /// When it began, in Unix milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    created: i64,
    /// When it ended; null while it runs.
    #[cfg_attr(test, ts(type = "number | null"))]
    finished: Option<i64>,
    /// How it ended; null while it runs.
    #[cfg_attr(test, ts(type = "Ending | null"))]
    outcome: Value,
    /// Why it ended without a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    code: Option<String>,
    /// Who sits where.
    #[schema(value_type = Vec<Value>)]
    seats: Vec<SeatCard>,
    /// One's own seats, in the list of one's own matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    yours: Option<Vec<u8>>,
}

impl MatchCard {
    fn of(row: &MatchRow) -> Self {
        let meta: Option<Meta> = serde_json::from_str(&row.meta).ok();
        let seats = meta.iter().flat_map(|meta| &meta.seats).map(Sitter::card).collect();
        let outcome = row.outcome.as_deref().map(serde_json::from_str);
        let outcome: Value = outcome.and_then(Result::ok).unwrap_or_default();
        // It ended without a result: by a fault, or because nobody came back.
        let aborted = outcome["ending"] == "aborted";
        let code = outcome["code"].as_str().unwrap_or("aborted").to_owned();
        MatchCard {
            of: row.id.clone(),
            game: row.game.clone(),
            created: row.created,
            finished: row.finished,
            outcome: if aborted { Value::Null } else { outcome },
            code: aborted.then_some(code),
            seats,
            yours: None,
        }
    }

    fn for_account(row: &MatchRow, account: &str) -> Self {
        let meta: Option<Meta> = serde_json::from_str(&row.meta).ok();
        let yours = meta.map(|meta| meta.seats_of(account).map(|seat| seat.0).collect());
        MatchCard { yours, ..MatchCard::of(row) }
    }
}

/// Public matches, running and finished, the latest first.
#[utoipa::path(get, path = "/api/matches", params(Wanted),
    responses((status = 200, body = Vec<MatchCard>), (status = 400, body = Refusal)))]
async fn matches(
    State(app): State<Arc<App>>,
    Part(Query(wanted)): Part<Query<Wanted>>,
) -> Answered<Vec<MatchCard>> {
    let filter = MatchFilter { public: true, ..wanted.filter(None)? };
    let rows = app.store.read(move |kept| kept.matches(&filter)).await?;
    Ok(Json(rows.iter().map(MatchCard::of).collect()))
}

/// The bearer's own matches, the latest first.
#[utoipa::path(get, path = "/api/me/matches", params(Wanted),
    responses((status = 200, body = Vec<MatchCard>), (status = 400, body = Refusal),
              (status = 401, body = Refusal)))]
async fn my_matches(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Part(Query(wanted)): Part<Query<Wanted>>,
) -> Answered<Vec<MatchCard>> {
    let account = app.account_of(&headers).await?.id;
    let filter = wanted.filter(Some(account.clone()))?;
    let rows = app.store.read(move |kept| kept.matches(&filter)).await?;
    Ok(Json(rows.iter().map(|row| MatchCard::for_account(row, &account)).collect()))
}

/// One match.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path)),
    responses((status = 200, body = MatchCard), (status = 404, body = Refusal)))]
async fn one_match(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
) -> Answered<MatchCard> {
    let row = app.store.read(move |kept| kept.match_row(&id)).await?;
    row.map(|row| Json(MatchCard::of(&row))).ok_or_else(|| Refusal::not_found("match"))
}

/// The replay of a finished match: everything that entered it, with its seed.
#[utoipa::path(get, path = "/api/matches/{id}/replay", params(("id" = String, Path)),
    responses((status = 200, body = Value), (status = 404, body = Refusal),
              (status = 409, body = Refusal)))]
async fn replay(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
) -> Result<Response, Refusal> {
    let replay = app.replay_of(&id).await?;
    let name = format!("attachment; filename=\"{id}.json\"");
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(replay)).into_response())
}

impl App {
    /// What the store holds of a match, with the lines of its log.
    pub(crate) async fn kept_match(
        &self,
        id: &str,
    ) -> Result<Option<(MatchRow, Vec<String>)>, StoreError> {
        let id = id.to_owned();
        let found = self.store.read(move |kept| match kept.match_row(&id)? {
            Some(row) => Ok(Some((row, kept.entries(&id)?))),
            None => Ok(None),
        });
        found.await
    }

    /// The replay of a finished match.
    pub(crate) async fn replay_of(&self, id: &str) -> Result<Replay, Refusal> {
        let found = self.kept_match(id).await?;
        let Some((row, lines)) = found else { return Err(Refusal::not_found("match")) };
        let Some(outcome) = row.outcome else {
            let text = "the match is running; its replay can be had when it is over";
            return Err(Refusal::new(StatusCode::CONFLICT, "match_running", text));
        };
        let damaged =
            |text: String| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged_log", text);
        let replay = Replay::assembled(&row.header, &lines);
        let mut replay = replay.map_err(|fault| damaged(fault.to_string()))?;
        replay.outcome =
            serde_json::from_str(&outcome).map_err(|error| damaged(error.to_string()))?;
        Ok(replay)
    }
}

/// A line of a leaderboard.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Standing {
    /// 1 is the best.
    place: usize,
    /// What the person wants to be called.
    name: Option<String>,
    /// The rating.
    rating: f64,
    /// How sure it is.
    deviation: f64,
    /// How many rated matches it is made of.
    #[cfg_attr(test, ts(type = "number"))]
    matches: i64,
}

/// The best players of a game.
#[utoipa::path(get, path = "/api/leaderboard/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Vec<Standing>), (status = 404, body = Refusal)))]
async fn leaderboard(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
) -> Answered<Vec<Standing>> {
    app.rules(&game).map_err(|_| Refusal::not_found("game"))?;
    let ranked = app.store.read(move |kept| kept.leaderboard(&game, LIST_MAX)).await?;
    let line = |(place, ranked): (usize, bout_store::Ranked)| Standing {
        place,
        name: ranked.name,
        rating: ranked.rating.rating.round(),
        deviation: ranked.rating.deviation.round(),
        matches: ranked.matches,
    };
    Ok(Json((1..).zip(ranked).map(line).collect()))
}

/// The process is alive.
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = Value)))]
async fn health() -> Json<Value> {
    Json(json!({"ok": true, "version": env!("CARGO_PKG_VERSION")}))
}

/// The server takes matches: its store answers, and what was left is taken up.
#[utoipa::path(get, path = "/api/ready", responses(
    (status = 200, body = Value), (status = 503, body = Refusal)))]
async fn ready(State(app): State<Arc<App>>) -> Answered<Value> {
    if !app.is_ready() {
        let text = "matches are being taken up";
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "starting", text));
    }
    app.store.write(|kept| kept.totals()).await?;
    let runs = app.settings.simulator.is_some();
    Ok(Json(json!({"ok": true, "store": app.store.kind(), "now": unix_ms(), "runs": runs})))
}

async fn render_metrics(State(app): State<Arc<App>>) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for room in app.hall().rooms.values() {
        let phase = match room.stage() {
            Stage::Held => "held",
            Stage::Running => "running",
            Stage::Over => "over",
        };
        *counts.entry((room.game, phase)).or_insert(0u32) += 1;
    }
    for rules in app.all_rules() {
        for phase in ["held", "running", "over"] {
            let count = counts.get(&(rules.id(), phase)).copied().unwrap_or(0);
            metrics::gauge!("bout_matches", "game" => rules.id(), "phase" => phase)
                .set(f64::from(count));
        }
    }
    metrics_recorder().render()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aborted_match_has_a_code_and_no_outcome() {
        let row = |outcome: Value| MatchRow {
            id: "m_1".into(),
            game: "tank".into(),
            header: "{}".into(),
            meta: "{}".into(),
            epoch: 1,
            clock: bout_store::Clock::default(),
            pot: 0,
            created: 1,
            finished: Some(2),
            outcome: Some(outcome.to_string()),
        };
        let ended = json!({"won": [0], "drew": [], "ending": "knockout"});
        let shown = json!(MatchCard::of(&row(ended.clone())));
        assert_eq!((&shown["outcome"], shown.get("code")), (&ended, None));
        for (code, stored) in [("aborted", json!(null)), ("engine_fault", json!("engine_fault"))] {
            let ended = json!({"won": [], "drew": [], "ending": "aborted", "code": stored});
            let shown = json!(MatchCard::of(&row(ended)));
            assert_eq!((&shown["outcome"], &shown["code"]), (&Value::Null, &json!(code)));
        }
    }
}
