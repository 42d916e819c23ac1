"""Pages and assets: what the site is made of, before it becomes files."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docs.site.pictures import Drawing
from reports import viewer
from reports.vega import packed

LARGE = 20_000
"""The characters from which on the content of a data file is compressed."""

ASSETS = Path(__file__).parent / "assets"
"""The style sheets and scripts of the site, as they are written by hand."""

VIEWER = Path(viewer.__file__).parent / "assets"
"""Those of the viewer of replays."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site."""

    # where it lies: ``""`` is the front page, ``"rules/yours/"`` is written to ``rules/yours/index.html``
    path: str
    title: str  # the title, without the name of the site
    description: str  # one sentence, for the results of a search and for ``<meta name="description">``
    # the HTML inside ``<main>``, with its ``<h1>``, from autoescaped templates only. A link to another page
    # begins with ``@/``, the top of the site: ``href="@/casino/#odds"``, ``src="@/assets/card.svg"``. It
    # becomes relative when the page is written.
    body: str
    # which entry of the navigation is current: one of :data:`docs.site.shell.SECTIONS`, or ``""``
    section: str
    # names under ``assets/``. Scripts are loaded with ``defer``, in this order, after ``site.js``.
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    # further words by which the search finds the page; its title, its description and its headings count
    # anyway
    words: str = ""
    # the picture under ``assets/`` that other places show beside a link to the page
    card: str = ""

    @property
    def file(self) -> str:
        """The file of the page, from the top of the site."""
        return self.path if self.path.endswith(".html") else f"{self.path}index.html"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the site that is no page: a style sheet, a script, a picture, data."""

    path: str  # from the top of the site, such as ``"assets/atlas.js"`` or ``"data/war/lengths.js"``
    content: bytes  # the bytes of the file


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages and what they load."""

    pages: tuple[Page, ...]
    assets: tuple[Asset, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answer in one line, and where the whole answer is."""

    # in plain words
    question: str
    answer: str
    path: str  # the page
    game: str  # the name of the game that it is about
    picture: Drawing


def asset(name: str) -> Asset:
    """Return a file of ``docs/site/assets`` as an asset."""
    path = ASSETS / name if (ASSETS / name).is_file() else VIEWER / name
    return Asset(f"assets/{name}", path.read_bytes())


def together(parts: Iterable[Part]) -> Part:
    """Return several parts as one; the same asset may be in several of them."""
    pages: dict[str, Page] = {}
    assets: dict[str, Asset] = {}
    for part in parts:
        for page in part.pages:
            if page.file in pages:
                raise ValueError(f"two pages are {page.file}")
            pages[page.file] = page
        for file in part.assets:
            if assets.setdefault(file.path, file) != file or file.path in pages:
                raise ValueError(f"two files are {file.path}")
    return Part(tuple(pages.values()), tuple(assets.values()))


def data(path: str, value: object) -> Asset:
    r"""Return a data file, which a page loads with ``warlab.load(path)``."""
    # It is a script, because a page opened from a disk may load scripts but no other data.
    told = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    large = len(told) > LARGE
    text = f'"{packed(told)}", true' if large else told
    return Asset(path, f"warlab.data({json.dumps(path)},{text});\n".encode())
