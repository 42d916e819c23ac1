"""Fixtures of runs, each played once."""

import pytest

from sim.runs import run
from sim.scenario import parse_scenario


def played(text, scope="module"):
    """Return a fixture that plays a scenario, given as the text of its file."""

    @pytest.fixture(scope=scope)
    def fixture(tmp_path_factory):
        return run(parse_scenario(text), tmp_path_factory.mktemp("played") / "run")

    return fixture
