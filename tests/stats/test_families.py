"""Families of comparisons, and the games that a comparison needs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from sim.errors import UserError
from sim.stats import Histogram, mcnemar
from sim.stats.families import letters
from sim.stats.power import Question, plan_power


def _some_pairs(members):
    return (
        st.sets(st.sampled_from([*combinations(range(members), 2)]))
        if members > 1
        else st.just(set())
    )


COINS = Histogram([-1, 1], [500_000, 500_000])
"""Differences with standard deviation 1."""


class TestPlans:
    def test_as_in_textbooks(self):
        """A standardized effect of 0.5 with power 0.8 at 5 %: (1.95996 + 0.84162)² / 0.25 = 31.4 pairs."""
        assert plan_power(COINS, Question(0.5)) == 32

    @pytest.mark.slow
    def test_the_power_for_shares_is_nearly_that_of_all_possible_results(self):
        gained = 0.3
        lost = 0.2
        sample = Histogram([-1, 0, 1], [200, 500, 300])
        games = plan_power(sample, Question(gained - lost))
        differing = np.arange(games + 1)
        exact = 0.0
        for differ, chance in zip(
            differing, binom.pmf(differing, games, gained + lost), strict=True
        ):
            if chance < 1e-9:
                continue
            firsts = np.arange(differ + 1)
            found = [
                (mcnemar(int(k), int(differ - k), games).p_value or 1.0) <= 0.05
                for k in firsts
            ]
            exact += (
                chance
                * binom.pmf(firsts, differ, gained / (gained + lost))
                @ np.array(found)
            )
        assert exact == pytest.approx(0.8, abs=0.015)

    @pytest.mark.parametrize("effect", [2.0, -1.0, 5.0])
    def test_a_difference_beyond_all_of_the_pilot_is_refused(self, effect):
        with pytest.raises(UserError, match="the pilot has no differences from which"):
            plan_power(COINS, Question(effect))

    def test_a_pilot_whose_games_all_agree_is_refused(self):
        with pytest.raises(UserError, match="the pilot has no differences from which"):
            plan_power(Histogram([0], [1000]), Question(0.1))


@given(
    st.integers(1, 7).flatmap(
        lambda members: st.tuples(st.just(members), _some_pairs(members))
    )
)
def test_two_share_a_letter_exactly_if_they_do_not_differ_and_no_letter_is_superfluous(
    drawn,
):
    members, apart = drawn
    own = [set(each) for each in letters(members, apart)]
    for first, second in combinations(range(members), 2):
        assert own[first].isdisjoint(own[second]) == ((first, second) in apart)
    groups = [
        {one for one in range(members) if letter in own[one]}
        for letter in set().union(*own)
    ]
    assert not any(group < other for group in groups for other in groups)


def test_from_the_27th_group_on_letters_have_a_number():
    assert letters(28, combinations(range(28), 2))[24:] == [
        ("y",),
        ("z",),
        ("a1",),
        ("b1",),
    ]
