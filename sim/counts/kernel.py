"""Compiled counting: one walk over the columns of a block for all of its tallies (:mod:`sim.counts.cells`)."""

import numpy as np

from sim.kernels.addresses import add_multiple, count_at, range_of
from sim.kernels.compiling import kernel

CHUNK = 2048
"""The games whose cells are found before they are counted: few enough for the nearest cache."""

LANES = 4
"""The copies of a narrow tally's cells. Neighbouring games are counted in different ones, so that those with equal
values do not wait for each other's addition."""


@kernel
def find_ranges(columns, games, ranges):
    """Find the least and the greatest value of each column."""
    # columns: uint64 (columns, 2), the address of each column, of signed integers, and the bytes of one of them.
    # ranges: int64 (columns, 2), filled.
    for column in range(len(columns)):
        low, high = range_of(columns[column, 0], columns[column, 1], np.uint64(games))
        ranges[column, 0], ranges[column, 1] = low, high


@kernel
def count_games(columns, terms, tallies, games, places):
    """Count all games in the cells of all tallies."""
    # The place of a game's cell is a sum of multiples of its columns: the value less the lowest one; for a difference,
    # one column less another; for a pair, the first value times the length of a row of cells, plus the second one. The
    # sum is taken modulo 2**32; the caller makes sure that it lies within the cells.
    # terms: int64 (terms, 2), a column, and how many times it is added.
    # tallies: uint64 (tallies, 5), for each tally its first term, the term after its last one, the place of the cell of
    # a game whose columns are all 0 (modulo 2**32), the address of its cells (uint32), and how far its lanes lie apart;
    # 0 if there is only one.
    # places: uint32 (CHUNK,), workspace.
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(LANES)
    for start in range(np.uint64(0), np.uint64(games), np.uint64(CHUNK)):
        size = min(np.uint64(CHUNK), np.uint64(games) - start)
        for tally in range(len(tallies)):
            first, last, origin = (
                tallies[tally, 0],
                tallies[tally, 1],
                np.uint32(tallies[tally, 2]),
            )
            for game in range(size):
                places[game] = origin
            for term in range(first, last):
                column = terms[term, 0]
                address, width, times = (
                    columns[column, 0],
                    columns[column, 1],
                    terms[term, 1],
                )
                add_multiple(address, width, start, size, times, places)
            cells, apart = tallies[tally, 3], tallies[tally, 4]
            whole = size - size % four
            for game in range(np.uint64(0), whole, four):
                count_at(cells, np.uint64(places[game]))
                count_at(cells, places[game + one] + apart)
                count_at(cells, places[game + two] + two * apart)
                count_at(cells, places[game + three] + three * apart)
            for game in range(whole, size):
                count_at(cells, np.uint64(places[game]))
