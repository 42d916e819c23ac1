"""The search of Wargame, compiled: alpha-beta over the attacker's and the defender's switches and columns.

:mod:`sim.games.wargame.policies.search` defines what is searched. Whatever the order in which moves are tried here, the
worth that comes out is the same.
"""

from __future__ import annotations

import numpy as np

from sim.games.wargame.kernel.bits import ZERO, at, one, under
from sim.games.wargame.kernel.board import BEATEN_BY, COLUMNS, reach
from sim.games.wargame.kernel.forces import (
    ONCE,
    TWICE,
    UNDECLARED,
    edge_without,
    evaluate,
    has_won,
    loser_after,
    suspicion,
    switched,
    winner_after,
)
from sim.games.wargame.policies.cards import ENOUGH
from sim.games.wargame.policies.positions import WIN as _WIN
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, kernel
from sim.kernels.philox import ONE

WIN = np.int64(_WIN)

NOBODY_SWITCHES, DEFENDER_SWITCHES, BOTH_SWITCH = np.uint64(0), np.uint64(2), np.uint64(3)
"""Who may still switch in the battle that is looked at first."""

_ATTACKER = np.uint64(1)
_ENOUGH = np.uint64(ENOUGH)
_WAYS = np.uint64(3)


@inlined
def _first_of(members, favourite):
    """Return a member of a set, a certain one before others."""
    return favourite if (members >> favourite) & ONE else lowest_bit(members)


@inlined
def _best_first(members, better, favourite):
    """Return a member of a set: of the better ones, if there are any, and there a certain one before others."""
    chosen = members & better
    return _first_of(chosen if chosen != ZERO else members, favourite)


@kernel
def _holding(force, card, unfought):
    """Return the columns of a player's cards that beat a card."""
    beating = BEATEN_BY[card]
    found, columns = ZERO, unfought
    while columns != ZERO:
        column = lowest_bit(columns)
        columns &= columns - ONE
        found |= ((beating >> at(force.line, column)) & ONE) << column
    return found


@inlined
def _leads(column, unfought, wide):
    """Return the columns that begin a switch when a column is fought for."""
    return unfought if wide else one(column)


@inlined
def _partners(lead, column, unfought, lost, may_switch, wide):
    """Return the columns that end a switch; the column fought for with itself is no switch."""
    partners = ZERO
    if may_switch:
        partners = unfought & reach(lost, lead) & ~one(lead)
        if wide:
            partners &= ~under(lead)
    return partners | one(column) if lead == column else partners


@inlined
def _happens(way, winner_odds, loser_odds):
    """Return whether a battle can go one way, by the suspicions against both cards."""
    if way == UNDECLARED:
        return winner_odds != 1
    return winner_odds > 0 and (loser_odds != 1 if way == ONCE else loser_odds > 0)


@kernel
def _surely_won(attacker, defender, battles):
    """Return whether an attacker wins with cards that nothing beats: he attacks with one after the other."""
    need = _ENOUGH - count_bits(attacker.won)
    cards = attacker.alive & ~attacker.suspects
    if np.int64(need) > battles or count_bits(cards) < need:
        return False
    while cards != ZERO and need != ZERO:
        card = lowest_bit(cards)
        cards &= cards - ONE
        if defender.alive & BEATEN_BY[card] == ZERO:
            need -= ONE
    return need == ZERO


@kernel
def look_ahead(attacker, defender, unfought, edge, battles, wide, columns, who, low, high):
    """Return what a position is worth to the attacker.

    Parameters
    ----------
    attacker, defender
        Both players, :class:`~sim.games.wargame.kernel.forces.Force`.
    unfought
        The set of unfought columns.
    edge
        int64: the attacker's edge.
    battles, wide
        int64 and bool: how far to look, and whether all switches are tried.
    columns
        The set of columns that he may attack now.
    who
        Who may still switch in this battle.
    low, high
        int64: a worth outside is only known to be outside.
    """
    if who == BOTH_SWITCH and _surely_won(attacker, defender, battles):
        return WIN
    attacker_may = who & _ATTACKER != ZERO and attacker.chips != ZERO
    defender_may = who & DEFENDER_SWITCHES != ZERO and defender.chips != ZERO
    while columns != ZERO:
        # What wins now is most likely the best, of the attacks and of the answers.
        column = _best_first(columns, ~defender.better, COLUMNS)
        columns &= ~one(column)
        left = unfought & ~one(column)
        leads = _leads(column, unfought, wide and attacker_may)
        while leads != ZERO:
            lead = _first_of(leads, column)
            leads &= ~one(lead)
            partners = _partners(lead, column, unfought, defender.won, attacker_may, wide)
            while partners != ZERO:
                partner = _first_of(partners, column)
                partners &= ~one(partner)
                mine, his = switched(attacker, defender, lead, partner)
                card = at(mine.line, column)
                holding = _holding(his, card, unfought)
                worst = high
                his_leads = _leads(column, unfought, wide and defender_may)
                while his_leads != ZERO and worst > low:
                    his_lead = _first_of(his_leads, column)
                    his_leads &= ~one(his_lead)
                    his_partners = _partners(his_lead, column, unfought, attacker.won, defender_may, wide)
                    while his_partners != ZERO and worst > low:
                        his_partner = _best_first(his_partners, holding, column)
                        his_partners &= ~one(his_partner)
                        there, here = switched(his, mine, his_lead, his_partner)
                        answer = at(there.line, column)
                        edge_left = edge_without(edge, here.alive, there.alive, card, answer)
                        holds = (BEATEN_BY[card] >> answer) & ONE != ZERO
                        doubt, doubt_back = suspicion(here, card), suspicion(there, answer)
                        if holds:
                            doubt, doubt_back = doubt_back, doubt
                        from_low, to_high = low, worst
                        if doubt > 0:
                            # A mean needs the worth of each way itself.
                            from_low, to_high = -WIN, WIN
                        undeclared = once = twice = np.int64(0)
                        for step in range(_WAYS):
                            way = np.uint64(step)
                            if not _happens(way, doubt, doubt_back):
                                continue
                            if holds:
                                first = loser_after(here, card, column, way)
                                second = winner_after(there, answer, column, way)
                            else:
                                first = winner_after(here, card, column, way)
                                second = loser_after(there, answer, column, way)
                            if holds == (way == ONCE):
                                if has_won(first, column):
                                    worth = WIN
                                elif battles == 1:
                                    worth = evaluate(first, second, left, edge_left)
                                else:
                                    worth = look_ahead(
                                        first, second, left, edge_left, battles - 1, wide, left, BOTH_SWITCH,
                                        from_low, to_high,
                                    )  # fmt: skip
                            elif has_won(second, column):
                                worth = -WIN
                            elif battles == 1:
                                worth = -evaluate(second, first, left, -edge_left)
                            else:
                                worth = -look_ahead(
                                    second, first, left, -edge_left, battles - 1, wide, left, BOTH_SWITCH,
                                    -to_high, -from_low,
                                )  # fmt: skip
                            if way == UNDECLARED:
                                undeclared = worth
                            elif way == TWICE:
                                twice = worth
                            else:
                                once = worth
                        worth = undeclared
                        if doubt > 0:
                            declared = once
                            if doubt_back > 0:
                                declared = ((doubt_back - 1) * once + twice) // doubt_back
                            worth = ((doubt - 1) * undeclared + declared) // doubt
                        worst = min(worst, worth)
                if worst > low:
                    low = worst
                    if low >= high:
                        return low
    return low
