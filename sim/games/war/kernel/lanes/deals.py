"""Deals that take a lane.

Their cards are laid out, and the lane's counters set to the beginning of a game.
"""

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import UNFINISHED
from sim.games.war.kernel.lanes.settlement import resume
from sim.games.war.kernel.lanes.table import HELD, LEAST, MOST, STATE, WINNER
from sim.kernels.compiling import inlined
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.vectors import deal_32
from sim.kernels.words import SIXTEEN, TWO, ZERO


@inlined
def lay_out(job, cards, game, to, packet):
    """Lay both packets of a deal at the beginning of a game's rooms.

    Return player 0's aces and sum of ranks.
    """
    start = np.uint64(game) * job.width
    size_0 = job.sizes[0]
    size_1 = job.sizes[1]
    aces = ZERO
    ranks = ZERO
    done = ZERO
    if (
        job.stride == TWO
        and job.starts[0] == ZERO
        and size_0 == size_1
        and size_0 >= SIXTEEN
    ):
        while done < size_0:
            # The last sixteen may have been dealt in part: then these are dealt once
            # more, but counted once.
            first = min(done, size_0 - SIXTEEN)
            targets = to + first, to + packet + first
            more = deal_32(
                job.cards, start + TWO * first, cards, targets, ACE, done - first
            )
            aces += more[0]
            ranks += more[1]
            done = first + SIXTEEN
    for place in range(done, size_0):
        card = job.cards[start + job.starts[0] + job.stride * place]
        cards[to + place] = card
        aces += np.uint64(card == ACE)
        ranks += np.uint64(card)
    for place in range(done, size_1):
        cards[to + packet + place] = job.cards[
            start + job.starts[1] + job.stride * place
        ]
    return aces, ranks


@inlined
def clear(many, lane):
    """Leave a lane without a game."""
    many.games[lane.slot] = -1
    lane.group.bound[0, lane.at] = 0
    resume(lane, 0, 0, 0)


@inlined
def begin(many, lane, job, game, packet):
    """Let a game begin in a lane."""
    slot = lane.slot
    state = lane.state
    held = np.int64(job.sizes[0])
    dealt = lay_out(job, many.cards, game, np.uint64(lane.room), np.uint64(packet))
    many.dealt[slot, 0], many.dealt[slot, 1] = dealt
    for place in range(STATE):
        state[place] = 0
    state[LEAST] = state[MOST] = state[HELD] = held
    state[WINNER] = UNFINISHED
    many.games[slot] = game
    resume(lane, 0, held, 0)


@inlined
def open_chance(many, slot, job, game):
    """Set what is random in a game to its beginning."""
    open_stream(many.words[slot], job.first + np.uint64(game), PLAY)
    many.coins[slot, 8] = ZERO
