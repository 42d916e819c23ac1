"""Convergence of the estimates of Casino War's edge to the exact one, for ``warlab exact --converge``."""

from __future__ import annotations

import math
from typing import Any

from reports.numbers import fixed, whole
from sim.commands.exact.figures import PLACES, beside, exact_value
from sim.errors import UserError
from sim.exact.casino_edge import Convergence, EdgeEstimate, convergence
from sim.games.casino_war.rules import CasinoWarRules
from sim.stats import Interval

HEADS = ("games", "rounds", "±", "± × √n", "holds", "wars", "±", "± × √n", "holds", "gain")
NOTE = """\
In per cent of the ante. Rounds: the mean of whole rounds. Wars: the mean of as many wars alone, times the
chance of a tie. ±: half the width of the interval; times the square root of the games, it stays constant. Holds:
whether the interval contains the exact value. Gain: how many rounds a war is worth."""


def converged(rules: CasinoWarRules, games: int, seed: int, level: float) -> Convergence:
    """Return the estimates from the first thousand games, ten thousand, and so on up to all."""
    if rules.is_session:
        raise UserError("not for sessions", where="--converge", cure="leave out bankroll to play rounds")
    if rules.on_tie != "war":
        raise UserError(
            f"not with on_tie = {rules.on_tie}",
            where="--converge",
            cure="set on_tie to war: it estimates from wars",
        )
    return convergence(
        games, seed=seed, decks=rules.decks, tie_bonus=rules.tie_bonus, burn=rules.burn, level=level
    )


def values(convergence: Convergence) -> dict[str, Any]:
    """Return the estimates for programs."""
    return {
        "ev": exact_value(convergence.exact),
        "gain": exact_value(convergence.gain),
        "half_width_root_games": {"rounds": convergence.plain_limit, "wars": convergence.wars_limit},
        "steps": [
            {
                "games": step.games,
                "rounds": _interval(convergence, step, step.plain),
                "wars": _interval(convergence, step, step.wars_only),
                "gain": step.gain,
            }
            for step in convergence.steps
        ],
    }


def rows(convergence: Convergence) -> list[list[str]]:
    """Return the rows of the table: one for each step, and last the limit."""
    lines = []
    for step in convergence.steps:
        row = [whole(step.games)]
        for interval in (step.plain, step.wars_only):
            row += _texts(convergence, step, interval)
        lines.append([*row, fixed(step.gain, 2)])
    exact = fixed(100 * float(convergence.exact), PLACES)
    last = ["exact"]
    for limit in (convergence.plain_limit, convergence.wars_limit):
        last += [exact, "", fixed(100 * limit, 2), ""]
    return [*lines, [*last, fixed(float(convergence.gain), 2)]]


def _texts(convergence: Convergence, step: EdgeEstimate, interval: Interval) -> list[str]:
    half = 100 * (interval.half_width or 0.0)
    return [
        fixed(100 * (interval.value or 0.0), PLACES),
        fixed(half, PLACES),
        fixed(half * math.sqrt(step.games), 2),
        "yes" if _holds(convergence, interval) else "no",
    ]


def _holds(convergence: Convergence, interval: Interval) -> bool:
    """Return whether an interval contains the exact value."""
    low, high = interval.low, interval.high
    return low is not None and high is not None and low <= convergence.exact <= high


def _interval(convergence: Convergence, step: EdgeEstimate, interval: Interval) -> dict[str, Any]:
    half = interval.half_width
    figure: dict[str, Any] = {}
    beside(figure, interval)
    root = None if half is None else half * math.sqrt(step.games)
    holds = _holds(convergence, interval)
    return {**figure, "half_width": half, "half_width_root_games": root, "holds": holds}
