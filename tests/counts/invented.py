"""Columns of invented games of War, with all sorts of endings, as its kernel would give them."""

import numpy as np

from sim.games import find_game
from sim.games.packets.codes import CAP, DRAW

WAR = find_game("war")


def invented(seed, games=5000, winners=(0, 1, -1)):
    """The columns of some games; who won, nobody (-1) or a game that was stopped (-2) is drawn."""
    chance = np.random.default_rng(seed)
    found = {
        column.name: chance.integers(0, 4, games).astype(column.dtype)
        for column in WAR.columns
    }
    winner = chance.choice(winners, games).astype(np.int8)
    decided = found["ending"] % 2
    found["winner"] = winner
    found["ending"] = np.select([winner == -2, winner == -1], [CAP, DRAW], decided)
    found["plays"] = chance.integers(1, 3000, games).astype(np.int32)
    found["wars"] = chance.integers(0, 120, games).astype(np.int8)
    lows = chance.integers(1, 26, games)
    found["winner_low"] = np.where(winner >= 0, lows, -1).astype(np.int16)
    return found
