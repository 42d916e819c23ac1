"""The deal of game k: what it depends on, what it contains, and that it favours no player."""

import itertools

import numpy as np
import pytest
from numpy.random import Philox
from scipy import stats

import sim
from sim.contract.deck_rules import DeckRules
from sim.deals.deck import check_deals, deal_rows, layout
from sim.errors import UserError
from sim.kernels.philox import (
    BUFFER,
    below,
    next_word,
    open_stream,
    philox_block,
    shuffle,
)
from sim.rng import MOST_PER_WORD, Chance, Stream, Words, batches
from tests.support.plain_deals import packets


def test_the_first_words_agree_with_the_published_known_answer():
    """Random123's known-answer vector for philox4x64-10 with an all-zero counter and key."""
    zero = np.uint64(0)
    words = philox_block(zero, zero, zero, zero)
    assert [f"{int(word):016x}" for word in words] == [
        "16554d9eca36314c",
        "db20fe9d672d0fdc",
        "d7e772cee186176b",
        "7e68b68aec7ba23b",
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63 + 5, 2**64 - 1])
@pytest.mark.parametrize("game", [0, 1, 2**40 + 3])
@pytest.mark.parametrize("stream", list(Stream))
def test_the_compiled_words_are_those_of_numpy(seed, game, stream):
    state = np.zeros(BUFFER, np.uint64)
    open_stream(state, np.uint64(game), np.uint64(stream))
    ours = [int(next_word(state, np.uint64(seed))) for _ in range(41)]
    numbers = np.array([seed, stream, 0, 0, game, 0], np.uint64)
    numpy_words = Philox(key=numbers[:2], counter=numbers[2:]).random_raw(41)
    assert ours == [int(word) for word in numpy_words]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 36, 52, 54, 200, 1024])
def test_a_shuffle_is_the_same_compiled_and_in_plain_python(size):
    state = np.zeros(BUFFER, np.uint64)
    for game in range(50):
        plain = list(range(size))
        Words(9, game, Stream.PLAY).shuffle(plain)
        compiled = np.arange(size, dtype=np.uint16)
        open_stream(state, np.uint64(game), np.uint64(Stream.PLAY))
        shuffle(compiled, 0, size, state, np.uint64(9))
        assert plain == compiled.tolist()


def test_a_bounded_draw_is_the_same_compiled_and_in_plain_python():
    state = np.zeros(BUFFER, np.uint64)
    for bound in (1, 2, 3, 53, 2**40 + 1):
        words = Words(4, 2, Stream.PLAY)
        open_stream(state, np.uint64(2), np.uint64(Stream.PLAY))
        for _ in range(20):
            assert below(bound, state, np.uint64(4)) == words.below(bound)


def test_a_rejected_batch_is_drawn_again_from_the_next_word(monkeypatch):
    """With word 0 the remainder after every draw is 0, below any bound, so the word must be rejected."""
    drawn = iter([0, (1 << 63) + 1])
    words = Words(0, 0, 0)
    monkeypatch.setattr(words, "next", lambda: next(drawn))
    cards = [0, 1, 2]
    words.shuffle(cards)
    # Slightly over half of the range: place 1 of 3; the remainder is over half again:
    # place 1 of 2.
    assert cards == [0, 2, 1]


@pytest.mark.parametrize("cards", [2, 3, 36, 52, 54, 104, 1024])
def test_the_batches_draw_every_bound_once_and_stay_below_the_limit(cards):
    shared = batches(cards)
    assert [bound for _, bounds in shared for bound in bounds] == list(
        range(cards, 1, -1)
    )
    assert all(product <= MOST_PER_WORD for product, _ in shared)
    assert all(
        product == int(np.prod(np.array(bounds, dtype=object)))
        for product, bounds in shared
    )


def test_the_first_deals_of_seed_1_are_frozen():
    """Computed once with numpy.random.Philox alone, by the recipe in the documentation, and recorded here."""
    deals = sim.deal("war", 3, seed=1)
    assert [row.tobytes().hex() for row in deals] == FROZEN


FROZEN = [
    "04090b03040a050e0e0207090a05040506070b0a02070b0908080b0e0e0803030d090c070c04020d080a060d0c06060d03020c05",
    "08070505030e020702090c0304030d09050a090a0a0b070a0d030c0504080e0c0e040606080b0b070e090c020d020b0d04080606",
    "02090a0408040c040b0b070607060e090a0d07030d0e0508050e02020b0a08060c03080709060c05030a040d0d030c0b090e0205",
]


def test_all_orders_of_four_cards_are_equally_likely():
    """A chi-square test over 24 orders; false alarms once in 10,000 seeds (this one is fixed)."""
    rules = DeckRules.of({"lowest": 1, "highest": 4, "copies": 1})
    rows = deal_rows(rules, 17, 0, 240_000).astype(np.int64)
    codes = rows @ np.array([64, 16, 4, 1])
    counts = np.array(
        [
            np.count_nonzero(codes == np.dot(order, [64, 16, 4, 1]))
            for order in itertools.permutations(range(1, 5))
        ]
    )
    assert counts.sum() == 240_000
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_buried_joker_is_equally_likely_at_every_place_of_each_packet():
    """Chi-square over 27 places for each player; false alarms once in 5,000 seeds together."""
    rules = DeckRules.of({"jokers": 2, "bury_jokers": True})
    rows = deal_rows(rules, 19, 0, 54_000)
    for player in range(2):
        packet = rows[:, player::2]
        assert ((packet == 15).sum(axis=1) == 1).all()
        counts = np.bincount((packet == 15).argmax(axis=1), minlength=27)
        assert stats.chisquare(counts).pvalue > 1e-4


def test_the_coins_of_the_rounds_are_the_bits_of_their_words():
    raw = Philox(key=[6, Stream.COIN], counter=[0, 0, 11, 0]).random_raw(5)
    chance = Chance(6, 11)
    asked = [0, 1, 63, 64, 130, 300]
    assert [chance.coin(turn) for turn in asked] == [
        bool(int(raw[turn // 64]) >> turn % 64 & 1) for turn in asked
    ]


def test_packets_are_dealt_round_the_table_one_card_at_a_time():
    rules = DeckRules.of({"lowest": 1, "highest": 5, "copies": 1})
    assert layout(rules).sizes == (2, 2)
    assert packets(rules, [5, 4, 3, 2, 1]) == [[5, 3], [4, 2]]


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        (
            [[1]],
            "deals of 1 card; a deal must have from 2 (one per player) to 1024 cards",
        ),
        ([[0, 3]], "deals: a card out of range; cards are codes from 1 to 255"),
        ([[3, 256]], "deals: a card out of range; cards are codes from 1 to 255"),
        ([[3, -1]], "deals: a card out of range; cards are codes from 1 to 255"),
    ],
)
def test_invalid_given_deals_are_refused(deals, message):
    with pytest.raises(UserError) as caught:
        check_deals(DeckRules.of(), np.array(deals))
    assert str(caught.value) == message


def test_deals_together_with_hands_are_refused():
    with pytest.raises(UserError, match="deals together with hands"):
        sim.play(
            "war", deals=np.ones((1, 4), np.uint8), rules={"hands": ["A", "*rest"]}
        )
