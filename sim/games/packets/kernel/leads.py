"""Columns on request of packet games, compiled: games followed round by round.

Only games that are asked for these columns are followed: each is played a second time,
one round after the other, and what a round has changed is noted in one place for all
games (:func:`see_round`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.rules import GameRules
from sim.games.packets.codes import RUN_OUT
from sim.games.packets.columns import LEADS
from sim.games.packets.kernel.table import begin
from sim.kernels.columns import columns_type, filled
from sim.kernels.compiling import inlined, part
from sim.kernels.words import ONE, TWO, ZERO

Columns = columns_type(__name__, LEADS)

SEATS = 8
"""The most players of any packet game."""

LEAD = np.dtype(
    [(name, np.int64) for name in ("leader", "last", "since", "changes", "most_cards")],
    align=True,
)
"""The leads of a game: who leads, the last one who did, the round of the last change,
the number of changes of the leader, and the most cards of player 0."""


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
    winners = columns["winner"]
    work = np.zeros(SEATS, np.int64), np.zeros(1, LEAD)
    given = *inputs, columns["rounds"], winners, work
    found = filled(Columns, LEADS, len(winners), follow, *given)
    return {**columns, **{name: found[name] for name in asked}}


@part
def see_leader(held, lead, rounds):
    """Note who holds the most cards alone after a round, the deal being round 0."""
    if rounds == 0:
        lead.leader = lead.last = -1
        lead.since = lead.changes = lead.most_cards = 0
    most = np.int64(0)
    leader = -1
    for seat in range(SEATS):
        if held[seat] > most:
            most = held[seat]
            leader = seat
        elif held[seat] == most:
            leader = -1
    lead.most_cards = max(lead.most_cards, held[0])
    if leader != lead.leader:
        lead.leader = leader
        lead.since = rounds
    if leader >= 0:
        lead.changes += np.int64(lead.last >= 0 and lead.last != leader)
        lead.last = leader


@inlined
def see_round(held, noted, played):
    """Note what a round has changed, the deal being round 0.

    ``held`` is the number of cards of each seat, and ``played`` the result so far, a
    :class:`~sim.games.packets.kernel.rows.Played`.
    """
    see_leader(held, noted[0], np.int64(played.rounds))


@inlined
def write_leads(rows, index, noted, winner, shuffles):
    """Write the row of a game that has been followed, with the piles shuffled in it."""
    lead = noted[0]
    rows.lead_changes[index] = lead.changes
    rows.lead_round[index] = lead.since if winner >= 0 and winner == lead.leader else -1
    rows.most_cards_0[index] = lead.most_cards
    rows.shuffles[index] = shuffles


@inlined
def follow_pairs(
    advance, result, job, rooms, setting, work, rounds, winners, lead, rows
):
    """Play every deal between two packets again, to the end of its rounds, and write who was ahead.

    ``result`` gives the result so far from the state.
    """
    table, state, shared = work.table, work.state[0], work.shared
    held, noted = lead
    for index in range(np.uint64(len(rounds))):
        begin(job, index, rooms, work)
        winner = winners[index]
        while True:
            for player in range(TWO):
                held[player] = state.tail[player] - state.head[player]
            if state.ending == RUN_OUT:
                # The winner takes all cards on the table. (After a draw each takes back
                # as many as the other.)
                held[winner], held[1 - winner] = rooms.total, 0
            see_round(held, noted, result(state))
            if state.rounds >= np.uint64(rounds[index]):
                break
            advance(table, state, rooms, setting, state.rounds + ONE, shared)
        write_leads(rows, index, noted, winner, ZERO)
