"""The frame of the pages: their header, the files that they load, and their data."""

import base64
import json
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2

from reports import templating
from reports.templating import colours, markup, source

Files = dict[str, bytes]
"""Files of the site, by their path from its top."""

HERE = Path(__file__).parent

SECTIONS = {
    "story.html": "The story",
    "questions.html": "Questions",
    "rules.html": "Your rules",
    "casino.html": "Casino",
    "games.html": "Games",
    "bids.html": "What to bid",
    "docs/index.html": "Docs",
}
"""The entries of the navigation, by their page."""

START = "<body>\n<main>\n"
"""Where the contents of a page that needs no other file begin."""

LARGE = 20_000
"""The characters from which on data are compressed."""


@cache
def environment() -> jinja2.Environment:
    """The templates of the site and of the reports, by their path in each."""
    folders = [HERE, Path(templating.__file__).parent]
    return templating.environment().overlay(loader=jinja2.FileSystemLoader(folders))


def render(template: str, /, **values: object) -> str:
    """A filled template, given its path."""
    text = environment().get_template(template).render(**values)
    return templating.kept_together(text)


def page(
    path: str,
    title: str,
    description: str,
    body: str,
    *,
    section: str = "",
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
) -> Files:
    """A page.

    Parameters
    ----------
    path
        The file, from the top of the site.
    title
        The title, without the name of the site.
    description
        A sentence for the results of a search.
    body
        The HTML of the page with its first heading, as a template gives it. An address
        that begins with ``@/`` is one from the top of the site.
    section
        The entry of the navigation that it belongs to; itself if left out.
    styles, scripts
        Files under ``assets/`` that the page loads.

    Returns
    -------
    dict
        The file.
    """
    text = render(
        "pages/frame.html.j2",
        path=path,
        title=title,
        description=description,
        body=markup(body),
        sections=SECTIONS,
        section=section or path,
        styles=styles,
        scripts=scripts,
        top=top(path),
    )
    return {path: text.replace('="@/', f'="{top(path)}').encode()}


def alone(path: str, document: str, *, plays: bool = False) -> Files:
    """A page that needs no other file, with links into the site at its top.

    Parameters
    ----------
    path
        The file, in a folder of the site.
    document
        The HTML.
    plays
        Whether it plays by itself, which not every browser can.
    """
    assert START in document
    back = render("pages/back.html.j2", plays=plays)
    return {path: document.replace(START, START + back, 1).encode()}


def top(path: str) -> str:
    """The way from a page to the top of the site.

    >>> top("index.html"), top("questions/how-long.html")
    ('', '../')
    """
    return "../" * path.count("/")


def data(path: str, value: object) -> Files:
    r"""A data file, which a page loads by ``warlab.load(path)``.

    It is a script, because a page opened from a disk may load scripts but no other
    data.

    >>> data("data/one.js", {"games": 1})
    {'data/one.js': b'warlab.data("data/one.js",{"games":1});\n'}
    """
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    if len(text) > LARGE:
        packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
        text = f'"{packed}",true'
    return {path: f"warlab.data({json.dumps(path)},{text});\n".encode()}


def assets() -> Files:
    """The style sheets and scripts of all pages."""
    files = {
        f"assets/{path.name}": path.read_bytes() for path in (HERE / "assets").iterdir()
    }
    sheet = colours(switched=True) + source("templates/blocks.css")
    files["assets/site.css"] = sheet.encode() + files["assets/site.css"]
    files["assets/sections.js"] = source("templates/sections.js").encode()
    return files
