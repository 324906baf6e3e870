"""The long table as Parquet, by pyarrow, which is loaded only here (the extra `parquet`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from bluke_cli.errors import BlukeError
from bluke_cli.record.models import GameRecord
from bluke_cli.report.long_table import COLUMNS, long_rows

ROWS_AT_A_TIME = 50_000


class _Sink:
    """A file to pyarrow that only takes bytes."""

    closed = False

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._at = 0

    def write(self, data: object) -> int:
        taken = bytes(data)  # type: ignore[call-overload]
        self._write(taken)
        self._at += len(taken)
        return len(taken)

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        """Do nothing: whoever gave the sink flushes."""

    def close(self) -> None:
        """Do nothing: whoever gave the sink closes."""

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False


def write_parquet(records: Iterable[GameRecord], write: Callable[[bytes], None]) -> None:
    """Write the table; memory holds a bounded number of rows. BlukeError where pyarrow is not there."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BlukeError('Parquet needs pyarrow: pip install "bluke[parquet]"') from None
    kinds = {int: pyarrow.int64(), str: pyarrow.string(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    rows = long_rows(records)
    with pyarrow.parquet.ParquetWriter(pyarrow.PythonFile(_Sink(write), mode="w"), schema) as writer:
        while part := list(islice(rows, ROWS_AT_A_TIME)):
            by_column = zip(*part, strict=True)
            columns = [pyarrow.array(values, field.type) for values, field in zip(by_column, schema, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
