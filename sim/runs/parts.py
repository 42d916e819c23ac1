"""Parts: Parquet files with a row for each game of a block.

They are written by pyarrow and read as one Polars table.

A part has every column that the table of games shows, as it is: any reader of Parquet
can use it without this program.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import Column
from sim.storage.places import Place

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

GAME = "game"
"""The column with the number of the game."""

COMPRESSION = {"compression": "zstd", "compression_level": 1}


def schema_of(columns: Sequence[Column]) -> pa.Schema:
    """The names and types of a part: the number of the game and its outcome columns."""
    import pyarrow as pa

    def kind(column: Column) -> pa.DataType:
        if column.categories:
            return pa.dictionary(pa.int8(), pa.string())
        return (
            pa.float64()
            if column.per != 1
            else pa.from_numpy_dtype(np.dtype(column.dtype))
        )

    # Without missing values there is nothing to write about them: a third of the time.
    kinds = {GAME: pa.int64(), **{column.name: kind(column) for column in columns}}
    return pa.schema([pa.field(name, of, nullable=False) for name, of in kinds.items()])


def part_content(
    columns: Sequence[Column],
    first: int,
    played: Mapping[str, NDArray[Any]],
    facts: Mapping[str, str],
) -> bytes:
    """The Parquet file of a block of games.

    ``played`` has an array for each column, codes for categories; ``facts`` go into the
    footer.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = schema_of(columns).with_metadata(dict(facts))
    games = len(played[columns[0].name])
    arrays = [pa.array(np.arange(first, first + games))]
    for column in columns:
        values = played[column.name]
        if column.categories:
            codes = pa.array(values).cast(pa.int8())
            arrays.append(
                pa.DictionaryArray.from_arrays(codes, pa.array(column.categories))
            )
        else:
            # A value that its type does not hold is an error, never another value.
            whole = pa.array(values if column.per == 1 else values / column.per)
            arrays.append(whole.cast(schema.field(column.name).type))
    # Byte streams keep the bytes that hardly change apart from those that do, so that
    # the compressor finds them: twice as fast as a dictionary of integers, and a third
    # smaller than the integers as they are.
    streams = {
        field.name: "BYTE_STREAM_SPLIT"
        for field in schema
        if not pa.types.is_dictionary(field.type)
        and not pa.types.is_boolean(field.type)
    }
    file = io.BytesIO()
    pq.write_table(
        pa.Table.from_arrays(arrays, schema=schema),
        file,
        use_dictionary=[column.name for column in columns if column.categories],
        column_encoding={**streams, GAME: "DELTA_BINARY_PACKED"},
        write_statistics=[GAME],
        **COMPRESSION,
    )
    return file.getvalue()


def counted(
    rows: pl.DataFrame, columns: Iterable[Column]
) -> dict[str, NDArray[np.integer]]:
    """The columns of the table of games as kernels return them.

    They are whole numbers, with codes for categories.
    """
    arrays = {
        column.name: rows[column.name].to_physical().to_numpy() for column in columns
    }
    return {
        column.name: arrays[column.name]
        if column.per == 1
        else np.rint(arrays[column.name] * column.per).astype(column.dtype)
        for column in columns
    }


def frame_schema(columns: Sequence[Column]) -> dict[str, pl.DataType]:
    """The names and types of the table of games."""
    import polars as pl

    def kind(column: Column) -> pl.DataType:
        if column.categories:
            return pl.Enum(column.categories)
        return (
            pl.Float64()
            if column.per != 1
            else pl.Series(np.empty(0, column.dtype)).dtype
        )

    return {GAME: pl.Int64(), **{column.name: kind(column) for column in columns}}


def scan(parts: Sequence[Place], columns: Sequence[Column]) -> pl.LazyFrame:
    """The table of the games in some parts, in their order.

    It is read when it is collected.
    """
    import polars as pl

    schema = frame_schema(columns)
    away = [part for part in parts if not isinstance(part, Path)]
    if not parts:
        return pl.LazyFrame(schema=schema)
    if away:
        import pyarrow.dataset as ds

        paths = [part.path for part in away]
        rows = pl.scan_pyarrow_dataset(
            ds.dataset(paths, filesystem=away[0].fs, format="parquet")
        )
    else:
        here = [str(part) for part in parts]
        rows = pl.scan_parquet(here, hive_partitioning=False, glob=False)
    return rows.select(pl.col(name).cast(kind) for name, kind in schema.items())
