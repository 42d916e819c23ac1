"""Steal War, compiled: from the rules to the games and their rows.

Two players' turns are played by :mod:`sim.games.steal_war.kernel.pair`. With more, rounds in which every packet has
more than one card, no card matches another pile and no battle ties are played in one pass, the cards of a battle in
one word, a byte each; any other round step by step on :mod:`sim.games.steal_war.kernel.table`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.contract.dealing import Layout
from sim.games.packets.codes import CAP, CARDS, DRAW, RUN_OUT, UNDECIDED
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.leads import see_leader, with_leads, write_leads
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.packets.kernel.table import TURNED
from sim.games.steal_war.kernel import table as at
from sim.games.steal_war.kernel.pair import end_with_tie, play_pair
from sim.games.steal_war.kernel.table import (
    ALIVE,
    HAND,
    HEAD,
    LOW,
    NO_CARD,
    ROUNDS,
    TAIL,
    TOP,
    WARS,
    held,
)
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.kernels.columns import columns_type, filled
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, below, open_stream
from sim.kernels.words import ALL_BITS, BYTE, FOUR, ONE, SEVEN, THREE, TWO, ZERO

_TOPS = ("lowest", "highest", "random")
_ONES = np.uint64(0x0101010101010101)
_HIGH_BITS = np.uint64(0x8080808080808080)


class Setting(NamedTuple):
    """The rules as the compiled code takes them."""

    protect: bool
    top: int


Columns = columns_type(__name__, COLUMNS)


def play_block(
    rules: StealWarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end; return one array (games,) for each outcome column, categories as codes."""
    job = job_of(deals, where, rules.max_rounds, seed, first)
    setting = Setting(rules.protect, _TOPS.index(rules.top))
    play = _play_two if rules.players == 2 else _play_several
    work = at.workspace(where.sizes, seed)
    columns = filled(Columns, COLUMNS, len(deals), play, job, setting, work)
    return with_leads(rules, columns, _follow_all, job, setting, work)


@inlined
def _quiet_pass(table, state, alive, limit, top, chance):
    """Play rounds until the limit, a tie, or a card that matches another player's pile; return how many."""
    beyond = ALL_BITS << (alive << THREE)
    tops = ZERO
    for player in range(alive):
        # The byte of an empty pile is 0, which matches no card.
        tops |= (state[TOP + player] & BYTE) << (player << THREE)
        # During the pass a player holds: end of the pile - gap - rounds played.
        state[at.GAP + player] = state[at.PILE_END + player] - held(state, player)
    played = ZERO
    while played < limit:
        word = best = last_best = ZERO
        least = ALL_BITS
        for player in range(alive):
            card = np.uint64(table[state[HEAD + player] + played])
            word |= card << (player << THREE)
            rank = card << THREE
            best = max(best, rank | player)
            last_best = max(last_best, rank | (SEVEN - player))
            least = min(least, rank | player)
        winner = best & SEVEN
        if winner + (last_best & SEVEN) != SEVEN:
            break
        # A byte of the difference is 0 where a card matches the pile ``step`` seats on; borrows find such bytes.
        match = ZERO
        for step in range(ONE, alive):
            further = (tops >> (step << THREE)) | (tops << ((alive - step) << THREE))
            difference = (further ^ word) | beyond
            match |= (difference - _ONES) & ~difference & _HIGH_BITS
        if match != ZERO:
            break
        end = state[at.PILE_END + winner]
        # Winners have lost a card a round since their last capture: just before this one they hold the fewest.
        state[LOW + winner] = min(
            state[LOW + winner], end - state[at.GAP + winner] - played
        )
        for place in range(4):
            table[end + np.uint64(place)] = np.uint8(word >> np.uint64(8 * place))
        chosen = winner
        if top == at.LOWEST:
            chosen = least & SEVEN
        elif top != at.HIGHEST:
            chosen = np.uint64(below(alive, chance.words, chance.seed))
        card = (word >> (chosen << THREE)) & BYTE
        last = alive - ONE
        table[end + chosen] = np.uint8(word >> (last << THREE))
        table[end + last] = card
        state[at.PILE_END + winner] = end + alive
        shift = winner << THREE
        tops = (tops & ~(BYTE << shift)) | (card << shift)
        played += ONE
    for player in range(alive):
        card = (tops >> (player << THREE)) & BYTE
        state[TOP + player] = card if card != ZERO else at.NO_TOP
        state[HEAD + player] += played
        state[LOW + player] = min(state[LOW + player], held(state, player))
    state[ROUNDS] += played
    return played


@part
def _play_round(table, state, setting, chance):
    """Play one turn with its thefts and wars; return how its pot was taken, ``DRAW`` if nobody took it."""
    alive = state[ALIVE]
    state[ROUNDS] += ONE
    for player in range(alive):
        state[at.LAID_END + player] = state[at.LAID + player]
        state[HAND + player] = at.take_card(table, state, player, chance)
    ending = CARDS
    winner, chain = ZERO, ZERO
    while True:
        at.steal(table, state, setting.protect, chance)
        best, shown = ZERO, ZERO
        for player in range(alive):
            card = state[HAND + player]
            if card == NO_CARD:
                continue
            at.lay(table, state, player, card)
            if card > best:
                best, shown, winner = card, ONE, player
            elif card == best:
                shown += ONE
        if shown == ONE:
            break
        able, most, equal = ZERO, ZERO, ZERO
        richest = ZERO
        for player in range(alive):
            if state[HAND + player] == NO_CARD:
                continue
            cards = held(state, player)
            able += np.uint64(cards >= FOUR)
            if cards > most or equal == ZERO:
                most, equal, richest = cards, ONE, player
            elif cards == most:
                equal += ONE
        if able == ZERO and equal > ONE:
            ending = DRAW
            break
        for player in range(alive):
            if state[HAND + player] == NO_CARD:
                continue
            if held(state, player) < FOUR:
                at.lay_rest(table, state, player)
            elif able > ONE:
                for _ in range(3):
                    at.lay(
                        table, state, player, at.take_card(table, state, player, chance)
                    )
                state[HAND + player] = at.take_card(table, state, player, chance)
        if able < TWO:
            # The only player able to carry on or, if nobody is, the player with the most cards.
            winner = richest
            ending = RUN_OUT
            break
        chain += ONE
    at.count_wars(state, chain)
    if ending != DRAW:
        at.take_pot(table, state, winner, setting.top, chance)
        at.settle(state)
    return ending


@part
def _play_last_two(table, state, setting, most, chance):
    """Play the game of two players to its end; return its ending."""
    tied, wars = play_pair(table, state, setting, most, chance)
    if tied:
        return end_with_tie(state, wars)
    at.settle(state)
    return CARDS if state[ALIVE] == ONE else CAP


@part
def _play_until_two(table, state, setting, most, chance):
    """Play a game until two players are left; return its ending if there is one before, and ``UNDECIDED`` if not."""
    while state[ALIVE] > TWO:
        alive, rounds = state[ALIVE], state[ROUNDS]
        if rounds == most:
            return CAP
        limit = most - rounds + ONE
        for player in range(alive):
            limit = min(limit, state[TAIL + player] - state[HEAD + player])
        if limit > ONE:
            # The last card of a packet is left to a single round, because taking it turns the pile.
            if alive == THREE:
                _quiet_pass(table, state, THREE, limit - ONE, setting.top, chance)
            else:
                _quiet_pass(table, state, FOUR, limit - ONE, setting.top, chance)
        if state[ROUNDS] < most:
            ending = _play_round(table, state, setting, chance)
            if ending == DRAW or state[ALIVE] == ONE:
                return ending
    return UNDECIDED


@inlined
def _write_row(rows, index, state, ending, dealt):
    """Write the row of a game that is over, given the aces and the sum of the ranks that player 0 was dealt."""
    played = Played(
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
    write_row(rows, index, played, dealt[0], dealt[1])
    rows.steals[index], rows.cards_stolen[index] = state[at.STEALS], state[at.STOLEN]


@kernel
def _play_two(job, setting, work, rows):
    """Play every deal of a job for two players and write its row."""
    table, state, chance = work
    for index in range(np.uint64(len(rows.winner))):
        open_stream(chance.words, job.first + index, PLAY)
        at.lay_out(job, index * job.width, work)
        dealt = count_packet(table, state[TAIL], ACE)
        ending = _play_last_two(table, state, setting, job.max_rounds, chance)
        _write_row(rows, index, state, ending, dealt)


@kernel
def _play_several(job, setting, work, rows):
    """Play every deal of a job for three or four players and write its row."""
    table, state, chance = work
    for index in range(np.uint64(len(rows.winner))):
        open_stream(chance.words, job.first + index, PLAY)
        at.lay_out(job, index * job.width, work)
        dealt = count_packet(table, state[TAIL], ACE)
        ending = _play_until_two(table, state, setting, job.max_rounds, chance)
        if ending == UNDECIDED:
            ending = _play_last_two(table, state, setting, job.max_rounds, chance)
        _write_row(rows, index, state, ending, dealt)


@kernel
def _follow_all(job, setting, work, rounds, winners, lead, rows):
    """Play every deal of a job again, one turn after the other, and write who was ahead."""
    table, state, chance = work
    held_by, noted = lead
    total = ZERO
    for size in job.sizes:
        total += size
    for index in range(np.uint64(len(rounds))):
        open_stream(chance.words, job.first + index, PLAY)
        chance.words[TURNED] = ZERO
        at.lay_out(job, index * job.width, work)
        ending, was_alive = UNDECIDED, ZERO
        while True:
            for seat in range(np.uint64(len(held_by))):
                held_by[seat] = 0
            for player in range(state[ALIVE]):
                seat = state[at.SEAT + player]
                held_by[seat] = held(state, player)
                if ending == DRAW:
                    # Each takes back what they laid; the last two have as much left, so half of all cards each.
                    laid = state[at.LAID_END + player] - state[at.LAID + player]
                    held_by[seat] = (
                        total // TWO if was_alive == TWO else held(state, player) + laid
                    )
                elif state[ALIVE] == ONE:
                    held_by[seat] = total
            see_leader(held_by, noted, np.int64(state[ROUNDS]))
            if state[ROUNDS] >= np.uint64(rounds[index]):
                break
            was_alive = state[ALIVE]
            if was_alive > TWO:
                ending = _play_until_two(
                    table, state, setting, state[ROUNDS] + ONE, chance
                )
            else:
                ending = _play_last_two(
                    table, state, setting, state[ROUNDS] + ONE, chance
                )
        write_leads(rows, index, noted, winners[index], chance.words)
