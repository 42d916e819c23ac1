"""The grid: the rule sets of War in the catalogue."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

from sim.contract.rules import GameRules
from sim.errors import UserError
from sim.games import find_game

FACE_DOWN = (0, 1, 2, 3, 4, 5, "rank")
RUN_OUT = ("lose", "last-card", "all-in", "fewest")
WON = ("winner-first", "loser-first", "latest-first", "seat", "shuffled", "pile")
"""Where won cards go: under the packet in an order, or onto a pile that is shuffled when the packet is used up."""

USUAL_WON = ("winner-first", "shuffled", "pile")
PACKS: tuple[dict[str, int], ...] = ({}, {"jokers": 2}, {"lowest": 6})
MORE_PLAYERS = (3, 4)
GAMES, FEWER_GAMES = 100_000, 20_000
"""The games of a rule set: most, and those of other packs, of more players, or that often never end."""


def rule_sets() -> Iterator[tuple[GameRules, int]]:
    """Yield each rule set and its number of games."""
    for pack, face_down, run_out, won in product(PACKS, FACE_DOWN, RUN_OUT, WON):
        # With no card face down a war takes one card: who is short of it has none to lay.
        if (face_down or run_out in RUN_OUT[:2]) and (not pack or won in USUAL_WON):
            games = FEWER_GAMES if pack or won == "seat" else GAMES
            yield _rules(**pack, face_down=face_down, run_out=run_out, won=won), games
    for players, face_down, won in product(MORE_PLAYERS, FACE_DOWN[:4], USUAL_WON):
        yield _rules(players=players, face_down=face_down, won=won), FEWER_GAMES


def changed(settings: dict[str, object], games: int) -> dict[GameRules, int]:
    """Return the rule sets that most games are kept of, with some options changed, as far as they go together."""
    game = find_game("war")
    sets = {}
    for rules, usual in rule_sets():
        with suppress(UserError):
            if usual == GAMES:
                sets[game.rules.of(rules.changed() | settings)] = games
    return sets


def _rules(won: str, **options: Any) -> GameRules:
    place = {"captured": "pile-shuffled"} if won == "pile" else {"pickup": won}
    rules: GameRules = find_game("war").rules.of(options | place)
    return rules
