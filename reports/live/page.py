"""The page of live play, in the frame of the site, and the files that it loads."""

from pathlib import Path

from reports.live.limits import MOST_GAMES, MOST_VARIANTS
from reports.site import shell
from reports.site.page import Page, asset
from reports.templating import render, source

PATH = shell.LIVE
_KINDS = {".css": "text/css", ".js": "text/javascript", ".html": "text/html"}

SCRIPTS = ("live-charts.js", "live-form.js", "live-results.js", "live.js")
STYLES = ("live.css",)

VIEWER_SCRIPTS = ("numbers.js", "curves.js", "viewer.js")
VIEWER_STYLES = ("tools.css",)
"""What the site's viewer of games consists of."""


def files(site: Path | None) -> dict[str, tuple[bytes, str]]:
    """Return the files of live play by their path from the top: their content and their media type."""
    shared = (*shell.assets(), *map(asset, (*VIEWER_SCRIPTS, *VIEWER_STYLES)))
    contents = {asset_file.path: asset_file.content for asset_file in shared}
    for name in (*SCRIPTS, *STYLES):
        contents[f"assets/{name}"] = source(f"live/assets/{name}").encode()
    # The pages of a site have links to live play, which are shown where it is.
    hidden = b".of-live { display: none; }"
    contents["assets/site.css"] = contents["assets/site.css"].replace(hidden, b"")
    document = shell.document(_page(), _pages(site)).encode()
    contents |= {PATH: document, f"{PATH}index.html": document}
    return {
        path: (content, _KINDS[Path(path).suffix or ".html"])
        for path, content in contents.items()
    }


def missing(site: Path | None) -> bytes:
    """Return the page that is sent where there is none."""
    pages = _pages(site)
    return shell.document(shell.missing(pages), pages).encode()


def _page() -> Page:
    return Page(
        path=PATH,
        title="Any rules, live",
        description="Play any rules of any game and watch the answer become certain.",
        body=render(
            "live/templates/live.html.j2",
            most_games=MOST_GAMES,
            most_variants=MOST_VARIANTS,
        ),
        section="live",
        styles=(*VIEWER_STYLES, *STYLES),
        scripts=(*VIEWER_SCRIPTS, *SCRIPTS),
    )


def _pages(site: Path | None) -> set[str]:
    """Return the pages of a site that the navigation can lead to."""
    if site is None:
        return {PATH}
    targets = (target for _, target in shell.SECTIONS.values())
    return {
        PATH,
        *(
            target
            for target in (*targets, "search/")
            if (site / target / "index.html").is_file()
        ),
    }
