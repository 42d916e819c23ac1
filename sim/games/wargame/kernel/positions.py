"""The positions that Wargame's search visits, compiled, and their value by features alone."""

from typing import NamedTuple

import numpy as np

from sim.games.wargame.kernel.bits import (
    BEATEN_BY,
    COLUMNS,
    at,
    one,
    put,
    run_around,
)
from sim.games.wargame.policies.cards import ENOUGH, PLACES, RUN, SHOOTERS, beats
from sim.games.wargame.policies.weights import WEIGHTS
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, THREE, TWO, ZERO

BEATS = np.array(
    [0]
    + [
        sum(1 << other for other in range(1, 14) if beats(card, other))
        for card in range(1, 14)
    ],
    np.uint64,
)
"""For each card, the set of those that it beats."""

UNDECLARED, ONCE, TWICE = ZERO, ONE, TWO
"""How a battle can go: nobody declares a traitor, the loser does, both do."""

_ENOUGH, _RUN = np.uint64(ENOUGH), np.uint64(RUN)
_FIRST_CARD, _LAST_CARD = ONE, np.uint64(PLACES)
_FIRST_SHOOTER, _SHOOTERS_END = np.uint64(SHOOTERS[0]), np.uint64(SHOOTERS[-1] + 1)
_FOURS = np.uint64((1 << (PLACES - RUN + 1)) - 1)
_TEMPO, _CHIP, _COLUMN, _TIE, _EDGE, _TRAITOR = map(np.int64, WEIGHTS[:6])
_RUN_ONE, _RUN_TWO, _RUN_THREE = map(np.int64, WEIGHTS.runs[1:])
_WINS = np.array(WEIGHTS.wins, np.int64)


class Force(NamedTuple):
    """One player; all fields are uint64.

    Attributes
    ----------
    line
        The row of the player's cards by column.
    alive
        The set of the unfought cards.
    won
        The set of the columns won.
    chips
        The chips left.
    suspects
        The set of the player's shooters that may be traitors.
    """

    line: int
    alive: int
    won: int
    chips: int
    suspects: int


class Position(NamedTuple):
    """A position of the search, before an attack.

    Attributes
    ----------
    attacker, defender
        Both players.
    unfought
        uint64: the set of unfought columns.
    """

    attacker: Force
    defender: Force
    unfought: int


@part
def forces_of(view):
    """The player who chooses and the opponent, as that player sees them."""
    line = ZERO
    other_line = ZERO
    for column in range(COLUMNS):
        line |= put(np.uint64(view.own[column]), column)
        other_line |= put(np.uint64(view.other[column]), column)
    won = np.uint64(view.won)
    lost = np.uint64(view.lost)
    suspects = ZERO
    other_suspects = ZERO
    if view.kept != 0 and view.other_declared == 0:
        for shooter in range(_FIRST_SHOOTER, _SHOOTERS_END):
            if not (won >> np.uint64(view.places[shooter])) & ONE:
                suspects |= one(shooter)
    if view.kept != 0 and view.own_declared == 0:
        other_suspects = one(np.uint64(view.kept))
    alive = np.uint64(view.unfought)
    other_alive = np.uint64(view.other_unfought)
    chips = np.uint64(view.own_chips)
    other_chips = np.uint64(view.other_chips)
    return (
        Force(line, alive, won, chips, suspects),
        Force(other_line, other_alive, lost, other_chips, other_suspects),
    )


@part
def better_columns(line, other, columns):
    """The columns of a set in which the card of a line beats the one opposite."""
    better = ZERO
    while columns != ZERO:
        column = lowest_bit(columns)
        columns &= columns - ONE
        beaten = (BEATEN_BY[at(other, column)] >> at(line, column)) & ONE
        better |= beaten << column
    return better


@inlined
def switched(mover, low, high):
    """A player after a switch; a column with itself is no switch."""
    if low == high:
        return mover
    both = at(mover.line, low) ^ at(mover.line, high)
    line = mover.line ^ put(both, low) ^ put(both, high)
    return Force(line, mover.alive, mover.won, mover.chips - ONE, mover.suspects)


@part
def winner_after(winner, card, column, way):
    """The player with the stronger card, after a battle that went a certain way."""
    suspects = winner.suspects & ~one(card) if way == UNDECLARED else ZERO
    won = winner.won if way == ONCE else winner.won | one(column)
    alive = winner.alive & ~one(card)
    return Force(winner.line, alive, won, winner.chips, suspects)


@part
def loser_after(loser, card, column, way):
    """The player with the weaker card, after a battle that went a certain way."""
    suspects = loser.suspects
    won = loser.won
    if way == ONCE:
        suspects = suspects & ~one(card)
        won = won | one(column)
    elif way == TWICE:
        suspects = ZERO
    return Force(loser.line, loser.alive & ~one(card), won, loser.chips, suspects)


@inlined
def suspicion(force, card):
    """The number of suspects if a card is one of them, else 0."""
    return (
        np.int64(count_bits(force.suspects))
        if (force.suspects >> card) & ONE
        else np.int64(0)
    )


@inlined
def has_won(force, column):
    """Whether a player who has just won a column has won the game."""
    return count_bits(force.won) == _ENOUGH or run_around(force.won, column) >= _RUN


@part
def _edge(alive, other_alive):
    """In how many pairs of unfought cards the first player's is the stronger.

    Those in which it is the weaker are subtracted.
    """
    edge = np.int64(0)
    for card in range(_FIRST_CARD, _LAST_CARD + ONE):
        if (alive >> card) & ONE:
            edge += np.int64(count_bits(other_alive & BEATS[card])) - np.int64(
                count_bits(other_alive & BEATEN_BY[card])
            )
    return edge


@part
def _runs(won, lost):
    """The worth of all sets of four adjacent columns in which only this player has won any."""
    free = ~lost
    free = free & (free >> ONE) & (free >> TWO) & (free >> THREE) & _FOURS
    # The shifted sets are added bit by bit, for all fours at once: with an odd sum, a
    # full pair means three wins.
    first = won
    second = won >> ONE
    third = won >> TWO
    fourth = won >> THREE
    odd = first ^ second ^ third ^ fourth
    pairs = (first & second) | (third & fourth)
    single = odd & ~pairs
    triple = odd & pairs
    double = ~odd & (first | second | third | fourth)
    return (
        _RUN_ONE * np.int64(count_bits(free & single))
        + _RUN_TWO * np.int64(count_bits(free & double))
        + _RUN_THREE * np.int64(count_bits(free & triple))
    )


@inlined
def _at_risk(force):
    """The weight of a traitor times the share of the suspects that are still unfought."""
    if force.suspects == ZERO:
        return np.int64(0)
    return (
        _TRAITOR
        * np.int64(count_bits(force.suspects & force.alive))
        // np.int64(count_bits(force.suspects))
    )


@part
def evaluate(attacker, defender, unfought):
    """The worth of a position to the attacker, by its features alone."""
    better = better_columns(attacker.line, defender.line, unfought)
    worse = better_columns(defender.line, attacker.line, unfought)
    return (
        _TEMPO
        + _WINS[count_bits(attacker.won)]
        - _WINS[count_bits(defender.won)]
        + _CHIP * (np.int64(attacker.chips) - np.int64(defender.chips))
        + _COLUMN * (np.int64(count_bits(better)) - np.int64(count_bits(worse)))
        + _TIE * np.int64(count_bits(unfought & ~better & ~worse))
        + _EDGE
        * _edge(attacker.alive, defender.alive)
        // np.int64(count_bits(unfought))
        + _runs(attacker.won, defender.won)
        - _runs(defender.won, attacker.won)
        - _at_risk(attacker)
        + _at_risk(defender)
    )
