"""Tod und Leben: games worked by hand, the published share of draws, and
the exact distribution."""

import time
from collections import Counter
from fractions import Fraction

import pytest

import sim
from sim.errors import UserError
from sim.games.tod_und_leben.odds import tod_und_leben
from sim.games.tod_und_leben.rules import TodUndLebenRules
from tests.support.both_ways import (
    assert_same,
    events,
    of_kind,
    row,
    shown,
)
from tests.support.decks import arrangements

GAME = "tod-und-leben"

# Games worked by hand.


def test_the_higher_card_takes_the_trick_and_the_cards_are_not_played_again():
    assert shown(GAME, "A 7 9", "K 8 10") == {
        "winner": 1,
        "cards_0": 2,
        "cards_1": 4,
        "rounds": 3,
    }
    course = events(GAME, "A 7 9", "K 8 10")
    settled = of_kind(sim.contract.events.Settled, course)
    assert [event.packets for event in settled][-1] == ((), ())
    assert settled[-1].piles == ((14, 13), (8, 7, 10, 9))


def test_of_equal_cards_the_next_decide_and_the_trick_has_four_cards():
    assert shown(GAME, "A 8 7", "A 9 K") == {
        "winner": 1,
        "cards_1": 6,
        "rounds": 2,
        "wars": 1,
        "single_wars": 1,
    }


def test_if_the_last_cards_are_equal_each_takes_their_own_back():
    assert shown(GAME, "9 A", "7 A") == {"cards_0": 3, "cards_1": 1, "rounds": 2}


def test_if_the_next_to_last_cards_were_also_equal_each_takes_back_both():
    assert shown(GAME, "9 K A", "7 K A") == {
        "cards_0": 4,
        "cards_1": 2,
        "rounds": 2,
        "wars": 1,
        "single_wars": 1,
    }


def test_equally_many_cards_are_a_draw():
    assert row(GAME, "7 A", "8 K")["winner"] == -1
    assert shown(GAME, "7 7 7", "7 7 7") == {
        "winner": -1,
        "cards_0": 3,
        "cards_1": 3,
        "rounds": 1,
        "wars": 2,
        "double_wars": 1,
    }


def test_the_pack_has_32_cards_from_7_to_ace():
    deck = TodUndLebenRules.of().deck
    assert (deck.size, deck.lowest, deck.highest) == (32, 7, 14)


def test_packets_of_different_sizes_are_refused():
    with pytest.raises(UserError) as refused:
        TodUndLebenRules.of({"hands": ["A A A A", "*rest"]})
    assert str(refused.value) == (
        "hands: packets of 4 and 28 cards; they are played once, card against card: give both the same number of cards"
    )
    assert TodUndLebenRules.of({"hands": ["A A 7", "K K K"]}).hands == (
        "A A 7",
        "K K K",
    )


# Exactly.


@pytest.mark.parametrize(
    ("lowest", "highest", "copies", "jokers"),
    [(1, 3, 2, 0), (1, 2, 4, 0), (1, 4, 2, 0), (1, 2, 3, 1), (1, 6, 1, 1)],
)
def test_the_exact_chances_are_those_of_all_deals_of_small_decks(
    lowest, highest, copies, jokers
):
    """Each different order of a deck is equally likely."""
    odds = tod_und_leben(lowest, highest, copies, jokers)
    cards = [rank for rank in range(lowest, highest + 1) for _ in range(copies)] + [
        15
    ] * jokers
    deals = arrangements(cards)
    rules = TodUndLebenRules.of(
        {"lowest": lowest, "highest": highest, "copies": copies, "jokers": jokers}
    )
    rows = assert_same(GAME, rules, deals)
    for column in ("cards_0", "cards_1"):
        counted = Counter(row[column] for row in rows)
        assert {
            value: Fraction(count, len(rows)) for value, count in counted.items()
        } == odds.cards
    rounds = sum(row["rounds"] for row in rows)
    assert Fraction(rounds, len(rows)) == odds.mean_rounds
    assert Fraction(sum(row["winner"] == -1 for row in rows), len(rows)) == odds.draw
    assert Fraction(sum(row["winner"] == 0 for row in rows), len(rows)) == odds.win


def test_the_chances_of_a_whole_pack_take_a_moment():
    """A report computes them each time it is rendered; counting lead by lead took half a minute of processor time."""
    started = time.process_time()
    odds = tod_und_leben(lowest=2)
    assert time.process_time() - started < 5
    assert sum(odds.cards.values()) == 1


def test_chances_with_32_cards_agree_with_those_found_by_hand():
    """The last two cards are equal with chance 3/31; every battle but those that tie ends a trick."""
    odds = tod_und_leben()
    assert odds.tie == Fraction(3, 31)
    assert odds.mean_rounds == 16 * Fraction(28, 31) + Fraction(3, 31)
    assert sum(odds.cards.values()) == 1
    assert all(odds.cards[cards] == odds.cards[32 - cards] for cards in odds.cards)


def test_the_exact_share_of_draws_is_the_published_one():
    """Published: 16.25 % ± .02."""
    assert abs(float(tod_und_leben().draw) - 0.1625) < 0.0002
    assert sim.exact.tod_und_leben().draw == tod_und_leben().draw


def test_a_deck_that_is_too_large_is_refused():
    with pytest.raises(UserError, match="a deck of 104 cards"):
        tod_und_leben(2, 14, 8)
    with pytest.raises(UserError, match="a deck of 1 card;"):
        tod_und_leben(7, 7, 1)
