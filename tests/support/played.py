"""Fixtures of runs, each played once."""

from typing import Any, Literal

import pytest

from sim.runs import run
from sim.scenario import parse_scenario


def played(text: str, scope: Literal["module", "session"] = "module") -> Any:
    """Return a fixture that plays a scenario, given as the text of its file."""

    @pytest.fixture(scope=scope)
    def fixture(tmp_path_factory):
        return run(parse_scenario(text), tmp_path_factory.mktemp("played") / "run")

    return fixture
