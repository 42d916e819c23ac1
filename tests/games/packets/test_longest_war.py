"""``longest_war``, the most wars in one round: hand-made deals of known depth, and kernels against rulebooks."""

import numpy as np
import pytest

from sim.games import find_game
from tests.support.both_ways import assert_same

DEPTHS = (
    "wars",
    "single_wars",
    "double_wars",
    "triple_wars",
    "longer_wars",
    "longest_war",
)


def depths(name, deal, **options):
    """The counts of wars of a deal, the same from rulebook and kernel."""
    rules = find_game(name).rules.of(options)
    (played,) = assert_same(name, rules, np.array([deal], np.uint8), given=True)
    return tuple(played[column] for column in DEPTHS)


@pytest.mark.parametrize("ties", range(8))
@pytest.mark.parametrize("players", [2, 3])
def test_ties_in_a_row_are_one_war_each(ties, players):
    deal = [*[5] * (players * ties), 9, *[4] * (players - 1)]
    counts = [ties == depth for depth in (1, 2, 3)]
    assert depths("war", deal, face_down=0, players=players) == (
        ties,
        *counts,
        ties > 3,
        ties,
    )


def test_the_longest_of_several_wars_counts():
    # Five ties and then two, every time won by player 0.
    pairs = [*[(5, 5)] * 5, (9, 4), *[(6, 6)] * 2, (9, 4)]
    assert depths("war", [card for pair in pairs for card in pair], face_down=0) == (
        7,
        0,
        1,
        0,
        1,
        5,
    )


def test_a_tie_that_ends_the_game_is_no_war():
    assert depths("war", [5, 5, 6, 6, 7, 7], face_down=0) == (2, 0, 1, 0, 0, 2)


def test_a_race_is_one_war():
    assert depths("ace-race", [5, 5, 14, 7, 3, 9], speed=1)[-1] == 1
    assert depths("ace-race", [9, 5, 8, 7], speed=1)[-1] == 0
