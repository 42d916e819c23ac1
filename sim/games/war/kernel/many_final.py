"""The last two players of War among several, if nothing is left to chance: one function, with all places in registers.

Most rounds of a game are theirs, and most endless games come to their cycle only then. Both packets move forward, each
through a row of bytes in which nothing is overwritten, and both players lay equally many cards in a round: what has
been played lies in the rows, side by side, and shows where a cycle begins (:mod:`sim.games.war.kernel.many_repeats`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import (
    CAP,
    CARDS,
    CYCLE,
    DRAW,
    LATEST_FIRST,
    LOSER_FIRST,
    NOBODY,
    OVER,
    REPEATED,
    RUNNING,
    SEAT,
    UNFINISHED,
)
from sim.games.war.kernel.codes import beats, cards_down
from sim.games.war.kernel.many import judge
from sim.games.war.kernel.many_fight import fight
from sim.games.war.kernel.many_repeats import UNKNOWN, alike, go_back_to_first_repetition
from sim.games.war.kernel.many_table import (
    COUNTS,
    ENDING,
    FIRST_OUT,
    HEAD,
    LONGEST,
    LOW,
    PLAYS,
    ROUNDS,
    SINGLE,
    TAIL,
    WARS,
    WINNER,
    WINNER_LOW,
    Game,
)
from sim.games.war.kernel.many_table import SEAT as SEAT_OF
from sim.games.war.kernel.passes import HAS_WIDE, REACH, WIDTH, plain_pass, wide_pass
from sim.kernels.bits import count_bits
from sim.kernels.compiling import inlined, part
from sim.kernels.words import HALF_WORD, LOW_HALF, NEVER, ONE, TWO, ZERO

LENGTH = 3 << 17
"""How far packets move through their rows before they are moved back, and the cards behind them forgotten: twice as far
as the default cap lets them."""

WATCH = np.uint64(256)
"""The fewest plays between two positions that are remembered. A quarter of those played, if that is more: then a cycle
of any length will be found."""


class Final(NamedTuple):
    """The workspace of the last two players.

    Attributes
    ----------
    rows
        uint8: player 0's row of cards, then player 1's.
    length
        uint64: the bytes of a row.
    full
        uint64: where a packet may end at most before another round.
    begun
        int64 (COUNTS + 1,): the counts when the packets lay at the beginning of the rows, and how many cards player 0
        held.
    capped
        int64 (COUNTS,): the counts at the cap, if the game was played beyond it.
    """

    rows: NDArray[np.uint8]
    length: np.uint64
    full: np.uint64
    begun: NDArray[np.int64]
    capped: NDArray[np.int64]


def lay_final(sizes: Sequence[int]) -> Final:
    """Return the workspace for games that begin with packets of these sizes.

    Parameters
    ----------
    sizes
        The cards of each player.
    """
    total = sum(sizes)
    full = LENGTH + total
    length = full + 2 * total + 2 * REACH
    rows = np.zeros(2 * length, np.uint8)
    begun, capped = np.zeros(COUNTS + 1, np.int64), np.zeros(COUNTS, np.int64)
    return Final(rows, np.uint64(length), np.uint64(full), begun, capped)


@inlined
def _begin(table, places, counts, final):
    """Lay both packets at the beginning of the rows; return how many cards each player holds."""
    for player in range(TWO):
        head, row = places[HEAD + player], player * final.length
        size = places[TAIL + player] - head
        for place in range(size):
            final.rows[row + place] = table[head + place]
        places[HEAD + player], places[TAIL + player] = row, row + size
    for count in range(COUNTS):
        final.begun[count] = counts[count]
    size_0 = places[TAIL]
    final.begun[COUNTS] = np.int64(size_0)
    return size_0, places[TAIL + ONE] - final.length


@inlined
def _put_pot(table, to, first, second, laid, pickup):
    """Copy two equal stacks, which still lie in the packets, to the winner's tail in the order of the pick-up."""
    if pickup == LATEST_FIRST or pickup == SEAT:
        for step in range(laid):
            place = step if pickup == SEAT else laid - ONE - step
            table[to] = table[first + place]
            table[to + ONE] = table[second + place]
            to += TWO
    else:
        for place in range(laid):
            table[to + place] = table[first + place]
            table[to + laid + place] = table[second + place]


@part
def _play_pass(table, row, here, ends, limit, setting):
    """Play rounds until the limit or a tie; return which player 0 won, as :func:`plain_pass` does."""
    pickup = setting.pickup
    by_winner = LOW_HALF if pickup != SEAT else ZERO
    turned = LOW_HALF if pickup == LOSER_FIRST or pickup == SEAT else ZERO
    low, high = setting.low, setting.high
    other = row + here
    if HAS_WIDE:
        return wide_pass(table, here, other, ends[0], row + ends[1], limit, by_winner, turned, low, high)
    return plain_pass(table, here, other, ends[0], row + ends[1], limit, by_winner, turned, low, high)


@inlined
def _lowest(held, wins, length):
    """Return the fewest and the most cards that player 0 held in a pass."""
    least = most = held
    for _ in range(length):
        held += ((wins & ONE) << ONE) - ONE
        wins >>= ONE
        least, most = min(least, held), max(most, held)
    return least, most


@inlined
def _save(places, counts, row, here, ends, lows, rounds, plays):
    places[HEAD], places[HEAD + ONE] = here, row + here
    places[TAIL], places[TAIL + ONE] = ends[0], row + ends[1]
    places[LOW], places[LOW + ONE] = lows
    counts[ROUNDS], counts[PLAYS] = rounds, plays


@part
def _play_on(game, final, setting, cap, work):
    """Play to the end of the game, its first repetition, or as long beyond the cap as a cycle could be.

    Returns
    -------
    int
        OVER; REPEATED, if the counts are those at the first repetition; RUNNING, if no position up to the cap came
        again; or UNKNOWN, if what was before is forgotten.
    """
    # One long function: where both packets lie stays in registers from round to round.
    table, places, counts = final.rows, game.places, game.counts
    row, last_round = final.length, np.uint64(cap)
    end_0, end_1 = _begin(game.table, places, counts, final)
    total = end_0 + end_1
    low_0, low_1 = places[LOW], places[LOW + ONE]
    rounds, plays = np.uint64(counts[ROUNDS]), np.uint64(counts[PLAYS])
    here, seen, seen_end, watch = ZERO, ZERO, NEVER, WATCH
    whole = True
    while True:
        left = min(end_0, end_1) - here
        if left == ZERO:
            winner = np.uint64(end_0 == here)
            counts[WINNER], counts[ENDING] = places[SEAT_OF + winner], CARDS
            counts[WINNER_LOW] = low_1 if winner == ONE else low_0
            if counts[FIRST_OUT] == NOBODY:
                counts[FIRST_OUT] = places[SEAT_OF + ONE - winner]
            counts[ROUNDS], counts[PLAYS] = rounds, plays
            return OVER
        held = end_0 - here
        sizes = held, end_1 - here
        again = held == seen_end - seen and alike(table, row, seen, here, sizes)
        if again or rounds >= last_round:
            if again or rounds > np.uint64(cap):
                sizes = seen_end - seen, total - (seen_end - seen)
                return go_back_to_first_repetition(counts, final, setting, (seen, here), sizes, whole)
            # If a position has come again by the cap, so will this one, within as many rounds.
            _save(places, counts, row, here, (end_0, end_1), (low_0, low_1), rounds, plays)
            for count in range(COUNTS):
                final.capped[count] = counts[count]
            last_round = TWO * rounds
            seen, seen_end, watch = here, end_0, NEVER
        if here >= watch:
            seen, seen_end = here, end_0
            watch = here + max(WATCH, here >> TWO)
        limit = min(min(left, np.uint64(WIDTH)), last_round - rounds)
        played = _play_pass(table, row, here, (end_0, end_1), limit, setting)
        length, wins = played >> HALF_WORD, played & LOW_HALF
        won = count_bits(wins)
        if held + won < low_0 + length or total - held < low_1 + won:
            least, most = _lowest(held, wins, length)
            low_0, low_1 = min(low_0, least), min(low_1, total - most)
        here += length
        rounds += length
        plays += length
        end_0 += won + won
        end_1 += length + length - won - won
        if length == limit and max(end_0, end_1) < final.full:
            continue
        usual = length == limit
        if not usual:
            left = min(end_0, end_1) - here
            laid, wars = ONE, 0
            card_0 = card_1 = table[here]
            while card_0 == card_1:
                step = np.uint64(cards_down(np.int64(card_0), setting) + 1)
                if laid + step > left:
                    break
                laid += step
                wars += 1
                card_0, card_1 = table[here + laid - ONE], table[row + here + laid - ONE]
            usual = card_0 != card_1
            if usual:
                rounds += ONE
                plays += laid
                counts[WARS] += wars
                counts[SINGLE + min(wars, 4) - 1] += 1
                counts[LONGEST] = max(counts[LONGEST], wars)
                is_won = beats(card_0, card_1, setting)
                first, second = (here, row + here) if is_won else (row + here, here)
                to = end_0 if is_won else row + end_1
                if setting.pickup == LOSER_FIRST:
                    first, second = second, first
                elif setting.pickup == SEAT:
                    first, second = here, row + here
                _put_pot(table, to, first, second, laid, setting.pickup)
                if is_won:
                    end_0 += laid + laid
                else:
                    end_1 += laid + laid
                here += laid
                low_0, low_1 = min(low_0, end_0 - here), min(low_1, end_1 - here)
                if max(end_0, end_1) < final.full:
                    continue
        # Rare: a war that a player cannot afford, or the end of a row.
        _save(places, counts, row, here, (end_0, end_1), (low_0, low_1), rounds, plays)
        if not usual:
            ending = fight(Game(table, places, counts), setting, work.chance)
            if ending == DRAW or judge(places, counts, work.rooms.seats, setting.first_out, ending):
                return OVER
        if rounds >= np.uint64(cap):
            return UNKNOWN
        end_0, end_1 = _begin(table, places, counts, final)
        low_0, low_1 = places[LOW], places[LOW + ONE]
        rounds, plays = np.uint64(counts[ROUNDS]), np.uint64(counts[PLAYS])
        here, seen, seen_end, watch = ZERO, ZERO, NEVER, WATCH
        whole = False


@part
def play_final(game, final, setting, cap, work):
    """Play the last two players' rounds to the end of the game, its first repetition or the cap, whichever is first.

    Parameters
    ----------
    game
        The game, after a round before the cap, with two players left; afterwards its counts are those of the row.
    final
        The workspace.
    setting
        The rules: nothing is left to chance.
    cap
        int64: the round after which the game is stopped.
    work
        The workspace of the whole game.

    Returns
    -------
    bool
        Whether that is known: if a packet was moved back, what was before is forgotten.
    """
    counts = game.counts
    status = _play_on(game, final, setting, cap, work)
    if status == UNKNOWN:
        return False
    if status == RUNNING or counts[ROUNDS] > cap:
        for count in range(COUNTS):
            counts[count] = final.capped[count]
        counts[WINNER], counts[ENDING] = UNFINISHED, CAP
    elif status == REPEATED:
        counts[WINNER], counts[ENDING] = UNFINISHED, CYCLE
    return True
