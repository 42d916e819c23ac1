"""Confidence sequences hold at every look: the rate of false alarms is over all looks of a run together."""

import math

import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import UserError
from sim.stats import Estimate, Histogram, judge_signs
from sim.stats.judging import both
from sim.stats.sequences import (
    PER_GAME,
    TOO_SOON,
    watched_conditional_difference,
    watched_mean,
    watched_share,
)


def test_the_normal_mixture_is_its_formula():
    hist = Histogram([-1, 0, 3], [2000, 7000, 1000])
    found = watched_mean(hist, 0.99)
    error = math.sqrt(hist.variance / 10_000)
    v = PER_GAME * 10_000
    reach = error * math.sqrt(2 * (v + 1) / v * math.log(math.sqrt(v + 1) / 0.01))
    assert found.interval.high - hist.mean == pytest.approx(reach, rel=1e-12)
    assert found.interval.method == "normal mixture, at every look"


@settings(max_examples=40, deadline=None)
@given(
    st.integers(200, 6000),
    st.integers(200, 6000),
    st.integers(0, 50_000),
    st.sampled_from([0.9, 0.95, 0.999]),
)
def test_the_interval_excludes_zero_exactly_when_the_test_rejects(
    first, second, others, level
):
    found = watched_mean(Histogram([1, -1, 0], [first, second, others]), level)
    excluded = found.interval.low > 0 or found.interval.high < 0
    assert excluded == (found.p_value <= 1 - level)


@pytest.mark.parametrize(("successes", "trials"), [(0, 500), (7, 300), (5000, 10_000)])
@pytest.mark.parametrize("level", [0.95, 0.999])
def test_at_the_ends_a_share_is_as_unlikely_as_the_level_says(successes, trials, level):
    """The mixture of all shares with the density of Beta(1/2, 1/2) is 1 / (1 - level) times as likely."""
    mixture = scipy.stats.betabinom(trials, 0.5, 0.5).pmf(successes)
    found = watched_share(successes, trials, level)
    for end in (found.low, found.high)[successes == 0 :]:
        plain = scipy.stats.binom(trials, end).pmf(successes)
        assert mixture / plain == pytest.approx(1 / (1 - level), rel=1e-6)


def test_a_mean_is_not_watched_before_its_variance_is_known():
    rare = Histogram([0, 40], [9_990, 10])
    assert watched_mean(rare).interval.refusal == TOO_SOON
    assert watched_mean(rare).p_value is None
    assert watched_mean(Histogram([3], [50])).interval.low is None
    assert watched_mean(Histogram()).interval.value is None


def test_a_conditional_difference_is_watched_by_its_standard_error():
    cells = {(1, 1): 300, (1, 0): 200, (0, -1): 500, (-1, 0): 800}
    found = watched_conditional_difference(cells)
    assert found.interval.value == pytest.approx(500 / 1000 - 300 / 1300)
    assert found.interval.low > 0
    assert found.p_value < 0.05
    assert (
        watched_conditional_difference({(1, 0): 3, (0, -1): 5, (-1, 0): 8}).interval.low
        is None
    )
    plain = watched_conditional_difference({(1, 0): 30, (0, 1): 20, (1, 1): 50})
    assert plain == watched_mean(Histogram([1, -1, 0], [30, 20, 50]))


def test_nothing_and_one_kind_of_game():
    assert watched_share(0, 0).low is None
    none = watched_share(0, 1000)
    assert (none.low, round(none.high, 4)) == (0.0, 0.007)
    assert watched_share(1000, 1000).low == pytest.approx(1 - none.high)


def test_an_impossible_level_is_refused():
    with pytest.raises(UserError):
        watched_share(1, 2, 1.0)


def difference(only_first, only_second, name="b"):
    alike = 10_000 - only_first - only_second
    found = watched_mean(Histogram([1, -1, 0], [only_first, only_second, alike]))
    return Estimate(
        name, "a", "draw, difference", found.interval, 10_000, found.p_value
    )


def test_a_sign_is_known_when_the_interval_excludes_zero():
    clear = difference(900, 500)
    open_ = difference(520, 500, "c")
    met = judge_signs([clear])
    assert met.met
    assert met.reason.startswith(
        "every sign is known; the last was draw, difference (b against a), above zero ("
    )
    assert "at every look" in met.reason
    unmet = judge_signs([clear, open_])
    assert (unmet.met, unmet.limiting) == (False, open_)
    assert unmet.games_needed > 20_000
    assert not both(met, unmet).met
    assert both(met, met).met


def test_a_difference_in_every_game_has_a_known_sign_when_others_are_one_in_a_million():
    def always(games):
        hist = Histogram([2], [games])
        return Estimate(
            "b", "a", "plays mean difference", watched_mean(hist).interval, games
        )

    assert not judge_signs([always(10_000)]).met
    assert judge_signs([always(10**8)]).met
    assert not judge_signs(
        [Estimate("b", "a", "x", watched_mean(Histogram([0], [10**8])).interval, 10**8)]
    ).met
