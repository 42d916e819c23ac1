"""Planning a run from the tallies of a pilot: how many games a precision, or a comparison, needs.

What the pilot has counted is scaled to other numbers of games and judged as a run judges itself, so a plan follows the
same rules: the same intervals, the same caution with rare events. How far the pilot can be trusted is found by
resampling its counts (Efron, Annals of Statistics 7, 1979, 1-26).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.contract.columns import WINNER
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.named import base_name
from sim.counts.queries import YES, Query
from sim.counts.statistics import QUANTILES
from sim.counts.summary import differences, estimates
from sim.counts.tallies import Counts, Key, Tallies
from sim.errors import UserError, unknown
from sim.stats import Estimate, Histogram, Measure, Target, judge
from sim.stats.power import PlannedPower, Question, plan_power

RESAMPLES = 100
STEPS = 8

MOST = 10**15
"""More games than this are not planned."""

_QUANTILES = tuple(f" {measure}" for measure in QUANTILES)
"""The ends of the names of quantiles. Scaled counts have the gaps of the pilot, which say nothing about more games."""


@dataclass(frozen=True)
class Pilot:
    """What a pilot has counted.

    Attributes
    ----------
    tallies
        Its counts.
    game, rules
        The game, and the rules of each variant by its name.
    queries
        The chances and means of the scenario.
    """

    tallies: Tallies
    game: Game
    rules: Mapping[str, GameRules]
    queries: Sequence[Query] = ()

    def estimates(self, tallies: Tallies, level: float) -> list[Estimate]:
        """Return every statistic and difference of some tallies."""
        names, seats = list(self.rules), {name: one.seats for name, one in self.rules.items()}
        found = estimates(tallies, self.game, names, level, seats=seats, queries=self.queries)
        return [
            *found,
            *differences(tallies, self.game, names, level, seats=seats, queries=self.queries),
        ]


@dataclass(frozen=True)
class PlannedGames:
    """The games that a precision needs.

    Attributes
    ----------
    target
        What is wanted.
    limiting
        The variant, or the pair of variants, that needs the most games.
    games
        The number with which the half width that the pilot lets expect is as wanted; None if no sensible one would do.
    low, high
        The range of 95 % of the runs that the pilot lets expect; with ``high`` games the precision is nearly always
        reached.
    reason
        Why no number of games would do; else empty.
    """

    target: Target
    limiting: str
    games: int | None
    low: int
    high: int
    reason: str = ""


def plan_precision(pilot: Pilot, target: Target, level: float = 0.95, seed: int = 0) -> PlannedGames:
    """Return the games that a precision needs in every variant that has the statistic.

    Parameters
    ----------
    pilot
        What was played.
    target
        The statistic with its half width.
    level
        Of its interval.
    seed
        Of the resampling; the same seed gives the same plan.

    Raises
    ------
    UserError
        If the statistic is unknown.
    """
    known = pilot.estimates(pilot.tallies, level)
    found = [one for one in known if one.statistic == target.statistic]
    if not found:
        names = list(dict.fromkeys(one.statistic for one in known))
        raise unknown("statistic", target.statistic, names, where="--precision")
    own = {str(one): _own(pilot.tallies, one) for one in found}
    needed = {name: _games(pilot, part, target, level) for name, part in own.items()}
    worst = max(needed, key=lambda name: math.inf if needed[name] is None else needed[name] or 0)
    games = needed[worst]
    (limiting,) = [one for one in found if str(one) == worst]
    whose = f"{limiting.variant} against {limiting.versus}" if limiting.versus else limiting.variant
    if games is None:
        reason = judge([limiting], [target]).reason
        return PlannedGames(target, whose, None, 0, 0, reason)
    low, high = _range(pilot, own[worst], target, level, games, np.random.default_rng(seed))
    return PlannedGames(target, whose, games, min(low, games), max(high, games))


def _range(
    pilot: Pilot, own: Tallies, target: Target, level: float, games: int, random: np.random.Generator
) -> tuple[int, int]:
    """Return the range of 95 % of what resampled pilots say, widened by what the chance of the run itself adds."""
    (one,) = [
        each for each in pilot.estimates(own, level) if each.statistic == target.statistic and each.games
    ]
    by_counts = one.measure in (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)
    # The width of a mean or a quantile shrinks like 1 / sqrt(games), so it can be judged at the size of the pilot; what
    # is rare must be judged with as many events as the run will have.
    size = games if by_counts else own.games
    usual = _needed(pilot, own, target, level, size)
    found = [_needed(pilot, _resampled(own, random), target, level, size) for _ in range(RESAMPLES)]
    again = [MOST if one is None or usual is None else min(one / usual * games, MOST) for one in found]
    low, high = np.quantile(again, (0.025, 0.975)) / games
    # The run has chance of its own: its variance relative to the pilot's is that of their numbers of games.
    both = math.sqrt(1 + own.games / games)
    return math.floor(games * min(low, 1.0) ** both), math.ceil(min(games * max(high, 1.0) ** both, MOST))


def comparisons(pilot: Pilot, statistic: str, level: float, where: str) -> list[Estimate]:
    """Return the differences of a statistic between variants.

    Raises
    ------
    UserError
        If the statistic is not compared, or nothing is.
    """
    names, seats = list(pilot.rules), {name: one.seats for name, one in pilot.rules.items()}
    known = differences(pilot.tallies, pilot.game, names, level, seats=seats, queries=pilot.queries)
    if not known:
        raise UserError("only one variant: nothing is compared", where=where, cure="name a precision instead")
    tested = [one for one in known if one.measure is not Measure.OTHERWISE]
    found = [one for one in tested if base_name(one.statistic) == statistic]
    if not found:
        raise unknown(
            "statistic of a comparison",
            statistic,
            dict.fromkeys(base_name(one.statistic) for one in tested),
            where=where,
        )
    return found


def paired_differences(tallies: Tallies, one: Estimate) -> Histogram:
    """Return the differences within games behind a comparison, in counted units: of shares -1, 0 and 1.

    Raises
    ------
    UserError
        If it is a chance among some games only, of which the two variants have different ones.
    """
    if one.measure is Measure.MEAN:
        counts = tallies.entries.get((one.variant, one.versus, one.column), Counts.none())
        if one.column in _columns(tallies, one):
            return Histogram(counts.a, counts.counts)
        return Histogram(counts.keys, counts.counts)
    is_winner = one.column == WINNER
    name = f"{WINNER},{WINNER}" if is_winner else one.column
    counts = tallies.entries[one.variant, one.versus, name]
    code = one.code if is_winner else YES
    if not is_winner and min(int(counts.a.min()), int(counts.b.min())) < 0:
        raise UserError(
            f"{base_name(one.statistic)!r} counts other games under each variant",
            cure="ask for a chance without 'given'",
        )
    return Histogram((counts.a == code).astype(np.int64) - (counts.b == code), counts.counts)


def plan_comparison(pilot: Pilot, one: Estimate, question: Question) -> PlannedPower:
    """Return the games that a comparison needs; the effect of the question is in the unit of the statistic."""
    sample = paired_differences(pilot.tallies, one)
    return plan_power(sample, replace(question, effect=question.effect * units(one, sample)))


def units(one: Estimate, sample: Histogram) -> float:
    """Return the number of counted units in one unit of the statistic."""
    value = one.interval.value
    if one.measure is not Measure.MEAN or not value or not sample.n:
        return 1.0
    return sample.mean / value


def value_under(pilot: Pilot, one: Estimate, level: float) -> float:
    """Return the value of a comparison's statistic under the variant with which it compares."""
    base = base_name(one.statistic)
    names, seats = [one.versus], {one.versus: pilot.rules[one.versus].seats}
    own = estimates(pilot.tallies, pilot.game, names, level, seats=seats, queries=pilot.queries)
    return next((each.interval.value or 0.0 for each in own if each.statistic == base), 0.0)


def _columns(tallies: Tallies, one: Estimate) -> set[str]:
    """Return the columns whose values are counted as the first of a pair, not as one long number."""
    return {key[2] for key in tallies.entries if not key[2].startswith("mean ")}


def _own(tallies: Tallies, one: Estimate) -> Tallies:
    """Return the tallies behind an estimate."""
    wanted = {one.column, f"{WINNER},{WINNER}"} if one.column == WINNER else {one.column}
    pair = (one.variant, one.versus)

    def belongs(key: Key) -> bool:
        parts = {key[2], *key[2].split(",")} if not one.versus else {key[2]}
        return key[:2] == pair and (bool(parts & wanted) or key[2].startswith(f"{one.column} unfinished "))

    # Several cross tables can hold the same column; one is enough.
    found: dict[Key, Counts] = {}
    for key, counts in tallies.entries.items():
        if belongs(key) and ("," not in key[2] or not any("," in other[2] for other in found)):
            found[key] = counts
    return Tallies(found)


def _scaled(tallies: Tallies, games: int) -> Tallies:
    scale = games / max(tallies.games, 1)
    entries = {
        key: Counts(counts.keys, np.rint(counts.counts * scale).astype(np.int64))
        for key, counts in tallies.entries.items()
    }
    return Tallies({key: _seen(counts) for key, counts in entries.items()})


def _seen(counts: Counts) -> Counts:
    there = counts.counts > 0
    return Counts(counts.keys[there], counts.counts[there])


def _resampled(tallies: Tallies, random: np.random.Generator) -> Tallies:
    """Return tallies of as many games, drawn from the cells of these; unfinished games keep their share."""
    entries = {
        key: _seen(Counts(counts.keys, random.multinomial(counts.total, counts.counts / counts.total)))
        for key, counts in tallies.entries.items()
        if " unfinished " not in key[2]
    }
    return Tallies(entries)


def _games(pilot: Pilot, own: Tallies, target: Target, level: float) -> int | None:
    """Return the games that one variant needs; None if no sensible number would do."""
    games = own.games
    for _ in range(STEPS):
        needed = _needed(pilot, own, target, level, games)
        if needed is None or needed > MOST:
            return None
        close = abs(needed - games) <= 0.002 * games
        games = max(needed, 2)
        if close or target.statistic.endswith(_QUANTILES):
            break
    return games


def _needed(pilot: Pilot, own: Tallies, target: Target, level: float, games: int) -> int | None:
    """Return the games that one variant needs, as judged after ``games`` games with the shares of the pilot."""
    scaled = _scaled(own, games)
    found = [one for one in pilot.estimates(scaled, level) if one.statistic == target.statistic and one.games]
    return judge(found, [target]).games_needed if found else None
