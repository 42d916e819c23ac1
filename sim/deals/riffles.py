"""Riffles: the shuffle that people do, in the model of Gilbert, Shannon and Reeds.

A number of cards, binomial(n, 1/2), is cut off the top of the pack; then the next card
falls from either part with a chance proportional to the cards left in it, from the
bottom up. That is as likely to give each order as this: every place of the riffled pack
gets a fair coin, which says whether its card comes from the upper part (0) or the lower
one (1), and each part keeps its order (Bayer and Diaconis, Annals of Applied
Probability 2, 1992, 294-313). The coins of ``n`` places are the bits, lowest first, of
``ceil(n / 64)`` words of the game's stream ``DEAL``, the top card's first; each riffle
begins with a new word.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import JOKER, Deck


def new_pack(deck: Deck) -> list[int]:
    """The cards of a new pack, the top one first: rank by rank, copy after copy, jokers last.

    Parameters
    ----------
    deck
        The deck.
    """
    return [*range(deck.lowest, deck.highest + 1)] * deck.copies + [JOKER] * deck.jokers


def riffle_rows(rows: NDArray[np.uint8], riffles: int, seed: int, first: int) -> None:
    """Riffle the packs of the games ``first, first+1, ...``, uint8 (games, cards), in place.

    Parameters
    ----------
    rows
        uint8 (games, cards): the packs, which are changed.
    riffles
        How often each is riffled.
    seed
        The seed.
    first
        The number of the first game.
    """
    from sim.kernels.dealing import riffle_packs

    riffle_packs(*riffle_arguments(rows, riffles, seed, first))


def riffle_arguments(
    rows: NDArray[np.uint8], riffles: int, seed: int, first: int
) -> tuple[Any, ...]:
    """The arguments of the kernel that riffles packs.

    It is :func:`sim.kernels.dealing.riffle_packs`.

    Parameters
    ----------
    rows, riffles, seed, first
        As of :func:`riffle_rows`.
    """
    from sim.kernels.philox import BUFFER

    cards = np.zeros((2, rows.shape[1]), np.uint8)
    work = (*cards, np.zeros(BUFFER, np.uint64))
    return rows, riffles, np.uint64(seed), np.uint64(first), work
