"""Parquet files, written from the small integers that games give.

A general writer turns every number into its type on disk, looks each of them up in a dictionary and packs it. Here the
values of a block are packed as they are, by compiled code; :mod:`sim.runs.pages` says how.

A file has one row group, and in it one page of data for each column. The schema and the types are those that pyarrow
would write. https://parquet.apache.org/docs/file-format/ describes the format.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.runs.pages import PLAIN, RLE, Stored, page_of
from sim.runs.thrift import TRUE, Value, byte, i32, i64, listed, struct, text

MAGIC = b"PAR1"

_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_OPTIONAL = 1
_UTF8 = 0
_ZSTD, _LEVEL = 6, 1

_ANNOTATED = {"int8": (15, 8), "int16": (16, 16)}
"""The codes and the bits of integers that are smaller than on disk."""


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
    page, rows = page_of(column), len(column.values)
    start, whole = len(file), 0
    places: dict[int, Value] = {}
    if page.dictionary is not None:
        kind = {7: struct({1: i32(page.places), 2: i32(PLAIN)})}
        whole += _write_page(file, _DICTIONARY_PAGE, page.dictionary, kind)
        places[11] = i64(start)
    data_at = len(file)
    kind = {5: struct({1: i32(rows), 2: i32(page.encoding), 3: i32(RLE), 4: i32(RLE)})}
    whole += _write_page(file, _DATA_PAGE, page.data, kind)
    encodings = [RLE, page.encoding] if page.dictionary is None else [PLAIN, RLE, page.encoding]
    about = {
        1: i32(column.physical),
        2: listed(map(i32, encodings)),
        3: listed([text(column.name)]),
        4: i32(_ZSTD),
        5: i64(rows),
        6: i64(whole),
        7: i64(len(file) - start),
        9: i64(data_at),
        **places,
    }
    if isinstance(column.values, range):
        low, high = (end.to_bytes(8, "little", signed=True) for end in (column.values[0], column.values[-1]))
        about[12] = struct({3: i64(0), 5: text(high), 6: text(low)})
    return struct({2: i64(start), 3: struct(about)}), whole


def _write_page(
    file: bytearray, kind: int, data: bytes | NDArray[np.uint8], more: Mapping[int, Value]
) -> int:
    """Write a page at the end of a file; return its size before compression."""
    packed = compressed(data)
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


def compressed(data: bytes | NDArray[np.uint8]) -> bytes:
    """Return the bytes of a page as they are stored."""
    found: bytes = _codec().compress(data, asbytes=True)
    return found


@cache
def _codec() -> Any:
    import pyarrow as pa

    return pa.Codec("zstd", _LEVEL)
