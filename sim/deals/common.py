"""Whether variants share their deals: game ``k`` is the same deal under two variants only if their decks are the same.

A deal depends on the seed, the number of the game, and the deck with its seats and hands. Variants are always paired by
the number of the game. Nothing is dealt here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules


def in_common(game: Game, variants: Sequence[GameRules]) -> str:
    """Return in words what games with the same number have in common under all variants; "" if nothing is certain.

    Examples
    --------
    >>> from sim.games import find_game
    >>> war = find_game("war")
    >>> in_common(war, [war.rules(face_down=1), war.rules(face_down=3)])
    'on the same deals'
    """
    if game.undealt:
        return "with the same chance for each seat"
    return "on the same deals" if same_deals(game, variants) else ""


def same_deals(game: Game, variants: Sequence[GameRules]) -> bool:
    """Return whether game ``k`` is the same deal under all variants, for every ``k`` and every seed.

    Examples
    --------
    >>> from sim.games import find_game
    >>> war = find_game("war")
    >>> same_deals(war, [war.rules(face_down=1), war.rules(face_down=3)])
    True
    >>> same_deals(war, [war.rules(), war.rules(jokers=2)])
    False
    """
    return len({game.deals.same(rules) for rules in variants}) <= 1
