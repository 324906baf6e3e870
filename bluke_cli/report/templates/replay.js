"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const [events, players, viewer] = ["events", "players", "viewer"].map((id) => JSON.parse(byId(id).textContent));
  if (!events.length) return;
  const suits = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const words = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
  let at = 0;

  const shown = (card) => (card in { LO: 1, HI: 1 } ? card : card[0].replace("T", "10") + suits[card[1]]);

  // Without a prototype: somebody may be called "constructor".
  const byName = () => Object.create(null);

  function element(tag, text, kind) {
    const made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function cardElement(card) {
    const isRed = card.length === 2 && "DH".includes(card[1]) && card !== "LO" && card !== "HI";
    return element("span", shown(card), isRed ? "red" : "");
  }

  // What is known at a step: everything of its hand up to there.
  function stateAt(step) {
    let first = step;
    while (first > 0 && events[first].event !== "deal" && events[first].event !== "game") first -= 1;
    const state = { hand: null, deal: null, trick: byName(), winner: null };
    for (const key of ["bids", "won", "holdings", "totals"]) state[key] = byName();
    for (const event of events.slice(0, first)) {
      if (event.event === "hand-end" && event.total) players.forEach((name, i) => (state.totals[name] = event.total[i]));
    }
    for (const event of events.slice(first, step + 1)) enter(state, event, first);
    return state;
  }

  function enter(state, event, first) {
    if (event.event === "deal") {
      state.deal = event;
      state.hand = event.hand;
      players.forEach((name, i) => {
        const dealt = event.dealt && event.dealt[i];
        state.holdings[name] = dealt ? dealt.split(" ") : viewer === null ? playedIn(first, name) : [];
      });
    } else if (event.event === "bid") state.bids[event.player] = event.bid;
    else if (event.event === "card") {
      if (state.winner !== null || state.number !== event.trick) state.trick = byName();
      state.number = event.trick;
      state.winner = null;
      state.trick[event.player] = event;
      state.holdings[event.player] = (state.holdings[event.player] || []).filter((card) => card !== event.card);
    } else if (event.event === "trick") {
      state.winner = event.winner;
      players.forEach((name, i) => (state.won[name] = event.won[i]));
    } else if (event.event === "hand-end") {
      state.trick = byName();
      state.winner = null;
      players.forEach((name, i) => {
        if (event.took) state.won[name] = event.took[i];
        if (event.total) state.totals[name] = event.total[i];
      });
    }
  }

  const pack = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)).concat("LO", "HI");
  const inOrder = (cards) => [...cards].sort((one, other) => pack.indexOf(one) - pack.indexOf(other));

  function playedIn(first, name) {
    const cards = [];
    for (let i = first + 1; i < events.length && events[i].event !== "deal"; i += 1) {
      if (events[i].event === "card" && events[i].player === name) cards.push(events[i].card);
    }
    return cards;
  }

  function sentence(event) {
    switch (event.event) {
      case "game": return event.dealer === null ? "The game begins." : `${event.dealer} deals the first hand.`;
      case "deal": {
        const trump = event.trump === null ? "" : event.trump === "none" ? ", no trump" : `, ${words[event.trump]} are trump`;
        const up = event.up === null ? "" : `, ${shown(event.up)} is turned up`;
        return `Hand ${event.hand}: ${event.size ?? "?"} cards${event.dealer === null ? "" : `, ${event.dealer} deals`}${up}${trump}.`;
      }
      case "bid": return `${event.player} bids ${event.bid}.`;
      case "card": {
        const why = event.why && !event.fault ? ` (${event.why.reason})` : "";
        return `Trick ${event.trick}: ${event.player} plays ${shown(event.card)}${why}.`;
      }
      case "trick": return `${event.winner} takes trick ${event.trick}${event.why ? `: ${event.why.reason}` : ""}.`;
      case "hand-end": {
        const scores = event.score ? players.map((name, i) => `${name} ${event.score[i]}`).join(", ") : "";
        return `Hand ${event.hand} is over. ${scores}${event.ended ? ` ${event.ended}.` : ""}`;
      }
      default: return event.winners ? `${event.winners.join(" and ")} won.` : event.stopped || event.ended || "The end.";
    }
  }

  function faults(event) {
    const found = event.fault ? [{ player: event.player, ...event.fault }] : event.faults || [];
    return found.map((fault) => {
      const where = fault.trick ? `trick ${fault.trick}, ` : "";
      return `${where}${fault.player}: ${fault.reason}${fault.let_stand ? ", but it was let stand" : ""} [${fault.code}]`;
    });
  }

  // With reviews: why a hand is not weighed, a choice that was clearly not the best, and at the end what those cost.
  function advice(event) {
    const review = event.review;
    if (!review) return [];
    if (event.event === "deal") return [`Not weighed: ${review}.`];
    if (event.event === "game-end") {
      return Object.entries(review).filter(([, all]) => all !== null).map(([name, all]) => {
        const lost = all.lost.toFixed(1) + (all.clear ? ` ± ${all.error.toFixed(1)}` : "");
        return `${name} lost ${lost} points by ${all.clear} of ${all.weighed} choices, clearly not the best.`;
      });
    }
    if (!review.is_clear) return [];
    const best = event.event === "bid" ? String(review.best) : shown(review.best);
    const gain = `${review.lost.toFixed(1)} ± ${review.error.toFixed(1)} points more in ${review.worlds} worlds`;
    return [`${best} is worth ${gain}.`];
  }

  function seat(state, event, name) {
    const item = document.createElement("li");
    if (event.player === name) item.className = "turn";
    if (state.winner === name) item.className = "winner";
    const deals = state.deal && state.deal.dealer === name ? " (deals)" : "";
    item.append(element("h3", name + deals));
    const numbers = [];
    if (name in state.bids) numbers.push(`bid ${state.bids[name]}`);
    if (name in state.won) numbers.push(`took ${state.won[name]}`);
    if (name in state.totals) numbers.push(`total ${state.totals[name]}`);
    item.append(element("div", numbers.join(" · "), "soft"));
    const played = element("div", "", "played");
    const card = state.trick[name];
    if (card) {
      played.append(cardElement(card.card));
      if (card.fault) played.append(element("span", " !", "fault"));
    }
    item.append(played);
    const holding = element("div", "", "holding");
    inOrder(state.holdings[name] || []).forEach((held) => holding.append(cardElement(held), " "));
    item.append(holding);
    return item;
  }

  function show() {
    const event = events[at];
    const state = stateAt(at);
    byId("said").replaceChildren(element("span", sentence(event)));
    faults(event).forEach((text) => byId("said").append(element("div", text, "fault")));
    advice(event).forEach((text) => byId("said").append(element("div", text, "advice")));
    byId("seats").replaceChildren(...players.map((name) => seat(state, event, name)));
    byId("place").textContent = `${at + 1} / ${events.length}`;
    byId("back").disabled = byId("first").disabled = at === 0;
    byId("on").disabled = byId("last").disabled = at === events.length - 1;
    const hand = state.hand === null ? "" : String(state.hand);
    if ([...byId("hand").options].some((option) => option.value === hand)) byId("hand").value = hand;
  }

  function go(step) {
    at = Math.max(0, Math.min(events.length - 1, step));
    show();
  }

  const goTo = (step) => step >= 0 && go(step);
  const after = (kinds) => {
    const found = events.findIndex((event, i) => i > at && kinds.includes(event.event));
    return found < 0 ? events.length - 1 : found;
  };
  const before = (kinds) => {
    for (let i = at - 1; i > 0; i -= 1) if (kinds.includes(events[i].event)) return i;
    return 0;
  };
  const moves = {
    first: () => go(0),
    back: () => go(at - 1),
    on: () => go(at + 1),
    last: () => go(events.length - 1),
    "back-trick": () => go(before(["trick", "deal", "hand-end"])),
    "on-trick": () => go(after(["trick", "deal", "hand-end"])),
    "back-fault": () => goTo(events.findLastIndex((event, i) => i < at && faults(event).length)),
    "on-fault": () => goTo(events.findIndex((event, i) => i > at && faults(event).length)),
  };
  for (const [id, move] of Object.entries(moves)) byId(id) && byId(id).addEventListener("click", move);
  byId("hand").addEventListener("change", (change) =>
    go(events.findIndex((event) => event.event === "deal" && String(event.hand) === change.target.value)));
  const keys = {
    ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last",
    PageDown: "on-trick", PageUp: "back-trick", n: "on-fault", p: "back-fault",
  };
  document.addEventListener("keydown", (key) => {
    if (key.target.tagName === "SELECT" || key.altKey || key.ctrlKey || key.metaKey || !(key.key in keys)) return;
    key.preventDefault();
    moves[keys[key.key]]();
  });
  events.filter((event) => event.event === "deal").forEach((event) => {
    const option = element("option", `Hand ${event.hand}`);
    option.value = String(event.hand);
    byId("hand").append(option);
  });
  // Who steps through the game needs no text of it, but paper does.
  const told = byId("told");
  let wasOpen = told.open = false;
  addEventListener("beforeprint", () => { wasOpen = told.open; told.open = true; });
  addEventListener("afterprint", () => { told.open = wasOpen; });
  byId("table").hidden = false;
  show();
})();
