"""The reader of a run: its status, its games and their summary, from its directory.

:mod:`sim.runs.starting` starts and resumes runs, and :mod:`sim.runs.merge` joins them. :mod:`sim.counts.summary`
explains the numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.counts.tallies import Tallies
from sim.errors import UserError, unknown
from sim.games import find_game
from sim.limits import games_words, is_whole
from sim.machine.notebook import NotebookResult
from sim.runs import dataset
from sim.runs.directory import RunDirectory
from sim.runs.ledger import Ledger, Range, count, without
from sim.storage.places import Place, place

if TYPE_CHECKING:
    import polars as pl

    from sim.contract.game import Game
    from sim.contract.rules import GameRules
    from sim.counts.summary import Summary
    from sim.counts.tallies import Longest
    from sim.engine.replaying import Replay
    from sim.stats import Estimate
    from sim.tournaments.standings import Tournament


def all_played(games: int, variants: int) -> str:
    """Return in words that all games of each variant are played.

    Examples
    --------
    >>> all_played(1, 1), all_played(1, 2), all_played(2, 2)
    ('the only game is played', 'the only game of each variant is played', 'all 2 games are played')
    """
    if games == 1:
        return f"the only game{' of each variant' if variants > 1 else ''} is played"
    return f"all {games_words(games)} are played"


@dataclass(frozen=True)
class Status:
    """The progress of a run.

    Attributes
    ----------
    games_done, games_planned
        Games of each variant.
    complete
        Whether nothing is left to play.
    why
        The reason why it ended, or what is missing, in words.
    ledger, missing
        The games that have been played, and those that are planned but not played, as ranges ``(first, stop)``.
    """

    games_done: int
    games_planned: int
    complete: bool
    why: str
    ledger: Ledger
    missing: Ledger = ()


class Run(NotebookResult):
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
    """

    def __init__(self, path: str | Place) -> None:
        self.path = place(path)
        self._directory = RunDirectory(self.path)
        self._manifest, self._tallies = self._directory.read()
        self.scenario = self._manifest.scenario
        self.variants = self.scenario.names

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}: {self.status().why})"

    @property
    def manifest(self) -> dict[str, Any]:
        """The content of ``manifest.json``."""
        return self._manifest.as_dict()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.scenario.game)

    def rules(self, variant: str) -> GameRules:
        """Return the rules of a variant.

        Raises
        ------
        UserError
            If there is no variant of that name.
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

        frames = []
        for variant, parts in self.parts():
            name = pl.lit(variant.name, pl.Enum(self.variants)).alias("variant")
            rows = dataset.scan(variant, [parts[games] for games in sorted(parts)])
            frames.append(rows.select(name, pl.all()))
        return pl.concat(frames, how="diagonal")

    def tallies(self) -> pl.DataFrame:
        """Return the exact counts: ``variant``, ``versus``, ``tally``, ``a``, ``b``, ``count``."""
        return self.counted.frame()

    def summary(self, level: float = 0.95) -> pl.DataFrame:
        """Return the statistics of each variant with their intervals; one row each."""
        from sim.counts.summary import table

        return table(self.estimates(level))

    def compare(self, level: float = 0.95) -> pl.DataFrame:
        """Return the differences of the variants on the same deals; one row each."""
        from sim.counts.summary import table_of_differences

        return table_of_differences(self.differences(level))

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """Return the rows of the summary as values."""
        return self._at_every_look(self._summary.estimates(level), level)

    def differences(self, level: float = 0.95) -> list[Estimate]:
        """Return the rows of the comparison as values."""
        return self._at_every_look(self._summary.differences(level), level)

    def unadjusted_differences(self) -> Callable[[float], list[Estimate]]:
        """Return a function that gives the comparison at a level, not yet adjusted as one family."""
        return self._summary.unadjusted_differences

    def _at_every_look(self, found: list[Estimate], level: float) -> list[Estimate]:
        """Return estimates with intervals that hold at every look, if the run stops because one variant leads."""
        precision = self.scenario.precision
        if precision is None or not precision.signs:
            return found
        from sim.counts.stopping import with_watched

        return with_watched(found, self.counted, self.game, self.scenario.queries, level)

    def longest(self, variant: str | None = None) -> Longest | None:
        """Return the longest game that ended: its length and its number, for :meth:`replay`.

        Parameters
        ----------
        variant
            Under which rules; None for the first variant.

        Returns
        -------
        Longest or None
            None if no game ended, the game has no length, or an earlier version played some of the games, which did
            not note it.

        Raises
        ------
        UserError
            If there is no such variant.
        """
        name = self.variants[0] if variant is None else variant
        self.rules(name)
        return self.counted.longest.get(name)

    def tournament(self, level: float = 0.95) -> Tournament:
        """Return the result of a tournament; see :class:`sim.tournaments.standings.Tournament`.

        Raises
        ------
        UserError
            If the scenario is not a tournament, or no game has been played yet.
        """
        from sim.tournaments.standings import tournament_of

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
                cure="warlab run with --resume plays them",
            )
        limit = self.game.largest_margin
        largest = None if limit is None else limit(self.scenario.variants[0].rules)
        return tournament_of(self.counted, self.scenario.tournament, level, largest)

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
            If there is no such variant, or the run has no game of that number.
        """
        from sim.engine.replaying import replay

        first, end = self._manifest.range
        if is_whole(number) and not first <= number < end:
            raise UserError(
                f"it has no game {number}",
                where=str(self.path),
                cure=f"its games are {first:,} to {end - 1:,}; warlab replay {self.scenario.game} {number} "
                f"--seed {self.scenario.seed} plays one beyond them",
            )

        name = self.variants[0] if variant is None else variant
        return replay(self.scenario.game, number, seed=self.scenario.seed, rules=self.rules(name))

    def status(self) -> Status:
        """Return how far the run is."""
        ledger, planned = self._manifest.ledger, self._manifest.games
        done = count(ledger)
        missing = without((self._manifest.range,), ledger)
        if self._manifest.fault is not None:
            return Status(done, planned, False, str(self._manifest.fault), ledger, missing)
        complete = done == planned or self._manifest.stopped is not None
        are = "is" if planned == 1 else "are"
        why = f"{done:,} of {games_words(planned)} {are} played; --resume plays the rest"
        if self._manifest.stopped is not None:
            why = f"stopped {self._manifest.stopped}"
        elif complete:
            why = all_played(planned, len(self.variants))
        return Status(done, planned, complete, why, ledger, missing)

    @property
    def counted(self) -> Tallies:
        """The tallies as values that add up.

        Raises
        ------
        UserError
            If the tallies and the manifest disagree on which games have been played.
        """
        self._refuse_faults()
        return self._tallies

    def parts(self) -> list[tuple[dataset.Variant, dict[Range, Place]]]:
        """Return for each variant its parts by the games that they hold, after checking that none is missing.

        Raises
        ------
        UserError
            If the run does not keep its games, or a part is missing or damaged.
        """
        self._refuse_faults()
        if not self.scenario.keep_games:
            raise UserError(
                "it keeps no games, only tallies",
                where=str(self.path),
                cure="set keep_games = true, then --resume",
            )
        return [(one, self._parts_of(one)) for one in self._directory.variants(self.scenario)]

    def _parts_of(self, variant: dataset.Variant) -> dict[Range, Place]:
        """Return parts that hold every game once; a damaged one is refused if no sound ones hold its games too."""
        within, _ = dataset.covered(dataset.parts(variant), self._manifest.ledger)
        errors: list[UserError] = []
        while True:
            parts, missing = dataset.chosen(within, self._manifest.ledger)
            if missing:
                raise errors[0] if errors else dataset.games_missing(variant, missing[0])
            before = len(errors)
            for games, path in parts.items():
                try:
                    dataset.check_part(variant, games, path)
                except UserError as error:
                    errors.append(error)
                    del within[games]
            if len(errors) == before:
                return parts

    def _refuse_faults(self) -> None:
        if self._manifest.fault is not None:
            raise self._manifest.fault

    @property
    def _summary(self) -> Summary:
        from sim.counts.summary import Summary

        return Summary.of_rules(self.counted, self.game, self.scenario.rules, self.scenario.queries)


def open_run(path: str | Place) -> Run:
    """Open the directory of a run.

    Raises
    ------
    UserError
        If it is not a run, or damaged.
    """
    return Run(path)
