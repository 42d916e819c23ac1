"""What notebooks and workers hand on pickles, and equals its copy."""

import pickle

import pytest

import sim
from sim.games import GAMES

RULES = {"cards": 3}

MADE = {
    "games": sim.games,
    "rules": lambda: [game.rules() for game in GAMES.values()],
    "replays": lambda: [sim.replay(name, 1) for name in GAMES],
    "tournament": lambda: sim.tournament("gops", ["random", "match"], 20, rules=RULES),
    "luck": lambda: sim.luck("gops", ["match", "random"], 20, rules=RULES),
    "rare": lambda: sim.rare.chance("war", "rounds > 900"),
    "evening": lambda: sim.exact.casino_session(bankroll=10, hands=5),
    "every deal": lambda: sim.exact.war(ranks=3, copies=2),
    "GOPS": lambda: sim.exact.gops(3),
    "policy of a solution": lambda: sim.exact.gops(3).policy,
    "WarGops": lambda: sim.exact.wargops(3),
    "histogram": lambda: sim.stats.Histogram.of([3, 5, 5, 8, 13]),
}
"""Results of public functions, among them all that pickle or compare by code of their own."""


@pytest.mark.parametrize("name", MADE)
def test_a_result_equals_its_copy(name):
    value = MADE[name]()
    assert pickle.loads(pickle.dumps(value)) == value


def test_what_a_run_has_equals_its_copy(tmp_path):
    run = sim.run("quick", out=tmp_path / "quick", games=200)
    for value in (run, run.scenario, run.counted, run.status(), run.estimates()):
        assert pickle.loads(pickle.dumps(value)) == value
    assert run != sim.run("quick", out=tmp_path / "other", games=200)


def test_other_solutions_differ():
    assert sim.exact.gops(3) != sim.exact.gops(3, "win")
    assert sim.exact.gops(3).policy != sim.exact.gops(3, "win").policy
    assert sim.exact.wargops(3) != sim.exact.wargops(4)
