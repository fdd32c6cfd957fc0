#!/bin/sh
# Installs what the build needs and the machine lacks; says so in one line when it cannot.
set -eu

command -v cargo >/dev/null 2>&1 || [ ! -f "$HOME/.cargo/env" ] || . "$HOME/.cargo/env"
command -v cargo >/dev/null 2>&1 || { echo "bout: cargo is missing; install Rust with rustup" >&2; exit 1; }
cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 ||
    rustup component add clippy rustfmt >/dev/null 2>&1 ||
    { echo "bout: clippy and rustfmt are missing and 'rustup component add clippy rustfmt' failed" >&2; exit 1; }

command -v cc >/dev/null 2>&1 && exit 0
echo "bout: installing a C compiler (Debian package gcc)"
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
{ $as_root apt-get update -qq && $as_root apt-get install -y -qq gcc libc6-dev; } >/dev/null 2>&1 ||
    { echo "bout: a C compiler is missing and 'apt-get install gcc libc6-dev' failed" >&2; exit 1; }
