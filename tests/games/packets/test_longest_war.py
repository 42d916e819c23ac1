"""``longest_war``, the most wars in one round: hand-made deals of known depth, and kernels against rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sim.games import find_game
from tests.support.both_ways import assert_same, assert_same_on_shuffled
from tests.support.decks import arrangements

DEPTHS = ("wars", "single_wars", "double_wars", "triple_wars", "longer_wars", "longest_war")


def depths(name: str, deal: Sequence[int], **options: Any) -> tuple[int, ...]:
    """The counts of wars of a deal, the same from rulebook and kernel."""
    rules = find_game(name).rules.of(options)
    (played,) = assert_same(name, rules, np.array([deal], np.uint8), given=True)
    return tuple(played[column] for column in DEPTHS)


@pytest.mark.parametrize("ties", range(8))
@pytest.mark.parametrize("players", [2, 3])
def test_ties_in_a_row_are_one_war_each(ties: int, players: int) -> None:
    deal = [*[5] * (players * ties), 9, *[4] * (players - 1)]
    counts = [ties == depth for depth in (1, 2, 3)]
    assert depths("war", deal, face_down=0, players=players) == (ties, *counts, ties > 3, ties)


def test_the_longest_of_several_wars_counts() -> None:
    # Five ties and then two, every time won by player 0.
    pairs = [*[(5, 5)] * 5, (9, 4), *[(6, 6)] * 2, (9, 4)]
    assert depths("war", [card for pair in pairs for card in pair], face_down=0) == (7, 0, 1, 0, 1, 5)


def test_a_tie_that_ends_the_game_is_no_war() -> None:
    assert depths("war", [5, 5, 6, 6, 7, 7], face_down=0) == (2, 0, 1, 0, 0, 2)


def test_a_race_is_one_war() -> None:
    assert depths("ace-race", [5, 5, 14, 7, 3, 9], speed=1)[-1] == 1
    assert depths("ace-race", [9, 5, 8, 7], speed=1)[-1] == 0


@pytest.mark.parametrize("pickup", ["winner-first", "latest-first", "shuffled"])
def test_every_deal_of_a_small_deck_has_the_longest_war_of_the_rulebook(pickup: str) -> None:
    rules = find_game("war").rules.of(
        {"lowest": 2, "highest": 3, "copies": 4, "face_down": 0, "pickup": pickup, "max_rounds": 50}
    )
    told = assert_same("war", rules, arrangements((2, 3), 4))
    assert {0, 1, 2, 3} <= {played["longest_war"] for played in told}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("war", {"highest": 3, "copies": 20, "face_down": 0}),
        ("war", {"highest": 3, "copies": 20, "face_down": 0, "captured": "pile-shuffled"}),
        ("war", {"highest": 3, "copies": 20, "face_down": 0, "players": 3}),
        ("syrian-war", {"lowest": 1, "highest": 2, "copies": 20}),
        ("steal-war", {"highest": 3, "copies": 40, "jokers": 0}),
    ],
)
def test_many_wars_in_a_round_are_counted_by_the_kernel_as_by_the_rulebook(
    name: str, options: dict[str, Any]
) -> None:
    told = assert_same_on_shuffled(name, 60, **options, max_rounds=60)
    assert max(played["longest_war"] for played in told) > 4
