"""Moving the cards of a pass: from both heads, in the order of the pick-up, to the tails of the winners.

Every pot of a pass has as many cards of either player, so the captured cards are pairs: pair ``i`` is what ends up in
the place of the ``i``-th pair that met. Where no war is fought that is the same pair, the card that goes first before
the other. A war of one battle, with one card face down, orders its three pairs anew::

    cards that meet     w0 l0   w1 l1   w2 l2       (w: the winner's, if the winner's go first)
    captured pairs      w0 w1   w2 l0   l1 l2
    so the first is     w       w + 1   l - 1       of its place, or of a place beside it,
    and the second      w + 1   l - 1   l

A war lies within a pass, so the vectors themselves, moved by a byte, have the cards beside their places; they are
chosen where the ties, moved as far, say that it is that place of a war. Each half of the pairs is then moved to both
tails: a table has for each mask of eight pairs the order that brings the chosen ones to the front. What is written
behind the last of them is overwritten by the next pass.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST, SEAT, SHUFFLED
from sim.games.war.kernel.lanes_masks import WIDTH
from sim.kernels.lanes import BYTE, INDEX, Memory, called, concatenated, picked

CARDS = ir.VectorType(BYTE, WIDTH)
CARDS_OF_TWO = ir.VectorType(BYTE, 2 * WIDTH)
PAIRS_OF_TWO_GAMES = ir.VectorType(ir.IntType(1), 2 * WIDTH)

BY_TABLE, BY_COMPRESSION, ONE_BY_ONE = range(3)
"""How pairs are moved: by a table of orders (SSSE3), by AVX-512's compression (VBMI2), or without any of them."""


def shifts_of_pot(pickup: int, laid: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the captured pairs of a war come from.

    Parameters
    ----------
    pickup
        The order of the pick-up.
    laid
        The cards that each player has laid.

    Returns
    -------
    list
        For each place in the pot and both cards of its pair: whose card it is (0: of the player who goes first), and
        how much further in the packet it lies.
    """
    if pickup == LATEST_FIRST:
        pairs = [((0, laid - 1 - place), (1, laid - 1 - place)) for place in range(laid)]
    elif pickup == SEAT:
        pairs = [((0, place), (1, place)) for place in range(laid)]
    else:
        stacks = [(stack, place) for stack in range(2) for place in range(laid)]
        pairs = list(zip(stacks[0::2], stacks[1::2], strict=True))
    return [
        ((one, first - place), (other, second - place))
        for place, ((one, first), (other, second)) in enumerate(pairs)
    ]


class Moving:
    """The moves of the cards of one group, in the function that is being generated.

    Parameters
    ----------
    lanes, cards, orders
        The numbers of the group, its cards, and the table of orders.
    face_down, pickup
        The rules.
    way
        How pairs are moved.
    packet
        The bytes of a packet.
    """

    def __init__(
        self, lanes: Memory, cards: Memory, orders: Memory, face_down: int, pickup: int, way: int, packet: int
    ) -> None:
        self.lanes, self.cards, self.orders = lanes, cards, orders
        self.builder = cards.builder
        self.pickup, self.way, self.packet = pickup, way, packet
        self.pot = [] if pickup == SHUFFLED else shifts_of_pot(pickup, face_down + 2)

    def of_two_games(self, game: int) -> None:
        """Move the cards of a game and of the next one, whose cards share the vectors."""
        sides, half = self._captured(game), WIDTH // 2
        # The first pairs of both games, then the last ones: as one instruction of AVX2 brings them together.
        pairs = [
            picked(
                self.builder,
                *sides,
                [
                    card
                    for at in (first, first + WIDTH)
                    for place in range(at, at + half)
                    for card in (place, 2 * WIDTH + place)
                ],
            )
            for first in (0, half)
        ]
        for one in range(2):
            halves = [
                picked(self.builder, both, both, range(one * WIDTH, (one + 1) * WIDTH)) for both in pairs
            ]
            for player in range(2):
                self._put(game + one, player, halves)

    def _captured(self, game: int) -> tuple[Any, Any]:
        """Return the first cards of the captured pairs of two games, and the second ones."""
        builder = self.builder
        heads = [self.lanes.index("start", game + one) for one in range(2)]
        cards = [cards_of_two(self.cards, self.packet, game, player, heads) for player in range(2)]
        if self.pickup == SEAT:
            return cards[0], cards[1]
        if self.pickup == SHUFFLED:
            # The pots of wars are shuffled later.
            coins = self._mask("coins", game)
            return builder.select(coins, *cards), builder.select(coins, *cards[::-1])
        won = self._mask("won", game)
        stacks = [builder.select(won, *cards), builder.select(won, *cards[::-1])]
        if self.pickup == LOSER_FIRST:
            stacks.reverse()
        sides = list(stacks)
        none = ir.Constant(CARDS_OF_TWO, None)
        ties = builder.sext(self._mask("fought", game), CARDS_OF_TWO)
        for place, pair in enumerate(self.pot):
            in_war = builder.icmp_signed("<", beside(builder, ties, -place), none)
            for side, (stack, shift) in enumerate(pair):
                if (stack, shift) != (side, 0):
                    further = beside(builder, stacks[stack], shift)
                    sides[side] = builder.select(in_war, further, sides[side])
        return sides[0], sides[1]

    def _mask(self, field: str, game: int) -> Any:
        """Return a mask of two neighbouring games as a bit for each of their pairs of cards."""
        both = self.lanes.load(self.lanes.place(field, game), ir.IntType(2 * WIDTH), 4)
        return self.builder.bitcast(both, PAIRS_OF_TWO_GAMES)

    def _put(self, game: int, player: int, halves: list[Any]) -> None:
        """Put the pairs that a player has captured behind the player's packet."""
        tails = [self.lanes.index(f"{which}_{player}", game) for which in ("tail", "next_tail")]
        packet = self.cards.further((2 * game + player) * self.packet)
        if self.way == BY_TABLE:
            for half, tail, row in zip(halves, tails, ("row", "next_row"), strict=True):
                order = self.orders.load(self.lanes.index(f"{row}_{player}", game), CARDS, 16)
                packet.store(tail, called(self.builder, "llvm.x86.ssse3.pshuf.b.128", CARDS, half, order))
            return
        won = self.lanes.load(self.lanes.place("won", game), ir.IntType(WIDTH), 2)
        chosen = won if player == 0 else self.builder.not_(won)
        kind = ir.VectorType(ir.IntType(16), WIDTH)
        pairs = self.builder.bitcast(concatenated(self.builder, *halves), kind)
        if self.way == BY_COMPRESSION:
            mask = self.builder.bitcast(chosen, ir.VectorType(ir.IntType(1), WIDTH))
            zeros = ir.Constant(kind, None)
            name = f"llvm.x86.avx512.mask.compress.v{WIDTH}i16"
            packet.store(tails[0], called(self.builder, name, kind, pairs, zeros, mask))
            return
        tail = tails[0]
        for place in range(WIDTH):
            packet.store(tail, self.builder.extract_element(pairs, ir.Constant(ir.IntType(32), place)))
            bit = self.builder.and_(
                self.builder.lshr(chosen, ir.Constant(chosen.type, place)), ir.Constant(chosen.type, 1)
            )
            tail = self.builder.add(tail, self.builder.zext(self.builder.add(bit, bit), INDEX))


def cards_of_two(cards: Memory, packet: int, game: int, player: int, heads: list[Any]) -> Any:
    """Return the next cards of a player in two neighbouring games."""
    one, other = (
        cards.further((2 * (game + which) + player) * packet).load(head, CARDS)
        for which, head in enumerate(heads)
    )
    return concatenated(cards.builder, one, other)


def beside(builder: Any, cards: Any, shift: int) -> Any:
    """Return for each place of two games what lies so much further in the same game; 0 beyond the ends."""
    which = [place + shift if 0 <= place % WIDTH + shift < WIDTH else 2 * WIDTH for place in range(2 * WIDTH)]
    return picked(builder, cards, ir.Constant(CARDS_OF_TWO, None), which) if shift else cards
