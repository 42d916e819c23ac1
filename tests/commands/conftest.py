"""The certain game as a new user has it: a file in the directory where the commands are given."""

import pytest

from tests.support.certain import CERTAIN
from tests.support.command_line import warlab


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """An empty directory with the scenario of the certain game, where the commands are given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "certain.toml").write_text(CERTAIN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def played(directory):
    """The directory of a run of the certain game."""
    assert warlab("run certain.toml").code == 0
    return "runs/certain"
