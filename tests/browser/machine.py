"""A machine that plays as the page does: the same table of numbers, the same modules, run by wasmtime."""

import numpy as np
import wasmtime

from reports.page.layout import FIRST_REGION

STACK = FIRST_REGION - 64
"""The end of the stack; above it lie the two results of an entry, which nobody reads."""

FUNCTIONS = 64
"""The most functions that are called by address."""

ROOM = 64
"""Bytes behind each array that a kernel may write over."""


class Machine:
    """The modules of a game, instantiated in one memory.

    Parameters
    ----------
    described
        What :func:`reports.page.layout.described` gives.
    modules
        The modules without and with vectors.
    sizes
        The number of answers to each question.
    """

    def __init__(self, described, modules, sizes):
        self.page, self.sizes, self.with_lanes = described, sizes, False
        self.store = wasmtime.Store(wasmtime.Engine())
        self.memory = wasmtime.Memory(
            self.store, wasmtime.MemoryType(wasmtime.Limits(1, None))
        )
        self.memory.grow(self.store, 127 * 8)
        stack = wasmtime.Global(
            self.store,
            wasmtime.GlobalType(wasmtime.ValType.i32(), True),
            wasmtime.Val.i32(STACK),
        )
        self.exports = {}
        self.imported = set()
        for content in (modules[kind] for kind in sorted(modules, reverse=True)):
            module = wasmtime.Module(self.store.engine, content)
            given = []
            for needed in module.imports:
                self.imported.add(str(needed.name))
                if needed.name == "__indirect_function_table":
                    limits = wasmtime.Limits(FUNCTIONS, None)
                    kind = wasmtime.TableType(wasmtime.ValType.funcref(), limits)
                    given.append(wasmtime.Table(self.store, kind, None))
                else:
                    given.append(
                        {"__linear_memory": self.memory, "__stack_pointer": stack}[
                            needed.name
                        ]
                    )
            instance = wasmtime.Instance(self.store, module, given)
            self.exports.update(dict(instance.exports(self.store).items()))

    def value(self, given, selection):
        """The number, or what the table says for a selection."""
        if not isinstance(given, dict):
            return given
        table = self.page["tables"][given["t"]]
        at = 0
        for question in table["of"]:
            at = at * self.sizes[question] + selection[question]
        return table["values"][at]

    def play(self, selection, games, *, seed, first=0, vectors=True, moves=()):
        """Play a block, with the moves of a match by hand, and return the columns that the page reads."""
        whole = np.frombuffer(
            self.memory.get_buffer_ptr(self.store, self.memory.data_len(self.store)),
            np.uint8,
        )
        places, each, at = [], [], FIRST_REGION
        for region in self.page["regions"]:
            at = max(at, region.get("at", 0) + region.get("bytes", 0) + ROOM)
        for region in self.page["regions"]:
            size = self.value(region.get("each", 0), selection)
            each.append(size)
            places.append(region.get("at", at))
            if "at" not in region:
                at += -(-(size * games + ROOM) // 64) * 64
        whole[FIRST_REGION:at] = 0
        for region in self.page["regions"]:
            blob = self.value(region.get("content", -1), selection)
            if blob >= 0:
                content = bytes.fromhex(self.page["blobs"][blob])
                whole[region["at"] : region["at"] + len(content)] = list(content)

        if moves:
            begin = places[self.page["match"]["moves"]] + 8
            whole[begin:][: 8 * len(moves)].view(np.int64)[:] = moves

        def call(name, games, first, skipped):
            row = []
            for kind, *rest in self.page["kernels"][name]:
                if kind == "v":
                    row.append(int(self.value(rest[0], selection)))
                elif kind == "g":
                    row.append(self.value(rest[0], selection) * games)
                elif kind == "r":
                    row.append(places[rest[0]] + each[rest[0]] * skipped)
                elif kind == "s":
                    row.append(seed + int(rest[0]))
                else:
                    row.append(first)
            leaves = np.array([number % 2**64 for number in row], np.uint64)
            start = (at + 63) // 64 * 64
            whole[start : start + leaves.nbytes] = leaves.view(np.uint8)
            self.exports[name.split()[0]](self.store, STACK, STACK + 8, start)

        for deal in self.value(self.page["deals"], selection):
            call(deal, games, first, 0)
        alone = self.value(self.page["play"], selection)
        lanes = self.page["vectors"] if vectors else None
        self.with_lanes = lanes is not None and all(
            answer in allowed
            for answer, allowed in zip(selection, lanes["answers"], strict=True)
        )
        if not self.with_lanes:
            call(alone, games, first, 0)
        else:
            call(lanes["name"], games, first, 0)
            for game in np.flatnonzero(whole[places[lanes["left"]] :][:games]):
                call(alone, 1, first + int(game), int(game))
        self.places = places
        return {
            name: self.read(
                column["region"], column["type"], games, column.get("row", 0)
            )
            for name, column in self.page["columns"].items()
        }

    def read(self, region, kind, items, row=0):
        """A copy of a row of so many items in a region, as the last block has left it."""
        content = self.memory.get_buffer_ptr(
            self.store, self.memory.data_len(self.store)
        )
        size = items * np.dtype(kind).itemsize
        begin = self.places[region] + row * size
        return np.frombuffer(content, np.uint8)[begin : begin + size].view(kind).copy()
