"""The table of Steal War, compiled: packets and piles in rooms of bytes, thefts, and the pot.

Every player has three rooms: the packet, the pile (bottom card first), and the cards
laid in a turn with a war. A pile is shuffled where it lies, and becomes the packet's
room when it is turned; before it there is room for the packet's last card. Players
without cards leave the table, so those still in are numbered in seat order.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.kernel.table import TURNED, Chance
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER, below, shuffle
from sim.kernels.words import FOUR, ONE, THREE, ZERO

PLAYERS = 4
_AT = [np.uint64(PLAYERS * field) for field in range(14)]
HEAD, TAIL, SPARE = _AT[0], _AT[1], _AT[2]
"""For each player: where the packet's next card lies, where it ends, and where its room
begins."""
PILE, PILE_END, TOP = _AT[3], _AT[4], _AT[5]
"""Where the pile begins and ends, and its top card."""
LAID, LAID_END = _AT[6], _AT[7]
"""Where the cards laid in this turn begin and end."""
HAND, LOW, SEAT = _AT[8], _AT[9], _AT[10]
"""The card that the player looks at, the fewest cards held at the end of a round, and
the player's seat."""
WANTS, THIEF = _AT[11], _AT[12]
"""In a wave of thefts: the player's victim, and the thief of the player's own pile;
``NOBODY`` without one."""
LOOT = _AT[13]
"""In a wave of thefts: the size of the victim's pile."""
ALIVE, ROUNDS, WARS, STEALS, STOLEN, LONGEST, CHAINS = (
    np.uint64(14 * PLAYERS + field) for field in range(7)
)
"""Counts of the game. From ``CHAINS`` on there are four: rounds with one war, two,
three, and more."""
STATE = 14 * PLAYERS + 10

NO_TOP = np.uint64(256)
NO_CARD = np.uint64(257)
"""The codes for the top of an empty pile, and for the card of a player who is out of
the battle. They match no card."""
NOBODY = np.uint64(PLAYERS)

LOWEST, HIGHEST, RANDOM = range(3)

_FIELDS = np.uint64(14)


class Work(NamedTuple):
    """The workspace of a game.

    Attributes
    ----------
    table
        uint8: the players' rooms.
    state
        uint64: where the cards lie in them, and the counts of the game.
    chance
        A stream of random words.
    """

    table: NDArray[np.uint8]
    state: NDArray[np.uint64]
    chance: Chance


def workspace(sizes: Sequence[int], seed: int) -> Work:
    """A workspace for games with packets of these sizes."""
    seats = len(sizes)
    room = sum(sizes) + 1
    return Work(
        table=np.zeros(3 * seats * room, np.uint8),
        state=np.zeros(STATE, np.uint64),
        chance=Chance(np.zeros(BUFFER + 1, np.uint64), np.uint64(seed)),
    )


@inlined
def lay_out(job, start, work):
    """Put the packets of the deal at ``start`` on the table."""
    table = work.table
    state = work.state
    seats = np.uint64(len(job.starts))
    room = np.uint64(len(table)) // (THREE * seats)
    for place in range(np.uint64(len(state))):
        state[place] = ZERO
    state[ALIVE] = seats
    for player in range(seats):
        base = player * THREE * room + ONE
        size = job.sizes[player]
        first = start + job.starts[player]
        for place in range(size):
            table[base + place] = job.cards[first + job.stride * place]
        state[HEAD + player] = base
        state[TAIL + player] = base + size
        state[SPARE + player] = base
        state[PILE + player] = state[PILE_END + player] = base + room
        state[LAID + player] = state[LAID_END + player] = base + room + room
        state[TOP + player] = NO_TOP
        state[LOW + player] = size
        state[SEAT + player] = player


@inlined
def held(state, player):
    """How many cards a player has, packet and pile together."""
    return (
        state[TAIL + player]
        - state[HEAD + player]
        + state[PILE_END + player]
        - state[PILE + player]
    )


@part
def _turn_pile(table, state, player, chance):
    """Turn a pile into the packet, shuffled, under the card that the packet may still have."""
    bottom = state[PILE + player]
    end = state[PILE_END + player]
    shuffle(table, bottom, end - bottom, chance.words, chance.seed)
    chance.words[TURNED] += ONE
    head = state[HEAD + player]
    spare = state[SPARE + player]
    table[bottom - ONE] = table[head]
    state[HEAD + player] = bottom - (state[TAIL + player] - head)
    state[TAIL + player] = end
    state[SPARE + player] = bottom
    state[PILE + player] = state[PILE_END + player] = spare
    state[TOP + player] = NO_TOP


@part
def take_card(table, state, player, chance):
    """Take a packet's top card; if it is the last, turn the pile at once."""
    if (
        state[HEAD + player] + ONE >= state[TAIL + player]
        and state[TOP + player] != NO_TOP
    ):
        _turn_pile(table, state, player, chance)
    head = state[HEAD + player]
    state[HEAD + player] = head + ONE
    return np.uint64(table[head])


@inlined
def _copy(table, target, source, size):
    """Copy cards to another place of the table."""
    for place in range(size):
        table[target + place] = table[source + place]


@inlined
def lay(table, state, player, card):
    """Add a card to those that a player has laid in this turn."""
    end = state[LAID_END + player]
    table[end] = card
    state[LAID_END + player] = end + ONE


@part
def lay_rest(table, state, player):
    """Add a player's packet and pile, as they lie, to the cards laid.

    The player is out of the battle.
    """
    for begin, finish in ((HEAD, TAIL), (PILE, PILE_END)):
        size = state[finish + player] - state[begin + player]
        _copy(table, state[LAID_END + player], state[begin + player], size)
        state[LAID_END + player] += size
    state[HEAD + player] = state[TAIL + player]
    state[PILE_END + player] = state[PILE + player]
    state[TOP + player] = NO_TOP
    state[HAND + player] = NO_CARD


@part
def _choose(state, protect, least_loot):
    """Decide for this wave who robs whom; return whether anybody steals."""
    alive = state[ALIVE]
    matched = False
    for player in range(alive):
        state[WANTS + player] = state[THIEF + player] = NOBODY
        card = state[HAND + player]
        largest = least_loot - ONE
        other = player
        for _ in range(alive - ONE):
            other = other + ONE if other + ONE < alive else ZERO
            if state[TOP + other] == card and not (
                protect and state[HAND + other] == card
            ):
                size = state[PILE_END + other] - state[PILE + other]
                if size > largest:
                    largest = size
                    state[WANTS + player] = other
                    matched = True
    if not matched:
        return False
    for victim in range(alive):
        other = victim
        for _ in range(alive - ONE):
            other = other + ONE if other + ONE < alive else ZERO
            if state[WANTS + other] == victim:
                if state[THIEF + victim] == NOBODY:
                    state[THIEF + victim] = other
                else:
                    state[WANTS + other] = NOBODY
    return True


@part
def _carry_out(table, state, chance):
    """Move the piles of a wave, all at the same moment.

    Then the thieves take their next cards.

    Thieves who are robbed as well keep only the loot, which lies behind the cards they
    have laid while piles move.
    """
    for player in range(state[ALIVE]):
        victim = state[WANTS + player]
        if victim != NOBODY:
            size = state[PILE_END + victim] - state[PILE + victim]
            is_robbed = state[THIEF + player] != NOBODY
            target = state[(LAID_END if is_robbed else PILE_END) + player]
            _copy(table, target, state[PILE + victim], size)
            state[LOOT + player] = size
            state[STEALS] += ONE
            state[STOLEN] += size
    for player in range(state[ALIVE]):
        is_thief = state[WANTS + player] != NOBODY
        if state[THIEF + player] != NOBODY:
            if is_thief:
                loot = state[LAID_END + player]
                _copy(table, state[PILE + player], loot, state[LOOT + player])
            state[PILE_END + player] = state[PILE + player]
            state[TOP + player] = NO_TOP
        if is_thief:
            end = state[PILE_END + player] + state[LOOT + player]
            table[end] = state[HAND + player]
            state[PILE_END + player] = end + ONE
            state[TOP + player] = state[HAND + player]
    for player in range(state[ALIVE]):
        if state[WANTS + player] != NOBODY:
            state[HAND + player] = take_card(table, state, player, chance)


@inlined
def steal(table, state, protect, least_loot, chance):
    """Steal, wave after wave, until nobody can.

    The cards in ``HAND`` are then those to be laid.
    """
    while _choose(state, protect, least_loot):
        _carry_out(table, state, chance)


@inlined
def compare(table, state):
    """Lay the cards looked at and compare them.

    Return who shows the best, and whether several do.
    """
    best = ZERO
    winner = ZERO
    tied = False
    for player in range(state[ALIVE]):
        card = state[HAND + player]
        if card == NO_CARD:
            continue
        lay(table, state, player, card)
        if card > best:
            best = card
            winner = player
            tied = False
        elif card == best:
            tied = True
    return winner, tied


@inlined
def able_to_fight(state):
    """How many players of a battle can fight a war, and who has the most cards.

    Also whether several have the most.
    """
    able = ZERO
    most = ZERO
    richest = NOBODY
    equal = False
    for player in range(state[ALIVE]):
        if state[HAND + player] == NO_CARD:
            continue
        cards = held(state, player)
        able += np.uint64(cards >= FOUR)
        if cards > most or richest == NOBODY:
            most = cards
            richest = player
            equal = False
        elif cards == most:
            equal = True
    return able, richest, equal


@inlined
def lay_for_war(table, state, able, chance):
    """Lay the cards that a war asks for; players with too few lay all they have."""
    for player in range(state[ALIVE]):
        if state[HAND + player] == NO_CARD:
            continue
        if held(state, player) < FOUR:
            lay_rest(table, state, player)
        elif able > ONE:
            for _ in range(THREE):
                lay(table, state, player, take_card(table, state, player, chance))
            state[HAND + player] = take_card(table, state, player, chance)


@part
def put_on_top(table, first, end, top, chance):
    """Exchange the last card of a pot with the one that the rules choose.

    Return that card.
    """
    chosen = first
    if top == RANDOM:
        chosen = first + np.uint64(below(end - first, chance.words, chance.seed))
    else:
        for place in range(first + ONE, end):
            better = (
                table[place] < table[chosen]
                if top == LOWEST
                else table[place] > table[chosen]
            )
            chosen = place if better else chosen
    card = table[chosen]
    table[chosen] = table[end - ONE]
    table[end - ONE] = card
    return np.uint64(card)


@inlined
def count_wars(state, wars):
    """Count the wars of a turn."""
    state[WARS] += wars
    if wars > ZERO:
        state[CHAINS + min(wars, FOUR) - ONE] += ONE
        state[LONGEST] = max(state[LONGEST], wars)


@inlined
def take_pot(table, state, winner, top, chance):
    """Put all cards laid in this turn on the winner's pile.

    The card that the rules choose goes on top.
    """
    first = end = state[PILE_END + winner]
    for player in range(state[ALIVE]):
        size = state[LAID_END + player] - state[LAID + player]
        _copy(table, end, state[LAID + player], size)
        end += size
    state[PILE_END + winner] = end
    state[TOP + winner] = put_on_top(table, first, end, top, chance)


@part
def settle(state):
    """Record how many cards each player holds after a round.

    Players without cards leave the table.
    """
    stay = ZERO
    for player in range(state[ALIVE]):
        cards = held(state, player)
        if cards == ZERO:
            continue
        state[LOW + player] = min(state[LOW + player], cards)
        if stay != player:
            for field in range(_FIELDS):
                state[field * NOBODY + stay] = state[field * NOBODY + player]
        stay += ONE
    state[ALIVE] = stay
