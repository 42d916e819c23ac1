"""Random requests: the server answers each with JSON and a status of the request's fault, and goes on."""

import json
import string
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.live import limits
from sim.games import GAMES
from tests.support import tiers
from tests.support.web import HERE, TestClient, begin, client

KEPT = settings(
    max_examples=tiers.size(40, 150),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        [
            "war",
            "gops",
            "random",
            "lose",
            "*rest",
            "A A",
            "../../etc/passwd",
            "\ud800",
            "x" * 500,
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=10,
)


def near(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return rules of a game that are nearly right: known options with any values."""
    options = {option.name: _values(option) for option in GAMES[game].options}
    return st.fixed_dictionaries({}, optional=options)


def _values(option: Any) -> st.SearchStrategy[Any]:
    right: list[Any] = [option.default, *option.choices, True, False]
    numbers = [
        number for number in (option.low, option.high, 0, 1, 3) if abs(number) < 2**62
    ]
    return st.sampled_from([*right, *map(int, numbers)]) | st.integers(-3, 20) | ANY


REQUESTS = st.sampled_from(sorted(GAMES)).flatmap(
    lambda game: st.fixed_dictionaries(
        {
            "game": st.just(game) | ANY,
            "variants": st.lists(
                st.fixed_dictionaries(
                    {"rules": near(game) | ANY},
                    optional={"name": st.text(max_size=80) | ANY, "policies": ANY},
                ),
                max_size=5,
            )
            | ANY,
            "games": st.integers(-1, 3) | ANY,
            "seed": st.integers(0, 2**64) | ANY,
        },
        optional={"more": ANY},
    )
)


@pytest.fixture(scope="module")
def asking() -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        # Nothing is played: what is tested is that no request gets farther than it may.
        patch.setattr("reports.live.plays.Play.start", lambda *_: None)
        with client() as started:
            yield started


def check(answer: Any) -> None:
    assert answer.status_code in (200, 201, 307, 400, 403, 404, 405, 413, 421, 429), (
        answer.text
    )
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert error["line"]
        assert "\n" not in error["line"]
        assert len(error["line"]) < 3000
        assert "Traceback" not in answer.text


@KEPT
@given(REQUESTS | ANY)
def test_any_object_is_answered(asking: TestClient, asked: object) -> None:
    body = json.dumps(asked).encode()
    answer = asking.post(
        "/api/plays", content=body, headers={"content-type": "application/json"}
    )
    check(answer)
    if answer.status_code == 201:
        told = answer.json()
        assert 1 <= told["wanted"] <= limits.MOST_GAMES
        assert 1 <= len(told["variants"]) <= limits.MOST_VARIANTS
        check(asking.get(f"/api/plays/{told['id']}/scenario.toml"))


@KEPT
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(asking: TestClient, body: bytes) -> None:
    check(
        asking.post(
            "/api/plays", content=body, headers={"content-type": "application/json"}
        )
    )


PIECES = st.sampled_from(
    [
        "api",
        "plays",
        "games",
        "war",
        "events",
        "..",
        ".",
        "",
        "live",
        "assets",
        "%00",
        "%2e%2e",
        "stop",
    ]
)
LETTERS = st.text(string.printable.replace("\\", ""), max_size=8)


@KEPT
@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]),
    st.lists(PIECES | LETTERS, max_size=5),
    st.dictionaries(
        st.sampled_from(
            [
                "host",
                "origin",
                "sec-fetch-site",
                "content-type",
                "content-length",
                "range",
            ]
        ),
        st.text(string.ascii_letters + string.digits + "./:-[]@ ", max_size=15),
        max_size=3,
    ),
)
def test_any_path_and_header_is_answered(
    asking: TestClient, method: str, pieces: list[str], headers: dict[str, str]
) -> None:
    path = "/" + "/".join(quote(piece, safe="%.") for piece in pieces)
    answer = asking.request(method, HERE + path, headers=headers)
    assert answer.status_code in (200, 201, 307, 400, 403, 404, 405, 413, 416, 421), (
        path,
        answer.text,
    )


@KEPT
@given(ANY, st.sampled_from(["stop", "resume", "games/x", "games/3"]))
def test_any_request_about_a_play_is_answered(
    asking: TestClient, asked: object, what: str
) -> None:
    key = begin(asking, "war", games=10)
    check(
        asking.post(
            f"/api/plays/{key}/{what}",
            content=json.dumps(asked).encode(),
            headers={"content-type": "application/json"},
        )
    )
