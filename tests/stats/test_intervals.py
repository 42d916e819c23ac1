"""Intervals have the coverage they claim: it is computed exactly, by enumerating all samples."""

import math
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from sim.errors import UserError
from sim.stats import Histogram, largest, mean, proportion, quantile, sd
from sim.stats.intervals import student
from sim.stats.quantiles import quantile_ranks
from sim.stats.spread import variance_error
from tests.support import tiers


def samples(games, shares):
    """Yield every histogram that this many games can have, with its multinomial probability."""
    kinds = len(shares)
    for bars in combinations(range(games + kinds - 1), kinds - 1):
        edges = (-1, *bars, games + kinds - 1)
        counts = [after - before - 1 for before, after in pairwise(edges)]
        weight = math.exp(
            math.lgamma(games + 1)
            + sum(
                k * math.log(p) - math.lgamma(k + 1)
                for k, p in zip(counts, shares, strict=True)
            )
        )
        yield Histogram(range(kinds), counts), weight


@pytest.mark.parametrize("trials", [1, 5, 18, 30, 100, 300, 2500])
@pytest.mark.parametrize("level", [0.95, 0.99, 0.999, 0.9999])
def test_the_level_holds_at_every_level_and_for_every_share(trials, level):
    # All samples, enumerated. Half as many misses again are the price of the one-sided
    # bound after no event, and 93 % at 95 % the least that is allowed; beyond that,
    # steps of the binomial around Wilson's interval.
    ends = [proportion(successes, trials, level) for successes in range(trials + 1)]
    lows = np.array([one.low for one in ends])
    highs = np.array([one.high for one in ends])
    means = np.geomspace(0.01, trials / 2, tiers.size(60, 250))
    counts = np.arange(trials + 1)
    missed = []
    for share in means / trials:
        weights = scipy.stats.binom.pmf(counts, trials, share)
        missed.append(weights @ ((share < lows) | (highs < share)))
    assert max(missed) / (1 - level) <= 1.41
    assert np.mean(np.array(missed)[means > min(20, trials / 3)]) / (1 - level) <= 1.05


@pytest.mark.parametrize(
    ("successes", "trials", "level", "method"),
    [
        (14, 10**6, 0.95, "Clopper-Pearson"),
        (15, 10**6, 0.95, "Wilson"),
        (10**6 - 14, 10**6, 0.95, "Clopper-Pearson"),
        (867, 10**12, 0.9999, "Clopper-Pearson"),
        (868, 10**12, 0.9999, "Wilson"),
    ],
)
def test_the_level_decides_how_many_events_wilsons_interval_needs(
    successes, trials, level, method
):
    assert proportion(successes, trials, level).method == method


@pytest.mark.parametrize(
    ("successes", "trials", "method", "theirs"),
    [
        (10, 20, "Wilson", "wilson"),
        (10, 10**6, "Wilson", "wilson"),
        (400, 1000, "Wilson", "wilson"),
        (9, 20, "Clopper-Pearson", "exact"),
        (1, 10, "Clopper-Pearson", "exact"),
        (9, 10**6, "Clopper-Pearson", "exact"),
        (10**6 - 3, 10**6, "Clopper-Pearson", "exact"),
    ],
)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_shares_agree_with_scipy(successes, trials, method, theirs, level):
    if successes == 10 and level > 0.9:
        # Ten events are too few for Wilson's interval at these levels.
        method = "Clopper-Pearson"
        theirs = "exact"
    ours = proportion(successes, trials, level)
    expected = scipy.stats.binomtest(successes, trials).proportion_ci(
        level, method=theirs
    )
    assert ours.method == method
    assert (ours.value, ours.level) == (successes / trials, level)
    assert ours.low == pytest.approx(expected.low, rel=1e-9)
    assert ours.high == pytest.approx(expected.high, rel=1e-9)


def test_no_success_seen_gives_an_upper_bound():
    none = proportion(0, 10)
    # The chance of seeing none of ten is 5 % there; the two-sided end, at 2.5 %, would
    # be .3085.
    assert (1 - none.high) ** 10 == pytest.approx(0.05, rel=1e-12)
    assert (none.value, none.low) == (0, 0)
    assert none.method == "Clopper-Pearson, one-sided upper bound: none seen"
    assert proportion(0, 10, 0.975).high == pytest.approx(0.30850, abs=5e-6)


def test_no_failure_seen_gives_a_lower_bound():
    every = proportion(10, 10)
    assert (every.value, every.high) == (1, 1)
    assert every.low == pytest.approx(1 - proportion(0, 10).high, rel=1e-12)
    assert "one-sided lower bound" in every.method


def test_a_share_of_no_games_has_no_value():
    found = proportion(0, 0)
    assert (found.value, found.low, found.high, found.method) == (
        None,
        None,
        None,
        "none: no games",
    )
    with pytest.raises(ValueError, match="3 successes in 2 trials are impossible"):
        proportion(3, 2)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, math.nan])
def test_a_level_must_be_between_0_and_1(level):
    with pytest.raises(UserError, match=r"such as 0\.95"):
        proportion(1, 2, level)


def test_the_mean_agrees_with_scipys_t_interval():
    data = np.random.default_rng(5).geometric(0.01, 500)
    ours = mean(Histogram.of(data), 0.9)
    theirs = scipy.stats.ttest_1samp(data, 0).confidence_interval(0.9)
    assert ours.value == data.mean()
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)
    assert ours.method == "t"


def test_a_mean_of_a_billion_games_keeps_its_digits():
    # Half the games at 99,999 and half at 100,001: the variance is n / (n - 1), far
    # below the squared mean.
    hist = Histogram([99_999, 100_001], [5 * 10**8, 5 * 10**8])
    found = mean(hist)
    assert found.value == 100_000
    assert found.high - 100_000 == pytest.approx(1.959964 / math.sqrt(10**9), rel=1e-6)


def test_the_t_interval_covers_the_mean_over_all_samples():
    # 25 games of values 0 to 3, equally likely: 3,276 samples. The sum is nearly
    # normal, so the level is met to 1 %.
    shares = [0.25] * 4
    covered = sum(
        weight
        for hist, weight in samples(25, shares)
        if hist.values.size > 1 and _holds(student(hist, 0.95), 1.5)
    )
    assert covered == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(("games", "within"), [tiers.size((40, 0.03), (160, 0.01))])
def test_the_interval_of_the_sd_covers_it_over_all_samples(games, within):
    # It is asymptotic: with 40 games of 0, 1, 2 its coverage is within 3 % of the
    # level, with 160 games within 1 %.
    shares = [0.3, 0.4, 0.3]
    truth = math.sqrt(0.6)
    covered = sum(
        weight for hist, weight in samples(games, shares) if _holds(sd(hist), truth)
    )
    assert covered == pytest.approx(0.95, abs=within)


def test_the_interval_of_the_sd_of_a_normal_sample_is_the_textbook_one():
    # Its kurtosis is 3, so the degrees of freedom are 2 n / (3 - (n - 3) / (n - 1)) = n
    # - 1.
    normal = np.rint(1e6 * scipy.stats.norm.ppf((np.arange(40_000) + 0.5) / 40_000))
    found = sd(Histogram.of(normal.astype(int)))
    ratio = [found.value / end for end in (found.high, found.low)]
    theirs = np.sqrt(scipy.stats.chi2.ppf([0.025, 0.975], 39_999) / 39_999)
    assert ratio == pytest.approx(theirs, rel=1e-5)


@pytest.mark.parametrize(("games", "doubted"), [(20_000, True), (50_000, False)])
def test_the_sd_of_a_very_long_tail_is_doubted_longer_than_the_mean(games, doubted):
    """One game in 100 differs: the kurtosis is 98, the variance known to 7 and 4 %."""
    hist = Histogram([0, 1], [games - games // 100, games // 100])
    assert bool(sd(hist).warning) == doubted
    assert not mean(hist).warning


def test_the_interval_of_the_sd_of_a_trillion_games_keeps_its_digits():
    found = sd(Histogram([0, 1], [5 * 10**11, 5 * 10**11]))
    # Kurtosis 1, so r = sqrt(2 / n) / sqrt(n - 1): far narrower than any rounding.
    assert found.low == pytest.approx(0.5, rel=1e-9)
    skewed = sd(Histogram([0, 1, 9], [5 * 10**11, 4 * 10**11, 10**11]))
    error = variance_error(Histogram([0, 1, 9], [5 * 10**11, 4 * 10**11, 10**11]))
    assert skewed.high / skewed.value - 1 == pytest.approx(
        1.959964 * error / 2, rel=1e-4
    )


def _holds(interval, truth):
    return interval.low is not None and interval.low <= truth <= interval.high


def test_the_sd_agrees_with_numpy_and_its_error_with_scipys_variance_of_the_variance():
    data = np.random.default_rng(6).geometric(0.02, 20_000)
    hist = Histogram.of(data)
    assert sd(hist).value == pytest.approx(data.std(ddof=1), rel=1e-12)
    theirs = math.sqrt(scipy.stats.kstatvar(data - data.mean(), 2)) / data.var(ddof=1)
    # Theirs is unbiased, ours is not: they differ by order 1/n.
    assert variance_error(hist) == pytest.approx(theirs, rel=1e-3)


@pytest.mark.parametrize("happened", range(1, 11))
def test_a_mean_supported_by_few_games_has_a_warning(happened):
    found = mean(Histogram([0, 1], [100 - happened, happened]))
    assert found.warning.startswith("the variance is itself known only to")
    assert found.events == happened


def test_the_warning_ends_where_the_variance_is_known_to_a_tenth():
    # For a normal sample the relative error of the variance is sqrt(2 / (n - 1)): a
    # tenth at 201 games.
    deciles = [round(1e6 * scipy.stats.norm.ppf((k + 0.5) / 1000)) for k in range(1000)]
    assert mean(Histogram.of(deciles)).warning == ""
    assert mean(Histogram.of(deciles[::20])).warning != ""
    assert variance_error(Histogram.of(deciles)) == pytest.approx(
        math.sqrt(2 / 999), rel=0.02
    )


def test_without_spread_there_is_no_interval_rather_than_one_of_width_0():
    alike = mean(Histogram([7], [1000]))
    assert (alike.value, alike.low, alike.high, alike.method) == (
        7,
        None,
        None,
        "none: all games alike",
    )
    assert sd(Histogram([7], [1000])).value == 0
    one = mean(Histogram([7], [1]))
    assert (one.value, one.low, one.method) == (7, None, "none: one game")
    assert sd(Histogram([7], [1])).value is None
    assert (
        mean(Histogram()).value
        is sd(Histogram()).value
        is quantile(Histogram(), 0.5).value
        is None
    )


def exact_binomial_at_most(k, n, p):
    return sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))


@pytest.mark.parametrize("games", [1, 2, 5, 6, 20, 59, 100])
@pytest.mark.parametrize("share", ["0.025", "0.5", "0.9", "0.999"])
@pytest.mark.parametrize("level", ["0.8", "0.95"])
def test_quantile_ranks_are_the_closest_that_miss_with_at_most_half_on_either_side(
    games, share, level
):
    p = Fraction(share)
    miss = (1 - Fraction(level)) / 2
    low, high = quantile_ranks(games, float(share), float(level))
    assert exact_binomial_at_most(low - 1, games, p) <= miss
    assert exact_binomial_at_most(low, games, p) > miss
    assert 1 - exact_binomial_at_most(high - 1, games, p) <= miss
    assert 1 - exact_binomial_at_most(high - 2, games, p) > miss


def test_the_median_of_a_hundred_lies_between_the_fortieth_and_the_sixty_first():
    # The sign test's table: of 100 fair coins at most 39 fall heads with 1.76 %, at
    # most 40 with 2.84 %.
    assert quantile_ranks(100, 0.5, 0.95) == (40, 61)
    found = quantile(Histogram.of(np.arange(1, 101)), 0.5)
    assert (found.low, found.value, found.high, found.method) == (
        40,
        50,
        61,
        "order statistics",
    )


@pytest.mark.parametrize("share", [0.1, 0.5, 0.75, 0.9])
def test_quantile_intervals_cover_at_least_the_level_for_any_distribution(share):
    # Ties make it cover more, never less: all 1,771 samples of 20 games with four
    # values.
    shares = [0.1, 0.35, 0.3, 0.25]
    truth = next(
        value for value in range(4) if sum(shares[: value + 1]) >= share - 1e-12
    )
    covered = 0.0
    for hist, weight in samples(20, shares):
        found = quantile(hist, share)
        low = found.low
        high = found.high
        covered += weight * (
            (low is None or low <= truth) and (high is None or truth <= high)
        )
    assert covered >= 0.95


def test_an_extreme_quantile_of_few_games_has_no_upper_end_and_says_so():
    found = quantile(Histogram.of(np.arange(1, 101)), 0.999)
    assert (found.value, found.high) == (100, None)
    assert found.method == "order statistics, no upper end: too few games"
    lowest = quantile(Histogram.of(np.arange(1, 101)), 0.001)
    assert (lowest.value, lowest.low) == (1, None)
    assert (
        quantile(Histogram([3], [1]), 0.5).method
        == "order statistics, no lower or upper end: too few games"
    )


def test_quantiles_of_a_billion_games_have_the_normal_ranks():
    games = 10**9
    share = 0.999
    low, high = quantile_ranks(games, share, 0.95)
    reach = scipy.stats.norm.ppf(0.975) * math.sqrt(games * share * (1 - share))
    # The next order of the normal approximation is a few ranks, whatever the number of
    # games.
    assert low == pytest.approx(games * share - reach, abs=5)
    assert high == pytest.approx(games * share + reach, abs=5)


def test_the_longest_game_has_no_interval():
    found = largest(Histogram([3, 900], [5, 1]))
    assert (found.value, found.low, found.high, found.method) == (
        900,
        None,
        None,
        "largest seen",
    )
    assert largest(Histogram()).value is None


def test_the_half_width_is_the_distance_to_the_farther_end():
    found = proportion(2, 50)
    assert found.half_width == found.high - found.value > found.value - found.low
    assert largest(Histogram([3], [5])).half_width is None
