//! Golden transcripts: matches that must never play differently.

use std::path::Path;
use std::sync::Arc;

use bout_necro::{Cards, Necro};
use bout_testkit::run_transcripts;

#[test]
fn transcripts() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    run_transcripts::<Necro>(&dir, Arc::new(Cards::default()));
}
