//! A PostgreSQL server of the test's own, on a socket in a temporary directory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

pub struct Server {
    directory: TempDir,
    user: Option<String>,
    programs: PathBuf,
}

impl Server {
    pub fn start() -> Server {
        let root = output(Command::new("id").arg("-u")) == "0";
        let user = root.then(|| "postgres".to_owned());
        let directory = tempfile::Builder::new().prefix("pg").tempdir().unwrap();
        if let Some(user) = &user {
            let id = |flag| output(Command::new("id").args([flag, user.as_str()])).parse().ok();
            std::os::unix::fs::chown(directory.path(), id("-u"), id("-g")).unwrap();
        }
        let server = Server { directory, user, programs: programs() };
        let (data, sockets) = (server.path("data"), server.directory.path().to_owned());
        server.run("initdb", &["-D", &data, "-U", "bout", "-A", "trust", "--no-sync"]);
        let sockets = sockets.display();
        let options = format!("-k {sockets} -c listen_addresses= -c fsync=off");
        let log = server.path("log");
        server.run("pg_ctl", &["-D", &data, "-w", "-l", &log, "-o", &options, "start"]);
        server
    }

    /// A new database of this name; gives its address.
    pub fn database(&self, name: &str) -> String {
        let sockets = self.directory.path().display().to_string();
        self.run("createdb", &["-h", &sockets, "-U", "bout", name]);
        format!("host={sockets} user=bout dbname={name}")
    }

    /// Runs statements on a database, as an operator would.
    pub fn sql(&self, database: &str, sql: &str) {
        let sockets = self.directory.path().display().to_string();
        self.run("psql", &["-h", &sockets, "-U", "bout", "-q", "-c", sql, database]);
    }

    /// The socket that the server listens on.
    pub fn socket(&self) -> PathBuf {
        self.directory.path().join(".s.PGSQL.5432")
    }

    /// Sends a signal to the server and all its processes.
    pub fn signal(&self, signal: &str) {
        let file = std::fs::read_to_string(self.path("data/postmaster.pid")).unwrap();
        let pid = file.lines().next().unwrap().to_owned();
        let children = output(Command::new("pgrep").args(["-P", &pid]));
        for pid in children.lines().chain([pid.as_str()]) {
            let _ = Command::new("kill").args([signal, pid]).status();
        }
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
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
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().unwrap();
        assert!(status.success(), "{} {arguments:?}: {status}", program.display());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.path("data");
        self.signal("-CONT");
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
    }
}

fn output(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap().trim().to_owned()
}

/// Where PostgreSQL's programs are; Debian keeps them out of the path.
fn programs() -> PathBuf {
    let versions = Path::new("/usr/lib/postgresql").read_dir().into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin"));
    found.filter(|bin| bin.join("pg_ctl").exists()).max().unwrap_or_else(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).find(|bin| bin.join("pg_ctl").exists());
        found.expect("PostgreSQL's programs are missing; scripts/needs.sh installs them")
    })
}
