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
from sim.policies.sets import cards as cards_of
from sim.policies.thresholds import NOTHING, UNIT_BITS, pack

Table = Mapping[str, NDArray[Any]]


def gops_content(solution: GopsSolution) -> Table:
    """Return the table of a solution."""
    cards = solution.problem.cards
    found: dict[int, NDArray[np.float64]] = {}
    for size in range(2, cards + 1):
        layer = solution.layout[size].kernel
        shape = -1, len(layer.sets), int(layer.pots), int(layer.leads)
        is_there = layer.places.reshape(shape) >= 0
        mixtures = iter(solution.mixtures(size))
        for key, missing in zip(layer.keys.tolist(), layer.missing, strict=True):
            hands = key >> 16 << 1, (key & 0xFFFF) << 1
            for number, pot, lead in np.argwhere(is_there[missing]).tolist():
                prizes = int(layer.sets[number]) << 1
                ahead = lead - shape[-1] // 2
                for upcard in cards_of(prizes):
                    turn = prizes, upcard, pot
                    first = of_gops.number_of(cards, *hands, *turn, ahead)
                    second = of_gops.number_of(cards, *hands[::-1], *turn, -ahead)
                    found[first] = next(mixtures)
                    # With equal hands, the position of the second player is another one.
                    mixture = next(mixtures)
                    if hands[0] != hands[1]:
                        found[second] = mixture
    rows = [np.pad(found[key], (0, cards - len(found[key]))) for key in sorted(found)]
    return _content(np.array(sorted(found)), np.array(rows))


def wargops_content(solution: WarGopsSolution) -> Table:
    """Return the table of a solution."""
    return _content(*solution.mixtures())


def _content(positions: NDArray[Any], mixtures: NDArray[np.float64]) -> Table:
    """The mixtures of some positions, ascending, as they are stored."""
    chances = np.where(mixtures < NOTHING, 0.0, mixtures)
    chances /= chances.sum(axis=1, keepdims=True)
    whole = 1 << UNIT_BITS
    reached = np.rint(np.cumsum(chances, axis=1) * whole).astype(np.uint32)
    reached[:, -1] = whole
    chosen = np.diff(reached, axis=1, prepend=np.uint32(0)) > 0
    bits = np.left_shift(1, np.arange(mixtures.shape[1]))
    return {
        "steps": np.diff(positions.astype(np.int64), prepend=0),
        "supports": (chosen * bits).sum(axis=1).astype(np.uint8),
        "thresholds": pack(reached[chosen & (reached < whole)]),
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
        for ranks in of_wargops.SIZES:
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
