"""Verify a run: files against their seals and each other, counts against rows, and rows against the rulebook."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.counts.counting import Columns, tally
from sim.counts.tallies import Tallies
from sim.engine.replaying import replay
from sim.errors import UserError
from sim.games import find_game
from sim.runs import dataset
from sim.runs.directory import RunDirectory
from sim.runs.ledger import Ledger, Range, count, covers, join
from sim.runs.manifest import Manifest
from sim.runs.stored import TALLIES
from sim.scenario import Scenario
from sim.storage.places import Place, place

if TYPE_CHECKING:
    import polars as pl

REPLAYED = 100
"""The most games that the rulebook plays again, over all variants."""

REPLAYED_EACH = 10
"""The most of them under one variant."""

_CURE = "warlab status RUN --repair plays it again"


@dataclass(frozen=True)
class Fault:
    """What is wrong with a run.

    Attributes
    ----------
    error
        It, in one line.
    spoilt
        The files that cannot be kept.
    """

    error: UserError
    spoilt: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Verification:
    """What was checked in a run, and what was found.

    Attributes
    ----------
    parts, rows
        The number of parts that were read, and of rows whose counts were compared with the tallies.
    replayed
        The number of rows that were compared with the rulebook's game.
    faults
        What is wrong; empty if everything agrees.
    """

    parts: int = 0
    rows: int = 0
    replayed: int = 0
    faults: tuple[Fault, ...] = ()

    def check(self) -> None:
        """Refuse a run with faults.

        Raises
        ------
        UserError
            The first fault, and how many others there are.
        """
        if self.faults:
            first, others = self.faults[0].error, len(self.faults) - 1
            more = f" (and {others} more fault{'s' * (others > 1)})" if others else ""
            raise UserError(first.what + more, where=first.where, cure=first.cure)


def verify_run(path: str | Place) -> Verification:
    """Check everything that a run's directory has.

    The manifest, the tallies and every part are compared with their seals and with each other, the tallies are counted
    again from the rows, and some games of each variant are played again by the rulebook.

    Parameters
    ----------
    path
        The directory.

    Returns
    -------
    Verification
        With the faults; damage is not raised as an error.
    """
    directory = RunDirectory(place(path))
    tallies_file = directory.path / TALLIES
    try:
        manifest, tallies = directory.read()
    except UserError as error:
        spoilt = (tallies_file,) if (error.where or "").startswith(str(tallies_file)) else ()
        return Verification(faults=(Fault(error, spoilt),))
    faults = [] if manifest.fault is None else [Fault(manifest.fault)]
    if not manifest.scenario.keep_games:
        return Verification(faults=tuple(faults))
    parts = []
    for variant in directory.variants(manifest.scenario):
        there, wrong = _sound_parts(variant, manifest.ledger)
        parts.append((variant, there))
        faults += wrong
    checked = sum(len(there) for _, there in parts)
    if faults:
        return Verification(parts=checked, faults=tuple(faults))
    counted = _recounted(manifest.scenario, parts)
    faults += _compared(tallies_file, tallies, counted)
    replayed, wrong = _replayed(manifest, parts)
    # Where a row is wrong, it may have been counted wrongly too.
    faults += [Fault(one.error, (*one.spoilt, tallies_file)) for one in wrong]
    rows = count(manifest.ledger) * len(parts)
    return Verification(checked, rows, replayed, tuple(faults))


def _sound_parts(variant: dataset.Variant, ledger: Ledger) -> tuple[dict[Range, Place], list[Fault]]:
    """Return the parts of a variant that hold the games of a ledger, and what is wrong with others or missing."""
    within, _ = dataset.covered(dataset.parts(variant), ledger)
    sound, faults = {}, []
    for games, path in within.items():
        try:
            dataset.check_part(variant, games, path)
        except UserError as error:
            faults.append(Fault(error, (path,)))
        else:
            sound[games] = path
    chosen, missing = dataset.chosen(sound, ledger)
    if not missing:
        # What is damaged beside the parts that are read does no harm, and the next session removes it.
        return chosen, []
    return chosen, faults or [Fault(dataset.games_missing(variant, games)) for games in missing]


def _recounted(scenario: Scenario, parts: Sequence[tuple[dataset.Variant, Mapping[Range, Place]]]) -> Tallies:
    """Count all rows again."""
    game, total = find_game(scenario.game), Tallies()
    starts = [sorted(there) for _, there in parts]
    for first, stop in _pieces(starts):
        played = []
        for (variant, there), ranges in zip(parts, starts, strict=True):
            part = there[ranges[bisect_right(ranges, first, key=itemgetter(0)) - 1]]
            played.append(_columns(variant, _rows(variant, part, range(first, stop))))
        total = total + tally(game, scenario.names, played, scenario.mirrored, scenario.queries, first=first)
    return total


def _pieces(cuts: Sequence[Sequence[Range]]) -> Iterator[Range]:
    """Yield the ranges of games that lie within one part of each variant."""
    covered = join(cuts[0])
    places = sorted({place for ranges in cuts for games in ranges for place in games})
    return (piece for piece in pairwise(places) if covers(covered, piece))


def _rows(variant: dataset.Variant, part: Place, games: range) -> pl.DataFrame:
    import polars as pl

    number = pl.col("game")
    rows = dataset.scan(variant, [part])
    return rows.filter((number >= games.start) & (number < games.stop)).collect()


def _columns(variant: dataset.Variant, rows: pl.DataFrame) -> Columns:
    """Return the columns as the kernel returned them: whole numbers, codes for categories."""
    found: dict[str, NDArray[np.integer]] = {}
    for column in variant.columns:
        values = rows[column.name].to_physical().to_numpy()
        found[column.name] = np.rint(values * column.per).astype(column.dtype) if column.per != 1 else values
    return found


def _compared(path: Place, tallies: Tallies, counted: Tallies) -> list[Fault]:
    for key, counts in tallies.entries.items():
        if counted.entries.get(key) != counts:
            variant, _, what = key
            error = UserError(
                f"its counts of {what!r} of {variant!r} are not those of the rows",
                where=str(path),
                cure=_CURE,
            )
            return [Fault(error, (path,))]
    for variant, found in tallies.longest.items():
        if counted.longest.get(variant) != found:
            error = UserError(
                f"its longest game of {variant!r} is not that of the rows", where=str(path), cure=_CURE
            )
            return [Fault(error, (path,))]
    return []


def _replayed(
    manifest: Manifest, parts: Sequence[tuple[dataset.Variant, Mapping[Range, Place]]]
) -> tuple[int, list[Fault]]:
    """Let the rulebook play some of the games again, the same ones each time; return how many, and what differs."""
    each = max(1, min(REPLAYED_EACH, REPLAYED // len(parts)))
    replayed, faults = 0, []
    for variant, there in parts:
        chance = random.Random(f"{manifest.scenario.hash} {variant.name}")
        some = chance.sample(sorted(there), min(each, len(there)))
        for games in some:
            numbers = sorted(chance.sample(range(*games), min(-(-each // len(some)), games[1] - games[0])))
            for number in numbers:
                [row] = _rows(variant, there[games], range(number, number + 1)).to_dicts()
                found = replay(variant.game.name, number, seed=variant.seed, rules=variant.rules).row
                replayed += 1
                if row != found:
                    wrong = next(name for name in row if row[name] != found[name])
                    error = UserError(
                        f"{wrong} of game {number} is {row[wrong]}, but the rulebook plays {found[wrong]}",
                        where=str(there[games]),
                        cure=_CURE,
                    )
                    faults.append(Fault(error, (there[games],)))
    return replayed, faults
