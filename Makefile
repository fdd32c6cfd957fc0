# Two commands for everybody: `make play` and `make test`.
.PHONY: play test charts transcripts needs

CARGO := PATH="$$HOME/.cargo/bin:$$PATH" cargo

# Builds the program and starts the match server with its embedded store.
play: needs
	$(CARGO) build --profile play --bin bout
	target/play/bout serve

# Everything that must hold: format, lints, all tests.
test:
	@scripts/needs.sh test
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(CARGO) test --workspace

# Writes docs/charts anew from the rules.
charts: needs
	$(CARGO) build --quiet --bin bout
	for game in $$(ls crates/*/src/phase.rs | cut -d/ -f2); do target/debug/bout chart $$game > docs/charts/$$game.mmd; done

# Rewrites the golden transcripts; a change in them asks for a new VERSION of the rules.
transcripts: needs
	UPDATE=1 $(CARGO) test --workspace --test transcripts

needs:
	@scripts/needs.sh
