"""Random numbers: the random words that a game draws, and how a shuffle uses them.

Everything random is a pure function of ``(seed, game, stream)``. The words come from
NumPy's Philox (Philox4x64-10, Salmon et al. 2011)::

    words = np.array([seed, stream, 0, 0, game, 0], np.uint64)
    np.random.Philox(key=words[:2], counter=words[2:]).random_raw()

so game number ``k`` never needs the games before it, and streams never overlap: a game
would have to draw 2**130 words to reach the counter of the next. This module is the
reference in plain Python; the compiled code in :mod:`sim.kernels.philox` produces the
same numbers, as the tests check.

A shuffle of ``n`` cards is Fisher and Yates', from the last card down: for ``i = n-1,
..., 1`` a position ``j``, uniform on ``0 ... i``, is drawn, and the cards at ``i`` and
``j`` are swapped. Several draws share one word (Lemire's multiplication, batched as by
Brackett-Rozinsky and Lemire, 2024): the next bounds ``n, n-1, ...`` form a batch as
long as their product is at most ``2**58``. From the word ``x`` each bound ``b`` in turn
gives ``j = (x*b) >> 64`` and leaves ``x = (x*b) mod 2**64``. If the remainder after the
last bound is below ``2**64 mod product``, the whole batch is drawn again from the next
word. With this rejection, and uniform words, all orders of the cards are exactly
equally likely: there is no bias.

What each stream draws:

========================================  ==============================================
seed, game, stream                        what it draws
========================================  ==============================================
``s, k, DEAL``                            the shuffle before game ``k``, for all variants
``s, k, PLAY``                            shuffles and random cards inside the game
``s, k, COIN``                            a bit for each round: whose card comes first
``s, k, SEAT + p``                        the choices of player ``p``
``(s + 2**61) mod 2**64, k, ...``         the game of War that has left the pack of game
                                          ``k`` (:mod:`sim.games.packs`)
``seed_for(s, "luck", place, again), k``  the choices and shuffles of deal ``k`` in
                                          :func:`sim.luck`, as repetition
                                          ``again`` in the seating ``place``; where
                                          nothing is dealt, the whole game
========================================  ==============================================
"""

import hashlib
from collections.abc import Iterator, MutableSequence
from enum import IntEnum
from functools import cache, cached_property

import numpy as np
from numpy.random import Philox

WORD = 1 << 64
MOST_PER_WORD = 1 << 58
"""Draws share a word while the product of their bounds stays at or below this."""


class Stream(IntEnum):
    """The independent random streams of one game."""

    DEAL = 0
    """The shuffle before the game: the same for every variant of the rules."""
    PLAY = 1
    """Shuffles inside the game, and random cards of a packet (one draw for each card
    laid)."""
    COIN = 2
    """One bit per round: whose card comes first in a pot of two."""
    SEAT = 16
    """The random choices of player ``p`` come from stream ``SEAT + p``."""


def seed_for(seed: int, purpose: str, *numbers: int) -> int:
    """The seed of further games of a purpose.

    It is a hash of 64 bits, so that two uses have the same streams with a chance of
    ``2**-64`` alone.

    Parameters
    ----------
    seed
        The seed of the games that they belong to.
    purpose
        What they are for; a word for each use.
    numbers
        Which of several they are.

    Returns
    -------
    int
        The first eight bytes of the SHA-256 of the words, little-endian.

    Examples
    --------
    >>> seed_for(1, "luck", 0, 0) == seed_for(2, "luck", 0, 0)
    False
    """
    words = " ".join([purpose, *map(str, (seed, *numbers))])
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "little")


class Words:
    """The random 64-bit words of one stream of one game, in order."""

    def __init__(self, seed: int, game: int, stream: int) -> None:
        self._from = seed, game, stream

    @cached_property
    def _philox(self) -> Philox:
        # Made for the first word: most games draw none from most of their streams.
        seed, game, stream = self._from
        key = np.array([seed, stream], np.uint64)
        counter = np.array([0, 0, game, 0], np.uint64)
        return Philox(key=key, counter=counter)

    def next(self) -> int:
        """The next word, uniform on 0 ... 2**64 - 1."""
        return int(self._philox.random_raw())

    def below(self, bound: int) -> int:
        """A number uniform from 0 to ``bound - 1``, from one word or (rarely) more.

        Parameters
        ----------
        bound
            The bound, at least 1.
        """
        while True:
            place, left = divmod(self.next() * bound, WORD)
            if left >= WORD % bound:
                return place

    def shuffle(self, cards: MutableSequence[int]) -> None:
        """Put the cards into a uniformly random order, in place.

        Parameters
        ----------
        cards
            The cards.
        """
        for _ in self.dealt(cards):
            pass

    def dealt(self, cards: MutableSequence[int]) -> Iterator[int]:
        """Shuffle as :meth:`shuffle` does, and yield each card once its place is final.

        The last card comes first.

        Words are drawn only when the next card needs one, so a few cards from a large
        pack cost only a few draws.

        Parameters
        ----------
        cards
            The cards.
        """
        for product, bounds in batches(len(cards)):
            for bound, place in zip(bounds, self._batch(product, bounds), strict=True):
                last = bound - 1
                cards[last], cards[place] = cards[place], cards[last]
                yield cards[last]
        yield from cards[:1]

    def _batch(self, product: int, bounds: tuple[int, ...]) -> list[int]:
        while True:
            left = self.next()
            places = []
            for bound in bounds:
                place, left = divmod(left * bound, WORD)
                places.append(place)
            if left >= WORD % product:
                return places


@cache
def batches(cards: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The bounds that share a word in a shuffle of a number of cards: each product, and its bounds.

    Parameters
    ----------
    cards
        The number of cards.
    """
    grouped = []
    group: list[int] = []
    product = 1
    for bound in range(cards, 1, -1):
        if product * bound > MOST_PER_WORD:
            grouped.append((product, tuple(group)))
            group = []
            product = 1
        group.append(bound)
        product *= bound
    if group:
        grouped.append((product, tuple(group)))
    return tuple(grouped)


class Chance:
    """The randomness inside one game: shuffles, and a coin for each round."""

    def __init__(self, seed: int, game: int) -> None:
        self._shuffles = Words(seed, game, Stream.PLAY)
        self._coins = Words(seed, game, Stream.COIN)
        self._word = 0
        self._words_read = 0

    def shuffle(self, cards: MutableSequence[int]) -> None:
        """Shuffle in place, with words of stream ``PLAY``.

        Parameters
        ----------
        cards
            The cards.
        """
        self._shuffles.shuffle(cards)

    def below(self, bound: int) -> int:
        """A number uniform from 0 to ``bound - 1``, from stream ``PLAY``.

        Parameters
        ----------
        bound
            The bound, at least 1.
        """
        return self._shuffles.below(bound)

    def coin(self, round_number: int) -> bool:
        """The coin of round ``r``, from 0: bit ``r % 64`` of word ``r // 64`` of stream ``COIN``.

        Rounds must be requested in ascending order; each round has its own coin, used
        or not.

        Parameters
        ----------
        round_number
            The number of the round.
        """
        while self._words_read <= round_number // 64:
            self._word = self._coins.next()
            self._words_read += 1
        return bool(self._word >> (round_number % 64) & 1)
