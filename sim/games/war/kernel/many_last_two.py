"""The last two players of War among several, if pots are shuffled: one function, with all places in registers.

Most rounds of a game are theirs. A pot of two is shuffled by one word, like every pot of a game that several players
began: there are no coins. The next cards of both packets are compared sixteen at a time for a tie.
"""

from __future__ import annotations

import numpy as np

from sim.games.packets.codes import CARDS, DRAW, OVER, RUNNING
from sim.games.war.kernel.many import judge
from sim.games.war.kernel.many_duel import duel
from sim.games.war.kernel.many_fight import fight
from sim.games.war.kernel.many_meet import AT_ONCE, equal_cards
from sim.games.war.kernel.many_table import ALIVE, BASE, HEAD, LOW, PLAYS, ROUNDS, TAIL, move_back, settle
from sim.kernels.bits import lowest_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import READY, next_word
from sim.kernels.ready_streams import SPENT
from sim.kernels.words import LAST_BIT, ONE, TWO, ZERO

_BEYOND = ONE << np.uint64(AT_ONCE)


@inlined
def _next_word(words, seed):
    """Return the same as :func:`~sim.kernels.philox.next_word`, mostly without a call."""
    spent = words[SPENT]
    if spent == np.uint64(READY):
        word = next_word(words, seed)
    else:
        word = words[spent]
        words[SPENT] = spent + ONE
    return word


@part
def _play_pass(table, places, limit, setting, chance):
    """Play rounds until the limit or a tie; return how many."""
    words, seed = chance.words, chance.seed
    head_0, head_1 = places[HEAD], places[HEAD + ONE]
    tail_0, tail_1 = places[TAIL], places[TAIL + ONE]
    low_0, low_1 = places[LOW], places[LOW + ONE]
    low, high = np.uint8(setting.low), np.uint8(setting.high)
    last = head_0 + limit
    while head_0 < last:
        ties = equal_cards(table, head_0, head_1)
        some = min(last - head_0, lowest_bit(ties | _BEYOND))
        for _ in range(some):
            card_0, card_1 = table[head_0], table[head_1]
            won = card_0 > card_1
            if high > 0 and min(card_0, card_1) == low and max(card_0, card_1) == high:
                won = not won
            # The winner's card comes first if the last card of the pot is drawn to stay where it is.
            stays = _next_word(words, seed) >> LAST_BIT != ZERO
            first, second = (card_0, card_1) if won == stays else (card_1, card_0)
            table[tail_0], table[tail_0 + ONE] = first, second
            table[tail_1], table[tail_1 + ONE] = first, second
            gain = np.uint64(won) << ONE
            tail_0 += gain
            tail_1 += TWO - gain
            head_0 += ONE
            head_1 += ONE
            low_0, low_1 = min(low_0, tail_0 - head_0), min(low_1, tail_1 - head_1)
        if some < np.uint64(AT_ONCE):
            break
    played = limit - (last - head_0)
    places[HEAD], places[HEAD + ONE] = head_0, head_1
    places[TAIL], places[TAIL + ONE] = tail_0, tail_1
    places[LOW], places[LOW + ONE] = low_0, low_1
    return played


@part
def play_last_two(game, setting, target, work):
    """Play the last two players' rounds to the end of the game, or to a round; return OVER or RUNNING.

    Parameters
    ----------
    game
        The game, after any round, with two players left.
    setting
        The rules: pots are shuffled, and captured cards go under the packet.
    target
        int64: the round to stop after.
    work
        The workspace.
    """
    table, places, counts = game
    rooms, chance = work.rooms, work.chance
    while counts[ROUNDS] < target:
        for player in range(TWO):
            if places[TAIL + player] + rooms.reserve > places[BASE + player] + rooms.packet:
                move_back(table, places, player)
        left = min(places[TAIL] - places[HEAD], places[TAIL + ONE] - places[HEAD + ONE])
        limit = min(left, np.uint64(target - counts[ROUNDS]))
        played = _play_pass(table, places, limit, setting, chance)
        counts[ROUNDS] += np.int64(played)
        counts[PLAYS] += np.int64(played)
        ending = CARDS
        if played < limit:
            if not duel(game, setting, chance, work.pot):
                ending = fight(game, setting, chance)
        elif played == left:
            settle(places, counts)
        if ending == DRAW or (
            np.uint64(counts[ALIVE]) != TWO and judge(places, counts, rooms.seats, setting.first_out, ending)
        ):
            return OVER
    return RUNNING
