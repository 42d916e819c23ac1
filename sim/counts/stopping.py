"""When a run with a requested precision may stop: the looks, and the verdict at each.

A thin layer between tallies and :mod:`sim.stats.precision`, which explains the rule. Looks come after fixed numbers of
games, counted in order from the first game of the run, so a run stops at the same game for any number of workers, any
block size and any interruptions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import Query
from sim.counts.summary import differences, estimates
from sim.counts.tallies import Counts, Tallies
from sim.counts.wanted import wanted
from sim.counts.watching import watched
from sim.errors import UserError, unknown
from sim.stats.estimates import Estimate, Measure
from sim.stats.precision import Precision, Verdict, both, judge, judge_signs
from sim.stats.precision import looks as spaced

FIRST_LOOK = 10_000
LOOK_RATIO = 1.5


def looks(precision: Precision | None, games: int) -> tuple[int, ...]:
    """Return the numbers of games after which a run of at most this many games checks its precision."""
    return (games,) if precision is None else spaced(FIRST_LOOK, games, LOOK_RATIO)


def verdict(
    tallies: Tallies,
    game: Game,
    rules: Mapping[str, GameRules],
    precision: Precision | None,
    queries: Sequence[Query] = (),
) -> Verdict | None:
    """Return whether the requested precision is reached; None if none was requested.

    Parameters
    ----------
    tallies
        The counts of all games so far.
    game, rules
        The game, and the rules of each variant by its name.
    precision
        The requested precision.
    queries
        What is counted besides the game's own statistics.
    """
    if precision is None:
        return None
    known = _known(tallies, game, rules, precision.level, queries)
    widths = judge(known, precision.aims)
    if not precision.signs:
        return widths
    leads = [one for one in known if one.versus and one.statistic in precision.signs]
    # The signs of all pairs of variants hold together, by Bonferroni's inequality.
    each = 1 - (1 - precision.level) / max(1, len(leads))
    signs = judge_signs(watched(leads, tallies, game, queries, each))
    return both(widths, signs) if precision.aims else signs


def check_aims(
    game: Game,
    rules: Mapping[str, GameRules],
    mirrored: Sequence[tuple[int, int]],
    precision: Precision,
    queries: Sequence[Query] = (),
    where: str = "precision",
) -> None:
    """Refuse a precision for a statistic that is not in the game's summary or comparison, or a sign that it lacks.

    Parameters
    ----------
    game, rules
        The game, and the rules of each variant by its name.
    mirrored
        As for :func:`sim.counts.wanted.wanted`.
    precision
        The requested precision.
    queries
        What is counted besides the game's own statistics.
    where
        The place of the precision, for errors.

    Raises
    ------
    UserError
        If a statistic is unknown; the error suggests the nearest name. Or if the sign is wanted of what is no
        difference.
    """
    columns = [[column.name for column in game.columns_under(one)] for one in rules.values()]
    once = Counts(np.zeros(1, np.int64), np.ones(1, np.int64))
    keys = [key for key, _, _ in wanted(game, list(rules), columns, mirrored, queries)]
    one_game = Tallies(dict.fromkeys(keys, once))
    known = _known(one_game, game, rules, precision.level, queries)
    names = list(dict.fromkeys(one.statistic for one in known))
    for aim in precision.aims:
        if aim.statistic not in names:
            raise unknown("statistic", aim.statistic, names, where=where)
    signed = list(dict.fromkeys(one.statistic for one in known if one.versus and has_sign(one)))
    for statistic in precision.signs:
        if statistic in names and statistic not in signed:
            raise UserError(
                "it is no difference of two variants, and its sign says nothing",
                where=f"precision.{statistic}",
                cure=f"name a difference, such as {signed[0]!r}" if signed else "compare two variants",
            )
        if statistic not in names:
            raise unknown("statistic", statistic, signed or names, where="precision")


def has_sign(one: Estimate) -> bool:
    """Return whether a difference says which of two variants leads, as the share of deals that differ does not."""
    return one.measure is not Measure.OTHERWISE


def _known(
    tallies: Tallies,
    game: Game,
    rules: Mapping[str, GameRules],
    level: float,
    queries: Sequence[Query],
) -> list[Estimate]:
    """Return all statistics and differences of the variants."""
    names, seats = list(rules), {name: one.seats for name, one in rules.items()}
    found = estimates(tallies, game, names, level, seats=seats, queries=queries)
    return [*found, *differences(tallies, game, names, level, seats=seats, queries=queries)]
