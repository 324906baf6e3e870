"""Faults of one hand: its deal, its bids, its play and the tricks taken."""

from __future__ import annotations

from collections.abc import Sequence

from bluke_cli.audit.notebook import HandSpot, Notebook
from bluke_cli.diagnostics import counted
from bluke_cli.errors import RuleViolation
from bluke_cli.record.models import HandRecord
from bluke_cli.replay.hands import facts_of, play_of, taken
from bluke_cli.replay.ledger import Settled
from bluke_cli.replay.table import Table
from bluke_cli.rules.bidding import check_bid
from bluke_cli.rules.cards import CARD_NAMES, PACK_SIZE, Card, trump_name
from bluke_cli.rules.house import BID_RULES, PLAY_RULES, SUM_RULES
from bluke_cli.rules.inference import impossible_scores
from bluke_cli.rules.judging import LET_STAND, Play


class HandCheck:
    """The judging of one hand; `run` reports its faults and returns what was made out.

    `doubted` are house rules that are wrong themselves; what hangs on them is not judged.
    """

    def __init__(
        self, hand: HandRecord, spot: HandSpot, table: Table, doubted: frozenset[str], notes: Notebook, is_last: bool
    ) -> None:
        self.hand = hand
        self.spot = spot
        self.table = table
        self.doubted = doubted
        self.notes = notes
        self.is_last = is_last
        self.facts = facts_of(hand, spot.number, table)
        self.deal_is_sound = True

    def run(self) -> Settled:
        """Report the faults of the hand; the sums are left to `sums`."""
        self._check_claims()
        self._check_deal()
        bids_are_sound = self._check_bids()
        if not bids_are_sound:
            self.facts.bids = None
        play = self._check_play()
        took = self._check_took(play)
        return Settled(self.facts, play, took)

    def _report(self, code: str, message: str, *steps: str | int, **more: object) -> None:
        self.notes.report(code, message, self.spot.path(*steps), hand=self.spot.number, **more)  # type: ignore[arg-type]

    def _is_damaged(self, key: str) -> bool:
        return self.notes.is_damaged(*self.spot.path(key))

    # claims that follow from the number of the hand and the turn-up

    def _check_claims(self) -> None:
        hand, facts = self.hand, self.facts
        if hand.size is not None and hand.size != facts.size and "schedule" not in self.doubted:
            self._report(
                "hand-size",
                f"this hand has {counted(facts.size or 0, 'card')} a player, not {hand.size} (RULES 3)",
                "size",
                value=facts.size,
            )
        if hand.dealer is not None and facts.dealer is not None:
            right = self.table.players[facts.dealer]
            if hand.dealer != right:
                reason = f"{right} deals this hand, not {hand.dealer} (RULES 5)"
                self._report("dealer", reason, "dealer", value=right)
        if hand.trump is not None and facts.up is not None:
            right = trump_name(facts.trump)
            if hand.trump != right:
                reason = f"{CARD_NAMES[facts.up]} was turned up, so trump is {right} (RULES 6)"
                self._report("trump", reason, "trump", value=right)
        if hand.cut is not None and facts.size is not None:
            stock = PACK_SIZE - facts.size * facts.players
            if not 0 <= hand.cut < stock:
                self._report(
                    "cut", f"the stock has {stock} cards, so a cut moves 0 to {stock - 1} of them (RULES 6)", "cut"
                )

    # the deal

    def _check_deal(self) -> None:
        facts = self.facts
        if facts.dealt is None or facts.size is None:
            return
        for seat, cards in enumerate(facts.dealt):
            if len(cards) != facts.size:
                reason = f"this hand has {counted(facts.size, 'card')} a player, not {len(cards)} (RULES 3)"
                self._report("deal-size", reason, "dealt", seat, seat=seat)
                self.deal_is_sound = False
        if self.deal_is_sound and not facts.has_every_card:
            self._check_deal_twice(facts.dealt)

    def _check_deal_twice(self, dealt: Sequence[Sequence[Card]]) -> None:
        seen: dict[Card, str] = {} if self.facts.up is None else {self.facts.up: "turned up"}
        for seat, cards in enumerate(dealt):
            for at, card in enumerate(cards):
                if card in seen:
                    reason = f"{CARD_NAMES[card]} was already {seen[card]}"
                    self._report("duplicate-card", reason, "dealt", seat, card=at, seat=seat)
                    self.deal_is_sound = False
                else:
                    seen[card] = f"dealt to {self.table.players[seat]}"

    def _check_dealt_claim(self, play: Play) -> None:
        """Report each `dealt` of a finished hand that is not what the seat played."""
        dealt = self.facts.dealt
        if dealt is None or not self.deal_is_sound:
            return
        for seat, cards in enumerate(dealt):
            left = play.holdings[seat]
            for at, card in enumerate(cards):
                if not left >> card & 1:
                    reason = f"{CARD_NAMES[card]} is not one of the cards that this player played"
                    self._report("dealt", reason, "dealt", seat, card=at, seat=seat)
                    break
                left &= ~(1 << card)

    # bids

    def _check_bids(self) -> bool:
        """Report faults of the bids and return whether they are all there and legal."""
        facts, players = self.facts, self.facts.players
        bids = facts.bids
        if bids is None or self._is_damaged("bids"):
            return not self._is_damaged("bids")
        if len(bids) < players:
            who = self.table.players[len(bids)]
            here = "here is 1 bid" if len(bids) == 1 else f"here are {len(bids)} bids"
            reason = f"{players} players bid, {here}: {who}'s is missing (null for a bid still to come)"
            self._report("bid-missing", reason, "bids", seat=len(bids))
            for seat, bid in enumerate(bids):
                if bid is not None:
                    self._check_bid(bid, (), seat)
            return False
        order = range(players) if facts.dealer is None else [(facts.dealer + 1 + at) % players for at in range(players)]
        went_on = bool(facts.tricks) or facts.took is not None or not self.is_last
        last = max((at for at, seat in enumerate(order) if bids[seat] is not None), default=-1)
        is_sound, so_far = True, list[int]()
        for at, seat in enumerate(order):
            bid = bids[seat]
            if bid is None:
                if went_on or (at < last and facts.dealer is not None):
                    reason = "the hand went on" if went_on else "a later player has bid"
                    self._report("bid-missing", f"this bid is missing, but {reason} (RULES 7)", "bids", seat, seat=seat)
                    is_sound = False
                continue
            is_sound = self._check_bid(bid, so_far if len(so_far) == at else (), seat) and is_sound
            so_far.append(bid)
        return is_sound

    def _check_bid(self, bid: int, so_far: Sequence[int], seat: int) -> bool:
        size = self.facts.size
        if size is None or self.doubted & BID_RULES:
            return True
        try:
            # without a dealer nobody is known to bid last, and a hook cannot be judged
            check_bid(bid, so_far if self.facts.dealer is not None else (), self.facts.players, size, self.table.rules)
        except RuleViolation as violation:
            self._report(violation.code, violation.reason, "bids", seat, seat=seat)
            return False
        return True

    # the play

    def _check_play(self) -> Play | None:
        facts = self.facts
        if self.doubted & PLAY_RULES or self._is_damaged("up") or self._is_damaged("trump"):
            return None
        play = play_of(facts, self.table, deal_is_fact=self.deal_is_sound and not self._is_damaged("dealt"))
        if play is None:
            return None
        for fault in play.faults:
            marked = fault.code in LET_STAND and (fault.trick, fault.card) in facts.marks
            self._report(
                fault.code,
                fault.reason + (", but it was let stand" if marked else ""),
                "tricks",
                fault.trick,
                card=fault.card,
                trick=fault.trick + 1,
                seat=fault.seat,
                severity="warning" if marked else "error",
            )
        if play.is_complete:
            self._check_dealt_claim(play)
            self._check_marks(play)
        elif not play.is_cut_short:
            self._check_unfinished(play)
        return play

    def _check_marks(self, play: Play) -> None:
        faulty = {(fault.trick, fault.card) for fault in play.faults}
        for index, at in sorted(self.facts.marks):
            if (index, at) not in faulty:
                trick = play.tricks[index]
                shown = CARD_NAMES[trick.cards[at]]
                reason = f"{shown} is marked `!` as played although illegal, but it was legal (RULES 8)"
                seat = (trick.leader + at) % self.facts.players
                more: dict[str, object] = {"card": at, "trick": index + 1, "seat": seat}
                self._report("revoke", reason, "tricks", index, severity="warning", fix=shown, **more)

    def _check_unfinished(self, play: Play) -> None:
        """Report a play that breaks off although the hand went on."""
        facts = self.facts
        size = facts.size or 0
        took = [tricks for tricks in facts.took or () if tricks is not None]
        if self.is_last and not (len(took) == facts.players and sum(took) == size):
            return
        if len(facts.tricks) == size:
            count = len(facts.tricks[-1])
            reason = f"a trick has {facts.players} cards, this one {count}, and the game went on (RULES 8)"
            self._report("trick-size", reason, "tricks", size - 1, trick=size)
        else:
            done = sum(trick.winner is not None for trick in play.tricks)
            here = {0: "none is complete", 1: "only one is complete"}.get(done, f"only {done} are complete")
            reason = f"a hand of {size} has {size} tricks, {here}, and the game went on (RULES 3)"
            self._report("trick-count", reason, "tricks")

    # tricks taken

    def _check_took(self, play: Play | None) -> list[int] | None:
        """Report wrong `took`; return the tricks taken by seat, None where they cannot be trusted."""
        facts, written = self.facts, self.facts.took
        if play is not None and play.is_complete:
            for seat, count in enumerate(written or ()):
                if count is not None and count != play.won[seat]:
                    reason = f"this player took {play.won[seat]} of the tricks as played, not {count} (RULES 10)"
                    self._report("took", reason, "took", seat, seat=seat, value=play.won[seat])
            return play.won
        if facts.size is None or self._is_damaged("took"):
            return None
        if written is None:
            return self._infer_took()
        is_sound = self._check_took_range(written, play)
        given = [count for count in written if count is not None]
        total = sum(given)
        is_whole = len(given) == len(written)
        if is_sound and play is not None and not play.is_cut_short and total < facts.size:
            return None  # what is not played yet, or not written, is missing here too
        if is_sound and (total > facts.size or (is_whole and total != facts.size)):
            reason = f"the tricks taken add up to {total}, but the hand has {facts.size} (RULES 3)"
            self._report("took-sum", reason, "took")
            is_sound = False
        return taken(facts, None, self.table) if is_sound else None

    def _infer_took(self) -> list[int] | None:
        """Report points that no tricks give; return the tricks that the points of a bare sheet tell, if they do."""
        facts = self.facts
        bids = facts.all_bids
        if bids is None or facts.score is None or facts.tricks or facts.size is None or self.doubted & SUM_RULES:
            return None
        impossible = impossible_scores(bids, facts.score, facts.size, self.table.rules)
        for seat in impossible:
            points = counted(facts.score[seat], "point")
            reason = f"no number of tricks gives {points} for a bid of {bids[seat]} (RULES 11)"
            self._report("score", reason, "score", seat, seat=seat)
        took = None if impossible else taken(facts, None, self.table)
        if took is not None and sum(took) != facts.size:
            reason = f"these points mean {counted(sum(took), 'trick')}, but the hand has {facts.size} (RULES 3, 11)"
            self._report("took-sum", reason, "score")
            return None
        return took

    def _check_took_range(self, written: Sequence[int | None], play: Play | None) -> bool:
        is_sound = True
        size = self.facts.size or 0
        for seat, count in enumerate(written):
            if count is None:
                continue
            won = 0 if play is None else play.won[seat]
            if not 0 <= count <= size:
                reason = f"this hand has {counted(size, 'trick')}, so no player took {count} (RULES 3)"
                self._report("took", reason, "took", seat, seat=seat)
                is_sound = False
            elif count < won:
                reason = f"this player took {won} of the tricks written down already, not {count} (RULES 10)"
                self._report("took", reason, "took", seat, seat=seat)
                is_sound = False
        return is_sound
