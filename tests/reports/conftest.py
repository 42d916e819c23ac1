"""The small runs of War that reports are made of, each played once."""

from __future__ import annotations

import pytest

from sim.runs import Run, run
from sim.scenario import parse_scenario
from tests.support.ways_of_war import MANY, ONE, TWO


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(TWO), tmp_path_factory.mktemp("two") / "run")


@pytest.fixture(scope="session")
def one(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(ONE), tmp_path_factory.mktemp("one") / "run")


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(parse_scenario(MANY), tmp_path_factory.mktemp("many") / "run")
