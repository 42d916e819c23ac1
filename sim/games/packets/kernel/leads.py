"""Columns on request of packet games, compiled: games followed round by round.

Only games that are asked for these columns are followed: each is played a second time,
one round after the other, and what a round has changed is noted in one place for all
games (:func:`see_round`).
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.rules import GameRules
from sim.games.packets.codes import RUN_OUT
from sim.games.packets.columns import LEADS
from sim.games.packets.kernel.table import ENDING, HEAD, ROUNDS, TAIL, TURNED, begin
from sim.kernels.columns import columns_type, empty_columns
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, TWO, ZERO

Columns = columns_type(__name__, LEADS)

SEATS = 8
"""The most players of any packet game."""

_LEADER, _LAST, _SINCE, _CHANGES, _MOST, SIZE = range(6)
"""The places of a game's leads: the leader, the last one before, the round of the last
change, the number of changes, and the most cards of player 0."""


def with_leads(
    rules: GameRules,
    columns: dict[str, NDArray[Any]],
    follow: Callable[..., Any],
    *inputs: Any,
) -> dict[str, NDArray[Any]]:
    """The columns of some games, with those on request that show who was ahead.

    follow: A compiled function of the inputs, the rounds and the winner of each game,
    the workspace, and the rows.
    """
    asked = [column.name for column in LEADS if column.name in rules.columns]
    if not asked:
        return columns
    rows = empty_columns(Columns, LEADS, len(columns["winner"]))
    work = np.zeros(SEATS, np.int64), np.zeros(SIZE, np.int64)
    follow(*inputs, columns["rounds"], columns["winner"], work, rows)
    found: Mapping[str, NDArray[Any]] = rows._asdict()
    return {**columns, **{name: found[name] for name in asked}}


@part
def see_leader(held, lead, rounds):
    """Note who holds the most cards alone after a round, the deal being round 0."""
    if rounds == 0:
        lead[_LEADER] = lead[_LAST] = -1
        lead[_SINCE] = lead[_CHANGES] = lead[_MOST] = 0
    most = np.int64(0)
    leader = -1
    for seat in range(SEATS):
        if held[seat] > most:
            most = held[seat]
            leader = seat
        elif held[seat] == most:
            leader = -1
    lead[_MOST] = max(lead[_MOST], held[0])
    if leader != lead[_LEADER]:
        lead[_LEADER] = leader
        lead[_SINCE] = rounds
    if leader >= 0:
        lead[_CHANGES] += np.int64(lead[_LAST] >= 0 and lead[_LAST] != leader)
        lead[_LAST] = leader


@inlined
def see_round(held, noted, played):
    """Note what a round has changed, the deal being round 0.

    ``held`` is the number of cards of each seat, and ``played`` the result so far, a
    :class:`~sim.games.packets.kernel.rows.Played`.
    """
    see_leader(held, noted, np.int64(played.rounds))


@inlined
def write_leads(rows, index, lead, winner, words):
    """Write the row of a game that has been followed.

    ``words`` also counts the piles shuffled.
    """
    rows.lead_changes[index] = lead[_CHANGES]
    rows.lead_round[index] = (
        lead[_SINCE] if winner >= 0 and winner == lead[_LEADER] else -1
    )
    rows.most_cards_0[index] = lead[_MOST]
    rows.shuffles[index] = words[TURNED]


@inlined
def follow_pairs(
    advance, result, job, rooms, setting, work, rounds, winners, lead, rows
):
    """Play every deal between two packets again, to the end of its rounds, and write who was ahead.

    ``result`` gives the result so far from the state.
    """
    table, state, shared = work.table, work.state, work.shared
    held, noted = lead
    for index in range(np.uint64(len(rounds))):
        begin(job, index, rooms, work)
        shared.chance.words[TURNED] = ZERO
        winner = winners[index]
        while True:
            for player in range(TWO):
                held[player] = state[TAIL + player] - state[HEAD + player]
            if state[ENDING] == RUN_OUT:
                # The winner takes all cards on the table. (After a draw each takes back
                # as many as the other.)
                held[winner], held[1 - winner] = rooms.total, 0
            see_round(held, noted, result(state))
            if state[ROUNDS] >= np.uint64(rounds[index]):
                break
            advance(table, state, rooms, setting, state[ROUNDS] + ONE, shared)
        write_leads(rows, index, noted, winner, shared.chance.words)
