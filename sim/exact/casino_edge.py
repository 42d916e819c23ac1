"""The edge of Casino War from fewer rounds: the first two cards exactly, and only the wars played.

The first two cards are won and lost alike, so that all a round brings on average comes from the ties: the chance
of a tie, which is known, times what a war brings. Playing nothing but wars therefore estimates the same number
as playing rounds, from the same number of games, with far less variance: nearly all of that of plain play lies
in first cards whose average is known. :func:`edge_from_wars` sets both estimates side by side, and
:func:`convergence` shows how they close in on the exact value as the games become more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sim.errors import UserError
from sim.games import find_game
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules
from sim.limits import check_seed
from sim.stats import Histogram, Interval, mean
from sim.stats.intervals import normal_quantile
from sim.tallies.counting import count_values, tally
from sim.tallies.counts import Counts

LEAST_GAMES = 1000
"""The first step of a convergence."""

_BLOCK = 1 << 17


@dataclass(frozen=True)
class EdgeEstimate:
    """What a round brings per ante, estimated twice from the same number of games.

    Attributes
    ----------
    wars_only, plain
        From wars alone, and from whole rounds.
    games
        How many games each of them rests on.
    """

    wars_only: Interval
    plain: Interval
    games: int

    @property
    def gain(self) -> float:
        """How many times as many whole rounds it would take to know the edge as well: the ratio of the variances."""
        return (_width(self.plain) / _width(self.wars_only)) ** 2


@dataclass(frozen=True)
class Convergence:
    """Estimates from more and more of the same games, and what they close in on.

    Attributes
    ----------
    odds
        The exact odds of a round.
    steps
        The estimates from the first thousand games, the first ten thousand, and so on up to all.
    """

    odds: RoundOdds
    steps: tuple[EdgeEstimate, ...]

    @property
    def exact(self) -> Fraction:
        """What a round brings on average, per ante."""
        return self.odds.ev

    @property
    def gain(self) -> Fraction:
        """How many times as many whole rounds as wars it takes to know it as well, exactly."""
        return self.odds.variance / war_variance(self.odds)

    @property
    def plain_limit(self) -> float:
        """The half width of the interval from whole rounds, times the root of the games, as these become many."""
        return self._limit(self.odds.variance)

    @property
    def wars_limit(self) -> float:
        """The same of the interval from wars alone."""
        return self._limit(war_variance(self.odds))

    def _limit(self, variance: Fraction) -> float:
        return normal_quantile(self.steps[-1].plain.level) * math.sqrt(variance)


def war_variance(odds: RoundOdds) -> Fraction:
    """Return the variance of what a war brings times the chance of a tie: that of the estimate from one war.

    Examples
    --------
    >>> odds = casino_war(decks=6)
    >>> round(float(odds.variance / war_variance(odds)), 1)
    90.0
    """
    wars = {odds.nets[name]: odds.probabilities[name] for name in ("war-win", "war-lose")}
    nets = [*wars.items(), (odds.nets["war-tie"], odds.probabilities["war-tie"])]
    # With t the chance of a tie, p/t is the chance of a result once there is a war: t² (Σ p/t x² - (Σ p/t x)²).
    return (
        odds.tie * sum((p * net**2 for net, p in nets), Fraction())
        - sum((p * net for net, p in nets), Fraction()) ** 2
    )


def edge_from_wars(
    games: int, *, seed: int = 1, decks: int = 6, tie_bonus: int = 0, level: float = 0.95
) -> EdgeEstimate:
    """Estimate what a round brings per ante, from wars alone, and from whole rounds for comparison.

    Parameters
    ----------
    games
        How many wars, and how many rounds; at least two.
    seed
        Where chance comes from.
    decks, tie_bonus
        The rules; ties go to war.
    level
        Of the intervals.

    Raises
    ------
    UserError
        If a value is not legal.
    """
    if games < 2:
        raise UserError(f"{games!r}", where="games", cure="an interval needs two games at least")
    rules = CasinoWarRules.of({"decks": decks, "tie_bonus": tie_bonus})
    (only,) = _estimates(rules, check_seed(seed), [games], level)
    return only


def convergence(
    games: int, *, seed: int = 1, decks: int = 6, tie_bonus: int = 0, burn: int = 3, level: float = 0.95
) -> Convergence:
    """Estimate what a round brings from the first thousand games of a seed, ten thousand, and so on up to all.

    Every step holds the games of those before it, so that the estimates are those of one run as it goes on. The
    intervals of a step cover the exact value as often as their level says; that all of them do is less likely.

    Parameters
    ----------
    games
        How many wars and rounds in the end; at least a thousand.
    seed
        Where chance comes from.
    decks, tie_bonus, burn
        The rules; ties go to war.
    level
        Of the intervals.

    Raises
    ------
    UserError
        If a value is not legal.
    """
    if games < LEAST_GAMES:
        raise UserError(f"{games!r}", where="games", cure=f"the first step needs {LEAST_GAMES} games")
    rules = CasinoWarRules.of({"decks": decks, "tie_bonus": tie_bonus, "burn": burn})
    steps = [10**power for power in range(3, len(str(games))) if 10**power < games]
    found = _estimates(rules, check_seed(seed), [*steps, games], level)
    return Convergence(casino_war(decks, "war", burn, tie_bonus), tuple(found))


def _estimates(
    rules: CasinoWarRules, seed: int, steps: Sequence[int], level: float
) -> Iterator[EdgeEstimate]:
    """Yield the estimates from so many games each; a step holds those before it."""
    tie = float(casino_war(rules.decks).tie)
    for games, wars, rounds in zip(
        steps, _wars(rules, seed, steps), _rounds(rules, seed, steps), strict=True
    ):
        yield EdgeEstimate(mean(wars, level).scaled(tie / 2), mean(rounds, level).scaled(1 / 2), games)


def _blocks(steps: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield the first game of each block, how many it has, and whether a step ends with it."""
    first = 0
    for step in steps:
        while first < step:
            games = min(_BLOCK, step - first)
            yield first, games, first + games == step
            first += games


def _wars(rules: CasinoWarRules, seed: int, steps: Sequence[int]) -> Iterator[Histogram]:
    """Yield what the first wars bring, in halves, at each step."""
    from sim.games.casino_war.kernel.rounds import WAR_LOSE, WAR_TIE, WAR_WIN, play_wars, shoe_of
    from sim.kernels.philox import BUFFER

    whole = shoe_of(rules.deck, rules.burn, raises=True)
    # Which rank has tied changes no chance; two of the lowest are out.
    shoe = whole._replace(cards=np.uint64(len(whole.ranks) - 2), ranks=whole.ranks[2:].copy())
    state = np.empty(BUFFER, np.uint64)
    pays = {int(WAR_WIN): 2, int(WAR_TIE): 2 + 2 * rules.tie_bonus, int(WAR_LOSE): -4}
    counts = Counts.none()
    for first, games, is_step in _blocks(steps):
        results = np.empty(games, np.int8)
        play_wars(shoe, np.uint64(seed), np.uint64(first), state, results)
        counts = counts + count_values(results)
        if is_step:
            yield Histogram(np.array([pays[code] for code in counts.a.tolist()]), counts.counts)


def _rounds(rules: CasinoWarRules, seed: int, steps: Sequence[int]) -> Iterator[Histogram]:
    """Yield what the first rounds bring, in halves, at each step."""
    from sim.engine.playing import play_block

    game = find_game("casino-war")
    counts = Counts.none()
    for first, games, is_step in _blocks(steps):
        played = play_block(game, rules, seed, first, games)
        counts = counts + tally(game, ("",), (played,)).entries["", "", "net"]
        if is_step:
            yield Histogram(counts.a, counts.counts)


def _width(interval: Interval) -> float:
    if interval.low is None or interval.high is None:
        return float("nan")
    return interval.high - interval.low
