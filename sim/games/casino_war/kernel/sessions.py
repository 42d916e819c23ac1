"""Sessions of Casino War, compiled: hands until a limit is reached.

The stake is flat, or it changes.

All money is counted in halves, so that a surrender is a whole number.
"""

from typing import Any, NamedTuple

import numpy as np

from sim.games.casino_war import rules as casino
from sim.games.casino_war.kernel import rounds
from sim.games.casino_war.rules import ENDINGS, STAKINGS, CasinoWarRules
from sim.kernels.columns import code_of, columns_type
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import DEAL, open_stream, shuffle
from sim.kernels.words import NEVER, ONE, TWO, ZERO

_HANDS, _RUIN, _CAP = (
    code_of(ENDINGS, "hands"),
    code_of(ENDINGS, "ruin"),
    code_of(ENDINGS, "cap"),
)
_STOP_LOSS, _GOAL = code_of(ENDINGS, "stop-loss"), code_of(ENDINGS, "goal")
"""The codes of the endings."""

_DOUBLE, _SHARE = code_of(STAKINGS, "double"), code_of(STAKINGS, "share")

_GOING_ON = np.int8(-1)
"""The code of a session that is not over."""

_NEVER = int(NEVER)
_CODES = 256


class Limits(NamedTuple):
    """The limits and the pays of a session.

    Attributes
    ----------
    bankroll
        The bankroll at the beginning, in halves.
    stake
        The usual ante of a hand, in whole units: times a net gain in half antes, it
        gives halves.
    staking, share, most_stake
        How the ante changes; in percent, if it is a share of the bankroll; and its
        limit.
    least, most
        The session ends at a bankroll of ``least`` or less, or of ``most`` or more, in
        halves.
    hands, last
        The most hands, and the ending when they have been played.
    cut
        The shoe is shuffled before a hand if this many cards are out; 0: every hand has
        a fresh shoe.
    tie_bet
        What the side bet on a tie pays, to one.
    net, wagered, tie_net
        int64: what each result pays, by its code.
    """

    bankroll: int
    stake: int
    staking: np.int8
    share: int
    most_stake: int
    least: int
    most: int
    hands: int
    last: np.int8
    cut: np.uint64
    tie_bet: int
    net: np.ndarray
    wagered: np.ndarray
    tie_net: np.ndarray


Columns = columns_type(__name__, (*casino.SESSION_COLUMNS, *casino.SHOE_COLUMNS))


class Workspace(NamedTuple):
    """The workspace of sessions.

    Attributes
    ----------
    state, places
        As for a round (:func:`sim.games.casino_war.kernel.rounds.workspace`).
    cards
        uint8 (cards,): a shuffled shoe.
    unseen
        int64: for each rank, how many of its cards have not been turned up.
    """

    state: np.ndarray
    places: np.ndarray
    cards: np.ndarray
    unseen: np.ndarray


def limits_of(rules: CasinoWarRules) -> Limits:
    """The limits of a session for the compiled code."""
    bankroll = 2 * rules.bankroll
    pays = {
        name: values.astype(np.int64) for name, values in casino.pays_of(rules).items()
    }
    return Limits(
        bankroll=bankroll,
        stake=rules.stake,
        staking=np.int8(STAKINGS.index(rules.staking)),
        share=rules.share,
        most_stake=rules.most_stake,
        least=bankroll - 2 * rules.stop_loss if rules.stop_loss else -_NEVER,
        most=bankroll + 2 * rules.goal if rules.goal else _NEVER,
        hands=rules.hands or casino.MOST_HANDS,
        last=_HANDS if rules.hands else _CAP,
        cut=np.uint64(rules.cut if rules.penetration else 0),
        tie_bet=rules.tie_bet,
        **pays,
    )


def columns_for(rules: CasinoWarRules, sessions: int) -> Any:
    """Columns to be filled by sessions.

    Columns that these rules do not declare are empty but keep their type, so the code
    is compiled once.
    """
    sizes = {column.name: sessions for column in casino.columns(rules)}
    columns = (*casino.SESSION_COLUMNS, *casino.SHOE_COLUMNS)
    return Columns(
        *(np.zeros(sizes.get(column.name, 0), column.dtype) for column in columns)
    )


def workspace(shoe: rounds.Shoe) -> Workspace:
    """The workspace of the compiled code."""
    return Workspace(
        *rounds.workspace(shoe),
        np.zeros(int(shoe.cards), np.uint8),
        np.zeros(_CODES, np.int64),
    )


@inlined
def _ending(limits, money, hands):
    """How a session ends before the next hand, or that it goes on."""
    ending = _GOING_ON
    if money < 2 * limits.stake:
        ending = _RUIN
    elif money <= limits.least:
        ending = _STOP_LOSS
    elif money >= limits.most:
        ending = _GOAL
    elif hands == limits.hands:
        ending = limits.last
    return ending


@inlined
def _next_stake(limits, money, last, won):
    """The ante of the next hand, in whole units."""
    stake = limits.stake
    if limits.staking == _DOUBLE and won < 0:
        stake = 2 * last
    elif limits.staking == _SHARE:
        stake = max(stake, money * limits.share // 200)
    return min(stake, limits.most_stake, money // 2)


@part
def _shuffle_all(shoe, space, seed):
    """Shuffle the whole shoe.

    Return how many ordered pairs of one rank are among the unseen cards: all of them.
    """
    space.unseen[:] = 0
    for card in range(shoe.cards):
        space.cards[card] = shoe.ranks[card]
        space.unseen[shoe.ranks[card]] += 1
    shuffle(space.cards, 0, shoe.cards, space.state, seed)
    pairs = 0
    for rank in range(_CODES):
        pairs += space.unseen[rank] * (space.unseen[rank] - 1)
    return pairs


@part
def _hand_from(shoe, cards, out, may_raise):
    """The result of a hand from a shuffled shoe, and how many cards are out after it."""
    top = shoe.cards - ONE - out
    player = cards[top]
    house = cards[top - ONE]
    if player != house:
        return (rounds.WIN if player > house else rounds.LOSE), out + TWO
    if not (shoe.raises and may_raise):
        return rounds.SURRENDER, out + TWO
    out += shoe.need
    answer = shoe.cards - out
    player = cards[answer + ONE]
    house = cards[answer]
    if player == house:
        return rounds.WAR_TIE, out
    return (rounds.WAR_WIN if player > house else rounds.WAR_LOSE), out


@inlined
def _see(space, place):
    """Count a card as seen.

    Return how many ordered pairs of one rank the unseen cards lose.
    """
    rank = space.cards[place]
    space.unseen[rank] -= 1
    return 2 * space.unseen[rank]


@inlined
def _see_hand(shoe, space, before, out, result):
    """Count the cards turned up in a hand as seen.

    before, out: uint64: how many cards were out before the hand, and after it.
    """
    top = shoe.cards - ONE - before
    seen = 2
    fewer = _see(space, top)
    fewer += _see(space, top - ONE)
    if (
        result == rounds.WAR_WIN
        or result == rounds.WAR_TIE
        or result == rounds.WAR_LOSE
    ):
        seen = 4
        fewer += _see(space, shoe.cards - out)
        fewer += _see(space, shoe.cards - out + ONE)
    return seen, fewer


@kernel
def play_sessions(shoe, limits, seed, first, space, columns):
    """Play a session for each game.

    Parameters
    ----------
    shoe, limits
        The shoe, and when a session ends.
    seed, first
        uint64: the seed, and the number of the first game.
    space
        The workspace.
    columns
        Filled; the last two stay empty if every hand has a fresh shoe.
    """
    for index in range(np.uint64(len(columns.end))):
        open_stream(space.state, first + index, DEAL)
        money = lowest = limits.bankroll
        hands = streak = longest = wagered = chances = gain = 0
        out = shoe.cards
        not_seen = pairs = 0
        stake = _next_stake(limits, money, 0, 0)
        ending = _ending(limits, money, hands)
        while ending == _GOING_ON:
            may_raise = money >= 4 * stake
            tie_bet = False
            if limits.cut == ZERO:
                result = rounds.play_hand(
                    shoe, space.state, seed, space.places, may_raise
                )
            else:
                if out >= limits.cut:
                    pairs = _shuffle_all(shoe, space, seed)
                    not_seen = np.int64(shoe.cards)
                    out = ZERO
                # The next two cards tie with probability pairs / (not_seen * (not_seen
                # - 1)): bet if that pays.
                tie_bet = (limits.tie_bet + 1) * pairs > not_seen * (not_seen - 1)
                before = out
                result, out = _hand_from(shoe, space.cards, out, may_raise)
                seen, fewer = _see_hand(shoe, space, before, out, result)
                not_seen -= seen
                pairs -= fewer
            code = np.uint64(result)
            won = limits.net[code]
            hands += 1
            wagered += limits.wagered[code] * stake
            money += won * stake
            lowest = min(lowest, money)
            streak = streak + 1 if won < 0 else 0
            longest = max(longest, streak)
            stake = _next_stake(limits, money, stake, won)
            if tie_bet:
                chances += 1
                gain += limits.tie_net[code]
            ending = _ending(limits, money, hands)
        columns.ruined[index] = ending == _RUIN
        columns.ending[index] = ending
        columns.end[index] = money
        columns.deepest[index] = limits.bankroll - lowest
        columns.hands_played[index] = hands
        columns.losing_streak[index] = longest
        columns.staked[index] = wagered
        if limits.cut != ZERO:
            columns.tie_chances[index] = chances
            columns.tie_gain[index] = gain
