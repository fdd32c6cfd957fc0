#!/bin/sh
# Installs what the build needs and the machine lacks; says so in one line when it cannot.
set -eu

command -v cargo >/dev/null 2>&1 || [ ! -f "$HOME/.cargo/env" ] || . "$HOME/.cargo/env"
command -v cargo >/dev/null 2>&1 || { echo "bout: cargo is missing; install Rust with rustup" >&2; exit 1; }
cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 ||
    rustup component add clippy rustfmt >/dev/null 2>&1 ||
    { echo "bout: clippy and rustfmt are missing and 'rustup component add clippy rustfmt' failed" >&2; exit 1; }

as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
# fetch WHAT PACKAGE...: installs Debian packages.
fetch() {
    what=$1
    shift
    echo "bout: installing $what (Debian: $*)"
    { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq "$@"; } >/dev/null 2>&1 ||
        { echo "bout: $what is missing and 'apt-get install $*' failed" >&2; exit 1; }
}

command -v cc >/dev/null 2>&1 || fetch "a C compiler" gcc libc6-dev
command -v npm >/dev/null 2>&1 || fetch "Node.js, for the page" nodejs npm
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
    { echo "bout: the page is built with Node.js 20 or newer; this is $(node --version)" >&2; exit 1; }
if [ "${1:-}" = fastest ]; then
    for tool in "$(rustc --print sysroot)"/lib/rustlib/*/bin/llvm-profdata /usr/lib/llvm-19/bin/llvm-profdata \
        /usr/lib/llvm-2?/bin/llvm-profdata; do
        [ ! -x "$tool" ] || exit 0
    done
    fetch "LLVM's tools, to count" llvm-19
fi
[ "${1:-}" = test ] || exit 0
ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || command -v pg_ctl >/dev/null 2>&1 ||
    fetch "PostgreSQL, for the tests" postgresql
command -v chromium >/dev/null 2>&1 || fetch "Chromium, for the tests of the page" chromium
