"""The program that ``make test`` begins with: every game is compiled, side by side, before any test is run.

Otherwise several workers of pytest would compile the same game at the same time. Where it has been done, nothing is.
"""

from __future__ import annotations

import hashlib
import os

from sim.commands.warming import compile_games
from sim.scenario import load_scenario, shipped_scenarios
from tests.support.places import ROOT


def main() -> None:
    from sim.kernels.cache import cache_directory
    from sim.runs.processes import in_processes

    # Numba keeps the code of each checkout apart.
    done = cache_directory() / f"compiled-{hashlib.sha256(str(ROOT).encode()).hexdigest()[:16]}"
    if not done.exists():
        compile_games({name: load_scenario(name) for name in shipped_scenarios()}, os.cpu_count() or 1)
        # Several files of tests solve these games, in several workers.
        list(in_processes(_solve, ("gops", "wargops"), os.cpu_count() or 1))
        done.touch()


def _solve(name: str) -> None:
    import sim

    found = getattr(sim.exact, name)(3, workers=1)
    found.best_response("low" if name == "wargops" else "low-first")


if __name__ == "__main__":
    main()
