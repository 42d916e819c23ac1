"""WarGops for two named policies, compiled: both hands and the pot are sets of cards, each in one word.

Every card is a bit, those of a rank side by side and ranks ascending, so the ``n``-th card of a hand is its ``n``-th
bit. Games that do not fit are played by :mod:`sim.games.wargops.kernel.any_players`.
"""

from typing import NamedTuple

import numpy as np

from sim.games.wargops.kernel import choice
from sim.games.wargops.kernel.equilibria import BASE, digit_of, wargops_choice
from sim.games.wargops.kernel.table import NOBODY, NOBODY_LEFT, SURVIVOR
from sim.games.wargops.rules import WarGopsRules
from sim.kernels.bits import count_bits, highest_bit, lowest_bit, nth_bit
from sim.kernels.chances import open_seats
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import below, next_word
from sim.kernels.words import ALL_BITS, ONE, ZERO
from sim.policies.kernel.seats import Seats

_PLANES = 6


class Pack(NamedTuple):
    """The cards of a game for two as bits."""

    # uint64: both full hands
    hand_0: np.uint64
    hand_1: np.uint64
    lows: np.uint64  # the lowest bit of every rank
    # uint64: the index of a card's bit, shifted right by this, is its rank; the lowest rank is 0
    shift: np.uint64
    size: np.uint64  # the cards of a full hand


class Setting(NamedTuple):
    """The rules of a game for two, apart from its cards."""

    replaced: bool  # whether tied cards are replaced
    pot_to_survivor: bool  # whether a sole survivor takes the last pot
    session: int  # the number of games in a session
    # uint64: for each binary digit of a card's points, the mask of the cards whose points have it
    planes: np.ndarray


class Players(NamedTuple):
    """The players of a game for two."""

    # uint64 (2,) and bool (2,): both policies, and whether they ever draw
    codes: np.ndarray
    draws: np.ndarray
    solved: (
        np.ndarray
    )  # uint64 (4,): where the table of an equilibrium lies, if either player needs it
    chances: np.ndarray  # uint64 (2, CHANCE): both streams


def fits(rules: WarGopsRules) -> bool:
    """Return whether all cards of a game fit in a word."""
    return rules.players == 2 and rules.ranks << _shift(rules) < 64


def _shift(rules: WarGopsRules) -> int:
    return (2 * rules.copies - 1).bit_length()


def pack_of(rules: WarGopsRules) -> Pack:
    """Return the cards as bits."""
    shift = _shift(rules)
    lows = sum(1 << (place << shift) for place in range(rules.ranks))
    own_copies = (1 << rules.copies) - 1
    hand_0, hand_1 = lows * own_copies, lows * (own_copies << rules.copies)
    return Pack(
        *map(np.uint64, (hand_0, hand_1, lows, shift, rules.ranks * rules.copies))
    )


def setting_of(rules: WarGopsRules) -> Setting:
    """Return the rest of the rules for the compiled games."""
    shift = _shift(rules)
    planes = [
        sum(
            ((1 << (1 << shift)) - 1) << (place << shift)
            for place in range(rules.ranks)
            if (place + 1) >> digit & 1
        )
        for digit in range(_PLANES)
    ]
    return Setting(
        replaced=rules.ties == "replace",
        pot_to_survivor=rules.last_pot == "survivor",
        session=rules.session,
        planes=np.array(planes, np.uint64),
    )


def players_of(rules: WarGopsRules, seats: Seats) -> Players:
    """Return the players for the compiled games."""
    return Players(
        codes=seats.codes.reshape(-1).view(np.uint64),
        draws=choice.draws_of(seats),
        solved=choice.solved_for(rules, seats),
        chances=seats.chances,
    )


@inlined
def _ranks_of(hand, pack):
    """Return the lowest bits of the ranks that a hand holds."""
    step = ONE
    while step >> pack.shift == ZERO:
        hand |= hand >> step
        step += step
    return hand & pack.lows


@inlined
def _choose(code, own, other, pot, pack, solved, chance, seed):
    """Return the place of the card that a player lays; a hand of a single rank leaves no choice."""
    if lowest_bit(own) >> pack.shift == highest_bit(own) >> pack.shift:
        return lowest_bit(own)
    if code == choice.RANDOM:
        return nth_bit(own, np.uint64(below(count_bits(own), chance, seed)))
    if code == choice.RANDOM_RANK:
        ranks = _ranks_of(own, pack)
        rank = (
            nth_bit(ranks, np.uint64(below(count_bits(ranks), chance, seed)))
            >> pack.shift
        )
        return lowest_bit(own & (ALL_BITS << (rank << pack.shift)))
    if code == choice.HIGH:
        return highest_bit(own)
    if code == choice.MEDIAN:
        return nth_bit(own, count_bits(own) >> ONE)
    if code == choice.JUST_BEAT and other != ZERO:
        above = own & (
            ALL_BITS << (((highest_bit(other) >> pack.shift) + ONE) << pack.shift)
        )
        return lowest_bit(above if above != ZERO else own)
    if code == choice.EQUILIBRIUM:
        return _solved_choice(own, other, pot, pack, solved, chance, seed)
    return lowest_bit(own)


@part
def _solved_choice(own, other, pot, pack, solved, chance, seed):
    """Return the place of the card that an equilibrium strategy lays, for one card of each rank."""
    ranks = _ranks_of(own, pack)
    if ranks & (ranks - ONE) == ZERO:
        return lowest_bit(own)
    number = ZERO
    for step in range(pack.size):
        place = (pack.size - ONE - step) << ONE
        digit = digit_of(
            _of_rank(own, place), _of_rank(other, place), _of_rank(pot, place)
        )
        number = number * BASE + digit
    rank = nth_bit(ranks, wargops_choice(solved, ZERO, number, next_word(chance, seed)))
    return lowest_bit(own & (ALL_BITS << rank))


@inlined
def _of_rank(cards, place):
    """Return how many of the two cards of a rank, which begin at a place, a set has."""
    return (cards >> place & ONE) + (cards >> (place + ONE) & ONE)


@inlined
def _points(hand, planes):
    """Return the points of a hand, added up by binary digits."""
    total = ZERO
    for digit in range(_PLANES):
        total += count_bits(hand & planes[digit]) << np.uint64(digit)
    return np.int64(total)


@inlined
def _settle(hand_0, hand_1, pot, place_0, place_1, pack):
    """Return both hands and the pot after two cards have been laid, and whether they tied (uint64)."""
    card_0, card_1 = ONE << place_0, ONE << place_1
    hand_0 ^= card_0
    hand_1 ^= card_1
    rank_0, rank_1 = place_0 >> pack.shift, place_1 >> pack.shift
    tied = np.uint64(rank_0 == rank_1)
    if tied:
        pot |= card_1
    else:
        first = ZERO - np.uint64(rank_0 > rank_1)
        hand_0 |= (card_1 | pot) & first
        hand_1 |= (card_0 | pot) & ~first
        pot = ZERO
    return hand_0, hand_1, pot, tied


@part
def _award_later(codes, pack, solved, chances, seed, counts):
    """Play a game in which ties wait for the next trick; count tricks and ties, and return both hands and the pot."""
    code_0, code_1 = codes[0], codes[1]
    hand_0, hand_1, pot = pack.hand_0, pack.hand_1, ZERO
    tricks, ties = ZERO, ZERO
    while hand_0 != ZERO and hand_1 != ZERO:
        tricks += ONE
        place_0 = _choose(code_0, hand_0, hand_1, pot, pack, solved, chances[0], seed)
        place_1 = _choose(code_1, hand_1, hand_0, pot, pack, solved, chances[1], seed)
        hand_0, hand_1, pot, tied = _settle(hand_0, hand_1, pot, place_0, place_1, pack)
        ties += tied
    counts[0] += np.int64(tricks)
    counts[1] += np.int64(ties)
    return hand_0, hand_1, pot


@part
def _replace(codes, pack, solved, chances, seed, counts):
    """Play a game in which tied cards are replaced, and return both hands at its end and no pot."""
    code_0, code_1 = codes[0], codes[1]
    hand_0, hand_1 = pack.hand_0, pack.hand_1
    while hand_0 != ZERO and hand_1 != ZERO:
        counts[0] += 1
        down = ZERO
        while True:
            card_0, card_1 = ZERO, ZERO
            rank_0, rank_1 = ZERO, ZERO
            # A player without another card after a tie lays none: rank 0 is below every card's.
            if hand_0 != ZERO:
                place = _choose(
                    code_0, hand_0, hand_1, ZERO, pack, solved, chances[0], seed
                )
                card_0, rank_0 = ONE << place, (place >> pack.shift) + ONE
            if hand_1 != ZERO:
                place = _choose(
                    code_1, hand_1, hand_0, ZERO, pack, solved, chances[1], seed
                )
                card_1, rank_1 = ONE << place, (place >> pack.shift) + ONE
            hand_0 ^= card_0
            hand_1 ^= card_1
            if rank_0 > rank_1:
                hand_0 |= card_1 | down
                break
            if rank_1 > rank_0:
                hand_1 |= card_0 | down
                break
            if rank_0 == ZERO:
                counts[2] += np.int64(count_bits(down))
                break
            counts[1] += 1
            down |= card_0 | card_1
    return hand_0, hand_1, ZERO


@kernel
def play_two(pack, rules, players, seed, first, counts, columns):
    """Play sessions between two named policies and write the outcome columns."""
    codes, chances = players.codes, players.chances
    for index in range(np.uint64(len(columns.winner))):
        open_seats(players.draws, chances, first + index)
        for place in range(3):
            counts[place] = 0
        scored_0, scored_1, last = 0, 0, NOBODY
        for _ in range(rules.session):
            if rules.replaced:
                hand_0, hand_1, pot = _replace(
                    codes, pack, players.solved, chances, seed, counts
                )
            else:
                hand_0, hand_1, pot = _award_later(
                    codes, pack, players.solved, chances, seed, counts
                )
            if rules.pot_to_survivor:
                if hand_0 != ZERO:
                    hand_0 |= pot
                    pot = ZERO
                elif hand_1 != ZERO:
                    hand_1 |= pot
                    pot = ZERO
            counts[2] += np.int64(count_bits(pot))
            scored_0 += _points(hand_0, rules.planes)
            scored_1 += _points(hand_1, rules.planes)
            last = 0 if hand_0 != ZERO else 1 if hand_1 != ZERO else NOBODY
        columns.winner[index] = (
            0 if scored_0 > scored_1 else 1 if scored_1 > scored_0 else NOBODY
        )
        columns.ending[index] = NOBODY_LEFT if last == NOBODY else SURVIVOR
        columns.points[0, index], columns.points[1, index] = scored_0, scored_1
        columns.survivor[index] = last
        columns.tricks[index], columns.ties[index], columns.orphaned[index] = (
            counts[0],
            counts[1],
            counts[2],
        )
