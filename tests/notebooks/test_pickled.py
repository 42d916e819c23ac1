"""Every object of ours pickles, and equals its copy."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import sim
from sim.games import GAMES

DECK = dict.fromkeys(range(2, 15), 24)
ROUNDS = sim.stats.Histogram.of([3, 5, 5, 8, 13])
RULES = {"cards": 3}

MADE: dict[str, Callable[[], Any]] = {
    "deals": lambda: sim.deal("war", games=2),
    "table of games": lambda: sim.play("war", games=20),
    "games": sim.games,
    "columns": lambda: [game.columns for game in GAMES.values()],
    "options": lambda: [game.rules.options() for game in GAMES.values()],
    "rules": lambda: [game.rules() for game in GAMES.values()],
    "replays": lambda: [sim.replay(name, 1) for name in GAMES],
    "replay of a deal": lambda: sim.replay("war", 0, deal="K A", rules={"lowest": 13, "copies": 1}),
    "tournament": lambda: sim.tournament("gops", ["random", "match"], 20, rules=RULES),
    "line-ups": lambda: sim.line_ups("gops", ["match", "random", "low-first"], 20, rules={"players": 3}),
    "luck": lambda: sim.luck("gops", ["match", "random"], 20, rules=RULES),
    "rare": lambda: sim.rare.chance("war", "rounds > 900"),
    "round of Casino War": lambda: sim.exact.casino_round(DECK),
    "Casino War": sim.exact.casino_war,
    "evening": lambda: sim.exact.casino_session(bankroll=10, hands=5),
    "first ties": sim.exact.first_ties,
    "sweep": sim.exact.sweep,
    "ruin": sim.exact.gamblers_ruin,
    "Tod und Leben": sim.exact.tod_und_leben,
    "every deal": lambda: sim.exact.war(ranks=3, copies=2),
    "GOPS": lambda: sim.exact.gops(3),
    "policy of a solution": lambda: sim.exact.gops(3).policy,
    "position of GOPS": lambda: sim.exact.gops_position([1, 2], [1, 3], [4, 5]),
    "WarGops": lambda: sim.exact.wargops(3),
    "histogram": lambda: ROUNDS,
    "lengths": lambda: sim.stats.Lengths(ROUNDS, ROUNDS),
    "interval": lambda: sim.stats.mean(ROUNDS),
    "share": lambda: sim.stats.proportion(1, 10),
    "comparison": lambda: sim.stats.mcnemar(3, 4, 10),
    "target": lambda: sim.stats.Target("rounds mean", 0.1),
    "measure": lambda: [*sim.stats.Measure, *sim.stats.Side, *sim.stats.Unfinished],
}  # fmt: skip
"""The public functions' results, and the public classes that are no results."""

OF_A_RUN: dict[str, Callable[[sim.Run], Any]] = {
    "run": lambda run: run,
    "scenario": lambda run: run.scenario,
    "counts": lambda run: run.counted,
    "rules": lambda run: run.rules(run.variants[0]),
    "manifest": lambda run: run.manifest,
    "status": lambda run: run.status(),
    "longest game": lambda run: run.longest(),
    "replay": lambda run: run.replay(3),
    "estimates": lambda run: run.estimates(),
    "differences": lambda run: run.differences(),
    "verdict": lambda run: sim.stats.judge(run.estimates(), [sim.stats.Target("rounds mean", 0.1)]),
    "verification": lambda run: sim.verify_run(run.path),
    "table of games": lambda run: run.games(),
    "tallies": lambda run: run.tallies(),
    "summary": lambda run: run.summary(),
    "comparison": lambda run: run.compare(),
}  # fmt: skip
"""What a run has."""


@cache
def made(name: str) -> Any:
    """What is made under a name."""
    return MADE[name]()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> sim.Run:
    """A small run with two variants."""
    return sim.run("quick", out=tmp_path_factory.mktemp("runs") / "quick", games=200)


def check_copies(value: Any) -> None:
    """Check that a value equals what is pickled of it, and what is copied."""
    for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert type(again) is type(value)
        if isinstance(value, pl.DataFrame | pl.LazyFrame):
            assert_frame_equal(again, value)
        elif isinstance(value, np.ndarray):
            np.testing.assert_array_equal(again, value, strict=True)
        else:
            assert again == value


@pytest.mark.parametrize("name", MADE)
def test_a_result_equals_its_copy(name: str) -> None:
    check_copies(made(name))


@pytest.mark.parametrize("make", OF_A_RUN.values(), ids=OF_A_RUN)
def test_what_a_run_has_equals_its_copy(
    make: Callable[[sim.Run], Any], run: sim.Run
) -> None:
    check_copies(make(run))


def test_openspiels_game_equals_its_copy() -> None:
    pytest.importorskip("pyspiel")
    check_copies(sim.exact.openspiel(3))


def test_an_error_says_the_same_again() -> None:
    error = sim.UserError("a", where="b", cure="c")
    assert repr(pickle.loads(pickle.dumps(error))) == repr(error)


def test_other_games_differ_from_a_copy(run: sim.Run, tmp_path: Path) -> None:
    """Whatever equals its copy does not equal everything."""
    assert run != sim.run("quick", out=tmp_path / "other", games=200)
    assert sim.exact.gops(3) != sim.exact.gops(3, "win")
    assert sim.exact.wargops(3) != sim.exact.wargops(4)
    assert sim.exact.war(3, 2) != sim.exact.war(2, 2)
    assert GAMES["war"] != GAMES["pyanitsa"]


def test_no_public_class_is_missing(run: sim.Run) -> None:
    """Every class that is public, or that a public function's annotation names, is in the tables."""
    values = [*map(made, MADE), *(make(run) for make in OF_A_RUN.values())]
    values += [*run.estimates(), *made("measure")]
    found = {type(value).__name__ for value in values}
    wanted = set[str]()
    for room in (sim, sim.exact, sim.rare, sim.stats):
        for name in room.__all__:
            public = getattr(room, name)
            if inspect.isclass(public):
                wanted.add(name)
            elif inspect.isfunction(public):
                given = inspect.signature(public).return_annotation
                text = given.__name__ if inspect.isclass(given) else str(given)
                wanted |= set(re.findall(r"[A-Z]\w+", text))
    of_others = {"NDArray", "DataFrame", "Fraction", "None"}
    assert wanted - found - of_others == {"UserError", "Goofspiel"}
