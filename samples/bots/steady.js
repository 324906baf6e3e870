#!/usr/bin/env node
// The bot of steady.py in JavaScript, without any package: bluke match 'cmd:node samples/bots/steady.js' novice
"use strict";

const RANKS = "23456789TJQKA";
let seat = 0; // our own, from the last `game`

// 0 to 12 for 2 to A, 13 more for a trump, 26 and 27 for the Blukes.
function value(card, trump) {
  if (card === "LO") return 26;
  if (card === "HI") return 27;
  return RANKS.indexOf(card[0]) + (card[1] === trump ? 13 : 0);
}

function bid(view, legal) {
  const high = view.cards.filter((card) => value(card, view.trump) >= 11).length;
  const wanted = Math.floor((2 * high) / 3);
  return legal.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

function card(view, legal) {
  const ordered = [...legal].sort((a, b) => value(a, view.trump) - value(b, view.trump));
  const isNeeded = view.bids[seat] > view.won[seat];
  return isNeeded ? ordered[ordered.length - 1] : ordered[0];
}

function answer(message) {
  const { t, id } = message;
  if (t === "hello") return { t: "hello", id, version: 1, name: "Steady", caps: ["reset"] };
  if (t === "game") seat = message.seat;
  if (t === "game" || t === "over") return { t: "ok", id };
  if (t === "act" && message.want === "bid") return { t: "do", id, bid: bid(message.view, message.legal) };
  if (t === "act") return { t: "do", id, card: card(message.view, message.legal) };
  return { t: "error", id, code: "unsupported" };
}

// One message a line. Only a request has an id, and only a request is answered; `fault` and `quit` have none.
require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.t === "quit") process.exit(0);
    if (message.id !== undefined) process.stdout.write(JSON.stringify(answer(message)) + "\n");
  });
