//! Golden transcripts: matches that must never play differently.

use std::path::Path;

use bout_tcg::Tcg;
use bout_testkit::run_transcripts;

#[test]
fn transcripts() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    run_transcripts::<Tcg>(&dir, std::sync::Arc::default());
}
