"""Runs: a scenario played into a directory, and the reader of what lies there.

:func:`run` starts or resumes one, :func:`open_run` opens one and :func:`merge_runs` joins several over
different games. How blocks are played is in :mod:`sim.runner`; what the numbers mean is in :mod:`sim.summary`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import dataset
from sim.atomic import cannot, make_directory, write_whole
from sim.directory import Manifest, RunDirectory
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.plan import Ledger, check_range, common, count, join, without
from sim.runner import Progress, run_blocks
from sim.scenario import Scenario, load_scenario
from sim.tally import Tallies

if TYPE_CHECKING:
    import polars as pl

    from sim.games.base import DeckRules, Game
    from sim.replay import Replay


@dataclass(frozen=True)
class Status:
    """How far a run is.

    Attributes
    ----------
    games_done, games_planned
        Games of each variant.
    complete
        Whether nothing is left to play.
    why
        In words why it ended, or what is missing.
    ledger
        The games that have been played, as ranges ``(first, stop)``.
    """

    games_done: int
    games_planned: int
    complete: bool
    why: str
    ledger: Ledger


class Run:
    """A run's directory, opened for reading.

    Parameters
    ----------
    path
        Of the directory.

    Raises
    ------
    UserError
        If it is no run, or damaged.

    Attributes
    ----------
    path, scenario
        Where it lies and what it plays.
    variants
        The names of the variants, in order.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._directory = RunDirectory(self.path)
        self._manifest, self._tallies = self._directory.read()
        self.scenario = self._manifest.scenario
        self.variants = self.scenario.names

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}: {self.status().why})"

    @property
    def manifest(self) -> dict[str, Any]:
        """What ``manifest.json`` says."""
        return self._manifest.as_dict()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.scenario.game)

    def rules(self, variant: str) -> DeckRules:
        """Return the rules of a variant.

        Raises
        ------
        UserError
            If there is none of that name.
        """
        for one in self.scenario.variants:
            if one.name == variant:
                return one.rules
        raise unknown("variant", variant, self.variants)

    def games(self) -> pl.LazyFrame:
        """Return the table of all games, read only when it is collected.

        Returns
        -------
        polars.LazyFrame
            Columns ``variant`` (Enum), ``game`` (int64) and the outcome columns; variant after variant, each
            in the order of the games.

        Raises
        ------
        UserError
            If the run does not keep its games, or a part is missing or damaged.
        """
        import polars as pl

        if not self.scenario.keep_games:
            raise UserError(
                "it keeps no games, only tallies",
                where=str(self.path),
                cure="set keep_games = true, then --resume",
            )
        frames = []
        for variant in self._directory.variants(self.scenario):
            parts, there = dataset.covered(dataset.parts(variant), self._manifest.ledger)
            for missing in without(self._manifest.ledger, there):
                raise UserError(
                    f"games {missing[0]} to {missing[1] - 1} are missing",
                    where=str(variant.directory),
                    cure="--resume plays them again",
                )
            for games, path in parts.items():
                dataset.check_part(variant, games, path)
            name = pl.lit(variant.name, pl.Enum(self.variants)).alias("variant")
            rows = dataset.scan(variant, [parts[games] for games in sorted(parts)])
            frames.append(rows.select(name, pl.all()))
        return pl.concat(frames, how="diagonal")

    def tallies(self) -> pl.DataFrame:
        """Return the exact counts: ``variant``, ``versus``, ``tally``, ``a``, ``b``, ``count``."""
        return self._frame

    def summary(self, level: float = 0.95) -> pl.DataFrame:
        """Return the statistics of each variant with their intervals; see :func:`sim.summary.summarize`."""
        from sim.summary import summarize

        return summarize(self._frame, self.game, self.variants, level, seats=self._seats)

    def compare(self, level: float = 0.95) -> pl.DataFrame:
        """Return the differences of the variants on the same deals; see :func:`sim.summary.compare`."""
        from sim.summary import compare

        return compare(self._frame, self.game, self.variants, level, seats=self._seats)

    def replay(self, number: int, variant: str | None = None) -> Replay:
        """Return one game, card by card.

        Parameters
        ----------
        number
            The number of the game.
        variant
            Under which rules; None for the first variant.

        Raises
        ------
        UserError
            If there is no such variant or game.
        """
        from sim.replay import replay

        name = self.variants[0] if variant is None else variant
        return replay(self.scenario.game, number, seed=self.scenario.seed, rules=self.rules(name))

    def status(self) -> Status:
        """Return how far the run is."""
        ledger, planned = self._manifest.ledger, self._manifest.games
        done = count(ledger)
        complete = done == planned or self._manifest.stopped is not None
        why = f"{done:,} of {planned:,} games are played; --resume plays the rest"
        if self._manifest.stopped is not None:
            why = f"stopped {self._manifest.stopped}"
        elif complete:
            why = f"all {planned:,} games are played"
        return Status(done, planned, complete, why, ledger)

    @cached_property
    def _frame(self) -> pl.DataFrame:
        return self._tallies.frame()

    @property
    def _seats(self) -> dict[str, int]:
        return {variant.name: variant.rules.seats for variant in self.scenario.variants}


def open_run(path: str | Path) -> Run:
    """Open the directory of a run.

    Raises
    ------
    UserError
        If it is no run, or damaged.
    """
    return Run(path)


def run(
    scenario: Scenario | str | Path,
    out: str | Path,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    first: int = 0,
    workers: int = 1,
    backend: str = "threading",
    resume: bool = False,
    block_games: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Run:
    """Play a scenario into a directory.

    Parameters
    ----------
    scenario
        A scenario, the path of its file, or the name of a shipped one.
    out
        The directory of the run.
    games, seed
        Instead of the scenario's.
    first
        The number of the first game; runs over different games can be joined by :func:`merge_runs`.
    workers, backend
        How many blocks are played at a time, and by ``"threading"``, ``"loky"`` or ``"dask"``. The content of
        the run does not depend on it.
    resume
        Whether to go on with a run that is there; it may be given more games.
    block_games
        The games of a block and of a Parquet part; by default what suits memory.
    progress
        Called with every step.

    Returns
    -------
    Run

    Raises
    ------
    UserError
        If something asked for is not possible, or the directory holds something else.
    Interrupted
        If the user interrupts: a KeyboardInterrupt after everything complete is saved.
    """
    wanted = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    wanted = wanted.with_changes(games=games, seed=seed)
    if block_games is not None:
        check_range(0, block_games)
    check_range(first, wanted.games)
    directory = RunDirectory(Path(out))
    if directory.is_run:
        if not resume:
            raise UserError(
                "there is a run already",
                where=str(out),
                cure="--resume goes on with it; or choose another --out",
            )
    else:
        directory.make()
    with directory.alone():
        if directory.is_run:
            manifest, tallies = directory.read()
            manifest = _resumed(manifest, wanted, first, directory.path, more=games is not None)
        else:
            manifest, tallies = Manifest(wanted, first, wanted.games), Tallies()
        directory.write(manifest, tallies)
        steps = run_blocks(
            directory, manifest, tallies, workers=workers, backend=backend, block_games=block_games
        )
        with closing(steps):
            for step in steps:
                if progress is not None:
                    progress(step)
    return Run(directory.path)


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
        difference = _difference(runs[0].scenario, one.scenario)
        if difference:
            raise UserError(
                f"it is of another scenario: {difference}", where=str(one.path), cure="merge like runs"
            )
        both = common(ledger, one.status().ledger)
        if both:
            raise UserError(
                f"it holds games {both[0][0]} to {both[0][1] - 1}, as another of the runs does",
                where=str(one.path),
                cure="merge runs over different games",
            )
        ledger = join((*ledger, *one.status().ledger))
        tallies = tallies + one._tallies
    if not ledger:
        raise UserError("no game has been played in them", where=str(out), cure="merge runs with games")
    keep = all(one.scenario.keep_games for one in runs)
    first, games = ledger[0][0], ledger[-1][1] - ledger[0][0]
    scenario = replace(runs[0].scenario, keep_games=keep, games=games)
    directory = RunDirectory(Path(out))
    if directory.is_run:
        raise UserError("there is a run already", where=str(out), cure="choose another --out")
    directory.make()
    with directory.alone():
        if keep:
            for one in runs:
                _copy_parts(one, directory)
        directory.write(Manifest(scenario, first, games, ledger), tallies)
    return Run(directory.path)


def _copy_parts(one: Run, directory: RunDirectory) -> None:
    one.games()
    variants = zip(one._directory.variants(one.scenario), directory.variants(one.scenario), strict=True)
    for source, target in variants:
        make_directory(target.directory)
        parts, _ = dataset.covered(dataset.parts(source), one.status().ledger)
        for path in parts.values():
            try:
                content = path.read_bytes()
            except OSError as error:
                raise cannot("read", path, error) from None
            write_whole(target.directory / path.name, content)


def _resumed(there: Manifest, wanted: Scenario, first: int, path: Path, *, more: bool) -> Manifest:
    """Return the manifest of a run that goes on, perhaps with more games or another precision."""
    difference = _difference(there.scenario, wanted)
    if difference:
        raise UserError(
            f"it holds a run of another scenario: {difference}", where=str(path), cure="choose another --out"
        )
    if there.first != first:
        raise UserError(
            f"its first game is {there.first}, not {first}",
            where=str(path),
            cure="choose another --out, then merge",
        )
    played = there.ledger[-1][1] - first if there.ledger else 0
    games = max(wanted.games, played if more else there.games)
    return replace(there, scenario=replace(wanted, games=games), games=games, stopped=None)


def _difference(there: Scenario, wanted: Scenario) -> str:
    """Return in words what is sampled otherwise; "" if nothing is."""
    if there.hash == wanted.hash:
        return ""
    if there.game != wanted.game:
        return f"the game is {there.game}, not {wanted.game}"
    if there.seed != wanted.seed:
        return f"the seed is {there.seed}, not {wanted.seed}"
    if there.names != wanted.names:
        return f"the variants are {'; '.join(there.names)}, not {'; '.join(wanted.names)}"
    for one, other in zip(there.variants, wanted.variants, strict=True):
        mine, new = one.rules.as_dict(), other.rules.as_dict()
        for option in mine:
            if mine[option] != new.get(option):
                return f"under {one.name!r} {option} is {mine[option]}, not {new.get(option)}"
    return f"its hash is {there.hash[:12]}, not {wanted.hash[:12]}"
