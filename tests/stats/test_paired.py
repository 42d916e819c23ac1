"""Two variants on the same deals: the published examples, an independent likelihood, exact coverage."""

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from sim.errors import UserError
from sim.stats import Histogram, holm, mcnemar, mean_difference
from sim.stats.paired import UNSEEN, rarely_different


def test_the_mean_difference_agrees_with_scipys_paired_t_test():
    rng = np.random.default_rng(11)
    first = rng.geometric(0.01, 400)
    second = first + rng.integers(-30, 40, 400)
    found = mean_difference(Histogram.of(first - second), 0.9)
    theirs = scipy.stats.ttest_rel(first, second)
    ends = theirs.confidence_interval(0.9)
    assert found.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (ends.low, ends.high), rel=1e-9
    )
    assert found.interval.method == "paired t"


def test_variants_that_never_differ_have_nothing_to_test():
    same = mean_difference(Histogram([0], [1000]))
    assert (same.interval.value, same.interval.low, same.p_value) == (0, None, None)
    assert same.interval.method == "none: all games alike"
    assert mean_difference(Histogram()).interval.value is None
    assert mcnemar(0, 0, 1000).p_value is None


def test_complete_response_before_and_after_consolidation_agrees_with_the_publication():
    # The table 59, 6, 16, 80 of Cavo et al. 2012, in Fagerland, Lydersen, Laake,
    # Statistical Analysis of Contingency Tables (2017), chapter 8; the numbers are
    # those that the book's R package contingencytables prints.
    found = mcnemar(6, 16, 161)
    assert found.interval.value == pytest.approx(-0.0621, abs=5e-5)
    assert (round(found.interval.low, 4), round(found.interval.high, 4)) == (
        -0.1240,
        -0.0054,
    )
    assert found.p_value == pytest.approx(0.052479, abs=5e-7)
    assert found.interval.method == "Tango score; exact McNemar"


def test_approval_of_the_prime_minister_agrees_with_agresti():
    # Agresti, Categorical Data Analysis, 10.1: of 1,600, 150 and 86 changed their
    # minds; z^2 = 17.36, z = -4.17.
    found = mcnemar(86, 150, 1600)
    assert found.p_value == pytest.approx(2 * scipy.stats.norm.sf(4.17), rel=0.02)
    assert found.interval.value == -0.04
    assert found.interval.method == "Tango score; McNemar"


@pytest.mark.parametrize(
    ("first", "second"), [(1, 7), (0, 5), (12, 12), (3, 21), (1, 0)]
)
def test_few_discordant_games_are_tested_exactly(first, second):
    expected = scipy.stats.binomtest(first, first + second).pvalue
    assert mcnemar(first, second, 1000).p_value == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second"), [(1, 24), (300, 250), (10**8, 10**8 + 30_000)]
)
def test_many_discordant_games_are_tested_by_chi_squared(first, second):
    expected = scipy.stats.chi2.sf((first - second) ** 2 / (first + second), 1)
    assert mcnemar(first, second, 10**9).p_value == pytest.approx(expected, rel=1e-9)


def score_by_likelihood(first, second, games, difference):
    """Return the score of a hypothetical difference; the nuisance share maximizes the likelihood."""
    both_same = games - first - second

    def minus_log_likelihood(share):
        return -(
            scipy.special.xlogy(first, share + difference)
            + scipy.special.xlogy(second, share)
            + scipy.special.xlogy(both_same, 1 - 2 * share - difference)
        )

    bounds = (max(0, -difference), (1 - difference) / 2)
    best = scipy.optimize.minimize_scalar(
        minus_log_likelihood, bounds=bounds, method="bounded", options={"xatol": 1e-12}
    )
    variance = games * (2 * best.x + difference * (1 - difference))
    return (first - second - games * difference) / math.sqrt(variance)


@pytest.mark.parametrize(
    ("first", "second", "games"),
    [(1, 7, 21), (6, 16, 161), (12, 2, 50), (86, 150, 1600), (3, 0, 40), (20, 5, 25)],
)
@pytest.mark.parametrize(
    ("level", "z"), [(0.95, 1.959963984540054), (0.8, 1.2815515655446004)]
)
def test_at_the_ends_of_tangos_interval_the_score_is_that_of_the_level(
    first, second, games, level, z
):
    found = mcnemar(first, second, games, level).interval
    assert score_by_likelihood(first, second, games, found.low) == pytest.approx(
        z, rel=1e-5
    )
    assert score_by_likelihood(first, second, games, found.high) == pytest.approx(
        -z, rel=1e-5
    )


@pytest.mark.parametrize("games", [10, 1000, 10**9])
def test_tangos_interval_in_closed_form_where_all_agree_or_all_differ(games):
    # No game differs: z^2 / (n + z^2) to either side. All differ one way: from (n -
    # z^2) / (n + z^2) up.
    square = scipy.stats.norm.ppf(0.975) ** 2
    none = mcnemar(0, 0, games).interval
    every = mcnemar(games, 0, games).interval
    assert (none.low, none.high) == pytest.approx(
        (-square / (games + square), square / (games + square)), rel=1e-7
    )
    assert (every.low, every.high) == pytest.approx(
        ((games - square) / (games + square), 1), rel=1e-9
    )
    assert none.events == 0


def test_tangos_interval_covers_the_difference_over_all_samples():
    games = 40
    counts = [(b, c) for b in range(games + 1) for c in range(games + 1 - b)]
    ends = [mcnemar(b, c, games).interval for b, c in counts]
    lows = np.array([one.low for one in ends])
    highs = np.array([one.high for one in ends])
    table = np.array([(b, c, games - b - c) for b, c in counts])
    found = []
    for first in np.arange(0.05, 0.5, 0.05):
        for second in np.arange(0.05, 0.5, 0.05):
            weight = scipy.stats.multinomial.pmf(
                table, games, [first, second, 1 - first - second]
            )
            truth = first - second
            found.append(weight @ ((lows <= truth) & (truth <= highs)))
    # It is approximate: right on average over the cases, and nowhere more than two
    # points below the level.
    assert np.mean(found) == pytest.approx(0.95, abs=0.005)
    assert min(found) > 0.93


@pytest.mark.parametrize(
    ("counts", "doubtful"),
    [
        ([240, 60], True),
        ([599, 400], True),
        ([99, 101, 100], False),
        ([100_000, 499], True),
        ([100_000, 500], False),
    ],
)
def test_few_games_that_are_mostly_alike_may_not_have_shown_how_far_they_can_differ(
    counts, doubtful
):
    hist = Histogram(range(len(counts)), counts)
    assert rarely_different(hist).interval.warning == (UNSEEN if doubtful else "")
    assert rarely_different(hist).p_value == mean_difference(hist).p_value


def test_an_impossible_level_is_refused():
    with pytest.raises(UserError):
        mcnemar(1, 2, 10, level=95)
    assert mcnemar(0, 0, 0).interval.value is None


def test_holm_leaves_out_what_was_not_tested_and_never_exceeds_one():
    assert holm([0.02, None, 0.9, 0.8]) == [0.06, None, 1.0, 1.0]
    assert holm([]) == []
    assert holm([None]) == [None]


def test_holm_rejects_like_the_step_down_procedure_by_hand():
    rng = np.random.default_rng(3)
    for _ in range(200):
        p_values = list(rng.uniform(0, 0.1, 6))
        rejected = set()
        for step, place in enumerate(np.argsort(p_values)):
            if p_values[place] > 0.05 / (6 - step):
                break
            rejected.add(int(place))
        assert {
            place for place, p in enumerate(holm(p_values)) if p <= 0.05
        } == rejected
