"""WarGops: the kernel agrees with the rulebook, for all policies and all options."""

import itertools

import numpy as np
import pytest

from tests.games.wargops.support import NAMES, assert_same, rules_of
from tests.support import tiers

TIES = ("award-later", "replace")
LAST_POTS = ("survivor", "orphan")


# Every policy against every other.


@tiers.crossed(("ties", "last_pot"), TIES, LAST_POTS)
def test_two_players_with_all_policies(ties, last_pot):
    sizes = (
        {"ranks": 2},
        {"ranks": 3},
        {"ranks": 5},
        {},
        {"ranks": 4, "copies": 2},
        {"ranks": 3, "session": 3},
    )
    for size, pair in itertools.product(sizes, itertools.product(NAMES, repeat=2)):
        games = 6 if any(name.startswith("random") for name in pair) else 1
        assert_same(
            rules_of(pair, ties=ties, last_pot=last_pot, **size),
            games,
            seed=4,
            first=11,
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"ranks": 31}, {"ranks": 32}, {"ranks": 60}, {"ranks": 15, "copies": 2}, {"ranks": 16, "copies": 2},
     {"ranks": 7, "copies": 3}, {"ranks": 2, "copies": 20}, {"players": 8, "ranks": 20, "copies": 2}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("ties", TIES)
def test_large_games(options, ties):
    rules = rules_of(ties=ties, **options)
    assert_same(rules, 3)
    assert_same(
        rules_of(
            ["random-rank", *["random"] * (rules.players - 1)], ties=ties, **options
        ),
        2,
    )


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
