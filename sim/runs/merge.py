"""Merge runs: the same scenario over different games, played separately, becomes one run.

Tallies add up and parts are copied; nothing is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sim.errors import UserError
from sim.files import cannot, make_directory, write_whole
from sim.runs.directory import RunDirectory
from sim.runs.ledger import Ledger, common, join
from sim.runs.manifest import Manifest
from sim.runs.reading import Run
from sim.scenario import check_queries, difference
from sim.tallies.counts import Tallies


def merge_runs(paths: Sequence[str | Path], out: str | Path) -> Run:
    """Join runs of the same scenario over different games into a new one.

    Parameters
    ----------
    paths
        The runs' directories.
    out
        The directory of the new run; the others stay as they are.

    Raises
    ------
    UserError
        If they are of different scenarios, or two of them hold the same game.
    """
    runs = [Run(path) for path in paths]
    if not runs:
        raise UserError("no runs to merge", cure="name at least one")
    ledger: Ledger = ()
    tallies = Tallies()
    for one in runs:
        otherwise = difference(runs[0].scenario, one.scenario)
        if otherwise:
            raise UserError(
                f"it is of another scenario: {otherwise}",
                where=str(one.path),
                cure="merge runs of one scenario",
            )
        check_queries(runs[0].scenario, one.scenario, one.path)
        both = common(ledger, one.status().ledger)
        if both:
            raise UserError(
                f"it holds games {both[0][0]} to {both[0][1] - 1}, as another of the runs does",
                where=str(one.path),
                cure="merge runs over different games",
            )
        ledger = join((*ledger, *one.status().ledger))
        tallies = tallies + one.counted
    if not ledger:
        raise UserError("no game has been played in them", where=str(out), cure="merge runs with games")
    keep = all(one.scenario.keep_games for one in runs)
    first, games = ledger[0][0], ledger[-1][1] - ledger[0][0]
    scenario = replace(runs[0].scenario, keep_games=keep, games=games)
    directory = RunDirectory(Path(out))
    if directory.is_run:
        raise UserError("this directory already has a run", where=str(out), cure="choose another one")
    directory.make()
    with directory.locked():
        if keep:
            for one in runs:
                _copy_parts(one, directory)
        directory.write(Manifest(scenario, first, games, ledger), tallies)
    return Run(directory.path)


def _copy_parts(one: Run, directory: RunDirectory) -> None:
    for (_, parts), target in zip(one.parts(), directory.variants(one.scenario), strict=True):
        make_directory(target.directory)
        for path in parts.values():
            try:
                content = path.read_bytes()
            except OSError as error:
                raise cannot("read", path, error) from None
            write_whole(target.directory / path.name, content)
