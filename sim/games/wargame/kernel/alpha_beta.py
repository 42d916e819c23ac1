"""The search of Wargame, compiled.

:mod:`sim.games.wargame.policies.search` defines it; the order of moves affects speed
only.
"""

import numpy as np

from sim.games.wargame.kernel import positions
from sim.games.wargame.kernel.bits import BEATEN_BY, COLUMNS, at, one, reach, under
from sim.games.wargame.kernel.positions import ONCE, TWICE, UNDECLARED, Position
from sim.games.wargame.policies.weights import WIN as _WIN
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, THREE, TWO, ZERO

WIN = np.int64(_WIN)

NOBODY_SWITCHES, DEFENDER_SWITCHES, BOTH_SWITCH = ZERO, TWO, THREE
"""Who may still switch in the first battle of a search."""

_ATTACKER = ONE
_WAYS = THREE


@inlined
def _first_of(members, favourite):
    """A member of a set: the favourite if it belongs to the set, else the lowest."""
    return favourite if (members >> favourite) & ONE else lowest_bit(members)


@inlined
def _best_first(members, better, favourite):
    """A member of a set, one of the better ones if it has any.

    Among those, the favourite comes first.
    """
    chosen = members & better
    return _first_of(chosen if chosen != ZERO else members, favourite)


@part
def _holding(force, card, unfought):
    """The columns of a player's cards that beat a card."""
    beating = BEATEN_BY[card]
    holding = ZERO
    columns = unfought
    while columns != ZERO:
        column = lowest_bit(columns)
        columns &= columns - ONE
        holding |= ((beating >> at(force.line, column)) & ONE) << column
    return holding


@inlined
def _leads(column, unfought, wide):
    """The columns that can be the first of a switch when ``column`` is fought for."""
    return unfought if wide else one(column)


@inlined
def _partners(lead, column, unfought, lost, may_switch, wide):
    """The columns that can be the second of a switch.

    The column fought for, with itself, means no switch.
    """
    partners = ZERO
    if may_switch:
        partners = unfought & reach(lost, lead) & ~one(lead)
        if wide:
            partners &= ~under(lead)
    return partners | one(column) if lead == column else partners


@inlined
def _happens(way, winner_suspects, loser_suspects):
    """Whether a battle can go a certain way, by how many suspects each card is among.

    A number of suspects is 0 for a card that is not suspected.
    """
    if way == UNDECLARED:
        return winner_suspects != 1
    return winner_suspects > 0 and (
        loser_suspects != 1 if way == ONCE else loser_suspects > 0
    )


@inlined
def _worth_one_way(position, column, way, depth, window):
    """The worth to the attacker of a battle that goes a certain way."""
    attacker, defender, left = position
    battles, wide = depth
    low, high = window
    card = at(attacker.line, column)
    answer = at(defender.line, column)
    holds = (BEATEN_BY[card] >> answer) & ONE != ZERO
    if holds:
        first = positions.loser_after(attacker, card, column, way)
        second = positions.winner_after(defender, answer, column, way)
    else:
        first = positions.winner_after(attacker, card, column, way)
        second = positions.loser_after(defender, answer, column, way)
    if holds == (way == ONCE):
        if positions.has_won(first, column):
            worth = WIN
        elif battles == 1:
            worth = positions.evaluate(first, second, left)
        else:
            after = Position(first, second, left)
            worth = look_ahead(after, battles - 1, wide, left, BOTH_SWITCH, low, high)
    elif positions.has_won(second, column):
        worth = -WIN
    elif battles == 1:
        worth = -positions.evaluate(second, first, left)
    else:
        after = Position(second, first, left)
        worth = -look_ahead(after, battles - 1, wide, left, BOTH_SWITCH, -high, -low)
    return worth


@inlined
def _worth_of_battle(position, column, depth, window):
    """The worth of a battle to the attacker.

    It is the mean over the ways in which the battle can go.

    Parameters are those of ``_worth_one_way``, but ``column`` is still unfought in the
    position.
    """
    attacker, defender, unfought = position
    card = at(attacker.line, column)
    answer = at(defender.line, column)
    after = Position(attacker, defender, unfought & ~one(column))
    winner_suspects = positions.suspicion(attacker, card)
    loser_suspects = positions.suspicion(defender, answer)
    if (BEATEN_BY[card] >> answer) & ONE != ZERO:
        # The defender's card is the stronger.
        winner_suspects, loser_suspects = loser_suspects, winner_suspects
    low, high = window
    if winner_suspects > 0:
        # A mean needs the exact worth of each way, so the window must be open.
        low = -WIN
        high = WIN
    undeclared = once = twice = np.int64(0)
    for step in range(_WAYS):
        way = np.uint64(step)
        if not _happens(way, winner_suspects, loser_suspects):
            continue
        worth = _worth_one_way(after, column, way, depth, (low, high))
        if way == UNDECLARED:
            undeclared = worth
        elif way == TWICE:
            twice = worth
        else:
            once = worth
    worth = undeclared
    # A card among n suspects is the traitor in one case of n.
    if winner_suspects > 0:
        declared = once
        if loser_suspects > 0:
            declared = ((loser_suspects - 1) * once + twice) // loser_suspects
        worth = ((winner_suspects - 1) * undeclared + declared) // winner_suspects
    return worth


@kernel
def look_ahead(position, battles, wide, columns, who, low, high):
    """The worth of a position to the attacker.

    Parameters
    ----------
    position
        The position.
    battles
        How many battles are still played before a position is valued.
    wide
        Whether switches away from the column fought for are looked at too.
    columns
        The columns that may be attacked, as bits.
    who
        Who may switch: the attacker, the defender, or both, as bits.
    low, high
        The window: worths outside it need not be exact.
    """
    attacker, defender, unfought = position
    attacker_may = who & _ATTACKER != ZERO and attacker.chips != ZERO
    defender_may = who & DEFENDER_SWITCHES != ZERO and defender.chips != ZERO
    held = positions.better_columns(defender.line, attacker.line, unfought)
    while columns != ZERO:
        # Attacks, and answers, that win this battle are tried first, because they are
        # most likely the best.
        column = _best_first(columns, ~held, COLUMNS)
        columns &= ~one(column)
        leads = _leads(column, unfought, wide and attacker_may)
        while leads != ZERO:
            lead = _first_of(leads, column)
            leads &= ~one(lead)
            partners = _partners(
                lead, column, unfought, defender.won, attacker_may, wide
            )
            while partners != ZERO:
                partner = _first_of(partners, column)
                partners &= ~one(partner)
                attacking = positions.switched(attacker, lead, partner)
                holding = _holding(defender, at(attacking.line, column), unfought)
                worst = high
                answer_leads = _leads(column, unfought, wide and defender_may)
                while answer_leads != ZERO and worst > low:
                    answer_lead = _first_of(answer_leads, column)
                    answer_leads &= ~one(answer_lead)
                    answer_partners = _partners(
                        answer_lead, column, unfought, attacker.won, defender_may, wide
                    )
                    while answer_partners != ZERO and worst > low:
                        answer_partner = _best_first(answer_partners, holding, column)
                        answer_partners &= ~one(answer_partner)
                        defending = positions.switched(
                            defender, answer_lead, answer_partner
                        )
                        switches_made = Position(attacking, defending, unfought)
                        worth = _worth_of_battle(
                            switches_made, column, (battles, wide), (low, worst)
                        )
                        worst = min(worst, worth)
                if worst > low:
                    low = worst
                    if low >= high:
                        return low
    return low
