"""Which rules treat all seats alike: where a game claims it, packets that move on by a seat move the game on too."""

import random

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import sim
from sim.contract.game import seated
from sim.games import GAMES
from tests.games.test_any_rules import drawn_rules, has_deck, small_deals
from tests.support import tiers

SEATS = ("winner", "drunkard", "survivor", "first_deployer", "ahead")
"""Columns whose value is a player."""

OF_PLAYER_0 = ("aces", "rank_sum")
"""Columns about player 0's deal."""


def claims(name, options, policies=None):
    """Return whether the game says that the seats are alike."""
    game = sim.games()[name]
    return game.seats_alike(seated(game, game.rules.of(options), policies))


def moved_on(deals, players):
    """Return the deals with every packet moved on by a seat."""
    cards = deals.shape[1] // players * players
    table = deals[:, :cards].reshape(len(deals), -1, players)
    return np.concatenate(
        [np.roll(table, 1, axis=2).reshape(len(deals), -1), deals[:, cards:]], axis=1
    )


def seen_from_the_next_seat(played, players):
    """Return what would be told of the games if every player sat a seat further on."""
    names = [name for name in played.columns if name not in OF_PLAYER_0]
    # Of several players who run out in one round the drunkard is the one in the lowest
    # seat.
    names = [name for name in names if name != "drunkard" or players == 2]
    turned = played.select(names).with_columns(
        pl.when(pl.col(name) >= 0)
        .then((pl.col(name) + 1) % players)
        .otherwise(pl.col(name))
        .alias(name)
        for name in SEATS
        if name in names
    )
    numbered = {name for name in names if name[-1].isdigit()}
    return turned.rename(
        {name: f"{name[:-1]}{(int(name[-1]) + 1) % players}" for name in numbered}
    ).select(names)


def assert_moved(rows_before, rows_after, players):
    expected = seen_from_the_next_seat(rows_before, players)
    assert_frame_equal(
        expected, rows_after.select(expected.columns), check_dtypes=False
    )


@pytest.mark.parametrize("name", sorted(filter(has_deck, GAMES)))
def test_a_game_that_claims_it_moves_with_the_packets(name):
    """Rules without chance in play, drawn; a game that never claims it is told of below."""
    game, draw = GAMES[name], random.Random(name)
    for _ in range(tiers.size(100, 2000)):
        rules = drawn_rules(game, draw, small=True)
        if not game.seats_alike(rules) or not rules.deterministic:
            continue
        deals = small_deals(rules, draw)
        rows_before, rows_after = (
            sim.play(name, deals=rows, rules=rules.changed())
            for rows in (deals, moved_on(deals, rules.seats))
        )
        assert_moved(rows_before, rows_after, rules.seats)


BY_CHOICE = [
    ("gops", {}, ["match", "proportional"]),
    ("gops", {"carry_over": True}, ["match-pot", "beat-match"]),
    ("gops", {"cards": 6}, ["high-first", "match-plus-one"]),
    ("wilcox-war", {}, ["high", "win-cheaply"]),
    ("wilcox-war", {"decks": 1}, ["dump-or-win", "seek-ties"]),
    ("wargops", {}, ["high", "just-beat"]),
    ("wargops", {"copies": 2, "ties": "replace"}, ["median", "just-beat"]),
    ("wargops", {"players": 3, "last_pot": "orphan"}, ["high", "low", "just-beat"]),
    ("wargops", {"players": 4, "copies": 2}, ["high", "median", "median", "low"]),
]


@pytest.mark.parametrize(("name", "options", "policies"), BY_CHOICE)
def test_games_of_choice_move_with_the_policies(name, options, policies):
    """Policies without chance of their own: their games are the same when they change seats with their cards."""
    assert not claims(name, options, policies)
    assert claims(name, options, policies[:1] * len(policies))
    next_seats = policies[-1:] + policies[:-1]
    game = sim.games()[name]
    if game.undealt or name == "gops":
        rows_before, rows_after = (
            sim.play(name, 300, seed=4, rules=options, policies=who)
            for who in (policies, next_seats)
        )
    else:
        deals = sim.deal(name, 300, seed=4, rules=options)
        rows_before = sim.play(name, deals=deals, rules=options, policies=policies)
        rows_after = sim.play(
            name, deals=moved_on(deals, 2), rules=options, policies=next_seats
        )
    assert_moved(rows_before, rows_after, len(policies))


def test_seats_are_alike_in_wargame_unless_it_is_said_who_begins():
    """tests/games/wargame/test_kernel.py has its games with exchanged seats."""
    who = ["center/nine/surest/defend"] * 2
    assert claims("wargame", {}, who)
    assert not claims("wargame", {"first": 0}, who)


NOT_ALIKE = [
    ("war", {"pickup": "seat"}),
    ("war", {"pickup": "seat", "players": 3}),
    ("pyanitsa", {"pickup": "seat"}),
    ("ace-race", {"pickup": "seat", "speed": 1}),
    ("ace-race", {"speed": 1}),
    ("syrian-war", {}),
    ("beggar-my-neighbour", {}),
]


@pytest.mark.parametrize(("name", "options"), NOT_ALIKE)
def test_what_treats_seats_differently_is_not_claimed_to_be_alike(name, options):
    """In each of these some deal is another game when the packets change seats, so a claim would be wrong."""
    assert not claims(name, options)
    players = options.get("players", 2)
    deals = sim.deal(name, 300, seed=31, rules=options)
    rows_before, rows_after = (
        sim.play(name, deals=rows, rules=options)
        for rows in (deals, moved_on(deals, players))
    )
    expected = seen_from_the_next_seat(rows_before, players)
    assert not expected["winner"].equals(rows_after["winner"])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("war", {"hands": ["A A A A", "*rest"]}),
        ("tod-und-leben", {"hands": ["7 7 7 7", "8 8 8 8"]}),
        ("steal-war", {"hands": ["*5", "*rest"]}),
        ("ace-race", {"speed": 0.51}),
        ("casino-war", {}),
    ],
)
def test_named_hands_and_unequal_players_are_not_alike(name, options):
    assert not claims(name, options)


def own(view, chance):
    """Play the first card held: a user's own policy, which may look at its seat."""
    return int(view.hand[0])


def test_a_users_own_policy_is_not_taken_to_be_blind_to_its_seat():
    game = sim.games()["gops"]
    assert not game.seats_alike(seated(game, game.rules.of(), [own, own]))
