from __future__ import annotations

import gzip
import io
import itertools
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluke_cli.record.kinds import Kind, kind_of
from bluke_cli.record.limits import MAX_RECORD_BYTES
from bluke_cli.record.source import Document, read_documents

SAMPLES = Path(__file__).parents[2] / "samples"


class Drip(io.BytesIO):
    """Gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self.drip = size

    def read1(self, _size: int | None = -1, /) -> bytes:
        return self.read(self.drip)


class Endless:
    """A stream that repeats a chunk *times* times, for ever if that is None."""

    def __init__(self, chunk: bytes, times: int | None = None, then: bytes = b"") -> None:
        self.chunks = itertools.chain(itertools.repeat(chunk) if times is None else [chunk] * times, [then])
        self.given = 0

    def read1(self, _size: int = -1) -> bytes:
        chunk = next(self.chunks, b"")
        self.given += len(chunk)
        return chunk

    read = read1


def documents(data: bytes, kind: Kind | None = None, file: str = "-") -> list[Document]:
    whole = list(read_documents(io.BytesIO(data), file, kind))
    for size in (1, 3, 7):
        assert list(read_documents(Drip(data, size), file, kind)) == whole, "cut differently in small chunks"
    return whole


def cut(data: bytes, kind: Kind | None = None) -> list[tuple[int, bytes]]:
    found = documents(data, kind)
    assert not any(document.fault for document in found)
    return [(document.line, document.raw) for document in found]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.yaml", "yaml"),
        ("a.YML", "yaml"),
        ("a.bluke", "yaml"),
        ("a.json", "json"),
        ("a.jsonl", "jsonl"),
        ("a.ndjson.gz", "jsonl"),
        ("a.gz", None),
        ("a.txt", None),
        ("-", None),
        ("json", None),
    ],
)
def test_the_name_tells_the_kind(name: str, kind: Kind | None) -> None:
    assert kind_of(name) == kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"bluke: 1\n", "yaml"),
        (b"# {\nbluke: 1\n", "yaml"),
        (b'{"bluke": 1}\n', "jsonl"),
        (b'\xef\xbb\xbf \n\n {"bluke": 1}', "jsonl"),
        (b'{"a": "}"}\n{"b": 2}\n', "jsonl"),
        (b'{"a": "{\\"{"}\n', "jsonl"),
        (b'{"a": 01}\n{"b": 2}\n', "jsonl"),
        (b'{\n"bluke": 1}\n', "json"),
        (b'{"bluke": 1,\n"players": []}\n', "json"),
        (b'{"bluke": 1', "json"),
    ],
)
def test_the_first_bytes_tell_the_kind(data: bytes, kind: Kind) -> None:
    assert {document.kind for document in documents(data)} == {kind}


@pytest.mark.parametrize(
    "text",
    [
        "bluke,1\n",
        "rules;schedule=2-1\n",
        "hand,cards,Ann bid,Bo bid\n",
        "Hand ;Cards\r\n",
        '"hand"\t"cards"\n',
        "Ann bid\tAnn took\tBo bid\n",
        "Round,Ann bid,Bo bid\n",
        'note,"two\nlines"\n',
        "sep=;\nhand;cards\n",
        ",,Ann,,Bo\nhand,cards,bid,took,bid\n",
        "\t\tAnn\t\tBo\nhand\tcards\tbid\ttook\tbid\n",
        "\n;;;\nhand;cards\n",
        "Friday night,,\nhand,Ann bid,Bo bid\n",
    ],
)
def test_the_first_row_tells_a_score_sheet(text: str) -> None:
    for data in (text.encode(), text.encode("utf-8-sig")):
        assert {document.kind for document in documents(data)} == {"csv"}
        assert {document.kind for document in documents(gzip.compress(data))} == {"csv"}


@pytest.mark.parametrize(
    "text",
    [
        "bluke\t: 1\n",
        '"bluke" \t: 1\nplayers: [a,bid,b bid]\n',
        "note: hand, Ann bid, Bo bid\n",
        "# hand, Ann bid, Bo bid\nbluke: 1\n",
        "players: [Ann bid, Bo bid]\n",
        "--- \t\nplayers: [Ann bid, Bo bid]\n",
        "--- {bluke: 1, hand,\n",
        "bluke: 1 # a,b\nplayers: [a,bid,b bid]\n",
        '? "bluke"\n: 1\n',
        "x-hand,cards: 1\n",
        "x-a, Ann bid, Bo bid, z: 1\nbluke: 1\n",
        "one, two\n",
        "hand\n",
    ],
)
def test_no_text_in_yaml_is_taken_for_a_score_sheet(text: str) -> None:
    assert {document.kind for document in documents(text.encode())} == {"yaml"}


def test_a_sample_is_known_by_its_first_bytes_as_by_its_name() -> None:
    for path in sorted(SAMPLES.glob("*valid/*")):
        with path.open("rb") as stream:
            found = {document.kind for document in read_documents(stream, "-")}
        family = {"json", "jsonl"} if "json" in path.name else {kind_of(path.name)}
        assert found <= family, path.name


def test_the_name_goes_before_the_first_bytes_and_the_user_before_both() -> None:
    data = b'{"bluke": 1}\n'
    assert documents(data, file="a.json")[0].kind == "json"
    assert documents(data, "yaml", file="a.json")[0].kind == "yaml"


def test_yaml_is_cut_at_its_marks() -> None:
    data = b"a: 1\n---\nb: 2\n... # over\nc: 3\n--- {d: 4}\n---e\n ---\n---"
    assert cut(data) == [
        (1, b"a: 1\n"),
        (2, b"---\nb: 2\n... # over\n"),
        (5, b"c: 3\n"),
        (6, b"--- {d: 4}\n---e\n ---\n"),
    ]


def test_yaml_may_end_its_lines_with_cr_lf() -> None:
    assert cut(b"---\r\na: 1\r\n---\r\nb: 2\r\n") == [(1, b"---\r\na: 1\r\n"), (3, b"---\r\nb: 2\r\n")]


@pytest.mark.parametrize(
    "data", [b"", b"\n \t\r\n", b"# nothing\n", b"---\n---\n...\n...", b"\xef\xbb\xbf", b"--- # x\n"]
)
def test_nothing_yields_nothing(data: bytes) -> None:
    assert documents(data, "yaml") == []


def test_what_follows_an_end_mark_on_its_line_is_not_lost() -> None:
    assert cut(b"... x\n") == [(1, b"... x\n")]


def test_a_directive_is_a_document_of_its_own() -> None:
    assert cut(b"%YAML 1.2\n---\na: 1\n") == [(1, b"%YAML 1.2\n"), (2, b"---\na: 1\n")]


def test_json_lines_are_cut_at_line_feeds_only() -> None:
    text = '{"a": "x\u2028y\x85z"}\r\n\n \t\r\n{"b":\r 2}\n{"c": 3}'
    found = documents(text.encode(), "jsonl")
    assert [(document.number, document.line) for document in found] == [(1, 1), (2, 4), (3, 5)]
    assert [document.raw.decode() for document in found] == ['{"a": "x\u2028y\x85z"}\r', '{"b":\r 2}', '{"c": 3}']


def test_json_is_one_document() -> None:
    assert cut(b'{"a": 1}\n{"b": 2}\n', "json") == [(1, b'{"a": 1}\n{"b": 2}\n')]
    assert cut(b" \n", "json") == []


def test_a_mark_of_byte_order_is_skipped_wherever_files_were_joined() -> None:
    bom = b"\xef\xbb\xbf"
    assert cut(bom + b"--- a\n" + bom + b"--- b\n") == [(1, b"--- a\n"), (2, b"--- b\n")]
    assert cut(bom + b"{}\n" + bom + b"{}\n", "jsonl") == [(1, b"{}"), (2, b"{}")]
    assert cut(bom + b"{}", "json") == [(1, b"{}")]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl", None])
def test_other_encodings_are_named_once(encoding: str, kind: Kind | None) -> None:
    found = documents('{"bluke": 1}\n{"bluke": 1}\n'.encode(encoding), kind)
    assert [(document.fault and document.fault.code) for document in found] == ["encoding"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_known_by_their_mark(encoding: str) -> None:
    [found] = documents("\ufeff\u7248\u672c".encode(encoding), None)
    assert found.fault is not None
    assert found.fault.code == "encoding"


def test_gzip_is_known_by_its_first_bytes() -> None:
    assert cut(gzip.compress(b"--- a\n") + gzip.compress(b"--- b\n") + b"\0" * 20) == [(1, b"--- a\n"), (2, b"--- b\n")]


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl"])
def test_broken_gzip_is_a_fault_after_the_good_records(kind: Kind) -> None:
    lines = b'--- {"a": 1}\n' * 5000 if kind == "yaml" else b'{"a": 1}\n' * 5000
    packed = gzip.compress(lines, 0)
    for broken in (packed[: len(packed) // 2], packed[:-4] + b"abcd", packed + b"garbage"):
        *good, last = list(read_documents(io.BytesIO(broken), "-", kind))
        assert last.fault
        assert last.fault.code == "syntax"
        assert last.fault.line == last.line + last.raw.count(b"\n")
        assert last.number == len(good) + 1
        assert not any(document.fault for document in good)
        assert kind == "json" or len(good) > 2000


@pytest.mark.parametrize(
    ("kind", "first", "long", "last"),
    [
        ("jsonl", b'{"a": 1}\n', b"x" * 70001, b'\n{"b": 2}\n'),
        ("yaml", b"a: 1\n--- |\n", b"x---\n ... \n" * 7000, b"\n---\nb: 2\n"),
        ("yaml", b"a: 1\n--- |\n", b"x" * 70001, b"\n... # end of it\nb: 2\n"),
    ],
)
def test_a_record_beyond_the_limit_hides_no_other(kind: Kind, first: bytes, long: bytes, last: bytes) -> None:
    data = first + long * (3 * MAX_RECORD_BYTES // len(long)) + last
    one, two, three = read_documents(Drip(data, 65536), "f", kind)
    assert (one.fault, three.fault) == (None, None)
    assert two.fault
    assert (two.fault.code, two.fault.line, two.fault.record, two.fault.file) == ("limit", 2, 2, "f")
    assert (three.number, three.line) == (3, data.count(b"\n", 0, data.index(three.raw)) + 1)
    assert b"b" in three.raw


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl"])
def test_the_limit_is_what_is_allowed(kind: Kind) -> None:
    fits = b'"' + b"x" * (MAX_RECORD_BYTES - 2) + b'"'
    assert [document.fault for document in read_documents(io.BytesIO(fits), "-", kind)] == [None]
    (document,) = read_documents(io.BytesIO(fits + b" "), "-", kind)
    assert document.fault
    assert document.fault.code == "limit"


def test_a_line_just_beyond_the_limit_hides_no_other() -> None:
    data = b"x" * (MAX_RECORD_BYTES + 1) + b"\n{}\n"
    for size in (65536, len(data)):
        found = [(one.raw[:2], one.fault and one.fault.code) for one in read_documents(Drip(data, size), "-", "jsonl")]
        assert found == [(b"xx", "limit"), (b"{}", None)]


def peak(stream: Any, kind: Kind | None) -> int:
    tracemalloc.start()
    for _ in read_documents(stream, "-", kind):
        pass
    size = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return size


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl", None])
@pytest.mark.parametrize("chunk", [b"x" * 65536, b"{" * 65536, b" " * 65536, b"- x" + b" " * 65536 + b"\n"])
def test_memory_does_not_grow_with_one_long_record(kind: Kind | None, chunk: bytes) -> None:
    assert peak(Endless(chunk, 800, b"\n---\na: 1\n"), kind) < 8 * MAX_RECORD_BYTES


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl", None])
def test_an_endless_stream_is_named_at_once(kind: Kind | None) -> None:
    stream = Endless(b"x" * 65536)
    (document,) = itertools.islice(read_documents(stream, "-", kind), 1)  # type: ignore[arg-type]
    assert document.fault
    assert document.fault.code == "limit"
    assert stream.given < 2 * MAX_RECORD_BYTES


@pytest.mark.parametrize("kind", ["yaml", "json", "jsonl"])
def test_a_gzip_bomb_does_not_go_off(kind: Kind) -> None:
    bomb = gzip.compress(b"x" * (64 * 2**20))
    assert len(bomb) < 100_000
    assert peak(io.BytesIO(bomb), kind) < 8 * MAX_RECORD_BYTES


def test_a_record_is_handed_on_before_the_next_one_is_there() -> None:
    stream = Endless(b'{"a": 1}\n{"b"')
    assert next(read_documents(stream, "-", "jsonl")).raw == b'{"a": 1}'  # type: ignore[arg-type]
    assert stream.given < 100


def test_an_error_of_the_stream_is_passed_on() -> None:
    class Failing(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        list(read_documents(Failing(), "-"))


@given(
    st.binary() | st.text("-.\n\r \t{}[]#%\"'a\ufeff").map(str.encode), st.sampled_from(["yaml", "json", "jsonl", None])
)
def test_any_bytes_give_documents_in_order_that_stand_where_they_say(data: bytes, kind: Kind | None) -> None:
    found = documents(data, kind)
    assert [document.number for document in found] == list(range(1, len(found) + 1))
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for document in found:
        if document.fault is None:
            rest = b"\n".join(lines[document.line - 1 :])
            assert rest.startswith(document.raw) or rest.removeprefix(b"\xef\xbb\xbf").startswith(document.raw)


@given(st.binary(max_size=200), st.integers(0, 40), st.sampled_from(["yaml", "json", "jsonl"]))
def test_any_packed_bytes_give_documents(data: bytes, keep: int, kind: Kind) -> None:
    packed = gzip.compress(data)
    assert list(read_documents(io.BytesIO(packed[:keep] + data), "-", kind)) is not None
    assert documents(packed, kind) == documents(data, kind) or data.startswith(b"\x1f\x8b")
