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

#[cfg(test)]
mod tests {
    use bout_bots::{Player, Position};
    use bout_core::{Choice, Seat, Seed, Table};
    use bout_games::Catalogue;
    use serde_json::Value;

    use super::*;

    struct Broken;

    impl Player for Broken {
        fn choose(&mut self, _: &dyn Table) -> Choice<Value> {
            panic!("as it happens")
        }

        fn look(&mut self, _: &dyn Table) -> Option<Position> {
            None
        }

        fn think(&mut self, _: &Position) -> Choice<Value> {
            panic!("as it happens")
        }
    }

    fn position() -> (Box<dyn Player>, Position) {
        let catalogue = Catalogue::shipped();
        let rules = catalogue.rule_set("orcain").unwrap();
        let opening = bout_core::Opening {
            preset: None,
            config: &serde_json::json!({}),
            seed: Seed(1),
            luck: None,
        };
        let table = rules.open(&opening).unwrap();
        let spec = bout_core::BotSpec::plain("random");
        let seating = bout_bots::Seating { spec: &spec, seat: Seat(0), seed: Seed(2) };
        let mut player = catalogue.with_game("orcain", seating).unwrap().unwrap();
        let position = player.look(&*table).unwrap();
        (player, position)
    }

    #[test]
    fn a_player_that_panics_is_told_of_and_the_next_one_thinks() {
        let pool = Pool::new(1);
        let (answer, mut thoughts) = mpsc::channel(4);
        let (whole, one) = position();
        let (_, two) = position();
        let broken =
            Riddle { player: Box::new(Broken), position: one, ticket: 1, answer: answer.clone() };
        assert!(pool.think(broken).is_ok());
        assert!(pool.think(Riddle { player: whole, position: two, ticket: 2, answer }).is_ok());
        let first = thoughts.blocking_recv().unwrap();
        assert!(first.player.is_none() && first.choice.is_none() && first.ticket == 1);
        let second = thoughts.blocking_recv().unwrap();
        assert!(matches!(second.choice, Some(Choice::Act(_))));
        assert!(second.player.is_some());
    }
}
