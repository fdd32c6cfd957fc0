//! The shared handle on every store.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use bout_store::{Append, Backend, Clock, Landed, NewAccount, Store, StoreError};

use super::LeaderPlace;
use super::cases::{begin_match, line};

type Case = fn(&LeaderPlace);

pub const ALL: &[(&str, Case)] = &[
    ("a_group_is_told_in_order", a_group_is_told_in_order),
    ("work_comes_after_the_lines_before_it", work_comes_after_the_lines_before_it),
    ("who_is_fenced_is_told", who_is_fenced_is_told),
    ("readers_see_what_is_written", readers_see_what_is_written),
    ("who_browses_never_delays_who_plays", who_browses_never_delays_who_plays),
    ("nothing_comes_between_the_changes_of_one", nothing_comes_between_the_changes_of_one),
];

#[derive(Debug, PartialEq)]
pub enum Told {
    Durable(i64),
    Fenced,
    Failed,
}

pub struct Ear(pub Mutex<Sender<Told>>);

impl Ear {
    fn say(&self, told: Told) {
        self.0.lock().unwrap().send(told).unwrap();
    }
}

impl Landed for Ear {
    fn durable(&self, seq: i64) {
        self.say(Told::Durable(seq));
    }

    fn fenced(&self) {
        self.say(Told::Fenced);
    }

    fn failed(&self, _: &StoreError) {
        self.say(Told::Failed);
    }
}

pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

pub fn with_match(store: &Store) {
    wait(store.write(|kept| {
        begin_match(kept, "m");
        Ok(())
    }))
    .unwrap();
}

fn a_group_is_told_in_order(place: &LeaderPlace) {
    let store = place.store();
    with_match(&store);
    let (ear, told) = channel();
    let then: Arc<dyn Landed> = Arc::new(Ear(Mutex::new(ear)));
    for seq in 1..=100 {
        store.append(Append { entries: vec![line("m", 1, seq)], then: Arc::clone(&then) });
    }
    let heard: Vec<_> = told.iter().take(100).collect();
    assert_eq!(heard, (1..=100).map(Told::Durable).collect::<Vec<_>>());
}

fn work_comes_after_the_lines_before_it(place: &LeaderPlace) {
    let store = place.store();
    with_match(&store);
    let (ear, told) = channel();
    let then = Arc::new(Ear(Mutex::new(ear)));
    store.append(Append { entries: vec![line("m", 1, 1), line("m", 1, 2)], then });
    let seen = wait(store.write(|kept| kept.entries("m"))).unwrap();
    assert_eq!((seen.len(), told.recv().unwrap()), (2, Told::Durable(2)));
}

fn nothing_comes_between_the_changes_of_one(place: &LeaderPlace) {
    let store = place.store();
    with_match(&store);
    let count_up = |kept: &mut dyn Backend| {
        let clock = kept.match_row("m")?.unwrap().clock;
        std::thread::yield_now();
        kept.set_clock("m", Clock { at: clock.at + 1, ..clock })
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| wait(store.write(count_up)).unwrap()));
        }
    });
    let row = wait(store.read(|kept| kept.match_row("m"))).unwrap().unwrap();
    assert_eq!(row.clock.at, 200);
}

fn who_is_fenced_is_told(place: &LeaderPlace) {
    let store = place.store();
    with_match(&store);
    wait(store.write(|kept| kept.take_up("m"))).unwrap();
    let (ear, told) = channel();
    let then: Arc<dyn Landed> = Arc::new(Ear(Mutex::new(ear)));
    store.append(Append { entries: vec![line("m", 1, 1)], then: Arc::clone(&then) });
    store.append(Append { entries: vec![line("m", 2, 1)], then });
    assert_eq!((told.recv().unwrap(), told.recv().unwrap()), (Told::Fenced, Told::Durable(1)));
}

fn readers_see_what_is_written(place: &LeaderPlace) {
    let store = place.store();
    let new = NewAccount { id: "a".into(), token_hash: "h".into(), tokens: 3, at: 0 };
    let again = new.clone();
    wait(store.write(move |kept| kept.create_account(&new))).unwrap();
    assert_eq!(wait(store.read(|kept| kept.account("a"))).unwrap().unwrap().tokens, 3);
    if store.kind() != "memory" {
        let twice = wait(store.write(move |kept| kept.create_account(&again)));
        assert!(twice.is_err(), "one account per id");
        assert!(wait(store.read(|kept| kept.totals())).unwrap().conserved());
    }
}

/// Slow questions of strangers fill their queue, and the next one is refused; players' are answered.
fn who_browses_never_delays_who_plays(place: &LeaderPlace) {
    let store = place.store();
    if store.kind() == "memory" {
        return;
    }
    with_match(&store);
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().unwrap();
    let (mut waiting, mut refused) = (Vec::new(), 0);
    let context = &mut std::task::Context::from_waker(std::task::Waker::noop());
    for _ in 0..600 {
        let gate = Arc::clone(&gate);
        let question = move |_: &mut dyn Backend| {
            drop(gate.lock().unwrap());
            Ok(())
        };
        let mut asked = Box::pin(store.browse(question));
        match asked.as_mut().poll(context) {
            std::task::Poll::Ready(answer) => {
                assert_eq!(answer, Err(StoreError::Busy));
                refused += 1;
            }
            std::task::Poll::Pending => waiting.push(asked),
        }
    }
    assert!((300..600).contains(&refused), "{refused} were refused");
    assert_eq!(wait(store.read(|kept| kept.entries("m"))).unwrap(), [""; 0]);
    assert!(wait(store.write(|kept| kept.match_row("m"))).unwrap().is_some());
    drop(closed);
    waiting.into_iter().for_each(|asked| wait(asked).unwrap());
}
