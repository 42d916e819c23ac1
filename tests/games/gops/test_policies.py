"""The policies of GOPS: the card that each bids in hand-made positions, and user-defined policies."""

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.policies import POLICIES, VIEW
from sim.policies.players import record_of
from sim.rng import Words
from tests.games.gops.support import view_of
from tests.support.decks import parse_cards, parse_hands


def view(hand, upcard, *, others, prizes="", pot=0, cards=13):
    """What a player sees, cards as texts, the others' hands apart by strokes."""
    held, left = parse_cards(hand), parse_cards(prizes)
    return view_of(held, parse_hands(others), left, upcard, pot, cards=cards)


# Views and bids written from the sentences of the rules alone, by somebody who had not
# read the policies.
SENTENCES = [
    # policy, upcard, pot, my hand, the others' hands, prizes still face down, card
    ("high-first", 5, 0, "2 5 9", "1 3 4", "1 7", 9),
    ("low-first", 5, 0, "2 5 9", "1 3 4", "1 7", 2),
    ("match", 5, 0, "2 5 9", "1 3 4", "1 7", 5),
    ("match", 5, 0, "2 4 6", "1 3 4", "1 7", 4),
    ("match", 6, 0, "2 4 7", "1 3 4", "1 8", 7),
    ("match", 3, 6, "3 9", "1 4", "7", 3),
    ("match", 13, 0, "1 2", "1 3", "7", 2),
    ("match", 1, 0, "4 7", "1 3", "7", 4),
    ("match-plus-one", 5, 0, "2 5 6", "1 3 4", "1 7", 6),
    ("match-plus-one", 13, 0, "1 4 13", "1 3 4", "1 7", 1),
    ("match-plus-one", 12, 0, "1 4 13", "1 3 4", "1 7", 13),
    ("match-plus-one", 5, 0, "2 5 7", "1 3 4", "1 7", 5),
    ("match-plus-one", 13, 0, "3 8", "1 3", "1", 3),
    ("match-plus-one", 5, 8, "6 13", "1 3", "1", 6),
    ("match-pot", 3, 4, "2 6 8", "1 3 4", "1 7", 6),
    ("match-pot", 3, 4, "1 7 13", "1 3 4", "1 8", 7),
    ("match-pot", 12, 10, "2 6 8", "1 3 4", "1 7", 8),
    ("match-pot", 3, 0, "2 3 8", "1 3 4", "1 7", 3),
    ("proportional", 7, 0, "2 5 9", "1 3 4", "3 12", 5),
    ("proportional", 2, 0, "2 5 9", "1 3 4", "3 12", 2),
    ("proportional", 13, 0, "2 5 9", "1 3 4", "3 12", 9),
    ("proportional", 9, 20, "1 2 3 13", "1 3 4 5", "3 4 12", 3),
    ("beat-match", 5, 0, "2 6 8", "3 5 9", "1 7", 6),
    ("beat-match", 5, 0, "2 4 5", "3 5 9", "1 7", 2),
    ("beat-match", 5, 0, "1 5 8", "4 6 9", "1 7", 5),
    ("beat-match", 5, 9, "1 8 13", "3 4 9", "1 7", 8),
    ("beat-match", 5, 0, "5 8", "4 6 / 7 9", "1", 8),
    ("beat-match", 5, 0, "1 6", "4 6 / 7 9", "1", 1),
    ("beat-match", 5, 0, "5 10 12", "4 6 9 / 1 2 3 / 10 12 13", "1 7", 12),
]


@pytest.mark.parametrize(
    ("name", "upcard", "pot", "mine", "others", "prizes", "card"), SENTENCES
)
def test_a_policy_bids_as_its_sentence_says(
    name, upcard, pot, mine, others, prizes, card
):
    policy = POLICIES.parts[0].find(name)
    seen = view(mine, upcard, others=others, prizes=prizes, pot=pot)
    assert policy.choose(seen, Words(1, 0, 16)) == card


def test_of_twenty_cards_the_king_is_not_the_highest_prize():
    bid = POLICIES.parts[0].find("match-plus-one").choose
    assert bid(view("1 5 6 13", 13, others="1 2 3 4", cards=20), Words(1, 0, 16)) == 13


# Equilibria.


@pytest.mark.parametrize(
    ("name", "rules", "complaint"),
    [
        ("equilibrium", {}, "equilibrium under cards = 13; its tables are for 2 to 8 cards: set cards"),
        ("equilibrium", {"cards": 8, "carry_over": True}, "cards = 8 and carry_over = true; its tables are"),
        ("equilibrium-win", {"cards": 9}, "equilibrium-win under cards = 9; its tables are for 2 to"),
    ],
)  # fmt: skip
def test_an_equilibrium_that_is_not_kept_is_refused_with_the_sizes_that_are(
    name, rules, complaint
):
    with pytest.raises(UserError, match=r"^policies: ") as refused:
        sim.play("gops", 1, policies=["match", name], rules=rules)
    assert complaint in str(refused.value)


# User-defined policies.


def test_a_view_as_a_record_holds_all_that_a_player_sees():
    record = record_of(view("2 4", 3, others="1 5", prizes="1", pot=6, cards=5), VIEW)
    assert all(
        np.issubdtype(kind.base, np.int64) for kind, *_ in record.dtype.fields.values()
    )
    assert record.dtype.itemsize == 8 * (11 + 4 + 4 + 5 + 31)
    seen = record.held, record.upcard, record.pot, record.cards, record.carry_over
    assert seen == (2, 3, 6, 5, 1)
    assert (record.hand, record.other, record.prizes) == (0b10100, 0b100010, 0b10)
    assert record.others.tolist() == [0b100010, 0, 0, 0]
