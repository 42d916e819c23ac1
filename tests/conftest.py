"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

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
