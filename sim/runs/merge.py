"""Merges: runs of one scenario over different games become one run.

Tallies add up and parts are copied.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from sim.collect.ledger import Ledger, Range, common, join, without
from sim.counts.tallies import Tallies
from sim.errors import UserError, shown
from sim.limits import check_number, check_range
from sim.runs.directory import RunDirectory
from sim.runs.reader import Run
from sim.runs.record import Record
from sim.scenario import check_queries, difference
from sim.storage.places import Place, place


def merge_runs(
    paths: Iterable[str | Place],
    out: str | Place,
    *,
    first: int | None = None,
    games: int | None = None,
) -> Run:
    """Join runs of the same scenario over different games into a new one.

    Parameters
    ----------
    paths
        The runs' directories.
    out
        The directory of the new run; the others stay as they are.
    first, games
        The first game of the new run, and how many it plans; by default, from the first
        game that one of the runs has to the last. What none of them has is missing in
        the new run, and can be played by resuming it.

    Raises
    ------
    UserError
        If they are of different scenarios, two of them hold the same game, one of them
        is damaged or has lost its tallies, holds games beyond ``first`` and ``games``,
        or only some of them keep their rows.
    """
    runs = [Run(path) for path in _listed(paths)]
    ledger = _disjoint(runs)
    if not ledger:
        raise UserError(
            "no game has been played in them",
            where=str(out),
            cure="merge runs with games",
        )
    keep = _keeps_rows(runs)
    if keep:
        for run in runs:
            run.parts()  # a damaged one is refused before anything is written
    start, stop = _planned(ledger, first, games)
    scenario = replace(runs[0].scenario, keep_games=keep, games=stop - start)
    directory = RunDirectory(place(out))
    if directory.exists:
        raise UserError(
            "this directory already has a run",
            where=str(out),
            cure="choose another one",
        )
    directory.make()
    with directory.locked():
        blobs: dict[str, str] = {}
        for run in runs if keep else ():
            blobs |= run.copy_parts(directory)
        record = Record(scenario, start, stop - start, ledger, blobs=blobs)
        directory.save(record, sum((run.counted for run in runs), Tallies()))
    return Run(directory.path)


def _listed(paths: Iterable[str | Place]) -> list[str | Place]:
    """The directories as a list."""
    if not isinstance(paths, str):
        with suppress(TypeError):
            return list(paths)
    raise UserError(
        f"{shown(paths)} is not a list of runs",
        where="paths",
        cure="give a list of directories",
    )


def _disjoint(runs: Sequence[Run]) -> Ledger:
    """The games of runs, which must be of one scenario and share none."""
    if not runs:
        raise UserError("no runs to merge", cure="name at least one")
    ledger: Ledger = ()
    for run in runs:
        otherwise = difference(run.scenario, runs[0].scenario)
        if otherwise:
            raise UserError(
                f"it is of another scenario: {otherwise}",
                where=str(run.path),
                cure="merge runs of one scenario",
            )
        check_queries(runs[0].scenario, run.scenario, run.path)
        both = common(ledger, run.status().ledger)
        if both:
            raise UserError(
                f"it holds games {both[0][0]} to {both[0][1] - 1}, as another of the runs does",
                where=str(run.path),
                cure="merge runs over different games",
            )
        ledger = join((*ledger, *run.status().ledger))
    return ledger


def _planned(ledger: Ledger, first: int | None, games: int | None) -> Range:
    """The games of the new run, which must have those of all runs."""
    begin = ledger[0][0] if first is None else check_number(first)
    start, stop = check_range(begin, ledger[-1][1] - begin if games is None else games)
    for low, high in without(ledger, ((start, stop),)):
        raise UserError(
            f"the runs have games {low} to {high - 1}, outside of {start} to {stop - 1}",
            where="games",
            cure="plan all games that they have, or leave a run out",
        )
    return start, stop


def _keeps_rows(runs: Sequence[Run]) -> bool:
    """Whether the merged run keeps rows: all runs with games must agree."""
    # A run without games has no rows to miss.
    played = [run for run in runs if run.status().games_done]
    bare = [run for run in played if not run.scenario.keep_games]
    if 0 < len(bare) < len(played):
        raise UserError(
            "it keeps no rows of its games, unlike others",
            where=str(bare[0].path),
            cure="resume it with its games kept",
        )
    return not bare
