"""The Parquet files that are written here: pyarrow and Polars read what pyarrow's own file would give them."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.counts import addressed
from sim.counts.addressed import Addressed
from sim.runs import pages
from sim.runs import remainders as remaining
from sim.runs.pages import Stored
from sim.runs.parquet import parquet_file
from sim.runs.remainders import Follows, remainders
from sim.runs.thrift import i32, listed, struct, text, varint, zigzag

CHANCE = np.random.default_rng(3)
WORDS = ("cards", "ré", "", "cap")


def numbers(low: int, high: int, kind: str, rows: int = 5_000) -> np.ndarray:
    return CHANCE.integers(low, high, rows).astype(kind)


COLUMNS = {
    "one value": Stored("x", np.full(5_000, 7, np.int32), "int32"),
    "a negative value": Stored("x", np.full(999, -7, np.int16), "int16"),
    "one bit": Stored("x", numbers(-1, 1, "int8"), "int8"),
    "two bits": Stored("x", numbers(-2, 2, "int8"), "int8"),
    "four bits": Stored("x", numbers(100, 110, "int16"), "int16"),
    "eight bits": Stored("x", numbers(-100, 156, "int32"), "int32"),
    "all of a byte": Stored("x", numbers(-128, 128, "int8"), "int8"),
    "just too many for a byte": Stored("x", np.arange(257, dtype=np.int32) - 5, "int32"),
    "short numbers": Stored("x", numbers(-(2**15), 2**15, "int16"), "int16"),
    "whole numbers": Stored("x", numbers(-(2**31), 2**31, "int32"), "int32"),
    "long numbers": Stored("x", numbers(-(2**63), 2**63 - 1, "int64"), "int64"),
    "few long numbers": Stored("x", 2**62 + numbers(0, 9, "int64"), "int64"),
    "long ones stored as whole ones": Stored("x", numbers(0, 9, "int64"), "int32"),
    "yes and no": Stored("x", numbers(0, 2, "bool"), "bool"),
    "never": Stored("x", np.zeros(77, bool), "bool"),
    "texts": Stored("x", numbers(0, 4, "int8"), "text", words=WORDS),
    "one text": Stored("x", np.full(77, 2, np.int8), "text", words=WORDS),
    "the last of two": Stored("x", np.ones(77, np.int8), "text", words=("a", "b")),
    "halves": Stored("x", numbers(-9, 9, "int32"), "float64", per=2),
    "many halves": Stored("x", numbers(-(10**6), 10**6, "int32"), "float64", per=2),
    "following": Stored("x", range(2**40, 2**40 + 5_000), "int64"),
}


def table_of(column: Stored) -> pa.Table:
    """Return the table that pyarrow would write."""
    values: Any = np.array(column.values)
    if column.words:
        array = pa.DictionaryArray.from_arrays(pa.array(values), pa.array(column.words))
    else:
        kind = column.kind
        array = pa.array(values / column.per if kind == "float64" else values.astype(kind))
    return pa.table({"x": array}, metadata={"who": "we"})


@pytest.fixture(params=["NumPy", "compiled"])
def _packed_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pack by NumPy and by compiled code."""
    for module in (addressed, pages, remaining):
        monkeypatch.setattr(module, "COMPILED_FROM", 1 << 40 if request.param == "NumPy" else 1)


@pytest.mark.usefixtures("_packed_by")
@pytest.mark.parametrize("rows", [1, 2, 9, 100, None])
@pytest.mark.parametrize("name", COLUMNS)
def test_every_reader_gets_what_another_writer_would_give_it(name: str, rows: int | None) -> None:
    whole = COLUMNS[name]
    column = Stored("x", whole.values[:rows], whole.kind, whole.words, whole.per)
    file = bytes(parquet_file([column], {"who": "we"}, {"besides": "this"}))
    other = pa.BufferOutputStream()
    with pq.ParquetWriter(other, table_of(column).schema) as writer:
        writer.write_table(table_of(column))
        writer.add_key_value_metadata({"besides": "this"})
    content = other.getvalue()
    with pq.ParquetFile(pa.BufferReader(file), page_checksum_verification=True) as reader:
        table = reader.read(use_threads=False)
    table.validate(full=True)
    wanted = pq.ParquetFile(pa.BufferReader(content)).read()
    assert table.schema.equals(wanted.schema, check_metadata=True)
    assert table.schema.metadata == {b"who": b"we", b"besides": b"this"}
    assert table.equals(wanted)
    read = pl.read_parquet(io.BytesIO(file))
    assert read.schema == pl.read_parquet(io.BytesIO(content)).schema
    assert read.equals(pl.read_parquet(io.BytesIO(content)))


def test_columns_lie_side_by_side_and_one_alone_can_be_read() -> None:
    columns = [
        Stored(str(place), one.values[:77], one.kind, one.words, one.per)
        for place, one in enumerate(COLUMNS.values())
    ]
    file = io.BytesIO(bytes(parquet_file(columns, {}, {})))
    assert pl.read_parquet(file, columns=["8"])["8"].to_list() == columns[8].values.tolist()
    assert pl.read_parquet(file).width == len(columns)
    assert pq.read_table(file).column_names == [one.name for one in columns]


def test_a_reader_can_skip_files_by_the_numbers_of_their_games() -> None:
    file = parquet_file([COLUMNS["following"]], {}, {})
    found = pq.read_metadata(pa.BufferReader(bytes(file))).row_group(0).column(0).statistics
    assert (found.min, found.max, found.null_count) == (2**40, 2**40 + 4_999, 0)
    assert pl.scan_parquet(io.BytesIO(bytes(file))).filter(pl.col("x") < 2**40 + 3).collect().height == 3


def test_small_values_take_the_bits_that_they_need() -> None:
    rows = 1 << 16
    for bits in (1, 2, 4, 8):
        values = CHANCE.integers(0, 1 << bits, rows).astype(np.int32)
        size = len(parquet_file([Stored("x", values, "int32")], {}, {}))
        assert bits * rows / 8 < size < bits * rows / 8 * 1.01 + 2_000


@pytest.mark.parametrize(
    ("value", "data"),
    [
        # The examples of the specification of the protocol, and of Protocol Buffers for the groups of seven bits.
        (varint(50399), "df 89 03"),
        (varint(zigzag(-1)), "01"),
        (varint(zigzag(2147483647)), "fe ff ff ff 0f"),
        (varint(zigzag(-2147483648)), "ff ff ff ff 0f"),
        (struct({1: i32(1), 3: text("ab")}).data, "15 02 28 02 61 62 00"),
        (listed([i32(1), i32(-2)]).data, "25 02 03"),
        (listed([i32(0)] * 15).data, "f5 0f" + " 00" * 15),
    ],
)
def test_numbers_and_structures_are_written_as_thrift_says(value: bytes, data: str) -> None:
    assert value.hex(" ") == data


SIZES = st.one_of(st.integers(-5, 60), st.integers(-(2**31), 2**31 - 1))


@given(st.lists(st.tuples(SIZES, SIZES, SIZES), min_size=1, max_size=20), st.integers(-9, 9), st.booleans())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.usefixtures("_packed_by")
def test_a_remainder_is_exact_or_refused(
    rows: list[tuple[int, int, int]], times: int, of_largest: bool
) -> None:
    columns = {name: np.array([row[place] for row in rows]) for place, name in enumerate("abc")}
    number = abs(times) if of_largest else times
    if of_largest:
        rest = [a - max([0, *(n for value, n in ((b, number), (c, 3)) if value > 0)]) for a, b, c in rows]
    else:
        rest = [a - times * b - 3 * c for a, b, c in rows]
    others = [b - a for a, b, _ in rows]
    follows = [Follows("a", {"b": number, "c": 3}, of_largest), Follows("b", {"a": 1})]
    if all(-(2**31) <= one < 2**31 for one in rest + others):
        found = remainders(follows, Addressed(columns))
        for name, values in (("a", rest), ("b", others)):
            assert found[name][0].tolist() == values
            assert found[name][1] == (min(values), max(values))
    else:
        with pytest.raises(OverflowError, match=r"the rest of [ab] does not fit"):
            remainders(follows, Addressed(columns))


def test_few_games_are_packed_into_the_same_bytes_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = [
        Stored(str(place), one.values[:77], one.kind, one.words, one.per)
        for place, one in enumerate(COLUMNS.values())
    ]
    plain = parquet_file(columns, {}, {})
    monkeypatch.setattr(pages, "COMPILED_FROM", 1)
    assert parquet_file(columns, {}, {}) == plain


def test_a_word_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError, match="x: 0 to 4 are not all in the dictionary"):
        parquet_file([Stored("x", np.arange(5, dtype=np.int8), "text", words=WORDS)], {}, {})
