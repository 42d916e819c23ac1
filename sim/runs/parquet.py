"""Parquet files, written from the small integers that games give.

A general writer turns every number into its type on disk, looks each of them up in a dictionary and packs it. Here the
values of a block are packed as they are, by compiled code (:mod:`sim.runs.kernel`):

- few values (up to 256 from the lowest to the highest) as places in a dictionary of all values between the two, in 1,
  2, 4 or 8 bits each, so that the compressor meets whole values in its bytes; a single value takes a few bytes;
- more values in byte streams: the lowest bytes of all, then the next ones;
- the numbers of the games as the first one and differences.

A file has one row group, and in it one page of data for each column. The schema and the types are those that pyarrow
would write. https://parquet.apache.org/docs/file-format/ describes the format.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.runs import kernel
from sim.runs.thrift import TRUE, Value, byte, i32, i64, listed, struct, text, varint, zigzag
from sim.tallies.addressed import Addressed, Range, address_of

MAGIC = b"PAR1"

_PLAIN, _RLE, _DELTA, _RLE_DICTIONARY, _BYTE_STREAM_SPLIT = 0, 3, 5, 8, 9
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_OPTIONAL = 1
_UTF8 = 0
_ZSTD = 6
_LEVEL = 1

_PHYSICAL = {"bool": 0, "int8": 1, "int16": 1, "int32": 1, "int64": 2, "float64": 5, "text": 6}
"""The codes of the types on disk."""

_STORED = {1: "<i4", 2: "<i8", 5: "<f8"}
"""The types of numbers on disk, for NumPy."""

_ANNOTATED = {"int8": (15, 8), "int16": (16, 16)}
"""The codes and the bits of integers that are smaller than on disk."""

_MOST_PLACES = 256
"""The most values of a dictionary."""

_BLOCK, _MINIBLOCKS = 128, 4
"""How many differences have their own lowest one, and in how many groups they are packed."""


@dataclass(frozen=True)
class Stored:
    """A column of a file.

    Attributes
    ----------
    name
        Its name.
    values
        Signed integers or bool (rows,).
    kind
        The type that a reader gives it: that of the values, a wider one, ``float64`` with ``per``, ``text`` with
        ``words``.
    words
        The texts that the values stand for, in their order from 0.
    per
        The number by which readers find the values divided.
    follows
        Whether each value is one more than the one before.
    ends
        The least value and the greatest, if they are known.
    """

    name: str
    values: NDArray[np.integer]
    kind: str
    words: tuple[str, ...] = ()
    per: int = 1
    follows: bool = False
    ends: Range | None = None

    @property
    def physical(self) -> int:
        """The code of the type on disk."""
        return _PHYSICAL[self.kind]


@dataclass(frozen=True)
class _Page:
    """What a page holds, not yet compressed."""

    encoding: int
    data: bytes
    values: int
    dictionary: bytes | None = None
    places: int = 0


def parquet_file(
    columns: Sequence[Stored], metadata: Mapping[str, str], besides: Mapping[str, str]
) -> bytearray:
    """Return a Parquet file.

    Parameters
    ----------
    columns
        At least one, all of the same length, of at least one row.
    metadata, besides
        Entries of the footer: those of the schema, as Arrow reads it, and others.
    """
    rows = len(columns[0].values)
    file = bytearray(MAGIC)
    chunks = [_write_column(file, column) for column in columns]
    group = struct(
        {
            1: listed(chunk for chunk, _ in chunks),
            2: i64(sum(size for _, size in chunks)),
            3: i64(rows),
        }
    )
    entries = {**metadata, **besides, "ARROW:schema": _arrow_schema(columns, metadata)}
    root = struct({4: text("schema"), 5: i32(len(columns))})
    order = struct({1: struct({})})
    footer = struct(
        {
            1: i32(2),
            2: listed([root, *map(_node, columns)]),
            3: i64(rows),
            4: listed([group]),
            5: listed(struct({1: text(key), 2: text(entry)}) for key, entry in entries.items()),
            6: text("warlab"),
            7: listed([order] * len(columns)),
        }
    )
    file += footer.data
    file += len(footer.data).to_bytes(4, "little") + MAGIC
    return file


def _node(column: Stored) -> Value:
    """Return what the schema of a file says about a column."""
    fields = {1: i32(column.physical), 3: i32(_OPTIONAL), 4: text(column.name)}
    if column.kind == "text":
        fields |= {6: i32(_UTF8), 10: struct({1: struct({})})}
    elif column.kind in _ANNOTATED:
        code, bits = _ANNOTATED[column.kind]
        fields |= {6: i32(code), 10: struct({10: struct({1: byte(bits), 2: TRUE})})}
    return struct(fields)


def _arrow_schema(columns: Sequence[Stored], metadata: Mapping[str, str]) -> str:
    """Return the types of the columns as Arrow keeps them in a file."""
    import pyarrow as pa

    types = {"text": pa.dictionary(pa.int8(), pa.string()), "bool": pa.bool_()}
    fields = [(one.name, types.get(one.kind) or pa.from_numpy_dtype(np.dtype(one.kind))) for one in columns]
    return base64.b64encode(pa.schema(fields, dict(metadata)).serialize().to_pybytes()).decode()


def _write_column(file: bytearray, column: Stored) -> tuple[Value, int]:
    """Write a column at the end of a file; return what the footer says about it, and its size before compression."""
    page = _page(column)
    start, whole = len(file), 0
    places: dict[int, Value] = {}
    if page.dictionary is not None:
        kind = {7: struct({1: i32(page.places), 2: i32(_PLAIN)})}
        whole += _write_page(file, _DICTIONARY_PAGE, page.dictionary, kind)
        places[11] = i64(start)
    data_at = len(file)
    kind = {5: struct({1: i32(page.values), 2: i32(page.encoding), 3: i32(_RLE), 4: i32(_RLE)})}
    # Every value is there: one run of ones says so.
    present = varint(page.values << 1) + b"\1"
    whole += _write_page(file, _DATA_PAGE, len(present).to_bytes(4, "little") + present + page.data, kind)
    encodings = [_RLE, page.encoding] if page.dictionary is None else [_PLAIN, _RLE, page.encoding]
    about = {
        1: i32(column.physical),
        2: listed(map(i32, encodings)),
        3: listed([text(column.name)]),
        4: i32(_ZSTD),
        5: i64(page.values),
        6: i64(whole),
        7: i64(len(file) - start),
        9: i64(data_at),
        **places,
    }
    if column.follows:
        low, high = (int(column.values[end]).to_bytes(8, "little", signed=True) for end in (0, -1))
        about[12] = struct({3: i64(0), 5: text(high), 6: text(low)})
    return struct({2: i64(start), 3: struct(about)}), whole


def _write_page(file: bytearray, kind: int, data: bytes, more: Mapping[int, Value]) -> int:
    """Write a page at the end of a file; return its size before compression."""
    packed = _codec().compress(data, asbytes=True)
    check = zlib.crc32(packed)
    header = struct(
        {
            1: i32(kind),
            2: i32(len(data)),
            3: i32(len(packed)),
            4: i32(check - (1 << 32) if check >> 31 else check),
            **more,
        }
    )
    file += header.data
    file += packed
    return len(header.data) + len(data)


@cache
def _codec() -> Any:
    import pyarrow as pa

    return pa.Codec("zstd", _LEVEL)


def _page(column: Stored) -> _Page:
    """Return the values of a column in the encoding that suits them."""
    rows = len(column.values)
    if column.follows:
        return _Page(_DELTA, _following(int(column.values[0]), rows), rows)
    if column.kind == "bool":
        return _Page(_PLAIN, _packed(column, 0, 1), rows)
    low, high = column.ends or Addressed({column.name: column.values}).ranges[column.name]
    if high - low < _MOST_PLACES:
        return _dictionary_page(column, low, high)
    if column.physical == _PHYSICAL["int32"]:
        streams = np.empty((4, rows), np.uint8)
        kernel.split(
            *map(np.uint64, address_of(column.values)),
            np.uint64(rows),
            streams,
            np.empty(kernel.CHUNK, np.uint32),
        )
    else:
        whole = column.values if column.per == 1 else column.values / column.per
        streams = whole.astype(_STORED[column.physical]).view(np.uint8).reshape(rows, -1).T
    return _Page(_BYTE_STREAM_SPLIT, streams.tobytes(), rows)


def _dictionary_page(column: Stored, low: int, high: int) -> _Page:
    """Return few values as places in a dictionary of all between the lowest and the highest, or of all words."""
    rows = len(column.values)
    if column.words:
        words = [word.encode() for word in column.words]
        dictionary, first, last = (
            b"".join(len(word).to_bytes(4, "little") + word for word in words),
            0,
            len(words) - 1,
        )
    else:
        between = np.arange(low, high + 1) if column.per == 1 else np.arange(low, high + 1) / column.per
        dictionary, first, last = between.astype(_STORED[column.physical]).tobytes(), low, high
    # The dictionary may have more values than are met.
    bits = next(bits for bits in (1, 2, 4, 8) if high - first < 1 << bits)
    if low == high:
        runs = varint(rows << 1) + bytes([low - first])
    else:
        groups = -(-rows // 8)
        runs = varint(groups << 1 | 1) + _packed(column, first, bits)
    return _Page(_RLE_DICTIONARY, bytes([bits]) + runs, rows, dictionary, last - first + 1)


def _packed(column: Stored, low: int, bits: int) -> bytes:
    """Return the values of a column less the lowest one, in so many bits each."""
    rows = len(column.values)
    # Groups of eight values are written whole.
    packed = np.zeros(-(-rows // 8) * bits, np.uint8)
    workspace = np.empty(kernel.CHUNK, np.uint32)
    kernel.pack(
        *map(np.uint64, address_of(column.values)), low, np.uint64(rows), np.uint64(bits), packed, workspace
    )
    return packed.tobytes()


def _following(first: int, rows: int) -> bytes:
    """Return whole numbers from the first one up: the differences are 1, and nothing is left of them."""
    head = varint(_BLOCK) + varint(_MINIBLOCKS) + varint(rows) + varint(zigzag(first))
    block = varint(zigzag(1)) + bytes(_MINIBLOCKS)
    return head + block * (-(-(rows - 1) // _BLOCK))
