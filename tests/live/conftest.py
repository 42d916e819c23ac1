"""What the tests of live play share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plays go on that nobody watches: a busy machine may take longer to compile a game than they usually may."""
    monkeypatch.setattr("reports.live.play.UNWATCHED_SECONDS", 3600.0)
