"""Steal War, compiled: from the rules to the games and their rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import CAP, CARDS, DRAW, RUN_OUT
from sim.games.packets.kernel.frame import PacketKernel
from sim.games.packets.kernel.leads import see_round, write_leads
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.packets.kernel.table import TURNED
from sim.games.steal_war.kernel import table as at
from sim.games.steal_war.kernel.table import (
    ALIVE,
    HAND,
    LOW,
    ROUNDS,
    WARS,
    held,
)
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO

_TOPS = ("lowest", "highest", "random")


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    protect
        Whether a pile is safe while its owner shows the same card.
    least_loot
        The fewest cards that are worth stealing.
    top
        The code of the card that a taken pot shows: ``LOWEST``, ``HIGHEST`` or
        ``RANDOM``.
    """

    protect: bool
    least_loot: np.uint64
    top: int


Columns = columns_type(__name__, COLUMNS)


def _inputs(rules: StealWarRules, sizes: Sequence[int], seed: int) -> tuple[Any, ...]:
    """The rules, and the workspace."""
    least_loot = np.uint64(rules.least_loot)
    setting = Setting(rules.protect, least_loot, _TOPS.index(rules.top))
    return setting, at.workspace(sizes, seed)


@part
def _play_round(table, state, setting, chance):
    """Play one turn with its thefts and wars.

    Return how its pot was taken, ``DRAW`` if nobody took it.
    """
    state[ROUNDS] += ONE
    for player in range(state[ALIVE]):
        state[at.LAID_END + player] = state[at.LAID + player]
        state[HAND + player] = at.take_card(table, state, player, chance)
    chain = ZERO
    ending = CARDS
    while True:
        at.steal(table, state, setting.protect, setting.least_loot, chance)
        winner, tied = at.compare(table, state)
        if not tied:
            break
        able, richest, equal = at.able_to_fight(state)
        if able == ZERO and equal:
            ending = DRAW
            break
        at.lay_for_war(table, state, able, chance)
        if able < TWO:
            # The only player able to carry on or, if nobody is, the player with the
            # most cards.
            winner = richest
            ending = RUN_OUT
            break
        chain += ONE
    at.count_wars(state, chain)
    if ending != DRAW:
        at.take_pot(table, state, winner, setting.top, chance)
        at.settle(state)
    return ending


@inlined
def _play(table, state, setting, most, chance):
    """Play a game to its end or to the end of a round; return its ending."""
    ending = CARDS
    while state[ALIVE] > ONE and ending != DRAW:
        if state[ROUNDS] == most:
            return CAP
        ending = _play_round(table, state, setting, chance)
    return ending


@inlined
def _result(state, ending):
    """The result of the game so far, given how its last turn ended."""
    return Played(
        ending=ending,
        rounds=state[ROUNDS],
        battles=state[ROUNDS] + state[WARS],
        # A player who stays to the end lays one card a round and four a war.
        plays=state[ROUNDS] + FOUR * state[WARS],
        wars=state[WARS],
        # The winner is alone at the table, in place 0.
        taker=state[at.SEAT],
        low=state[LOW],
        single=state[at.CHAINS],
        double=state[at.CHAINS + ONE],
        triple=state[at.CHAINS + TWO],
        longer=state[at.CHAINS + THREE],
        longest=state[at.LONGEST],
    )


@inlined
def _write_row(rows, index, state, ending, dealt):
    """Write the row of a game that is over.

    ``dealt`` are the aces that player 0 was dealt, and the sum of the ranks.
    """
    write_row(rows, index, _result(state, ending), dealt[0], dealt[1])
    rows.steals[index], rows.cards_stolen[index] = state[at.STEALS], state[at.STOLEN]


@kernel
def play_all(job, setting, work, rows):
    """Play every deal of a job and write its row."""
    table, state, chance = work
    for index in range(np.uint64(len(rows.winner))):
        open_stream(chance.words, job.first + index, PLAY)
        at.lay_out(job, index * job.width, work)
        dealt = count_packet(job, index, ACE)
        ending = _play(table, state, setting, job.max_rounds, chance)
        _write_row(rows, index, state, ending, dealt)


@kernel
def _follow_all(job, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, one turn after the other, and write who was ahead."""
    table, state, chance = work
    held_by, noted = lead
    for index in range(np.uint64(len(rounds))):
        open_stream(chance.words, job.first + index, PLAY)
        chance.words[TURNED] = ZERO
        at.lay_out(job, index * job.width, work)
        ending = CAP
        while True:
            for seat in range(np.uint64(len(held_by))):
                held_by[seat] = 0
            for player in range(state[ALIVE]):
                cards = held(state, player)
                if ending == DRAW:
                    # Each player takes back what they have laid in this turn.
                    cards += state[at.LAID_END + player] - state[at.LAID + player]
                held_by[state[at.SEAT + player]] = cards
            see_round(held_by, noted, _result(state, ending))
            if state[ROUNDS] >= np.uint64(rounds[index]):
                break
            ending = _play(table, state, setting, state[ROUNDS] + ONE, chance)
        write_leads(rows, index, noted, winners[index], chance.words)


KERNEL = PacketKernel(COLUMNS, Columns, _inputs, play_all, _follow_all)
"""The kernel of Steal War."""

play_block = KERNEL.play_block
