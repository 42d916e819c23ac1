"""The file of the counts, ``tallies.parquet``, with the ledger of the games that they cover, read and written whole."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from sim.counts.agreement import disagreement, missing, wrong_longest
from sim.counts.tallies import Longest, Tallies
from sim.errors import UserError
from sim.games import find_game
from sim.limits import is_whole
from sim.runs.ledger import Ledger, count, without
from sim.runs.manifest import (
    FORMAT,
    MANIFEST,
    READABLE,
    Manifest,
    inclusive,
    manifest_text,
    parse_manifest,
    ranges_of,
)
from sim.runs.seals import parquet_is_sound, parquet_table, sealed_parquet
from sim.scenario import Scenario
from sim.storage.files import cannot, write_whole
from sim.storage.places import Place

TALLIES = "tallies.parquet"
"""The name of the file."""

AGAIN = "remove it; --resume then plays all games again"


@dataclass(frozen=True)
class Stored:
    """What the file has.

    Attributes
    ----------
    owner
        The hash of the scenario.
    ledger, tallies
        The games that are counted, and their counts.
    manifest
        The text of the manifest that was written after it; "" in files of older versions.
    """

    owner: str
    ledger: Ledger
    tallies: Tallies
    manifest: str


def write_tallies(path: Place, manifest: Manifest, tallies: Tallies) -> None:
    """Write the tallies of the games in the ledger of a manifest.

    Raises
    ------
    UserError
        If they cannot be written.
    """
    import polars as pl

    footer = {
        "warlab_format": str(FORMAT),
        "game": manifest.scenario.game,
        "seed": str(manifest.scenario.seed),
        "scenario_hash": manifest.scenario.hash,
        "first": str(manifest.ledger[0][0]),
        "last": str(manifest.ledger[-1][1] - 1),
        "ledger": json.dumps(inclusive(manifest.ledger)),
        "longest": json.dumps(
            {name: one and [one.length, one.game] for name, one in tallies.longest.items()}
        ),
        "manifest": manifest_text(manifest),
    }
    table = tallies.frame().to_arrow(compat_level=pl.CompatLevel.oldest()).replace_schema_metadata(footer)
    write_whole(path, memoryview(sealed_parquet(table, compression="zstd")))


def read_tallies(path: Place) -> Stored | None:
    """Return what the file has, after comparing it with its seal; None if it does not exist.

    Raises
    ------
    UserError
        If it cannot be read, is damaged, or has another format.
    """
    import pyarrow as pa

    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot("read", path, error) from None
    sound = parquet_is_sound(data)
    if sound is False:
        raise _damaged(path)
    try:
        try:
            table = parquet_table(data, read_dictionary=["variant", "versus", "tally"])
        except KeyError:  # it has no such columns: another kind of file lies in its place
            raise _damaged(path) from None
        footer = {key.decode(): text.decode() for key, text in (table.schema.metadata or {}).items()}
        version = footer["warlab_format"]
        if version not in map(str, READABLE):
            raise UserError(
                f"it has format {version!r}, not {FORMAT}",
                where=str(path),
                cure="use the version of warlab that wrote it",
            )
        if sound is None and version != "1":
            raise _damaged(path)
        table.validate(full=sound is None)
        counts = Tallies.from_arrow(table)
        tallies = replace(counts, longest=_longest(path, footer.get("longest", "{}")))
        ledger = ranges_of(json.loads(footer["ledger"]))
        return Stored(footer["scenario_hash"], ledger, tallies, footer.get("manifest", ""))
    except (UserError, MemoryError):  # want of memory is no damage
        raise
    except (pa.ArrowException, LookupError, ValueError, TypeError, OSError):
        if sound:
            raise  # its seal says that it is as it was written: something else is wrong
        raise _damaged(path) from None


def _longest(path: Place, text: str) -> dict[str, Longest | None]:
    """Return the longest games as a footer has them; earlier versions did not note any."""
    try:
        noted = json.loads(text)
    except ValueError:
        raise _damaged(path) from None
    if not isinstance(noted, dict):
        raise _damaged(path)
    found: dict[str, Longest | None] = {}
    for name, one in noted.items():
        if one is not None and not (isinstance(one, list) and len(one) == 2 and all(map(is_whole, one))):
            raise _damaged(path)
        found[name] = None if one is None else Longest(*one)
    return found


def check_counts(path: Place, stored: Stored, scenario: Scenario) -> None:
    """Check that the counts are those of the scenario, and of as many games as the ledger has.

    Raises
    ------
    UserError
        If they are not.
    """
    if stored.owner != scenario.hash:
        raise UserError(
            "it belongs to another run", where=str(path), cure="restore the right one, or remove it"
        )
    game, games = find_game(scenario.game), count(stored.ledger)
    wrong = disagreement(stored.tallies, game, scenario.rules, scenario.mirrored, scenario.queries, games)
    wrong = wrong or wrong_longest(stored.tallies, game, scenario.names, stored.ledger)
    if wrong:
        raise UserError(f"it is damaged: {wrong}", where=str(path), cure=AGAIN)


def check_complete(directory: Place, scenario: Scenario, tallies: Tallies) -> None:
    """Check that a run has every tally that this version counts, so that more games can be added to it.

    Raises
    ------
    UserError
        If it has not, since an earlier version counted less.
    """
    absent = missing(tallies, find_game(scenario.game), scenario.rules, scenario.mirrored, scenario.queries)
    if absent:
        raise UserError(
            f"the version of warlab that wrote it did not count {absent}",
            where=str(directory / TALLIES),
            cure="read it, or resume and merge it with that version",
        )


def fault(path: Place, manifest: Manifest, stored: Stored | None) -> UserError | None:
    """Return how the tallies and the manifest disagree on which games have been played; None if they agree.

    The tallies are always written before the manifest, so they may have more games than its ledger, but not fewer.

    Raises
    ------
    UserError
        If the tallies are of other games than those of the run.
    """
    ledger = stored.ledger if stored is not None else ()
    first, stop = manifest.range
    if ledger and ledger[0][0] < first:
        raise UserError(
            f"it has games from {ledger[0][0]} on, but the run begins with game {first}",
            where=str(path),
            cure="restore the right one, or remove it",
        )
    for low, high in without(manifest.ledger, ledger):
        what = (
            "is missing, and with it" if stored is None else "is of another run or an older state: it lacks"
        )
        return UserError(
            f"it {what} the counts of games {low} to {high - 1}",
            where=str(path),
            cure="--resume plays them again",
        )
    if ledger and ledger[-1][1] > stop:
        return UserError(
            f"it has games up to {ledger[-1][1] - 1}, but {MANIFEST} plans only those up to {stop - 1}",
            where=str(path),
            cure="restore the right one, or --resume with all these games",
        )
    return None


def manifest_of(path: Place) -> Manifest | None:
    """Return the copy of the manifest in the tallies of a run; None if there is none, or it is damaged."""
    try:
        stored = read_tallies(path)
        return parse_manifest(stored.manifest) if stored is not None else None
    except UserError:
        return None


def _damaged(path: Place) -> UserError:
    return UserError("it is damaged", where=str(path), cure=AGAIN)
