# Two commands for everybody: `make play` and `make test`.
.PHONY: play test scale fastest page pictures protocol charts settings transcripts needs

CARGO := PATH="$$HOME/.cargo/bin:$$PATH" cargo

# Builds the page and the program it is part of, and starts the match server with its embedded store.
play: needs page
	$(CARGO) build --profile play --bin bout
	target/play/bout serve

# Everything that must hold: format, lints, all tests, the page in a real browser.
test:
	@scripts/needs.sh test
	$(MAKE) page
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	cd web && npm run --silent check
	$(CARGO) test --workspace
	cd web && npm run --silent test

# Measures a store of 200,000 matches and 100,000 accounts, and starts with many unfinished matches.
scale:
	@scripts/needs.sh test
	$(CARGO) test --package bout-store --test suite -- --ignored --nocapture scale
	$(CARGO) test --package bout-server --test server -- --ignored --nocapture scale

# Builds the fastest program, for large batches and busy servers: target/fastest/bout.
fastest:
	@scripts/needs.sh fastest
	$(MAKE) page
	scripts/fastest.sh

# Builds the page.
page: needs web/node_modules/.package-lock.json
	cd web && npm run --silent build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

# Takes the pictures of docs/screenshots anew.
pictures: page
	$(CARGO) build --quiet --bin bout
	cd web && PICTURES=1 npx playwright test pictures --workers=1

# Writes the page's types and docs/schema from the types of the server and the games.
protocol: needs
	UPDATE=1 $(CARGO) test --package bout-server --lib server_message
	UPDATE=1 $(CARGO) test --package bout-games --test described -- types documents

# Writes docs/charts anew from the rules.
charts: needs
	$(CARGO) build --quiet --bin bout
	for game in $$(ls crates/*/src/phase.rs | cut -d/ -f2); do target/debug/bout chart $$game > docs/charts/$$game.mmd; done

# Writes the tables of settings on the rules pages from the games.
settings: needs
	UPDATE=1 $(CARGO) test --package bout-cli --test settings pages

# Rewrites the golden transcripts; a change in them asks for a new VERSION of the rules.
transcripts: needs
	UPDATE=1 $(CARGO) test --workspace --test transcripts

needs:
	@scripts/needs.sh
