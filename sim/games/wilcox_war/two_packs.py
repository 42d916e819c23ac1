"""The deal of game ``k`` where each player has a pack of their own, for Wilcox War.

``row[p::2]`` is player ``p``'s pack, from the top. Both are shuffled from the stream
``DEAL``, player 0's first. Given rows may hold any cards from 2 to 14, 6 to 104 of
them, equally many for each player.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.errors import UserError
from sim.games.wilcox_war.rules import HIGHEST, LOWEST, MOST_CARDS, WilcoxWarRules
from sim.words import count_words

SEATS = 2

LEAST_CARDS = 6
"""Limits of a given row: a hand of three for each player, and two whole packs."""


def layout(rules: WilcoxWarRules, cards: int | None = None) -> Layout:
    """Where the packs lie in a row: the players' cards alternate."""
    size = rules.pack.size if cards is None else cards // SEATS
    return Layout(tuple(range(SEATS)), (size,) * SEATS, SEATS)


def same_deals(rules: WilcoxWarRules) -> object:
    """What the deals depend on besides the seed."""
    return rules.decks


def deal_rows(
    rules: WilcoxWarRules, seed: int, first: int, games: int
) -> NDArray[np.uint8]:
    """The deals of games ``first ... first+games-1``, compiled."""
    from sim.games.wilcox_war.kernel.dealing import deal_two_packs

    rows = np.empty((games, SEATS * rules.pack.size), np.uint8)
    deal_two_packs(*shuffle_arguments(rules, seed, first, rows))
    return rows


def shuffle_arguments(
    rules: WilcoxWarRules, seed: int, first: int, rows: NDArray[np.uint8]
) -> tuple[Any, ...]:
    """What ``deal_two_packs`` takes to fill rows with shuffled packs."""
    from sim.games.wilcox_war.kernel.table import PILES
    from sim.kernels.philox import BUFFER

    return (
        np.array(rules.pack.cards(), np.uint8),
        np.uint64(seed),
        np.uint64(first),
        rows.reshape(-1),
        (np.zeros(BUFFER, np.uint64), np.zeros(1, PILES)),
    )


def check_deals(rules: WilcoxWarRules, rows: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return given deals as uint8 (games, cards) in C order."""
    cards = rows.shape[1]
    if cards % SEATS or not LEAST_CARDS <= cards <= MOST_CARDS:
        raise UserError(
            f"deals of {count_words(cards, 'card')}",
            cure=f"a deal has an even number of cards, {LEAST_CARDS} to {MOST_CARDS}, "
            f"alternating between the players",
        )
    if rows.size and int(rows.min()) < LOWEST:
        raise UserError(
            f"a card of rank {int(rows.min())}",
            where="deals",
            cure=f"cards are codes from {LOWEST} to {HIGHEST}",
        )
    if rows.size:
        rules.check_cards(int(rows.max()))
    return np.ascontiguousarray(rows, np.uint8)
