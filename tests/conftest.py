"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from sim.contract.game import Game
from sim.games import GAMES
from tests.support.toy_choices import TOY_CHOICES
from tests.support.toy_game import TOY

# The first example may compile a kernel or import a library, which has nothing to do with what is tested.
settings.register_profile("calm", deadline=None, derandomize=True)
settings.load_profile("calm")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="write the golden replays anew; read the difference before you commit it",
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Put the toy game into the registry."""
    monkeypatch.setitem(GAMES, "toy", TOY)
    return TOY


@pytest.fixture
def roshambo(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Put the toy game into the registry."""
    monkeypatch.setitem(GAMES, "roshambo", TOY_CHOICES)
    return TOY_CHOICES
