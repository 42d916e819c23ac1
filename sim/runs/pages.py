"""The pages of Parquet files: the values of a column in the encoding that suits them.

- Few values (up to 256 from the lowest to the highest) are places in a dictionary of all values between the two, in 1,
  2, 4 or 8 bits each, so that the compressor meets whole values in its bytes; a single value takes a few bytes.
- More values lie in byte streams: the lowest bytes of all values, then the next ones.
- Numbers that follow each other are the first one and differences.

https://parquet.apache.org/docs/file-format/data-pages/encodings/ describes the encodings.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.counts.addressed import COMPILED_FROM, Addressed, Range, address_of
from sim.runs.thrift import varint, zigzag

BOOLEAN, INT32, INT64, DOUBLE, BYTE_ARRAY = 0, 1, 2, 5, 6
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY, BYTE_STREAM_SPLIT = 0, 3, 5, 8, 9

_PHYSICAL = {"bool": BOOLEAN, "int64": INT64, "float64": DOUBLE, "text": BYTE_ARRAY}
_STORED = {INT32: "<i4", INT64: "<i8", DOUBLE: "<f8"}

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
        Signed integers or bool (rows,) without gaps; or the range of numbers that follow each other.
    kind
        The type that a reader gives it: that of the values, a wider one, ``float64`` with ``per``, ``text`` with
        ``words``.
    words
        The texts that the values stand for, in their order from 0.
    per
        The number by which readers find the values divided.
    ends
        The least value and the greatest, if they are known.
    """

    name: str
    values: NDArray[np.integer] | range
    kind: str
    words: tuple[str, ...] = ()
    per: int = 1
    ends: Range | None = None

    @property
    def physical(self) -> int:
        """The code of the type on disk."""
        return _PHYSICAL.get(self.kind, INT32)


@dataclass(frozen=True)
class Page:
    """What a page of data holds, not yet compressed.

    Attributes
    ----------
    encoding
        The code of the encoding.
    data
        That every value is there, and the values.
    dictionary, places
        What the places of a dictionary stand for, and how many there are; None without a dictionary.
    """

    encoding: int
    data: bytes | NDArray[np.uint8]
    dictionary: bytes | None = None
    places: int = 0


def page_of(column: Stored) -> Page:
    """Return the page of a column."""
    values = column.values
    rows = len(values)
    # Every value is there: one run of ones says so.
    run = varint(rows << 1) + b"\1"
    present = len(run).to_bytes(4, "little") + run
    if isinstance(values, range):
        return Page(DELTA_BINARY_PACKED, present + _following(values.start, rows))
    if column.kind == "bool":
        return Page(PLAIN, _packed(present, values, 0, 1))
    low, high = column.ends or Addressed({column.name: values}).ranges[column.name]
    if high - low < _MOST_PLACES:
        return _dictionary_page(present, column, values, low, high)
    stored = np.dtype(_STORED[column.physical])
    data, after = _begun(present, rows * stored.itemsize)
    streams = after.reshape(stored.itemsize, rows)
    if column.physical == INT32 and rows >= COMPILED_FROM:
        from sim.runs import kernel

        kernel.split(*_at(values), np.uint64(rows), streams, np.empty(kernel.CHUNK, np.uint32))
    else:
        whole = values if column.per == 1 else values / column.per
        streams[:] = whole.astype(stored).view(np.uint8).reshape(rows, -1).T
    return Page(BYTE_STREAM_SPLIT, data)


def _dictionary_page(
    present: bytes, column: Stored, values: NDArray[np.integer], low: int, high: int
) -> Page:
    """Return few values as places in a dictionary of all between the lowest and the highest, or of all words."""
    if column.words:
        words = [word.encode() for word in column.words]
        dictionary = b"".join(len(word).to_bytes(4, "little") + word for word in words)
        first, last = 0, len(words) - 1
    else:
        between = np.arange(low, high + 1) if column.per == 1 else np.arange(low, high + 1) / column.per
        dictionary = between.astype(_STORED[column.physical]).tobytes()
        first, last = low, high
    if not first <= low <= high <= last:
        raise IndexError(f"{column.name}: {low} to {high} are not all in the dictionary")
    # The dictionary may have more values than are met.
    bits = next(bits for bits in (1, 2, 4, 8) if high - first < 1 << bits)
    before = present + bytes([bits])
    data: bytes | NDArray[np.uint8]
    if low == high:
        data = before + varint(len(values) << 1) + bytes([low - first])
    else:
        groups = -(-len(values) // 8)
        data = _packed(before + varint(groups << 1 | 1), values, first, bits)
    return Page(RLE_DICTIONARY, data, dictionary, last - first + 1)


def _packed(before: bytes, values: NDArray[np.integer], low: int, bits: int) -> NDArray[np.uint8]:
    """Return some bytes, and after them the values less the lowest one, in ``bits`` bits each."""
    # Groups of eight values are written whole.
    groups = -(-len(values) // 8)
    data, packed = _begun(before, groups * bits)
    if len(values) < COMPILED_FROM:
        small = np.zeros((groups * bits, 8 // bits), np.uint8)
        small.reshape(-1)[: len(values)] = values.astype(np.int64) - low
        packed[:] = np.bitwise_or.reduce(small << np.arange(0, 8, bits, dtype=np.uint8), axis=1)
        return data
    from sim.runs import kernel

    packed[-bits:] = 0
    workspace = np.empty(kernel.CHUNK, np.uint32)
    kernel.pack(*_at(values), low, np.uint64(len(values)), np.uint64(bits), packed, workspace)
    return data


def _begun(before: bytes, size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the bytes of a page that begins with some and has ``size`` others, and these others."""
    data = np.empty(len(before) + size, np.uint8)
    data[: len(before)] = np.frombuffer(before, np.uint8)
    return data, data[len(before) :]


def _at(values: NDArray[np.integer]) -> tuple[np.uint64, np.uint64]:
    address, width = address_of(values)
    return np.uint64(address), np.uint64(width)


def _following(first: int, rows: int) -> bytes:
    """Return whole numbers from the first one up: the differences are 1, and nothing is left of them."""
    head = varint(_BLOCK) + varint(_MINIBLOCKS) + varint(rows) + varint(zigzag(first))
    block = varint(zigzag(1)) + bytes(_MINIBLOCKS)
    return head + block * (-(-(rows - 1) // _BLOCK))
