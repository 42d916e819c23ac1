"""The edge of Casino War from fewer rounds: the first two cards exactly, and only the wars played.

The first two cards are as likely to win as to lose, so the average result of a round is the known chance of a tie times
the average result of a war. Playing only wars estimates the same number with far less variance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sim.counts.counting import count_values, tally
from sim.counts.tallies import Counts
from sim.errors import UserError
from sim.games import find_game
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules, pays_of
from sim.limits import check_seed
from sim.stats import Histogram, Interval, mean
from sim.stats.intervals import normal_quantile

LEAST_GAMES = 1000
"""The first step of a convergence."""

_BLOCK = 1 << 17


@dataclass(frozen=True)
class EdgeEstimate:
    """The average result of a round per ante, estimated twice from the same number of games."""

    # From wars alone, and from whole rounds.
    wars_only: Interval
    plain: Interval
    games: int  # The number of games behind each estimate.

    @property
    def gain(self) -> float:
        """How many times as many whole rounds the same precision would take: the ratio of the variances."""
        return (_width(self.plain) / _width(self.wars_only)) ** 2


@dataclass(frozen=True)
class Convergence:
    """Estimates from more and more of the same games, and the exact value they approach."""

    odds: RoundOdds  # The exact odds of a round.
    # The estimates from the first thousand games, the first ten thousand, and so on, up to all of them.
    steps: tuple[EdgeEstimate, ...]

    @property
    def exact(self) -> Fraction:
        """The average result of a round, per ante."""
        return self.odds.ev

    @property
    def gain(self) -> Fraction:
        """How many times as many whole rounds as wars the same precision takes, exactly."""
        return self.odds.variance / war_variance(self.odds)

    @property
    def plain_limit(self) -> float:
        """The limit of the half width of the interval from whole rounds, times the square root of the games."""
        return self._limit(self.odds.variance)

    @property
    def wars_limit(self) -> float:
        """The same limit for the interval from wars alone."""
        return self._limit(war_variance(self.odds))

    def _limit(self, variance: Fraction) -> float:
        return normal_quantile(self.steps[-1].plain.level) * math.sqrt(variance)


def war_variance(odds: RoundOdds) -> Fraction:
    """Return the variance of the estimate from one war: of the war's result times the chance of a tie."""
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
    """Estimate the average result of a round per ante, from wars alone and from whole rounds."""
    if games < 2:
        raise UserError(
            f"{games!r} is not a valid number of games", where="games", cure="an interval needs at least two"
        )
    rules = CasinoWarRules.of({"decks": decks, "tie_bonus": tie_bonus})
    (only,) = _estimates(rules, check_seed(seed), [games], level)
    return only


def convergence(
    games: int, *, seed: int = 1, decks: int = 6, tie_bonus: int = 0, burn: int = 3, level: float = 0.95
) -> Convergence:
    """Estimate the average result of a round from the first thousand games, ten thousand, and so on."""
    # Each step includes the games of the steps before it, so the estimates are those of one run as it
    # proceeds. The interval of a single step covers the exact value as often as its level says; all of them
    # together do so less often.
    if games < LEAST_GAMES:
        raise UserError(
            f"{games!r} is not a valid number of games",
            where="games",
            cure=f"the first step needs {LEAST_GAMES}",
        )
    rules = CasinoWarRules.of({"decks": decks, "tie_bonus": tie_bonus, "burn": burn})
    powers = [10**power for power in range(3, len(str(games))) if 10**power < games]
    steps = _estimates(rules, check_seed(seed), [*powers, games], level)
    return Convergence(casino_war(decks, "war", burn, tie_bonus), tuple(steps))


def _estimates(
    rules: CasinoWarRules, seed: int, steps: Sequence[int], level: float
) -> Iterator[EdgeEstimate]:
    """Yield the estimates at each step, which includes the games of the steps before it."""
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
    """Yield the results of the first wars at each step, in half antes."""
    from sim.games.casino_war.kernel.rounds import play_wars, shoe_of
    from sim.kernels.philox import BUFFER

    whole = shoe_of(rules.deck, rules.burn, raises=True)
    # The chances do not depend on the tied rank, so two cards of the lowest rank are removed.
    shoe = whole._replace(cards=np.uint64(len(whole.ranks) - 2), ranks=whole.ranks[2:].copy())
    state = np.empty(BUFFER, np.uint64)
    net = pays_of(rules)["net"]
    counts = Counts.none()
    for first, games, is_step in _blocks(steps):
        results = np.empty(games, np.int8)
        play_wars(shoe, np.uint64(seed), np.uint64(first), state, results)
        counts = counts + count_values(results)
        if is_step:
            yield Histogram(net[counts.a], counts.counts)


def _rounds(rules: CasinoWarRules, seed: int, steps: Sequence[int]) -> Iterator[Histogram]:
    """Yield the results of the first rounds at each step, in half antes."""
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
