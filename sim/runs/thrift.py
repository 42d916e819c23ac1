"""Numbers, texts, lists and structures as Parquet's headers and footers have them: Thrift's compact protocol.

Only writing, and only what :mod:`sim.runs.parquet` needs. The protocol is described in
https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_TRUE, _BYTE, _I32, _I64, _BINARY, _LIST, _STRUCT = 1, 3, 5, 6, 8, 9, 12
_SHORT_LIST = 15


@dataclass(frozen=True)
class Value:
    """A value with the code of its type, as bytes."""

    kind: int
    data: bytes


def varint(number: int) -> bytes:
    """Return a number as groups of seven bits, the lowest first."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def zigzag(number: int) -> int:
    """Return 0, -1, 1, -2, ... as 0, 1, 2, 3, ..."""
    return 2 * number if number >= 0 else -2 * number - 1


TRUE = Value(_TRUE, b"")


def byte(number: int) -> Value:
    """Return a whole number below 128, in one byte."""
    return Value(_BYTE, bytes([number]))


def i32(number: int) -> Value:
    """Return a whole number of 32 bits."""
    return Value(_I32, varint(zigzag(number)))


def i64(number: int) -> Value:
    """Return a whole number of 64 bits."""
    return Value(_I64, varint(zigzag(number)))


def text(content: str | bytes) -> Value:
    """Return a text, or other bytes."""
    data = content.encode() if isinstance(content, str) else content
    return Value(_BINARY, varint(len(data)) + data)


def listed(values: Iterable[Value]) -> Value:
    """Return a list of at least one value, all of one type."""
    items = list(values)
    kind = items[0].kind
    many = len(items) >= _SHORT_LIST
    head = bytes([_SHORT_LIST << 4 | kind]) + varint(len(items)) if many else bytes([len(items) << 4 | kind])
    return Value(_LIST, head + b"".join(item.data for item in items))


def struct(fields: Mapping[int, Value]) -> Value:
    """Return a structure: its fields by their numbers, in order."""
    data, before = bytearray(), 0
    for number, value in fields.items():
        data.append((number - before) << 4 | value.kind)
        data += value.data
        before = number
    return Value(_STRUCT, bytes(data) + b"\0")
