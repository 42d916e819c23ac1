"""Passes of the games that are played side by side.

What meets and what follows is computed without a branch on the cards.

The next 16 cards of both packets are compared, which gives two masks of 16 bits a game.
From the masks of 16 games at once, each in a lane of 16 bits, follow the wars, the
winners, the length of the pass and all counts.
"""

import numpy as np

from sim.games.packets.codes import SHUFFLED
from sim.games.war.kernel.lanes.cards import ONE_BY_ONE, cards_of_two
from sim.games.war.kernel.lanes.group import NUMBERS, PAIRS_OF_BYTES, Group
from sim.games.war.kernel.lanes.layout import (
    FURTHEST,
    GAMES,
    LEVELS,
    MOST_CARDS,
    PACKET,
    is_marked,
    packet_bytes,
    place,
)
from sim.games.war.kernel.lanes.masks import (
    WIDTH,
    covered,
    fought_ties,
    one_level_back,
    past_first_tie,
    up_to,
    with_covered,
)
from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.numbers import WORD, Number, looked_up, plain, while_true
from sim.kernels.shuffling import LARGE, MIDDLE, SMALL

_WALKS = np.where(np.arange(16)[:, None] >> np.arange(4) & 1, 1, -1).cumsum(axis=1)
_ENDS = _WALKS[:, -1].tolist()
_LOWS = np.minimum(_WALKS.min(axis=1), 0).tolist()
_HIGHS = np.maximum(_WALKS.max(axis=1), 0).tolist()
"""For each mask of four pairs: by how many cards the holding of their winner has
changed at the end (a pair won is one more, a pair lost one less), at the lowest point,
and at the highest."""


class _Walk:
    """How the holdings of player 0 rise and fall within a pass.

    A byte has eight pairs; the pairs won are given.
    """

    def __init__(self, won: Number, by_bytes: bool) -> None:
        self._four = [
            (won & 0x0F0F).seen_as(PAIRS_OF_BYTES),
            ((won >> 4) & 0x0F0F).seen_as(PAIRS_OF_BYTES),
        ]
        self._by_bytes = by_bytes
        self._middle = self._of(_ENDS, 0)
        self.end = self._middle + self._of(_ENDS, 1)

    def _of(self, table: list[int], which: int) -> Number:
        return looked_up(table, self._four[which], by_bytes=self._by_bytes)

    def before(self) -> Number:
        """The change before each byte.

        It is none before the first, and that of the first before the second.
        """
        return (self.end.seen_as(NUMBERS) << 8).seen_as(PAIRS_OF_BYTES)

    def lowest(self) -> Number:
        """The lowest change within each byte, from its beginning."""
        return self._of(_LOWS, 0).lesser(self._middle + self._of(_LOWS, 1))

    def highest(self) -> Number:
        """The highest change within each byte, from its beginning."""
        return self._of(_HIGHS, 0).greater(self._middle + self._of(_HIGHS, 1))


class Meeting:
    """What happens to the games of one group in a pass, in the function that is being generated."""

    def __init__(
        self, group: Group, cards: Memory, rules: tuple[int, int, bool, bool], way: int
    ) -> None:
        self.group = group
        self.cards = cards
        self.by_bytes = way != ONE_BY_ONE
        self.face_down, self.pickup, self.crossed, self.piles = rules
        self.marked = is_marked(self.pickup, self.piles)

    def compare(self, game: int) -> None:
        """Compare the next cards of a game, and of the next one."""
        group = self.group
        packet = packet_bytes(self.marked)
        heads = [group.index("head", game + further) for further in range(2)]
        first, second = (
            cards_of_two(self.cards, packet, game, player, heads) for player in range(2)
        )
        above = first.is_(">", second)
        if self.crossed:
            low = group.get_bytes("low")
            high = group.get_bytes("high")
            for rank, other in ((low, high), (high, low)):
                above ^= first.is_("==", rank) & second.is_("==", other)
        group.put_of_two_games("equal", game, first.is_("==", second))
        group.put_of_two_games("above", game, above)

    def settle(self) -> None:
        """Find the wars, the winners and the length of the pass of all games, and count."""
        get = self.group.get
        put = self.group.put
        face_down = self.face_down
        total = get("total")
        held = get("held")
        head = get("head")
        others = total - held
        left = (
            get("bound", 0).lesser(get("bound", 1)) - head
            if self.piles
            else held.lesser(others)
        )
        in_pass = self._lowest_bits(left.lesser(WIDTH))

        fought = fought_ties(get("equal") & in_pass, face_down)
        ends = in_pass & ~(fought | covered(fought, face_down))
        # A war that the pass cuts off waits for the next one.
        played = up_to(ends)
        fought = fought & played
        length = played.ones()
        won = one_level_back(get("above") & ends, fought, face_down)
        won = self._with_deeper_wars(won, fought)
        won = with_covered(won, fought, face_down)

        put("won", won)
        put("fought", fought)
        if self.pickup == SHUFFLED:
            put("rounds", get("rounds") + ends.ones())
            put("coins", self._one_coin_a_round(fought))
            self.group.put_bits("pots", fought.is_("!=", 0))
        put("ties", get("ties") + fought.ones())
        captured = self._count_holdings(won, played, held)

        at_first = captured & 0xFF
        self._put_places(won, head, held, others, at_first)
        put("start", head)
        held = held + at_first + (captured >> 8) - length
        head = head + length
        put("held", held)
        put("head", head)
        decided = (held - 1).is_(">=", total - 1)
        waits = length.is_("==", 0)
        at_end = head.is_(">", get("until") if self.marked else FURTHEST)
        if self.piles:
            to_bound = left.is_("<=", WIDTH) & ~decided
            self._turn_piles(to_bound, head, (held, total - held))
            waits = waits & ~to_bound
        self.group.put_bits("stopped", waits | at_end | decided)

    def _count_holdings(self, won: Number, played: Number, held: Number) -> Number:
        """Note the least and the most cards held.

        Return in each byte how many cards its eight pairs have brought.

        Pairs that are not played count as lost for the most cards held and as won for
        the least: neither changes.
        """
        walk = _Walk(won, self.by_bytes)
        lower_walk = _Walk(won | ~played, self.by_bytes)
        now = (held | (held << 8)).seen_as(PAIRS_OF_BYTES)
        highest = now + walk.before() + walk.highest()
        self.group.put("most", self.group.get_bytes("most").greater(highest))
        lowest = now + lower_walk.before() + lower_walk.lowest()
        self.group.put("least", self.group.get_bytes("least").lesser(lowest))
        # Of eight pairs, w - (8 - w) is the change: 8 more are the cards captured, 2w.
        return (walk.end + 8).seen_as(NUMBERS)

    def _turn_piles(
        self, to_bound: Number, head: Number, holdings: tuple[Number, Number]
    ) -> None:
        """Make a pile the next packet where a packet is used up.

        Note which cards are to be shuffled.

        A pass as far as a boundary leaves a packet used up, or a war that lies across
        the boundary. Where both packets are used up, player 1's pile is turned after
        the next pass, which is empty.
        """
        bounds = [self.group.get("bound", player) for player in range(2)]
        used = [bound.is_("==", head) for bound in bounds]
        turns = [used[0], used[1] & ~used[0]]
        size = used[0].chosen(*holdings)
        for player, bound in enumerate(bounds):
            self.group.put(
                "bound", (turns[player] & to_bound).chosen(head + size, bound), player
            )
        self.group.put("pile", head + used[0].chosen(head.same(0), head.same(PACKET)))
        self.group.put("size", size)
        either = (used[0] | used[1]) & to_bound
        least = 2
        for field, most in (
            ("small", SMALL),
            ("middle", MIDDLE),
            ("large", LARGE),
            ("larger", MOST_CARDS),
        ):
            self.group.put_bits(field, either & (size - least).is_("<=", most - least))
            least = most + 1
        self.group.put_bits("across", to_bound & ~either)

    def _put_places(
        self, won: Number, head: Number, held: Number, others: Number, at_first: Number
    ) -> None:
        """Note where captured pairs go.

        Also the rows (of 16 bytes) of the table of orders that bring them there.
        """
        put = self.group.put
        sides = ((won, held, at_first), (~won, others, -at_first + WIDTH))
        for player, (mask, size, first) in enumerate(sides):
            put("row", (mask << 4) & 0xFF0, player)
            put("next_row", (mask >> 4) & 0xFF0, player)
            put("tail", head + size, player)
            put("next_tail", head + size + first, player)

    def _with_deeper_wars(self, won: Number, fought: Number) -> Number:
        """Carry winners back through wars of several battles, and count those.

        Every other step meets a war of two battles, but hardly any a longer one: only
        those are worth a branch.
        """
        get = self.group.get
        put = self.group.put
        step = self.face_down + 1
        ties = fought & (fought >> step)
        if self.pickup != SHUFFLED:
            self.group.put_bits("pots", ties.is_("!=", 0))
        put("ties", get("ties", 1) + ties.ones(), 1)
        won = one_level_back(won, fought, self.face_down)

        def turn(
            won: Number, ties: Number, level: Number
        ) -> tuple[Number, Number, Number]:
            # `ties` are followed by level - 1 more.
            is_counted = level.is_("<=", LEVELS)
            counted = is_counted.chosen(level, level.same(1))
            field = (counted - 1) * (2 * GAMES) + place("ties")
            ones = is_counted.chosen(ties.ones(), ties.same(0))
            counts = self.group.memory.load(field, NUMBERS, 2 * GAMES)
            self.group.memory.store(field, counts + ones, 2 * GAMES)
            longest = get("longest")
            put(
                "longest",
                ties.is_("!=", 0).chosen(
                    longest.greater(level.in_every_lane(NUMBERS)), longest
                ),
            )
            return (
                one_level_back(won, fought, self.face_down),
                ties & (ties >> step),
                level + 1,
            )

        first = won, ties & (ties >> step), plain(won.builder, WORD, 3)
        return while_true(
            first, lambda won, ties, level: ties.is_("!=", 0).is_any(), turn
        )[0]

    def _one_coin_a_round(self, fought: Number) -> Number:
        """The coin of each pair of cards, given those of the rounds to come.

        Pairs in a war need none.
        """

        def turn(coins: Number, ties: Number) -> tuple[Number, Number]:
            return past_first_tie(coins, ties, self.face_down), ties & (ties - 1)

        first = self.group.get("coins"), fought
        return while_true(first, lambda coins, ties: ties.is_("!=", 0).is_any(), turn)[
            0
        ]

    def _lowest_bits(self, counts: Number) -> Number:
        """In each lane as many of the lowest bits as it says, at most 16.

        In the lower byte as many as there are up to eight, in the upper byte those
        above eight.
        """
        both = (counts | (counts << 8)).seen_as(PAIRS_OF_BYTES)
        eights = both.same([0, 8] * GAMES)
        in_byte = (both.greater(eights) - eights).lesser(8)
        lowest = [(1 << bits) - 1 & 0xFF for bits in range(16)]
        return looked_up(lowest, in_byte, by_bytes=self.by_bytes).seen_as(NUMBERS)
