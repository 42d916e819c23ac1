"""Numbers in the code that is being generated: a single one, or a vector with one in each lane.

A formula written for one game, such as ``ties & ~(ties << 1)``, is a formula for all
games of a vector: each operator becomes one instruction. The same formula works on
NumPy arrays and on plain integers, which is how tests check it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from sim.kernels.llvm.processor import IS_WASM


def integer(bits: int) -> ir.IntType:
    """The type of integers with a number of bits."""
    return ir.IntType(bits)


def vector(bits: int, count: int) -> ir.VectorType:
    """The type of vectors with a number of integers."""
    return ir.VectorType(ir.IntType(bits), count)


BYTE, WORD = integer(8), integer(64)


class Number:
    """An unsigned whole number in the function that is being generated, or one a lane.

    An operand that is a plain integer stands for that number in every lane.
    """

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder = builder
        self.value = value

    @property
    def kind(self) -> Any:
        """The type of the number."""
        return self.value.type

    def _made(self, value: Any) -> Number:
        return Number(self.builder, value)

    def _with(self, other: Number | int) -> Any:
        return other.value if isinstance(other, Number) else constant(self.kind, other)

    def same(self, number: int | Sequence[int]) -> Number:
        """A constant of the same type: one number for all lanes, or one for each."""
        return self._made(constant(self.kind, number))

    def __and__(self, other: Number | int) -> Number:
        return self._made(self.builder.and_(self.value, self._with(other)))

    def __or__(self, other: Number | int) -> Number:
        return self._made(self.builder.or_(self.value, self._with(other)))

    def __xor__(self, other: Number | int) -> Number:
        return self._made(self.builder.xor(self.value, self._with(other)))

    def __invert__(self) -> Number:
        return self._made(self.builder.not_(self.value))

    def __add__(self, other: Number | int) -> Number:
        return self._made(self.builder.add(self.value, self._with(other)))

    def __sub__(self, other: Number | int) -> Number:
        return self._made(self.builder.sub(self.value, self._with(other)))

    def __mul__(self, other: Number | int) -> Number:
        return self._made(self.builder.mul(self.value, self._with(other)))

    def __neg__(self) -> Number:
        return self._made(self.builder.sub(constant(self.kind, 0), self.value))

    def __lshift__(self, places: Number | int) -> Number:
        return self._made(self.builder.shl(self.value, self._with(places)))

    def __rshift__(self, places: Number | int) -> Number:
        return self._made(self.builder.lshr(self.value, self._with(places)))

    def is_(self, relation: str, other: Number | int) -> Number:
        """A bit for each lane: whether the relation holds, both numbers being unsigned."""
        return self._made(
            self.builder.icmp_unsigned(relation, self.value, self._with(other))
        )

    def is_negative(self) -> Number:
        """A bit for each lane: whether the number, seen as signed, is below zero."""
        return self._made(
            self.builder.icmp_signed("<", self.value, ir.Constant(self.kind, None))
        )

    def chosen(self, first: Number, second: Number) -> Number:
        """The first number where this bit is set, and the second elsewhere."""
        return self._made(self.builder.select(self.value, first.value, second.value))

    def lesser(self, other: Number | int) -> Number:
        """The lesser number of each lane, both being signed."""
        return self._extreme("<", other)

    def greater(self, other: Number | int) -> Number:
        """The greater number of each lane, both being signed."""
        return self._extreme(">", other)

    def _extreme(self, relation: str, other: Number | int) -> Number:
        second = self._with(other)
        is_first = self.builder.icmp_signed(relation, self.value, second)
        return self._made(self.builder.select(is_first, self.value, second))

    def ones(self) -> Number:
        """The number of set bits of each lane.

        LLVM's own functions are told apart by their types.
        """
        kind = self.kind
        if IS_WASM and kind == vector(16, 16):
            # Its vectors count the bits of bytes alone.
            bytes_of_lanes = self.seen_as(vector(8, 32)).ones().seen_as(kind)
            return (bytes_of_lanes & 0xFF) + (bytes_of_lanes >> 8)
        lanes = (
            f"v{kind.count}i{kind.element.width}"
            if isinstance(kind, ir.VectorType)
            else f"i{kind.width}"
        )
        return called(f"llvm.ctpop.{lanes}", kind, self)

    def is_any(self) -> Number:
        """Whether the bit of any lane is set."""
        return self.seen_as(integer(self.kind.count)).is_("!=", 0)

    def seen_as(self, kind: Any) -> Number:
        """The same bits as another type."""
        if IS_WASM and _is_mask(self.kind):
            return called(f"warlab.bits.{self.kind.count}", kind, self)
        if IS_WASM and _is_mask(kind):
            return called(f"warlab.lanes.{kind.count}", kind, self)
        return self._made(self.builder.bitcast(self.value, kind))

    def widened(self, kind: Any) -> Number:
        """The same numbers in more bits."""
        return self._made(self.builder.zext(self.value, kind))

    def widened_signed(self, kind: Any) -> Number:
        """The same signed numbers in more bits; a set bit sets all bits."""
        return self._made(self.builder.sext(self.value, kind))

    def cut(self, kind: Any) -> Number:
        """The lowest bits."""
        return self._made(self.builder.trunc(self.value, kind))

    def lane(self, place: int) -> Number:
        """The number of one lane."""
        return self._made(
            self.builder.extract_element(self.value, constant(integer(32), place))
        )

    def in_every_lane(self, kind: Any) -> Number:
        """A vector with this number in every lane, cut to its width."""
        single = (
            self.value
            if self.kind == kind.element
            else self.builder.trunc(self.value, kind.element)
        )
        undefined = ir.Constant(kind, ir.Undefined)
        first = self._made(
            self.builder.insert_element(undefined, single, constant(integer(32), 0))
        )
        return first.picked([0] * kind.count)

    def picked(self, which: Sequence[int], second: Number | None = None) -> Number:
        """Chosen lanes of this vector and of a second one, whose numbers go on."""
        order = ir.Constant(vector(32, len(which)), list(which))
        other = self.value if second is None else second.value
        return self._made(self.builder.shuffle_vector(self.value, other, order))

    def followed_by(self, other: Number) -> Number:
        """The lanes of this vector, then those of another."""
        return self.picked(range(2 * self.kind.count), other)

    def ordered(self, places: Number) -> Number:
        """For each of 16 places the byte that lies there, of 16.

        Zero for a place from 128 on.

        Of smaller places only the lowest four bits count.
        """
        if IS_WASM:
            return called("warlab.swizzle", self.kind, self, places & 0x8F)
        if _is_arm(self.builder):
            return called(
                "llvm.aarch64.neon.tbl1.v16i8", self.kind, self, places & 0x8F
            )
        return called("llvm.x86.ssse3.pshuf.b.128", self.kind, self, places)

    def hidden(self) -> Number:
        """The same number or address, which the compiler then knows nothing about."""
        return self._made(_hidden(self.builder, self.value))


def _is_mask(kind: Any) -> bool:
    """Whether a type has a bit for each lane."""
    return isinstance(kind, ir.VectorType) and kind.element.width == 1


def _hidden(builder: Any, value: Any) -> Any:
    if IS_WASM:
        return builder.freeze(value)
    asm = ir.InlineAsm(ir.FunctionType(value.type, [value.type]), "", "=r,0")
    return builder.call(asm, [value])


def _is_arm(builder: Any) -> bool:
    return str(builder.module.triple).startswith(("aarch64", "arm64"))


def constant(kind: Any, number: int | Sequence[int]) -> Any:
    """A constant of LLVM's: one number for all lanes, or one for each."""
    if not isinstance(kind, ir.VectorType):
        return ir.Constant(kind, number)
    lanes = [number] * kind.count if isinstance(number, int) else number
    modulus = 1 << kind.element.width
    return ir.Constant(kind, [lane % modulus for lane in lanes])


def plain(builder: Any, kind: Any, number: int | Sequence[int]) -> Number:
    """A constant in the function that is being generated."""
    return Number(builder, constant(kind, number))


def called(name: str, result: Any, *arguments: Number) -> Number:
    """The result of one of LLVM's own functions, which often is a single instruction."""
    builder = arguments[0].builder
    kind = ir.FunctionType(result, [argument.kind for argument in arguments])
    function = builder.module.globals.get(name) or ir.Function(
        builder.module, kind, name
    )
    return Number(
        builder, builder.call(function, [argument.value for argument in arguments])
    )


def looked_up(table: Sequence[int], where: Number, *, by_bytes: bool) -> Number:
    """For each of 32 bytes below 16 its number in a table of 16 signed bytes.

    ``by_bytes`` says whether the processor orders bytes (on x86: with AVX2); otherwise
    each place is tried in turn.
    """
    if by_bytes and (IS_WASM or _is_arm(where.builder)):
        numbers = Number(where.builder, constant(vector(8, 16), table))
        halves = [where.picked(range(first, first + 16)) for first in (0, 16)]
        return numbers.ordered(halves[0]).followed_by(numbers.ordered(halves[1]))
    if by_bytes:
        return called(
            "llvm.x86.avx2.pshuf.b", where.kind, where.same([*table, *table]), where
        )
    result = where.same(table[0])
    for place in range(1, 16):
        result = where.is_("==", place).chosen(where.same(table[place]), result)
    return result


def while_true(values: Sequence[Number], goes_on: Any, turn: Any) -> list[Number]:
    """Some numbers after turns of a loop.

    Each turn makes the next numbers of them, as long as a bit is set.

    ``goes_on`` takes the numbers and returns the bit, ``turn`` takes them and returns
    those of the next turn.
    """
    builder = values[0].builder
    before = builder.block
    test, again, after = (
        builder.append_basic_block(name) for name in ("test", "again", "after")
    )
    builder.branch(test)
    builder.position_at_end(test)
    current = [Number(builder, builder.phi(value.kind)) for value in values]
    builder.cbranch(goes_on(*current).value, again, after)
    builder.position_at_end(again)
    following = turn(*current)
    for now, first, later in zip(current, values, following, strict=True):
        now.value.add_incoming(first.value, before)
        now.value.add_incoming(later.value, builder.block)
    builder.branch(test)
    builder.position_at_end(after)
    return current
