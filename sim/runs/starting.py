"""Start and resume runs: play a scenario into a directory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.limits import MOST_BLOCK, check_games, check_range
from sim.options import check_flag
from sim.runs import backends
from sim.runs.directory import RunDirectory
from sim.runs.manifest import Manifest
from sim.runs.noted import is_noted, noted
from sim.runs.reading import Run
from sim.runs.runner import Progress, run_blocks
from sim.runs.stored import check_complete
from sim.scenario import Scenario, check_queries, difference, load_scenario
from sim.storage.places import Place, place


def run(
    scenario: Scenario | str | Path,
    out: str | Place,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    first: int = 0,
    workers: int | None = None,
    backend: str | None = None,
    scheduler: object = None,
    resume: bool = False,
    block_games: int | None = None,
    keep_games: bool | None = None,
    until: Sequence[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
    compiling: Callable[[], object] | None = None,
) -> Run:
    """Play a scenario into a directory.

    Parameters
    ----------
    scenario
        A scenario, the path of its file, or the name of a bundled one.
    out
        The directory of the run: a path, or a URL such as ``"s3://bucket/run"``.
    games, seed
        Values to use instead of the scenario's.
    first
        The number of the first game; :func:`sim.runs.merge.merge_runs` joins runs over different games.
    workers
        The number of blocks played at a time (-1 for one per core); None for what ``joblib.parallel_config`` has put in
        force, else one. The content of the run does not depend on it.
    backend
        How they are played: ``"threading"``, ``"loky"`` or ``"dask"``; None for what ``joblib.parallel_config`` has
        put in force, else threads. The content of the run does not depend on it either.
    scheduler
        The scheduler of an existing Dask cluster, all of whose workers play: its address, the path of its scheduler
        file, or a ``dask.distributed.Client``. With ``backend="dask"`` and None it is the one that
        ``DASK_SCHEDULER_ADDRESS`` or Dask's configuration names; without that, a cluster of ``workers`` processes is
        started on this machine.
    resume
        Whether to resume an existing run; it may get more games.
    block_games
        The number of games in a block and in a Parquet part; by default one that follows from the scenario.
    keep_games
        Whether to keep a row for every game, or only the tallies; None for the scenario's choice.
    until
        Statistics with the half widths at which to stop before all games are played, such as ``["rounds mean 0.5 %"]``,
        instead of the scenario's ``[precision]``.
    progress
        Called with the progress after every step.
    compiling
        Called once if games have to be compiled before the first is played.

    Returns
    -------
    Run

    Raises
    ------
    UserError
        If a request is not possible, or the directory has other contents.
    Interrupted
        If the user interrupts: a KeyboardInterrupt, raised after the complete blocks are saved.
    """
    resume = check_flag(resume, "resume")
    wanted = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    wanted = wanted.with_changes(games=games, seed=seed, until=until)
    if keep_games is not None:
        wanted = replace(wanted, keep_games=check_flag(keep_games, "keep_games"))
    if block_games is not None:
        block_games = check_games(block_games, "block_games", least=1, most=MOST_BLOCK)
    first, _ = check_range(first, wanted.games)
    chosen = backends.chosen(backend, workers, scheduler)
    where = place(out)
    directory = RunDirectory(where)
    if directory.is_run:
        if not resume:
            raise UserError(
                "this directory already has a run",
                where=str(out),
                cure="continue it with --resume, or choose another --out",
            )
    else:
        directory.make()
    with directory.locked():
        if directory.is_run:
            manifest, tallies = directory.read()
            check_complete(directory.path, manifest.scenario, tallies)
            there = manifest
            manifest = _resumed(there, wanted, first, directory.path, more=games is not None)
            if there.fault is None and not is_noted(there.scenario, tallies):
                tallies = noted(Run(directory.path))
        else:
            manifest, tallies = Manifest(wanted, first, wanted.games), Tallies()
        directory.write(manifest, tallies)
        steps = run_blocks(
            directory, manifest, tallies, backend=chosen, block_games=block_games, compiling=compiling
        )
        with closing(steps):
            for step in steps:
                if progress is not None:
                    progress(step)
    return Run(directory.path)


def _resumed(there: Manifest, wanted: Scenario, first: int, path: Place, *, more: bool) -> Manifest:
    """Return the manifest of a resumed run, perhaps with more games or another precision."""
    otherwise = difference(there.scenario, wanted)
    if otherwise:
        raise UserError(
            f"it holds a run of another scenario: {otherwise}", where=str(path), cure="choose another --out"
        )
    if there.first != first:
        raise UserError(
            f"its first game is {there.first}, not {first}",
            where=str(path),
            cure="choose another --out, then merge",
        )
    if there.ledger:
        check_queries(there.scenario, wanted, path)
    played = there.ledger[-1][1] - first if there.ledger else 0
    games = max(wanted.games, played if more else max(there.games, played))
    return replace(there, scenario=replace(wanted, games=games), games=games, stopped=None, fault=None)
