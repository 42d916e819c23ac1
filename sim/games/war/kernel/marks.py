"""Marks: positions of a game in which nothing is left to chance.

They are kept to see whether one of them comes again.

Only positions are kept and compared in which the first player still in has a card of
the lowest rank on top. Those cards go round: they take nothing, so on a cycle of two
players each of them has one on top now and then. If a game goes on for long without
such a position, it is looked at after every round from then on. There are at most
``MARKS`` of them: when they are full, every second one is dropped, and they lie twice
as far apart.

Because every mark is compared, the first that comes again is the first one on the
cycle, and comes again after exactly one period. The mark before it is not on the cycle,
so the first repetition lies between them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.war.kernel.table import (
    ALIVE,
    HEAD,
    ROUNDS,
    TAIL,
    Game,
    Rooms,
    copy_game,
    new_games,
    same_position,
)
from sim.kernels.compiling import inlined, part
from sim.kernels.words import EIGHT, NEVER, ONE, SIXTEEN, ZERO

MARKS = 32
"""The most positions that are kept."""

FIRST_LOOK = np.uint64(256)
"""The round from which a game is looked at: most end before."""

FIRST_STRIDE = np.uint64(64)
"""The rounds between two marks, at first."""

PATIENCE = np.uint64(512)
"""The rounds without a look after which a game is looked at after every round."""

LOW_CAP = 1023
"""The highest cap for which the prints of all positions looked at are kept: they soon
prove that none came twice."""

NONE = np.uint64(MARKS)
"""No mark."""

# The numbers of the marks (uint64): how many there are, the rounds between them, the
# round from which on the next one is made, the round of the last look, whether every
# round is looked at, and how many prints are kept; NEVER: none is.
SIZE, STRIDE, NEXT, LAST_LOOK, EVERY, LOGGED = range(6)


class Marks(NamedTuple):
    """The positions that are kept, and a print of each: positions with unequal prints are unequal.

    Attributes
    ----------
    games
        The game at each mark.
    prints
        (MARKS,): the print of each mark; 0 for no mark.
    log
        (LOW_CAP + 1,): the prints of all positions looked at.
    numbers
        (6,): the counts that ``SIZE`` to ``LOGGED`` name.
    """

    games: Game
    prints: NDArray[np.uint64]
    log: NDArray[np.uint64]
    numbers: NDArray[np.uint64]


def new_marks(rooms: Rooms) -> Marks:
    """The room for the marks of a game."""
    prints = np.zeros(MARKS, np.uint64)
    log = np.zeros(LOW_CAP + 1, np.uint64)
    return Marks(new_games(rooms, MARKS), prints, log, np.zeros(6, np.uint64))


@inlined
def mark_of(marks, which):
    """The game as it was at a mark."""
    games = marks.games
    return Game(games.table[which], games.places[which], games.counts[which])


@part
def print_of(game):
    """A print of the position.

    It has of each packet the size, the first card, the middle one and the last.
    """
    table, places, counts = game
    result = ONE
    for player in range(np.uint64(counts[ALIVE])):
        head = places[HEAD + player]
        last = places[TAIL + player] - ONE
        cards = np.uint64(table[head]) | np.uint64(table[last]) << EIGHT
        cards |= np.uint64(table[(head + last) >> ONE]) << SIXTEEN
        result = (result ^ (cards << SIXTEEN) ^ (last - head)) * np.uint64(
            0x9E3779B97F4A7C15
        )
    # No print is 0.
    return result | ONE


@inlined
def begin(game, marks, most):
    """Forget all marks, for a new game with this cap; the deal is a position, too."""
    numbers = marks.numbers
    numbers[SIZE] = numbers[LAST_LOOK] = numbers[EVERY] = ZERO
    numbers[STRIDE] = FIRST_STRIDE
    numbers[NEXT] = FIRST_LOOK
    numbers[LOGGED] = NEVER
    if most <= LOW_CAP:
        marks.log[ZERO] = print_of(game)
        numbers[LOGGED] = ONE
    for which in range(MARKS):
        marks.prints[which] = ZERO


@inlined
def is_logged(game, marks):
    """Whether some position looked at before has the same print as this one."""
    fingerprint = print_of(game)
    for which in range(marks.numbers[LOGGED]):
        if marks.log[which] == fingerprint:
            return True
    return False


@inlined
def _drop_every_second(marks):
    numbers = marks.numbers
    for which in range(1, MARKS // 2):
        copy_game(mark_of(marks, 2 * which), mark_of(marks, which))
        marks.prints[which] = marks.prints[2 * which]
    for which in range(MARKS // 2, MARKS):
        marks.prints[which] = ZERO
    numbers[SIZE] = np.uint64(MARKS // 2)
    numbers[STRIDE] += numbers[STRIDE]


@part
def look(game, marks):
    """The mark whose position has come again, ``NONE`` if none has.

    Then the position may become one.
    """
    numbers = marks.numbers
    prints = marks.prints
    rounds = np.uint64(game.counts[ROUNDS])
    fingerprint = print_of(game)
    if numbers[LOGGED] <= np.uint64(LOW_CAP):
        marks.log[numbers[LOGGED]] = fingerprint
        numbers[LOGGED] += ONE
    if rounds < FIRST_LOOK:
        return NONE
    # Without a branch: compared several at a time.
    equal = ZERO
    for which in range(MARKS):
        equal |= np.uint64(prints[which] == fingerprint)
    if equal != ZERO:
        for which in range(numbers[SIZE]):
            if prints[which] == fingerprint and same_position(
                game, mark_of(marks, which)
            ):
                return which
    if rounds >= numbers[NEXT]:
        if numbers[SIZE] == NONE:
            _drop_every_second(marks)
        which = numbers[SIZE]
        copy_game(game, mark_of(marks, which))
        prints[which] = fingerprint
        numbers[SIZE] += ONE
        numbers[NEXT] = rounds + numbers[STRIDE]
    return NONE
