"""Wargame's players: user-defined policies."""

import pytest
from numba import njit

from sim.errors import UserError
from sim.games.wargame.kernel.block import play_games
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.policies.view import ATTACK, DEPLOY, SWITCH, TRAITOR
from sim.policies import count, draw, nth
from tests.games.wargame.support import assert_same, by_kernel, events_of, rules_of
from tests.support import tiers

# User-defined policies.


@njit
def own_deploy(view, chance):
    """The policy random, written anew."""
    card = nth(view.held, draw(view.held_count, chance))
    index = draw(view.held_count, chance)
    for place in range(13):
        if view.own[place] == 0:
            if index == 0:
                return 13 * card + place
            index -= 1
    return -1


@njit
def own_traitor(view, chance):
    """The policy random, written anew."""
    return 7 + draw(3, chance)


@njit
def own_attack(view, chance):
    """The policy random, written anew."""
    return nth(view.open, draw(count(view.open), chance))


@njit
def own_switch(view, chance):
    """The policy never, written anew."""
    return 0


OWN = (own_deploy, own_traitor, own_attack, own_switch)
TWIN = "random/random/random/never"
OTHER = "counter/hottest/extend/decisive"


def test_user_defined_policies_play_the_games_of_the_named_ones():
    """Compiled, in plain Python, and mixed with named parts."""
    plain = tuple(policy.py_func for policy in OWN)
    mixed = ("random", own_traitor, "random", own_switch)
    games = tiers.size(100, 3000)
    named = by_kernel(rules_of([TWIN, OTHER]), games)
    for own in (OWN, plain, mixed):
        assert by_kernel(rules_of([own, OTHER]), games) == named
    assert assert_same([OWN, plain], 20) == by_kernel(rules_of([TWIN, TWIN]), 20)


@pytest.mark.parametrize(
    ("part", "move"),
    [
        (DEPLOY, -1),
        (DEPLOY, 5),  # no card 0
        (DEPLOY, 13 * 14),
        (DEPLOY, 13 * 13 + 12),  # legal once
        (TRAITOR, 6),
        (TRAITOR, 10),
        (TRAITOR, 16),
        (TRAITOR, 20),
        (ATTACK, -1),
        (ATTACK, 13),
        (ATTACK, 3),  # legal once
        (SWITCH, -1),
        (SWITCH, 13 * 2 + 1),  # the columns are to ascend
        (SWITCH, 13 * 2 + 2),
        (SWITCH, 13 * 13),
        (SWITCH, 1 << 40),
    ],
)
def test_an_illegal_answer_stops_the_game(part, move):
    def stubborn(view, chance):
        return move

    named = POLICIES.read(TWIN)
    players = [(*named[:part], stubborn, *named[part + 1 :]), "random"]
    with pytest.raises(UserError, match=f"answers {move} in game 0"):
        play_games(rules_of(players), 1, 0, 10)
    with pytest.raises(UserError, match=f"answers {move} in game 0"):
        events_of(players)
