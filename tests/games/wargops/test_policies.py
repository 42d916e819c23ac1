"""How the players of WarGops choose: named policies in positions made by hand, and user-defined policies."""

import numpy as np
import pytest

from sim.games.wargops.policies import POLICIES
from sim.policies import highest, lowest
from sim.policies.sets import set_of
from sim.rng import Stream, Words
from tests.games.wargops.support import (
    AL,
    BO,
    CY,
    DI,
    played_rows,
    rules_of,
    told_row,
    view_of,
)
from tests.support.decks import parse_hands

# Hands and cards written from the sentences of the rules alone, by somebody who had not
# read the policies.
SENTENCES = [
    # policy, my hand, the others' hands apart by strokes, card
    ("high", "3 5 9", "4 6 7", 9),
    ("high", "3 9 9", "4 13 7", 9),
    ("low", "3 5 9", "4 6 7", 3),
    ("low", "3 3 9", "1 6 7", 3),
    ("median", "1 3 7", "4 6 7", 3),
    ("median", "1 3 7 9", "4 6 7", 7),
    ("median", "2 2 2 5", "4 6 7", 2),
    ("median", "2 2 5 5", "4 6 7", 5),
    ("median", "2 5 5 5 9", "4 6 7", 5),
    ("median", "4 13", "1", 13),
    ("just-beat", "3 8 12", "5 7", 8),
    ("just-beat", "3 8 12", "5 8", 12),
    ("just-beat", "3 8 12", "5 7 / 2 10", 12),
    ("just-beat", "3 12", "12", 3),
    ("just-beat", "3 3 12", "13 / 1", 3),
    ("just-beat", "2 4 12", "1 / ", 2),
]


@pytest.mark.parametrize(("name", "mine", "others", "card"), SENTENCES)
def test_a_policy_lays_as_its_sentence_says(name, mine, others, card):
    seen = view_of(*parse_hands(mine), *parse_hands(others))
    policy = POLICIES.parts[0].find(name)
    assert policy.choose(seen, Words(1, 0, Stream.SEAT)) == card


# User-defined policies.


def noted(view):
    """A copy of all that a player sees."""
    return {name: np.array(view[name]) for name in view.dtype.names}


def test_what_a_player_sees():
    """Example 4 of the text, after its first trick, as Cy sees it."""
    seen = []

    def cy(view, chance):
        seen.append(noted(view))
        return (9, 7, lowest(view.hand))[min(len(seen), 3) - 1]

    def lay(first):
        return lambda view, chance: (
            first if view.trash.sum() == 0 else lowest(view.hand)
        )

    rules = rules_of([lay(6), lay(9), cy, lay(2)], players=4, ranks=10)
    told_row(rules)
    first, second = seen[:2]
    shown = [first[name] for name in ("seat", "held", "pots", "games_left")]
    assert shown == [2, 10, 0, 0]
    assert first["hand"] == set_of(range(1, 11))
    assert second["hand"] == set_of([1, 2, 3, 4, 5, 6, 7, 8, 10])
    for player, laid in enumerate((6, 9, 9, 2)):
        left = [int(rank not in (0, laid)) for rank in range(11)]
        assert second["cards"][player].tolist() == left + [0] * 50
        assert second["hands"][player] == set_of(range(1, 11)) ^ 1 << laid
    assert second["sizes"].tolist() == [9] * 4 + [0] * 4
    assert second["pots"] == 1
    assert np.flatnonzero(second["pot_cards"][0]).tolist() == [2, 6, 9]
    assert second["pot_players"].tolist() == [set_of([BO, CY])] + [0] * 15
    assert not second["pot_cards"][1:].any()
    assert np.flatnonzero(second["trash"]).tolist() == [9]
    assert second["in_game"] == 0b1111


def test_retired_players_and_cards_on_the_table_are_seen():
    """Bo has retired; Al and Cy tie with 9, their nines lie face down, and Cy is asked for another card."""
    seen = []

    def look(view, chance):
        seen.append(noted(view))
        return highest(view.hand)

    rules = rules_of([look] * 4, players=4, ranks=9, ties="replace")
    told_row(rules, [(1, 3, 9), (), (2, 4, 9), (5, 6)])
    asked_again = next(
        view for view in seen if view["face_down"].any() and view["seat"] == CY
    )
    assert asked_again["in_game"] == set_of([AL, CY, DI])
    assert asked_again["face_up"].tolist() == [0, 0, 0, 6, 0, 0, 0, 0]
    assert asked_again["face_down"].tolist() == [0] * 9 + [2] + [0] * 51
    assert asked_again["hand"] == set_of([2, 4])


# Chance.


def test_a_single_rank_is_not_asked_for():
    def never(view, chance):
        raise AssertionError("asked")

    rules = rules_of([never, never])
    hands = [(5, 5, 5), (3,)]
    row = told_row(rules, hands)
    assert played_rows(rules, 1, hands=hands) == [row]
    assert row["tricks"] > 0
