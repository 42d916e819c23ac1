"""Seals: files that say by a checksum of their own that they are as they were written.

A seal is the SHA-256 of the whole file, kept in the file, where it stands for 64 zeros. A sealed file is compared with
its seal before anything in it is read, so no change of any byte goes unnoticed, and no damaged file gets to a decoder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

SEAL = "sha256"
"""The key of the seal, in the footer of a Parquet file and in a JSON object."""

_KEY = "warlab_seal"
_DIGITS = 64
_MARK = f"{SEAL}:".encode()
_BLANK = _MARK + b"0" * _DIGITS
# In the footer (Thrift's compact protocol) a key is followed by the type of the value and its length.
_BEFORE = _KEY.encode() + b"\x18" + bytes([len(_BLANK)])

BLANK_SEAL = {_KEY: _BLANK.decode()}
"""The metadata of a Parquet file that is to be sealed."""


def sealed_parquet(table: pa.Table, **options: Any) -> bytearray:
    """Return a table as a sealed Parquet file.

    Parameters
    ----------
    table
        The rows; the metadata of its schema goes into the footer.
    **options
        For ``pyarrow.parquet.ParquetWriter``.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    content = pa.BufferOutputStream()
    with pq.ParquetWriter(content, table.schema, write_page_checksum=True, **options) as writer:
        writer.write_table(table, row_group_size=max(table.num_rows, 1))
        writer.add_key_value_metadata(BLANK_SEAL)
    return sealed(bytearray(memoryview(content.getvalue())))


def sealed(data: bytearray) -> bytearray:
    """Write the seal of a Parquet file into its blank seal, which its footer has among its metadata."""
    place = data.rindex(_BEFORE + _BLANK) + len(_BEFORE) + len(_MARK)
    data[place : place + _DIGITS] = hashlib.sha256(data).hexdigest().encode()
    return data


def parquet_table(data: bytes, **options: Any) -> pa.Table:
    """Return the table that a Parquet file holds, decoded by this thread alone.

    Arrow's own threads, which ``pyarrow.parquet.read_table`` waits for, cannot always be started: with little memory it
    then waits for ever.

    Parameters
    ----------
    data
        The content of the file.
    **options
        For ``pyarrow.parquet.ParquetFile``.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(pa.BufferReader(data), **options) as file:
        return file.read(use_threads=False)


def parquet_is_sound(data: bytes) -> bool | None:
    """Return whether a Parquet file agrees with its seal; None if it has none, as files of older versions."""
    before = data.rfind(_BEFORE + _MARK)
    if before < 0:
        return None
    place = before + len(_BEFORE) + len(_MARK)
    view = memoryview(data)
    found = hashlib.sha256(view[:place])
    found.update(b"0" * len(view[place : place + _DIGITS]))
    found.update(view[place + _DIGITS :])
    return found.hexdigest().encode() == data[place : place + _DIGITS]


def sealed_json(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON object with its seal, which does not depend on spaces or the order of its keys."""
    return {**content, SEAL: _digest(content)}


def json_is_sound(content: Mapping[str, Any]) -> bool | None:
    """Return whether a JSON object agrees with its seal; None if it has none, as files of older versions."""
    if SEAL not in content:
        return None
    return bool(content[SEAL] == _digest({key: value for key, value in content.items() if key != SEAL}))


def _digest(content: Mapping[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()
