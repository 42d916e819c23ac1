"""Memory in the code that is being generated: what lies behind an address."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from sim.kernels.llvm.numbers import BYTE, WORD, Number, _hidden, constant

LINE = 64
"""Bytes of a line of the processor's cache."""


class Memory:
    """The items behind an address, each of ``size`` bytes.

    Places are counted in items.
    """

    def __init__(self, builder: Any, address: Any, size: int = 1) -> None:
        self.builder = builder
        self.size = size
        self.address = builder.bitcast(address, BYTE.as_pointer())

    def further(self, distance: Number | int) -> Memory:
        """The items from a later one on."""
        return Memory(self.builder, self._at(distance), self.size)

    def load(
        self, place: Number | int, kind: Any, aligned: int | None = None
    ) -> Number:
        """What lies at a place.

        Its address is a multiple of ``aligned`` bytes: by default of an item's.
        """
        address = self.builder.bitcast(self._at(place), kind.as_pointer())
        return Number(
            self.builder, self.builder.load(address, align=aligned or self.size)
        )

    def store(
        self, place: Number | int, number: Number, aligned: int | None = None
    ) -> None:
        """Put a number at a place; ``aligned`` as for :meth:`load`."""
        address = self.builder.bitcast(self._at(place), number.kind.as_pointer())
        self.builder.store(number.value, address, align=aligned or self.size)

    def hidden(self) -> Memory:
        """The same memory with its address hidden from the compiler.

        The compiler would spell it out at every load.
        """
        return Memory(self.builder, _hidden(self.builder, self.address), self.size)

    def number(self) -> Number:
        """The address."""
        return Number(self.builder, self.builder.ptrtoint(self.address, WORD))

    def _at(self, place: Number | int) -> Any:
        if isinstance(place, int):
            return self.builder.gep(self.address, [constant(WORD, place * self.size)])
        bytes_further = place if self.size == 1 else place * self.size
        return self.builder.gep(self.address, [bytes_further.value])


def constant_bytes(builder: Any, name: str, content: bytes) -> Memory:
    """The bytes of a constant table, which begins at the beginning of a line of the cache."""
    table = builder.module.globals.get(name)
    if table is None:
        value = ir.Constant(ir.ArrayType(BYTE, len(content)), bytearray(content))
        table = ir.GlobalVariable(builder.module, value.type, name)
        table.linkage = "internal"
        table.global_constant = True
        table.initializer = value
        table.align = LINE
        table.unnamed_addr = True
    return Memory(builder, table)
