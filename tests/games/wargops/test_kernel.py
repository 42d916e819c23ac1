"""WarGops: the kernel agrees with the rulebook, for all policies and all options."""

import numpy as np

from tests.games.wargops.support import NAMES, assert_same, rules_of

TIES = ("award-later", "replace")
LAST_POTS = ("survivor", "orphan")


# Every policy against every other.


def test_positions_in_the_middle_of_a_game():
    """Hands of different sizes, many cards of a rank, some players without any."""
    random = np.random.default_rng(5)
    for _ in range(300):
        players = int(random.integers(2, 9))
        ranks = int(random.integers(2, 7))
        hands = [
            tuple(random.integers(1, ranks + 1, random.integers(0, 5)))
            for _ in range(players)
        ]
        seats = [str(random.choice(NAMES)) for _ in range(players)]
        options = {
            "ties": str(random.choice(TIES)),
            "last_pot": str(random.choice(LAST_POTS)),
        }
        rules = rules_of(seats, players=players, ranks=ranks, copies=4, **options)
        if any(hands):
            assert_same(rules, 2, first=3, hands=hands)
