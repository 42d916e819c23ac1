"""Tables that come with the package: ``python -m docs.tables`` makes them.

They follow from exact solutions and played games, and come out the same every time:
nothing is drawn at random but by fixed seeds, and no sum depends on the number of
threads. The opening of GOPS with thirteen cards takes twenty minutes of one core.
:mod:`sim.policies.thresholds` explains how mixed strategies are stored.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.catalogue import kept
from sim.games.gops import equilibria as of_gops
from sim.games.gops.solution.answer import GopsSolution, gops
from sim.games.gops.solution.single import OPENINGS, opening_of, opening_path
from sim.games.wargops import equilibria as of_wargops
from sim.games.wargops.solution.answer import WarGopsSolution, wargops
from sim.games.wargops.solution.problem import LAST_POTS
from sim.machine.resources import cores
from sim.policies.thresholds import NOTHING, UNIT_BITS, pack

Table = Mapping[str, NDArray[Any]]


def gops_content(solution: GopsSolution) -> dict[str, NDArray[Any]]:
    """Return the table of a solution."""
    keys = []
    lengths = []
    shapes = []
    places = []
    supports = []
    thresholds = []
    for size in range(2, solution.problem.cards + 1):
        layer = solution.layout[size].kernel
        keys.append(layer.keys.astype(np.uint32))
        lengths.append(np.diff(layer.starts).astype(np.int32))
        shapes.append((int(layer.pots), int(layer.leads)))
        places.append(layer.places)
        support, of_support = _thresholds(solution.mixtures(size))
        supports.append(support)
        thresholds.append(of_support)
    return {
        "keys": np.concatenate(keys),
        "lengths": np.concatenate(lengths),
        "shapes": np.array(shapes, np.int32),
        "places": np.concatenate(places),
        "supports": np.concatenate(supports),
        "thresholds": pack(np.concatenate(thresholds)),
    }


def _thresholds(
    mixtures: NDArray[np.float64],
) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Which cards are bid in each mixture, and the thresholds of all of them but the last."""
    chances = np.where(mixtures < NOTHING, 0.0, mixtures)
    chances /= chances.sum(axis=1, keepdims=True)
    whole = 1 << UNIT_BITS
    reached = np.rint(np.cumsum(chances, axis=1) * whole).astype(np.uint32)
    reached[:, -1] = whole
    bid = np.diff(reached, axis=1, prepend=np.uint32(0)) > 0
    bits = np.left_shift(1, np.arange(mixtures.shape[1]))
    return (bid * bits).sum(axis=1).astype(np.uint8), reached[bid & (reached < whole)]


def wargops_content(solution: WarGopsSolution) -> dict[str, NDArray[Any]]:
    """Return the table of a solution."""
    positions, supports, thresholds = solution.strategy(UNIT_BITS)
    there = np.zeros(solution.problem.numbers, np.uint8)
    there[positions] = 1
    return {
        "positions": np.packbits(there),
        "supports": supports.astype(np.uint8),
        "thresholds": pack(thresholds),
    }


def tables() -> Iterator[tuple[Path, Table]]:
    """Solve all sizes for which tables are kept."""
    for objective in ("points", "win"):
        for carry_over in (False, True):
            for cards in of_gops.sizes(objective, carry_over):
                yield (
                    of_gops.table_path(cards, objective, carry_over),
                    gops_content(gops(cards, objective, carry_over)),
                )
    for cards in OPENINGS:
        yield opening_path(cards), opening_of(gops(cards)._values)
    for last_pot in LAST_POTS:
        for ranks in of_wargops.sizes(last_pot):
            yield (
                of_wargops.table_path(ranks, last_pot),
                wargops_content(wargops(ranks, last_pot)),
            )


def write_tables(tables: Iterable[tuple[Path, Table]]) -> None:
    """Write tables of named arrays, and print their sizes."""
    total = 0
    for path, table in tables:
        path.parent.mkdir(exist_ok=True)
        content = io.BytesIO()
        np.savez_compressed(content, **table)  # type: ignore[arg-type, unused-ignore]  # NumPy's stubs
        path.write_bytes(content.getvalue())
        total += len(content.getvalue())
        print(f"{path.name}: {len(content.getvalue()):,} bytes")
    print(f"{total:,} bytes in all")


if __name__ == "__main__":
    write_tables(tables())
    kept.table(kept.rule_sets(), cores()).write_parquet(
        kept.FILE, compression="zstd", compression_level=19
    )
    print(f"{kept.FILE}: {kept.FILE.stat().st_size:,} bytes")
