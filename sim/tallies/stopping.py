"""When a run that asks for a precision may stop: the looks, and the verdict at each.

A thin bridge from tallies to :mod:`sim.stats.precision`, where the rule is explained. A look comes after a
fixed number of games, counted in order from the first one of the run, so that a run stops at the same game
whatever the workers, the blocks and the interruptions were.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.errors import unknown
from sim.games import find_game
from sim.tallies.tally import Counts, Tallies, wanted

if TYPE_CHECKING:
    from sim.scenario.scenario import Scenario
    from sim.stats.intervals import Estimate
    from sim.stats.precision import Verdict

FIRST_LOOK = 10_000
LOOK_RATIO = 1.5


def looks(scenario: Scenario, games: int) -> tuple[int, ...]:
    """Return the numbers of games after which a run of so many looks whether enough is known."""
    if scenario.precision is None:
        return (games,)
    from sim.stats.precision import looks as spaced

    return spaced(FIRST_LOOK, games, LOOK_RATIO)


def verdict(scenario: Scenario, tallies: Tallies) -> Verdict | None:
    """Return whether the scenario's precision is reached; None if it asks for none."""
    if scenario.precision is None:
        return None
    from sim.stats.precision import Target, judge

    targets = [Target(aim.statistic, aim.half_width, aim.relative) for aim in scenario.precision.aims]
    return judge(_estimates(scenario, tallies, scenario.precision.level), targets)


def check_aims(scenario: Scenario) -> None:
    """Refuse a precision of a statistic that the game's summary and comparison do not have.

    Raises
    ------
    UserError
        If one is not known; it names the nearest.
    """
    if scenario.precision is None:
        return
    game = find_game(scenario.game)
    columns = [[column.name for column in game.columns_under(variant.rules)] for variant in scenario.variants]
    once = Counts(np.zeros(1, np.int64), np.ones(1, np.int64))
    one_game = Tallies({key: once for key, _, _ in wanted(game, scenario.names, columns, scenario.mirrored)})
    known = list(
        dict.fromkeys(one.statistic for one in _estimates(scenario, one_game, scenario.precision.level))
    )
    for aim in scenario.precision.aims:
        if aim.statistic not in known:
            raise unknown("statistic", aim.statistic, known, where="precision")


def _estimates(scenario: Scenario, tallies: Tallies, level: float) -> list[Estimate]:
    from sim.tallies.summary import differences, estimates

    frame, game = tallies.frame(), find_game(scenario.game)
    seats = {variant.name: variant.rules.seats for variant in scenario.variants}
    found = estimates(frame, game, scenario.names, level, seats=seats)
    return [*found, *differences(frame, game, scenario.names, level, seats=seats)]
