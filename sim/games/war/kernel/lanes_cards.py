"""Moving the cards of a pass: from both heads, in the order of the pick-up, to the tails of the winners.

Every pot of a pass has as many cards of either player, so the captured cards are pairs: pair ``i`` is what ends up in
the place of the ``i``-th pair that met. Where no war is fought that is the same pair, the card that goes first before
the other. A war of one battle, with one card face down, orders its three pairs anew::

    cards that meet     w0 l0   w1 l1   w2 l2       (w: the winner's, if the winner's go first)
    captured pairs      w0 w1   w2 l0   l1 l2
    so the first is     w       w + 1   l - 1       of its place, or of a place beside it,
    and the second      w + 1   l - 1   l

A card beside its place is read from memory one byte further, and chosen where the mask of that place in a war has a
bit. Each half of the pairs is then moved to both tails: a table has for each mask of eight pairs the order that brings
the chosen ones to the front. What is written behind the last of them is overwritten by the next pass.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST, SEAT
from sim.games.war.kernel.lanes_layout import FRONT, PACKET
from sim.games.war.kernel.lanes_masks import WIDTH
from sim.kernels.lanes import BYTE, INDEX, Memory, called, concatenated, picked

CARDS = ir.VectorType(BYTE, WIDTH)
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
    """

    def __init__(
        self, lanes: Memory, cards: Memory, orders: Memory, face_down: int, pickup: int, way: int
    ) -> None:
        self.lanes, self.cards, self.orders = lanes, cards, orders
        self.builder = cards.builder
        self.pickup, self.way = pickup, way
        self.pot = shifts_of_pot(pickup, face_down + 2)

    def of_two_games(self, game: int) -> None:
        """Move the cards of a game and of the next one, whose cards share the vectors."""
        sides = self._captured(game)
        for one in range(2):
            halves = []
            for first in (one * WIDTH, one * WIDTH + WIDTH // 2):
                places = range(first, first + WIDTH // 2)
                which = [card for place in places for card in (place, 2 * WIDTH + place)]
                halves.append(picked(self.builder, sides[0], sides[1], which))
            for player in range(2):
                self._put(game + one, player, halves)

    def _captured(self, game: int) -> list[Any]:
        """Return the first cards of the captured pairs of two games, and the second ones."""
        heads = [self.lanes.index("start", game + one) for one in range(2)]
        won = self._mask("won", game)
        laid: dict[tuple[int, int], Any] = {}
        known: dict[tuple[int, int], Any] = {}

        def of(stack: int, shift: int) -> Any:
            """Return the cards of the player who goes first, or of the other one, from further places."""
            if (stack, shift) not in known:
                for player in range(2):
                    if (player, shift) not in laid:
                        laid[player, shift] = cards_of_two(self.cards, game, player, heads, shift)
                both = laid[0, shift], laid[1, shift]
                if self.pickup == SEAT:
                    known[stack, shift] = both[stack]
                else:
                    same = (stack == 0) == (self.pickup != LOSER_FIRST)
                    known[stack, shift] = self.builder.select(won, *(both if same else both[::-1]))
            return known[stack, shift]

        sides = [of(0, 0), of(1, 0)]
        for place, pair in enumerate(self.pot):
            for side, source in enumerate(pair):
                if source != (side, 0):
                    in_war = self._mask(f"place_{place}", game)
                    sides[side] = self.builder.select(in_war, of(*source), sides[side])
        return sides

    def _mask(self, field: str, game: int) -> Any:
        """Return a mask of two neighbouring games as a bit for each of their pairs of cards."""
        both = self.lanes.load(self.lanes.place(field, game), ir.IntType(2 * WIDTH), 4)
        return self.builder.bitcast(both, PAIRS_OF_TWO_GAMES)

    def _put(self, game: int, player: int, halves: list[Any]) -> None:
        """Put the pairs that a player has captured behind the player's packet."""
        tails = [self.lanes.index(f"{which}_{player}", game) for which in ("tail", "next_tail")]
        packet = self.cards.further((2 * game + player) * PACKET + FRONT)
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


def cards_of_two(cards: Memory, game: int, player: int, heads: list[Any], shift: int = 0) -> Any:
    """Return the next cards of a player in two neighbouring games, from a place further in the packet."""
    return concatenated(
        cards.builder,
        *(
            cards.further((2 * (game + one) + player) * PACKET + FRONT + shift).load(head, CARDS)
            for one, head in enumerate(heads)
        ),
    )
