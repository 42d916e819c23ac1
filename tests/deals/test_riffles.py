"""New and played packs and their riffles, against an independent riffle, the rulebook of War and the published odds."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb

import numpy as np
import pytest
from numpy.random import Philox

import sim
from sim.contract.deck_rules import DeckRules
from sim.contract.events import Outcome
from sim.errors import UserError
from sim.games import packs
from sim.games.war.rules import WarRules
from sim.games.war.table import WarTable
from sim.rng import Chance
from tests.support import tiers

DECKS = (
    {},
    {"jokers": 2},
    {"lowest": 1, "highest": 13},
    {"lowest": 1, "highest": 3, "copies": 3},
    {"lowest": 1, "highest": 2, "copies": 2},
    {"lowest": 1, "highest": 4, "copies": 3},
    {"lowest": 1, "highest": 70, "copies": 1},
)
SEED = 2**64 - 5  # the game before has a seed beyond the last one


def rising(order):
    """Return the rising sequences of an order of 0, 1, 2, ..."""
    places = [order.index(card) for card in range(len(order))]
    return 1 + sum(after < before for before, after in pairwise(places))


def dropped(cards, words):
    """Return the cards after a riffle told as people do it: cut, then drop from the bottom of either part."""
    coins = [word >> bit & 1 for word in words for bit in range(64)][: len(cards)]
    cut = len(coins) - sum(coins)
    upper = cards[:cut]
    lower = cards[cut:]
    pack = []
    for coin in reversed(coins):
        pack.insert(0, (lower if coin else upper).pop())
    return pack


def left_by_war(cards, **deck):
    """The pack that a game of War leaves, by the rulebook: the winner's cards first, the undealt ones last."""
    dealt = len(cards) // 2 * 2
    table = WarTable(
        WarRules(**deck), [cards[:dealt:2], cards[1:dealt:2]], Chance(0, 0)
    )
    *_, outcome = table.play()
    assert isinstance(outcome, Outcome)
    first = max(outcome.row["winner"], 0)
    return [*table.packets[first], *table.packets[1 - first], *cards[dealt:]]


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["new", "played"])
@pytest.mark.parametrize("deck", DECKS)
def test_packs_and_riffles_are_as_the_text_says(deck, pack):
    rules = DeckRules.of({**deck, "pack": pack, "riffles": 3})
    suits = [*range(rules.lowest, rules.highest + 1)] * rules.copies + [
        15
    ] * rules.jokers
    games = tiers.size(40, 200)
    before = packs.deal_rows(DeckRules.of(deck), (SEED + 2**61) % 2**64, 1000, games)
    ends = set()
    for game, row in enumerate(packs.deal_rows(rules, SEED, 1000, games), 1000):
        cards = suits
        if pack == "played":
            cards = left_by_war(before[game - 1000].tolist(), **deck)
        keys = np.array([SEED, 0, 0, 0, game, 0], np.uint64)
        words = Philox(key=keys[:2], counter=keys[2:]).random_raw(
            (3, -(-len(cards) // 64))
        )
        for riffle in words.tolist():
            cards = dropped(list(cards), riffle)
        assert row.tolist() == cards
        ends.add(tuple(cards))
    assert len(ends) > 1


def test_small_games_that_cycle_and_draw_leave_their_packs_too():
    seen = set()
    for deck in (
        {"lowest": 1, "highest": 4, "copies": 2},
        {"lowest": 1, "highest": 2, "copies": 3},
    ):
        rules = DeckRules.of({**deck, "pack": "played", "riffles": 0})
        rows = packs.deal_rows(DeckRules.of(deck), 1 + 2**61, 0, 2000)
        left = packs.deal_rows(rules, 1, 0, 2000)
        assert left.tolist() == [left_by_war(row, **deck) for row in rows.tolist()]
        seen |= set(
            sim.play("war", 2000, seed=1 + 2**61, rules=deck)["ending"].unique()
        )
    assert {"cards", "run-out", "draw", "cycle"} <= seen


@pytest.mark.parametrize("cards", [3, 4])
def test_every_order_has_the_chance_of_its_rising_sequences(cards):
    """After one riffle C(2 + n - r, n) / 2^n, after two C(4 + n - r, n) / 4^n (Bayer and Diaconis 1992)."""
    once = Counter()
    twice = Counter()
    for first, second in product(range(2**cards), repeat=2):
        after = dropped(list(range(cards)), [first])
        once[tuple(after)] += 1
        twice[tuple(dropped(after, [second]))] += 1
    for order in permutations(range(cards)):
        for riffles, counted in ((1, once), (2, twice)):
            ways = comb(2**riffles + cards - rising(order), cards)
            assert Fraction(counted[order], 4**cards) == Fraction(
                ways, 2 ** (riffles * cards)
            )


PUBLISHED = (
    # pack, riffles, games; rounds with their 95 % error, player 0's share with its own,
    # of an independent program
    ("new", 1, 20_000, 273.8, 3.2, 0.431, 0.007),
    ("new", 3, 20_000, 289.4, 3.2, 0.479, 0.007),
    ("new", 5, 3_000, 293.4, 8.3, 0.500, 0.018),
    ("played", 1, 8_000, 292.8, 5.2, 0.506, 0.011),
)


@pytest.mark.parametrize(
    ("pack", "riffles", "theirs", "rounds", "error", "share", "apart"), PUBLISHED
)
def test_an_independent_program_found_the_same(
    pack, riffles, theirs, rounds, error, share, apart
):
    """Within four standard errors of both samples: about one false alarm in 16,000 for each of eight figures."""
    games = tiers.size(20_000, 200_000)
    played = sim.play("war", games, rules={"pack": pack, "riffles": riffles}, workers=2)
    wider = 4 / 1.96 * (1 + theirs / games) ** 0.5
    assert abs(played["rounds"].mean() - rounds) < wider * error
    assert abs((played["winner"] == 0).mean() - share) < wider * apart


@pytest.mark.parametrize(
    "game",
    [
        "pyanitsa",
        "ace-race",
        "tod-und-leben",
        "steal-war",
        "syrian-war",
        "beggar-my-neighbour",
    ],
)
@pytest.mark.parametrize("pack", ["new", "played"])
def test_other_games_are_dealt_such_packs_and_replayed(game, pack):
    rules = {"pack": pack, "riffles": 2}
    replayed = sim.replay(game, 5, rules=rules)
    assert list(replayed.deal) == sim.deal(game, 1, first=5, rules=rules)[0].tolist()
    assert sorted(replayed.deal) == sorted(replayed.rules.deck.cards())


def test_variants_share_the_deal_and_given_deals_are_left_alone():
    options = {"pack": "new", "riffles": 2}
    deals = sim.deal("war", 50, rules=options)
    assert (
        deals
        == sim.deal("war", 50, rules={**options, "face_down": 3, "pickup": "shuffled"})
    ).all()
    assert sim.play("war", deals=deals, rules=options).equals(
        sim.play("war", 50, rules=options)
    )


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"riffles": 7}, "riffles"),
        ({"pack": "shuffled", "riffles": 3}, "riffles"),
        ({"pack": "new", "riffles": 31}, "riffles"),
        ({"pack": "old"}, "pack"),
        ({"pack": "new", "hands": ["A A", "*rest"]}, "hands"),
        ({"pack": "played", "bury_jokers": True, "jokers": 2}, "bury_jokers"),
    ],
)
def test_what_cannot_be_dealt_is_refused(options, where):
    with pytest.raises(UserError) as refused:
        sim.play("war", 1, rules=options)
    assert refused.value.where == where
    assert refused.value.cure
