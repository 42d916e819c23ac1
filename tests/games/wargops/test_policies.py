"""How the players of WarGops choose: named policies in positions made by hand, and user-defined policies."""

from collections.abc import Sequence

import numpy as np
import pytest

from sim.games.wargops.kernel.choice import choose, table_of
from sim.games.wargops.kernel.table import lay_out
from sim.games.wargops.policies import POLICIES, View
from sim.policies.kernel.seats import seats_of
from sim.rng import Stream, Words
from tests.games.wargops.support import played_rows, rules_of, told_row

RANKS = 13


def view_of(hand: Sequence[int], *others: Sequence[int]) -> View:
    players = len(others) + 1
    nothing = (0,) * (RANKS + 1)
    return View(
        seat=0,
        held=len(hand),
        hand=tuple(sorted(hand)),
        others=tuple(
            tuple(other.count(rank) for rank in range(RANKS + 1))
            for other in map(list, others)
        ),
        retired=tuple(int(not other) for other in others),
        pots=0,
        pot_cards=(),
        pot_players=(),
        trash=nothing,
        face_up=(0,) * players,
        face_down=nothing,
        points=(0,) * players,
        games_left=0,
    )


def chosen_both_ways(name: str, hands: Sequence[Sequence[int]], seed: int = 1) -> int:
    """What the policy answers to the first player, by the plain function and by the compiled one."""
    plain = (
        POLICIES.parts[0]
        .find(name)
        .choose(view_of(*hands), Words(seed, 0, Stream.SEAT))
    )
    rules = rules_of([name] * len(hands), players=len(hands), copies=4)
    seats = seats_of(POLICIES, rules, seed)
    table = table_of(rules, seats, hands, seed)
    lay_out(table)
    from sim.kernels.philox import open_stream

    open_stream(seats.chances[0], np.uint64(0), np.uint64(Stream.SEAT))
    assert choose(table, seats.chances, np.uint64(0)) == plain
    return plain


@pytest.mark.parametrize(
    ("name", "hands", "card"),
    [
        ("high", [(2, 5, 5, 11), (1, 13)], 11),
        ("low", [(2, 5, 5, 11), (1, 13)], 2),
        # Of an even hand the upper of the two in the middle; every card counts, not every rank.
        ("median", [(2, 5, 6, 11), (1,)], 6),
        ("median", [(2, 5, 11), (1,)], 5),
        ("median", [(2, 2, 2, 11), (1,)], 2),
        ("median", [(2, 11), (1,)], 11),
        # The lowest above the other's highest; equal is not above.
        ("just-beat", [(2, 8, 9, 11, 12), (3, 8)], 9),
        ("just-beat", [(2, 8, 11), (3, 11)], 2),
        ("just-beat", [(2, 8, 11), (13,)], 2),
        ("just-beat", [(2, 13), (12, 12)], 13),
        # Above every card of all the others, the retired aside.
        ("just-beat", [(2, 6, 9, 11), (1, 5), (3, 8), ()], 9),
        ("just-beat", [(2, 6, 9, 11), (1, 5), (12,), (3,)], 2),
        ("just-beat", [(2, 6, 9), (1,), (1,)], 2),
        ("just-beat", [(4, 6, 9), (), ()], 4),
    ],
)
def test_a_card_worked_out_by_hand(name, hands, card):
    assert chosen_both_ways(name, hands) == card


@pytest.mark.slow
def test_random_is_uniform_over_the_cards_and_random_rank_over_the_ranks():
    """4000 draws within 4.9 standard errors: false alarms once in a million seeds for each card."""
    hands = [(2, 5, 5, 5, 11), (1,)]
    for name, chances in (
        ("random", {2: 0.2, 5: 0.6, 11: 0.2}),
        ("random-rank", dict.fromkeys((2, 5, 11), 1 / 3)),
    ):
        drawn = [
            POLICIES.parts[0]
            .find(name)
            .choose(view_of(*hands), Words(seed, 0, Stream.SEAT))
            for seed in range(4000)
        ]
        for card, chance in chances.items():
            assert abs(drawn.count(card) / 4000 - chance) < 4.9 * np.sqrt(
                chance * (1 - chance) / 4000
            )
        for seed in range(100):
            assert chosen_both_ways(name, hands, seed) == drawn[seed]


# User-defined policies.


def test_what_a_player_sees():
    """Example 4 of the text, after its first trick, as Cy sees it."""
    seen = []

    def cy(view, chance):
        seen.append({name: np.array(view[name]) for name in view.dtype.names})
        return (9, 7, *view.hand)[min(len(seen), 3) - 1]

    def lay(first):
        return lambda view, chance: first if view.trash.sum() == 0 else view.hand[0]

    rules = rules_of([lay(6), lay(9), cy, lay(2)], players=4, ranks=10)
    told_row(rules)
    first, second = seen[:2]
    assert (first["seat"], first["held"], first["pots"], first["games_left"]) == (
        2,
        10,
        0,
        0,
    )
    assert first["hand"].tolist() == [*range(1, 11)] + [0] * 30
    assert second["hand"].tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 10] + [0] * 31
    # Seat order after Cy: Di, Al, Bo.
    assert [np.flatnonzero(held == 0).tolist() for held in second["others"]] == [
        [0, 2],
        [0, 6],
        [0, 9],
    ]
    assert second["pots"] == 1
    assert np.flatnonzero(second["pot_cards"][0]).tolist() == [2, 6, 9]
    assert second["pot_players"][0].tolist() == [1, 0, 0, 1]
    assert not second["pot_cards"][1:].any()
    assert np.flatnonzero(second["trash"]).tolist() == [9]
    assert not second["retired"].any()


def test_retired_players_and_cards_on_the_table_are_seen():
    """Bo has retired; Al and Cy tie with 9, their nines lie face down, and Cy is asked for another card."""
    seen = []

    def look(view, chance):
        seen.append({name: np.array(view[name]) for name in view.dtype.names})
        return max(view.hand)

    rules = rules_of([look] * 4, players=4, ranks=9, ties="replace")
    told_row(rules, [(1, 3, 9), (), (2, 4, 9), (5, 6)])
    asked_again = next(
        view for view in seen if view["face_down"].any() and view["seat"] == 2
    )
    assert asked_again["retired"].tolist() == [0, 0, 1]
    assert asked_again["face_up"].tolist() == [0, 6, 0, 0]
    assert asked_again["face_down"].tolist() == [0] * 9 + [2]
    assert asked_again["hand"][: asked_again["held"]].tolist() == [2, 4]


# Chance.


def test_a_single_rank_is_not_asked_for():
    def never(view, chance):
        raise AssertionError("asked")

    rules, hands = rules_of([never, never]), [(5, 5, 5), (3,)]
    row = told_row(rules, hands)
    assert played_rows(rules, 1, hands=hands) == [row]
    assert row["tricks"] > 0
