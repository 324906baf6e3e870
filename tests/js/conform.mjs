// Go through the conformance kit with `bluke.mjs`: node conform.mjs FOLDER. Prints what differs; exit status 1 if anything does.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import * as bluke from "./bluke.mjs";

const folder = process.argv[2];
const cards = (text) => (text ? text.split(" ") : []);
const sorted = (list) => [...list].sort();

const checks = {
  deals: (it) => [bluke.deal(it), { holdings: it.holdings.map(cards), up: it.up }],
  draws: (it) => [bluke.draw(it), { draw: it.draw.map(cards), dealer: it.dealer, scorekeeper: it.scorekeeper }],
  schedules: (it) => [bluke.schedule(it.players, it.schedule), it.sizes],
  bids: (it) => [bluke.legalBids(it), it.legal],
  plays: (it) => [
    sorted(bluke.legalPlays({ ...it, holding: cards(it.holding), trick: cards(it.trick) })),
    sorted(cards(it.legal)),
  ],
  tricks: (it) => [bluke.winner({ ...it, trick: cards(it.trick) }), it.winner],
  scores: (it) => [bluke.settle(it), {
    hands: it.hands.map(({ score, total }) => ({ score, total })), winners: it.winners,
  }],
  hands: (it) => [bluke.judge({ ...it, tricks: it.tricks.map(cards) }), { faults: it.faults, took: it.took }],
};

let differ = 0;
for (const [name, check] of Object.entries(checks)) {
  const lines = readFileSync(`${folder}/${name}.jsonl`, "utf8").trimEnd().split("\n");
  for (const [index, line] of lines.entries()) {
    const [found, wanted] = check(JSON.parse(line));
    if (!isDeepStrictEqual(found, wanted)) {
      differ += 1;
      console.log(`${name} ${index + 1}: ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`);
    }
  }
  console.log(`${name}: ${lines.length}`);
}
process.exitCode = differ ? 1 : 0;
