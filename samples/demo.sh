#!/bin/sh
# The main job from end to end: `make demo` runs this with `bluke` on the PATH. What it makes is removed at the end.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Say what comes, show the command as one would type it, run it.
step() {
  printf '\n# %s\n$ %s\n' "$1" "$2"
  eval "$2"
}

step "Deal 3 games of 25 hands for 4 players. The seed friday deals the same cards on every machine." \
  "bluke deal --seed friday -n 3 --to jsonl -o deals.jsonl"
step "Let two kinds of bots play them, every set of cards from both sides of the table." \
  "bluke match rules novice --seed 7 --deals deals.jsonl -o games.jsonl"
step "Does each game obey the rules, and is it complete?" \
  "bluke validate --complete games.jsonl"
step "Are all sums right? Nothing to say means yes." \
  "bluke rescore --check games.jsonl"
step "The score sheet of the first game." \
  "head -n 1 games.jsonl | bluke rescore --to table"
step "And its 13th hand, the one of a single card each." \
  "head -n 1 games.jsonl | bluke replay --hand 13"

printf '\nTry next: .venv/bin/bluke --help, or type a score sheet of your own as README.md shows.\n'
