"""Columns on request: who is ahead, and the cards of the deal, against the rulebooks and counts by hand."""

import numpy as np
import pytest

import sim
from sim.errors import UserError

LEADS = ("lead_changes", "lead_round", "most_cards_0", "shuffles")


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
