#!/bin/sh
# Writes web/src/fonts/noto-sans-tc.woff2: the Chinese characters of the page and of the cards, and no others.
# Usage: scripts/font.sh NotoSansCJK-Regular.ttc   (Debian: fonts-noto-cjk; needs fonttools and brotli from PyPI)
set -eu
font=${1:?the path of NotoSansCJK-Regular.ttc is missing}
cd "$(dirname "$0")/.."
characters=$(cat crates/necro/data/*.json crates/necro/data/souls/*.json web/src/games/necro/* | grep -oP '\p{Han}' | sort -u | tr -d '\n')
# Face 3 is the one for Traditional Chinese. The names keep the copyright and the licence.
pyftsubset "$font" --font-number=3 --text="$characters" --flavor=woff2 --layout-features= --no-hinting \
  --name-IDs=0,1,2,4,5,7,8,11,13,14 --output-file=web/src/fonts/noto-sans-tc.woff2
