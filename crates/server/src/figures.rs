//! The metrics: what each figure means, and the page that Prometheus reads.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::App;
use crate::room::Stage;

/// Bounds of the histograms, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 10.0];

/// Counters of every game, with their meaning.
const OF_GAMES: [(&str, &str); 3] = [
    ("bout_matches_total", "Matches begun or taken up after a restart."),
    ("bout_matches_aborted_total", "Matches ended by a fault of the engine."),
    ("bout_matches_stopped_total", "Matches stopped because the store could not be written."),
];

/// Counters without labels, with their meaning.
const COUNTERS: [(&str, &str); 2] = [
    ("bout_frames_dropped_total", "Sockets cut because they read too slowly."),
    ("bout_bot_stopped_total", "Moves for which a computer player was stopped before it was done."),
];

/// Gauges, with their meaning.
const GAUGES: [(&str, &str); 3] = [
    ("bout_matches", "Matches on this server by phase: held, running, over."),
    ("bout_queue_length", "Players who wait in a queue."),
    ("bout_sockets", "Open sockets."),
];

/// Histograms, with their meaning.
const HISTOGRAMS: [(&str, &str); 2] = [
    ("bout_append_seconds", "Time from an entry to its durability."),
    ("bout_timer_lateness_seconds", "By how much deadlines were fired too late."),
];

/// Why a computer player's move can be replaced.
const REPLACED: [&str; 3] = ["overrun", "panic", "busy"];

/// The limits that are counted.
const LIMITS: [&str; 18] = [
    "connections",
    "connects",
    "films",
    "floods",
    "guests",
    "matches_per_address",
    "messages",
    "opens",
    "previews",
    "questions",
    "requests",
    "requests_at_once",
    "settings",
    "sockets",
    "tables",
    "tables_per_address",
    "uploads",
    "wrong_codes",
];

/// Counters of Judo's records.
const JUDO: [(&str, &str); 4] = [
    (crate::judo::MATCHES, "Judo matches by how they ended; modified and test matches apart."),
    (crate::judo::RESTARTS, "Judo matches that were dealt again."),
    (crate::judo::DRIFTS, "Moments at which the host was late for a timer of a Judo match."),
    (crate::judo::REFUSALS, "Refused commands of Judo matches, by code."),
];

/// Collects the figures of this process; every server of it adds to the same.
pub fn metrics_recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&SECONDS);
        let builder = builder.unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is in use");
        }
        describe();
        handle
    })
}

/// Says what the figures mean, and shows as 0 what has not happened yet.
fn describe() {
    for (name, meaning) in OF_GAMES.into_iter().chain(COUNTERS) {
        metrics::describe_counter!(name, meaning);
    }
    for (name, meaning) in GAUGES {
        metrics::describe_gauge!(name, meaning);
    }
    for (name, meaning) in HISTOGRAMS {
        metrics::describe_histogram!(name, meaning);
    }
    metrics::describe_counter!(
        "bout_acts_total",
        "Acts by result: ok, or the code of the refusal."
    );
    let text = "Interrupts of Judo matches by reason and the state they were raised in.";
    metrics::describe_counter!(crate::judo::INTERRUPTS, text);
    for (name, meaning) in JUDO {
        metrics::describe_counter!(name, meaning);
    }
    metrics::describe_gauge!(
        crate::judo::LARGEST_DRIFT,
        "The largest drift of a Judo match, in ms."
    );
    metrics::counter!(crate::judo::DRIFTS).absolute(0);
    metrics::gauge!(crate::judo::LARGEST_DRIFT).set(0.0);
    let text = "Requests, connections and messages refused because of a limit.";
    metrics::describe_counter!("bout_refused_total", text);
    for limit in LIMITS {
        metrics::counter!("bout_refused_total", "limit" => limit).absolute(0);
    }
    let text = "Moves made at random for a computer player, by reason.";
    metrics::describe_counter!("bout_bot_replaced_total", text);
    for (name, _) in COUNTERS {
        metrics::counter!(name).absolute(0);
    }
    for why in REPLACED {
        metrics::counter!("bout_bot_replaced_total", "why" => why).absolute(0);
    }
    metrics::gauge!("bout_queue_length").set(0.0);
    metrics::gauge!("bout_sockets").set(0.0);
}

/// Shows every game's counters from the start.
pub fn begin(games: impl Iterator<Item = &'static str>) {
    for game in games {
        for (name, _) in OF_GAMES {
            metrics::counter!(name, "game" => game).increment(0);
        }
        metrics::counter!("bout_acts_total", "game" => game, "code" => "ok").increment(0);
    }
}

/// What operators see, on an address of its own.
pub fn router(app: Arc<App>) -> Router {
    let guard = axum::middleware::from_fn(crate::door::guard_local);
    Router::new().route("/metrics", get(render)).layer(guard).with_state(app)
}

async fn render(State(app): State<Arc<App>>) -> String {
    let mut counts = BTreeMap::new();
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
