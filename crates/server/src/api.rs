//! The HTTP side: accounts, games, matches, leaderboards, health, metrics, and the way to sockets.

// The description of query parameters writes full paths.
#![allow(unused_qualifications)]

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection, StringRejection};
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Path, Request, State,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bout_store::{Account, Backend, MatchRow, NewAccount, Renamed, StoreError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_http::timeout::TimeoutLayer;
use unicode_security::MixedScript;
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::clock::unix_ms;
use crate::document::Document;
use crate::peer::Peer;
use crate::room::Meta;
use crate::server_message::TableCard;
use crate::upgrade::{orcain_socket, platform_socket};
use crate::{App, token};

/// The routes.
pub fn router(app: Arc<App>) -> Router {
    let timeout =
        TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, app.settings.limits.head * 2);
    let api = Router::new()
        .route("/guests", post(make_guest))
        .route("/me", get(me).patch(rename))
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/chart", get(chart))
        .route("/games/{game}/schema", get(game_schema))
        .route("/tables", get(tables))
        .route("/matches/{id}/share", post(share))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/openapi.json", get(described))
        .merge(crate::runs::routes(&app))
        .merge(crate::decks::routes())
        .merge(crate::lists::routes())
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(app.settings.limits.message_bytes))
        .merge(crate::replays::routes(&app));
    Router::new()
        .merge(crate::page::routes())
        .route("/ws", get(platform_socket))
        .route("/ws/orcain", get(orcain_socket))
        .nest("/api", api)
        .method_not_allowed_fallback(wrong_method)
        .fallback(crate::page::elsewhere)
        .layer(timeout)
        .layer(from_fn_with_state(Arc::clone(&app), crate::door::guard))
        .with_state(app)
}

/// The description of the HTTP side.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bout",
        description = "Accounts, games, matches and leaderboards of a match server."
    ),
    paths(make_guest, me, rename, games, game, chart, game_schema, tables, share, health, ready)
)]
struct Description;

/// The `OpenAPI` document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut all = Description::openapi();
    all.merge(crate::decks::DecksApi::openapi());
    all.merge(crate::lists::ListsApi::openapi());
    all.merge(crate::replays::ReplaysApi::openapi());
    all.merge(crate::runs::RunsApi::openapi());
    let items = all.paths.paths.values_mut();
    let operations = items.flat_map(|item| {
        [&mut item.get, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
    });
    for operation in operations {
        for (status, why) in AT_THE_DOOR {
            let refused = ResponseBuilder::new()
                .description(why)
                .content("application/json", Content::new(Some(Ref::from_schema_name("Refusal"))))
                .build();
            let responses = &mut operation.responses.responses;
            responses.entry(status.into()).or_insert_with(|| refused.into());
        }
    }
    all
}

/// What every route can answer before it is asked.
const AT_THE_DOOR: [(&str, &str); 4] = [
    ("413", "The body is too large."),
    ("421", "The server does not answer for this host name."),
    ("429", "Too many requests from this address."),
    ("503", "Too much is going on; try again in a moment."),
];

/// Why a request was not done.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub(crate) struct HttpRefusal {
    #[serde(skip)]
    status: StatusCode,
    /// The stable code.
    code: String,
    /// For people.
    text: String,
}

impl HttpRefusal {
    pub(crate) fn new(
        status: StatusCode,
        code: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        HttpRefusal { status, code: code.into(), text: text.into() }
    }

    /// A request, or a part of it, that cannot be read.
    fn unread(status: StatusCode, text: String) -> Self {
        let code = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "wrong_content_type",
            _ => "bad_request",
        };
        HttpRefusal::new(status, code, text)
    }

    pub(crate) fn not_found(what: &str) -> Self {
        HttpRefusal::new(StatusCode::NOT_FOUND, "not_found", format!("unknown {what}"))
    }
}

impl From<StoreError> for HttpRefusal {
    fn from(error: StoreError) -> Self {
        if error == StoreError::Busy {
            return HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string());
        }
        HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "store_unavailable", error.to_string())
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

macro_rules! unread {
    ($($rejection:ty),+) => {
        $(impl From<$rejection> for HttpRefusal {
            fn from(rejection: $rejection) -> Self {
                HttpRefusal::unread(rejection.status(), rejection.body_text())
            }
        })+
    };
}

unread!(JsonRejection, PathRejection, QueryRejection, StringRejection);

/// A part of a request; one that cannot be read is refused like everything else here.
pub(crate) struct Part<E>(pub E);

impl<E> FromRequestParts<Arc<App>> for Part<E>
where
    E: FromRequestParts<Arc<App>>,
    HttpRefusal: From<E::Rejection>,
{
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, HttpRefusal> {
        Ok(Part(E::from_request_parts(parts, app).await?))
    }
}

/// Who makes a request: an address, and perhaps a token.
pub(crate) struct Caller {
    peer: Peer,
    authorization: Option<HeaderValue>,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let address = ConnectInfo::<Peer>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = address.map_err(IntoResponse::into_response)?;
        Ok(Caller { peer, authorization: parts.headers.get(header::AUTHORIZATION).cloned() })
    }
}

/// The JSON that a request carries.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = HttpRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, HttpRefusal> {
        let Json(body) = Json::from_request(request, app).await?;
        Ok(Body(body))
    }
}

/// The text that a request carries.
pub(crate) struct TextBody(pub String);

impl FromRequest<Arc<App>> for TextBody {
    type Rejection = HttpRefusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, HttpRefusal> {
        Ok(TextBody(String::from_request(request, app).await?))
    }
}

pub(crate) type HttpAnswer<T> = Result<Json<T>, HttpRefusal>;

async fn wrong_method() -> HttpRefusal {
    let text = "method not allowed";
    HttpRefusal::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", text)
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
    (status = 200, body = Guest), (status = 429, body = HttpRefusal)))]
async fn make_guest(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
) -> HttpAnswer<Guest> {
    if !app.gate.may_make_account(peer) {
        app.gate.note_hit("guests", peer);
        let text = "too many accounts from this address; wait a minute";
        return Err(HttpRefusal::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", text));
    }
    let (account, secret) = app.new_account().await?;
    app.note_address(&account, peer);
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

    /// The account whose token a request carries. Notes the address it came from, as a login does.
    pub(crate) async fn account_of(
        self: &Arc<App>,
        caller: &Caller,
    ) -> Result<Account, HttpRefusal> {
        let refused = || {
            HttpRefusal::new(StatusCode::UNAUTHORIZED, "unauthorized", "a known token is needed")
        };
        let bearer = caller.authorization.as_ref().and_then(|value| value.to_str().ok());
        let secret = bearer.and_then(|value| value.strip_prefix("Bearer ")).ok_or_else(refused)?;
        let account = self.account_of_secret(secret).await?.ok_or_else(refused)?;
        self.note_address(&account.id, caller.peer);
        Ok(account)
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
    (status = 200, body = Me), (status = 401, body = HttpRefusal)))]
async fn me(State(app): State<Arc<App>>, caller: Caller) -> HttpAnswer<Me> {
    Ok(Json(app.account_of(&caller).await?.into()))
}

/// A wish for a name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Naming {
    /// 3 to 16 letters of one script, digits, `_`, `-` or spaces.
    name: String,
}

/// Names the account.
#[utoipa::path(patch, path = "/api/me", request_body = Naming, responses(
    (status = 200, body = Me), (status = 400, body = HttpRefusal), (status = 401, body = HttpRefusal),
    (status = 409, body = HttpRefusal), (status = 413, body = HttpRefusal),
    (status = 415, body = HttpRefusal), (status = 422, body = HttpRefusal)))]
async fn rename(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Naming { name }): Body<Naming>,
) -> HttpAnswer<Me> {
    let account = app.account_of(&caller).await?;
    let Some(name) = clean_name(&name) else {
        let text = "a name has 3 to 16 letters of one script, digits, '_', '-' or spaces";
        return Err(HttpRefusal::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_name", text));
    };
    match app.store.write(move |kept| kept.rename(&account.id, &name, 0)).await? {
        Renamed::Done(account) => Ok(Json(account.into())),
        Renamed::Taken | Renamed::TooPoor => Err(HttpRefusal::new(
            StatusCode::CONFLICT,
            "name_taken",
            "another player has this name or one that looks like it",
        )),
    }
}

/// A name as it is kept: trimmed, with single spaces; none if it is not a name. Letters of several
/// scripts in one name only serve to look like another name.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = (3..=16).contains(&name.chars().count());
    let allowed = |c: char| {
        // Fillers of Hangul are letters by name, and cannot be seen.
        let unseen = matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
        (c.is_alphanumeric() && !unseen) || matches!(c, '_' | '-' | ' ')
    };
    (fits && name.chars().all(allowed) && name.is_single_script()).then_some(name)
}

/// The description of the HTTP side, as a document.
async fn described(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    fixed(&app, "openapi", &headers, || Document::json(&openapi()))
}

/// A document that is always there.
fn fixed(app: &App, name: &str, headers: &HeaderMap, make: impl FnOnce() -> Document) -> Response {
    let made = app.documents.get(name, || Some(make()));
    made.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |made| made.answer(headers))
}

/// The games with presets, computer players and the schema of their settings.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Value>)))]
async fn games(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let all = || app.all_rules().map(describe).collect::<Vec<_>>();
    fixed(&app, "games", &headers, || Document::json(&all()))
}

fn describe(rules: &dyn bout_core::AnyGame) -> Value {
    let info = rules.info();
    let mut described = json!(info);
    described["config_schema"] = schema(&info.config);
    // Keys that the default config leaves out.
    let properties = &mut described["config_schema"]["properties"];
    for setting in &info.settings {
        let path = rules.path_of(&setting.key);
        if let ([key], true) = (&path[..], properties.is_object())
            && properties[key].is_null()
        {
            properties[key] = schema(&setting.default);
        }
    }
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
    responses((status = 200, body = Value), (status = 400, body = HttpRefusal),
              (status = 404, body = HttpRefusal)))]
async fn game(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let rules = app.rules(&game).map_err(|_| HttpRefusal::not_found("game"))?;
    let name = format!("game {}", rules.id());
    Ok(fixed(&app, &name, &headers, || Document::json(&describe(rules))))
}

/// A game's state chart.
#[utoipa::path(get, path = "/api/games/{game}/chart", params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 404, body = HttpRefusal)))]
async fn chart(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let rules = app.rules(&game).map_err(|_| HttpRefusal::not_found("game"))?;
    let name = format!("chart {}", rules.id());
    Ok(fixed(&app, &name, &headers, || Document::json(&rules.chart())))
}

/// The JSON Schema of a game's views, events, actions, config and reasons.
#[utoipa::path(get, path = "/api/games/{game}/schema", params(("game" = String, Path)),
    responses((status = 200, body = Value, description = "A JSON Schema (draft 2020-12); `$defs` holds `View`, `Event`, `Action`, `Config` and `Reason`"),
              (status = 404, body = HttpRefusal)))]
async fn game_schema(
    State(app): State<Arc<App>>,
    Part(Path(game)): Part<Path<String>>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let made = app.documents.get(&format!("schema {game}"), || {
        app.catalogue.schema(&game).ok().map(|schema| Document::json(&schema))
    });
    made.map(|made| made.answer(&headers)).ok_or_else(|| HttpRefusal::not_found("game"))
}

/// Public tables that wait for somebody.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Value>)))]
async fn tables(State(app): State<Arc<App>>) -> Json<Vec<TableCard>> {
    Json(app.hall().lobby.tables.listed())
}

/// How a private match is seen by people who did not play it.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Shared {
    /// The secret of the match's share link.
    pub(crate) share: Option<String>,
}

/// A link that shows a private match to others.
#[derive(Serialize, ToSchema)]
struct ShareLink {
    /// The secret: the value of `share` in the queries of this match.
    share: String,
}

/// Makes the share link of a match; only its players may. The same link is given every time.
#[utoipa::path(post, path = "/api/matches/{id}/share", params(("id" = String, Path)),
    responses((status = 200, body = ShareLink), (status = 401, body = HttpRefusal),
              (status = 404, body = HttpRefusal)))]
async fn share(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
    caller: Caller,
) -> HttpAnswer<ShareLink> {
    let account = app.account_of(&caller).await?;
    let row = app.visible_match(&id, &caller, None).await?;
    let meta: Option<Meta> = serde_json::from_str(&row.meta).ok();
    if !meta.is_some_and(|meta| meta.everybody().contains(&account.id)) {
        return Err(HttpRefusal::not_found("match"));
    }
    let secret = token::short();
    let share = app.store.write(move |kept| kept.share_match(&id, &secret)).await?;
    Ok(Json(ShareLink { share }))
}

/// A match with the lines of its log.
fn with_log(
    kept: &mut dyn Backend,
    id: &str,
) -> Result<Option<(MatchRow, Vec<String>)>, StoreError> {
    match kept.match_row(id)? {
        Some(row) => Ok(Some((row, kept.entries(id)?))),
        None => Ok(None),
    }
}

impl App {
    /// What the store holds of a match, with the lines of its log; for one of its players.
    pub(crate) async fn kept_match(
        &self,
        id: &str,
    ) -> Result<Option<(MatchRow, Vec<String>)>, StoreError> {
        let id = id.to_owned();
        self.store.read(move |kept| with_log(kept, &id)).await
    }

    /// A match that this caller, or whoever has the secret of its share link, may see.
    pub(crate) async fn visible_match(
        self: &Arc<App>,
        id: &str,
        caller: &Caller,
        share: Option<&str>,
    ) -> Result<MatchRow, HttpRefusal> {
        let wanted = id.to_owned();
        let found =
            self.store.browse(move |kept| Ok((kept.match_row(&wanted)?, kept.share_of(&wanted)?)));
        let (row, secret) = found.await?;
        let row = row.ok_or_else(|| HttpRefusal::not_found("match"))?;
        let meta: Option<Meta> = serde_json::from_str(&row.meta).ok();
        let shared = share.zip(secret).is_some_and(|(share, secret)| token::same(share, &secret));
        if shared || meta.as_ref().is_some_and(|meta| meta.public) {
            return Ok(row);
        }
        if caller.authorization.is_some() {
            let account = self.account_of(caller).await?.id;
            if meta.is_some_and(|meta| meta.everybody().contains(&account)) {
                return Ok(row);
            }
        }
        Err(HttpRefusal::not_found("match"))
    }
}

/// The process is alive.
#[utoipa::path(get, path = "/api/health", responses((status = 200, body = Value)))]
async fn health() -> Json<Value> {
    Json(json!({"ok": true, "version": env!("CARGO_PKG_VERSION")}))
}

/// The server takes matches: its store can be written, and what was left is taken up. Asks nobody.
#[utoipa::path(get, path = "/api/ready", responses(
    (status = 200, body = Value), (status = 503, body = HttpRefusal)))]
async fn ready(State(app): State<Arc<App>>) -> HttpAnswer<Value> {
    if !app.is_ready() {
        let text = "matches are being taken up";
        return Err(HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "starting", text));
    }
    if let Some(why) = app.store.trouble() {
        return Err(HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "store_unavailable", &why));
    }
    if app.is_draining() {
        let text = "no match begins any more; those that run are played to their end";
        return Err(HttpRefusal::new(StatusCode::SERVICE_UNAVAILABLE, "draining", text));
    }
    let runs = app.settings.simulator.is_some();
    Ok(Json(json!({"ok": true, "store": app.store.kind(), "now": unix_ms(), "runs": runs})))
}
