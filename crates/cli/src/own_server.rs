//! A server of one's own: started as a child, watched, stopped or killed.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bout_server::Address;

use crate::output::Exit;

/// A server that runs as a child of this program.
pub struct OwnServer {
    child: Child,
    /// Where it listens.
    pub address: Address,
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Resident memory in bytes.
    pub resident_bytes: u64,
}

impl OwnServer {
    /// Starts `bout serve` with these options there, without limits on one address.
    pub fn start(listen: &Address, options: &[&str]) -> Result<OwnServer, Exit> {
        let program = std::env::current_exe().map_err(Exit::failed)?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", &listen.to_string(), "--log", "warn"]);
        command.args(["--connects-per-minute", "10000000", "--guests-per-minute", "10000000"]);
        command.args(["--max-sockets", "60000", "--max-sockets-per-address", "60000"]);
        command.args(["--requests-per-second", "1000000", "--max-tables-per-address", "60000"]);
        command.args(["--opens-per-minute", "1000000", "--max-matches-per-address", "60000"]);
        command.args(["--messages-per-second", "100000"]).args(options);
        OwnServer::spawn(command)
    }

    /// Starts `bout serve` with these options on a free port, with its usual limits.
    pub fn plain(options: &[&str]) -> Result<OwnServer, Exit> {
        let program = std::env::current_exe().map_err(Exit::failed)?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]).args(options);
        OwnServer::spawn(command)
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Starts a plain echo instead.
    pub fn echo(listen: &Address) -> Result<OwnServer, Exit> {
        let program = std::env::current_exe().map_err(Exit::failed)?;
        let mut command = Command::new(program);
        command.args(["load", "--be-echo", &listen.to_string()]);
        OwnServer::spawn(command)
    }

    fn spawn(mut command: Command) -> Result<OwnServer, Exit> {
        let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| Exit::failed(format!("bout serve: {error}")))?;
        let said = child.stdout.take().map(BufReader::new);
        let mut line = String::new();
        if let Some(mut said) = said {
            said.read_line(&mut line)?;
            // Nobody reads the rest; the pipe must not fill up.
            std::thread::spawn(move || for _ in said.lines() {});
        }
        match listening(&line) {
            Some(address) => Ok(OwnServer { child, address }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(Exit::failed(format!("the server did not start: {line}")))
            }
        }
    }

    /// Ends it with SIGKILL, as a power cut would; gives the moment before the signal. The end of a
    /// process whose write is under way takes longer, and on a busy machine its dying threads run
    /// before this one goes on.
    pub fn kill(&mut self) -> Instant {
        let killed = Instant::now();
        let _ = self.child.kill();
        let _ = self.child.wait();
        killed
    }

    /// What it has used so far.
    pub fn used(&self) -> Used {
        used(self.child.id())
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Where a server says that it listens.
fn listening(line: &str) -> Option<Address> {
    let url = line.trim().strip_prefix("bout: listening on ")?;
    url.strip_prefix("http://").unwrap_or(url).parse().ok()
}

/// What a process of this number has used.
pub fn used(pid: u32) -> Used {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses may hold anything; the numbers begin after it.
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let field = |at: usize| {
        rest.split_whitespace().nth(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0)
    };
    let (user, system, pages) = (field(11), field(12), field(21));
    let ticks = Duration::from_millis(10 * (user + system));
    Used { cpu_seconds: ticks.as_secs_f64(), resident_bytes: pages * 4096 }
}
