"""Parts of a run: which files hold the games of a variant, and whether they are whole and belong to it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.contract.policy import policies_table
from sim.counts.counting import Columns
from sim.errors import UserError
from sim.runs.ledger import Ledger, Range, join, tile
from sim.runs.parts import part_content as content_of
from sim.runs.parts import scan as scan_parts
from sim.runs.parts import schema_of
from sim.runs.seals import BLANK_SEAL, parquet_is_sound, sealed
from sim.runs.variant import Variant as Variant
from sim.storage.files import cannot
from sim.storage.places import Place

if TYPE_CHECKING:
    import polars as pl

FORMAT = 4
"""The version of the parts, in their footers; a reader of another one must not guess."""

_AGAIN = "--resume plays its games again"


def part_content(variant: Variant, first: int, columns: Columns) -> bytearray:
    """Return the content of the part with the games of a block."""
    games = len(columns[variant.columns[0].name])
    facts = {"warlab_format": str(FORMAT), **_identity(variant, first, games), **BLANK_SEAL}
    return sealed(bytearray(content_of(variant.columns, first, columns, facts)))


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
    damaged = UserError("it is damaged", where=str(path), cure=_AGAIN)
    if not parquet_is_sound(data):
        raise damaged
    try:
        meta = pq.read_metadata(pa.BufferReader(data))
    except (pa.ArrowException, OSError):
        raise damaged from None
    footer = {key.decode(): text.decode() for key, text in (meta.metadata or {}).items()}
    wanted = _identity(variant, games[0], games[1] - games[0])
    same = all(footer.get(key) == text for key, text in wanted.items())
    if not same or meta.num_rows != games[1] - games[0]:
        raise UserError("it does not belong to this run", where=str(path), cure=f"remove it; {_AGAIN}")
    version = footer.get("warlab_format", "")
    if version != str(FORMAT) or meta.schema.names != schema_of(variant.columns).names:
        raise UserError(
            f"another version of warlab wrote it, in format {version!r}",
            where=str(path),
            cure=f"remove it; {_AGAIN}",
        )


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
    """Return the table of the games in parts of a variant, in the order of the parts."""
    return scan_parts(paths, variant.columns)


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
