#!/bin/sh
# Builds the fastest program: a first build counts which ways it takes while it plays and serves, the second is
# laid out for these ways. It behaves like any other build. The result is target/fastest/bout.
set -eu
cd "$(dirname "$0")/.."
command -v cargo >/dev/null 2>&1 || . "$HOME/.cargo/env"
work=$PWD/target/fastest
counts=$work/counts
# What the compiler is told besides, as .cargo/config.toml does: flags given here stand in its place.
flags="--cfg tokio_unstable"

# The tool that adds up counts: that of the compiler, or the newest of the machine.
merge=$(ls "$(rustc --print sysroot)"/lib/rustlib/*/bin/llvm-profdata 2>/dev/null ||
    ls /usr/lib/llvm-*/bin/llvm-profdata | sort -V | tail -1)

# build FLAG: builds for release with one flag more.
build() {
    RUSTFLAGS="$flags $1" cargo build --release --bin bout --target-dir "$work/build"
}

# play PROGRAM: all games between computer players, as a batch and through a server.
play() {
    games=$("$1" games | sed -n 's/^\([a-z0-9_]*\) ([0-9]* seats).*/\1/p')
    for game in $games; do
        "$1" bench "$game" --seconds 6 >/dev/null
        "$1" bench "$game" --seconds 6 --bots random >/dev/null
    done
    most=1000000
    rm -f "$work/socket"
    "$1" serve --store memory --listen "unix:$work/socket" --log warn --connects-per-minute $most \
        --guests-per-minute $most --messages-per-second $most >/dev/null &
    server=$!
    trap 'kill $server 2>/dev/null' EXIT
    until [ -S "$work/socket" ]; do
        kill -0 $server
        sleep 0.1
    done
    for game in $games; do
        "$1" load --url "unix:$work/socket" --game $game --matches 40 --seconds 4 >/dev/null
    done
    kill $server
    wait $server
    trap - EXIT
}

rm -rf "$counts"
mkdir -p "$work"
build "-Cprofile-generate=$counts"
echo "bout: playing, to count"
play "$work/build/release/bout"
"$merge" merge -o "$work/counts.profdata" "$counts"
build "-Cprofile-use=$work/counts.profdata"
cp "$work/build/release/bout" "$work/bout"
echo "bout: the fastest program is target/fastest/bout"
