"""GOPS, compiled: one game after the other, round by round.

It plays on the records that the players' policies see.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.gops.equilibria import number_of
from sim.games.gops.policies import POLICIES, bid_by
from sim.games.gops.rules import GopsRules, columns
from sim.kernels.columns import filled_by_seat
from sim.kernels.compiling import inlined, kernel, part
from sim.policies.kernel.asking import move_by, note_fault
from sim.policies.kernel.pages import PagePlayers, be_seated
from sim.policies.kernel.seats import Players, open_chances, seats_of
from sim.policies.sets import has, lowest
from sim.policies.thresholds import mixture_of

for _helper in (number_of, mixture_of, bid_by):
    part(_helper)

move_of = move_by(POLICIES.parts[0])
"""The bid of a seat's policy, compiled."""


class Columns(NamedTuple):
    """The outcome columns, (games,) each; the scores together, (seats, games).

    The only ending has the code 0.
    """

    winner: np.ndarray
    ending: np.ndarray
    score: np.ndarray
    ties: np.ndarray
    unawarded: np.ndarray


class Size(NamedTuple):
    """The rules as the compiled code takes them."""

    cards: int
    carry_over: bool
    hidden: bool


def size_of(rules: GopsRules) -> Size:
    """The rules as the compiled code takes them."""
    return Size(rules.cards, rules.carry_over, rules.is_hidden)


def play_block(
    rules: GopsRules, deals: NDArray[np.uint8], layout: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play games with given orders of the prizes."""
    seats = seats_of(POLICIES, rules, seed)
    played = filled_by_seat(
        Columns,
        columns(rules),
        "score",
        rules.players,
        len(deals),
        play_all,
        *arguments_of(rules, deals, first, seats.parts[0]),
    )
    seats.check()
    return played


def arguments_of(
    rules: GopsRules,
    deals: NDArray[np.uint8],
    first: int,
    players: Players | PagePlayers,
) -> tuple[Any, ...]:
    """The arguments of :func:`play_all` besides the columns."""
    bids = np.zeros(rules.players, np.int64)
    return deals, first, size_of(rules), players, bids


@inlined
def show(players, held, prizes, upcard, pot):
    """Turn a prize up before all players."""
    for seat in range(len(players.views)):
        view = players.views[seat]
        view.held = held
        view.prizes = prizes
        view.upcard = upcard
        view.pot = pot


@inlined
def begin(players, size):
    """Give all players their cards, with nothing played yet."""
    full = (2 << size.cards) - 2
    seats = len(players.views)
    for seat in range(seats):
        view = players.views[seat]
        view.players = seats
        view.cards = size.cards
        view.carry_over = np.int64(size.carry_over)
        view.hand = full
        view.score = 0
        view.other_score = 0
        view.other = 0 if size.hidden else full
        view.taken[:] = 0
        view.bids[:] = 0
        for place in range(seats - 1):
            view.others[place] = view.other
            view.other_scores[place] = 0


@inlined
def _lay(players, size, upcard, bids):
    """Take the bids of a round out of the hands.

    Return who bids highest, -1 if several do.
    """
    seats = len(bids)
    best = 0
    winner = -1
    for seat in range(seats):
        bid = bids[seat]
        view = players.views[seat]
        view.hand ^= 1 << bid
        view.bids[upcard] = bid
        if bid >= best:
            winner = -1 if bid == best else seat
            best = bid
    if not size.hidden:
        for seat in range(seats):
            view = players.views[seat]
            player = seat
            for place in range(seats - 1):
                player = player + 1 if player + 1 < seats else 0
                view.others[place] = players.views[player].hand
            view.other = view.others[0]
    return winner


@inlined
def _award(players, winner, stake, prizes):
    """Give the prizes of a round to its winner, before all players."""
    seats = len(players.views)
    place = winner
    for seat in range(seats):
        view = players.views[seat]
        view.taken[place] |= prizes
        if place == 0:
            view.score += stake
        else:
            view.other_scores[place - 1] += stake
            view.other_score = view.other_scores[0]
        place = place - 1 if place > 0 else seats - 1


@kernel
def play_all(deals, first, size, players, bids, columns):
    """Play every game and write the outcome columns, or stop at an illegal bid."""
    cards = size.cards
    seats = len(bids)
    for game in range(len(columns.winner)):
        open_chances(players, first + game)
        begin(players, size)
        prizes = (2 << cards) - 2
        pot = on_table = ties = 0
        for turned in range(cards):
            upcard = np.int64(deals[game, turned])
            prizes ^= 1 << upcard
            on_table |= 1 << upcard
            show(players, cards - turned, prizes, upcard, pot)
            for seat in range(seats):
                hand = players.views[seat].hand
                bid = lowest(hand)
                if turned + 1 < cards:
                    bid = move_of(players, seat)
                    if bid < 1 or bid > cards or not has(hand, bid):
                        note_fault(players.fault, first + game, seat, bid)
                        return
                bids[seat] = bid
            winner = _lay(players, size, upcard, bids)
            pot += upcard
            if winner >= 0:
                _award(players, winner, pot, on_table)
                pot = on_table = 0
            else:
                ties += 1
                if not size.carry_over:
                    pot = on_table = 0
        columns.ties[game] = ties
        _write(players, columns, game, cards * (cards + 1) // 2)


@inlined
def _write(players, columns, game, left):
    """Write the row of a game."""
    most = -1
    winner = -1
    for seat in range(len(players.views)):
        score = players.views[seat].score
        columns.score[seat, game] = score
        left -= score
        if score >= most:
            winner = -1 if score == most else seat
            most = score
    columns.winner[game] = winner
    columns.unawarded[game] = left


@kernel
def play_seated(seating, deals, first, size, players, bids, columns):
    """Play every game with the policies of a page."""
    be_seated(players, seating)
    play_all(deals, first, size, players, bids, columns)
