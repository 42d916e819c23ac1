"""The frame of the pages: links that hold, nothing from elsewhere, and the scripts."""

import base64
import json
import subprocess
import zlib
from urllib.parse import urlsplit

import pytest

from docs.site import __main__ as atlas
from docs.site import frame
from docs.site.frame import data, page
from reports import documents
from tests.support.markup import DOCUMENTATION, Markup, broken_links
from tests.support.scripts import SCRIPTS, node


def test_every_link_leads_somewhere(files):
    assert broken_links(files) == []


def test_every_link_into_the_documentation_is_to_a_document(files):
    linked = set()
    for name, content in files.items():
        if name.endswith(".html"):
            found = [urlsplit(link).path for link, _ in Markup(content.decode()).links]
            linked |= {
                link.removeprefix("../").removeprefix(DOCUMENTATION)
                for link in found
                if link.removeprefix("../").startswith(DOCUMENTATION)
            }
    linked.remove("index.html")
    assert len(linked) > 15
    for link in linked:
        name = link.replace(".html", ".md")
        assert (documents.directory() / name).is_file(), link


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<a href="@/gone.html">x</a>', "which is not there"),
        ('<a href="@/games.html#gone">x</a>', "no such place"),
        ('<a href="#gone">x</a>', "no such place"),
        ('<img src="https://example.org/a.png">', "load https://example.org/a.png"),
        ('<img src="//example.org/a.png">', "load //example.org/a.png"),
        ('<i id="a"></i><i id="a"></i>', "there twice"),
    ],
)
def test_a_link_that_does_not_hold_is_found(files, body, said):
    (wrong,) = broken_links(files | page("questions/x.html", "X", "X.", body))
    assert said in wrong


def test_a_page_says_where_one_is_and_escapes_its_words():
    text = page("games/x.html", "<b>", '"<i>', "", section="games.html")
    html = text["games/x.html"].decode()
    assert '<a href="../games.html" aria-current="true">Games</a>' in html
    assert "<title>&lt;b&gt; · warlab" in html
    assert 'content="&#34;&lt;i&gt;"' in html
    html = page("games.html", "Games", "All.", "")["games.html"].decode()
    assert '<a href="games.html" aria-current="page">Games</a>' in html


def test_large_data_are_compressed_as_the_script_reads_them():
    value = list(range(10_000))
    content = data("data/x.js", value)["data/x.js"].decode()
    path, text, packed = json.loads(f"[{content[12:-3]}]")
    assert (path, packed) == ("data/x.js", True)
    assert json.loads(zlib.decompress(base64.b64decode(text))) == value


def test_the_site_is_written_beside_the_documentation(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_text("Docs")
    for title in ("Old", "New"):
        atlas.write(page("questions/x.html", title, "", ""), tmp_path)
    assert "New" in (tmp_path / "questions" / "x.html").read_text()
    assert (tmp_path / "docs" / "index.html").read_text() == "Docs"


def test_all_scripts_parse():
    read = "for (const path of process.argv.slice(1)) new vm.Script(fs.readFileSync(path, 'utf8'))"
    command = [node(), "-e", read, *map(str, SCRIPTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_strict_says_what_it_is_for_and_is_short(path):
    first, *lines = path.read_text().splitlines()
    assert first.startswith("// ")
    assert any(line.strip() == '"use strict";' for line in lines)
    assert len(lines) < 250
    assert max(map(len, (first, *lines))) <= 120


def test_every_script_and_style_sheet_is_loaded_by_a_page(files):
    pages = b"".join(text for name, text in files.items() if name.endswith(".html"))
    own = {path.name for path in (frame.HERE / "assets").iterdir()}
    assert {name for name in own if f"assets/{name}".encode() not in pages} == set()
