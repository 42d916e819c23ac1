"""Any rules of any game: the kernel plays the games of the rulebook, column for column.

Rules and policies are drawn, so that a new game or option is taken up by itself. Half of
the decks are so small that all their deals are played.
"""

import math
import random

import numpy as np
import pytest

import sim
from sim.contract.game import outcome, seated
from sim.deals.orders import Orders
from sim.engine.playing import play_block
from sim.games import GAMES
from tests.support import tiers
from tests.support.both_ways import assert_rows_agree, assert_same, rows_of

TEXTS = {
    "hands": (
        ["*3", "*rest"],
        ["A A A A", "*rest"],
        ["*8 -A", "*rest"],
        ["*5", "*5"],
        ["*1", "*2", "*rest"],
        ["A A A A", "*rest", "2", "*rest"],
    ),
    "penalties": (["J 3", "A 1", "10 2"], ["J 1"], ["2 255", "3 1"], ["* 5"], []),
}
"""The values of options that are lists of texts."""

CAPS = {
    "max_rounds": (1, 3, 40, 1000),
    "max_turns": (20, 300),
    "hands": (1, 20, 60),
    "session": (1, 2, 3),
}
"""What ends games that the rulebook would tell for long, wherever it can be agreed."""

MOST = 40
"""The largest number that is drawn above the least one."""

SMALL = ((1, 3, 2), (10, 12, 2), (13, 14, 4), (2, 5, 2), (9, 11, 3))
"""The lowest and the highest rank of small decks, and the copies."""


def value_of(option, draw):
    """A value of an option: a small number more often than a large one."""
    if option.schema.get("type") == "array":
        return draw.choice(TEXTS[option.name])
    if isinstance(option.default, bool):
        return draw.random() < 0.5
    if isinstance(option.default, float):
        return draw.choice((option.low, option.high, round(draw.random(), 2)))
    if option.low == -math.inf or (option.choices and draw.random() < 0.5):
        return draw.choice(option.choices)
    reach = min(option.high - option.low, MOST)
    return int(option.low) + int((reach + 1) ** draw.random()) - 1


def drawn_rules(game, draw, small):
    """Rules in which each option is changed in one of four, and policies of the players."""
    known = {option.name: option for option in game.options}
    while True:
        options = {
            name: value_of(option, draw)
            for name, option in known.items()
            if draw.random() < 1 / 4
        }
        capped = {
            name: draw.choice(values)
            for name, values in CAPS.items()
            if name in known and known[name].schema.get("type") != "array"
        }
        if small:
            deck = zip(("lowest", "highest", "copies"), draw.choice(SMALL), strict=True)
            options |= dict(deck)
            capped["max_rounds"] = draw.choice((3, 7, 300))
        policies = None
        if game.policies:
            names = [name for name in game.policies.names() if "search" not in name]
            policies = draw.choices(names, k=options.get("players", 2))
        for caps in (capped, {}):
            try:
                return seated(game, game.rules.of(options | caps), policies)
            except sim.UserError:
                continue


def has_deck(name):
    """Whether a game is dealt from a deck, which may be small."""
    return any(option.name == "highest" for option in GAMES[name].options)


def small_deals(rules, draw):
    """All deals of a small deck, or as many of a larger one."""
    every = Orders(rules.deck.cards())
    step = -(-every.total // 100)
    first = draw.randrange(step)
    return np.array([every.row(number) for number in range(first, every.total, step)])


@pytest.mark.parametrize("name", sorted(filter(has_deck, GAMES)))
def test_the_kernel_plays_every_deal_of_small_decks_as_the_rulebook(name):
    draw = random.Random(name)
    for _ in range(tiers.size(50, 1500)):
        rules = drawn_rules(GAMES[name], draw, small=True)
        assert_same(name, rules, small_deals(rules, draw).astype(np.uint8))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_kernel_plays_the_games_of_the_rulebook(name):
    """Searching policies take long: Wargame's tests have them."""
    game, draw = GAMES[name], random.Random(name)
    on_request = [column.name for column in game.on_request if column.of_packet is None]
    for _ in range(tiers.size(60, 3000)):
        rules = drawn_rules(game, draw, small=False)
        if on_request and draw.random() < 0.5:
            rules = game.asking(rules, on_request)
        seed, first = draw.choice(((1, 0), (2**64 - 1, 2**61)))
        told = [
            outcome(
                game,
                rules,
                game.deals.packets(rules, game.deals.row(rules, seed, number)),
                seed=seed,
                number=number,
            )
            for number in range(first, first + 5)
        ]
        columns = play_block(game, rules, seed, first, 5)
        assert_rows_agree(
            told,
            rows_of(game, rules, columns),
            lambda place, rules=rules, seed=seed, first=first: (
                f"game {first + place} of seed {seed}, {rules}"
            ),
        )
