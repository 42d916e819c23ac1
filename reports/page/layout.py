"""The layout of a page's memory, and the table of its numbers, as plain data for the page's scripts.

The first megabyte is the modules' static data and, from its end down, the stack. Then
come the *regions*: the arrays of a block, those of a fixed size first, then those with
a row for each game, whose size the page chooses. Every leaf of a kernel's arguments
(:mod:`.entries`) is written as one of five:

- ``["v", V]``: the value V;
- ``["g", V]``: V times the games of the block;
- ``["s"]``, ``["f"]``: the seed, and the number of the first game;
- ``["r", i]``: the address of region ``i``.

A ``V`` is a number, as a text if it is large, or ``{"t": i}``: what table ``i`` says
for the answers that were chosen.
"""

import base64
from typing import Any

import numpy as np

from reports.page.tables import (
    MOST_CONTENT,
    OTHER,
    SAMPLE,
    Answers,
    Recorder,
    Table,
)
from sim.browser.entries import arguments

FIRST_REGION = 1 << 20
"""Where the regions begin; below lie static data and the stack."""

LINE = 64
"""Every region begins at a multiple of it."""

LARGEST = 1 << 53
"""What a number of the page's scripts is below."""

Path = tuple[str, ...]


class _Tables:
    """The tables of a page: equal ones are kept once."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.kept: dict[Table, int] = {}

    def value(self, value_of: Any) -> Any:
        """The V of a value."""
        table = self.recorder.table(value_of)
        if not table.questions:
            return table.values[0]
        return {"t": self.kept.setdefault(table, len(self.kept))}

    def as_data(self) -> list[dict[str, Any]]:
        """The tables as plain data."""
        return [
            {"of": list(table.questions), "values": list(table.values)}
            for table in self.kept
        ]


class _Regions:
    """The arrays of all kernels, those at the same address once."""

    def __init__(self, recorder: Recorder, tables: _Tables) -> None:
        self.recorder, self.tables = recorder, tables
        self.blobs: dict[bytes, int] = {}
        self.data: list[dict[str, Any]] = []
        self.of: dict[Path, int] = {}
        by_address: dict[int, int] = {}
        for path, array in recorder.base.arrays.items():
            address = array.__array_interface__["data"][0] if array.size else 0
            known = by_address.get(address) if address else None
            if known is None:
                known = len(self.data)
                by_address[address] = known
                self.data.append(self._region(path))
            self.of[path] = known

    def _region(self, path: Path) -> dict[str, Any]:
        recorder = self.recorder
        base, other = recorder.base.arrays[path], recorder.other.arrays[path]
        if base.nbytes != other.nbytes:
            each = self.tables.value(
                lambda made: made.arrays[path].nbytes // SAMPLE.games
            )
            return {"each": each}
        size = max(made.arrays[path].nbytes for made in recorder.all_recorded())
        if size > MOST_CONTENT:
            return {"bytes": size}
        content = self.tables.value(lambda made: self._blob(made.arrays[path]))
        region = {"bytes": size}
        return region if content == -1 else {**region, "content": content}

    def _blob(self, array: Any) -> int:
        """The index of the content of an array; -1 if it is all zero."""
        content = array.tobytes()
        if not any(content):
            return -1
        return self.blobs.setdefault(content, len(self.blobs))


def described(answers: Answers, *, vectors: bool) -> dict[str, Any]:
    """What a page's scripts need to know about a game, as plain data for JSON.

    Parameters
    ----------
    answers
        The questions that it asks.
    vectors
        Whether its kernels with vectors are described.

    Returns
    -------
    dict
        ``tables``, ``blobs`` (base64), ``regions``, ``kernels`` (the leaves of each by its name), ``columns`` (region
        and type of each), ``deal`` and ``play`` (the V of a kernel's name), ``vectors`` (its name, the answers under
        which it plays, the region of ``left``; or None), ``excluded`` (two questions with an answer each, and why).
    """
    recorder = Recorder(answers, vectors)
    tables = _Tables(recorder)
    regions = _Regions(recorder, tables)
    base = recorder.base
    kernels = {
        name: [
            leaf
            for path, value in arguments(given, (name,))
            for leaf in _leaves(path, value, recorder, tables, regions)
        ]
        for name, given in base.calls.arguments.items()
    }
    region_at = {
        recorder.base.arrays[path].__array_interface__["data"][0]: region
        for path, region in regions.of.items()
    }
    columns = {
        name: {
            "region": region_at[column.__array_interface__["data"][0]],
            "type": column.dtype.name,
        }
        for name, column in base.calls.columns.items()
    }
    return {
        "deal": tables.value(lambda made: made.calls.deal),
        "play": tables.value(lambda made: made.calls.play),
        "vectors": _with_vectors(recorder, region_at) if vectors else None,
        "kernels": kernels,
        "columns": columns,
        "tables": tables.as_data(),
        "regions": _placed(regions.data),
        "blobs": [base64.b64encode(content).decode() for content in regions.blobs],
        "excluded": list(answers.excluded()),
    }


def _with_vectors(
    recorder: Recorder, region_at: dict[int, int]
) -> dict[str, Any] | None:
    """When the kernel with vectors plays; None if never."""
    calls = recorder.base.calls
    names = {made.calls.vectors for made in recorder.all_recorded()} - {""}
    allowed = recorder.allowed(lambda made: bool(made.calls.vectors))
    if not names or allowed is None or calls.left is None:
        return None
    [name] = names
    left = region_at[calls.left.__array_interface__["data"][0]]
    return {"name": name, "answers": allowed, "left": left}


def _leaves(
    path: Path,
    value: Any,
    recorder: Recorder,
    tables: _Tables,
    regions: _Regions,
) -> list[list[Any]]:
    """The leaves of an argument."""
    if isinstance(value, np.ndarray):
        axes = [(*path, f"axis {axis}") for axis in range(value.ndim)]
        sizes = [_number(axis, recorder, tables) for axis in axes]
        return [["r", regions.of[path]], *sizes]
    return [_number(path, recorder, tables)]


def _written(number: int) -> int | str:
    """A number as the scripts read it exactly: as a text if it is large."""
    return number if abs(number) < LARGEST else str(number)


def _number(path: Path, recorder: Recorder, tables: _Tables) -> list[Any]:
    """The leaf of a number."""
    here, there = recorder.base.numbers[path], recorder.other.numbers[path]
    if here == there:
        return ["v", tables.value(lambda made: _written(made.numbers[path]))]
    if (here, there) == (SAMPLE.seed, OTHER.seed):
        return ["s"]
    if (here, there) == (SAMPLE.first, OTHER.first):
        return ["f"]
    if here * OTHER.games != there * SAMPLE.games:
        raise ValueError(f"{'.'.join(path)} follows neither from rules nor from games")
    return ["g", tables.value(lambda made: made.numbers[path] // SAMPLE.games)]


def _placed(regions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The regions, those of a fixed size with their addresses."""
    at, result = FIRST_REGION, []
    for region in regions:
        if "bytes" in region:
            region = {**region, "at": at}
            at += -(-(region["bytes"] + LINE) // LINE) * LINE
        result.append(region)
    return result
