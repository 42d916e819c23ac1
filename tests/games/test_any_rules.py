"""Any rules of any game: the kernel plays the games of the rulebook, column for column.

Rules and policies are drawn, so that a new game or option is taken up by itself.
"""

import math
import random

import pytest

import sim
from sim.contract.game import outcome, seated
from sim.engine.playing import play_block
from sim.games import GAMES
from tests.support import tiers
from tests.support.both_ways import assert_rows_agree, rows_of

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
            lowest, copies = draw.choice(((11, 2), (12, 2), (12, 3), (13, 4)))
            options |= {"lowest": lowest, "highest": 14, "copies": copies}
            capped["max_rounds"] = 1000
        policies = None
        if game.policies:
            names = [name for name in game.policies.names() if "search" not in name]
            policies = draw.choices(names, k=options.get("players", 2))
        for caps in (capped, {}):
            try:
                return seated(game, game.rules.of(options | caps), policies)
            except sim.UserError:
                continue


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_kernel_plays_the_games_of_the_rulebook(name):
    """Half of the decks are small. Searching policies take long: Wargame's tests have them."""
    game, draw = GAMES[name], random.Random(name)
    has_deck = any(option.name == "highest" for option in game.options)
    on_request = [column.name for column in game.on_request if column.of_packet is None]
    for turn in range(tiers.size(100, 5000)):
        small = has_deck and turn % 2 == 1
        games = 30 if small else 5
        rules = drawn_rules(game, draw, small)
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
            for number in range(first, first + games)
        ]
        columns = play_block(game, rules, seed, first, games)
        assert_rows_agree(
            told,
            rows_of(game, rules, columns),
            lambda place, rules=rules, seed=seed, first=first: (
                f"game {first + place} of seed {seed}, {rules}"
            ),
        )
