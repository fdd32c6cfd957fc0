//! Where computer players think: threads of their own, so that no bot can stop a match.
//!
//! Addresses take turns, and at one address its accounts do. While somebody else waits, nobody keeps
//! more threads than a fair share, and no move is thought about for longer than a slice: whoever has
//! had it answers with the best move so far.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bout_bots::{Player, Position};
use bout_core::{Choice, Stop};
use serde_json::Value;
use tokio::sync::mpsc;

/// How many moves may wait to be thought about.
const WAITING_MAX: usize = 4_096;
/// How long a move is thought about while others wait.
const SLICE: Duration = Duration::from_millis(100);
/// How often the keeper looks while somebody waits.
const LOOK: Duration = Duration::from_millis(10);

/// How much nicer than the rest of the program the threads are to others.
const NICENESS: i32 = 5;

/// A move to think about.
pub struct Riddle {
    /// Who thinks.
    pub player: Box<dyn Player>,
    /// About what.
    pub position: Position,
    /// Names the question.
    pub ticket: u64,
    /// For whom the bot plays.
    pub owner: Owner,
    /// Set when nobody waits for the answer any longer, or when it has to come now.
    pub stop: Stop,
    /// Where the answer goes.
    pub answer: mpsc::Sender<Thought>,
}

/// For whom a bot plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Where that player is, as far as it is known.
    pub address: Arc<str>,
    /// The player's account.
    pub account: Arc<str>,
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
pub struct ThinkerPool(Arc<Owned>);

/// Ends the threads with the last clone of the pool.
struct Owned(Arc<Shared>);

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.lines().closed = true;
        self.0.work.notify_all();
        self.0.crowd.notify_all();
    }
}

struct Shared {
    lines: Mutex<Lines>,
    /// Something can be thought about.
    work: Condvar,
    /// Somebody waits.
    crowd: Condvar,
}

impl Shared {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What waits and what is being thought about.
struct Lines {
    threads: usize,
    /// In the order of their turns.
    addresses: VecDeque<Address>,
    running: Vec<Running>,
    closed: bool,
}

/// The players at one address, in the order of their turns, each with what waits for it; no line is
/// empty.
struct Address {
    name: Arc<str>,
    players: VecDeque<(Arc<str>, VecDeque<Riddle>)>,
}

struct Running {
    owner: Owner,
    since: Instant,
    stop: Stop,
}

impl Lines {
    fn put(&mut self, riddle: Riddle) -> Result<(), Riddle> {
        let lines = self.addresses.iter().flat_map(|address| &address.players);
        if lines.map(|(_, line)| line.len()).sum::<usize>() >= WAITING_MAX {
            return Err(riddle);
        }
        let Owner { address, account } = riddle.owner.clone();
        let place = self.addresses.iter().position(|known| known.name == address);
        let place = place.unwrap_or_else(|| {
            self.addresses.push_back(Address { name: address, players: VecDeque::new() });
            self.addresses.len() - 1
        });
        let players = &mut self.addresses[place].players;
        match players.iter_mut().find(|(known, _)| *known == account) {
            Some((_, line)) => line.push_back(riddle),
            None => players.push_back((account, [riddle].into())),
        }
        Ok(())
    }

    /// The next move to think about: the first of the player whose turn it is at the address whose
    /// turn it is. Whoever has its share of the threads lets others go first. What nobody waits for
    /// any longer is dropped.
    fn take(&mut self) -> Option<Riddle> {
        self.drop_unwanted();
        let share = self.share_of_address();
        let due = |address: &Address| self.held_at(&address.name) < share;
        let due = self.addresses.iter().position(due).unwrap_or(0);
        let share = self.share_of_player(self.addresses.get(due)?);
        let mut address = self.addresses.remove(due)?;
        let due = |(account, _): &(Arc<str>, _)| self.held_by(account) < share;
        let due = address.players.iter().position(due).unwrap_or(0);
        let (account, mut line) = address.players.remove(due)?;
        let riddle = line.pop_front();
        if !line.is_empty() {
            address.players.push_back((account, line));
        }
        if !address.players.is_empty() {
            self.addresses.push_back(address);
        }
        riddle
    }

    fn drop_unwanted(&mut self) {
        for address in &mut self.addresses {
            address.players.retain_mut(|(_, line)| {
                line.retain(|riddle| !riddle.stop.is_set());
                !line.is_empty()
            });
        }
        self.addresses.retain(|address| !address.players.is_empty());
    }

    fn held_at(&self, address: &Arc<str>) -> usize {
        self.running.iter().filter(|running| running.owner.address == *address).count()
    }

    fn held_by(&self, account: &Arc<str>) -> usize {
        self.running.iter().filter(|running| running.owner.account == *account).count()
    }

    /// How many threads an address may hold while others wait.
    fn share_of_address(&self) -> usize {
        let waiting = self.addresses.iter().map(|address| &address.name);
        let running = self.running.iter().map(|running| &running.owner.address);
        self.threads.checked_div(distinct(waiting.chain(running))).unwrap_or(1).max(1)
    }

    /// How many of them one of its players may hold.
    fn share_of_player(&self, address: &Address) -> usize {
        let waiting = address.players.iter().map(|(account, _)| account);
        let running = self.running.iter().filter(|running| running.owner.address == address.name);
        let players = distinct(waiting.chain(running.map(|running| &running.owner.account)));
        (self.share_of_address() / players.max(1)).max(1)
    }

    fn end(&mut self, stop: &Stop) {
        self.running.retain(|running| !running.stop.is(stop));
    }

    /// Makes room for those who wait: whoever holds more than the share ends its longest thought,
    /// and whoever has had a slice ends.
    fn relieve(&self, now: Instant) {
        if self.running.len() < self.threads {
            return;
        }
        for running in &self.running {
            let (address, account) = (&running.owner.address, &running.owner.account);
            let neighbours = self.addresses.iter().find(|waiting| waiting.name == *address);
            let by_others = self.addresses.iter().any(|waiting| waiting.name != *address);
            let by_neighbours =
                neighbours.filter(|here| here.players.iter().any(|(other, _)| other != account));
            let slice = now.duration_since(running.since) >= SLICE;
            let at_address = |other: &Owner| other.address == *address;
            let of_player = |other: &Owner| other.account == *account;
            let surplus = by_others
                && self.is_surplus(running, at_address, self.share_of_address())
                || by_neighbours.is_some_and(|here| {
                    self.is_surplus(running, of_player, self.share_of_player(here))
                });
            if surplus || slice && (by_others || by_neighbours.is_some()) {
                running.stop.set();
            }
        }
    }

    /// Whether a thought is among the longest of its kind, of which so many are too many.
    fn is_surplus(&self, thought: &Running, kind: impl Fn(&Owner) -> bool, share: usize) -> bool {
        let own = || self.running.iter().filter(|running| kind(&running.owner));
        let longer = own().filter(|running| running.since < thought.since).count();
        longer < own().count().saturating_sub(share)
    }
}

fn distinct<'a>(names: impl Iterator<Item = &'a Arc<str>>) -> usize {
    names.collect::<BTreeSet<_>>().len()
}

impl ThinkerPool {
    /// Starts so many threads.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let lines =
            Lines { threads, addresses: VecDeque::new(), running: Vec::new(), closed: false };
        let shared = Arc::new(Shared {
            lines: Mutex::new(lines),
            work: Condvar::new(),
            crowd: Condvar::new(),
        });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || work(&shared));
        }
        let kept = Arc::clone(&shared);
        thread::spawn(move || keep(&kept));
        ThinkerPool(Arc::new(Owned(shared)))
    }

    /// Hands a riddle over; gives it back if too many wait.
    pub fn think(&self, riddle: Riddle) -> Result<(), Riddle> {
        let shared = &self.0.0;
        let mut lines = shared.lines();
        lines.put(riddle)?;
        lines.relieve(Instant::now());
        drop(lines);
        shared.work.notify_one();
        shared.crowd.notify_one();
        Ok(())
    }
}

/// Looks after those who wait.
fn keep(shared: &Shared) {
    let mut lines = shared.lines();
    while !lines.closed {
        lines = if lines.addresses.is_empty() {
            shared.crowd.wait(lines).unwrap_or_else(PoisonError::into_inner)
        } else {
            lines.relieve(Instant::now());
            shared.crowd.wait_timeout(lines, LOOK).unwrap_or_else(PoisonError::into_inner).0
        };
    }
}

fn work(shared: &Shared) {
    // Players who act go before players who think.
    let _ = rustix::process::setpriority_process(None, NICENESS);
    loop {
        let mut lines = shared.lines();
        let riddle = loop {
            if lines.closed {
                return;
            }
            match lines.take() {
                Some(riddle) => break riddle,
                None => lines = shared.work.wait(lines).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let Riddle { mut player, position, ticket, owner, stop, answer } = riddle;
        lines.running.push(Running { owner, since: Instant::now(), stop: stop.clone() });
        drop(lines);
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let choice = player.think(&position, &stop);
            (player, choice)
        }));
        let thought = match thought {
            Ok((player, choice)) => Thought { ticket, player: Some(player), choice: Some(choice) },
            Err(_) => Thought { ticket, player: None, choice: None },
        };
        shared.lines().end(&stop);
        // The match may be over; nobody waits then.
        let _ = answer.try_send(thought);
    }
}

#[cfg(test)]
mod tests {
    use bout_bots::{Player, Position};
    use bout_core::{AnyMatch, Choice, Seat, Seed};
    use bout_games::Catalogue;
    use serde_json::Value;

    use super::*;

    struct Broken;

    impl Player for Broken {
        fn choose(&mut self, _: &dyn AnyMatch) -> Choice<Value> {
            panic!("as it happens")
        }

        fn look(&mut self, _: &dyn AnyMatch) -> Option<Position> {
            None
        }

        fn think(&mut self, _: &Position, _: &Stop) -> Choice<Value> {
            panic!("as it happens")
        }
    }

    /// Thinks until it is stopped.
    struct Endless;

    impl Player for Endless {
        fn choose(&mut self, _: &dyn AnyMatch) -> Choice<Value> {
            Choice::Wait
        }

        fn look(&mut self, _: &dyn AnyMatch) -> Option<Position> {
            None
        }

        fn think(&mut self, _: &Position, stop: &Stop) -> Choice<Value> {
            while !stop.is_set() {
                thread::sleep(Duration::from_millis(1));
            }
            Choice::Wait
        }
    }

    fn riddle(
        (player, position): (Box<dyn Player>, Position),
        owner: &str,
        ticket: u64,
        answer: &mpsc::Sender<Thought>,
    ) -> Riddle {
        // `account@address`, or an account at an address of its own.
        let (account, address) = owner.split_once('@').unwrap_or((owner, owner));
        let owner = Owner { address: address.into(), account: account.into() };
        let (stop, answer) = (Stop::default(), answer.clone());
        Riddle { player, position, ticket, owner, stop, answer }
    }

    fn endless() -> (Box<dyn Player>, Position) {
        (Box::new(Endless), position().1)
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
        let pool = ThinkerPool::new(1);
        let (answer, mut thoughts) = mpsc::channel(4);
        let broken: (Box<dyn Player>, _) = (Box::new(Broken), position().1);
        assert!(pool.think(riddle(broken, "a", 1, &answer)).is_ok());
        assert!(pool.think(riddle(position(), "a", 2, &answer)).is_ok());
        let first = thoughts.blocking_recv().unwrap();
        assert!(first.player.is_none() && first.choice.is_none() && first.ticket == 1);
        let second = thoughts.blocking_recv().unwrap();
        assert!(matches!(second.choice, Some(Choice::Act(_))));
        assert!(second.player.is_some());
    }

    /// Sixteen endless thoughts of one account, on one thread or several: another account's move is
    /// thought about at once, or after a slice.
    #[test]
    fn one_account_cannot_keep_the_others_waiting() {
        for (threads, most) in [(1, SLICE * 3), (2, SLICE), (4, SLICE)] {
            let pool = ThinkerPool::new(threads);
            let (greedy, _late) = mpsc::channel(64);
            for ticket in 0..16 {
                assert!(pool.think(riddle(endless(), "greedy", ticket, &greedy)).is_ok());
            }
            thread::sleep(Duration::from_millis(20));
            for ticket in 0..4 {
                let (answer, mut thoughts) = mpsc::channel(4);
                let since = Instant::now();
                assert!(pool.think(riddle(position(), "honest", ticket, &answer)).is_ok());
                assert!(thoughts.blocking_recv().unwrap().choice.is_some());
                let waited = since.elapsed();
                assert!(waited < most, "{threads} threads: {waited:?}");
            }
        }
    }

    /// Forty accounts at one address count no more than one player elsewhere.
    #[test]
    fn one_address_cannot_keep_the_others_waiting() {
        for (threads, most) in [(1, SLICE * 3), (2, SLICE)] {
            let pool = ThinkerPool::new(threads);
            let (greedy, _late) = mpsc::channel(256);
            for account in 0..40 {
                for ticket in 0..4 {
                    let owner = format!("{account}@greedy");
                    assert!(pool.think(riddle(endless(), &owner, ticket, &greedy)).is_ok());
                }
            }
            thread::sleep(Duration::from_millis(20));
            for ticket in 0..4 {
                let (answer, mut thoughts) = mpsc::channel(4);
                let since = Instant::now();
                assert!(pool.think(riddle(position(), "honest", ticket, &answer)).is_ok());
                assert!(thoughts.blocking_recv().unwrap().choice.is_some());
                let waited = since.elapsed();
                assert!(waited < most, "{threads} threads: {waited:?}");
            }
        }
    }

    #[test]
    fn the_accounts_take_turns() {
        let pool = ThinkerPool::new(1);
        let (answer, mut thoughts) = mpsc::channel(64);
        let first = riddle(endless(), "greedy", 0, &answer);
        let stop = first.stop.clone();
        assert!(pool.think(first).is_ok());
        thread::sleep(Duration::from_millis(20));
        for ticket in 1..=3 {
            assert!(pool.think(riddle(position(), "greedy", ticket, &answer)).is_ok());
        }
        assert!(pool.think(riddle(position(), "honest", 10, &answer)).is_ok());
        stop.set();
        let order: Vec<u64> = (0..5).map(|_| thoughts.blocking_recv().unwrap().ticket).collect();
        assert_eq!(order, [0, 1, 10, 2, 3]);
    }

    #[test]
    fn what_nobody_waits_for_is_not_thought_about() {
        let pool = ThinkerPool::new(1);
        let (answer, mut thoughts) = mpsc::channel(64);
        let busy = riddle(endless(), "a", 0, &answer);
        let given_up = riddle(endless(), "a", 1, &answer);
        let stops = [busy.stop.clone(), given_up.stop.clone()];
        assert!(pool.think(busy).is_ok() && pool.think(given_up).is_ok());
        assert!(pool.think(riddle(position(), "a", 2, &answer)).is_ok());
        while pool.0.0.lines().running.is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        stops.iter().rev().for_each(Stop::set);
        let told: Vec<u64> = (0..2).map(|_| thoughts.blocking_recv().unwrap().ticket).collect();
        assert_eq!(told, [0, 2]);
        assert!(thoughts.try_recv().is_err());
    }
}
