"""Launches: a scenario is played into a directory, from the start or from where it is."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from sim.collect.driver import Progress
from sim.collect.ledger import block_size
from sim.counts.tallies import Tallies
from sim.engine.playing import warm_up
from sim.errors import UserError
from sim.games import find_game
from sim.limits import MOST_BLOCK, check_callable, check_games, check_range
from sim.machine.interrupts import requests_to_end
from sim.machine.workers import Workers, chosen
from sim.options import check_flag
from sim.runs.directory import RunDirectory
from sim.runs.reader import Run
from sim.runs.record import Record
from sim.runs.session import Session
from sim.scenario import Scenario, check_queries, difference, load_scenario
from sim.storage.places import Place, place
from sim.storage.store import DamagedError


def run(
    scenario: Scenario | str | Path,
    out: str | Place | None = None,
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
    progress: Callable[[Progress[Tallies]], object] | None = None,
) -> Run:
    """Play a scenario into a directory.

    Parameters
    ----------
    scenario
        A scenario, the path of its file, or the name of a bundled one.
    out
        The directory of the run: a path, or a URL such as ``"s3://bucket/run"``. It has
        to be given.
    games, seed
        Values to use instead of the scenario's.
    first
        The number of the first game; :func:`sim.runs.merge.merge_runs` joins runs over
        different games.
    workers
        The number of blocks played at a time (-1 for one per core); None for what
        ``joblib.parallel_config`` has put in force, else one. The content of the run
        does not depend on it.
    backend
        How they are played: ``"threading"``, ``"loky"`` or ``"dask"``; None for what
        ``joblib.parallel_config`` has put in force, else threads. The content of the
        run does not depend on it either.
    scheduler
        The scheduler of an existing Dask cluster, all of whose workers play: its
        address, the path of its scheduler file, or a ``dask.distributed.Client``. With
        ``backend="dask"`` and None it is the one that ``DASK_SCHEDULER_ADDRESS`` or
        Dask's configuration names; without that, a cluster of ``workers`` processes is
        started on this machine.
    resume
        Whether to resume an existing run; it may get more games.
    block_games
        The number of games in a block and in a Parquet part; by default one that
        follows from the scenario.
    keep_games
        Whether to keep a row for every game, or only the tallies; None for the
        scenario's choice.
    until
        Statistics with the half widths at which to stop before all games are played,
        such as ``["rounds mean 0.5 %"]``, instead of the scenario's ``[precision]``.
    progress
        Called with the progress after every step.

    Returns
    -------
    Run

    Raises
    ------
    UserError
        If a request is not possible, or the directory has other contents.
    Interrupted
        If the user interrupts: a KeyboardInterrupt, raised after the complete blocks
        are saved.
    """
    resume = check_flag(resume, "resume")
    progress = check_callable(progress, "progress")
    wanted = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    if out is None:
        cure = 'give the directory of the run, such as "runs/war"'
        raise UserError("it is missing", where="out", cure=cure)
    wanted = wanted.with_changes(games=games, seed=seed, until=until)
    if keep_games is not None:
        wanted = replace(wanted, keep_games=check_flag(keep_games, "keep_games"))
    if block_games is not None:
        block_games = check_games(block_games, "block_games", least=1, most=MOST_BLOCK)
    first, _ = check_range(first, wanted.games)
    workers_wanted = chosen(backend, workers, scheduler)
    directory = _opened(out, resume=resume)
    with directory.locked():
        record, tallies = _begun(directory, wanted, first, more=games is not None)
        if record.ledger != (record.range,) and not record.stopped:
            # Once, here, and not in every worker at the same time; it does not count
            # for the speed.
            rules = [variant.rules for variant in wanted.variants]
            warm_up(find_game(wanted.game), rules, wanted.seed)
        size = block_games or block_size(len(wanted.variants), record.games)
        _play(
            Session(directory, record, tallies),
            size,
            workers_wanted,
            progress,
        )
    return Run(directory.path)


def _opened(out: str | Place, *, resume: bool) -> RunDirectory:
    """The directory of a run, made if need be."""
    directory = RunDirectory(place(out))
    if not directory.exists:
        directory.make()
    elif not resume:
        cure = "resume it, or choose another directory"
        title = directory.read_record().scenario.title
        raise UserError(
            f"this directory already has a run of {title!r}", where=str(out), cure=cure
        )
    return directory


def _play(
    session: Session,
    size: int,
    workers: Workers,
    tell: Callable[[Progress[Tallies]], object],
) -> None:
    """Play what a run lacks in blocks of a size.

    An interrupt is raised after the complete blocks are saved.
    """
    with requests_to_end():
        try:
            with closing(session.play(size, workers)) as steps:
                for step in steps:
                    tell(step)
        except KeyboardInterrupt:
            raise session.interrupted() from None


def _begun(
    directory: RunDirectory, wanted: Scenario, first: int, *, more: bool
) -> tuple[Record, Tallies]:
    """The state of a run from which to go on, after writing its record."""
    record = Record(wanted, first, wanted.games)
    tallies = Tallies()
    if directory.exists:
        kept, tallies = _kept(directory)
        record = _resumed(kept, wanted, first, directory.path, more=more)
        if wanted.keep_games:
            damaged = {games for games, _ in directory.damages(record)}
            record = record.without_blocks(damaged)
    directory.write_record(record)
    directory.remove_unnamed(record)
    return record, tallies


def _kept(directory: RunDirectory) -> tuple[Record, Tallies]:
    """The state of a run; without its counts, nothing of it is left."""
    try:
        return directory.read_all()
    except DamagedError:
        record = directory.read_record()
        return replace(record, ledger=(), stopped=None, blobs={}), Tallies()


def _resumed(
    kept: Record, wanted: Scenario, first: int, path: Place, *, more: bool
) -> Record:
    """The record of a resumed run, perhaps with more games or another precision."""
    otherwise = difference(kept.scenario, wanted)
    if otherwise:
        raise UserError(
            f"it holds a run of another scenario: {otherwise}",
            where=str(path),
            cure="choose another directory",
        )
    if kept.first != first:
        raise UserError(
            f"its first game is {kept.first}, not {first}",
            where=str(path),
            cure="choose another directory, then merge",
        )
    if kept.ledger:
        check_queries(kept.scenario, wanted, path)
    done = kept.ledger[-1][1] - first if kept.ledger else 0
    games = max(wanted.games, done if more else max(kept.games, done))
    return replace(
        kept, scenario=replace(wanted, games=games), games=games, stopped=None
    )
