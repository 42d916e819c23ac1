"""The frame of the pages: relative links that hold, nothing from elsewhere, and directories written whole."""

import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

import sim
from docs.site import Asset, Page, Part, front, write_site
from docs.site.page import data
from docs.site.shell import SECTIONS, document
from docs.site.writing import LIST, render_site
from sim.contract.events import Settled
from sim.errors import UserError
from tests.support.links import broken_links

FRONT = Page(
    "", "Front", "All of it.", '<h1>Front</h1><a href="@/games/war/#rules">War</a>', ""
)
WAR = Page(
    "games/war/",
    "War",
    "A game.",
    '<h1 id="rules">War</h1><a href="@/">up</a>',
    "games",
)
GAMES = Page(
    "games/",
    "Games",
    "Some.",
    '<h1>Games</h1><a href="https://www.pagat.com/">a source</a>',
    "games",
)


def test_links_become_relative_and_name_files() -> None:
    files = render_site(Part((FRONT, WAR, GAMES)))
    assert broken_links(files) == []
    assert b'href="games/war/index.html#rules"' in files["index.html"]
    assert b'href="../../index.html">up' in files["games/war/index.html"]
    assert b'href="../../assets/site.css"' in files["games/war/index.html"]
    assert b"@/" not in b"".join(files.values())
    # A server sends this page for any address, so its links begin at the top.
    assert b'href="/games/index.html"' in files["404.html"]


def test_the_navigation_has_what_the_site_has_and_says_where_one_is() -> None:
    text = document(WAR, {"", "games/", "games/war/"})
    assert '<a href="../index.html" aria-current="true">Games</a>' in text
    assert SECTIONS["casino"][0] not in text
    assert '<a href="index.html" aria-current="page">Games' in document(
        GAMES, {"", "games/"}
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<a href="@/gone/">x</a>', "which is not there"),
        ('<a href="@/#gone">x</a>', "no such place"),
        ('<a href="#gone">x</a>', "no such place"),
        (
            '<img src="https://example.org/a.png">',
            "would load https://example.org/a.png",
        ),
        ('<img src="//example.org/a.png">', "would load //example.org/a.png"),
        ('<i id="a"></i><i id="a"></i>', "there twice"),
    ],
)
def test_a_link_that_does_not_hold_is_found(body: str, said: str) -> None:
    (wrong,) = broken_links(render_site(Part((replace(FRONT, body=body),))))
    assert said in wrong


def test_a_link_elsewhere_is_shown_with_the_card_of_the_page() -> None:
    page = replace(WAR, card="assets/cards/war.png")
    shown = '<meta property="og:image" content="{}assets/cards/war.png">'
    assert shown.format("../../") in document(page, {""})
    text = document(page, {""}, "https://example.org/w/")
    assert shown.format("https://example.org/w/") in text
    assert '<meta property="og:title" content="War">' in text
    assert '<meta property="og:url" content="https://example.org/w/games/war/">' in text
    assert "og:image" not in document(WAR, {""})


def test_large_data_are_compressed_as_the_script_reads_them() -> None:
    value = list(range(10_000))
    path, text, packed = json.loads(
        f"[{data('data/x.js', value).content.decode()[12:-3]}]"
    )
    assert (path, packed) == ("data/x.js", True)
    assert json.loads(zlib.decompress(base64.b64decode(text))) == value


def test_text_is_escaped() -> None:
    text = document(replace(FRONT, title="<b>", description='"<i>'), {""})
    assert "<title>&lt;b&gt;" in text
    assert 'content="&#34;&lt;i&gt;"' in text


def test_two_pages_cannot_be_one_file_but_an_asset_may_be_shared() -> None:
    style = Asset("assets/x.css", b"a {}")
    render_site(Part((FRONT,), (style,)), Part((WAR, GAMES), (style,)))
    with pytest.raises(ValueError, match="two pages"):
        render_site(Part((FRONT, FRONT)))
    with pytest.raises(ValueError, match="two files"):
        render_site(
            Part((FRONT,), (style,)), Part((), (Asset("assets/x.css", b"b {}"),))
        )


def test_a_site_is_replaced_whole(tmp_path: Path) -> None:
    out = tmp_path / "a" / "site"
    front = write_site(out, Part((FRONT, WAR, GAMES)))
    assert front == out / "index.html"
    assert (out / "games" / "war" / "index.html").is_file()
    write_site(out, Part((replace(FRONT, body="<h1>Alone</h1>"),)))
    assert not (out / "games").exists()
    listed = json.loads((out / LIST).read_text())["files"]
    assert listed == {
        path.relative_to(out).as_posix(): path.stat().st_size
        for path in out.rglob("*")
        if path.is_file() and path.name != LIST
    }
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_a_site_that_is_wrong_leaves_the_old_one(tmp_path: Path) -> None:
    write_site(tmp_path / "site", Part((replace(FRONT, body="<h1>Old</h1>"),)))
    with pytest.raises(ValueError, match="two pages"):
        write_site(tmp_path / "site", Part((FRONT, FRONT)))
    assert "Old" in (tmp_path / "site" / "index.html").read_text()


def test_other_contents_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError, match="other contents"):
        write_site(tmp_path, Part((replace(FRONT, body="<h1>x</h1>"),)))
    with pytest.raises(UserError, match="not a directory"):
        write_site(tmp_path / "thesis.txt", Part((replace(FRONT, body="<h1>x</h1>"),)))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_links_with_queries_and_dots_hold() -> None:
    pages = {
        "a/index.html": b'<a href="../index.html?q=1#top">x</a>',
        "index.html": b'<p id="top"></p>',
    }
    assert broken_links(pages) == []


def test_a_game_that_plays_itself_has_every_step_of_the_replay() -> None:
    replay = sim.replay("war", 571)
    own, cards = front.held(replay)
    packets = [
        tuple(map(len, event.packets)) for event in replay if isinstance(event, Settled)
    ]
    assert (own[0], own[-1], cards) == (packets[0][0], packets[-1][0], 52)
    assert set(zip(own, (cards - held for held in own), strict=True)) == set(packets)
    assert front.moving(own).count("--held") == len(own)
