"""Sessions of Casino War, compiled: hands at a flat stake until a limit is reached.

All money is counted in halves, so that a surrender is a whole number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.casino_war.kernel.rounds import (
    LOSE,
    SURRENDER,
    WAR_LOSE,
    WAR_TIE,
    WAR_WIN,
    WIN,
    Shoe,
    play_hand,
)
from sim.games.casino_war.kernel.rounds import workspace as round_workspace
from sim.games.casino_war.rules import MOST_HANDS, CasinoWarRules
from sim.kernels.compiling import kernel
from sim.kernels.philox import ONE, open_stream, shuffle

HANDS, RUIN, STOP_LOSS, GOAL, CAP = range(5)
"""The codes of :data:`sim.games.casino_war.rules.ENDINGS`."""

_DEAL = np.uint64(0)
_NEVER = 1 << 62
_CODES = 256


class Limits(NamedTuple):
    """What a session is played for.

    Attributes
    ----------
    bankroll
        At the beginning, in halves.
    stake
        Of every hand, not in halves: so many halves are half an ante.
    least, most
        Where the session ends: this bankroll or less, this or more, in halves.
    hands, last
        How many hands at most, and the ending when they are played.
    bonus
        Extra antes for a second tie.
    cut
        How many cards are out when the shoe is shuffled at the latest; 0: every hand has a fresh shoe.
    tie_bet
        What the side bet pays to one.
    """

    bankroll: int
    stake: int
    least: int
    most: int
    hands: int
    last: int
    bonus: int
    cut: int
    tie_bet: int


class Table(NamedTuple):
    """The columns of sessions, in the types that the rulebook gives them; those not wanted are empty."""

    ruined: np.ndarray
    ending: np.ndarray
    end: np.ndarray
    deepest: np.ndarray
    hands_played: np.ndarray
    losing_streak: np.ndarray
    staked: np.ndarray
    tie_chances: np.ndarray
    tie_gain: np.ndarray


def limits_of(rules: CasinoWarRules) -> Limits:
    """Return the limits of a session for the compiled code."""
    bankroll = 2 * rules.bankroll
    return Limits(
        bankroll=bankroll,
        stake=rules.stake,
        least=bankroll - 2 * rules.stop_loss if rules.stop_loss else -_NEVER,
        most=bankroll + 2 * rules.goal if rules.goal else _NEVER,
        hands=rules.hands or MOST_HANDS,
        last=HANDS if rules.hands else CAP,
        bonus=rules.tie_bonus,
        cut=rules.cut if rules.penetration else 0,
        tie_bet=rules.tie_bet,
    )


def table_of(columns: Mapping[str, NDArray[Any]]) -> Table:
    """Return the columns that are there, for the compiled code."""
    missing: dict[str, Any] = {"tie_chances": np.empty(0, np.int32), "tie_gain": np.empty(0, np.int64)}
    return Table(**(missing | dict(columns)))


def workspace(shoe: Shoe) -> tuple[np.ndarray, ...]:
    """Return what the compiled code works in."""
    return *round_workspace(shoe), np.empty(int(shoe.cards), np.uint8), np.empty(_CODES, np.int64)


@kernel
def _hand_from(shoe, cards, out, may_raise):
    """Return the result of a hand off a shuffled shoe, and how many cards are out then."""
    top = shoe.cards - ONE - out
    player, house = cards[top], cards[top - ONE]
    if player != house:
        return (WIN if player > house else LOSE), out + ONE + ONE
    if not (shoe.raises and may_raise):
        return SURRENDER, out + ONE + ONE
    out += shoe.need
    answer = shoe.cards - out
    player, house = cards[answer + ONE], cards[answer]
    if player == house:
        return WAR_TIE, out
    return (WAR_WIN if player > house else WAR_LOSE), out


@kernel
def _see(unseen, cards, place):
    """Take a card out of those not seen, and return by how much fewer pairs of a rank there are."""
    rank = cards[place]
    unseen[rank] -= 1
    return 2 * unseen[rank]


@kernel
def play_sessions(shoe, limits, seed, first, workspace, table):
    """Play a session for each game.

    Parameters
    ----------
    shoe, limits
        Of every session.
    seed, first
        uint64: the seed, and the number of the first game.
    workspace
        As :func:`workspace` makes it.
    table
        The columns, filled; the last two only where the shoe is dealt on.
    """
    state, places, cards, unseen = workspace
    for i in range(len(table.end)):
        open_stream(state, first + np.uint64(i), _DEAL)
        money = lowest = limits.bankroll
        hands = streak = longest = raised = chances = gain = 0
        out = np.uint64(shoe.cards)
        not_seen = pairs = 0
        while True:
            if money < 2 * limits.stake:
                ending = RUIN
                break
            if money <= limits.least:
                ending = STOP_LOSS
                break
            if money >= limits.most:
                ending = GOAL
                break
            if hands == limits.hands:
                ending = limits.last
                break
            may_raise = money >= 4 * limits.stake
            tie_bet = False
            if limits.cut == 0:
                result = play_hand(shoe, state, seed, places, may_raise)
            else:
                if out >= np.uint64(limits.cut):
                    unseen[:] = 0
                    for card in range(shoe.cards):
                        cards[card] = shoe.ranks[card]
                        unseen[shoe.ranks[card]] += 1
                    shuffle(cards, 0, shoe.cards, state, seed)
                    out = np.uint64(0)
                    not_seen = np.int64(shoe.cards)
                    pairs = 0
                    for rank in range(_CODES):
                        pairs += unseen[rank] * (unseen[rank] - 1)
                tie_bet = (limits.tie_bet + 1) * pairs > not_seen * (not_seen - 1)
                top = shoe.cards - ONE - out
                result, out = _hand_from(shoe, cards, out, may_raise)
                pairs -= _see(unseen, cards, top)
                pairs -= _see(unseen, cards, top - ONE)
                not_seen -= 2
                if WAR_WIN <= result <= WAR_LOSE:
                    pairs -= _see(unseen, cards, shoe.cards - out)
                    pairs -= _see(unseen, cards, shoe.cards - out + ONE)
                    not_seen -= 2
            hands += 1
            if WAR_WIN <= result <= WAR_LOSE:
                raised += 1
            if result == LOSE:
                won = -2
            elif result == WAR_LOSE:
                won = -4
            elif result == SURRENDER:
                won = -1
            elif result == WAR_TIE:
                won = 2 + 2 * limits.bonus
            else:
                won = 2
            money += won * limits.stake
            lowest = min(lowest, money)
            streak = streak + 1 if won < 0 else 0
            longest = max(longest, streak)
            if tie_bet:
                chances += 1
                gain += limits.tie_bet if result > LOSE else -1
        table.ruined[i] = ending == RUIN
        table.ending[i] = ending
        table.end[i] = money
        table.deepest[i] = limits.bankroll - lowest
        table.hands_played[i] = hands
        table.losing_streak[i] = longest
        table.staked[i] = (hands + raised) * limits.stake
        if limits.cut:
            table.tie_chances[i] = chances
            table.tie_gain[i] = gain
