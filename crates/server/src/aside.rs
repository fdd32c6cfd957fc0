//! Work that must not keep players waiting: one thread of low priority, with a short queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tokio::sync::oneshot;

/// How much nicer than the rest of the program the thread is to others.
const NICENESS: i32 = 15;

type Job = Box<dyn FnOnce() + Send>;

/// The thread. Clones share it.
#[derive(Clone)]
pub struct Aside {
    jobs: SyncSender<Job>,
}

/// Why work was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// Too much waits already.
    Busy,
    /// It panicked.
    Broke,
}

impl Aside {
    /// Starts the thread; so many jobs may wait for it.
    pub fn new(waiting: usize) -> Self {
        let (jobs, queue) = sync_channel(waiting);
        thread::spawn(move || work(&queue));
        Aside { jobs }
    }

    /// Does some work there, and waits for it. The work is done even if nobody waits any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            // Nobody waits for it any more.
            if answer.is_closed() {
                return;
            }
            if let Ok(done) = catch_unwind(AssertUnwindSafe(work)) {
                let _ = answer.send(done);
            }
        });
        self.jobs.try_send(job).map_err(|_| NotDone::Busy)?;
        answered.await.map_err(|_| NotDone::Broke)
    }
}

fn work(queue: &Receiver<Job>) {
    // Where the system refuses, the thread works like any other.
    let _ = rustix::process::setpriority_process(None, NICENESS);
    while let Ok(job) = queue.recv() {
        job();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_one_by_one_and_a_panic_ends_nothing_else() {
        let aside = Aside::new(4);
        assert_eq!(aside.run(|| 1 + 1).await, Ok(2));
        assert_eq!(aside.run(|| -> i32 { panic!("on purpose") }).await, Err(NotDone::Broke));
        assert_eq!(aside.run(|| 3).await, Ok(3));
    }

    #[tokio::test]
    async fn more_than_may_wait_is_refused() {
        let aside = Aside::new(1);
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let first = tokio::spawn({
            let aside = aside.clone();
            async move { aside.run(move || (started.send(()).is_ok(), wait.recv().is_ok())).await }
        });
        has_started.await.unwrap();
        let second = tokio::spawn({
            let aside = aside.clone();
            async move { aside.run(|| ()).await }
        });
        while aside.jobs.try_send(Box::new(|| ())).is_ok() {}
        assert_eq!(aside.run(|| ()).await, Err(NotDone::Busy));
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok((true, true)));
        let _ = second.await.unwrap();
    }
}
