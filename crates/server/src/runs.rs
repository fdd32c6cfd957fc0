//! Balance runs for the page: the program's own simulator, started by whoever may, one at a time.
//! Only there if the server was started with it.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::sync::watch;
use utoipa::{OpenApi, ToSchema};

use crate::App;
use crate::api::{Body, HttpAnswer, HttpRefusal, Part};

/// So many matches are played at most, per line-up where several are.
const GAMES_MAX: u32 = 1_000_000;
/// So many runs are remembered.
const KEPT: usize = 8;

/// The routes; none if the server was not started with them.
pub fn routes(app: &App) -> Router<Arc<App>> {
    if app.settings.simulator.is_none() {
        return Router::new();
    }
    Router::new().route("/runs", post(start)).route("/runs/{id}", get(look).delete(cancel))
}

/// The description of these routes.
#[derive(OpenApi)]
#[openapi(paths(start, look, cancel))]
pub struct RunsApi;

/// What to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// One line-up.
    Sim,
    /// Every line-up.
    Matrix,
    /// Two settings on the same seeds.
    Compare,
}

/// A run to be started.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// What to play.
    kind: Kind,
    /// Which game.
    game: String,
    /// How many matches.
    games: u32,
    /// From which every match's seed is derived.
    #[serde(default)]
    seed: u32,
    /// Which setting.
    preset: Option<String>,
    /// `compare`: the base, as `key=value,…`.
    a: Option<String>,
    /// `compare`: what is compared with it.
    b: Option<String>,
}

/// A run that was started.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Run {
    /// Its number.
    id: u32,
    /// Matches played so far.
    #[cfg_attr(test, ts(type = "number"))]
    done: u64,
    /// Of so many.
    #[cfg_attr(test, ts(type = "number"))]
    of: u64,
    /// The report, once it is there.
    #[cfg_attr(test, ts(type = "unknown"))]
    report: Value,
    /// Why there will be none.
    error: Option<String>,
}

impl Run {
    fn is_under_way(&self) -> bool {
        self.report.is_null() && self.error.is_none()
    }
}

/// The runs of this server, the latest last.
#[derive(Default)]
pub struct Runs {
    kept: Mutex<VecDeque<Run>>,
    /// The last run that was cancelled.
    cancelled: watch::Sender<u32>,
}

impl Runs {
    fn kept(&self) -> std::sync::MutexGuard<'_, VecDeque<Run>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, id: u32, change: impl FnOnce(&mut Run)) {
        if let Some(run) = self.kept().iter_mut().find(|run| run.id == id) {
            change(run);
        }
    }

    /// A new run, unless one is under way.
    fn begin(&self) -> Option<Run> {
        let mut kept = self.kept();
        if kept.iter().any(Run::is_under_way) {
            return None;
        }
        let id = kept.back().map_or(1, |run| run.id + 1);
        let run = Run { id, done: 0, of: 0, report: Value::Null, error: None };
        kept.push_back(run.clone());
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Some(run)
    }
}

impl Wish {
    /// The presets that it names. They must be the game's own: the program would also read files.
    fn presets(&self) -> impl Iterator<Item = &str> {
        let settings = [&self.a, &self.b].into_iter().flatten().flat_map(|text| text.split(','));
        let named = settings.filter_map(|setting| setting.trim().split_once('='));
        let named = named.filter(|(key, _)| key.trim() == "preset").map(|(_, name)| name.trim());
        named.chain(self.preset.as_deref())
    }

    /// The words of the command line; every value stands behind its own flag.
    fn arguments(&self) -> Vec<String> {
        let kind = match self.kind {
            Kind::Sim => "sim",
            Kind::Matrix => "matrix",
            Kind::Compare => "compare",
        };
        let mut words = vec![kind.to_owned(), self.game.clone()];
        let mut flag = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name}={value}")));
        };
        flag("games", Some(self.games.clamp(1, GAMES_MAX).to_string()));
        flag("seed", Some(self.seed.to_string()));
        flag("json", Some("-".into()));
        flag("preset", self.preset.clone().filter(|_| self.kind != Kind::Compare));
        flag("a", self.a.clone().filter(|_| self.kind == Kind::Compare));
        flag("b", self.b.clone().filter(|_| self.kind == Kind::Compare));
        words
    }
}

/// Starts a run.
#[utoipa::path(post, path = "/api/runs", request_body = Wish,
    responses((status = 200, body = Run), (status = 404, body = HttpRefusal),
              (status = 409, body = HttpRefusal), (status = 400, body = HttpRefusal),
              (status = 415, body = HttpRefusal), (status = 422, body = HttpRefusal)))]
async fn start(State(app): State<Arc<App>>, Body(wish): Body<Wish>) -> HttpAnswer<Run> {
    let rules = app.rules(&wish.game).map_err(|_| HttpRefusal::not_found("game"))?;
    if !wish.presets().all(|name| rules.info().presets.iter().any(|known| known.name == name)) {
        return Err(HttpRefusal::not_found("preset"));
    }
    let Some(run) = app.runs.begin() else {
        let text = "another run is under way; wait until it is done";
        return Err(HttpRefusal::new(StatusCode::CONFLICT, "run_under_way", text));
    };
    let (id, running) = (run.id, Arc::clone(&app));
    tokio::spawn(async move {
        let (arguments, mut cancelled) = (wish.arguments(), running.runs.cancelled.subscribe());
        let came = tokio::select! {
            came = simulate(&running, id, &arguments) => came,
            _ = cancelled.wait_for(|cancelled| *cancelled == id) => Err("cancelled".into()),
        };
        running.runs.change(id, |run| match came {
            Ok(report) => run.report = report,
            Err(error) => run.error = Some(error),
        });
    });
    Ok(Json(run))
}

async fn simulate(app: &App, id: u32, arguments: &[String]) -> Result<Value, String> {
    let program = app.settings.simulator.as_ref().ok_or("this server has no simulator")?;
    // Nothing of the directory that the server was started in is read.
    let nowhere = std::env::temp_dir();
    let mut child = Command::new(program)
        .current_dir(nowhere)
        .args(arguments)
        .env("BOUT_PROGRESS", "lines")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| error.to_string())?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let told = async {
        let mut last = String::new();
        let Some(err) = err else { return last };
        let mut lines = BufReader::new(err).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            match line.strip_prefix("progress ").and_then(|rest| rest.split_once(' ')) {
                Some((done, of)) => app.runs.change(id, |run| {
                    run.done = done.parse().unwrap_or(run.done);
                    run.of = of.parse().unwrap_or(run.of);
                }),
                None => last = line,
            }
        }
        last
    };
    let read = async {
        let mut text = String::new();
        if let Some(mut out) = out {
            let _ = out.read_to_string(&mut text).await;
        }
        text
    };
    let (last, text) = tokio::join!(told, read);
    let status = child.wait().await.map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(last);
    }
    serde_json::from_str(&text).map_err(|error| format!("the report cannot be read: {error}"))
}

/// Cancels a run that is under way.
#[utoipa::path(delete, path = "/api/runs/{id}", params(("id" = u32, Path)),
    responses((status = 200, body = Run), (status = 404, body = HttpRefusal),
              (status = 409, body = HttpRefusal), (status = 400, body = HttpRefusal)))]
async fn cancel(State(app): State<Arc<App>>, Part(Path(id)): Part<Path<u32>>) -> HttpAnswer<Run> {
    let found = app.runs.kept().iter().find(|run| run.id == id).cloned();
    let run = found.ok_or_else(|| HttpRefusal::not_found("run"))?;
    if !run.is_under_way() {
        return Err(HttpRefusal::new(StatusCode::CONFLICT, "run_over", "this run is over"));
    }
    app.runs.cancelled.send_replace(id);
    Ok(Json(run))
}

/// How far a run is, and its report.
#[utoipa::path(get, path = "/api/runs/{id}", params(("id" = u32, Path)),
    responses((status = 200, body = Run), (status = 404, body = HttpRefusal),
              (status = 400, body = HttpRefusal)))]
async fn look(State(app): State<Arc<App>>, Part(Path(id)): Part<Path<u32>>) -> HttpAnswer<Run> {
    let found = app.runs.kept().iter().find(|run| run.id == id).cloned();
    found.map(Json).ok_or_else(|| HttpRefusal::not_found("run"))
}
