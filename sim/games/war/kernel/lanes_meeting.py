"""What happens in a pass of the games that are played side by side, without a branch on the cards: *meet* and *settle*.

The next 16 cards of both packets are compared, which gives two masks of 16 bits a game. From the masks of 16 games at
once, each in a lane of 16 bits, follow the wars, the winners, the length of the pass and all counts. Where the cards go
is in :mod:`sim.games.war.kernel.lanes_cards`; :mod:`sim.games.war.kernel.lanes_step` joins both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from sim.games.packets.codes import SHUFFLED
from sim.games.war.kernel.lanes_cards import ONE_BY_ONE, cards_of_two
from sim.games.war.kernel.lanes_layout import (
    FURTHEST,
    GAMES,
    MOST_CARDS,
    PACKET,
    PLACE,
    is_marked,
    packet_bytes,
)
from sim.games.war.kernel.lanes_masks import (
    WIDTH,
    covered,
    fought_ties,
    one_level_back,
    past_first_tie,
    up_to,
    with_covered,
)
from sim.kernels.lanes import BYTE, INDEX, Lanes, Memory, constant, looked_up, numbered
from sim.kernels.shuffling_piles import LARGE, MIDDLE, SMALL

_NUMBERS = ir.VectorType(ir.IntType(16), GAMES)
_PAIRS_OF_BYTES = ir.VectorType(BYTE, 2 * GAMES)
_FLAGS = ir.IntType(GAMES)

_WALKS = np.where(np.arange(16)[:, None] >> np.arange(4) & 1, 1, -1).cumsum(axis=1)
_ENDS = _WALKS[:, -1].tolist()
_LOWS = np.minimum(_WALKS.min(axis=1), 0).tolist()
_HIGHS = np.maximum(_WALKS.max(axis=1), 0).tolist()
"""For each mask of four pairs: by how many cards the holding of their winner has changed at the end (a pair won is one
more, a pair lost one less), at the lowest point, and at the highest."""


class _Walk:
    """How the holdings of player 0 rise and fall within a pass, eight pairs to a byte, given the pairs won."""

    def __init__(self, won: Lanes, vector: bool) -> None:
        self._four = [(won & 0x0F0F).seen_as(_PAIRS_OF_BYTES), ((won >> 4) & 0x0F0F).seen_as(_PAIRS_OF_BYTES)]
        self._vector = vector
        self._middle = self._of(_ENDS, 0)
        self.end = self._middle + self._of(_ENDS, 1)

    def _of(self, table: list[int], which: int) -> Lanes:
        return looked_up(table, self._four[which], vector=self._vector)

    def before(self) -> Lanes:
        """Return the change before each byte: none before the first, that of the first before the second."""
        return (self.end.seen_as(_NUMBERS) << 8).seen_as(_PAIRS_OF_BYTES)

    def lowest(self) -> Lanes:
        """Return the lowest change within each byte, from its beginning."""
        return self._of(_LOWS, 0).lesser(self._middle + self._of(_LOWS, 1))

    def highest(self) -> Lanes:
        """Return the highest change within each byte, from its beginning."""
        return self._of(_HIGHS, 0).greater(self._middle + self._of(_HIGHS, 1))


class Meeting:
    """What happens to the games of one group in a pass, in the function that is being generated."""

    def __init__(self, lanes: Memory, cards: Memory, rules: tuple[int, int, bool, bool], way: int) -> None:
        self.lanes, self.cards, self.builder = lanes, cards, lanes.builder
        (self.face_down, self.pickup, self.crossed, self.piles), self.vector = rules, way != ONE_BY_ONE
        self.marked = is_marked(self.pickup, self.piles)

    def compare(self, game: int) -> None:
        """Compare the next cards of a game, and of the next one."""
        builder, packet = self.builder, packet_bytes(self.marked)
        heads = [self.lanes.index("head", game + one) for one in range(2)]
        first, second = (cards_of_two(self.cards, packet, game, player, heads) for player in range(2))
        equal = builder.icmp_unsigned("==", first, second)
        above = builder.icmp_unsigned(">", first, second)
        if self.crossed:
            low, high = (
                self.lanes.load(self.lanes.place(rank), _PAIRS_OF_BYTES, 32) for rank in ("low", "high")
            )
            for one, other in ((low, high), (high, low)):
                is_one = builder.icmp_unsigned("==", first, one)
                is_other = builder.icmp_unsigned("==", second, other)
                above = builder.xor(above, builder.and_(is_one, is_other))
        for field, mask in (("equal", equal), ("above", above)):
            self.lanes.store(self.lanes.place(field, game), builder.bitcast(mask, ir.IntType(2 * WIDTH)), 4)

    def settle(self) -> None:
        """Find the wars, the winners and the length of the pass of all games, and count."""
        get, put, face_down = self._get, self._put, self.face_down
        total, held, head = get("total"), get("held"), get("head")
        others = total - held
        left = get("bound_0").lesser(get("bound_1")) - head if self.piles else held.lesser(others)
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
            self._put_flags("pots", fought.is_("!=", 0))
        put("ties_1", get("ties_1") + fought.ones())

        # Pairs that are not played count as lost for the most cards held and as won for the least: neither changes.
        walk = _Walk(won, self.vector)
        now = (held | (held << 8)).seen_as(_PAIRS_OF_BYTES)
        put("most", self._bytes("most").greater(now + walk.before() + walk.highest()).seen_as(_NUMBERS))
        other_walk = _Walk(won | ~played, self.vector)
        lowest = now + other_walk.before() + other_walk.lowest()
        put("least", self._bytes("least").lesser(lowest).seen_as(_NUMBERS))

        # Of eight pairs, w - (8 - w) is the change: 8 more are the cards captured, 2w.
        captured = (walk.end + 8).seen_as(_NUMBERS)
        at_first = captured & 0xFF
        self._put_places(won, head, held, others, at_first)
        put("start", head)
        held = held + at_first + (captured >> 8) - length
        head = head + length
        put("held", held)
        put("head", head)
        decided = (held - 1).is_(">=", total - 1)
        waits, at_end = length.is_("==", 0), head.is_(">", get("until") if self.marked else FURTHEST)
        if self.piles:
            to_bound = self.builder.and_(left.is_("<=", WIDTH), self.builder.not_(decided))
            self._turn_piles(to_bound, head, (held, total - held))
            waits = self.builder.and_(waits, self.builder.not_(to_bound))
        self._put_flags("stopped", self.builder.or_(self.builder.or_(waits, at_end), decided))

    def _turn_piles(self, to_bound: Any, head: Lanes, holdings: tuple[Lanes, Lanes]) -> None:
        """Make a pile the next packet where a packet is used up, and note which cards are to be shuffled.

        A pass as far as a boundary leaves a packet used up, or a war that lies across the boundary. Where both packets
        are used up, player 1's pile is turned after the next pass, which is empty.
        """
        builder, bounds = self.builder, [self._get(f"bound_{player}") for player in range(2)]
        used = [bound.is_("==", head) for bound in bounds]
        turns = [used[0], builder.and_(used[1], builder.not_(used[0]))]
        size = Lanes(builder, builder.select(used[0], *(holding.value for holding in holdings)))
        for player, bound in enumerate(bounds):
            is_turned = builder.and_(turns[player], to_bound)
            following = builder.select(is_turned, (head + size).value, bound.value)
            self._put(f"bound_{player}", Lanes(builder, following))
        room = builder.select(used[0], *(constant(_NUMBERS, player * PACKET) for player in range(2)))
        self._put("pile", head + Lanes(builder, room))
        self._put("size", size)
        either = builder.and_(builder.or_(*used), to_bound)
        least = 2
        for field, most in (("small", SMALL), ("middle", MIDDLE), ("large", LARGE), ("larger", MOST_CARDS)):
            fits = (size - least).is_("<=", most - least)
            self._put_flags(field, builder.and_(either, fits))
            least = most + 1
        self._put_flags("across", builder.and_(to_bound, builder.not_(either)))

    def _put_places(self, won: Lanes, head: Lanes, held: Lanes, others: Lanes, at_first: Lanes) -> None:
        """Note where captured pairs go, and the rows (of 16 bytes) of the table of orders that bring them there."""
        for player, mask, size, first in ((0, won, held, at_first), (1, ~won, others, -at_first + WIDTH)):
            self._put(f"row_{player}", (mask << 4) & 0xFF0)
            self._put(f"next_row_{player}", (mask >> 4) & 0xFF0)
            self._put(f"tail_{player}", head + size)
            self._put(f"next_tail_{player}", head + size + first)

    def _with_deeper_wars(self, won: Lanes, fought: Lanes) -> Lanes:
        """Carry winners back through wars of several battles, and count those.

        Every other step meets a war of two battles, but hardly any a longer one: only those are worth a branch.
        """
        builder, step = self.builder, self.face_down + 1
        ties = fought & (fought >> step)
        if self.pickup != SHUFFLED:
            self._put_flags("pots", ties.is_("!=", 0))
        self._put("ties_2", self._get("ties_2") + ties.ones())
        won = one_level_back(won, fought, self.face_down)
        ties = ties & (ties >> step)
        any_deep = ties.is_("!=", 0)
        before = builder.block
        deeper, after = (builder.append_basic_block(name) for name in ("deeper", "after"))
        none = ir.Constant(_FLAGS, 0)
        builder.cbranch(builder.icmp_unsigned("!=", builder.bitcast(any_deep, _FLAGS), none), deeper, after)

        builder.position_at_end(deeper)
        phis = [builder.phi(kind) for kind in (_NUMBERS, _NUMBERS, INDEX)]
        won_by_now, ties_by_now = Lanes(builder, phis[0]), Lanes(builder, phis[1])
        level = phis[2]  # `ties` are followed by level - 1 more
        won_deeper = one_level_back(won_by_now, fought, self.face_down)
        ties_deeper = ties_by_now & (ties_by_now >> step)
        is_counted = builder.icmp_unsigned("<", level, ir.Constant(INDEX, 6))
        counted = builder.select(is_counted, level, ir.Constant(INDEX, 1))
        ones = Lanes(
            builder, builder.select(is_counted, ties_by_now.ones().value, ir.Constant(_NUMBERS, None))
        )
        field = builder.mul(
            builder.add(counted, ir.Constant(INDEX, PLACE["ties_1"] - 1)), ir.Constant(INDEX, 2 * GAMES)
        )
        count = Lanes(builder, self.lanes.load(field, _NUMBERS, 32)) + ones
        self.lanes.store(field, count.value, 32)
        longest = self._get("longest")
        longer = longest.greater(numbered(builder, _NUMBERS, level))
        is_longer = ties_by_now.is_("!=", 0)
        self._put("longest", Lanes(builder, builder.select(is_longer, longer.value, longest.value)))
        end = builder.block
        first = (won.value, ties.value, ir.Constant(INDEX, 3))
        following = (won_deeper.value, ties_deeper.value, builder.add(level, ir.Constant(INDEX, 1)))
        for phi, one, next_one in zip(phis, first, following, strict=True):
            phi.add_incoming(one, before)
            phi.add_incoming(next_one, end)
        more = builder.bitcast(ties_deeper.is_("!=", 0), _FLAGS)
        builder.cbranch(builder.icmp_unsigned("!=", more, none), deeper, after)

        builder.position_at_end(after)
        result = builder.phi(_NUMBERS)
        result.add_incoming(won.value, before)
        result.add_incoming(won_deeper.value, end)
        return Lanes(builder, result)

    def _one_coin_a_round(self, fought: Lanes) -> Lanes:
        """Return the coin of each pair of cards, given those of the rounds to come; pairs in a war need none."""
        builder = self.builder
        before = builder.block
        coins = self._get("coins")
        tied, after = (builder.append_basic_block(name) for name in ("tied", "tossed"))
        none = ir.Constant(_FLAGS, 0)
        some = builder.icmp_unsigned("!=", builder.bitcast(fought.is_("!=", 0), _FLAGS), none)
        builder.cbranch(some, tied, after)

        builder.position_at_end(tied)
        coins_by_now, ties = (Lanes(builder, builder.phi(_NUMBERS)) for _ in range(2))
        moved = past_first_tie(coins_by_now, ties, self.face_down)
        left = ties & (ties - 1)
        for one, first, following in ((coins_by_now, coins, moved), (ties, fought, left)):
            one.value.add_incoming(first.value, before)
            one.value.add_incoming(following.value, tied)
        more = builder.icmp_unsigned("!=", builder.bitcast(left.is_("!=", 0), _FLAGS), none)
        builder.cbranch(more, tied, after)

        builder.position_at_end(after)
        result = builder.phi(_NUMBERS)
        result.add_incoming(coins.value, before)
        result.add_incoming(moved.value, tied)
        return Lanes(builder, result)

    def _lowest_bits(self, counts: Lanes) -> Lanes:
        """Return in each lane as many of the lowest bits as it says, at most 16."""
        builder = self.builder
        # In the lower byte as many as there are up to eight, in the upper byte those above eight.
        both = (counts | (counts << 8)).seen_as(_PAIRS_OF_BYTES)
        eights = Lanes(builder, constant(_PAIRS_OF_BYTES, [0, 8] * GAMES))
        in_byte = (both.greater(eights) - eights).lesser(8)
        lowest = [(1 << bits) - 1 & 0xFF for bits in range(16)]
        return looked_up(lowest, in_byte, vector=self.vector).seen_as(_NUMBERS)

    def _get(self, field: str) -> Lanes:
        return Lanes(self.builder, self.lanes.load(self.lanes.place(field), _NUMBERS, 32))

    def _bytes(self, field: str) -> Lanes:
        return self._get(field).seen_as(_PAIRS_OF_BYTES)

    def _put(self, field: str, numbers: Lanes) -> None:
        self.lanes.store(self.lanes.place(field), numbers.value, 32)

    def _put_flags(self, field: str, bits: Any) -> None:
        self.lanes.store(self.lanes.place(field), self.builder.bitcast(bits, _FLAGS), 2)
