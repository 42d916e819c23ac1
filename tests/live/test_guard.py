"""The guard in front of the pages: who may ask, what a browser may do, and what can be reached at all."""

import re
from pathlib import Path

import pytest

from reports.live import limits, page
from reports.live.guard import API, HEADERS
from tests.support.web import HERE, client

GOOD_HOSTS = [
    "127.0.0.1:8765",
    "localhost:1",
    "LOCALHOST",
    "[::1]:8765",
    "192.168.1.7",
    "10.0.0.1:80",
]
BAD_HOSTS = [
    "evil.example",
    "localhost.evil.example:8765",
    "127.0.0.1.evil.example",
    "",
    "a@127.0.0.1",
    "[::1",
    "x:y",
]


@pytest.mark.parametrize("host", GOOD_HOSTS)
def test_the_server_is_known_by_addresses_and_as_localhost(host: str) -> None:
    with client() as asking:
        assert asking.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_another_name_is_refused_so_that_no_name_can_be_made_to_point_here(
    host: str,
) -> None:
    with client() as asking:
        for path in ("/api/games", "/live/", "/"):
            answer = asking.get(path, headers={"host": host})
            assert answer.status_code == 421
            assert (
                answer.json()["error"]["what"]
                == "this server is not known by that name"
            )


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_are_refused(headers: dict[str, str]) -> None:
    with client() as asking:
        assert asking.get("/api/games", headers=headers).status_code == 403
        answer = asking.post("/api/plays", json={}, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"]["what"] == "another site asks"
        # A link to the page itself may come from anywhere.
        assert asking.get("/live/", headers=headers).status_code == 200


def test_the_page_itself_may_ask() -> None:
    with client() as asking:
        headers = {"origin": HERE, "sec-fetch-site": "same-origin"}
        assert asking.get("/api/games", headers=headers).status_code == 200
        assert asking.post("/api/plays", json={}, headers=headers).status_code == 400


def test_large_requests_are_refused_whether_their_size_is_declared_or_not() -> None:
    large = b'{"game": "' + b"x" * limits.MOST_BODY + b'"}'

    def pieces() -> object:
        for place in range(0, len(large), 1000):
            yield large[place : place + 1000]

    kind = {"content-type": "application/json"}
    with client() as asking:
        assert asking.post("/api/plays", content=large, headers=kind).status_code == 413
        assert (
            asking.post("/api/plays", content=pieces(), headers=kind).status_code == 413
        )  # type: ignore[arg-type]
        nonsense = asking.post(
            "/api/plays", content=b"{}", headers={**kind, "content-length": "-5"}
        )
        assert nonsense.status_code == 413


def test_what_is_not_there_is_a_page_for_people_and_json_for_scripts(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_text("front")
    for site in (None, tmp_path):
        with client(site=site) as asking:
            for path in ("/nothing", "/questions/nothing/", "/live/nothing"):
                told = asking.get(path)
                assert (told.status_code, told.headers["content-type"][:9]) == (
                    404,
                    "text/html",
                )
                # Links begin at the top, since the page is sent for any address.
                assert 'href="/assets/site.css"' in told.text
            assert (
                asking.get("/api/nothing").json()["error"]["what"]
                == "there is no such page"
            )
            assert asking.get("/live").headers["location"] == "/live/"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/live/", 200),
        ("GET", "/assets/live.js", 200),
        ("GET", "/api/games", 200),
        ("GET", "/", 307),
        ("GET", "/live", 307),
        ("GET", "/nothing", 404),
        ("GET", "/api/plays/nothing", 404),
        ("GET", "/api/games/nothing", 400),
        ("GET", "/api/plays", 405),
        ("DELETE", "/api/plays/x", 405),
        ("POST", "/live/", 405),
        ("POST", "/api/plays", 400),
    ],
)
def test_every_answer_has_the_policy(method: str, path: str, status: int) -> None:
    with client() as asking:
        answer = asking.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert (answer.headers.get("cache-control") == "no-store") == path.startswith(API)
    if status >= 400 and path != "/nothing":
        assert answer.json()["error"].keys() == {"what", "where", "cure", "line"}


def test_an_error_of_the_program_is_told_without_its_details(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("reports.live.app.games_table", broken)
    with client() as asking, pytest.raises(RuntimeError):
        asking.get("/api/games")
    with client() as asking:
        asking._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
        answer = asking.get("/api/games")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_the_page_has_no_script_and_no_handler_of_its_own_and_loads_only_what_is_served() -> (
    None
):
    with client() as asking:
        text = asking.get("/live/").text
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|\son\w+=|javascript:", text)
        found = re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"', text)
        assert len(found) > 6
        for target in found:
            answer = asking.get("/live/" + target)
            assert answer.status_code in (200, 307), target
    assets = Path(page.__file__).parent / "assets"
    script = "".join(
        (assets / name).read_text(encoding="utf-8") for name in page.SCRIPTS
    )
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function",
        script,
    )


def test_a_site_is_served_and_nothing_outside_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "casino").mkdir(parents=True)
    (site / "index.html").write_text("front", encoding="utf-8")
    (site / "casino" / "index.html").write_text("casino", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (site / "link.txt").symlink_to(tmp_path / "secret.txt")
    with client(site=site) as asking:
        assert asking.get("/").text == "front"
        assert asking.get("/casino/").text == "casino"
        live = asking.get("/live/").text
        assert 'href="../casino/index.html"' in live
        assert "games/index.html" not in live
        for path in (
            *(
                "/../secret.txt",
                "/%2e%2e/secret.txt",
                "/casino/..%2f..%2fsecret.txt",
                "/link.txt",
            ),
            *("//etc/passwd", "/casino/%00", "/..%5csecret.txt"),
        ):
            answer = asking.get(path)
            assert answer.status_code in (404, 405), path
            assert "secret" not in answer.text
