//! `bout backup`: a copy of the embedded store.

use std::path::PathBuf;

use crate::Done;
use crate::output::{Exit, print};

/// What people want to know beyond the options.
pub const HELP: &str = "\
The copy is the state of one moment, compact and checked. A running server goes on meanwhile, however
busy it is. To restore, stop the server, put the copy in place of bout.db and remove bout.db-wal,
bout.db-shm and bout.db-beat. PostgreSQL has tools of its own, such as pg_dump.";

/// Options of `bout backup`.
#[derive(clap::Args)]
pub struct Args {
    /// The file to make; it must not exist
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// Directory of the embedded store, as given to `bout serve`
    #[arg(long, value_name = "DIR", default_value = "bout-data")]
    data: PathBuf,
    /// The store, as given to `bout serve`: sqlite:FILE; a file in --data if missing
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
}

/// Makes the copy.
pub fn run(args: &Args) -> Done {
    let from = match args.store.as_deref() {
        None => args.data.join("bout.db"),
        Some(store) => match store.split_once(':') {
            Some(("sqlite", file)) => PathBuf::from(file),
            _ => {
                let text =
                    format!("--store {store}: expected sqlite:FILE; for PostgreSQL use pg_dump");
                return Err(Exit::usage(text));
            }
        },
    };
    bout_store::backup(&from, &args.to).map_err(Exit::failed)?;
    let bytes = args.to.metadata()?.len();
    print(&format!("bout: {} copied to {}, {bytes} bytes\n", from.display(), args.to.display()))
}
