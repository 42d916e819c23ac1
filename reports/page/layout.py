"""The layout of a page's memory, and the table of its numbers.

Both are plain data for the page's scripts.

The first megabyte is the modules' static data and, from its end down, the stack. Then
come the *regions*: the arrays of a block, those of a fixed size first, then those with
a row for each game, whose size the page chooses. Every leaf of a kernel's arguments
(:mod:`.entries`) is written as one of five:

- ``["v", V]``: the value V;
- ``["g", V]``: V times the games of the block;
- ``["s", N]``: the seed plus the number N;
- ``["f"]``: the number of the first game;
- ``["r", i]``: the address of region ``i``.

A ``V`` is a number, as a text if it is large, or ``{"t": i}``: what table ``i`` says
for the answers that were chosen.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
"""The bound of the numbers that the page's scripts read exactly."""

Path = tuple[str, ...]


def _address(array: NDArray[Any]) -> int:
    """Where an array begins."""
    address: int = array.__array_interface__["data"][0]
    return address


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
        self.recorder = recorder
        self.tables = tables
        self.blobs: dict[bytes, int] = {}
        self.data: list[dict[str, Any]] = []
        self.of: dict[Path, int] = {}
        by_address: dict[int, int] = {}
        for path, array in recorder.base.arrays.items():
            address = _address(array) if array.size else 0
            known = by_address.get(address) if address else None
            if known is None:
                known = len(self.data)
                by_address[address] = known
                self.data.append(self._region(path))
            self.of[path] = known

    def place_of(self, array: NDArray[Any]) -> dict[str, int]:
        """The region of an array.

        If the array is not the first row of what lies there, its row is given, too.
        """
        for path, region in self.of.items():
            whole = self.recorder.base.arrays[path]
            before = _address(array) - _address(whole)
            if 0 <= before < whole.nbytes:
                row = before // array.nbytes
                return {"region": region, "row": row} if row else {"region": region}
        raise ValueError("an array that no kernel of the page takes")

    def _region(self, path: Path) -> dict[str, Any]:
        recorder = self.recorder
        base = recorder.base.arrays[path]
        other = recorder.other.arrays[path]
        if base.nbytes != other.nbytes:
            each = self.tables.value(
                lambda made: made.arrays[path].nbytes // SAMPLE.games
            )
            return {"each": each}
        sizes = recorder.table(lambda made: made.arrays[path].nbytes).values
        size = max(filter(None, sizes), default=0)
        content = self.tables.value(lambda made: self._blob(path, made.arrays[path]))
        region = {"bytes": size}
        return region if content == -1 else {**region, "content": content}

    def _blob(self, path: Path, array: Any) -> int:
        """The index of the content of an array; -1 if it is all zero."""
        content = array.tobytes()
        if not array.view(np.uint8).any():
            return -1
        if len(content) > MOST_CONTENT:
            name = ".".join(path)
            raise ValueError(f"{name} has {len(content)} bytes, too many for a page")
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
        ``tables``, ``blobs`` (in hexadecimal digits), ``regions``, ``kernels`` (the leaves of each by
        its name), ``columns`` (region, row and type of each), ``players`` (the V of the
        number of players), ``match`` (the regions of a match by hand and the places of
        a view's fields; or None), ``rows`` (the region of the deals; or None),
        ``deals`` and ``play`` (the V of names of calls), ``vectors`` (its name, the
        answers under which it plays, the region of ``left``; or None), ``excluded``
        (two questions with an answer each, and why).
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
    columns = {
        name: {**regions.place_of(column), "type": column.dtype.name}
        for name, column in base.calls.columns.items()
    }
    return {
        "deals": tables.value(lambda made: made.calls.deals),
        "play": tables.value(lambda made: made.calls.play),
        "vectors": _with_vectors(recorder, regions) if vectors else None,
        "players": tables.value(lambda made: made.seats),
        "match": _match(recorder, regions),
        "rows": None
        if base.calls.rows is None
        else regions.place_of(base.calls.rows)["region"],
        "kernels": kernels,
        "columns": columns,
        "tables": tables.as_data(),
        "regions": _placed(regions.data),
        # The page is compressed, and repeated bytes look alike only in hexadecimal digits.
        "blobs": [content.hex() for content in regions.blobs],
        "excluded": list(answers.excluded()),
    }


def _match(recorder: Recorder, regions: _Regions) -> dict[str, Any] | None:
    """What a match by hand reads and writes in memory; None without one.

    The kernel reads the moves there, and writes what is seen.
    """
    players = recorder.base.calls.players
    shown = recorder.answers.in_browser.match
    if players is None or shown is None:
        return None
    fields = {}
    for name, *_ in (shown.hand, *shown.numbers, *shown.sets):
        field, _, item = name.partition(" ")
        kind, place, *_ = players.views.dtype.fields[field]
        items = kind.shape[0] if kind.shape and not item else 0
        fields[name] = place + 8 * int(item or 0), items
    return {
        "moves": regions.place_of(players.calls)["region"],
        "fault": regions.place_of(players.fault)["region"],
        "view": regions.place_of(players.views)["region"],
        "fields": fields,
    }


def _with_vectors(recorder: Recorder, regions: _Regions) -> dict[str, Any] | None:
    """When the kernel with vectors plays; None if never."""
    calls = recorder.base.calls
    names = {made.calls.vectors for made in recorder.all_recorded()} - {""}
    allowed = recorder.allowed(lambda made: bool(made.calls.vectors))
    if not names or allowed is None or calls.left is None:
        return None
    [name] = names
    left = regions.place_of(calls.left)["region"]
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
    here = recorder.base.numbers[path]
    there = recorder.other.numbers[path]
    if here == there:
        return ["v", tables.value(lambda made: _written(made.numbers[path]))]
    if there - here == OTHER.seed - SAMPLE.seed:
        return ["s", _written(here - SAMPLE.seed)]
    if (here, there) == (SAMPLE.first, OTHER.first):
        return ["f"]
    if here * OTHER.games != there * SAMPLE.games:
        raise ValueError(f"{'.'.join(path)} follows neither from rules nor from games")
    return ["g", tables.value(lambda made: made.numbers[path] // SAMPLE.games)]


def _placed(regions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The regions, those of a fixed size with their addresses."""
    at = FIRST_REGION
    result = []
    for region in regions:
        if "bytes" in region:
            region = {**region, "at": at}
            at += -(-(region["bytes"] + LINE) // LINE) * LINE
        result.append(region)
    return result
