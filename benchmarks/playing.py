"""The cases measured for each registered game, by its kernel and by its rulebook."""

from collections.abc import Iterator
from functools import partial

from benchmarks.timing import Way, enough
from sim.contract.game import Game, outcome, seated
from sim.contract.rules import GameRules
from sim.engine.playing import play_block
from sim.engine.rows import BLOCK

MORE: dict[str, tuple[dict[str, object], ...]] = {
    "war": ({"players": 3, "pickup": "shuffled"}, {"players": 4}, {"players": 8}),
    "pyanitsa": ({"players": 3},),
    "ace-race": ({"jokers": 2},),
    "steal-war": ({"players": 4},),
    "casino-war": ({"bankroll": 100},),
}
"""Rules besides the default ones under which a game without choices is measured."""

MATCHES: dict[str, tuple[tuple[dict[str, object], tuple[str, str]], ...]] = {
    "gops": (
        ({}, ("match", "random")),
        ({}, ("match", "match-plus-one")),
        ({"carry_over": True}, ("match-pot", "beat-match")),
        ({"cards": 5}, ("equilibrium", "random")),
    ),
    "wargops": (
        ({}, ("random", "just-beat")),
        ({"ties": "replace"}, ("random", "random")),
    ),
    "wilcox-war": (
        ({}, ("win-cheaply", "random")),
        ({}, ("equilibrium-now", "random")),
        ({"play_on": True}, ("random", "win-cheaply")),
    ),
    "wargame": (
        ({}, ("counter/hottest/surest/defend", "mirror/nine/block/decisive")),
        ({}, ("search", "random")),
    ),
}
"""Matches to measure besides that of the usual policies: the rules and both policies."""


def cases(game: Game) -> Iterator[tuple[str, GameRules]]:
    """Yield the cases of a game with their labels: the default rules, and those named above."""
    if game.policies is None:
        for options in ({}, *MORE.get(game.name, ())):
            yield ", ".join([game.name, *_told(options)]), game.rules.of(options)
        return
    usual = game.policies.usual
    for options, (one, other) in (({}, (usual, usual)), *MATCHES.get(game.name, ())):
        label = ", ".join([f"{game.name}: {one} against {other}", *_told(options)])
        yield label, seated(game, game.rules.of(options), (one, other))


def _told(options: dict[str, object]) -> list[str]:
    return [f"{key} = {value}" for key, value in options.items()]


def kernel_of(game: Game, label: str, rules: GameRules) -> Way:
    """The way to deal and play about a tenth of a second's games."""
    return enough(label, partial(_play_blocks, game, rules))


def _play_blocks(game: Game, rules: GameRules, games: int) -> None:
    """Play games in blocks, as every command does.

    In one piece, columns of millions of games measure the memory, not the kernel.
    """
    for first in range(0, games, BLOCK):
        play_block(game, rules, 1, first, min(BLOCK, games - first))


def rulebook_of(game: Game, rules: GameRules, games: int) -> Way:
    """Return the way to deal and play the first games in plain Python."""

    def play() -> None:
        for number in range(games):
            packets = game.deals.packets(rules, game.deals.row(rules, 1, number))
            outcome(game, rules, packets, seed=1, number=number)

    return Way("rulebook", games, play)
