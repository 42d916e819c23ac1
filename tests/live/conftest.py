"""Fixtures of the tests of live play."""

import pytest


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plays take longer than they usually may: on a busy machine to compile a game takes a while, and to stop."""
    monkeypatch.setattr("reports.live.plays.UNWATCHED_SECONDS", 3600.0)
    monkeypatch.setattr("reports.live.app.STOPPING", 120.0)
