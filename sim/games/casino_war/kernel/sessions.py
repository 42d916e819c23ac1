"""Sessions of Casino War, compiled: hands until a limit is reached.

The stake is flat, or it changes.

All money is counted in halves, so that a surrender is a whole number.
"""

from typing import Any, NamedTuple

import numpy as np

from sim.games.casino_war import rules as casino
from sim.games.casino_war.kernel import rounds
from sim.games.casino_war.rules import ENDINGS, STAKINGS, CasinoWarRules
from sim.kernels.columns import columns_type, empty_columns
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import DEAL, open_stream, shuffle
from sim.kernels.words import NEVER, ONE, TWO, ZERO

_HANDS, _RUIN, _STOP_LOSS, _GOAL, _CAP = range(len(ENDINGS))
"""The codes of the endings."""

_FLAT, _DOUBLE, _SHARE = range(len(STAKINGS))

_GOING_ON = -1
"""The code of a session that is not over."""

_NEVER = int(NEVER)


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
    staking: int
    share: int
    most_stake: int
    least: int
    most: int
    hands: int
    last: int
    cut: np.uint64
    tie_bet: int
    net: np.ndarray
    wagered: np.ndarray
    tie_net: np.ndarray


_COLUMNS = (*casino.SESSION_COLUMNS, *casino.SHOE_COLUMNS)

Columns = columns_type(__name__, _COLUMNS)


def columns_for(sessions: int) -> Any:
    """Columns to be filled by sessions, those of shoes that are dealt on among them."""
    return empty_columns(Columns, _COLUMNS, sessions)


def limits_of(rules: CasinoWarRules) -> Limits:
    """The limits of a session for the compiled code."""
    bankroll = 2 * rules.bankroll
    pays = {
        name: values.astype(np.int64) for name, values in casino.pays_of(rules).items()
    }
    return Limits(
        bankroll=bankroll,
        stake=rules.stake,
        staking=STAKINGS.index(rules.staking),
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
def _shuffle_all(shoe, seed):
    """Shuffle the whole shoe; no card of it has been seen."""
    shoe.unseen[:] = 0
    for place in range(len(shoe.cards)):
        shoe.cards[place] = shoe.ranks[place]
        shoe.unseen[shoe.ranks[place]] += 1
    shuffle(shoe.cards, 0, len(shoe.cards), shoe.state, seed)


@part
def _worth_a_tie_bet(unseen, tie_bet):
    """Whether the side bet wins on average for a player who remembers all cards turned up."""
    cards = pairs = 0
    for count in unseen:
        cards += count
        pairs += count * (count - 1)
    return (tie_bet + 1) * pairs > cards * (cards - 1)


@inlined
def _see_hand(shoe, before, out):
    """Count the cards turned up in a hand as seen.

    before, out: uint64: how many cards were out before the hand, and after it.
    """
    cards = shoe.cards
    unseen = shoe.unseen
    size = np.uint64(len(cards))
    unseen[cards[size - ONE - before]] -= 1
    unseen[cards[size - TWO - before]] -= 1
    if out > before + TWO:
        unseen[cards[size - out]] -= 1
        unseen[cards[size - out + ONE]] -= 1


@kernel
def play_sessions(shoe, limits, seed, first, columns):
    """Play a session for each game.

    Parameters
    ----------
    shoe, limits
        The shoe, and when a session ends.
    seed, first
        uint64: the seed, and the number of the first game.
    columns
        Filled; the last two are 0 if every hand has a fresh shoe.
    """
    for index in range(np.uint64(len(columns.end))):
        open_stream(shoe.state, first + index, DEAL)
        money = lowest = limits.bankroll
        hands = streak = longest = wagered = chances = gain = 0
        out = np.uint64(len(shoe.cards))
        stake = _next_stake(limits, money, 0, 0)
        ending = _ending(limits, money, hands)
        while ending == _GOING_ON:
            raises = shoe.raises and money >= 4 * stake
            tie_bet = False
            if limits.cut == ZERO:
                result = rounds.play_fresh_hand(shoe, raises, seed)
            else:
                if out >= limits.cut:
                    _shuffle_all(shoe, seed)
                    out = ZERO
                tie_bet = _worth_a_tie_bet(shoe.unseen, limits.tie_bet)
                before = out
                result, out = rounds.play_hand(shoe.cards, out, shoe.need, raises)
                _see_hand(shoe, before, out)
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
        columns.tie_chances[index] = chances
        columns.tie_gain[index] = gain
