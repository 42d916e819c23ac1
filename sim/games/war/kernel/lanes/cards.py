"""Cards of a pass: moved from both heads, in the order of the pick-up, to the tails of the winners.

Every pot of a pass has as many cards of either player, so the captured cards are pairs:
pair ``i`` is what ends up in the place of the ``i``-th pair that met. Where no war is
fought that is the same pair, the card that goes first before the other. A war of one
battle, with one card face down, orders its three pairs anew::

    cards that meet     w0 l0   w1 l1   w2 l2       (w: the winner's, if the winner's go first)
    captured pairs      w0 w1   w2 l0   l1 l2
    so the first is     w       w + 1   l - 1       of its place, or of a place beside it,
    and the second      w + 1   l - 1   l

A war lies within a pass, so the vectors themselves, moved by a byte, have the cards
beside their places; they are chosen where the ties, moved as far, say that it is that
place of a war. Each half of the pairs is then moved to both tails: a table has for each
mask of eight pairs the order that brings the chosen ones to the front. What is written
behind the last of them is overwritten by the next pass.
"""

from sim.games.packets.codes import LATEST_FIRST, LOSER_FIRST, SEAT, SHUFFLED
from sim.games.war.kernel.lanes.group import Group
from sim.games.war.kernel.lanes.masks import WIDTH
from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.numbers import Number, called, vector

CARDS, CARDS_OF_TWO = vector(8, WIDTH), vector(8, 2 * WIDTH)
_PAIRS, _PAIRS_OF_TWO_GAMES = vector(16, WIDTH), vector(1, 2 * WIDTH)

BY_TABLE, BY_COMPRESSION, ONE_BY_ONE = range(3)
"""How pairs are moved: by a table of orders (AVX2 or NEON), by AVX-512's compression
(VBMI2), or without these."""


def shifts_of_pot(
    pickup: int, laid: int
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the captured pairs of a war come from, given how many cards each player has laid.

    That is for each place in the pot and both cards of its pair: whose card it is (0:
    of the player who goes first), and how much further in the packet it lies.
    """
    if pickup == LATEST_FIRST:
        pairs = [((0, laid - 1 - at), (1, laid - 1 - at)) for at in range(laid)]
    elif pickup == SEAT:
        pairs = [((0, at), (1, at)) for at in range(laid)]
    else:
        stacks = [(stack, at) for stack in range(2) for at in range(laid)]
        pairs = list(zip(stacks[0::2], stacks[1::2], strict=True))
    return [
        ((whose, first - at), (whose_next, second - at))
        for at, ((whose, first), (whose_next, second)) in enumerate(pairs)
    ]


class Moving:
    """The moves of the cards of one group, in the function that is being generated."""

    # `orders` is the table of orders, `way` how pairs are moved, `packet` the bytes of
    # a packet.

    def __init__(
        self,
        group: Group,
        cards: Memory,
        orders: Memory,
        face_down: int,
        pickup: int,
        way: int,
        packet: int,
    ) -> None:
        self.group = group
        self.cards = cards
        self.orders = orders
        self.pickup = pickup
        self.way = way
        self.packet = packet
        self.pot = [] if pickup == SHUFFLED else shifts_of_pot(pickup, face_down + 2)

    def of_two_games(self, game: int) -> None:
        """Move the cards of a game and of the next one, whose cards share the vectors."""
        first, second = self._captured(game)
        half = WIDTH // 2
        # The first pairs of both games, then the last ones: as one instruction of AVX2
        # brings them together.
        pairs = [
            first.picked(
                [
                    card
                    for at in (begin, begin + WIDTH)
                    for pair in range(at, at + half)
                    for card in (pair, 2 * WIDTH + pair)
                ],
                second,
            )
            for begin in (0, half)
        ]
        for of_game in range(2):
            halves = [
                both.picked(range(of_game * WIDTH, (of_game + 1) * WIDTH))
                for both in pairs
            ]
            for player in range(2):
                self._put(game + of_game, player, halves)

    def _captured(self, game: int) -> tuple[Number, Number]:
        """The first cards of the captured pairs of two games, and the second ones."""
        heads = [self.group.index("start", game + further) for further in range(2)]
        cards = [
            cards_of_two(self.cards, self.packet, game, player, heads)
            for player in range(2)
        ]
        if self.pickup == SEAT:
            return cards[0], cards[1]
        if self.pickup == SHUFFLED:
            # The pots of wars are shuffled later.
            coins = self._mask("coins", game)
            return coins.chosen(*cards), coins.chosen(*cards[::-1])
        won = self._mask("won", game)
        stacks = [won.chosen(*cards), won.chosen(*cards[::-1])]
        if self.pickup == LOSER_FIRST:
            stacks.reverse()
        sides = list(stacks)
        # A sign in each byte: the compiler then chooses by bytes, without masks.
        ties = self._mask("fought", game).widened_signed(CARDS_OF_TWO)
        for at, pair in enumerate(self.pot):
            in_war = beside(ties, -at).is_negative()
            for side, (stack, shift) in enumerate(pair):
                if (stack, shift) != (side, 0):
                    sides[side] = in_war.chosen(
                        beside(stacks[stack], shift), sides[side]
                    )
        return sides[0], sides[1]

    def _mask(self, field: str, game: int) -> Number:
        """A mask of two neighbouring games as a bit for each of their pairs of cards."""
        return self.group.of_two_games(field, game).seen_as(_PAIRS_OF_TWO_GAMES)

    def _put(self, game: int, player: int, halves: list[Number]) -> None:
        """Put the pairs that a player has captured behind the player's packet."""
        tails = [
            self.group.index(which, game, player) for which in ("tail", "next_tail")
        ]
        packet = self.cards.further((2 * game + player) * self.packet)
        if self.way == BY_TABLE:
            for half, tail, row in zip(halves, tails, ("row", "next_row"), strict=True):
                order = self.orders.load(self.group.index(row, game, player), CARDS, 16)
                packet.store(tail, half.ordered(order))
            return
        won = self.group.number("won", game)
        chosen = won if player == 0 else ~won
        pairs = halves[0].followed_by(halves[1]).seen_as(_PAIRS)
        tail = tails[0]
        if self.way == BY_COMPRESSION:
            mask = chosen.seen_as(vector(1, WIDTH))
            name = f"llvm.x86.avx512.mask.compress.v{WIDTH}i16"
            packet.store(tail, called(name, _PAIRS, pairs, pairs.same(0), mask))
            return
        for pair in range(WIDTH):
            packet.store(tail, pairs.lane(pair))
            bit = (chosen >> pair) & 1
            tail += (bit + bit).widened(tail.kind)


def cards_of_two(
    cards: Memory, packet: int, game: int, player: int, heads: list[Number]
) -> Number:
    """The next cards of a player in two neighbouring games."""
    first, second = (
        cards.further((2 * (game + further) + player) * packet).load(head, CARDS)
        for further, head in enumerate(heads)
    )
    return first.followed_by(second)


def beside(cards: Number, shift: int) -> Number:
    """For each place of two games what lies so much further in the same game.

    0 beyond the ends.
    """
    if not shift:
        return cards
    which = [
        at + shift if 0 <= at % WIDTH + shift < WIDTH else 2 * WIDTH
        for at in range(2 * WIDTH)
    ]
    return cards.picked(which, cards.same(0))
