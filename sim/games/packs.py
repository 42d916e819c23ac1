"""Packs: the deals of the games of packets.

A pack is in any order, a new one, or one that a game of War has left.

A played pack is the final packets of a game of War for two under the default rules with
the same deck: game ``k`` of seed ``(s + 2**61) mod 2**64``. The winner's packet lies on
top; if nobody won, player 0's lies on top of player 1's. Cards that were not dealt lie
at the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.cards import Deck
from sim.contract.deck_rules import NEW, SHUFFLED, DeckRules
from sim.deals import deck
from sim.deals.deck import check_deals, layout, same_deals
from sim.deals.riffles import new_pack, riffle_rows
from sim.rng import WORD

if TYPE_CHECKING:
    from sim.games.war.rules import WarRules

__all__ = ["check_deals", "deal_rows", "layout", "same_deals"]

BEFORE = 1 << 61
"""The distance from the seed of a game to that of the game of War before it."""


def deal_rows(rules: DeckRules, seed: int, first: int, games: int) -> NDArray[np.uint8]:
    """The deals of games ``first ... first+games-1``, compiled."""
    if rules.pack == SHUFFLED:
        return deck.deal_rows(rules, seed, first, games)
    if rules.pack == NEW:
        rows = np.tile(np.array(new_pack(rules.deck), np.uint8), (games, 1))
    else:
        from sim.games.war.kernel.block import final_packs

        war = war_before(rules.deck)
        before = deck.deal_rows(war, (seed + BEFORE) % WORD, first, games)
        rows = final_packs(war, before, layout(war))
    riffle_rows(rows, rules.riffles, seed, first)
    return rows


def war_before(cards: Deck) -> WarRules:
    """War's default rules with a deck: those of the game that leaves a played pack.

    Parameters
    ----------
    cards
        The deck.
    """
    from sim.games.war.rules import WarRules

    return WarRules(
        lowest=cards.lowest,
        highest=cards.highest,
        copies=cards.copies,
        jokers=cards.jokers,
    )
