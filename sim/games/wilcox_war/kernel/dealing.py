"""The deals of Wilcox War, compiled: two packs for each game, shuffled side by side."""

import numpy as np

from sim.kernels.compiling import kernel, part
from sim.kernels.llvm.words import draw_of
from sim.kernels.philox import DEAL, open_stream, philox_block, rejection_bound, shuffle
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO

WORDS = 8
"""Words that the shuffles of two packs of 52 cards take if no word is rejected."""


@kernel
def deal_two_packs(pack, batch_ends, batch_products, seed, first, flat, workspace):
    """Fill each row with two shuffled packs, card by card in turn."""
    words, state, piles = workspace
    cards = np.uint64(len(pack))
    width = TWO * cards
    batches = np.uint64(len(batch_ends))
    for row in range(np.uint64(len(flat)) // width):
        start = row * width
        game = first + row
        for block in range(batches // TWO):
            at = FOUR * block
            w0, w1, w2, w3 = philox_block(seed, DEAL, block + ONE, game)
            words[at] = w0
            words[at + ONE] = w1
            words[at + TWO] = w2
            words[at + THREE] = w3
        rejected = False
        for batch in range(batches):
            product = batch_products[batch]
            for word in (words[batch], words[batches + batch]):
                final = word * product
                if final < product and final < rejection_bound(product):
                    rejected = True
        if rejected:
            _deal_slowly(pack, seed, game, flat, start, (state, piles))
            continue
        for i in range(cards):
            flat[start + TWO * i] = pack[i]
            flat[start + TWO * i + ONE] = pack[i]
        bound = cards
        for batch in range(batches):
            left_0 = words[batch]
            left_1 = words[batches + batch]
            end = batch_ends[batch]
            while bound > end:
                # The packs' chains of multiplications overlap, as neither depends on
                # the other.
                place_0 = start + TWO * draw_of(left_0, bound)
                place_1 = start + TWO * draw_of(left_1, bound) + ONE
                left_0 *= bound
                left_1 *= bound
                bound -= ONE
                last = start + TWO * bound
                card_0 = flat[place_0]
                card_1 = flat[place_1]
                flat[place_0] = flat[last]
                flat[place_1] = flat[last + ONE]
                flat[last] = card_0
                flat[last + ONE] = card_1


@part
def _deal_slowly(pack, seed, game, flat, start, workspace):
    """Fill a row whose first words include a rejected one."""
    state, piles = workspace
    # As the score pile that is shuffled in a game: so the shuffle is compiled once.
    apart = piles[0].score
    cards = np.uint64(len(pack))
    open_stream(state, game, DEAL)
    for player in range(TWO):
        for i in range(cards):
            apart[i] = pack[i]
        shuffle(apart, ZERO, cards, state, seed)
        for i in range(cards):
            flat[start + TWO * i + player] = apart[i]
