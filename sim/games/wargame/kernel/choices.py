"""The policies of Wargame, compiled; :mod:`sim.games.wargame.policies.parts` defines them."""

import numpy as np

from sim.games.wargame.kernel.bits import at, run_around, under
from sim.games.wargame.kernel.board import BEATEN_BY, COLUMNS, reach
from sim.games.wargame.policies.cards import BREAK, CENTRE, ENOUGH, SHOOTERS
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.policies.view import ATTACK, DEPLOY, SWITCH, TRAITOR
from sim.kernels.bits import count_bits, highest_bit, lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.ready_streams import draw_below
from sim.kernels.words import ONE, ZERO

RANDOM, ASCENDING, CENTER, MIRROR, COUNTER = (
    POLICIES.parts[DEPLOY].code(name)
    for name in ("random", "ascending", "center", "mirror", "counter")
)
TRAITOR_RANDOM, NINE, HOTTEST = (
    POLICIES.parts[TRAITOR].code(name) for name in ("random", "nine", "hottest")
)
ATTACK_RANDOM, SUREST, EXTEND, BLOCK, ATTACK_SEARCH = (
    POLICIES.parts[ATTACK].code(name)
    for name in ("random", "surest", "extend", "block", "search")
)
NEVER, DEFEND, DECISIVE, SWITCH_SEARCH = (
    POLICIES.parts[SWITCH].code(name)
    for name in ("never", "defend", "decisive", "search")
)

_CENTRE = np.uint64(CENTRE)
_ENOUGH, _BREAK = np.uint64(ENOUGH), np.uint64(BREAK)
_FIRST_SHOOTER, _LAST_SHOOTER = np.uint64(SHOOTERS[0]), np.uint64(SHOOTERS[-1])
_SHOOTERS = np.uint64(len(SHOOTERS))


@inlined
def _move(card, place):
    return COLUMNS * card + place


@inlined
def _nearest(held, enemy):
    """Return the held card nearest in number, the lower of two equally near."""
    low, high = held & under(enemy + ONE), held & ~under(enemy + ONE)
    if low == ZERO:
        return lowest_bit(high)
    if high == ZERO or enemy - highest_bit(low) <= lowest_bit(high) - enemy:
        return highest_bit(low)
    return lowest_bit(high)


@part
def _deploy_by_plan(code, board, seat):
    """Return what a policy deploys without drawing, as ``13 * card + place``."""
    held = board.held[seat]
    if code == ASCENDING:
        return _move(lowest_bit(held), lowest_bit(~board.filled[seat]))
    if code == CENTER:
        # The columns 6, 5, 7, 4, 8, ... one after the other.
        laid = COLUMNS - count_bits(held)
        half = (laid + ONE) >> ONE
        return _move(
            highest_bit(held), _CENTRE - half if laid & ONE else _CENTRE + half
        )
    enemy = highest_bit(board.uncovered[seat])
    place = at(board.spots[ONE - seat], enemy)
    if code == MIRROR:
        return _move(_nearest(held, enemy), place)
    beating = held & BEATEN_BY[enemy]
    return _move(lowest_bit(beating if beating != ZERO else held), place)


@inlined
def deploy(code, board, seat, chances, seed):
    """Return what a policy deploys, as ``13 * card + place``."""
    if code == RANDOM or (code >= MIRROR and board.uncovered[seat] == ZERO):
        left = count_bits(board.held[seat])
        card = at(board.cards[seat], draw_below(left, chances, seat, seed))
        move = _move(
            card, at(board.places[seat], draw_below(left, chances, seat, seed))
        )
    else:
        move = _deploy_by_plan(code, board, seat)
    return move


@part
def traitor(code, board, seat, chances, seed):
    """Return the traitor card that a policy keeps."""
    if code == TRAITOR_RANDOM:
        return _FIRST_SHOOTER + draw_below(_SHOOTERS, chances, seat, seed)
    if code == NINE:
        return _LAST_SHOOTER
    best, nearest = _LAST_SHOOTER, COLUMNS
    for above in range(_SHOOTERS):
        # From the highest down: of two equally near, the higher one stays.
        shooter = _LAST_SHOOTER - above
        place = at(board.spots[ONE - seat], shooter)
        if (board.better[ONE - seat] >> place) & ONE:
            away = place - _CENTRE if place > _CENTRE else _CENTRE - place
            if away < nearest:
                best, nearest = shooter, away
    return best


@part
def attack(code, board, seat, open_columns):
    """Return the column attacked by a policy that does not draw."""
    other = ONE - seat
    line, enemies = board.lines[seat], board.alive[other]
    won, lost = board.won[seat], board.won[other]
    columns = open_columns & ~board.better[other]
    if columns == ZERO:
        columns = open_columns
    best, best_worth = ZERO, ZERO
    while columns != ZERO:
        column = lowest_bit(columns)
        columns &= columns - ONE
        if code == SUREST:
            worth = COLUMNS + ONE - count_bits(enemies & BEATEN_BY[at(line, column)])
        elif code == EXTEND:
            worth = run_around(won, column)
        else:
            worth = run_around(lost, column)
        if worth > best_worth:
            best, best_worth = column, worth
    return best


@inlined
def pair(column, other):
    """Return the move that switches two columns, ``13 * i + j``."""
    return COLUMNS * min(column, other) + max(column, other)


@part
def defend(code, board, seat, column):
    """Return the switch of a defender with a chip: 0 for none, or ``13 * i + j``."""
    other = ONE - seat
    if code == NEVER or (board.better[seat] >> column) & ONE:
        return ZERO
    won, lost = board.won[seat], board.won[other]
    if code == DECISIVE:
        if (
            run_around(won, column) < _BREAK
            and run_around(lost, column) < _BREAK
            and count_bits(won) + ONE < _ENOUGH
            and count_bits(lost) + ONE < _ENOUGH
        ):
            return ZERO
    reached = reach(lost, column)
    winning = board.alive[seat] & BEATEN_BY[at(board.lines[other], column)]
    while winning != ZERO:
        place = at(board.spots[seat], lowest_bit(winning))
        if (reached >> place) & ONE:
            return pair(column, place)
        winning &= winning - ONE
    return ZERO
