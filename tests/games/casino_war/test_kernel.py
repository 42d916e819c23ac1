"""The compiled Casino War against its rulebook, and its shoes against NumPy's Philox."""

import pytest

from sim.contract.game import outcome
from sim.engine.playing import play_block
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import CasinoWarRules
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


@pytest.mark.parametrize("options", SESSIONS, ids=str)
def test_every_session_agrees_with_the_rulebook(options):
    rules = CasinoWarRules.of(options)
    games = tiers.size(20, 200)
    played = rows_of(GAME, rules, play_block(GAME, rules, 5, 77, games))
    assert played == [
        outcome(GAME, rules, [[]], seed=5, number=number)
        for number in range(77, 77 + games)
    ]
