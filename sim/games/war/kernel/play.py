"""Stretches of play, compiled.

They are rounds of one battle, the usual wars of two players, and the end of the game.

:mod:`sim.games.war.table` states the rules. Until the shortest packet is used up or
a tie comes, the k-th cards of all packets meet, no matter who wins, so nothing but the
cards need be looked at. Once two players are left, wars that both can afford are
settled in the same loop. Every other round is played by
:mod:`sim.games.war.kernel.rounds`.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from sim.games.packets.codes import (
    CARDS,
    DRAW,
    LATEST_FIRST,
    LOSER_FIRST,
    NOBODY,
    SEAT,
    SHUFFLED,
    STOPPED,
    WARS_WON,
)
from sim.games.packets.kernel.table import order_of_two, put_pot
from sim.games.war.kernel.codes import OVER, REPEATED, RUNNING, beats, cards_down
from sim.games.war.kernel.marks import (
    EVERY,
    FIRST_LOOK,
    LAST_LOOK,
    LOGGED,
    NONE,
    PATIENCE,
    Marks,
    look,
)
from sim.games.war.kernel.rounds import fight
from sim.games.war.kernel.table import (
    ALIVE,
    ENDING,
    FIRST_OUT,
    GAP,
    HEAD,
    LONGEST,
    LOW,
    MOST_PLAYERS,
    PILE,
    PLAYS,
    ROUNDS,
    SINGLE,
    TAIL,
    WARS,
    WINNER,
    WINNER_LOW,
    WON,
    Chance,
    Rooms,
    coin_of,
    held,
    make_room,
    settle,
)
from sim.games.war.kernel.table import SEAT as SEAT_OF
from sim.kernels.compiling import inlined, part
from sim.kernels.llvm.words import draw_of
from sim.kernels.philox import next_word, rejection_bound
from sim.kernels.vectors import copy_16
from sim.kernels.words import (
    BYTE,
    EIGHT,
    LAST_BIT,
    NEVER,
    ONE,
    SEVEN,
    SIXTEEN,
    THREE,
    ZERO,
)

UNWATCHED, WATCHED, TO_NEXT_LOOK = range(3)
"""How a game is watched: not at all; for a position that comes again; up to the next
position that is looked at."""

_NO_CARD = NEVER
"""A card that nobody has."""

_WAYS = np.array([factorial(size) for size in range(MOST_PLAYERS + 1)], np.uint64)
"""The orders of each number of cards."""


class Work(NamedTuple):
    """The workspace of a game besides its table.

    Attributes
    ----------
    rooms
        How the table is divided.
    chance
        What is random.
    marks
        The positions that are kept.
    """

    rooms: Rooms
    chance: Chance
    marks: Marks


@inlined
def _shuffled(pot, size, chance):
    """A pot, a card in each byte, shuffled as :func:`sim.kernels.philox.shuffle` does."""
    ways = _WAYS[size]
    left = next_word(chance.words, chance.seed)
    while left * ways < ways and left * ways < rejection_bound(ways):
        left = next_word(chance.words, chance.seed)
    bound = size
    while bound > ONE:
        place = draw_of(left, bound) << THREE
        left *= bound
        bound -= ONE
        last = bound << THREE
        changed = ((pot >> place) ^ (pot >> last)) & BYTE
        pot ^= (changed << place) | (changed << last)
    return pot


@part
def _lowest_wins(word, alive, low):
    """How many players show the lowest rank, and the last of them.

    ``alive`` if nobody does.
    """
    winner = alive
    shown = ZERO
    for player in range(alive):
        if (word >> (player << THREE)) & BYTE == low:
            winner = player
            shown += ONE
    return shown, winner


@inlined
def _take(table, places, alive, winner, pot, played, setting, chance):
    """Put the cards of a battle, a byte each, behind the winner's captures.

    ``played`` rounds of the stretch came before.
    """
    end_of = PILE if setting.piles else TAIL
    pickup = setting.pickup
    end = places[end_of + winner]
    # Winners have lost a card a round since their last capture: just before this one
    # they hold the fewest.
    places[LOW + winner] = min(
        places[LOW + winner], end - places[GAP + winner] - played
    )
    if pickup != SEAT:
        first = winner + ONE if pickup == LOSER_FIRST else winner
        first = first if first < alive else ZERO
        # The cards, a byte each, are rotated to begin with this player's.
        pot = (pot >> (first << THREE)) | (
            (pot << EIGHT) << ((alive - ONE - first) << THREE)
        )
    if pickup == SHUFFLED:
        pot = _shuffled(pot, alive, chance)
    for byte in range(8):
        table[end + np.uint64(byte)] = np.uint8(pot >> np.uint64(8 * byte))
    places[end_of + winner] = end + alive


@inlined
def _play_several(game, limit, look_at, setting, chance):
    """Play rounds of three or more players up to a tie, and return whether there is one.

    The limit, the end of a packet, and a card ``look_at`` on top of the first packet
    stop them, too.
    """
    table, places, counts = game
    alive = np.uint64(counts[ALIVE])
    end_of = PILE if setting.piles else TAIL
    for player in range(alive):
        limit = min(limit, places[TAIL + player] - places[HEAD + player])
        places[GAP + player] = places[end_of + player] - held(places, player)
    played = ZERO
    tied = False
    while played < limit:
        word = best = last_best = ZERO
        for player in range(alive):
            card = np.uint64(table[places[HEAD + player] + played])
            word |= card << (player << THREE)
            # The highest rank, with the last and the first of the players who show it.
            rank = card << THREE
            best = max(best, rank | player)
            last_best = max(last_best, rank | (SEVEN - player))
        if word & BYTE == look_at and played > ZERO:
            break
        winner = best & SEVEN
        tied = winner + (last_best & SEVEN) != SEVEN
        if best >> THREE == setting.high:
            shown, lowest = _lowest_wins(word, alive, setting.low)
            if shown > ZERO:
                winner = lowest
                tied = shown > ONE
        if tied:
            break
        _take(table, places, alive, winner, word, played, setting, chance)
        played += ONE
    for player in range(alive):
        places[HEAD + player] += played
    counts[ROUNDS] += np.int64(played)
    counts[PLAYS] += np.int64(played)
    settle(places, counts)
    return tied


@inlined
def _play_two(game, limit, look_at, setting, seats, chance):
    """Play rounds of two players up to a tie after which one cannot afford the war.

    Return whether there is one.

    The limit, the end of a packet, and a card ``look_at`` on top of the first packet
    stop them, too.

    One long function: where both packets lie stays in registers from round to round.
    """
    table, places, counts = game
    piles = setting.piles
    pickup = setting.pickup
    in_stacks = pickup != LATEST_FIRST and pickup != SEAT
    by_winner, turned = order_of_two(pickup)
    head_0 = places[HEAD]
    head_1 = places[HEAD + ONE]
    tail_0 = places[TAIL]
    tail_1 = places[TAIL + ONE]
    end_0, end_1 = (places[PILE], places[PILE + ONE]) if piles else (tail_0, tail_1)
    held_0 = held(places, ZERO)
    held_1 = held(places, ONE)
    total = held_0 + held_1
    least = min(held_0, places[LOW])
    most = max(held_0, total - places[LOW + ONE])
    rounds = before = np.uint64(counts[ROUNDS])
    begun = head_0
    last = head_0 + limit
    tied = False
    while head_0 < last and head_0 != tail_0 and head_1 != tail_1:
        card_0 = np.uint64(table[head_0])
        card_1 = np.uint64(table[head_1])
        if card_0 == look_at and head_0 != begun:
            break
        laid = ONE
        if card_0 == card_1:
            left = min(tail_0 - head_0, tail_1 - head_1)
            wars = 0
            while card_0 == card_1:
                step = np.uint64(cards_down(np.int64(card_0), setting) + 1)
                if laid + step > left:
                    break
                laid += step
                wars += 1
                card_0 = np.uint64(table[head_0 + laid - ONE])
                card_1 = np.uint64(table[head_1 + laid - ONE])
            tied = card_0 == card_1
            if tied:
                break
            counts[WARS] += wars
            counts[SINGLE + min(wars, 4) - 1] += 1
            counts[LONGEST] = max(counts[LONGEST], wars)
        won = np.uint64(beats(card_0, card_1, setting))
        if laid == ONE:
            if pickup == SHUFFLED:
                if seats == 2:
                    by_winner = ZERO
                    turned = coin_of(chance, rounds)
                else:
                    # The winner's card comes first if the last card of the pot is drawn
                    # to stay where it is.
                    turned = ONE - (next_word(chance.words, chance.seed) >> LAST_BIT)
            goes_first = (won & by_winner) ^ turned
            first, second = (card_0, card_1) if goes_first else (card_1, card_0)
            table[end_0] = np.uint8(first)
            table[end_0 + ONE] = np.uint8(second)
            table[end_1] = np.uint8(first)
            table[end_1 + ONE] = np.uint8(second)
        else:
            to = end_0 if won else end_1
            if in_stacks and laid <= SIXTEEN and pickup != SHUFFLED:
                goes_first = (won & by_winner) ^ turned
                first, second = (head_0, head_1) if goes_first else (head_1, head_0)
                copy_16(table, to, first)
                copy_16(table, to + laid, second)
            else:
                put_pot(
                    table, to, ONE - won, (head_0, head_1), (laid, laid), pickup, chance
                )
        gain = (laid + laid) * won
        end_0 += gain
        end_1 += laid + laid - gain
        held_0 += gain - laid
        least = min(least, held_0)
        most = max(most, held_0)
        head_0 += laid
        head_1 += laid
        if not piles:
            tail_0 = end_0
            tail_1 = end_1
        rounds += ONE
    places[HEAD] = head_0
    places[HEAD + ONE] = head_1
    places[TAIL] = tail_0
    places[TAIL + ONE] = tail_1
    if piles:
        places[PILE] = end_0
        places[PILE + ONE] = end_1
    places[LOW] = least
    places[LOW + ONE] = total - most
    counts[ROUNDS] += np.int64(rounds - before)
    counts[PLAYS] += np.int64(head_0 - begun)
    if held_0 == ZERO or held_0 == total:
        settle(places, counts)
    return tied


@part
def _most_cards(places, alive):
    """The player with the most cards, and whether another has as many."""
    most = ZERO
    winner = ZERO
    equal = False
    for player in range(alive):
        cards = held(places, player)
        if cards > most:
            most = cards
            winner = player
            equal = False
        elif cards == most:
            equal = True
    return winner, equal


@part
def _judge(places, counts, seats, first_out, ending):
    """Whether the game is over after a round with this ending.

    If it is, write the winner.
    """
    alive = np.uint64(counts[ALIVE])
    if alive == np.uint64(seats) or (alive > ONE and not first_out):
        return False
    winner, equal = _most_cards(places, alive)
    if equal:
        counts[WINNER] = NOBODY
        counts[ENDING] = DRAW
    else:
        counts[WINNER] = places[SEAT_OF + winner]
        counts[ENDING] = ending
        counts[WINNER_LOW] = places[LOW + winner]
    return True


@part
def _is_cut_short(places, counts, house):
    """Whether enough wars are won, or the game is stopped, after a round.

    If so, write the winner.
    """
    alive = np.uint64(counts[ALIVE])
    winner = alive
    ending = STOPPED
    if house.wars_to_win != ZERO:
        for player in range(alive):
            if places[WON + places[SEAT_OF + player]] == house.wars_to_win:
                winner = player
                ending = WARS_WON
    if winner == alive:
        if counts[ROUNDS] != house.stop_after:
            return False
        winner, equal = _most_cards(places, alive)
        if equal:
            counts[WINNER] = NOBODY
            counts[ENDING] = STOPPED
            counts[WINNER_LOW] = NOBODY
            return True
    counts[WINNER] = places[SEAT_OF + winner]
    counts[ENDING] = ending
    counts[WINNER_LOW] = places[LOW + winner]
    if counts[FIRST_OUT] == NOBODY:
        fewest = NEVER
        for player in range(alive):
            cards = held(places, player)
            if player != winner and cards < fewest:
                fewest = cards
                counts[FIRST_OUT] = places[SEAT_OF + player]
    return True


@part
def advance(game, setting, house, target, watch, work):
    """Play until ``target`` rounds, the end or what is watched for.

    Return OVER, REPEATED with its mark, or RUNNING.
    """
    table, places, counts = game
    rooms = work.rooms
    chance = work.chance
    numbers = work.marks.numbers
    last_round = np.uint64(target)
    look_from = FIRST_LOOK if watch == WATCHED and numbers[LOGGED] == NEVER else ZERO
    while True:
        rounds = np.uint64(counts[ROUNDS])
        if rounds >= last_round:
            return RUNNING, NONE
        alive = counts[ALIVE]
        # Under house rules several cards can be laid at once, so each player turns the
        # pile when it is due.
        room = make_room(table, places, np.uint64(alive), house is None, chance)
        limit = min(last_round - rounds, room)
        look_at = _NO_CARD
        if watch != UNWATCHED and rounds < look_from:
            limit = min(limit, look_from - rounds)
        elif watch != UNWATCHED:
            look_at = setting.lowest
            limit = min(limit, ONE if numbers[EVERY] != ZERO else PATIENCE)
        tied = True
        if house is None:
            if alive == 2:
                tied = _play_two(game, limit, look_at, setting, rooms.seats, chance)
            else:
                tied = _play_several(game, limit, look_at, setting, chance)
        ending = fight(game, setting, house, chance) if tied else CARDS
        is_over = ending == DRAW
        if counts[ALIVE] != alive and not is_over:
            is_over = _judge(places, counts, rooms.seats, setting.first_out, ending)
        if house is not None and not is_over:
            is_over = _is_cut_short(places, counts, house)
        if is_over:
            return OVER, NONE
        rounds = np.uint64(counts[ROUNDS])
        if watch == UNWATCHED or rounds < look_from:
            continue
        is_due = table[places[HEAD]] == setting.lowest
        if watch == TO_NEXT_LOOK:
            if is_due:
                return RUNNING, NONE
        elif is_due or numbers[EVERY] != ZERO:
            numbers[LAST_LOOK] = rounds
            mark = look(game, work.marks)
            if mark != NONE:
                return REPEATED, mark
        elif rounds - numbers[LAST_LOOK] > PATIENCE:
            numbers[EVERY] = ONE
