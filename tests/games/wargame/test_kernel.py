"""Wargame's kernel against its rulebook, against what can be counted exactly, and against published figures."""

import itertools
from fractions import Fraction
from functools import cache
from math import factorial, sqrt

import numpy as np

from sim.games.wargame.kernel.block import play_games
from sim.games.wargame.policies.cards import beats
from sim.rng import Stream, Words
from tests.games.wargame.support import by_kernel, rules_of


def test_who_begins_is_the_first_bit_of_the_games_chance():
    played = by_kernel(rules_of(), 200, seed=9)
    coins = [Words(9, number, Stream.PLAY).below(2) for number in range(200)]
    assert [row["first_deployer"] for row in played] == coins
    assert 60 < sum(coins) < 140


def test_the_seats_are_the_same_but_for_their_streams():
    """Two players who draw nothing play the same game with the seats exchanged."""
    quiet = [f"{deploy}/nine/{attack}/{switch}"
             for deploy in ("ascending", "center")
             for attack in ("surest", "extend", "block")
             for switch in ("never", "defend", "decisive")]  # fmt: skip
    for names, other_names in itertools.product(quiet, quiet):
        (row,) = by_kernel(rules_of([names, other_names], first=0), 1)
        (turned,) = by_kernel(rules_of([other_names, names], first=1), 1)
        assert turned["winner"] == 1 - row["winner"]
        assert (turned["wins_1"], turned["wins_0"]) == (row["wins_0"], row["wins_1"])
        assert (turned["switches_1"], turned["switches_0"]) == (
            row["switches_0"],
            row["switches_1"],
        )


# What can be counted.


@cache
def match_ups(card, taken):
    """Return in how many ways the cards from one up can meet the other's untaken ones, by who wins how many more."""
    if card > 13:
        return {0: 1}
    found = {}
    for other_names in range(1, 14):
        if not taken >> other_names & 1:
            step = beats(card, other_names) - beats(other_names, card)
            for lead, ways in match_ups(card + 1, taken | 1 << other_names).items():
                found[lead + step] = found.get(lead + step, 0) + ways
    return found


def test_the_leader_after_random_deployments_is_as_often_as_counted_over_all_of_them():
    """400,000 games, three shares within 4.5 standard errors: a false alarm in 50,000 seeds."""
    games = 400_000
    leads = match_ups(1, 0)
    assert sum(leads.values()) == factorial(13)
    tied = Fraction(leads[0], factorial(13))
    assert leads[1] == leads[-1]
    ahead = play_games(rules_of(["random/nine/extend/never"] * 2), 3, 0, games)["ahead"]
    for seat, share in (
        (-1, float(tied)),
        (0, float(1 - tied) / 2),
        (1, float(1 - tied) / 2),
    ):
        assert abs(np.mean(ahead == seat) - share) < 4.5 * sqrt(
            share * (1 - share) / games
        )


# Published.
