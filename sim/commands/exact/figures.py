"""Figures of Casino War: an exact value, perhaps with an estimate beside it, for programs and for people."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from reports.numbers import estimate, fixed, percent, percent_span, span, whole
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import CasinoWarRules
from sim.runs.counting import count_games
from sim.stats import Interval

PLACES = 4


def exact_value(value: Fraction | float) -> dict[str, Any] | float:
    """Return an exact value for programs: a fraction with its decimals, or a number that is no fraction."""
    return {"value": float(value), "fraction": str(value)} if isinstance(value, Fraction) else value


def exact_figure(value: Fraction, *, share: bool = True) -> dict[str, Any]:
    """Return a figure whose value is a fraction; a share is shown in per cent."""
    return {"value": float(value), "fraction": str(value), "share": share}


def simulated(
    rules: CasinoWarRules, games: int, seed: int, level: float
) -> tuple[Tallies, dict[str, Interval]]:
    """Play games and return their tallies, and the interval of each statistic."""
    tallies = count_games(GAME, rules, seed, range(games))
    estimates = Summary.of_rules(tallies, GAME, {"": rules}).estimates(level)
    return tallies, {estimate.statistic: estimate.interval for estimate in estimates}


def beside(figure: dict[str, Any], interval: Interval) -> None:
    """Add an estimate to a figure."""
    ends = {"low": interval.low, "high": interval.high}
    figure |= {"simulated": interval.value, **ends, "method": interval.method}


def number_text(figure: dict[str, Any], places: int = PLACES) -> str:
    """Return an exact value as people read it."""
    value = figure["value"]
    if figure["share"]:
        return f"{whole(int(100 * value))} %" if value in (0, 1) else f"{fixed(100 * value, places)} %"
    return whole(int(value)) if value == int(value) else fixed(value, places)


def simulated_texts(figure: dict[str, Any]) -> list[str]:
    """Return an estimate and its interval as people read them; "" if nothing was estimated."""
    if "simulated" not in figure:
        return ["", ""]
    ends = figure["low"], figure["high"]
    if figure["share"] and 0 <= figure["simulated"] <= 1:
        return [percent(figure["simulated"], *ends), percent_span(*ends)]
    if figure["share"]:
        low, high = (None if end is None else 100 * end for end in ends)
        return [f"{estimate(100 * figure['simulated'], low, high)} %", f"{span(low, high)} %"]
    return [estimate(figure["simulated"], *ends), span(*ends)]
