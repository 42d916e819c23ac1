"""The bids of GOPS, compiled: each policy of :mod:`sim.games.gops.policies` for a group of games side by side.

A policy is looked up once for the whole group, and the processor overlaps the games' arithmetic.
"""

from typing import NamedTuple

import numpy as np

from sim.contract.policy import OWN
from sim.games.gops.equilibria import GopsTable, gops_table
from sim.games.gops.kernel.equilibria import gops_choice
from sim.games.gops.kernel.hands import nearest, packed_nth, packed_without
from sim.games.gops.policies import POLICIES
from sim.games.gops.rules import GopsRules
from sim.kernels.bits import count_bits, highest_bit, lowest_bit, nth_bit
from sim.kernels.compiling import inlined, part
from sim.kernels.ready_streams import draw_below, draw_word
from sim.kernels.seats import call_policy
from sim.kernels.words import FIVE, FOUR, ONE, THREE, TWO, ZERO

_code = POLICIES.parts[0].code
RANDOM, HIGH_FIRST, LOW_FIRST = _code("random"), _code("high-first"), _code("low-first")
MATCH, MATCH_PLUS_ONE, MATCH_POT = (
    _code("match"),
    _code("match-plus-one"),
    _code("match-pot"),
)
PROPORTIONAL, BEAT_MATCH = _code("proportional"), _code("beat-match")
EQUILIBRIUM, EQUILIBRIUM_WIN = _code("equilibrium"), _code("equilibrium-win")
"""The numbers of the policies."""

SOLVED = (EQUILIBRIUM, EQUILIBRIUM_WIN)
DRAW = (RANDOM, *SOLVED, OWN)
"""The policies that may draw random numbers; a user's own is taken to do so."""


class Size(NamedTuple):
    """The rules as the compiled code takes them."""

    cards: np.uint64  # the number of prizes
    carry_over: bool  # whether a tied prize stays on the table
    packs: bool  # whether hands are small enough to be packed
    hidden: bool  # whether players do not see the others' bids
    seed: np.uint64  # the seed of the players' streams
    blocks: np.uint64  # how many blocks of a stream a game's draws take


class Everyone(NamedTuple):
    """All seats in each game of a group: the arrays of :class:`Player`, with the seat in front."""

    codes: np.ndarray
    hands: np.ndarray
    packed: np.ndarray
    bids: np.ndarray
    scores: np.ndarray
    chances: np.ndarray
    own: np.ndarray


class Own(NamedTuple):
    """What users' own policies need, in a group of one game."""

    seen: np.ndarray  # int64: the view, see `_own`
    fault: np.ndarray  # int64 (4,): where an illegal bid is recorded, see `Seats`
    # int64 (cards + 1,): by prize, one more than the seat that took it, 0 for nobody, `TO_COME` if it lies on the table
    takers: np.ndarray
    bids: np.ndarray  # int64 (seats, cards + 1): by prize, the bids of each seat, 0 while it is face down


TO_COME = np.int64(-1)


class Player(NamedTuple):
    """One seat in each game of a group."""

    # uint64 and int64: the seat, and the number of its policy
    seat: np.uint64
    code: int
    # uint64 (games,): the cards held, as a mask and (for small hands) packed; only policies that choose a
    # card by its place in the hand keep the packed one up to date
    hand: np.ndarray
    packed: np.ndarray
    # uint64 (games,): the bid of this round, and the points
    bid: np.ndarray
    score: np.ndarray
    chance: np.ndarray  # uint64 (games, CHANCE): the streams
    # int64 (3,): for a user's own policy, the addresses of its code, its view and the stream of the only game
    own: np.ndarray


@part
def player_at(everyone, seat):
    """Return one seat."""
    return Player(
        seat,
        everyone.codes[seat],
        everyone.hands[seat],
        everyone.packed[seat],
        everyone.bids[seat],
        everyone.scores[seat],
        everyone.chances[seat],
        everyone.own[seat],
    )


def chances_for(code: int, rules: GopsRules) -> GopsTable:
    """Return the table of an equilibrium's mixtures; the smallest one for other policies, which do not use it."""
    if code not in SOLVED:
        return gops_table(2, "points", False)
    return gops_table(
        rules.cards, "points" if code == EQUILIBRIUM else "win", rules.carry_over
    )


class Table(NamedTuple):
    """What lies on the tables of a group of games."""

    prizes: np.ndarray  # uint64 (games,): the prizes still face down, as a mask
    # uint64 (games,): the prize turned up, and the points carried over to it
    upcard: np.ndarray
    pot: np.ndarray


@part
def bid_all(player, everyone, table, games, held, size, own):
    """Fill the bids of one seat for a round; return whether they are legal: only a user's own policy can err."""
    code = player.code
    if held == ONE:
        _lowest_card(player, games)
    elif code == RANDOM:
        _random(player, games, held, size)
    elif code == MATCH:
        _match(player, table, games)
    elif code == HIGH_FIRST:
        _highest_card(player, games)
    elif code == LOW_FIRST:
        _lowest_card(player, games)
    elif code == MATCH_PLUS_ONE:
        _match_plus_one(player, table, games, size)
    elif code == MATCH_POT:
        _match_pot(player, table, games, size)
    elif code == PROPORTIONAL:
        _proportional(player, table, games, size)
    elif code == BEAT_MATCH:
        _beat_match(player, everyone, table, games)
    elif code == OWN:
        return _own(player, everyone, table, held, size, own)
    return True


@part
def _random(player, games, held, size):
    hand, packed, bid, chance = player.hand, player.packed, player.bid, player.chance
    for i in range(games):
        place = draw_below(held, chance, i, size.seed)
        if size.packs:
            bid[i] = packed_nth(packed[i], place)
            packed[i] = packed_without(packed[i], place)
        else:
            bid[i] = nth_bit(hand[i], place)


@part
def _highest_card(player, games):
    for i in range(games):
        player.bid[i] = highest_bit(player.hand[i])


@part
def _lowest_card(player, games):
    for i in range(games):
        player.bid[i] = lowest_bit(player.hand[i])


@part
def _match(player, table, games):
    for i in range(games):
        player.bid[i] = nearest(player.hand[i], table.upcard[i])


@part
def _match_plus_one(player, table, games, size):
    for i in range(games):
        upcard = table.upcard[i]
        player.bid[i] = nearest(
            player.hand[i], ONE if upcard == size.cards else upcard + ONE
        )


@part
def _match_pot(player, table, games, size):
    for i in range(games):
        # A target above all cards has the same nearest card as the highest of them.
        player.bid[i] = nearest(
            player.hand[i], min(table.pot[i] + table.upcard[i], size.cards)
        )


@part
def _proportional(player, table, games, size):
    hand, packed, bid = player.hand, player.packed, player.bid
    for i in range(games):
        place = count_bits(table.prizes[i] & ((ONE << table.upcard[i]) - ONE))
        if size.packs:
            bid[i] = packed_nth(packed[i], place)
            packed[i] = packed_without(packed[i], place)
        else:
            bid[i] = nth_bit(hand[i], place)


@part
def _beat_match(player, everyone, table, games):
    hand, bid, seats = player.hand, player.bid, np.uint64(len(everyone.codes))
    following = everyone.hands[(player.seat + ONE) % seats]
    for i in range(games):
        expected = nearest(following[i], table.upcard[i])
        for step in range(TWO, seats):
            other = everyone.hands[(player.seat + step) % seats, i]
            expected = max(expected, nearest(other, table.upcard[i]))
        above = hand[i] & ~((TWO << expected) - ONE)
        bid[i] = lowest_bit(above if above != ZERO else hand[i])


@part
def bid_by_chances(player, other, table, games, size, chances):
    """Fill the bids of a seat that plays an equilibrium's mixtures."""
    for i in range(games):
        word = draw_word(player.chance, i, size.seed)
        lead = np.int64(player.score[i]) - np.int64(other.score[i])
        player.bid[i] = gops_choice(
            chances,
            player.hand[i] >> ONE,
            other.hand[i] >> ONE,
            table.prizes[i] >> ONE,
            table.upcard[i],
            table.pot[i],
            lead,
            word,
        )


@inlined
def _fill(view, start, size, cards):
    """Write the cards of a mask into the view, ascending and padded with zeros; return where they end."""
    left = cards
    for place in range(start, start + size.cards):
        view[place] = np.int64(lowest_bit(left)) if left != ZERO else 0
        left &= left - ONE
    return start + size.cards


@part
def _own(player, everyone, table, held, size, own):
    """Ask a user's own policy for its bid in a group of one game; return whether the bid is legal."""
    # The fields of sim.games.gops.policies.view_type, one int64 after the other.
    view, seats = own.seen, np.uint64(len(everyone.codes))
    following = (player.seat + ONE) % seats
    view[0], view[1], view[2] = (
        np.int64(size.cards),
        np.int64(size.carry_over),
        np.int64(held),
    )
    at = _fill(view, THREE, size, player.hand[0])
    at = _fill(view, at, size, ZERO if size.hidden else everyone.hands[following, 0])
    at = _fill(view, at, size, table.prizes[0])
    view[at], view[at + ONE] = np.int64(table.upcard[0]), np.int64(table.pot[0])
    view[at + TWO], view[at + THREE] = (
        np.int64(player.score[0]),
        np.int64(everyone.scores[following, 0]),
    )
    view[at + FOUR] = np.int64(seats)
    at += FIVE
    for step in range(ONE, seats):
        other = (player.seat + step) % seats
        at = _fill(view, at, size, ZERO if size.hidden else everyone.hands[other, 0])
    for step in range(ONE, seats):
        view[at] = np.int64(everyone.scores[(player.seat + step) % seats, 0])
        at += ONE
    for card in range(ONE, size.cards + ONE):
        taker = own.takers[card]
        if taker > 0:
            taker = (taker - 1 - np.int64(player.seat) + np.int64(seats)) % np.int64(
                seats
            ) + 1
        view[at], view[at + size.cards] = max(taker, 0), own.bids[player.seat, card]
        at += ONE
    move = call_policy(player.own[0], player.own[1], player.own[2])
    player.bid[0] = np.uint64(move)
    return (
        1 <= move <= np.int64(size.cards)
        and (player.hand[0] >> np.uint64(move)) & ONE == ONE
    )
