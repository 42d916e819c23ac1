"""Warm-up: one game under each set of rules, so that all is compiled and loaded before the clock starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.engine.playing import play_block

MOST_RULES = 50
"""The most variants that are warmed up: further ones are hardly of another kind."""


def warm_up(
    game: Game, rules: Sequence[GameRules], seed: int, tell: Callable[[], object] | None = None
) -> None:
    """Compile and load what playing needs; ``tell`` is called once if something has to be compiled."""
    from sim.kernels.compiling import compilation_told

    with compilation_told(tell or (lambda: None)):
        for variant in rules[:MOST_RULES]:
            play_block(game, variant, seed, 0, 1)
