"""Games that nobody deals: everybody begins with the same cards, and what is random comes from the players.

This is what :mod:`sim.deals.deck` is for games of packets, where there is nothing to deal.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.contract.game import GameRules


def packets(rules: GameRules, row: Sequence[int]) -> list[list[int]]:
    """Return no packets."""
    return []


def same_deals(rules: GameRules) -> object:
    """Return what the deals depend on: nothing."""
    return None


def deal_row(rules: GameRules, seed: int, game: int) -> list[int]:
    """Return the deal of a game: no cards."""
    return []
