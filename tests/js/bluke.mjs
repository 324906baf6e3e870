// Bluke again, from docs/rules.md, docs/deal-vectors.md and docs/format.md alone: the dealing method, the house rules,
// the sums and the judge of one hand. Cards are the texts of the format; nothing here is made for speed.

import { createHash } from "node:crypto";

export const SUITS = "CDHS";
export const RANKS = "23456789TJQKA";
export const PACK = [...[...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)), "LO", "HI"];

export const DEFAULTS = {
  schedule: null, min_bid: 1, hook: false, led_bluke: "any", trump_lead: "free", no_trump_bluke: "power",
  points: 10, overtrick: 1, bag_limit: null, bag_penalty: null, tie: "shared",
};

export const isBluke = (card) => card === "LO" || card === "HI";
export const suitOf = (card) => (isBluke(card) ? null : card[1]);
export const trumpOf = suitOf; // of the card turned up

// The dealing method

function shuffledPack(seed, game, hand) {
  const name = Buffer.from(`bluke-deal-1\n${game}\n${hand}\n${seed}`, "utf8");
  for (let length = 128; ; length *= 2) {
    const stream = createHash("shake256", { outputLength: length }).update(name).digest();
    const pack = [...PACK];
    let at = 0;
    let i = 53;
    while (i > 0 && at < length) {
      const byte = stream[at++];
      if (byte >= 256 - (256 % (i + 1))) continue;
      const j = byte % (i + 1);
      [pack[i], pack[j]] = [pack[j], pack[i]];
      i -= 1;
    }
    if (i === 0) return pack;
  }
}

export function deal({ seed, game, hand, players, size, dealer, cut }) {
  const pack = shuffledPack(seed, game, hand);
  const holdings = Array.from({ length: players }, () => []);
  for (let n = 0; n < players * size; n++) holdings[(dealer + 1 + n) % players].push(pack[n]);
  const stock = pack.slice(players * size);
  return { holdings, up: stock[cut] };
}

const drawValue = (card) => (card === "LO" ? 13 : card === "HI" ? 14 : RANKS.indexOf(card[0]));

function compareDraws(a, b) {
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const difference = drawValue(a[n]) - drawValue(b[n]);
    if (difference) return difference;
  }
  return a.length - b.length;
}

export function draw({ seed, game, players }) {
  const pack = shuffledPack(seed, game, 0);
  const drawn = pack.splice(0, players).map((card) => [card]);
  const extreme = (sign) => {
    const best = drawn.reduce((a, b) => (sign * compareDraws(a, b) >= 0 ? a : b));
    return drawn.map((_, seat) => seat).filter((seat) => compareDraws(drawn[seat], best) === 0);
  };
  for (;;) {
    const tied = [extreme(1), extreme(-1)].find((seats) => seats.length > 1);
    if (!tied) return { draw: drawn, dealer: extreme(1)[0], scorekeeper: extreme(-1)[0] };
    for (const seat of tied) drawn[seat].push(pack.shift());
  }
}

// Schedule, bids, sums

export function schedule(players, text) {
  const top = Math.floor(53 / players);
  if (text === null) {
    const first = Math.min(13, top);
    const down = Array.from({ length: first }, (_, n) => first - n);
    return [...down, ...down.slice(0, -1).reverse()];
  }
  const sizes = [];
  for (const part of text.split(",")) {
    if (!/^(0|[1-9][0-9]*)(-(0|[1-9][0-9]*))*$/.test(part)) return null;
    const turns = part.split("-").map(Number);
    sizes.push(turns[0]);
    for (const turn of turns.slice(1)) {
      let size = sizes[sizes.length - 1];
      if (turn > top) return null;
      const step = turn > size ? 1 : -1; // 5-5 goes one down and comes to nothing: there is no such schedule
      while (size !== turn) {
        size += step;
        if (size < 0) return null;
        sizes.push(size);
      }
    }
  }
  return sizes.every((size) => size >= 1 && size <= top) && sizes.length <= 1000 ? sizes : null;
}

export function legalBids({ rules, players, size, bids }) {
  const house = { ...DEFAULTS, ...rules };
  const possible = [];
  for (let bid = house.min_bid; bid <= size; bid++) possible.push(bid);
  if (!house.hook || bids.length !== players - 1) return possible;
  const sum = bids.reduce((a, b) => a + b, 0);
  const allowed = possible.filter((bid) => sum + bid !== size);
  return allowed.length ? allowed : possible;
}

export function settle({ rules, players, hands }) {
  const house = { ...DEFAULTS, ...rules };
  const zero = () => Array.from({ length: players }, () => 0);
  const [total, bags, made] = [zero(), zero(), zero()];
  const settled = hands.map(({ bids, took }) => {
    const score = bids.map((bid, seat) => {
      if (took[seat] < bid) return -house.points * bid;
      const over = took[seat] - bid;
      made[seat] += bid;
      let points = house.points * bid + house.overtrick * over;
      if (house.bag_limit !== null) {
        const before = Math.floor(bags[seat] / house.bag_limit);
        bags[seat] += over;
        points -= house.bag_penalty * (Math.floor(bags[seat] / house.bag_limit) - before);
      }
      return points;
    });
    score.forEach((points, seat) => { total[seat] += points; });
    return { score, total: [...total] };
  });
  const best = Math.max(...total);
  let winners = total.map((_, seat) => seat).filter((seat) => total[seat] === best);
  if (house.tie === "most-made") {
    const most = Math.max(...winners.map((seat) => made[seat]));
    winners = winners.filter((seat) => made[seat] === most);
  }
  return { hands: settled, winners };
}

// Play

function asked(trick, trump, house) {
  if (!trick.length) return null;
  if (!isBluke(trick[0])) return suitOf(trick[0]);
  const next = trick.map(suitOf).find((suit) => suit !== null) ?? null;
  if (trump === null && house.no_trump_bluke === "powerless") return next;
  if (house.led_bluke === "next-suit") return next;
  return house.led_bluke === "trump" ? trump : null;
}

export function legalPlays({ rules, trump, broken, holding, trick }) {
  const house = { ...DEFAULTS, ...rules };
  if (!trick.length) {
    const onlyTrumps = holding.every((card) => isBluke(card) || suitOf(card) === trump);
    const bound = house.trump_lead === "broken" && trump !== null && !broken && !onlyTrumps;
    return holding.filter((card) => !bound || suitOf(card) !== trump);
  }
  const suit = asked(trick, trump, house);
  const follows = suit !== null && holding.some((card) => suitOf(card) === suit);
  return holding.filter((card) => !follows || isBluke(card) || suitOf(card) === suit);
}

export function winner({ rules, trump, trick }) {
  const house = { ...DEFAULTS, ...rules };
  const led = trick.map(suitOf).find((suit) => suit !== null) ?? null;
  const powerless = trump === null && house.no_trump_bluke === "powerless";
  const strength = (card) => {
    if (isBluke(card)) return powerless ? 0 : card === "HI" ? 101 : 100;
    const rank = 1 + RANKS.indexOf(card[0]);
    return suitOf(card) === trump ? 50 + rank : suitOf(card) === led ? rank : 0;
  };
  const strengths = trick.map(strength);
  return strengths.indexOf(Math.max(...strengths));
}

// The judge: faults of the play in their order, and the tricks taken if the hand was played to its end

export function judge({ rules, players, size, dealer, up, tricks }) {
  const trump = trumpOf(up);
  const plays = []; // trick, place, seat, card: as far as it makes sense
  const took = Array.from({ length: players }, () => 0);
  const seen = new Set([up]);
  let leader = (dealer + 1) % players;
  let end = null; // the fault after which nothing more is judged
  tricks.forEach((trick, t) => {
    if (end) return;
    const isLast = t === tricks.length - 1;
    if (t >= size) end = { code: "trick-count", trick: t, card: null };
    else if (trick.length > players || !trick.length || (trick.length < players && !isLast)) {
      end = { code: "trick-size", trick: t, card: null };
    }
    trick.forEach((card, place) => {
      if (end) return;
      if (seen.has(card)) end = { code: "duplicate-card", trick: t, card: place };
      else plays.push({ t, place, seat: (leader + place) % players, card });
      seen.add(card);
    });
    if (!end && trick.length === players) {
      leader = (leader + winner({ rules, trump, trick })) % players;
      took[leader] += 1;
    }
  });
  const faults = [];
  let broken = false;
  plays.forEach(({ t, place, seat, card }, at) => {
    const trick = tricks[t].slice(0, place);
    const holding = plays.slice(at).filter((play) => play.seat === seat).map((play) => play.card);
    if (!legalPlays({ rules, trump, broken, holding, trick }).includes(card)) {
      faults.push({ code: place ? "revoke" : "trump-not-broken", trick: t, card: place });
    }
    if (place && trump !== null && suitOf(card) === trump && suitOf(trick[0]) !== trump) broken = true;
  });
  if (end) faults.push(end);
  const whole = !end && tricks.length === size && tricks[size - 1].length === players;
  return { faults, took: whole ? took : null };
}
