"""The choices of the players of WarGops, compiled; the record of a user's own policy lies in the table's own array."""

from collections.abc import Sequence

import numpy as np

from sim.contract.policy import OWN
from sim.games.wargops.kernel import table as at
from sim.games.wargops.kernel.equilibria import (
    BASE,
    addresses_of,
    digit_of,
    wargops_choice,
    wargops_table,
)
from sim.games.wargops.kernel.table import nth_card
from sim.games.wargops.policies import POLICIES, view_type
from sim.games.wargops.rules import WarGopsRules
from sim.kernels.bits import count_bits, highest_bit, lowest_bit, nth_bit
from sim.kernels.compiling import kernel, part
from sim.kernels.philox import below, next_word
from sim.kernels.words import ALL_BITS, ONE, THREE, TWO, ZERO
from sim.policies.kernel.compiled import call_policy
from sim.policies.kernel.seats import Seats

RANDOM, RANDOM_RANK, HIGH, MEDIAN, JUST_BEAT, EQUILIBRIUM = (
    np.uint64(POLICIES.parts[0].code(name))
    for name in ("random", "random-rank", "high", "median", "just-beat", "equilibrium")
)
"""The numbers of the policies. ``low`` is not among them: the kernel plays the lowest card when no other applies."""

_OWN = np.uint64(OWN % (1 << 64))
_FIELDS = [
    at.FIELDS + np.uint64(place)
    for place in range(len(view_type(WarGopsRules()).names or ()))
]
(
    _SEAT, _HELD, _HAND, _OTHERS, _RETIRED, _POTS, _POT_CARDS, _POT_PLAYERS, _TRASH, _FACE_UP, _FACE_DOWN, _POINTS,
    _GAMES_LEFT, _LAST_POT,
) = _FIELDS  # fmt: skip


def draws_of(seats: Seats) -> np.ndarray:
    """Return for each seat whether its policy can draw."""
    return np.isin(
        seats.codes[:, 0], (OWN, int(RANDOM), int(RANDOM_RANK), int(EQUILIBRIUM))
    )


def solved_for(rules: WarGopsRules, seats: Seats) -> np.ndarray:
    """Return where the table of the equilibrium lies, as uint64 (4,); zeros if nobody plays one."""
    if int(EQUILIBRIUM) not in seats.codes:
        return np.zeros(4, np.uint64)
    return addresses_of(wargops_table(rules.ranks, rules.last_pot))


def table_of(
    rules: WarGopsRules, seats: Seats, hands: Sequence[Sequence[int]], seed: int
) -> np.ndarray:
    """Return the table of some games: the rules, the players, and their cards at the beginning."""
    record = view_type(rules)
    number = np.dtype(np.int64).itemsize
    table = np.zeros(int(at.RECORD) + record.itemsize // number, np.uint64)
    for player, hand in enumerate(hands):
        for card in hand:
            table[int(at.START) + player * int(at.STRIDE) + card] += ONE
    offsets = (
        [record.fields[name][1] // number for name in record.names or ()]
        if record.fields
        else []
    )
    rows = (
        (at.CODES, seats.codes[:, 0]), (at.ADDRESSES, seats.addresses[:, 0]), (at.CHANCES, seats.chance_addresses),
        (at.DRAWS, draws_of(seats)), (at.FIELDS, np.array(offsets) + int(at.RECORD)),
    )  # fmt: skip
    for place, values in rows:
        table[int(place) : int(place) + len(values)] = (
            np.asarray(values).astype(np.int64).view(np.uint64)
        )
    table[at.PLAYERS], table[at.RANKS], table[at.SESSION] = (
        rules.players,
        rules.ranks,
        rules.session,
    )
    table[at.REPLACED], table[at.TO_SURVIVOR] = (
        rules.ties == "replace",
        rules.last_pot == "survivor",
    )
    table[at.SEED] = seed
    addresses = solved_for(rules, seats)
    table[int(at.SOLVED) : int(at.SOLVED) + len(addresses)] = addresses
    table[at.RECORD_AT] = table[int(at.RECORD) :].ctypes.data
    return table


@kernel
def choose(table, chances, seat):
    """Return the rank that a player lays, 0 if a user's own policy makes an illegal choice."""
    held = table[at.HELD + seat]
    if held & (held - ONE) == ZERO:
        return lowest_bit(held)
    code = table[at.CODES + seat]
    if code == RANDOM:
        return nth_card(
            table,
            seat,
            np.uint64(below(table[at.SIZES + seat], chances[seat], table[at.SEED])),
        )
    if code == RANDOM_RANK:
        return nth_bit(
            held, np.uint64(below(count_bits(held), chances[seat], table[at.SEED]))
        )
    if code == HIGH:
        return highest_bit(held)
    if code == MEDIAN:
        return nth_card(table, seat, table[at.SIZES + seat] >> ONE)
    if code == JUST_BEAT:
        others = ZERO
        for other in range(table[at.PLAYERS]):
            if other != seat:
                others |= table[at.HELD + other]
        # Bit 0 is no rank: if nobody else holds a card, all of the player's cards are above it.
        above = held & (ALL_BITS << (highest_bit(others | ONE) + ONE))
        return lowest_bit(above if above != ZERO else held)
    if code == _OWN:
        return _own_choice(table, seat)
    if code == EQUILIBRIUM:
        return _solved_choice(table, seat, chances[seat])
    return lowest_bit(held)


@part
def _solved_choice(table, seat, chance):
    """Return the rank that an equilibrium strategy for two players lays."""
    ranks = table[at.RANKS]
    number, known = ZERO, True
    for step in range(ranks):
        rank = ranks - step
        waiting = ZERO
        for pot in range(table[at.WAITING]):
            waiting += table[at.POTS + pot * at.STRIDE + rank]
        own, other = (
            table[at.HANDS + seat * at.STRIDE + rank],
            table[at.HANDS + (ONE - seat) * at.STRIDE + rank],
        )
        digit = digit_of(own, other, waiting)
        known = known and digit != BASE
        number = number * BASE + digit
    word = next_word(chance, table[at.SEED])
    held = table[at.HELD + seat]
    return (
        nth_bit(held, wargops_choice(table, at.SOLVED, number, word))
        if known
        else lowest_bit(held)
    )


@part
def _own_choice(table, seat):
    """Return the rank that a user's own policy chooses; if it is illegal, record the fault and return 0."""
    _show(table, seat)
    move = call_policy(
        np.int64(table[at.ADDRESSES + seat]),
        np.int64(table[at.RECORD_AT]),
        np.int64(table[at.CHANCES + seat]),
    )
    rank = np.uint64(move)
    # A negative answer is a very large rank here.
    if (
        rank > ZERO
        and rank <= table[at.RANKS]
        and table[at.HANDS + seat * at.STRIDE + rank] > ZERO
    ):
        return rank
    table[at.FAULT], table[at.FAULT + ONE] = ONE, table[at.GAME]
    table[at.FAULT + TWO], table[at.FAULT + THREE] = seat, rank
    return ZERO


@part
def _show(table, seat):
    """Fill the record with what a player sees."""
    players, width = table[at.PLAYERS], table[at.RANKS] + ONE
    shown, pots = table[table[_POTS]], table[at.WAITING]
    table[table[_SEAT]], table[table[_HELD]] = seat, table[at.SIZES + seat]
    table[table[_POTS]], table[table[_GAMES_LEFT]] = pots, table[at.GAMES_LEFT]
    table[table[_LAST_POT]] = table[at.TO_SURVIVOR]
    place = table[_HAND]
    for rank in range(ONE, width):
        for _ in range(table[at.HANDS + seat * at.STRIDE + rank]):
            table[place] = rank
            place += ONE
    while place < table[_OTHERS]:
        table[place] = ZERO
        place += ONE
    for rank in range(width):
        table[table[_TRASH] + rank] = table[at.TRASH + rank]
        table[table[_FACE_DOWN] + rank] = table[at.FACE_DOWN + rank]
        for pot in range(pots):
            table[table[_POT_CARDS] + pot * width + rank] = table[
                at.POTS + pot * at.STRIDE + rank
            ]
        for pot in range(pots, shown):
            table[table[_POT_CARDS] + pot * width + rank] = ZERO
    player = seat
    for step in range(players):
        table[table[_FACE_UP] + step] = table[at.FACE_UP + player]
        table[table[_POINTS] + step] = table[at.POINTS + player]
        if step > ZERO:
            other = step - ONE
            table[table[_RETIRED] + other] = ONE - (table[at.IN_GAME] >> player & ONE)
            for rank in range(width):
                table[table[_OTHERS] + other * width + rank] = table[
                    at.HANDS + player * at.STRIDE + rank
                ]
        for pot in range(pots):
            table[table[_POT_PLAYERS] + pot * players + step] = (
                table[at.POT_PLAYERS + pot] >> player & ONE
            )
        for pot in range(pots, shown):
            table[table[_POT_PLAYERS] + pot * players + step] = ZERO
        player = player + ONE if player + ONE < players else ZERO
