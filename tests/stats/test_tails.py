"""The fitted tail: exact for geometric lengths, checked against the exact chances of the gambler's ruin, or refused."""

import math
from functools import cache

import numpy as np
import pytest
import scipy.stats

from sim.exact import gamblers_ruin
from sim.stats import Histogram, Lengths, fit_tail, proportion, survival
from tests.support import tiers

RUIN = gamblers_ruin((26, 26))


@cache
def all_longer():
    """The exact chance of a game of War with 52 different cards that lasts longer: even numbers of rounds only."""
    return np.array([RUIN.longer_than(rounds) for rounds in range(12_000)])


def games(rng, longer, count):
    """Return the lengths of games with given chances of longer ones, as a histogram."""
    shares = np.clip(-np.diff(longer), 0, None)
    drawn = rng.multinomial(count, shares / shares.sum())
    seen = np.flatnonzero(drawn)
    return Histogram(seen + 1, drawn[seen])


def geometric(rng, count, hazard=0.01):
    return Lengths(Histogram.of(rng.geometric(hazard, count)))


def test_the_estimate_is_the_share_beyond_times_the_geometric_chance():
    lengths = geometric(np.random.default_rng(1), 50_000)
    tail = fit_tail(lengths)
    hist = lengths.ended
    beyond = [int(v) - tail.threshold for v in np.repeat(hist.values, hist.counts) if v > tail.threshold]
    hazard = len(beyond) / sum(beyond)
    assert tail.beyond == len(beyond)
    assert tail.hazard().value == hazard
    assert tail.longer_than(900).value == pytest.approx(
        len(beyond) / 50_000 * (1 - hazard) ** (900 - tail.threshold), rel=1e-12
    )
    assert tail.longer_than(tail.threshold).value == pytest.approx(survival(hist, [tail.threshold])[0].value)


def test_the_interval_of_the_hazard_is_that_of_a_negative_binomial():
    """At each end, the number of rounds up to the last game's end is as extreme as half of the error probability."""
    tail = fit_tail(geometric(np.random.default_rng(2), 3000))
    found, ends = tail.hazard(0.9), tail.beyond
    rounds = round(ends / found.value)
    trials = scipy.stats.nbinom(ends, found.low)
    assert trials.cdf(rounds - ends) == pytest.approx(0.05, rel=1e-9)
    assert scipy.stats.nbinom(ends, found.high).sf(rounds - ends - 1) == pytest.approx(0.05, rel=1e-9)


def test_an_extreme_quantile_is_the_first_length_that_few_enough_exceed():
    tail = fit_tail(geometric(np.random.default_rng(3), 20_000))
    found = tail.exceeded_by(1e-6)
    for end, which in ((found.value, "value"), (found.low, "low"), (found.high, "high")):
        assert (
            getattr(tail.longer_than(int(end)), which)
            <= 1e-6
            < getattr(tail.longer_than(int(end) - 1), which)
        )
    assert found.warning == "extrapolated: no game was seen that long"
    assert not tail.exceeded_by(0.001).warning


def test_beyond_the_longest_game_the_tail_is_an_extrapolation():
    tail = fit_tail(geometric(np.random.default_rng(4), 5000))
    longest = tail.lengths.ended.largest
    assert not tail.longer_than(longest - 1).warning
    assert tail.longer_than(longest).warning.startswith("extrapolated")
    assert tail.longer_than(longest).method == f"geometric tail beyond {tail.threshold}"


@pytest.mark.parametrize(("count", "rounds"), [(1000, 2000), (10_000, 5000), (100_000, 5000)])
@tiers.sizes("most", 120, 600)
def test_the_interval_covers_the_exact_chance_of_a_long_game(count, rounds, most):
    """War with different cards, in which even this tail is geometric only in the limit.

    A coverage of 95 %, four standard errors aside: a false alarm for one seed in 30,000.
    """
    rng, covered, runs = np.random.default_rng(5), 0, 0
    for _ in range(most):
        tail = fit_tail(Lengths(games(rng, all_longer(), count)))
        if tail.threshold is not None and tail.threshold <= rounds:
            found = tail.longer_than(rounds)
            covered, runs = covered + (found.low <= all_longer()[rounds] <= found.high), runs + 1
    assert runs > most * 5 / 6
    assert covered / runs >= 0.95 - 4 * math.sqrt(0.95 * 0.05 / most)


@tiers.sizes(("runs", "least"), (150, 10), (800, 18))
def test_the_variance_of_a_chance_far_out_falls_twenty_times(runs, least):
    """With the hazard of shuffled War, .00277 from 334 rounds on, and 100,000 games: more than 3,500 rounds.

    From 800 runs the ratio of the variances is known to 7 % (a standard error), from 150 to 16 %; it is 24 or so. False
    alarms below 18 and below 10: once in 5,000 seeds.
    """
    rng, plain, fitted = np.random.default_rng(6), [], []
    longer = np.minimum(1.0, 0.5 * (1 - 0.00277) ** (np.arange(9000.0) - 334))
    longer[0] = 1.0
    for _ in range(runs):
        hist = games(rng, longer, 100_000)
        tail = fit_tail(Lengths(hist))
        if tail.threshold is not None:
            plain.append(survival(hist, [3500])[0].value)
            fitted.append(tail.longer_than(3500).value)
    assert len(fitted) > 0.975 * runs
    assert np.mean(fitted) == pytest.approx(longer[3500], abs=4 * np.std(fitted) / math.sqrt(len(fitted)))
    assert np.var(plain) / np.var(fitted) > least


def test_lengths_that_are_even_numbers_only_go_in_steps_of_two():
    tail = fit_tail(Lengths(games(np.random.default_rng(7), all_longer(), 200_000)))
    assert tail.step == 2
    assert tail.longer_than(4001) == tail.longer_than(4000)
    # The hazard in the limit: the largest eigenvalue of the walk is cos(pi/52), and a step is two rounds.
    found = tail.hazard(0.999)
    assert found.low < 1 - math.cos(math.pi / 52) ** 2 < found.high


def test_stopped_games_count_as_not_ended():
    rng = np.random.default_rng(8)
    rounds = rng.geometric(0.01, 50_000)
    ended, stopped = rounds[rounds <= 600], np.full((rounds > 600).sum(), 600)
    tail = fit_tail(Lengths(Histogram.of(ended), stopped=Histogram.of(stopped)))
    found = tail.longer_than(900, 0.999)
    assert tail.beyond == (rounds > tail.threshold).sum()
    assert found.low < 0.99**900 < found.high


def uniform(rng, count):
    return Histogram.of(rng.integers(1, 1000, count))


def pareto(rng, count):
    return Histogram.of(np.ceil(10 * (rng.pareto(2, count) + 1)).astype(int))


@pytest.mark.parametrize("lengths", [uniform, pareto])
def test_a_hazard_that_keeps_changing_is_refused(lengths):
    tail = fit_tail(Lengths(lengths(np.random.default_rng(9), 300_000)))
    assert tail.threshold is None
    assert tail.refusal == "the hazard keeps changing"
    with pytest.raises(ValueError, match="keeps changing"):
        tail.longer_than(5000)
    with pytest.raises(ValueError, match="keeps changing"):
        tail.exceeded_by(1e-9)


def test_what_cannot_be_fitted_says_why():
    some = geometric(np.random.default_rng(10), 20_000).ended
    assert fit_tail(Lengths(some, endless=Histogram([40], [1]))).refusal == "some games never end"
    assert fit_tail(Lengths(Histogram(), stopped=some, apart=False)).refusal.startswith(
        "finished and unfinished"
    )
    assert fit_tail(Lengths(some, stopped=Histogram([20], [3]))).refusal.startswith("some games were stopped")
    for few in (
        Histogram(),
        Histogram([7], [10**6]),
        Histogram.of(np.random.default_rng(1).geometric(0.1, 60)),
    ):
        assert fit_tail(Lengths(few)).refusal == "too few games are long"


def test_a_length_before_the_tail_is_not_the_tails():
    tail = fit_tail(geometric(np.random.default_rng(11), 20_000))
    with pytest.raises(ValueError, match="the tail begins beyond"):
        tail.longer_than(tail.threshold - 1)
    share = proportion(tail.beyond, tail.lengths.n).value
    assert tail.exceeded_by(share).value == tail.threshold
    with pytest.raises(ValueError, match="is not a share of the games beyond"):
        tail.exceeded_by(share * 1.01)
