"""Ace race, compiled: battles and races of one game up to a given round, and the rows of all games.

A pile that is turned over unshuffled comes up in the order in which its cards were
captured, so a packet and its pile are one row of cards in the table, and captures go to
its end. Cards laid in a race stay where they are until taken.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.cards import ACE
from sim.games.ace_race.rules import AceRaceRules
from sim.games.packets.codes import CARDS, DRAW, PICKUPS, SHUFFLED, UNDECIDED
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel import table as at
from sim.games.packets.kernel.cycles import play_through
from sim.games.packets.kernel.frame import PacketKernel
from sim.games.packets.kernel.leads import follow_pairs
from sim.games.packets.kernel.rows import Columns, Played, count_packet, write_row
from sim.games.packets.kernel.table import begin, put_pot
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import next_word
from sim.kernels.words import LAST_BIT, ONE, TWO, ZERO
from sim.rng import WORD


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    prize
        The card that wins a race.
    fixed, first, below
        Whether player ``first`` always turns while they have cards; otherwise player 0
        turns when a random word is below ``below``.
    pickup
        The order of a pot.
    deterministic
        Whether nothing is random.
    """

    prize: np.uint64
    fixed: bool
    first: np.uint64
    below: np.uint64
    pickup: int
    deterministic: bool


@part
def _race(table, state, setting, chance):
    """Turn cards from both packets until the winning card comes.

    The tied cards still lie on top.
    """
    next_0 = state.head[0] + ONE
    next_1 = state.head[1] + ONE
    end_0 = state.tail[0]
    end_1 = state.tail[1]
    prize = setting.prize
    while True:
        if next_0 == end_0 or next_1 == end_1:
            if next_0 == end_0 and next_1 == end_1:
                state.ending = DRAW
                break
            is_1 = next_0 == end_0
        elif setting.fixed:
            is_1 = setting.first == ONE
        else:
            is_1 = next_word(chance.words, chance.seed) >= setting.below
        card = table[next_1 if is_1 else next_0]
        next_0 += np.uint64(not is_1)
        next_1 += np.uint64(is_1)
        if card == prize:
            state.winner = np.uint64(is_1)
            break
    size_0 = next_0 - state.head[0]
    size_1 = next_1 - state.head[1]
    state.plays += max(size_0, size_1) - ONE
    state.wars += np.uint64(size_0 + size_1 > TWO)
    if state.ending == UNDECIDED:
        winner = state.winner
        starts = (state.head[0], state.head[1])
        put_pot(
            table,
            state.tail[winner],
            winner,
            starts,
            (size_0, size_1),
            setting.pickup,
            chance,
        )
        state.tail[winner] += size_0 + size_1
        state.head[0] = next_0
        state.head[1] = next_1


@inlined
def _places(state):
    """Where both packets begin, and where they end."""
    return state.head[0], state.head[1], state.tail[0], state.tail[1]


@inlined
def _put(state, head_0, head_1, tail_0, tail_1):
    """Note where both packets begin and end."""
    state.head[0] = head_0
    state.head[1] = head_1
    state.tail[0] = tail_0
    state.tail[1] = tail_1


@part
def advance(table, state, rooms, setting, target, shared):
    """Play until the target round, or the end."""
    pickup = setting.pickup
    by_winner, turned = at.order_of_two(pickup)
    head_0, head_1, tail_0, tail_1 = _places(state)
    low_0 = state.low[0]
    low_1 = state.low[1]
    rounds = state.rounds
    limit = ZERO
    coins = state.coins
    while True:
        if rounds >= limit:
            if rounds >= target:
                break
            _put(state, head_0, head_1, tail_0, tail_1)
            # A battle moves a tail by at most two cards; the room for all cards is left
            # to a race.
            limit = min(
                target,
                rounds + (at.room_ahead(table, state, rooms) - rooms.total) // TWO,
            )
            head_0, head_1, tail_0, tail_1 = _places(state)
        if pickup == SHUFFLED:
            coin = rounds & LAST_BIT
            if coin == ZERO:
                coins = next_word(shared.coins.words, shared.coins.seed)
            by_winner = ZERO
            turned = (coins >> coin) & ONE
        card_0 = table[head_0]
        card_1 = table[head_1]
        rounds += ONE
        if card_0 != card_1:
            won = np.uint64(card_0 > card_1)
            goes_first = (won & by_winner) ^ turned
            first = card_0 if goes_first else card_1
            second = card_1 if goes_first else card_0
            table[tail_0] = first
            table[tail_0 + ONE] = second
            table[tail_1] = first
            table[tail_1 + ONE] = second
            tail_0 += won + won
            tail_1 += TWO - won - won
            head_0 += ONE
            head_1 += ONE
        else:
            _put(state, head_0, head_1, tail_0, tail_1)
            _race(table, state, setting, shared.chance)
            if state.ending == DRAW:
                break
            head_0, head_1, tail_0, tail_1 = _places(state)
            limit = ZERO
        held_0 = tail_0 - head_0
        held_1 = tail_1 - head_1
        low_0 = min(low_0, held_0)
        low_1 = min(low_1, held_1)
        if held_0 == ZERO or held_1 == ZERO:
            state.winner = np.uint64(held_0 == ZERO)
            state.ending = CARDS
            break
    _put(state, head_0, head_1, tail_0, tail_1)
    state.low[0] = low_0
    state.low[1] = low_1
    state.rounds = rounds
    state.coins = coins


def _inputs(rules: AceRaceRules, sizes: Sequence[int], seed: int) -> tuple[Any, ...]:
    """How the table is divided, the rules, and the workspace."""
    rooms, work = at.lay_table(sizes, seed)
    fixed = rules.speed in (0, 1)
    setting = Setting(
        prize=np.uint64(rules.prize),
        fixed=fixed,
        first=np.uint64(rules.speed == 0),
        below=np.uint64(0 if fixed else int(rules.speed * WORD)),
        pickup=PICKUPS.index(rules.pickup),
        deterministic=rules.deterministic,
    )
    return rooms, setting, work


@inlined
def _result(state):
    """The result of the game so far."""
    return Played(
        ending=state.ending,
        rounds=state.rounds,
        battles=state.rounds,
        plays=state.rounds + state.plays,
        wars=state.wars,
        taker=state.winner,
        low=state.low[state.winner],
        single=state.wars,
        double=ZERO,
        triple=ZERO,
        longer=ZERO,
        longest=ZERO,
    )


@kernel
def play_all(job, rooms, setting, work, rows):
    """Play every deal of a job and write its row."""
    state = work.state[0]
    for index in range(np.uint64(len(rows.winner))):
        begin(job, index, rooms, work)
        aces, rank_sum = count_packet(job, index, ACE)
        play_through(advance, job, index * job.width, rooms, setting, work)
        write_row(rows, index, _result(state), aces, rank_sum)


@kernel
def _follow_all(job, rooms, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, and write who was ahead."""
    follow_pairs(
        advance, _result, job, rooms, setting, work, rounds, winners, lead, rows
    )


KERNEL = PacketKernel(PACKET_COLUMNS, Columns, _inputs, play_all, _follow_all)
"""The kernel of Ace race."""

play_block = KERNEL.play_block
