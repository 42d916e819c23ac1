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

from sim.games.packets.kernel.table import Chance
from sim.kernels.compiling import inlined, part
from sim.kernels.philox import BUFFER, below, shuffle
from sim.kernels.words import FOUR, ONE, THREE, ZERO

PLAYERS = 4
"""The most players."""

NO_TOP = np.uint64(256)
NO_CARD = np.uint64(257)
"""The codes for the top of an empty pile, and for the card of a player who is out of
the battle. They match no card."""
NOBODY = np.uint64(PLAYERS)

LOWEST, HIGHEST, RANDOM = range(3)


def _fields(*names: str) -> list[tuple[str, type]]:
    """Whole numbers as the fields of a record."""
    return [(name, np.uint64) for name in names]


PLAYER = np.dtype(
    [
        # Where the packet's next card lies, where it ends, and where its room begins.
        *_fields("head", "tail", "spare"),
        # Where the pile begins and ends, and its top card.
        *_fields("pile", "pile_end", "top"),
        # Where the cards laid in this turn begin and end.
        *_fields("laid", "laid_end"),
        # The card that the player looks at, the fewest cards held at the end of a
        # round, and the player's seat.
        *_fields("hand", "low", "seat"),
        # In a wave of thefts: the player's victim, the thief of the player's own pile,
        # ``NOBODY`` without one, and the size of the victim's pile.
        *_fields("victim", "thief", "loot"),
    ],
    align=True,
)
"""A player who still has cards."""

COUNTS = np.dtype(
    [
        *_fields("alive", "rounds", "wars", "steals", "stolen", "shuffles", "longest"),
        # Rounds with one war, two, three, and more.
        ("chains", np.uint64, 4),
    ],
    align=True,
)
"""The players still in the game, and what is counted in it."""


class Work(NamedTuple):
    """The workspace of a game.

    Attributes
    ----------
    table
        uint8: the players' rooms.
    players
        PLAYER: those still in the game, in seat order.
    counts
        COUNTS (1,): the counts of the game.
    chance
        A stream of random words.
    """

    table: NDArray[np.uint8]
    players: NDArray[np.void]
    counts: NDArray[np.void]
    chance: Chance


def workspace(sizes: Sequence[int], seed: int) -> Work:
    """A workspace for games with packets of these sizes."""
    seats = len(sizes)
    room = sum(sizes) + 1
    return Work(
        table=np.zeros(3 * seats * room, np.uint8),
        players=np.zeros(PLAYERS, PLAYER),
        counts=np.zeros(1, COUNTS),
        chance=Chance(np.zeros(BUFFER, np.uint64), np.uint64(seed)),
    )


@inlined
def lay_out(job, start, work):
    """Put the packets of the deal at ``start`` on the table."""
    table = work.table
    seats = np.uint64(len(job.starts))
    room = np.uint64(len(table)) // (THREE * seats)
    counts = work.counts[0]
    counts.alive = seats
    counts.rounds = counts.wars = counts.longest = ZERO
    counts.steals = counts.stolen = counts.shuffles = ZERO
    for chain in range(len(counts.chains)):
        counts.chains[chain] = ZERO
    for seat in range(seats):
        player = work.players[seat]
        base = seat * THREE * room + ONE
        size = job.sizes[seat]
        first = start + job.starts[seat]
        for place in range(size):
            table[base + place] = job.cards[first + job.stride * place]
        player.head = player.spare = base
        player.tail = base + size
        player.pile = player.pile_end = base + room
        player.laid = player.laid_end = base + room + room
        player.top = NO_TOP
        player.low = size
        player.seat = seat


@inlined
def held(player):
    """How many cards a player has, packet and pile together."""
    return player.tail - player.head + player.pile_end - player.pile


@part
def _turn_pile(table, player, counts, chance):
    """Turn a pile into the packet, shuffled, under the card that the packet may still have."""
    bottom = player.pile
    shuffle(table, bottom, player.pile_end - bottom, chance.words, chance.seed)
    counts.shuffles += ONE
    table[bottom - ONE] = table[player.head]
    player.head = bottom - (player.tail - player.head)
    player.tail = player.pile_end
    player.pile = player.pile_end = player.spare
    player.spare = bottom
    player.top = NO_TOP


@part
def take_card(table, player, counts, chance):
    """Take a packet's top card; if it is the last, turn the pile at once."""
    if player.head + ONE >= player.tail and player.top != NO_TOP:
        _turn_pile(table, player, counts, chance)
    card = np.uint64(table[player.head])
    player.head += ONE
    return card


@inlined
def _copy(table, target, source, size):
    """Copy cards to another place of the table."""
    for place in range(size):
        table[target + place] = table[source + place]


@inlined
def lay(table, player, card):
    """Add a card to those that a player has laid in this turn."""
    end = player.laid_end
    table[end] = card
    player.laid_end = end + ONE


@part
def lay_rest(table, player):
    """Add a player's packet and pile, as they lie, to the cards laid.

    The player is out of the battle.
    """
    for begin, end in ((player.head, player.tail), (player.pile, player.pile_end)):
        _copy(table, player.laid_end, begin, end - begin)
        player.laid_end += end - begin
    player.head = player.tail
    player.pile_end = player.pile
    player.top = NO_TOP
    player.hand = NO_CARD


@part
def _choose(players, alive, protect, least_loot):
    """Decide for this wave who robs whom; return whether anybody steals."""
    matched = False
    for seat in range(alive):
        player = players[seat]
        player.victim = player.thief = NOBODY
        card = player.hand
        largest = least_loot - ONE
        place = seat
        for _ in range(alive - ONE):
            place = place + ONE if place + ONE < alive else ZERO
            other = players[place]
            if other.top == card and not (protect and other.hand == card):
                size = other.pile_end - other.pile
                if size > largest:
                    largest = size
                    player.victim = place
                    matched = True
    if not matched:
        return False
    for seat in range(alive):
        victim = players[seat]
        place = seat
        for _ in range(alive - ONE):
            place = place + ONE if place + ONE < alive else ZERO
            if players[place].victim == seat:
                if victim.thief == NOBODY:
                    victim.thief = place
                else:
                    players[place].victim = NOBODY
    return True


@part
def _carry_out(table, players, counts, chance):
    """Move the piles of a wave, all at the same moment.

    Then the thieves take their next cards.

    Thieves who are robbed as well keep only the loot, which lies behind the cards they
    have laid while piles move.
    """
    for seat in range(counts.alive):
        player = players[seat]
        if player.victim != NOBODY:
            victim = players[player.victim]
            size = victim.pile_end - victim.pile
            is_robbed = player.thief != NOBODY
            target = player.laid_end if is_robbed else player.pile_end
            _copy(table, target, victim.pile, size)
            player.loot = size
            counts.steals += ONE
            counts.stolen += size
    for seat in range(counts.alive):
        player = players[seat]
        is_thief = player.victim != NOBODY
        if player.thief != NOBODY:
            if is_thief:
                _copy(table, player.pile, player.laid_end, player.loot)
            player.pile_end = player.pile
            player.top = NO_TOP
        if is_thief:
            end = player.pile_end + player.loot
            table[end] = player.hand
            player.pile_end = end + ONE
            player.top = player.hand
    for seat in range(counts.alive):
        player = players[seat]
        if player.victim != NOBODY:
            player.hand = take_card(table, player, counts, chance)


@inlined
def steal(table, players, counts, setting, chance):
    """Steal, wave after wave, until nobody can.

    The cards in their hands are then those to be laid.
    """
    while _choose(players, counts.alive, setting.protect, setting.least_loot):
        _carry_out(table, players, counts, chance)


@inlined
def compare(table, players, alive):
    """Lay the cards looked at and compare them.

    Return who shows the best, and whether several do.
    """
    best = ZERO
    winner = ZERO
    tied = False
    for seat in range(alive):
        player = players[seat]
        card = player.hand
        if card == NO_CARD:
            continue
        lay(table, player, card)
        if card > best:
            best = card
            winner = seat
            tied = False
        elif card == best:
            tied = True
    return winner, tied


@inlined
def able_to_fight(players, alive):
    """How many players of a battle can fight a war, and who has the most cards.

    Also whether several have the most.
    """
    able = ZERO
    most = ZERO
    richest = NOBODY
    equal = False
    for seat in range(alive):
        player = players[seat]
        if player.hand == NO_CARD:
            continue
        cards = held(player)
        able += np.uint64(cards >= FOUR)
        if cards > most or richest == NOBODY:
            most = cards
            richest = seat
            equal = False
        elif cards == most:
            equal = True
    return able, richest, equal


@inlined
def lay_for_war(table, players, counts, able, chance):
    """Lay the cards that a war asks for.

    Players with fewer than four cards lay all they have and are out of the battle. The
    others lay three and look at the next, unless only one of them is left to fight.
    """
    for seat in range(counts.alive):
        player = players[seat]
        if player.hand == NO_CARD:
            continue
        if held(player) < FOUR:
            lay_rest(table, player)
        elif able > ONE:
            for _ in range(THREE):
                lay(table, player, take_card(table, player, counts, chance))
            player.hand = take_card(table, player, counts, chance)


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
def count_wars(counts, wars):
    """Count the wars of a turn."""
    counts.wars += wars
    if wars > ZERO:
        counts.chains[min(wars, FOUR) - ONE] += ONE
        counts.longest = max(counts.longest, wars)


@inlined
def take_pot(table, players, alive, winner, top, chance):
    """Put all cards laid in this turn on the winner's pile.

    The card that the rules choose goes on top.
    """
    taker = players[winner]
    first = end = taker.pile_end
    for seat in range(alive):
        player = players[seat]
        size = player.laid_end - player.laid
        _copy(table, end, player.laid, size)
        end += size
    taker.pile_end = end
    taker.top = put_on_top(table, first, end, top, chance)


@part
def settle(players, counts):
    """Record how many cards each player holds after a round.

    Players without cards leave the table.
    """
    stay = ZERO
    for seat in range(counts.alive):
        player = players[seat]
        cards = held(player)
        if cards == ZERO:
            continue
        player.low = min(player.low, cards)
        if stay != seat:
            players[stay] = player
        stay += ONE
    counts.alive = stay
