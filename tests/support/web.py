"""A client of the application without a network: requests in, answers out."""

import json
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="warlab[web] is not installed")
pytest.importorskip("httpx", reason="the client of the tests, httpx, is not installed")

with warnings.catch_warnings():
    # Starlette recommends a client that is not in use yet.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

from reports.live import Application
from reports.live.plays import Play

HERE = "http://127.0.0.1:8765"


@contextmanager
def client(
    *, workers: int = 1, site: Path | None = None, address: str = HERE
) -> Iterator[TestClient]:
    """Start the application, and end it."""
    application = Application(workers=workers, site=site)
    with TestClient(application, base_url=address, follow_redirects=False) as started:
        yield started


def begin(
    asking: TestClient, game: str, *variants: dict[str, Any], games: int, seed: int = 1
) -> str:
    """Begin a play and return its name."""
    asked = {
        "game": game,
        "variants": list(variants) or [{"rules": {}}],
        "games": games,
        "seed": seed,
    }
    answer = asking.post("/api/plays", json=asked)
    assert answer.status_code == 201, answer.text
    key: str = answer.json()["id"]
    return key


def finished(asking: TestClient, key: str, seconds: float = 240.0) -> dict[str, Any]:
    """Wait until a play does not go on, and return what is known."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # The answer is computed at each request, so the play is asked for only now and then.
        told: dict[str, Any] = asking.get(f"/api/plays/{key}").json()
        if told["state"] != "playing":
            return told
        time.sleep(0.1)
    raise AssertionError(told["state"])


def unwatched(asking: TestClient, key: str) -> Play:
    """Return a play itself, which a request would watch."""
    application: Any = asking.app
    play: Play = application.plays.find(key)
    return play


def events(asking: TestClient, key: str) -> list[tuple[str, Any]]:
    """Return the events of a play until its end."""
    text = asking.get(f"/api/plays/{key}/events").text
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append(
            (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        )
    return found
