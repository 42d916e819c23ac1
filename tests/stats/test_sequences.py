"""Confidence sequences hold at every look: the rate of false alarms is over all looks of a run together."""

import math

import numpy as np
import pytest
import scipy.integrate
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import UserError
from sim.stats import Estimate, Histogram, judge_signs
from sim.stats.judging import both
from sim.stats.sequences import (
    PER_GAME,
    TOO_SOON,
    watched_conditional_difference,
    watched_difference_of_shares,
    watched_mean,
    watched_share,
)


def sign_p_value(first, second):
    """Return 1 / (mixture of Beta(1/2, 1/2) over the chance of a fair coin), the closed form."""
    log = (
        scipy.special.betaln(first + 0.5, second + 0.5)
        - math.log(math.pi)
        + (first + second) * math.log(2)
    )
    return np.exp(np.minimum(0.0, -log))


def test_the_test_of_no_difference_is_the_closed_form_of_a_sign_test():
    for first, second, games in ((30, 10, 1000), (700, 650, 10_000), (0, 5, 5)):
        found = watched_difference_of_shares(first, second, games).p_value
        assert found == pytest.approx(sign_p_value(first, second), rel=1e-9)


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
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 500),
    st.sampled_from([0.9, 0.95, 0.999]),
)
def test_the_interval_of_a_difference_excludes_zero_exactly_when_the_test_rejects(
    first, second, others, level
):
    games = first + second + others
    if not games:
        return
    found = watched_difference_of_shares(first, second, games, level)
    excluded = found.interval.low > 0 or found.interval.high < 0
    assert excluded == (found.p_value is not None and found.p_value <= 1 - level)
    assert found.interval.low <= found.interval.value <= found.interval.high


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
    assert plain == watched_difference_of_shares(30, 20, 100)


def test_nothing_and_one_kind_of_game():
    assert watched_share(0, 0).low is None
    none = watched_share(0, 1000)
    assert (none.low, round(none.high, 4)) == (0.0, 0.007)
    assert watched_share(1000, 1000).low == pytest.approx(1 - none.high)
    same = watched_difference_of_shares(0, 0, 1000)
    assert same.p_value is None
    assert same.interval.low == pytest.approx(-same.interval.high)


@pytest.mark.parametrize("wrong", [(3, 2), (-1, 2)])
def test_impossible_counts_are_refused(wrong):
    with pytest.raises(ValueError, match="impossible"):
        watched_share(*wrong)
    with pytest.raises(ValueError, match="impossible"):
        watched_difference_of_shares(wrong[0], 1, 2)
    with pytest.raises(UserError):
        watched_share(1, 2, 1.0)


def difference(found, name="b"):
    return Estimate(
        name, "a", "draw, difference", found.interval, 10_000, found.p_value
    )


def test_a_sign_is_known_when_the_interval_excludes_zero():
    clear = difference(watched_difference_of_shares(900, 500, 10_000))
    open_ = difference(watched_difference_of_shares(520, 500, 10_000), "c")
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
