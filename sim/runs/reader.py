"""The reader of a run: its status, its games and their summary, from its directory."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from sim.collect.ledger import Range, count, without
from sim.contract.columns import longest_categories
from sim.errors import UserError, check_word
from sim.limits import is_whole
from sim.machine.notebook import NotebookResult, drawn
from sim.runs.directory import RunDirectory, Variant, variants_of
from sim.runs.parts import scan
from sim.runs.results import Results, Status, all_played
from sim.storage.places import Place, place
from sim.words import games_words

if TYPE_CHECKING:
    import polars as pl

    from sim.contract.rules import GameRules
    from sim.counts.counted import Longest
    from sim.engine.replaying import Replay
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament


class Run(Results, NotebookResult):
    """A run's directory, opened for reading.

    Parameters
    ----------
    path
        The path of the directory.

    Raises
    ------
    UserError
        If it is not a run, or damaged.

    Attributes
    ----------
    path, scenario
        Its directory and its scenario.
    variants
        The names of the variants, in order.
    counted
        The tallies as values that add up.
    """

    def __init__(self, path: str | Place) -> None:
        self.path = place(path)
        self._directory = RunDirectory(self.path)
        self._record, self.counted = self._directory.read_all()
        self.scenario = self._record.scenario
        self.variants = self.scenario.names

    def __eq__(self, other: object) -> bool:
        """Whether it is the same directory, with the same content."""
        if not isinstance(other, Run):
            return NotImplemented
        return (self.path, self.manifest) == (other.path, other.manifest)

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}: {self.status().why})"

    @property
    def manifest(self) -> dict[str, Any]:
        """The content of ``manifest.json``."""
        return self._record.as_dict()

    def rules(self, variant: str) -> GameRules:
        """The rules of a variant.

        Raises
        ------
        UserError
            If there is no variant of that name.
        """
        return super().rules(check_word("variant", variant, self.variants))

    def chart(self) -> Any:
        """The picture of the report, as an Altair chart to look at or to change.

        Returns
        -------
        altair.Chart or altair.LayerChart

        Raises
        ------
        UserError
            If the report has no picture, or Altair is not installed.
        """
        return drawn(self)

    def games(self) -> pl.LazyFrame:
        """The table of all games, read only when it is collected.

        Returns
        -------
        polars.LazyFrame
            Columns ``variant`` (Enum), ``game`` (int64) and the outcome columns;
            variant after variant, each in the order of the games.

        Raises
        ------
        UserError
            If the run does not keep its games, or a part is missing or damaged.
        """
        import polars as pl

        parts_of_variants = self.parts()
        categories = longest_categories(
            column for variant, _ in parts_of_variants for column in variant.columns
        )
        frames = []
        for variant, parts in parts_of_variants:
            name = pl.lit(variant.name, pl.Enum(self.variants)).alias("variant")
            casts = [
                pl.col(column.name).cast(pl.Enum(categories[column.name]))
                for column in variant.columns
                if column.categories
            ]
            frames.append(
                scan(list(parts.values()), variant.columns)
                .with_columns(casts)
                .select(name, pl.all())
            )
        return pl.concat(frames, how="diagonal")

    def tallies(self) -> pl.DataFrame:
        """The exact counts, with the columns of ``tallies.parquet`` (run directory)."""
        return self.counted.frame()

    def summary(self, level: float = 0.95) -> pl.DataFrame:
        """The statistics of each variant with their intervals; one row each."""
        from sim.counts.frames import table

        return table(self.estimates(level))

    def compare(self, level: float = 0.95) -> pl.DataFrame:
        """The differences of the variants on the same deals; one row each."""
        from sim.counts.frames import table_of_differences

        return table_of_differences(self.differences(level))

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """The rows of the summary as values."""
        return self._at_every_look(super().estimates(level), level)

    def differences(self, level: float = 0.95) -> list[Estimate]:
        """The rows of the comparison as values."""
        return self._at_every_look(super().differences(level), level)

    def _at_every_look(self, estimates: list[Estimate], level: float) -> list[Estimate]:
        """Estimates for a run that may stop because one variant leads.

        Their intervals hold at every look; for other runs they are as they were.
        """
        precision = self.scenario.precision
        if precision is None or not precision.signs:
            return estimates
        from sim.counts.stopping import with_watched

        return with_watched(
            estimates, self.counted, self.game, self.scenario.queries, level
        )

    def longest(self, variant: str | None = None) -> Longest | None:
        """The longest game that ended: its length and its number, for :meth:`replay`.

        Parameters
        ----------
        variant
            Under which rules; None for the first variant.

        Returns
        -------
        Longest or None
            None if no game ended, or the game has no length.

        Raises
        ------
        UserError
            If there is no such variant.
        """
        name = self.variants[0] if variant is None else variant
        self.rules(name)
        return self.counted.longest.get(name)

    def tournament(self, level: float = 0.95) -> Tournament:
        """The result of a tournament.

        See :class:`sim.tournaments.standings.Tournament`.

        Raises
        ------
        UserError
            If the scenario is not a tournament, or no game has been played yet.
        """
        if not self.scenario.tournament:
            raise UserError(
                "it is not a tournament",
                where=str(self.path),
                cure="a tournament's scenario has tournament = [...]",
            )
        if not self.status().games_done:
            raise UserError(
                "no game has been played yet",
                where=str(self.path),
                cure="resuming plays them",
            )
        return super().tournament(level)

    def replay(self, number: int = 0, variant: str | None = None) -> Replay:
        """One game, card by card.

        Parameters
        ----------
        number
            The number of the game.
        variant
            Under which rules; None for the first variant.

        Raises
        ------
        UserError
            If there is no such variant, or the run has no game of that number.
        """
        from sim.engine.replaying import replay

        first, stop = self._record.range
        if is_whole(number) and not first <= number < stop:
            raise UserError(
                f"it has no game {number}",
                where=str(self.path),
                cure=f"its games are {first:,} to {stop - 1:,}; to see others, replay "
                f"{self.scenario.game} itself with seed {self.scenario.seed}",
            )

        name = self.variants[0] if variant is None else variant
        return replay(
            self.scenario.game, number, seed=self.scenario.seed, rules=self.rules(name)
        )

    def status(self) -> Status:
        """How far the run is."""
        ledger = self._record.ledger
        planned = self._record.games
        done = count(ledger)
        missing = without((self._record.range,), ledger)
        complete = done == planned or self._record.stopped is not None
        are = "is" if planned == 1 else "are"
        why = (
            f"{done:,} of {games_words(planned)} {are} played; resuming plays the rest"
        )
        short = ""
        if self._record.stopped is not None:
            why = f"stopped {self._record.stopped}"
        elif complete:
            short = self._short
            why = "; ".join(
                filter(None, (all_played(planned, len(self.variants)), short))
            )
        return Status(done, planned, complete, why, ledger, missing, short)

    @cached_property
    def _short(self) -> str:
        """Why a complete run does not show all that was asked; "" if it does."""
        from sim.counts.stopping import verdict

        rules = {name: self.rules(name) for name in self.variants}
        precision = self.scenario.precision
        queries = self.scenario.queries
        found = (
            verdict(self.counted, self.game, rules, precision, queries)
            if precision
            else None
        )
        return (
            ""
            if found is None or found.met
            else f"not known as well as was asked: {found.reason}"
        )

    def parts(self) -> list[tuple[Variant, dict[Range, Place]]]:
        """The parts of each variant, by the games that they hold.

        Each part has been compared with its hash.

        Raises
        ------
        UserError
            If the run does not keep its games, or a part is missing or damaged.
        """
        if not self.scenario.keep_games:
            raise UserError(
                "it keeps no games, only tallies",
                where=str(self.path),
                cure="resume it with its games kept",
            )
        missing = self._directory.missing_rows(self._record)
        if missing:
            raise missing[0]
        for _, error in self._directory.damages(self._record):
            raise error
        part = self._directory.part
        blocks = self._record.blocks
        return [
            (variant, {games: part(variant, games) for games in blocks})
            for variant in variants_of(self.scenario)
        ]

    def copy_parts(self, target: RunDirectory) -> dict[str, str]:
        """Copy all parts into another directory, and return their names with their hashes."""
        variants = variants_of(self.scenario)
        blobs = dict[str, str]()
        for games in self._record.blocks:
            parts = [
                self._directory.check_part(variant, games, self._record)
                for variant in variants
            ]
            blobs |= target.write_block(variants, games, parts)
        return blobs


def open_run(path: str | Place) -> Run:
    """Open the directory of a run.

    Parameters
    ----------
    path
        The directory, on this disk or elsewhere (``s3://…``).

    Raises
    ------
    UserError
        If it is not a run, or damaged.
    """
    return Run(path)
