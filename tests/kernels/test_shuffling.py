"""Shuffles in a vector register: the orders of the table, and the same cards as the reference gives."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from sim.games.war.kernel.lanes.pots import put_shuffled
from sim.kernels.compiling import kernel
from sim.kernels.llvm.processor import has
from sim.kernels.philox import BUFFER, PLAY, next_word, open_stream
from sim.kernels.shuffling import (
    IN_REGISTER,
    LARGE,
    MIDDLE,
    SMALL,
    shuffle_large,
    shuffle_middle,
    shuffle_small,
    swap_down,
)
from sim.rng import Stream, Words


def cases() -> Iterator[tuple[int, int]]:
    for laid in range(2, IN_REGISTER // 2 + 1):
        for game in range(200):
            yield laid, game


@pytest.mark.skipif(
    not has("ssse3"), reason="this processor has no byte shuffle (SSSE3)"
)
def test_pots_are_those_of_the_reference() -> None:
    @kernel
    def pot_of(table, laid, to, pot, words, seed):  # type: ignore[no-untyped-def]
        put_shuffled(table, (np.uint64(3), np.uint64(40), laid), to, pot, words, seed)

    seed = 5
    to = 80
    for laid, game in cases():
        table = np.arange(120, dtype=np.uint8)
        words = np.zeros(BUFFER, np.uint64)
        open_stream(words, np.uint64(game), PLAY)
        pot_of(
            table,
            np.uint64(laid),
            np.uint64(to),
            np.zeros(16, np.uint8),
            words,
            np.uint64(seed),
        )
        cards = [*range(3, 3 + laid), *range(40, 40 + laid)]
        Words(seed, game, Stream.PLAY).shuffle(cards)
        assert table[to : to + 2 * laid].tolist() == cards
        rest = np.delete(table, np.s_[to : to + 2 * laid])
        assert rest.tolist() == [*range(to), *range(to + 2 * laid, 120)]


@pytest.mark.slow
@pytest.mark.skipif(
    not has("avx2"), reason="this processor has no byte shuffle (SSSE3)"
)
def test_piles_of_every_size_are_those_of_the_reference() -> None:
    """Twenty piles of each size up to 110 cards, and the word that the stream gives next."""

    @kernel
    def shuffle_pile(table, place, size, words, seed):  # type: ignore[no-untyped-def]
        while size > LARGE:
            size = swap_down(table, place, size, words, seed)
        if size > MIDDLE:
            shuffle_large(table, place, size, words, seed)
        elif size > SMALL:
            shuffle_middle(table, place, size, words, seed)
        else:
            shuffle_small(table, place, size, words, seed)
        return next_word(words, seed)

    seed = 6
    place = 9
    for size, game in itertools.product(range(2, 111), range(20)):
        table = np.arange(160, dtype=np.uint8)
        words = np.zeros(BUFFER, np.uint64)
        open_stream(words, np.uint64(game), PLAY)
        following = shuffle_pile(
            table, np.uint64(place), np.uint64(size), words, np.uint64(seed)
        )
        reference = Words(seed, game, Stream.PLAY)
        cards = list(range(place, place + size))
        reference.shuffle(cards)
        assert table.tolist() == [*range(place), *cards, *range(place + size, 160)]
        assert following == reference.next()
