"""The table of played games on disk: Parquet parts of a variant, a row for each game, and their lazy reader.

A part does not store what follows from other columns; :func:`scan` restores it:

- a column that is nearly a sum of others (``battles`` is ``rounds + wars``) is stored as its remainder, the true
  value minus that sum, under the name ``battles_rest``; the sums are in the footer;
- so is one that is nearly the largest number whose column is above zero (``longest_war`` is at least 3 in a game
  with triple wars);
- a column that follows from the deal (``aces``) is not stored: the deal of a game is a function of the seed
  and its number.

A part is read by its own footer, so parts stay readable when columns come to be stored in another way. The footer
also has the format, the game, the variant with its rules, the seed, the hash of the scenario, and the first and last
game. Nothing here depends on blocks, workers or tallies.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.columns import Column
from sim.contract.policy import policies_table
from sim.counts.addressed import Addressed
from sim.counts.counting import Columns
from sim.errors import UserError
from sim.runs.dealt import check_dealt
from sim.runs.dealt import dealt_columns as dealt_columns
from sim.runs.ledger import Ledger, Range, join, tile
from sim.runs.remainders import Follows, remainders
from sim.runs.seals import BLANK_SEAL, parquet_is_sound, parquet_table, sealed
from sim.runs.variant import Variant as Variant
from sim.storage.files import cannot
from sim.storage.places import Place

if TYPE_CHECKING:
    import polars as pl
    import pyarrow.parquet as pq

    from sim.runs.pages import Stored

FORMAT = 3
"""The version of the parts, in their footers; a reader of another one must not guess."""

READABLE = (1, 2, 3)
"""The versions that are read; 1 had nothing stored as the largest of some numbers, and 2 no seal."""

_UNSEALED = (1, 2)

_AGAIN = "--resume plays its games again"

REST = "_rest"
"""The ending of the name of a column that is stored as its remainder."""


def part_content(variant: Variant, first: int, columns: Columns) -> bytearray:
    """Return the content of the part with the games of a block.

    Parameters
    ----------
    variant
        Which variant was played.
    first
        The number of the first game.
    columns
        Every outcome column, codes for categories.
    """
    from sim.runs.parquet import parquet_file

    check_dealt(variant, first, columns)
    stored = stored_columns(variant, first, columns)
    return sealed(parquet_file(stored, _footer(variant, first, len(stored[0].values)), BLANK_SEAL))


def stored_columns(variant: Variant, first: int, columns: Columns) -> list[Stored]:
    """Return the columns of a part, those that follow from others as their remainders."""
    from sim.runs.pages import Stored

    kinds = {column.name: column.dtype for column in variant.columns if column.name not in variant.dealt}
    block = Addressed({name: columns[name].astype(kind, copy=False) for name, kind in kinds.items()})
    sums, largest = variant.predictions, variant.largest_of
    follows = [Follows(name, terms) for name, terms in sums.items() if name in kinds]
    follows += [
        Follows(name, of, of_largest=True) for name, of in largest.items() if name in kinds.keys() - sums
    ]
    rests = remainders(follows, block)
    stored = [Stored("game", range(first, first + block.games), "int64")]
    for column in variant.columns:
        name = column.name
        if name in rests:
            rest, ends = rests[name]
            stored.append(Stored(name + REST, rest, "int32", ends=ends))
        elif name in kinds:
            values, ends = block.arrays[name], block.ranges[name]
            kind = "text" if column.categories else "float64" if column.per != 1 else column.dtype
            stored.append(Stored(name, values, kind, column.categories, column.per, ends))
    return stored


def parts(variant: Variant) -> dict[Range, Place]:
    """Return the parts that exist, by the range of their games."""
    found = {}
    paths: list[Place] = [*variant.directory.glob("part-*-*.parquet")]
    for path in sorted(paths, key=lambda path: path.name):
        numbers = path.stem.split("-")[1:]
        if len(numbers) == 2 and all(number.isdecimal() for number in numbers):
            found[int(numbers[0]), int(numbers[1]) + 1] = path
    return found


def is_sound(variant: Variant, games: Range, path: Place) -> bool:
    """Return whether a part can be read and holds those games of that variant of that scenario."""
    try:
        check_part(variant, games, path)
    except UserError:
        return False
    return True


def check_part(variant: Variant, games: Range, path: Place) -> None:
    """Refuse a part that is damaged or belongs to something else.

    Raises
    ------
    UserError
        If it does not hold those games of that variant of that scenario.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        data = path.read_bytes()
    except OSError as error:
        raise cannot("read", path, error, cure=_AGAIN) from None
    sound = parquet_is_sound(data)
    damaged = UserError("it is damaged", where=str(path), cure=_AGAIN)
    if sound is False:
        raise damaged
    try:
        meta = pq.read_metadata(pa.BufferReader(data))
        if sound is None:
            # Parts of older versions have no seal, but every page has a checksum.
            table = parquet_table(data, page_checksum_verification=True)
            table.validate(full=True)
            if not np.array_equal(table["game"].to_numpy(), np.arange(*games)):
                raise damaged
        footer = {key.decode(): text.decode() for key, text in (meta.metadata or {}).items()}
        form = _form_of(meta)
    except (UserError, MemoryError):  # want of memory is no damage: the part must not be played again for it
        raise
    except (pa.ArrowException, OSError, LookupError, ValueError, TypeError, AttributeError):
        raise damaged from None
    wanted = _identity(variant, games[0], games[1] - games[0])
    same = all(footer.get(key) == text for key, text in wanted.items())
    if not same or meta.num_rows != games[1] - games[0]:
        raise UserError("it does not belong to this run", where=str(path), cure=f"remove it; {_AGAIN}")
    version = footer.get("warlab_format", "")
    lacks = form.lacks(variant)
    if version not in map(str, READABLE) or lacks:
        what = f"without {', '.join(lacks)}" if lacks else f"in format {version!r}"
        raise UserError(
            f"another version of warlab wrote it, {what}", where=str(path), cure=f"remove it; {_AGAIN}"
        )
    if sound is None and version not in map(str, _UNSEALED):
        raise damaged


def covered(found: Mapping[Range, Place], ledger: Ledger) -> tuple[dict[Range, Place], Ledger]:
    """Return the parts that lie within a ledger, and the games that they cover."""
    kept = {
        games: path
        for games, path in found.items()
        if any(first <= games[0] and games[1] <= stop for first, stop in ledger)
    }
    return kept, join(kept)


def games_missing(variant: Variant, games: Range) -> UserError:
    """Return the error for games whose rows are not there."""
    return UserError(
        f"games {games[0]} to {games[1] - 1} are missing",
        where=str(variant.directory),
        cure="--resume plays them again",
    )


def chosen(found: Mapping[Range, Place], ledger: Ledger) -> tuple[dict[Range, Place], Ledger]:
    """Return parts that hold every game of a ledger once, in order, and the games that are missing.

    Parts may overlap where a session was killed and another one cut its blocks otherwise; all of them are right, since
    game ``k`` of a scenario is always the same, but no game may be read twice.
    """
    ranges, missing = tile(found, ledger)
    return {games: found[games] for games in ranges}, missing


def scan(variant: Variant, paths: Sequence[Place]) -> pl.LazyFrame:
    """Return the table of the games in parts of a variant, every column restored, in the order of the parts.

    Returns
    -------
    polars.LazyFrame
        ``game`` (int64) and the outcome columns in their small integer types, categories as ``pl.Enum``.
    """
    import polars as pl

    columns = variant.columns
    kinds = {column.name: _kind(column) for column in columns}
    schema: dict[str, Any] = {"game": pl.Int64, **kinds}
    if not paths:
        return pl.LazyFrame(schema=schema)
    there = {name: kind for name, kind in kinds.items() if name not in variant.dealt}
    by_form = itertools.groupby(paths, _form_at)
    stored = pl.concat([_restored(list(alike), form, there) for form, alike in by_form])
    if dealt := list(variant.dealt):
        fields = pl.Struct({name: kinds[name] for name in dealt})

        def deal_again(numbers: pl.Series) -> pl.Series:
            found = dealt_columns(variant, numbers.to_numpy())
            return pl.DataFrame(found, schema=dict(fields.to_schema())).to_struct(numbers.name)

        again = pl.col("game").map_batches(deal_again, return_dtype=fields, is_elementwise=True)
        stored = stored.with_columns(again.alias("_dealt"))
        stored = stored.with_columns(pl.col("_dealt").struct.field(name) for name in dealt)
    return stored.select(pl.col(name).cast(kind) for name, kind in schema.items())


@dataclass(frozen=True)
class _Form:
    """How the columns of a part are stored: what its footer says of sums and largest numbers."""

    sums: Mapping[str, Mapping[str, int]]
    largest: Mapping[str, Mapping[str, int]]
    stored: frozenset[str]

    def lacks(self, variant: Variant) -> list[str]:
        """Return the columns of a variant that cannot be restored from such a part."""
        known = {*self.stored, *variant.dealt}
        for name in (*self.sums, *self.largest):
            known |= {name} if name + REST in self.stored else set()
        return [column.name for column in variant.columns if column.name not in known]


def _form_at(path: Place) -> _Form:
    import pyarrow.parquet as pq

    if not isinstance(path, Path):
        with path.open("rb") as file:
            return _form_of(pq.read_metadata(file))
    return _form_of(pq.read_metadata(path))


def _form_of(meta: pq.FileMetaData) -> _Form:
    footer = meta.metadata or {}
    sums, largest = (json.loads(footer.get(key, b"{}")) for key in (b"predictions", b"largest_of"))
    return _Form(sums, largest, frozenset(meta.schema.names))


def _restored(paths: Sequence[Place], form: _Form, kinds: Mapping[str, pl.DataType]) -> pl.LazyFrame:
    """Return the games of parts of one form: the columns of these kinds, which are stored or follow from others."""
    import polars as pl

    here = [path for path in paths if isinstance(path, Path)]
    away = [path for path in paths if not isinstance(path, Path)]
    rows = _from_away(away) if away else pl.scan_parquet(here, hive_partitioning=False, glob=False)
    for name, terms in form.sums.items():
        near = sum(
            (pl.col(term).cast(pl.Int64) * times for term, times in terms.items()), pl.lit(0, pl.Int64)
        )
        rows = rows.with_columns((pl.col(name + REST) + near).cast(kinds[name]).alias(name))
    for name, terms in form.largest.items():
        each = [(pl.col(term) > 0).cast(pl.Int64) * number for term, number in terms.items()]
        near = pl.max_horizontal(*each)
        rows = rows.with_columns((pl.col(name + REST) + near).cast(kinds[name]).alias(name))
    return rows.select("game", *(pl.col(name).cast(kind) for name, kind in kinds.items()))


def _from_away(paths: Sequence[Place]) -> pl.LazyFrame:
    """Return the stored columns of parts that are not on this machine, read one part at a time."""
    import polars as pl
    from polars.io.plugins import register_io_source

    def read(
        columns: list[str] | None, wanted: pl.Expr | None, most: int | None, batch: int | None
    ) -> Iterator[pl.DataFrame]:
        for path in paths:
            rows = pl.read_parquet(io.BytesIO(path.read_bytes()), columns=columns, n_rows=most)
            most = None if most is None else most - rows.height
            yield rows if wanted is None else rows.filter(wanted)
            if most == 0:
                return

    schema = pl.read_parquet_schema(io.BytesIO(paths[0].read_bytes()))
    return register_io_source(read, schema=schema, is_pure=True)


def _kind(column: Column) -> pl.DataType:
    """Return the type that a column has in the table of games."""
    import polars as pl

    if column.categories:
        return pl.Enum(column.categories)
    if column.per != 1:
        return pl.Float64()
    kind: pl.DataType = pl.Series(np.empty(0, column.dtype)).dtype
    return kind


def _footer(variant: Variant, first: int, games: int) -> dict[str, str]:
    forms = {"predictions": variant.predictions, "largest_of": variant.largest_of}
    texts = {key: json.dumps(form) for key, form in forms.items()}
    return {"warlab_format": str(FORMAT), **_identity(variant, first, games), **texts}


def _identity(variant: Variant, first: int, games: int) -> dict[str, str]:
    """Return the entries of a part's footer that say which games it holds."""
    facts: dict[str, Any] = {
        "game": variant.game.name,
        "variant": variant.name,
        "rules": variant.rules.as_dict(),
        "seed": variant.seed,
        "scenario_hash": variant.scenario_hash,
        "first": first,
        "last": first + games - 1,
        **policies_table(variant.rules),
    }
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in facts.items()}
