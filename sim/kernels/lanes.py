"""Small numbers of several games side by side in vector registers, while code is generated.

A formula written for one game, such as ``ties & ~(ties << 1)``, is a formula for all of them: each operator becomes one
vector instruction. The same formula works on NumPy arrays and on plain integers, which is how tests check it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

BYTE, INDEX = ir.IntType(8), ir.IntType(64)


class Lanes:
    """A vector of unsigned whole numbers, one for each game, in the function that is being generated.

    Parameters
    ----------
    builder
        Where instructions are added.
    value
        The vector, an LLVM value.
    """

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    def _with(self, other: Lanes | int) -> Any:
        """Return the other operand as a vector: a number stands for the same number in every lane."""
        return other.value if isinstance(other, Lanes) else constant(self.value.type, other)

    def __and__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.and_(self.value, self._with(other)))

    def __or__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.or_(self.value, self._with(other)))

    def __xor__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.xor(self.value, self._with(other)))

    def __invert__(self) -> Lanes:
        return Lanes(self.builder, self.builder.not_(self.value))

    def __add__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.add(self.value, self._with(other)))

    def __sub__(self, other: Lanes | int) -> Lanes:
        return Lanes(self.builder, self.builder.sub(self.value, self._with(other)))

    def __neg__(self) -> Lanes:
        return Lanes(self.builder, self.builder.sub(constant(self.value.type, 0), self.value))

    def __lshift__(self, places: int) -> Lanes:
        return Lanes(self.builder, self.builder.shl(self.value, self._with(places)))

    def __rshift__(self, places: int) -> Lanes:
        return Lanes(self.builder, self.builder.lshr(self.value, self._with(places)))

    def is_(self, relation: str, other: Lanes | int) -> Any:
        """Return a bit for each lane: whether the relation holds, both numbers being unsigned."""
        return self.builder.icmp_unsigned(relation, self.value, self._with(other))

    def lesser(self, other: Lanes | int) -> Lanes:
        """Return the lesser number of each lane, both being signed."""
        return self._chosen("<", other)

    def greater(self, other: Lanes | int) -> Lanes:
        """Return the greater number of each lane, both being signed."""
        return self._chosen(">", other)

    def _chosen(self, relation: str, other: Lanes | int) -> Lanes:
        second = self._with(other)
        first_is = self.builder.icmp_signed(relation, self.value, second)
        return Lanes(self.builder, self.builder.select(first_is, self.value, second))

    def ones(self) -> Lanes:
        """Return the number of set bits of each lane."""
        kind = self.value.type
        name = f"llvm.ctpop.v{kind.count}i{kind.element.width}"
        return Lanes(self.builder, called(self.builder, name, kind, self.value))

    def seen_as(self, kind: Any) -> Lanes:
        """Return the same bits as a vector of another type."""
        return Lanes(self.builder, self.builder.bitcast(self.value, kind))


def constant(kind: Any, number: int | Sequence[int]) -> Any:
    """Return a constant vector: one number for all lanes, or one for each."""
    numbers = [number] * kind.count if isinstance(number, int) else number
    return ir.Constant(kind, [each % (1 << kind.element.width) for each in numbers])


class Memory:
    """The bytes behind an address, in the function that is being generated.

    Parameters
    ----------
    builder
        Where instructions are added.
    address
        The address of the first byte.
    fields, games
        If numbers of 16 bits lie there: the names of the fields, and how many games lie side by side in each.
    """

    def __init__(self, builder: Any, address: Any, fields: Sequence[str] = (), games: int = 0) -> None:
        self.builder, self.address = builder, address
        self._fields, self._games = fields, games

    def further(self, distance: Any) -> Memory:
        """Return the bytes from a later one on."""
        return Memory(self.builder, self._at(distance), self._fields, self._games)

    def place(self, field: str, game: int = 0) -> int:
        """Return where the number of a game in a field lies."""
        return 2 * (self._games * self._fields.index(field) + game)

    def index(self, field: str, game: int) -> Any:
        """Return the number of a game in a field, as the index of a byte."""
        return self.builder.zext(self.load(self.place(field, game), ir.IntType(16), 2), INDEX)

    def load(self, place: Any, kind: Any, aligned: int = 1) -> Any:
        """Return what lies at a place, which is a multiple of ``aligned``."""
        return self.builder.load(self.builder.bitcast(self._at(place), kind.as_pointer()), align=aligned)

    def store(self, place: Any, value: Any, aligned: int = 1) -> None:
        """Put a value at a place, which is a multiple of ``aligned``."""
        self.builder.store(
            value, self.builder.bitcast(self._at(place), value.type.as_pointer()), align=aligned
        )

    def _at(self, place: Any) -> Any:
        return self.builder.gep(
            self.address, [ir.Constant(INDEX, place) if isinstance(place, int) else place]
        )


def called(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Return the result of one of LLVM's own functions, which often is a single instruction."""
    module = builder.module
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(module.globals.get(name) or ir.Function(module, kind, name), arguments)


def picked(builder: Any, first: Any, second: Any, which: Sequence[int]) -> Any:
    """Return chosen elements of two vectors, numbered through."""
    order = ir.Constant(ir.VectorType(ir.IntType(32), len(which)), list(which))
    return builder.shuffle_vector(first, second, order)


def concatenated(builder: Any, first: Any, second: Any) -> Any:
    """Return the elements of one vector, then those of another."""
    return picked(builder, first, second, range(2 * first.type.count))


def numbered(builder: Any, kind: Any, number: Any) -> Lanes:
    """Return the same number in every lane, cut to the width of a lane."""
    single = builder.trunc(number, kind.element)
    undefined = ir.Constant(kind, ir.Undefined)
    vector = builder.insert_element(undefined, single, ir.Constant(ir.IntType(32), 0))
    return Lanes(builder, picked(builder, vector, undefined, [0] * kind.count))


def looked_up(table: Sequence[int], where: Lanes, *, vector: bool) -> Lanes:
    """Return for each byte below 16 its number in a table of 16.

    Parameters
    ----------
    table
        The numbers, in signed bytes.
    where
        The bytes, 32 of them.
    vector
        Whether AVX2 may be used; otherwise all 16 numbers are tried in turn.
    """
    builder, kind = where.builder, where.value.type
    if vector:
        name = "llvm.x86.avx2.pshuf.b"
        return Lanes(builder, called(builder, name, kind, constant(kind, [*table, *table]), where.value))
    found = constant(kind, table[0])
    for place in range(1, 16):
        found = builder.select(where.is_("==", place), constant(kind, table[place]), found)
    return Lanes(builder, found)
