//! Where the server under test keeps its matches: a store of the check's own, and ways to break it.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bout_store::{Backend, Postgres, Sqlite};
use tempfile::TempDir;

use crate::output::Exit;

/// How large a file system is that gets full: room for a PostgreSQL cluster.
const SMALL: &str = "size=192m";

/// Which store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// A file of its own.
    Sqlite,
    /// A PostgreSQL server of its own, on a socket in a temporary directory.
    Postgres,
}

/// A store in a temporary directory.
pub struct Database {
    kind: Kind,
    directory: TempDir,
    /// The user that PostgreSQL runs as; it refuses to be root.
    user: Option<String>,
    programs: PathBuf,
    mounted: bool,
}

impl Database {
    /// Makes one; on a small file system of its own if it is to get full.
    pub fn start(kind: Kind, small: bool) -> Result<Database, Exit> {
        let directory = tempfile::Builder::new().prefix("chaos").tempdir().map_err(Exit::failed)?;
        let mut database =
            Database { kind, directory, user: None, programs: PathBuf::new(), mounted: false };
        if small {
            database.mount()?;
        }
        if kind == Kind::Postgres {
            database.programs = programs()?;
            database.make_cluster()?;
        }
        Ok(database)
    }

    /// How `bout serve --store` names it.
    pub fn store(&self) -> String {
        match self.kind {
            Kind::Sqlite => format!("sqlite:{}", self.file().display()),
            Kind::Postgres => format!("postgres:{}", self.url()),
        }
    }

    /// Opens it beside the server, to read; the file only when no server has it.
    pub fn open(&self) -> Result<Box<dyn Backend>, Exit> {
        Ok(match self.kind {
            Kind::Sqlite => Box::new(Sqlite::reader(&self.file()).map_err(Exit::failed)?),
            Kind::Postgres => Box::new(Postgres::open(&self.url()).map_err(Exit::failed)?),
        })
    }

    fn file(&self) -> PathBuf {
        self.path().join("chaos.db")
    }

    fn url(&self) -> String {
        format!("host={} user=bout dbname=postgres", self.path().display())
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn mount(&mut self) -> Result<(), Exit> {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", SMALL, "tmpfs"]).arg(self.path());
        let done = command.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        self.mounted = done;
        if done {
            return Ok(());
        }
        Err(Exit::failed("--fault full mounts a small file system, which only root may do"))
    }

    fn make_cluster(&mut self) -> Result<(), Exit> {
        if output(Command::new("id").arg("-u")) == "0" {
            let user = "postgres".to_owned();
            let id = |flag| output(Command::new("id").args([flag, user.as_str()])).parse().ok();
            std::os::unix::fs::chown(self.path(), id("-u"), id("-g"))?;
            self.user = Some(user);
        }
        let data = self.data();
        self.run("initdb", &["-D", &data, "-U", "bout", "-A", "trust", "--no-sync"])?;
        self.start_postgres()
    }

    fn data(&self) -> String {
        self.path().join("data").display().to_string()
    }

    fn start_postgres(&self) -> Result<(), Exit> {
        // The log lies elsewhere: it must not fill the small file system.
        let log = self.path().with_extension("log").display().to_string();
        let log = if self.mounted { "/dev/null".to_owned() } else { log };
        let options =
            format!("-k {} -c listen_addresses= -c max_wal_size=64MB", self.path().display());
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"])
    }

    /// Waits until a server that was killed has no connection left: what it sent last may still be
    /// under way.
    pub fn come_to_rest(&self) -> Result<(), Exit> {
        let wait = "DO $$ BEGIN FOR i IN 1..200 LOOP PERFORM pg_stat_clear_snapshot(); \
                    EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity \
                    WHERE application_name = 'bout'); PERFORM pg_sleep(0.02); END LOOP; END $$";
        if self.kind == Kind::Postgres { self.sql(wait) } else { Ok(()) }
    }

    /// Ends all connections of the server under test.
    pub fn terminate(&self) -> Result<(), Exit> {
        self.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE application_name = 'bout'",
        )
    }

    fn sql(&self, sql: &str) -> Result<(), Exit> {
        let socket = self.path().display().to_string();
        self.run("psql", &["-h", &socket, "-U", "bout", "-q", "-c", sql, "postgres"])
    }

    /// Ends PostgreSQL as a crash would.
    pub fn stop(&self) -> Result<(), Exit> {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"])
    }

    /// Starts it again.
    pub fn restart(&self) -> Result<(), Exit> {
        self.start_postgres()
    }

    /// Sends a signal to all processes of PostgreSQL.
    pub fn signal(&self, signal: &str) -> Result<(), Exit> {
        let file = fs::read_to_string(self.path().join("data/postmaster.pid"))?;
        let pid = file.lines().next().unwrap_or_default().to_owned();
        let children = output(Command::new("pgrep").args(["-P", &pid]));
        for pid in children.lines().chain([pid.as_str()]) {
            // A process may have ended meanwhile.
            let _ = Command::new("kill").args([signal, pid]).stderr(Stdio::null()).status();
        }
        Ok(())
    }

    /// Writes the file system full.
    pub fn fill(&self) -> Result<(), Exit> {
        let mut ballast = File::create(self.ballast())?;
        let block = vec![b'x'; 64 * 1024];
        while ballast.write_all(&block).is_ok() {}
        // Down to the last byte.
        while ballast.write_all(b"x").is_ok() {}
        Ok(())
    }

    /// Makes room again; PostgreSQL may have crashed for want of it.
    pub fn make_room(&self) -> Result<(), Exit> {
        fs::remove_file(self.ballast())?;
        let running = self.kind == Kind::Sqlite
            || self.run("pg_ctl", &["-D", &self.data(), "status"]).is_ok();
        if running { Ok(()) } else { self.start_postgres() }
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<(), Exit> {
        let program = self.programs.join(program);
        let mut command = match &self.user {
            Some(user) => {
                let mut command = Command::new("runuser");
                command.args(["-u", user, "--"]).arg(&program);
                command
            }
            None => Command::new(&program),
        };
        command.args(arguments).current_dir("/").stdin(Stdio::null());
        // The server would keep the pipes of its starter open.
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        if status.success() {
            return Ok(());
        }
        Err(Exit::failed(format!("{} {arguments:?}: {status}", program.display())))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if self.kind == Kind::Postgres && !self.programs.as_os_str().is_empty() {
            let _ = self.signal("-CONT");
            let _ = self.stop();
        }
        let _ = fs::remove_file(self.path().with_extension("log"));
        if self.mounted {
            let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
        }
    }
}

fn output(command: &mut Command) -> String {
    let made = command.output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&made).trim().to_owned()
}

/// Where PostgreSQL's programs are; Debian keeps them out of the path.
fn programs() -> Result<PathBuf, Exit> {
    let versions = Path::new("/usr/lib/postgresql").read_dir().into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin"));
    let found = found.filter(|bin| bin.join("pg_ctl").exists()).max();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = || std::env::split_paths(&path).find(|bin| bin.join("pg_ctl").exists());
    let missing = || Exit::failed("--store postgres: cannot find pg_ctl; install PostgreSQL");
    found.or_else(in_path).ok_or_else(missing)
}
