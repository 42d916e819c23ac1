"""Steps of the games that are played side by side.

A step is a pass of each game of a group, without a branch on the cards.

A pass is made in three parts: cards meet, what follows from them is settled
(:mod:`.meeting`), and they go to the tails (:mod:`.cards`). A step compares and settles
one group while it moves the cards of the other, for which the step before has settled
what happens: so the processor always has work that does not wait.

Each set of rules has its own step, a fifth of a second to compile. What happens around
it takes ten times as long to compile, so that is compiled without the step, and calls
it by its address.
"""

import threading
from collections.abc import Callable
from functools import cache

import numpy as np

from sim.games.war.kernel.lanes.cards import (
    BY_COMPRESSION,
    BY_TABLE,
    ONE_BY_ONE,
    Moving,
)
from sim.games.war.kernel.lanes.group import Group
from sim.games.war.kernel.lanes.layout import GAMES, is_marked, packet_bytes
from sim.games.war.kernel.lanes.meeting import Meeting
from sim.kernels.compiling import inlined, kernel
from sim.kernels.llvm.functions import address_of, call, with_an_address
from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.processor import HAS_SIMD, IS_ARM, has
from sim.kernels.words import ZERO

WAY = (
    BY_COMPRESSION
    if has("avx512vbmi2") and has("avx512vl")
    else BY_TABLE
    if has("avx2") or IS_ARM or HAS_SIMD
    else ONE_BY_ONE
)
"""How this processor moves pairs of cards."""

HAS_LANES = WAY != ONE_BY_ONE
"""Whether games played side by side are faster than one by one on this processor."""

MOST_FACE_DOWN = 4
"""The most cards that may be laid face down in a war: with more of them too many wars
are longer than a pass."""

MEMORIES = 5
"""What a step takes: the numbers of the group whose cards move and of the one whose
cards meet, the cards of both, and the table of orders."""

_ONE_AT_A_TIME = threading.Lock()


@with_an_address(MEMORIES)
def step(memories, face_down, pickup, crossed, piles, way):
    """Generate a step; :func:`step_of` explains the rules."""
    write_step(memories, (face_down, pickup, bool(crossed), bool(piles)), way)


def write_step(
    memories: list[Memory], rules: tuple[int, int, bool, bool], way: int
) -> None:
    """Generate the instructions of a step.

    The rules are the cards laid face down in a war, the order of the pick-up, whether
    two ranks beat each other crosswise, and whether captured cards lie in piles.
    """
    group, group_met, cards, cards_met, orders = memories
    face_down, pickup, _, piles = rules
    packet = packet_bytes(is_marked(pickup, piles))
    moving = Moving(Group(group), cards, orders, face_down, pickup, way, packet)
    meeting = Meeting(Group(group_met), cards_met, rules, way)
    for game in range(0, GAMES, 2):
        meeting.compare(game)
    for game in range(0, GAMES // 2, 2):
        moving.of_two_games(game)
    meeting.settle()
    for game in range(GAMES // 2, GAMES, 2):
        moving.of_two_games(game)


@cache
def _locator(
    face_down: int, pickup: int, crossed: int, piles: int, way: int
) -> Callable[[], np.uint64]:
    """A compiled function that returns the address of a step.

    The step lives as long as it does.
    """

    @kernel
    def locate():
        return step(face_down, pickup, crossed, piles, way)

    return locate


def step_of(
    face_down: int, pickup: int, crossed: int, piles: int, way: int
) -> np.uint64:
    """The address of the step under some rules, in this process: for :func:`take_step`.

    ``crossed`` is 1 if the lowest rank beats the highest, ``piles`` is 1 if captured
    cards lie in piles, and 0 if not. ``way`` says how pairs of cards are moved. Of two
    locators, that of the thread that comes second would be forgotten, and its step with
    it.
    """
    with _ONE_AT_A_TIME:
        locate = _locator(face_down, pickup, crossed, piles, way)
    return np.uint64(locate())


@inlined
def take_step(step, many, moving, meeting, packet):
    """Move the cards of one group of games, and compare and settle the other's next pass.

    ``step`` is an address, the groups are numbers, ``packet`` is the bytes of a packet.
    """
    groups = many.groups
    cards = many.cards
    orders = many.orders
    room = 2 * GAMES * packet
    call(
        step,
        (
            address_of(groups, moving),
            address_of(groups, meeting),
            address_of(cards, moving * room),
            address_of(cards, meeting * room),
            address_of(orders, ZERO),
        ),
    )
