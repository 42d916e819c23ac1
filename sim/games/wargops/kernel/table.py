"""A table of WarGops, compiled: how cards move on the record that all players see."""

import numpy as np

from sim.kernels.compiling import inlined, part
from sim.policies.sets import has, lowest


@part
def lay_out(view, hands):
    """Give all players the cards they begin with, and empty the trash.

    The hands are int64 (players, ranks + 1), by rank.

    At the end of a game no other cards lie on the table.
    """
    view.pots = 0
    view.in_game = 0
    view.pot_players[:] = 0
    for rank in range(view.ranks + 1):
        view.trash[rank] = 0
    for seat in range(view.players):
        hand = size = 0
        for rank in range(1, view.ranks + 1):
            number = hands[seat, rank]
            view.cards[seat, rank] = number
            hand |= np.int64(number > 0) << rank
            size += number
        view.hands[seat] = hand
        view.sizes[seat] = size
        view.face_up[seat] = 0
        if size:
            view.in_game |= 1 << seat


@inlined
def collect(view, seat, rank, number):
    """Add some cards of a rank to a hand, or none."""
    view.cards[seat, rank] += number
    view.hands[seat] |= np.int64(number > 0) << rank
    view.sizes[seat] += number


@inlined
def take(view, seat, rank):
    """Take a card out of a hand, without branches.

    Nobody can predict whether it is the last of its rank.
    """
    left = view.cards[seat, rank] - 1
    view.cards[seat, rank] = left
    view.sizes[seat] -= 1
    view.hands[seat] ^= np.int64(left == 0) << rank


@part
def collect_all(view, seat, pile):
    """Move all cards of a pile, counted by rank, to a hand."""
    for rank in range(1, view.ranks + 1):
        if pile[rank]:
            collect(view, seat, rank, pile[rank])
            pile[rank] = 0


@part
def cleared(view, pile):
    """Take all cards of a pile, counted by rank, from the table; return how many."""
    number = 0
    for rank in range(1, view.ranks + 1):
        number += pile[rank]
        pile[rank] = 0
    return number


@inlined
def highest(cards, count, players):
    """The highest card of some players, 0 for none, and the set of players who have it.

    Parameters
    ----------
    cards
        The card of each player, 0 for none.
    count
        The number of players.
    players
        The set of players to look at.
    """
    best = np.int64(1)
    leaders = np.int64(0)
    for seat in range(count):
        card = cards[seat] * (players >> seat & 1)
        leaders *= np.int64(card <= best)
        leaders |= np.int64(card >= best) << seat
        best = max(best, card)
    return best if leaders else np.int64(0), leaders


@inlined
def is_one(players):
    """Whether a set of players has at most one."""
    return players & (players - 1) == 0


@part
def settle_pots(view, chosen):
    """Award every pot to the best of the chosen cards of those who can win it.

    After a tie, only the tied still can.
    """
    for pot in range(view.pots):
        _, leaders = highest(chosen, view.players, view.pot_players[pot])
        if is_one(leaders):
            collect_all(view, lowest(leaders), view.pot_cards[pot])
            leaders = 0
        view.pot_players[pot] = leaders


@part
def retire(view):
    """Let players without cards retire, join pots of the same players.

    Return how many cards nobody can win.
    """
    in_game = kept = orphaned = 0
    for seat in range(view.players):
        in_game |= np.int64(view.sizes[seat] > 0) << seat
    view.in_game = in_game
    for pot in range(view.pots):
        players = view.pot_players[pot] & in_game
        if players == 0:
            orphaned += cleared(view, view.pot_cards[pot])
            continue
        other = 0
        while other < kept and view.pot_players[other] != players:
            other += 1
        if other == kept:
            kept += 1
            view.pot_players[other] = players
        if other != pot:
            for rank in range(1, view.ranks + 1):
                view.pot_cards[other, rank] += view.pot_cards[pot, rank]
                view.pot_cards[pot, rank] = 0
    for pot in range(kept, view.pots):
        view.pot_players[pot] = 0
    view.pots = kept
    return orphaned


@part
def worth(view, seat):
    """The points of a hand."""
    points = 0
    for rank in range(1, view.ranks + 1):
        points += rank * view.cards[seat, rank]
    return points


@inlined
def is_legal(view, hand, rank):
    """Whether a rank is in a hand."""
    return 1 <= rank and rank <= view.ranks and has(hand, rank)


NOBODY = np.int64(-1)
"""The code for no player."""
