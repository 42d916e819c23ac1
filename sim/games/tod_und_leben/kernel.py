"""Tod und Leben, compiled: one pass through both packets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.tod_und_leben.rules import COLUMNS, TodUndLebenRules
from sim.kernels.compiling import kernel
from sim.kernels.words import FIVE, ONE, ZERO

_LAST = FIVE


def play_block(
    rules: TodUndLebenRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Parameters
    ----------
    rules
        The rules of every game.
    deals
        uint8 (games, cards): a row for each game.
    where
        Where the packets lie in a row.
    seed, first
        Not used: nothing is left to chance after the deal.

    Returns
    -------
    dict
        One array (games,) for each outcome column.
    """
    games = len(deals)
    columns = {column.name: np.empty(games, column.dtype) for column in COLUMNS}
    top_0, top_1 = map(np.uint64, where.starts)
    tricks = np.zeros(int(_LAST) + 1, np.int64)
    _play_all(
        deals.reshape(-1), np.uint64(deals.shape[1]), top_0, top_1, np.uint64(min(where.sizes)),
        np.uint64(where.stride), tricks, *columns.values(),
    )  # fmt: skip
    return columns


@kernel
def _play_all(
    cards,
    width,
    top_0,
    top_1,
    battles,
    stride,
    tricks,
    winner,
    cards_0,
    cards_1,
    rounds,
    wars,
    single_wars,
    double_wars,
    triple_wars,
    longer_wars,
):
    """Play every deal and write the outcome columns.

    Parameters
    ----------
    cards
        uint8: the deals, one after the other.
    width, top_0, top_1, battles, stride
        uint64: the cards of a row, where the packets begin in it, how many cards each has, and how far one
        lies from the next.
    tricks
        int64 (6,): room to count tricks by the battles in them; the last place is for more than four.
    winner, ...
        One array (games,) for each outcome column, filled.
    """
    for index in range(np.uint64(len(winner))):
        at = index * width
        for laid in range(_LAST + ONE):
            tricks[laid] = 0
        laid, won_0, total = ZERO, ZERO, ZERO
        for place in range(battles):
            mine, his = cards[at + top_0 + stride * place], cards[at + top_1 + stride * place]
            laid += ONE
            if mine != his:
                won_0 += laid * np.uint64(mine > his)
                total += ONE
                tricks[min(laid, _LAST)] += 1
                laid = ZERO
        # An unresolved last trick: each takes back what he laid, half of what a won one is worth.
        won = won_0 + won_0 + laid
        if laid > ZERO:
            total += ONE
            tricks[min(laid, _LAST)] += 1
        lost = battles + battles - won
        winner[index] = np.int8(won < lost) - np.int8(won == lost)
        cards_0[index], cards_1[index] = won, lost
        rounds[index] = total
        wars[index] = battles - total
        single_wars[index], double_wars[index] = tricks[2], tricks[3]
        triple_wars[index], longer_wars[index] = tricks[4], tricks[5]
