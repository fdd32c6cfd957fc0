//! Where computer players think: threads of their own, so that no bot can stop a match.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bout_bots::{Player, Position};
use bout_core::Choice;
use serde_json::Value;
use tokio::sync::mpsc;

/// How many moves may wait to be thought about.
const WAITING_MAX: usize = 4_096;

/// A move to think about.
pub struct Riddle {
    /// Who thinks.
    pub player: Box<dyn Player>,
    /// About what.
    pub position: Position,
    /// Names the question.
    pub ticket: u64,
    /// Where the answer goes.
    pub answer: mpsc::Sender<Thought>,
}

/// What came of it.
pub struct Thought {
    /// The question's name.
    pub ticket: u64,
    /// The thinker, unless it broke.
    pub player: Option<Box<dyn Player>>,
    /// What it wants; none if it broke.
    pub choice: Option<Choice<Value>>,
}

/// The threads. Clones share them.
#[derive(Clone)]
pub struct Pool {
    riddles: SyncSender<Riddle>,
}

impl Pool {
    /// Starts so many threads.
    pub fn new(threads: usize) -> Self {
        let (riddles, waiting) = sync_channel(WAITING_MAX);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads.max(1) {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || work(&waiting));
        }
        Pool { riddles }
    }

    /// Hands a riddle over; gives it back if too many wait.
    pub fn think(&self, riddle: Riddle) -> Result<(), Riddle> {
        self.riddles.try_send(riddle).map_err(|error| match error {
            std::sync::mpsc::TrySendError::Full(riddle)
            | std::sync::mpsc::TrySendError::Disconnected(riddle) => riddle,
        })
    }
}

fn work(waiting: &Mutex<Receiver<Riddle>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Riddle { mut player, position, ticket, answer }) = next else { return };
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let choice = player.think(&position);
            (player, choice)
        }));
        let thought = match thought {
            Ok((player, choice)) => Thought { ticket, player: Some(player), choice: Some(choice) },
            Err(_) => Thought { ticket, player: None, choice: None },
        };
        // The match may be over; nobody waits then.
        let _ = answer.try_send(thought);
    }
}
