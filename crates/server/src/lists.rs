//! The lists of the HTTP side: matches, one's own matches, leaderboards; page by page.

// The description of query parameters writes full paths.
#![allow(unused_qualifications)]

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bout_store::{LeaderPage, LeaderPlace, ListedMatch, MatchFilter, MatchRow, Ranked, Scope};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::App;
use crate::api::{Caller, HttpAnswer, HttpRefusal, Part, Shared};
use crate::room::{Meta, Sitter};
use crate::server_message::SeatCard;

/// How many lines a page has at most.
const LIST_MAX: i64 = 100;

/// The routes.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/me/matches", get(my_matches))
        .route("/matches", get(matches))
        .route("/matches/{id}", get(one_match))
        .route("/leaderboard/{game}", get(leaderboard))
}

/// The description of these routes.
#[derive(OpenApi)]
#[openapi(paths(my_matches, matches, one_match, leaderboard))]
pub struct ListsApi;

fn bad_request(text: &str) -> HttpRefusal {
    HttpRefusal::new(StatusCode::BAD_REQUEST, "bad_request", text)
}

/// A page of a list; the header `Link` names the next one.
fn page<T: Serialize>(uri: &Uri, (key, next): (&str, Option<String>), lines: Vec<T>) -> Response {
    let mut response = Json(lines).into_response();
    let Some(next) = next else { return response };
    let query = uri.query().unwrap_or_default().split('&');
    let others = query.filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(key));
    let next = format!("{key}={next}");
    let query = others.chain([next.as_str()]).collect::<Vec<_>>().join("&");
    // The router below /api does not see that part.
    let link = format!("</api{}?{query}>; rel=\"next\"", uri.path());
    if let Ok(link) = HeaderValue::from_str(&link) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
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
    /// Where the next page begins; the header `Link` of a page has it.
    before: Option<String>,
}

impl Wanted {
    fn filter(self, scope: Scope) -> Result<MatchFilter, HttpRefusal> {
        let finished = match self.state.as_deref() {
            None => None,
            Some("running") => Some(false),
            Some("finished") => Some(true),
            Some(_) => return Err(bad_request("state is 'running' or 'finished'")),
        };
        let before = self.before.map(|cursor| {
            let (created, id) = cursor.split_once('.')?;
            Some((created.parse().ok()?, id.to_owned()))
        });
        let before = match before {
            Some(None) => return Err(bad_request("'before' is not from the Link of a page")),
            before => before.flatten(),
        };
        let limit = self.limit.unwrap_or(20).clamp(0, LIST_MAX);
        Ok(MatchFilter { scope, game: self.game, finished, before, limit })
    }
}

/// Where the page after these matches begins; none after the last.
fn next_matches(rows: &[ListedMatch], limit: i64) -> Option<String> {
    let full = i64::try_from(rows.len()).is_ok_and(|found| found >= limit);
    rows.last().filter(|_| full).map(|last| format!("{}.{}", last.created, last.id))
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
    fn of(row: &ListedMatch) -> Self {
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

    fn for_account(row: &ListedMatch, account: &str) -> Self {
        let meta: Option<Meta> = serde_json::from_str(&row.meta).ok();
        let yours = meta.map(|meta| meta.seats_of(account).map(|seat| seat.0).collect());
        MatchCard { yours, ..MatchCard::of(row) }
    }
}

/// Public matches, running and finished, the latest first.
#[utoipa::path(get, path = "/api/matches", params(Wanted),
    responses((status = 200, body = Vec<MatchCard>), (status = 400, body = HttpRefusal),
              (status = 503, body = HttpRefusal)))]
async fn matches(
    State(app): State<Arc<App>>,
    uri: Uri,
    Part(Query(wanted)): Part<Query<Wanted>>,
) -> Result<Response, HttpRefusal> {
    let filter = wanted.filter(Scope::Public)?;
    let limit = filter.limit;
    let rows = app.store.browse(move |kept| kept.matches(&filter)).await?;
    let next = next_matches(&rows, limit);
    Ok(page(&uri, ("before", next), rows.iter().map(MatchCard::of).collect()))
}

/// The bearer's own matches, the latest first.
#[utoipa::path(get, path = "/api/me/matches", params(Wanted),
    responses((status = 200, body = Vec<MatchCard>), (status = 400, body = HttpRefusal),
              (status = 401, body = HttpRefusal), (status = 503, body = HttpRefusal)))]
async fn my_matches(
    State(app): State<Arc<App>>,
    uri: Uri,
    caller: Caller,
    Part(Query(wanted)): Part<Query<Wanted>>,
) -> Result<Response, HttpRefusal> {
    let account = app.account_of(&caller).await?.id;
    let filter = wanted.filter(Scope::Account(account.clone()))?;
    let limit = filter.limit;
    let rows = app.store.browse(move |kept| kept.matches(&filter)).await?;
    let next = next_matches(&rows, limit);
    let cards = rows.iter().map(|row| MatchCard::for_account(row, &account)).collect();
    Ok(page(&uri, ("before", next), cards))
}

/// One match.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path), Shared),
    responses((status = 200, body = MatchCard), (status = 404, body = HttpRefusal),
              (status = 503, body = HttpRefusal)))]
async fn one_match(
    State(app): State<Arc<App>>,
    Part(Path(id)): Part<Path<String>>,
    Part(Query(Shared { share })): Part<Query<Shared>>,
    caller: Caller,
) -> HttpAnswer<MatchCard> {
    let row = app.visible_match(&id, &caller, share.as_deref()).await?;
    let MatchRow { id, game, meta, created, finished, outcome, .. } = row;
    Ok(Json(MatchCard::of(&ListedMatch { id, game, meta, created, finished, outcome })))
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

/// Which part of a leaderboard is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Places {
    /// At most so many, 100 or fewer.
    limit: Option<i64>,
    /// Where the next page begins; the header `Link` of a page has it.
    after: Option<String>,
}

/// The place of the last line of a page, as `after` writes it.
fn cursor(place: usize, last: &Ranked) -> String {
    format!("{place}.{:x}.{}", last.rating.rating.to_bits(), last.account)
}

fn read_cursor(after: &str) -> Option<(usize, LeaderPlace)> {
    let mut parts = after.splitn(3, '.');
    let place = parts.next()?.parse().ok()?;
    let rating = f64::from_bits(u64::from_str_radix(parts.next()?, 16).ok()?);
    let account = parts.next()?.to_owned();
    rating.is_finite().then_some((place, LeaderPlace { rating, account }))
}

/// The best players of a game, except those whose rating is still provisional.
#[utoipa::path(get, path = "/api/leaderboard/{game}", params(("game" = String, Path), Places),
    responses((status = 200, body = Vec<Standing>), (status = 400, body = HttpRefusal),
              (status = 404, body = HttpRefusal), (status = 503, body = HttpRefusal)))]
async fn leaderboard(
    State(app): State<Arc<App>>,
    uri: Uri,
    Part(Path(game)): Part<Path<String>>,
    Part(Query(Places { limit, after })): Part<Query<Places>>,
) -> Result<Response, HttpRefusal> {
    app.rules(&game).map_err(|_| HttpRefusal::not_found("game"))?;
    let limit = limit.unwrap_or(LIST_MAX).clamp(0, LIST_MAX);
    let (above, after) = match after.as_deref().map(read_cursor) {
        None => (0, None),
        Some(Some((place, after))) => (place, Some(after)),
        Some(None) => return Err(bad_request("'after' is not from the Link of a page")),
    };
    let wanted = LeaderPage { game, after, limit };
    let ranked = app.store.browse(move |kept| kept.leaderboard(&wanted)).await?;
    let full = i64::try_from(ranked.len()).is_ok_and(|found| found >= limit);
    let last = ranked.last().filter(|_| full);
    let next = last.map(|last| cursor(above.saturating_add(ranked.len()), last));
    let line = |(at, ranked): (usize, Ranked)| Standing {
        place: above.saturating_add(at),
        name: ranked.name,
        rating: ranked.rating.rating.round(),
        deviation: ranked.rating.deviation.round(),
        matches: ranked.matches,
    };
    let lines = (1..).zip(ranked).map(line).collect();
    Ok(page(&uri, ("after", next), lines))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cursor_reads_back() {
        let rating = bout_store::Rating { rating: 1_612.75, deviation: 80.0, volatility: 0.06 };
        let last = Ranked { account: "a_x-1.y".into(), name: None, rating, matches: 9 };
        let (place, found) = read_cursor(&cursor(100, &last)).unwrap();
        let below = LeaderPlace { rating: 1_612.75, account: "a_x-1.y".into() };
        assert_eq!((place, found), (100, below));
        for nonsense in ["", "1", "1.2", "x.2.a", "1.7ff8000000000000.a", "1.zz.a"] {
            assert!(read_cursor(nonsense).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn an_aborted_match_has_a_code_and_no_outcome() {
        let row = |outcome: Value| ListedMatch {
            id: "m_1".into(),
            game: "tank".into(),
            meta: "{}".into(),
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
