"""The program that ``make test`` begins with: every game is compiled, side by side, before any test is run.

Otherwise several workers of pytest would compile the same game at the same time. Where
it has been done, nothing is.
"""

import gc
import hashlib

from joblib import Parallel, delayed

from sim.engine.playing import warm_up
from sim.games import find_game
from sim.machine.resources import cores
from sim.scenario import load_scenario, shipped_scenarios
from tests.support.places import ROOT


def main():
    from sim.kernels import CACHE_DIRECTORY

    # Numba keeps the code of each checkout apart.
    done = (
        CACHE_DIRECTORY
        / f"compiled-{hashlib.sha256(str(ROOT).encode()).hexdigest()[:16]}"
    )
    if not done.exists():
        games = by_game(map(load_scenario, shipped_scenarios()))
        Parallel(cores(), backend="multiprocessing")(
            delayed(_compile)(scenarios) for scenarios in games
        )
        done.touch()


def by_game(scenarios):
    """The scenarios of each game. War has the most and takes longest, so it is first."""
    games = {}
    for scenario in scenarios:
        games.setdefault(scenario.game, []).append(scenario)
    return sorted(games.values(), key=len, reverse=True)


def _compile(scenarios):
    # The compiler makes millions of objects that live on: looking through them takes a
    # twelfth of its time.
    gc.disable()
    for scenario in scenarios:
        game = find_game(scenario.game)
        warm_up(game, list(scenario.rules.values()), scenario.seed)
    if scenarios[0].game in ("gops", "wargops"):
        _solve(scenarios[0].game)


def _solve(name):
    """Compile what tests ask of solutions: values, mixtures, best responses and their checks."""
    import sim

    if name == "gops":
        points = sim.exact.gops(3, workers=1)
        points.mixtures(2)
        points.exploitability()
        points.best_response("low-first")
    else:
        pots = sim.exact.wargops(3, workers=1)
        pots.mixtures()
        pots.exploitability()
        pots.best_response("low")
        # A position that no game leads to is solved when it is asked for.
        pots.cards((1, 3), (2, 3))


if __name__ == "__main__":
    main()
