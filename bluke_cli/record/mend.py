"""A record that is not in normal form: put right what is only spelled otherwise, report and drop what is wrong.

`mend` is the slow way of the reader, taken when a record does not fit the models at once. What it drops it names in
`damaged`, so that later stages do not report the consequences; a fault in one field costs that field, never the record
(except `players`, without which nothing can be judged).
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from bluke_cli.diagnostics import Finding, Path
from bluke_cli.record import wording
from bluke_cli.record.agreement import disagreements, namesakes
from bluke_cli.record.limits import FORMAT_VERSION
from bluke_cli.record.models import MAX_PLAYERS, DealOrigin, GameRecord, HandRecord, Part, RulesRecord
from bluke_cli.record.nodes import BROKEN, MERGE_KEY
from bluke_cli.record.notation import CARDS, canonical_card, canonical_cards, suggestion

_NOBODY = ["1", "2"]  # stands for players that cannot be used while the rest is looked at
_PARTS: dict[str, type[Part]] = {"rules": RulesRecord, "deal": DealOrigin}
_SCHEDULE = ("rules", "schedule")
_BAD_CARDS = len(CARDS)  # of one field: nobody reads more, and a field could hold a million
_UNKNOWN_KEYS = 100  # of one object: what follows is one finding
_SUGGESTIONS = 100  # a record with more wrong keys, or more that are no cards, is something else altogether


class Mending:
    """One record on the mend: `value` is what is left of it, `findings` are not placed yet.

    `record` is the result, None if nothing can be judged; `is_other_version` says that it is not ours to judge. What a
    merge key may have brought is damaged, and named once more behind MERGE_KEY: ``("hands", 0, "<<", "up")``.
    """

    def __init__(self, value: Any) -> None:
        self.findings: list[Finding] = []
        self.damaged: set[Path] = set()
        self.record: GameRecord | None = None
        self.is_other_version = False
        self._to_drop: list[Path] = []
        self._suggestions = _SUGGESTIONS
        self._bad_cards = 0
        if not isinstance(value, dict):
            if value is not BROKEN:
                message = f"a record is an object with the keys bluke, players, hands; this is {wording.kind(value)}"
                self.findings.append(Finding("wrong-type", message))
            return
        self.written = value  # as it was read: never changed
        self.value = _copy(value)
        version = self.value.get("bluke")
        if type(version) is int and version != FORMAT_VERSION:
            self._refuse(version)
        else:
            self._mend()

    def _refuse(self, version: int) -> None:
        self.is_other_version = True
        message = f"this record is in version {version} of the format; this program reads version {FORMAT_VERSION}"
        self.findings.append(Finding("version", message, ("bluke",)))

    def _mend(self) -> None:
        self._check_keys()
        self._check_namesakes()
        self._spell_cards()
        self._find_broken()
        while self.record is None:
            record = self._validated()
            if record is not None and not self._has_lost_players():
                for fault in disagreements(record):
                    self._report(fault, fault.path)
            self.record = None if self._to_drop else record
            self._drop()
        if self._has_lost_players():
            self.record = None
        if self.record is not None:
            self._cut_tricks(self.record)

    def _cut_tricks(self, record: GameRecord) -> None:
        """Take out the tricks that were dropped and all after them; what was played before is still judged."""
        for path in self.damaged:
            if len(path) == 4 and path[2] == "tricks":
                del (record.hands[int(path[1])].tricks or [])[int(path[3]) :]

    def _has_lost_players(self) -> bool:
        return ("players",) in self.damaged or ("players",) in self._to_drop

    # Reporting and dropping

    def _report(self, finding: Finding, drop: Path | None = None) -> None:
        """Keep *finding*; the field at *drop*, if given, goes when the record has been looked at as a whole."""
        self.findings.append(wording.about(finding, self.written))
        if drop:
            self._to_drop.append(drop)

    def _drop(self) -> None:
        for path in self._to_drop:
            self._drop_one(path)
        self._to_drop.clear()

    def _drop_one(self, path: Path) -> None:
        """Take the field that *path* is in out of `value`; keep what the models cannot do without."""
        key, depth = str(path[0]), len(path)
        if key in ("bluke", "players") or path == ("hands",):
            self.value[key] = {"bluke": FORMAT_VERSION, "players": _NOBODY, "hands": []}[key]
            self.damaged.add((key,))
        elif key == "hands" and depth == 2:
            self.value["hands"][path[1]] = {}
            self.damaged.add(path)
        elif key == "hands" and depth == 4 and path[2] == "tricks":
            self.value["hands"][path[1]]["tricks"][path[3]] = ""  # kept so far, so that the others keep their place
            self.damaged.add(path)
        elif key == "hands":
            self.value["hands"][path[1]].pop(path[2], None)
            self.damaged.add(path[:3])
        elif key == "rules" and depth > 1:
            self.value["rules"].pop(path[1], None)
            self.damaged.add(path[:2])
        else:
            self.value.pop(key, None)
            self.damaged.add((key,))

    # Keys

    def _check_keys(self) -> None:
        self._check_part(self.value, (), GameRecord)
        for key, model in _PARTS.items():
            self._check_part(self.value.get(key), (key,), model)
        for number, hand in enumerate(self._hands()):
            self._check_part(hand, ("hands", number), HandRecord)

    def _check_part(self, part: Any, path: Path, model: type[Part]) -> None:
        """Report and take out the keys that *part*, read as *model*, may not have, and those that it lacks."""
        if not isinstance(part, dict):
            return
        fields = model.model_fields
        with_own = model.model_config.get("extra") == "allow"
        meant: set[str] = set()
        if part.get(MERGE_KEY) is BROKEN:  # any key that is missing may have been merged
            meant.update(fields.keys() - part.keys())
            self.damaged.update((*path, key) for key in meant)
            self.damaged.update((*path, MERGE_KEY, key) for key in meant)
            del part[MERGE_KEY]
        unknown = [key for key in part if key not in fields and not (with_own and key.startswith("x-"))]
        for key in unknown[_UNKNOWN_KEYS:]:
            del part[key]
        for key in unknown[:_UNKNOWN_KEYS]:
            close = wording.close_key(key, fields, with_own=with_own) if self._may_suggest() else None
            if close in fields and close not in part:
                meant.add(close)
                self.damaged.add((*path, close))
            message = wording.unknown_key(key, close, with_own=with_own)
            self._report(Finding("unknown-key", message, (*path, key), at_key=True, fix=close))
            del part[key]
        if beyond := unknown[_UNKNOWN_KEYS:]:
            message = wording.unknown_keys(len(beyond))
            self._report(Finding("unknown-key", message, (*path, beyond[0]), at_key=True))
        for key, field in fields.items():
            if field.is_required() and key not in part:
                if key not in meant:
                    self._report(Finding("missing-key", wording.missing_key(key, path), path))
                self._to_drop.append((*path, key))

    def _check_namesakes(self) -> None:
        """Report equal names also where other names cannot be used and the players' agreement is not looked at."""
        players = self.value.get("players")
        if isinstance(players, list) and len(players) <= MAX_PLAYERS:
            for finding in namesakes(players):
                self._report(finding, ("players",))

    def _may_suggest(self) -> bool:
        self._suggestions -= 1
        return self._suggestions >= 0

    def _hands(self) -> list[Any]:
        hands = self.value.get("hands")
        return hands if isinstance(hands, list) else []

    # Cards

    def _spell_cards(self) -> None:
        self._spell_list(self.value, "draw", ())
        for number, hand in enumerate(self._hands()):
            if not isinstance(hand, dict):
                continue
            path = ("hands", number)
            self._bad_cards = 0
            if isinstance(hand.get("up"), str):
                hand["up"] = self._one_card(hand["up"], (*path, "up"))
            self._spell_list(hand, "dealt", path)
            self._spell_list(hand, "tricks", path)
            if hand.get("cut") == 0 and type(hand["cut"]) is int:
                del hand["cut"]

    def _spell_list(self, part: dict[str, Any], key: str, path: Path) -> None:
        texts = part.get(key)
        self._bad_cards = 0
        if isinstance(texts, list):
            part[key] = [
                self._cards(text, (*path, key, number), marked=key == "tricks") if isinstance(text, str) else text
                for number, text in enumerate(texts)
            ]

    def _one_card(self, text: str, path: Path) -> str:
        spelled = self._cards(text, path)
        if spelled and " " not in spelled:
            return spelled
        if spelled or not text.strip():
            card = 1 if spelled else None
            self._report(Finding("bad-card", "one card is due here", path, card=card), path)
        return "LO"  # a card, whichever; the field is on its way out

    def _cards(self, text: str, path: Path, *, marked: bool = False) -> str:
        """Return *text* in canonical spelling; report what is no card, and return no cards then."""
        spelled, bad = canonical_cards(text, marked=marked)
        if not bad:
            return spelled
        tokens = text.split()
        for number in bad[: _BAD_CARDS - self._bad_cards]:
            self._bad_cards += 1
            fix = suggestion(tokens[number], marked=marked) if self._may_suggest() else None
            is_marked = not marked and canonical_card(tokens[number], marked=True) is not None
            message = wording.bad_card(tokens[number], fix, is_marked=is_marked)
            self._report(Finding("bad-card", message, path, card=number, fix=fix), path)
        return ""

    # Kinds and values

    def _find_broken(self) -> None:
        """Drop the free values that hold something reported already; the models find it in all others."""
        for part, path in [(self.value, ()), *((hand, ("hands", i)) for i, hand in enumerate(self._hands()))]:
            if isinstance(part, dict):
                free = [key for key in part if key.startswith("x-") or (key == "match" and not path)]
                self._to_drop += [(*path, key) for key in free if _holds_broken(part[key])]

    def _validated(self) -> GameRecord | None:
        """Return the record if it fits the models; else report what does not."""
        try:
            return GameRecord.model_validate(self.value)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)
        seen: set[Path] = set()
        for error in errors:
            path = error["loc"]
            if path[:2] == _SCHEDULE:  # list and text each have their say, below it
                path, error["input"] = _SCHEDULE, self.value["rules"]["schedule"]
            if path not in seen:
                seen.add(path)
                self._to_drop.append(path)
                for finding in wording.misfits(path, error):
                    self._report(finding)
        return None


def _copy(value: dict[str, Any]) -> dict[str, Any]:
    """Return a copy whose parts can be changed without changing *value*; lists of plain values are shared."""
    copied = dict(value)
    for key in _PARTS:
        if isinstance(copied.get(key), dict):
            copied[key] = dict(copied[key])
    if isinstance(copied.get("hands"), list):
        copied["hands"] = [dict(hand) if isinstance(hand, dict) else hand for hand in copied["hands"]]
    return copied


def _holds_broken(value: Any) -> bool:
    """Tell whether BROKEN is somewhere in *value*; the text's limit on nesting bounds the recursion."""
    if isinstance(value, dict):
        return any(map(_holds_broken, value.values()))
    if isinstance(value, list):
        return any(map(_holds_broken, value))
    return value is BROKEN
