"""Columns on request: who is ahead, and the cards of the deal, against the rulebooks and counts by hand."""

from typing import Any

import numpy as np
import pytest

import sim
from sim.contract.game import outcome
from sim.deals.orders import Orders
from sim.errors import UserError
from sim.games import find_game
from tests.support import tiers
from tests.support.plain_deals import packets

LEADS = ("lead_changes", "lead_round", "most_cards_0", "shuffles")

RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("war", {}),
    ("war", {"pickup": "shuffled", "run_out": "last-card"}),
    ("war", {"captured": "pile-shuffled", "face_down": 3}),
    ("war", {"players": 3, "captured": "pile-shuffled", "run_out": "all-in"}),
    ("war", {"players": 5, "fighters": "tied", "end": "first-out"}),
    ("war", {"wars_to_win": 2, "cards_up": 2}),
    ("war", {"stop_after": 20, "draw": "random"}),
    ("pyanitsa", {"players": 4}),
    ("pyanitsa", {"captured": "pile-shuffled"}),
    ("ace-race", {"pickup": "shuffled"}),
    ("ace-race", {"jokers": 2, "speed": 1}),
    ("steal-war", {}),
    ("steal-war", {"players": 3, "top": "random"}),
    ("steal-war", {"players": 4, "protect": False}),
    ("syrian-war", {}),
    ("syrian-war", {"war_tie": "take-back", "pickup": "shuffled"}),
)


def by_rulebook(name, deals, rules, first=0):
    """Return the columns of given deals by the rulebook."""
    game = find_game(name)
    chosen = game.asking(game.rules.of(rules), LEADS)
    rows = [
        outcome(
            game,
            chosen,
            packets(chosen, deal, given=True),
            seed=1,
            number=first + number,
        )
        for number, deal in enumerate(deals)
    ]
    return [tuple(row[column] for column in LEADS) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rules"), RULES[:: tiers.size(2, 1)])
def test_the_kernel_sees_what_the_rulebook_sees(name, rules):
    games = tiers.size(20, 300)
    deals = sim.deal(name, games, rules=rules)
    played = sim.play(name, deals=deals, rules=rules, columns=LEADS)
    assert played.select(LEADS).rows() == by_rulebook(name, deals, rules)
    # Nothing else changes where they are asked for.
    assert played.drop(LEADS).equals(sim.play(name, deals=deals, rules=rules))


@pytest.mark.parametrize(
    ("name", "cards", "rules"),
    [
        ("war", [2, 2, 2, 3, 3, 3, 4, 4], {}),
        (
            "war",
            [2, 2, 3, 3, 4, 4],
            {"captured": "pile-shuffled", "face_down": 0, "run_out": "fewest"},
        ),
        ("war", [2, 2, 3, 3, 4, 4], {"players": 3, "pickup": "seat", "face_down": 0}),
        ("ace-race", [13, 13, 13, 14, 14, 12, 12], {"pickup": "shuffled"}),
        ("steal-war", [2, 2, 2, 2, 3, 3, 3, 3], {"protect": False}),
        pytest.param("syrian-war", [1, 1, 2, 2, 3, 3], {}, marks=pytest.mark.slow),
    ],
)
def test_every_deal_of_a_small_deck(name, cards, rules):
    orders = Orders(cards)
    deals = orders.rows(0, orders.total)
    played = sim.play(name, deals=deals, rules=rules, columns=LEADS)
    assert played.select(LEADS).rows() == by_rulebook(name, deals, rules)


def test_a_game_worked_out_by_hand():
    """2 5 3 against 4 2 6, no card face down: player 0 holds 2 3 2 3 1 2 3 2 3 2 1 0 of six after the rounds."""
    # So player 0 never leads, player 1 for good from round 10 on.
    played = sim.play(
        "war", deals=[[2, 4, 5, 2, 3, 6]], rules={"face_down": 0}, columns=LEADS
    )
    assert played.select("winner", "rounds", *LEADS).rows() == [(1, 12, 0, 10, 3, 0)]


RANKS = [
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
]


@pytest.mark.parametrize(
    "name", ["war", "tod-und-leben", "beggar-my-neighbour", "steal-war"]
)
def test_the_cards_of_each_rank_are_counted(name):
    names = [*RANKS, "jokers"]
    rules = {"jokers": 2}
    played = sim.play(name, 50, rules=rules, columns=names)
    packets = sim.deal(name, 50, rules=rules)[
        :, 0 : sim.deal(name, 1, rules=rules).shape[1] // 2 * 2 : 2
    ]
    for rank, column in enumerate(names, 2):
        assert (
            played[column].to_list()
            == np.count_nonzero(
                packets == (15 if rank == 14 else rank), axis=1
            ).tolist()
        )


@pytest.mark.parametrize(
    ("name", "columns", "says"),
    [
        ("war", ["kigns"], "did you mean 'kings'"),
        ("gops", ["kings"], "gops has no columns on request"),
        ("beggar-my-neighbour", ["lead_changes"], "unknown column"),
        ("war", "kings", "is not a list of columns"),
        ("war", [None], "unknown column None; choose from twos"),
    ],
)
def test_unknown_columns_are_refused(name, columns, says):
    with pytest.raises(UserError, match=says):
        sim.play(name, 1, columns=columns)
