//! Ctrl-C and SIGTERM during long work: the first ends the work and its report is written, the second
//! ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use bout_core::Stop as Flag;
use tokio::signal::unix::{SignalKind, signal};

use crate::Done;
use crate::output::Exit;

/// Exit codes as shells know them: 128 and the number of the signal.
const INTERRUPTED: u8 = 130;
const TERMINATED: u8 = 143;

/// Listens for the signals from its making on.
pub struct Interrupt {
    flag: Flag,
    code: Arc<AtomicU8>,
}

impl Interrupt {
    /// Begins to listen; without it, a signal ends the program at once.
    pub fn listen() -> Result<Self, Exit> {
        let heard = Interrupt { flag: Flag::default(), code: Arc::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let (mut interrupt, mut terminate) = {
            let _inside = runtime.enter();
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
        };
        let (flag, code) = (heard.flag.clone(), Arc::clone(&heard.code));
        std::thread::spawn(move || {
            runtime.block_on(async {
                loop {
                    let found = tokio::select! {
                        _ = interrupt.recv() => INTERRUPTED,
                        _ = terminate.recv() => TERMINATED,
                    };
                    if flag.is_set() {
                        std::process::exit(found.into());
                    }
                    code.store(found, Ordering::Relaxed);
                    flag.set();
                    eprintln!("bout: stopping; a second signal ends the program without a report");
                }
            });
        });
        Ok(heard)
    }

    /// What ends the work when a signal comes.
    pub fn flag(&self) -> &Flag {
        &self.flag
    }

    /// How the program ends after its report: as the signal says, if one came.
    pub fn done(&self) -> Done {
        match self.code.load(Ordering::Relaxed) {
            0 => Ok(()),
            code => Err(Exit::Interrupted(code)),
        }
    }
}
