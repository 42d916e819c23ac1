"""The policies of GOPS: the card that each bids in hand-made positions, and user-defined policies."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.policies import POLICIES, VIEW, View
from sim.policies.players import record_of
from sim.policies.sets import cards
from sim.rng import Words
from tests.games.gops.support import bids_of, rules_of, view_of


def view(
    hand: str,
    upcard: int,
    *,
    other: str = "",
    prizes: str = "",
    pot: int = 0,
    cards: int = 13,
) -> View:
    held, theirs, left = (
        tuple(map(int, cards.split())) for cards in (hand, other, prizes)
    )
    return view_of(held, [theirs or held], left, upcard, pot, cards=cards)


# Each policy in positions with the card that its definition in words asks for.


@pytest.mark.parametrize(
    ("name", "hand", "upcard", "seen", "card"),
    [
        ("high-first", "2 5 9", 5, {}, 9),
        ("low-first", "2 5 9", 5, {}, 2),
        # The upcard's value, never the pot's; without the card the nearest, the lower
        # of two.
        ("match", "2 5 9", 5, {}, 5),
        ("match", "2 5 9", 5, {"pot": 4}, 5),
        ("match", "2 4 6 9", 5, {}, 4),
        ("match", "2 3 6 9", 5, {}, 6),
        ("match", "2 3 4", 13, {}, 4),
        ("match", "9 10", 1, {}, 9),
        # One more, and for the highest prize the ace or the nearest to it; of twenty,
        # the king is not the highest.
        ("match-plus-one", "1 5 6 9", 5, {}, 6),
        ("match-plus-one", "1 5 6 13", 13, {}, 1),
        ("match-plus-one", "1 5 6 13", 12, {}, 13),
        ("match-plus-one", "1 5 6 13", 13, {"cards": 20}, 13),
        ("match-plus-one", "3 5", 13, {}, 3),
        ("match-plus-one", "4 8", 5, {}, 4),
        # Nearest to pot and upcard together, the lower of two; above all cards the
        # highest.
        ("match-pot", "2 5 9", 5, {}, 5),
        ("match-pot", "2 5 9", 5, {"pot": 4}, 9),
        ("match-pot", "2 6 10", 5, {"pot": 3}, 6),
        ("match-pot", "2 6 10", 13, {"pot": 70}, 10),
        # The card of the upcard's rank among the prizes.
        ("proportional", "1 3 4 8", 5, {"prizes": "2 7 9"}, 3),
        ("proportional", "1 3 4 8", 10, {"prizes": "2 7 9"}, 8),
        ("proportional", "1 3 4 8", 1, {"prizes": "2 7 9"}, 1),
        # The lowest above what match would bid from the other hand (4 of 4 and 6); with
        # nothing above, the lowest.
        ("beat-match", "1 4 5 9", 5, {"other": "2 4 6 8"}, 5),
        ("beat-match", "1 4 5 9", 5, {"other": "1 5 6 8"}, 9),
        ("beat-match", "1 4 5 8", 13, {"other": "2 4 6 8"}, 1),
    ],
)
def test_a_policy_bids_by_its_definition(name, hand, upcard, seen, card):
    policy = POLICIES.parts[0].find(name)
    assert policy.choose(view(hand, upcard, **seen), Words(1, 0, 16)) == card


# Views and bids written from the sentences of the rules alone, by somebody who had not
# read the policies.
SENTENCES = [
    # policy, upcard, pot, my hand, the others' hands, prizes still face down, card
    ("high-first", 5, 0, [2, 5, 9], [[1, 3, 4]], [1, 7], 9),
    ("low-first", 5, 0, [2, 5, 9], [[1, 3, 4]], [1, 7], 2),
    ("match", 5, 0, [2, 5, 9], [[1, 3, 4]], [1, 7], 5),
    ("match", 5, 0, [2, 4, 6], [[1, 3, 4]], [1, 7], 4),
    ("match", 6, 0, [2, 4, 7], [[1, 3, 4]], [1, 8], 7),
    ("match", 3, 6, [3, 9], [[1, 4]], [7], 3),
    ("match", 13, 0, [1, 2], [[1, 3]], [7], 2),
    ("match", 1, 0, [4, 7], [[1, 3]], [7], 4),
    ("match-plus-one", 5, 0, [2, 5, 6], [[1, 3, 4]], [1, 7], 6),
    ("match-plus-one", 13, 0, [1, 4, 13], [[1, 3, 4]], [1, 7], 1),
    ("match-plus-one", 12, 0, [1, 4, 13], [[1, 3, 4]], [1, 7], 13),
    ("match-plus-one", 5, 0, [2, 5, 7], [[1, 3, 4]], [1, 7], 5),
    ("match-plus-one", 13, 0, [3, 8], [[1, 3]], [1], 3),
    ("match-plus-one", 5, 8, [6, 13], [[1, 3]], [1], 6),
    ("match-pot", 3, 4, [2, 6, 8], [[1, 3, 4]], [1, 7], 6),
    ("match-pot", 3, 4, [1, 7, 13], [[1, 3, 4]], [1, 8], 7),
    ("match-pot", 12, 10, [2, 6, 8], [[1, 3, 4]], [1, 7], 8),
    ("match-pot", 3, 0, [2, 3, 8], [[1, 3, 4]], [1, 7], 3),
    ("proportional", 7, 0, [2, 5, 9], [[1, 3, 4]], [3, 12], 5),
    ("proportional", 2, 0, [2, 5, 9], [[1, 3, 4]], [3, 12], 2),
    ("proportional", 13, 0, [2, 5, 9], [[1, 3, 4]], [3, 12], 9),
    ("proportional", 9, 20, [1, 2, 3, 13], [[1, 3, 4, 5]], [3, 4, 12], 3),
    ("beat-match", 5, 0, [2, 6, 8], [[3, 5, 9]], [1, 7], 6),
    ("beat-match", 5, 0, [2, 4, 5], [[3, 5, 9]], [1, 7], 2),
    ("beat-match", 5, 0, [1, 5, 8], [[4, 6, 9]], [1, 7], 5),
    ("beat-match", 5, 9, [1, 8, 13], [[3, 4, 9]], [1, 7], 8),
    ("beat-match", 5, 0, [5, 8], [[4, 6], [7, 9]], [1], 8),
    ("beat-match", 5, 0, [1, 6], [[4, 6], [7, 9]], [1], 1),
    ("beat-match", 5, 0, [5, 10, 12], [[4, 6, 9], [1, 2, 3], [10, 12, 13]], [1, 7], 12),
]


@pytest.mark.parametrize(
    ("name", "upcard", "pot", "mine", "others", "prizes", "card"), SENTENCES
)
def test_a_policy_bids_as_its_sentence_says(
    name, upcard, pot, mine, others, prizes, card
):
    policy = POLICIES.parts[0].find(name)
    seen = view_of(mine, others, prizes, upcard, pot)
    assert policy.choose(seen, Words(1, 0, 16)) == card


def test_random_bids_the_card_at_a_place_drawn_below_the_hands_size():
    """Every bid of a whole game follows from the words of the seat's stream, one for each but the last."""
    rules = rules_of(["random", "random"])
    for number in range(20):
        bids = bids_of(rules, list(range(1, 14)), seed=9, number=number)
        for seat in range(2):
            key = np.array([9, 16 + seat], np.uint64)
            counter = np.array([0, 0, number, 0], np.uint64)
            words = map(int, np.random.Philox(key=key, counter=counter).random_raw(12))
            hand = list(range(1, 14))
            awaited = [hand.pop(word * len(hand) >> 64) for word in words]
            assert bids[seat].tolist() == awaited + hand


# Equilibria.


class Sweep:
    """Words that take evenly spaced values, so that counting answers measures chances."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.at = -1

    def next(self) -> int:
        self.at += 1
        return (2 * self.at + 1) * 2**63 // self.words


def chances(name: str, seen: View, words: int = 20_000) -> dict[int, float]:
    """How often each card is bid."""
    sweep: Any = Sweep(words)
    policy = POLICIES.parts[0].find(name)
    rules = rules_of(cards=seen.cards)
    bids = Counter(policy.move(rules, seen, sweep) for _ in range(words))
    assert sweep.at == words - 1, "one word for each bid"
    return {card: bids[card] / words for card in cards(seen.hand)}


@pytest.mark.parametrize(
    ("prize", "published"),
    [
        (4, [0.1226, 0.0735, 0.1915, 0.2043, 0.4081]),
        (5, [0.1123, 0.0241, 0, 0, 0.8636]),
    ],
)
def test_the_equilibrium_of_five_cards_bids_with_the_published_chances(
    prize, published
):
    """Four places are published, and a sweep of 20,000 words is as exact."""
    left = " ".join(str(card) for card in range(1, 6) if card != prize)
    found = chances("equilibrium", view("1 2 3 4 5", prize, prizes=left, cards=5))
    assert list(found.values()) == pytest.approx(published, abs=1.5e-4)


def test_equilibria_of_points_and_of_games_won_differ_by_the_lead():
    """After 4 and 3 are won, with 3 for 2 and 4 for 3, nothing can happen any more; but there are points left.

    Bids 1 and 2 against 1 and 4 give -2 and 1, or -1 and -1: a player who wants points
    bids 2.
    """
    seen = view("1 2", 1, other="1 4", prizes="2", cards=4)._replace(score=7)
    assert chances("equilibrium", seen, 100) == {1: 0, 2: 1}
    assert chances("equilibrium-win", seen, 100) == {1: 1, 2: 0}, (
        "the lowest where all is decided"
    )


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
    record = record_of(view("2 4", 3, other="1 5", prizes="1", pot=6, cards=5), VIEW)
    assert record.dtype.fields is not None
    assert all(
        np.issubdtype(kind.base, np.int64) for kind, *_ in record.dtype.fields.values()
    )
    assert record.dtype.itemsize == 8 * (11 + 4 + 4 + 5 + 31)
    seen = record.held, record.upcard, record.pot, record.cards, record.carry_over
    assert seen == (2, 3, 6, 5, 1)
    assert (record.hand, record.other, record.prizes) == (0b10100, 0b100010, 0b10)
    assert record.others.tolist() == [0b100010, 0, 0, 0]
