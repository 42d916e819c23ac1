"""Shared deals: variants under which game ``k`` is the same deal.

Their decks, seats and hands are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.contract.game import Game
    from sim.contract.rules import GameRules


def in_common(game: Game, variants: Sequence[GameRules]) -> str:
    """The words for what games of one number have in common under all variants.

    Parameters
    ----------
    game
        The game.
    variants
        The rules of the variants.

    Returns
    -------
    str
        "" if nothing is certain.
    """
    if game.undealt:
        return "with the same chance for each seat"
    return "on the same deals" if same_deals(game, variants) else ""


def same_deals(game: Game, variants: Sequence[GameRules]) -> bool:
    """Whether game ``k`` is the same deal under all variants, for every ``k`` and every seed.

    Parameters
    ----------
    game
        The game.
    variants
        The rules of the variants.
    """
    return len({game.deals.same(rules) for rules in variants}) <= 1


def share_deals(game: Game, first: GameRules, second: GameRules) -> bool:
    """Whether game ``k`` of both variants is the same deal to as many players.

    Parameters
    ----------
    game
        The game.
    first, second
        The rules of both.
    """
    return first.seats == second.seats and same_deals(game, [first, second])
