//! States written by hand.

use serde_json::Value;

use crate::{Game, Millis};

/// A game that fills in what a written state leaves out, or keeps a clock in it.
pub trait LoadsStates<G: Game> {
    /// Reads a written state.
    fn read_state(&self, state: &Value) -> Result<G::State, String> {
        read_plain_state(state)
    }

    /// The latest moment that a state knows of; a loaded match cannot go on before it.
    fn latest(&self, _state: &G::State) -> Millis {
        Millis(0)
    }
}

/// Reads a complete state; errors name the place.
pub(crate) fn read_plain_state<S: serde::de::DeserializeOwned>(state: &Value) -> Result<S, String> {
    serde_path_to_error::deserialize(state).map_err(|error| {
        let place = error.path().to_string();
        format!("state at {place}: {}", error.into_inner())
    })
}
