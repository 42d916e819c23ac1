"""The edge of Casino War from fewer rounds: the first two cards exactly, and only the wars played.

The first two cards are won and lost alike, so that all a round brings on average comes from the ties: the chance
of a tie, which is known, times what a war brings. Playing nothing but wars therefore estimates the same number
as playing rounds, from the same number of games, with far less variance: nearly all of that of plain play lies
in first cards whose average is known.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from sim.errors import UserError
from sim.exact.casino_rounds import casino_war
from sim.games import find_game
from sim.games.casino_war import CasinoWarRules
from sim.rng import check_seed
from sim.stats import Histogram, Interval, mean
from sim.tally import Counts, count_values, tally

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
    check_seed(seed)
    tie = casino_war(rules.decks).tie
    wars = _divided(mean(_wars(rules, seed, games), level), 2 / float(tie))
    return EdgeEstimate(wars, _divided(mean(_rounds(rules, seed, games), level), 2), games)


def _wars(rules: CasinoWarRules, seed: int, games: int) -> Histogram:
    """Return what so many wars bring, in halves."""
    from sim.kernels.casino_rounds import WAR_LOSE, WAR_TIE, WAR_WIN, play_wars, shoe_of
    from sim.kernels.philox import BUFFER

    whole = shoe_of(rules.deck, rules.burn, raises=True)
    # Which rank has tied changes no chance; two of the lowest are out.
    shoe = whole._replace(cards=np.uint64(len(whole.ranks) - 2), ranks=whole.ranks[2:].copy())
    state = np.empty(BUFFER, np.uint64)
    counts = _none()
    for first in range(0, games, _BLOCK):
        results = np.empty(min(_BLOCK, games - first), np.int8)
        play_wars(shoe, np.uint64(seed), np.uint64(first), state, results)
        counts = counts + count_values(results)
    pays = {int(WAR_WIN): 2, int(WAR_TIE): 2 + 2 * rules.tie_bonus, int(WAR_LOSE): -4}
    return Histogram(np.array([pays[code] for code in counts.a.tolist()]), counts.counts)


def _rounds(rules: CasinoWarRules, seed: int, games: int) -> Histogram:
    """Return what so many rounds bring, in halves."""
    from sim.playing import play_block

    game = find_game("casino-war")
    counts = _none()
    for first in range(0, games, _BLOCK):
        played = play_block(game, rules, seed, first, min(_BLOCK, games - first))
        counts = counts + tally(game, ("",), (played,)).entries["", "", "net"]
    return Histogram(counts.a, counts.counts)


def _none() -> Counts:
    return Counts(np.empty(0, np.int64), np.empty(0, np.int64))


def _divided(interval: Interval, by: float) -> Interval:
    value, low, high = (
        None if end is None else end / by for end in (interval.value, interval.low, interval.high)
    )
    return dataclasses.replace(interval, value=value, low=low, high=high)


def _width(interval: Interval) -> float:
    if interval.low is None or interval.high is None:
        return float("nan")
    return interval.high - interval.low
