"""When a run that asks for a precision may stop: the looks, and the verdict at each.

A thin bridge from tallies to :mod:`sim.stats.precision`, where the rule is explained. A look comes after a
fixed number of games, counted in order from the first one of the run, so that a run stops at the same game
whatever the workers, the blocks and the interruptions were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.errors import unknown
from sim.stats.estimates import Estimate
from sim.stats.precision import Precision, Verdict, judge
from sim.stats.precision import looks as spaced
from sim.tallies.counting import wanted
from sim.tallies.counts import Counts, Tallies
from sim.tallies.summary import differences, estimates

FIRST_LOOK = 10_000
LOOK_RATIO = 1.5


def looks(precision: Precision | None, games: int) -> tuple[int, ...]:
    """Return the numbers of games after which a run of at most this length looks whether enough is known."""
    return (games,) if precision is None else spaced(FIRST_LOOK, games, LOOK_RATIO)


def verdict(
    tallies: Tallies, game: Game, rules: Mapping[str, GameRules], precision: Precision | None
) -> Verdict | None:
    """Return whether a precision is reached; None if none is asked for.

    Parameters
    ----------
    tallies
        The counts of all games so far.
    game, rules
        What is played, and the rules of each variant by its name.
    precision
        What is asked for.
    """
    if precision is None:
        return None
    return judge(_known(tallies, game, rules, precision.level), precision.aims)


def check_aims(
    game: Game,
    rules: Mapping[str, GameRules],
    mirrored: Sequence[tuple[int, int]],
    precision: Precision,
) -> None:
    """Refuse a precision of a statistic that the game's summary and comparison do not have.

    Parameters
    ----------
    game, rules
        What is played, and the rules of each variant by its name.
    mirrored
        As :func:`sim.tallies.counting.wanted` takes it.
    precision
        What is asked for.

    Raises
    ------
    UserError
        If one is not known; it names the nearest.
    """
    columns = [[column.name for column in game.columns_under(one)] for one in rules.values()]
    once = Counts(np.zeros(1, np.int64), np.ones(1, np.int64))
    one_game = Tallies({key: once for key, _, _ in wanted(game, list(rules), columns, mirrored)})
    names = list(dict.fromkeys(one.statistic for one in _known(one_game, game, rules, precision.level)))
    for aim in precision.aims:
        if aim.statistic not in names:
            raise unknown("statistic", aim.statistic, names, where="precision")


def _known(tallies: Tallies, game: Game, rules: Mapping[str, GameRules], level: float) -> list[Estimate]:
    """Return all statistics and differences of the variants."""
    names, seats = list(rules), {name: one.seats for name, one in rules.items()}
    found = estimates(tallies, game, names, level, seats=seats)
    return [*found, *differences(tallies, game, names, level, seats=seats)]
