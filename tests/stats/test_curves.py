"""Curves read off one histogram: how many games last longer, and when to give up."""

import math

import numpy as np
import pytest
import scipy.stats

from sim.stats import Histogram, comeback, proportion, survival, survival_band


def test_survival_is_the_share_of_games_that_last_longer():
    hist = Histogram([10, 20, 30], [50, 30, 20])
    curve = survival(hist, [9, 10, 20, 29.5, 30])
    assert [one.value for one in curve] == [1.0, 0.5, 0.2, 0.2, 0.0]
    assert curve[1] == proportion(50, 100)
    assert curve[-1].high == pytest.approx(1 - 0.05 ** (1 / 100), rel=1e-12)


def fair_game(cards):
    """Return exact counts of winner_low in the fair game of one card a round, from equal hands.

    By the gambler's ruin a player comes down to ``n`` of ``cards`` with chance half / (cards - n) and wins
    from there with n / cards, so of the decided games n / (cards - n) have a winner who was down to ``n``.
    """
    half = cards // 2
    games = math.lcm(*range(1, cards + 1))
    at_most = [n * games // (cards - n) for n in range(half + 1)]
    lows = [now - before for before, now in zip([0, *at_most], at_most, strict=False)]
    return Histogram(range(half + 1), lows)


@pytest.mark.parametrize("cards", [8, 20])
def test_in_a_fair_game_the_chance_of_winning_is_the_share_of_the_cards(cards):
    half = cards // 2
    curve = comeback(fair_game(cards), range(1, half + 1))
    assert [one.value for one in curve] == pytest.approx([n / cards for n in range(1, half + 1)], rel=1e-12)


def test_a_player_with_half_of_the_cards_wins_half_of_the_games():
    curve = comeback(Histogram([3, 20, 26], [400, 500, 100]), [26, 40])
    assert [one.value for one in curve] == [0.5, 0.5]


def test_draws_and_unfinished_games_are_left_out():
    decided = Histogram([3, 10], [40, 60])
    assert comeback(decided + Histogram([-1], [900]), [3]) == comeback(decided, [3])
    assert comeback(Histogram([-1], [900]), [3])[0].value is None


def test_no_comeback_seen_gives_an_upper_bound():
    found = comeback(Histogram([5], [1000]), [2])[0]
    share = 1 - 0.05 ** (1 / 1000)
    assert found.value == 0
    assert found.high == pytest.approx(share / (1 + share), rel=1e-12)
    assert "one-sided upper bound" in found.method


def test_the_comeback_interval_covers_over_all_samples():
    # 200 decided games, each with chance r of a winner who was as low as that: the truth is r / (1 + r).
    games = 200
    found = []
    for rate in np.linspace(0.1, 0.9, 33):
        pmf = scipy.stats.binom.pmf(np.arange(games + 1), games, rate)
        ends = [comeback(Histogram([1, 20], [k, games - k]), [1])[0] for k in range(games + 1)]
        found.append(pmf @ [one.low <= rate / (1 + rate) <= one.high for one in ends])
    # Wilson's coverage is the level on average; the few intervals of Clopper and Pearson make it slightly higher.
    assert 0.945 < np.mean(found) < 0.96
    assert min(found) > 0.93


def test_a_band_is_massarts_in_the_middle_and_bonferronis_in_the_tail():
    hist = Histogram(range(1, 101), [100] * 100)
    band = survival_band(hist, range(1, 101))
    middle, tail, end = band[49], band[98], band[99]
    assert middle.high - middle.value == pytest.approx(math.sqrt(math.log(80) / 20_000), rel=1e-12)
    strict = proportion(100, 10_000, 1 - 0.05 / 200)
    assert (tail.low, tail.high, tail.level) == (strict.low, strict.high, 0.95)
    assert tail.method == f"{strict.method}, simultaneous"
    assert end.high == pytest.approx(proportion(0, 10_000, 1 - 0.05 / 200).high)
    assert survival_band(Histogram(), [1])[0].value is None
