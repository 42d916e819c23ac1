"""Named hands and their random cards: what is dealt, how likely it is, and what is refused."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import sim
from reports.sections.rules import rules_in_words
from sim.deals.deck import deal_rows
from sim.deals.hands import Hand, hand_sizes, read_hand
from sim.errors import UserError
from sim.games.war.rules import WarRules
from tests.support import tiers
from tests.support.plain_deals import packets

HANDS = (
    {"hands": ["A A A A", "*rest"]},
    {"hands": ["*rest", "A K Q"]},
    {"hands": ["3", "2"]},
    {"players": 3, "hands": ["*rest", "A 2 3", "*rest"]},
    {"players": 4, "jokers": 2, "hands": ["2 3", "*rest", "7 7 * 9", "*rest"]},
    {"hands": ["A A A *23", "*rest"]},
    {"hands": ["A A A -A *23", "*rest"]},
    {"hands": ["*5", "*rest"]},
    {"hands": ["*26", "*26"]},
    {"hands": ["* *3 *", "-* *10"], "jokers": 3},
    {"players": 3, "hands": ["*rest", "-2 -3 K *7", "*rest"]},
    {"players": 4, "hands": ["-K *4", "*rest", "-A -K *9", "2 2 *1"]},
)


def rules_of(options):
    return WarRules.of(options)


def assert_deals(rules, seed, first, games):
    """Each deal is the whole deck, and every packet matches its hand."""
    hands = [read_hand(text) for text in rules.hands or ()]
    left = rules.deck.size - sum(len(hand.cards) + hand.random for hand in hands)
    share = left // max(sum(hand.is_rest for hand in hands), 1)
    rows = deal_rows(rules, seed, first, games).tolist()
    for row in rows:
        assert sorted(row) == rules.deck.cards()
        held = packets(rules, row)
        assert [len(packet) for packet in held] == list(hand_sizes(rules))
        for hand, packet in zip(hands, held, strict=True):
            named = Counter(hand.cards)
            dealt = Counter(packet)
            random = dealt - named
            assert named <= dealt
            assert random.total() == (share if hand.is_rest else hand.random)
            assert not hand.barred & set(random)


@pytest.mark.parametrize("options", HANDS)
def test_deals_of_a_whole_pack_match_their_hands(options):
    assert_deals(rules_of(options), 3, 2**40, 101)


# Probabilities.


def deals_of(hands, cards):
    """Return every deal of different cards to two hands of random cards and a share of the rest, orders included."""
    first, second = (hand.random for hand in hands[:2])
    return [
        (order[:first], order[first : first + second], order[first + second :])
        for order in itertools.permutations(cards)
        if not hands[0].barred & set(order[:first])
        and not hands[1].barred & set(order[first : first + second])
    ]


@pytest.mark.parametrize(
    "hands",
    [
        ["*2", "*1", "*rest"],
        ["-5 *2", "*1", "*rest"],
        ["*1", "-5 *2", "*rest"],
        ["-5 *2", "-5 *1", "*rest"],
        ["-2 -5 *1", "-2 -5 *2", "*rest"],
    ],
)
def test_every_deal_that_the_hands_allow_is_equally_likely(hands):
    """A chi-square test over all orders of five cards; false alarms once in 10,000 seeds for each of the hands."""
    rules = rules_of(
        {"players": 3, "lowest": 1, "highest": 5, "copies": 1, "hands": hands}
    )
    possible = deals_of([read_hand(text) for text in hands], range(1, 6))
    rows = deal_rows(rules, 23, 0, tiers.size(40, 1000) * len(possible)).tolist()
    found = Counter(tuple(map(tuple, packets(rules, row))) for row in rows)
    assert set(found) == set(possible)
    assert stats.chisquare([found[deal] for deal in possible]).pvalue > 1e-4


def test_seats_that_bar_different_ranks_choose_one_after_the_other():
    """Each gets any remaining card that the hand does not bar, equally likely; false alarms once in 10,000 seeds."""
    hands = ["-1 *1", "-2 *1", "*rest"]
    rules = rules_of(
        {"players": 3, "lowest": 1, "highest": 4, "copies": 1, "hands": hands}
    )
    expected = {
        (one, other): Fraction(1, 3) / len({1, 3, 4} - {one})
        for one in (2, 3, 4)
        for other in {1, 3, 4} - {one}
    }
    games = 60_000
    found = Counter(map(tuple, deal_rows(rules, 24, 0, games)[:, :2].tolist()))
    assert set(found) == set(expected)
    counts = [found[pair] for pair in expected]
    assert (
        stats.chisquare(
            counts, [games * float(share) for share in expected.values()]
        ).pvalue
        > 1e-4
    )


def test_named_and_random_cards_are_mixed_in_a_packet():
    """The three aces can be anywhere among the 26; chi-square over the places, false alarms once in 10,000 seeds."""
    rules = rules_of({"hands": ["A A A -A *23", "*rest"]})
    aces = (deal_rows(rules, 25, 0, 26_000)[:, :26] == 14).sum(axis=0)
    # Places within a deal exclude each other, so the statistic is 25/23 times a
    # chi-square with 25 degrees of freedom.
    expected = 3000
    statistic = ((aces - expected) ** 2 / expected).sum() * 25 / 23
    assert aces.sum() == 26 * expected
    assert stats.chi2.sf(statistic, 25) > 1e-4


# Wherever rules are given.


def test_the_columns_of_the_deal_follow_the_packets():
    rules = {"hands": ["A A *23", "*rest"]}
    rows = sim.deal("war", 300, seed=4, rules=rules)
    played = sim.play("war", 300, seed=4, rules=rules)
    packet = rows[:, :25].astype(int)
    assert played["aces"].to_list() == (packet == 14).sum(axis=1).tolist()
    low_aces = np.where(packet == 14, 14, packet)
    assert played["rank_sum"].to_list() == low_aces.sum(axis=1).tolist()


def test_packets_of_a_game_played_once_must_be_of_equal_size():
    played = sim.play("tod-und-leben", 20, rules={"hands": ["A *6", "*7"]})
    assert (played["cards_0"] + played["cards_1"]).to_list() == [14] * 20
    with pytest.raises(UserError, match="packets of 7 and 8 cards"):
        sim.play("tod-und-leben", 1, rules={"hands": ["*7", "*8"]})


def test_the_report_describes_hands_in_words():
    told = rules_in_words(
        sim.games()["war"], rules_of({"hands": ["A A A -A *23", "*rest"]})
    )
    assert (
        "The first player gets three aces and 23 random cards (no A) and the second player gets all the others"
        in told[1]
    )


# Hands that cannot be dealt.


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (
            ["*60", "*rest"],
            "hands: 60 random cards, but only 52 that no hand names; ask for fewer",
        ),
        (
            ["A *48", "K *4"],
            "hands: 52 random cards, but only 50 that no hand names; ask for fewer",
        ),
        (
            ["*52", "*rest"],
            "hands: a player without a card; each player needs at least one",
        ),
        (["A", " "], "hands: a player without a card; each player needs at least one"),
        (
            ["A A A A A", "*rest"],
            "hands: the deck has no further A; name only cards that are in the deck",
        ),
        (
            ["*0", "*rest"],
            "hands: '*0' has *0; give one number of random cards, such as \"*23\"",
        ),
        (
            ["*5 *3", "*rest"],
            "hands: '*5 *3' has two numbers with a star; give one number of random cards, such as \"*23\"",
        ),
        (
            ["A -A", "*rest"],
            "hands: 'A -A' bars cards but has no random ones; say how many it has, such as \"-A *23\"",
        ),
        (
            ["A *rest", "K"],
            "hands: 'A *rest' combines '*rest' with cards; '*rest' must be the whole hand",
        ),
        (
            ["-15 *5", "*rest"],
            "hands: the deck has no further *; name only cards that are in the deck",
        ),
        (
            ["-B *5", "*rest"],
            "hands: 'B' is not a card; cards are 2 to 10, J, Q, K, A, * (the joker) or a number",
        ),
        (
            ["-A *49", "*rest"],
            "hands: '-A *49' may find only 48 cards other than A; ask for fewer random cards, or name cards",
        ),
        (
            ["-A *26", "-A *23"],
            "hands: '-A *23' may find only 22 cards other than A; ask for fewer random cards, or name cards",
        ),
    ],
)
def test_hands_that_cannot_be_dealt_are_refused_in_a_line(hands, message):
    with pytest.raises(UserError) as caught:
        sim.play("war", 1, rules={"hands": hands})
    assert str(caught.value) == message


def test_a_star_alone_is_still_the_joker():
    assert read_hand("* *") == Hand("* *", (15, 15))
    assert read_hand("*2 *") == Hand("*2 *", (15,), random=2)
