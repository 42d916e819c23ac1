"""Verification: files against their hashes, counts against rows, rows against the rulebook."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sim.collect.driver import Progress
from sim.collect.ledger import Range, count
from sim.counts.counted import Key
from sim.counts.counting import tally
from sim.counts.tallies import Tallies
from sim.engine.replaying import replay
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_callable
from sim.runs.directory import RunDirectory, Variant, variants_of
from sim.runs.launch import run
from sim.runs.parts import counted, scan
from sim.runs.reader import Run
from sim.runs.record import Record
from sim.storage.places import Place, place
from sim.storage.store import MANIFEST
from sim.words import count_words

_ANEW = "no file is damaged, so the program was wrong: play the run anew"

REPLAYED = 100
"""The most games that the rulebook plays again, over all variants."""

REPLAYED_EACH = 10
"""The most of them under one variant."""


@dataclass(frozen=True)
class Verification:
    """The checks of a run, and the faults found.

    Attributes
    ----------
    parts
        The parts that were read.
    rows
        The rows whose counts were compared with the tallies.
    replayed
        The rows that were compared with the rulebook's game.
    faults
        What is wrong, each in one line.
    strays
        Parquet files beside the parts that the record does not name: no games of the
        run, although a pattern such as ``games/*/*.parquet`` matches them.
    """

    parts: int = 0
    rows: int = 0
    replayed: int = 0
    faults: tuple[UserError, ...] = ()
    strays: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse a run with faults: raise the first, and say how many others there are."""
        if self.faults:
            first = self.faults[0]
            others = len(self.faults) - 1
            more = f" (and {count_words(others, 'more fault')})" if others else ""
            raise UserError(first.what + more, where=first.where, cure=first.cure)


def verify_run(path: str | Place) -> Verification:
    """Check everything that a run's directory has.

    The record, the tallies and every part are compared with their hashes, the tallies
    are counted again from the rows, and some games of each variant are played again by
    the rulebook.

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
    try:
        record, tallies = directory.read_all()
    except UserError as error:
        return Verification(faults=(error,))
    if not record.scenario.keep_games:
        return Verification()
    variants = variants_of(record.scenario)
    faults = directory.missing_rows(record)
    damaged = [error for _, error in directory.damages(record)]
    checked = len(record.blocks) * len(variants) - len(damaged)
    if faults or damaged:
        return Verification(parts=checked, faults=(*faults, *damaged))
    where = str(directory.path / (record.counts or MANIFEST))
    again = _counted_again(directory, record, variants)
    miscounted = first_difference(where, tallies, again)
    replayed, wrong = _replayed(directory, record, variants)
    return Verification(
        checked,
        count(record.ledger) * len(variants),
        replayed,
        (*miscounted, *wrong),
        directory.strays_of(record),
    )


def repair_run(
    path: str | Place,
    *,
    workers: int | None = None,
    backend: str | None = None,
    progress: Callable[[Progress[Tallies]], object] | None = None,
) -> Run:
    """Resume a run as it was planned.

    What is damaged or missing is played again, and what was not played yet is played.

    Afterwards its content is that of a run that never was damaged.

    Parameters
    ----------
    path
        The directory.
    workers, backend, progress
        As for :func:`sim.run`.

    Raises
    ------
    UserError
        If it is not a run, or its record is damaged.
    """
    check_callable(progress, "progress")
    record = RunDirectory(place(path)).read_record()
    return run(
        record.scenario,
        path,
        first=record.first,
        workers=workers,
        backend=backend,
        resume=True,
        progress=progress,
    )


def _counted_again(
    directory: RunDirectory, record: Record, variants: tuple[Variant, ...]
) -> Tallies:
    """Count all rows again."""
    scenario = record.scenario
    total = Tallies()
    game = find_game(scenario.game)
    for games in record.blocks:
        played = [
            counted(
                scan([directory.part(variant, games)], variant.columns).collect(),
                variant.columns,
            )
            for variant in variants
        ]
        total = total + tally(
            game,
            scenario.names,
            played,
            scenario.matches,
            scenario.queries,
            first=games[0],
        )
    return total


def first_difference(
    where: str, tallies: Tallies, again: Tallies
) -> tuple[UserError, ...]:
    """The first difference of the tallies from a new count, if there is one."""
    for key in {**tallies.entries, **again.entries}:
        if tallies.entries.get(key) != again.entries.get(key):
            what = f"its counts of {_named(key)} are not those of the rows"
            return (UserError(what, where=where, cure=_ANEW),)
    for variant in {**tallies.longest, **again.longest}:
        if tallies.longest.get(variant) != again.longest.get(variant):
            what = f"its longest game of {variant!r} is not that of the rows"
            return (UserError(what, where=where, cure=_ANEW),)
    return ()


def _named(key: Key) -> str:
    """What a tally counts, in words."""
    columns = f"{key.column!r}" + (f" and {key.other!r}" if key.other else "")
    variants = f"{key.variant!r}" + (f" and {key.versus!r}" if key.versus else "")
    unfinished = f", of the games that ended by {key.ending!r}" if key.ending else ""
    return f"{columns} of {variants}{unfinished}"


def _replayed(
    directory: RunDirectory, record: Record, variants: tuple[Variant, ...]
) -> tuple[int, list[UserError]]:
    """Let the rulebook play some of the games again, the same ones each time.

    Return how many, and what differs.
    """
    games_a_variant = max(1, min(REPLAYED_EACH, REPLAYED // len(variants)))
    replayed = 0
    faults = []
    for variant in variants:
        chance = random.Random(f"{record.scenario.hash} {variant.name}")
        for number, games in _some_games(chance, list(record.blocks), games_a_variant):
            part = directory.part(variant, games)
            row = (
                scan([part], variant.columns)
                .slice(number - games[0], 1)
                .collect()
                .to_dicts()[0]
            )
            true = replay(
                variant.game.name, number, seed=variant.seed, rules=variant.rules
            ).row
            replayed += 1
            # The rulebook does not tell the columns on request.
            wrong = next((name for name in true if row[name] != true[name]), None)
            if wrong is not None:
                what = (
                    f"{wrong} of game {number} is {row[wrong]}, but the rulebook plays "
                    f"{true[wrong]}"
                )
                faults.append(UserError(what, where=str(part), cure=_ANEW))
    return replayed, faults


def _some_games(
    chance: random.Random, blocks: list[Range], wanted: int
) -> Iterator[tuple[int, Range]]:
    """Yield about ``wanted`` games, spread over as many blocks, each with its block."""
    some = chance.sample(blocks, min(wanted, len(blocks)))
    for games in some:
        for number in sorted(
            chance.sample(
                range(*games), min(-(-wanted // len(some)), games[1] - games[0])
            )
        ):
            yield number, games
