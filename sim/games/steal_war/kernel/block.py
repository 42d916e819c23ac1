"""Steal War, compiled: from the rules to the games and their rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.cards import ACE
from sim.games.packets.codes import CAP, CARDS, DRAW, RUN_OUT
from sim.games.packets.kernel.frame import PacketKernel
from sim.games.packets.kernel.leads import see_round, write_leads
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.steal_war.kernel import table as at
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.kernels.columns import columns_type
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import FOUR, ONE, TWO, ZERO

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
    setting = Setting(
        protect=rules.protect,
        least_loot=np.uint64(rules.least_loot),
        top=_TOPS.index(rules.top),
    )
    return setting, at.workspace(sizes, seed)


@part
def _play_round(table, players, counts, setting, chance):
    """Play one turn with its thefts and wars.

    Return how its pot was taken, ``DRAW`` if nobody took it.
    """
    counts.rounds += ONE
    for seat in range(counts.alive):
        player = players[seat]
        player.laid_end = player.laid
        player.hand = at.take_card(table, player, counts, chance)
    chain = ZERO
    ending = CARDS
    while True:
        at.steal(table, players, counts, setting, chance)
        winner, tied = at.compare(table, players, counts.alive)
        if not tied:
            break
        able, richest, equal = at.able_to_fight(players, counts.alive)
        if able == ZERO and equal:
            ending = DRAW
            break
        at.lay_for_war(table, players, counts, able, chance)
        if able < TWO:
            # The only player able to carry on or, if nobody is, the player with the
            # most cards.
            winner = richest
            ending = RUN_OUT
            break
        chain += ONE
    at.count_wars(counts, chain)
    if ending != DRAW:
        at.take_pot(table, players, counts.alive, winner, setting.top, chance)
        at.settle(players, counts)
    return ending


@inlined
def _play(work, setting, most):
    """Play a game to its end or to the end of a round; return its ending."""
    counts = work.counts[0]
    ending = CARDS
    while counts.alive > ONE and ending != DRAW:
        if counts.rounds == most:
            return CAP
        ending = _play_round(work.table, work.players, counts, setting, work.chance)
    return ending


@inlined
def _result(work, ending):
    """The result of the game so far, given how its last turn ended."""
    counts = work.counts[0]
    # The winner is alone at the table.
    winner = work.players[0]
    return Played(
        ending=ending,
        rounds=counts.rounds,
        battles=counts.rounds + counts.wars,
        # A player who stays to the end lays one card a round and four a war.
        plays=counts.rounds + FOUR * counts.wars,
        wars=counts.wars,
        taker=winner.seat,
        low=winner.low,
        single=counts.chains[0],
        double=counts.chains[1],
        triple=counts.chains[2],
        longer=counts.chains[3],
        longest=counts.longest,
    )


@kernel
def play_all(job, setting, work, rows):
    """Play every deal of a job and write its row."""
    counts = work.counts[0]
    for index in range(np.uint64(len(rows.winner))):
        open_stream(work.chance.words, job.first + index, PLAY)
        at.lay_out(job, index * job.width, work)
        aces, rank_sum = count_packet(job, index, ACE)
        ending = _play(work, setting, job.max_rounds)
        write_row(rows, index, _result(work, ending), aces, rank_sum)
        rows.steals[index] = counts.steals
        rows.cards_stolen[index] = counts.stolen


@kernel
def _follow_all(job, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, one turn after the other, and write who was ahead."""
    counts = work.counts[0]
    held_by, noted = lead
    for index in range(np.uint64(len(rounds))):
        open_stream(work.chance.words, job.first + index, PLAY)
        at.lay_out(job, index * job.width, work)
        ending = CAP
        while True:
            for seat in range(np.uint64(len(held_by))):
                held_by[seat] = 0
            for place in range(counts.alive):
                player = work.players[place]
                cards = at.held(player)
                if ending == DRAW:
                    # Each player takes back what they have laid in this turn.
                    cards += player.laid_end - player.laid
                held_by[player.seat] = cards
            see_round(held_by, noted, _result(work, ending))
            if counts.rounds >= np.uint64(rounds[index]):
                break
            ending = _play(work, setting, counts.rounds + ONE)
        write_leads(rows, index, noted, winners[index], counts.shuffles)


KERNEL = PacketKernel(COLUMNS, Columns, _inputs, play_all, _follow_all)
"""The kernel of Steal War."""

play_block = KERNEL.play_block
