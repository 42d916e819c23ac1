"""One run played in many ways: on threads, processes and Dask with 1, 2 and 7 workers, and merged in any order.

``python -m tests.faults.sameness`` plays them and compares every byte of their counts and every row.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path

from sim.games import GAMES
from sim.runs import run
from sim.runs.merge import merge_runs
from tests.faults.damages import Answer
from tests.support.toy_game import TOY, content, toy_scenario

TOLD = 200_000
"""Games; with 7 workers each of them gets some blocks."""


def main() -> int:
    """Play, and name the ways that gave something else."""
    GAMES["toy"] = TOY
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        run(toy_scenario(), where / "one", games=TOLD, workers=1)
        truth, counts = Answer.of(where / "one"), content(where / "one")
        ways = [(backend, workers) for backend in ("threading", "loky", "dask") for workers in (1, 2, 7)]
        for number, (backend, workers) in enumerate(ways):
            path = where / f"{backend}-{workers}"
            run(
                toy_scenario(),
                path,
                games=TOLD,
                workers=workers,
                backend=backend,
                block_games=5000 + 777 * number,
            )
            same = content(path) == counts and Answer.of(path).same(truth)
            print(f"{backend}, {workers} workers: {'the same' if same else 'ANOTHER CONTENT'}", flush=True)
            wrong += [] if same else [path.name]
        cuts = (0, 30_000, 70_001, 131_072, TOLD)
        parts = []
        for first, stop in itertools.pairwise(cuts):
            parts.append(where / f"part-{first}")
            run(toy_scenario(), parts[-1], first=first, games=stop - first, block_games=9000)
        for number, order in enumerate(itertools.permutations(parts)):
            path = where / f"merged-{number}"
            merge_runs(list(order), path)
            if content(path) != counts or not Answer.of(path).same(truth):
                wrong.append(path.name)
        print(
            f"merged in {number + 1} orders: {'OTHER CONTENT' if any('merged' in one for one in wrong) else 'the same'}"
        )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
