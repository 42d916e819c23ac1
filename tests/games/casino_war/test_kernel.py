"""The compiled Casino War against its rulebook, and its shoes against NumPy's Philox."""

import numpy as np
import pytest

import sim
from sim.contract.game import outcome
from sim.engine.playing import play_block, play_rows
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import RESULTS, CasinoWarRules
from sim.games.casino_war.shoe import deal_rows
from tests.support import tiers
from tests.support.both_ways import rows_of

ROUNDS = [
    {},
    {"decks": 1},
    {"decks": 8},
    {"decks": 7, "burn": 4},
    {"decks": 8, "on_tie": "surrender"},
    {"decks": 1, "burn": 48, "tie_bet": 12},
    {"decks": 2, "burn": 0, "tie_bonus": 3, "tie_bet": 8},
]

SESSIONS = [
    {"bankroll": 10, "hands": 50},
    {"bankroll": 5, "stake": 2, "decks": 8},
    {"bankroll": 20, "goal": 5, "stop_loss": 7, "on_tie": "surrender"},
    {"bankroll": 50, "hands": 120, "penetration": 0.75, "tie_bonus": 1},
    {
        "bankroll": 50,
        "hands": 200,
        "penetration": 1.0,
        "decks": 1,
        "burn": 10,
        "tie_bet": 12,
    },
    {
        "bankroll": 50,
        "hands": 40,
        "penetration": 0.01,
        "decks": 2,
        "on_tie": "surrender",
    },
    {"bankroll": 50, "hands": 100, "decks": 1, "burn": 48},
    {"bankroll": 60, "hands": 100, "staking": "double", "most_stake": 16},
    {
        "bankroll": 200,
        "hands": 300,
        "staking": "share",
        "share": 7,
        "stake": 5,
        "tie_bonus": 1,
    },
    {
        "bankroll": 90,
        "hands": 90,
        "staking": "double",
        "stake": 2,
        "penetration": 0.8,
        "on_tie": "surrender",
    },
]


@pytest.mark.parametrize("options", ROUNDS, ids=str)
def test_every_round_agrees_with_the_rulebook(options):
    rules = CasinoWarRules.of(options)
    games = tiers.size(500, 20_000)
    played = rows_of(GAME, rules, play_block(GAME, rules, 5, 1000, games))
    dealt = deal_rows(rules, 5, 1000, games).tolist()
    assert played == [outcome(GAME, rules, [shoe]) for shoe in dealt]


@pytest.mark.parametrize("options", ROUNDS[:3], ids=str)
def test_a_round_alone_is_the_same_as_among_others(options):
    rules = CasinoWarRules.of(options)
    first = 2**63 - 1000
    games = 1500
    played = play_block(GAME, rules, 2**64 - 1, first, games)["result"]
    alone = [
        int(play_block(GAME, rules, 2**64 - 1, first + place, 1)["result"][0])
        for place in range(games)
    ]
    assert played.tolist() == alone
    assert set(alone) == {
        RESULTS.index(name)
        for name in ("win", "lose", "war-win", "war-tie", "war-lose")
    }


@pytest.mark.parametrize("options", SESSIONS, ids=str)
def test_every_session_agrees_with_the_rulebook(options):
    rules = CasinoWarRules.of(options)
    games = tiers.size(20, 200)
    played = rows_of(GAME, rules, play_block(GAME, rules, 5, 77, games))
    assert played == [
        outcome(GAME, rules, [[]], seed=5, number=number)
        for number in range(77, 77 + games)
    ]


@pytest.mark.parametrize("options", ROUNDS, ids=str)
def test_drawing_only_the_cards_turned_up_gives_the_same_rounds_as_the_whole_shoe(
    options,
):
    """Thousands of shoes: drawn card by card, and shuffled to the end and then played."""
    rules = CasinoWarRules.of(options)
    for first in range(0, tiers.size(20_000, 100_000), 20_000):
        drawn = play_block(GAME, rules, 11, first, 20_000)
        whole = play_rows(GAME, rules, deal_rows(rules, 11, first, 20_000), 11, first)
        assert sorted(drawn) == sorted(whole)
        assert [
            name for name in drawn if not np.array_equal(drawn[name], whole[name])
        ] == []
        assert len(drawn["result"]) == 20_000


def test_a_shoe_is_the_shuffled_deck_read_backwards():
    """From the words of NumPy's Philox alone: seven cards of six decks share one word."""
    for number in range(50):
        word = np.random.Philox(
            key=np.array([3, 0], np.uint64),
            counter=np.array([0, 0, number, 0], np.uint64),
        ).random_raw()
        deck = [rank for rank in range(2, 15) for _ in range(24)]
        left = int(word)
        dealt = []
        bounds = range(312, 305, -1)
        for bound in bounds:
            place, left = divmod(left * bound, 2**64)
            dealt.append(deck[place])
            deck[place] = deck[bound - 1]
        if left >= 2**64 % np.prod([*bounds], dtype=object):
            assert (
                sim.deal("casino-war", 1, seed=3, first=number)[0, :7].tolist() == dealt
            )
