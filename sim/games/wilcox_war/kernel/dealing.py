"""The deals of Wilcox War, compiled: two packs for each game, one shuffled after the other."""

import numpy as np

from sim.kernels.compiling import kernel
from sim.kernels.philox import DEAL, open_stream, shuffle
from sim.kernels.words import TWO, ZERO


@kernel
def deal_two_packs(pack, seed, first, flat, workspace):
    """Fill each row with two shuffled packs, card by card in turn."""
    state, piles = workspace
    # As the score pile that is shuffled in a game: so the shuffle is compiled once.
    apart = piles[0].score
    cards = np.uint64(len(pack))
    width = TWO * cards
    for row in range(np.uint64(len(flat)) // width):
        open_stream(state, first + row, DEAL)
        for player in range(TWO):
            for place in range(cards):
                apart[place] = pack[place]
            shuffle(apart, ZERO, cards, state, seed)
            for place in range(cards):
                flat[row * width + TWO * place + player] = apart[place]
