"""Pages of replays: the remarkable games with their data files, and one game as a page of its own."""

import base64
import hashlib
import json
from collections.abc import Sequence

from reports.numbers import whole
from reports.site.page import Page, Part, asset, data
from reports.site.viewer.selection import AMONG, Chosen
from reports.site.viewer.steps import story
from reports.templating import colours, markup, render, source
from sim.engine.replaying import Replay

_ALONE = ("numbers.js", "curves.js", "viewer.js", "game.js")

_START = """"use strict";
var warlab = { load: async () => (%s) };
"""


def document(replay: Replay) -> str:
    """Return a replay as an HTML document that shows the game card by card."""
    told = story(replay)
    # A card's text or a policy's name must not end the script.
    data = json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace(
        "<", "\\u003c"
    )
    script = _START % data + "\n".join(asset(name).content.decode() for name in _ALONE)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheet = [
        colours(),
        source("templates/blocks.css"),
        source("site/assets/site.css"),
        source("site/assets/tools.css"),
    ]
    text = render(
        "site/templates/replay.html.j2",
        title=told["title"],
        rules=told["rules"],
        css=markup("\n".join(sheet)),
        hash=digest,
    )
    # Put in last: the policy holds for this script to the letter.
    return text.replace("<script></script>", f"<script>{script}</script>")


PATH = "games/replays/"

SCRIPTS = ("numbers.js", "curves.js", "viewer.js", "opened.js", "game.js")


def part(games: Sequence[tuple[Chosen, Replay]]) -> Part:
    """Return the page and the games."""
    page = Page(
        path=PATH,
        title="Games card by card",
        description="Remarkable games of War and its relatives to step through: cards, ties and how the packets grow.",
        body=render(
            "site/templates/replays.html.j2",
            games=[(chosen.key, chosen.words) for chosen, _ in games],
            among=whole(AMONG),
        ),
        section="games",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="replay viewer step longest shortest comeback",
    )
    files = [
        data(f"data/replays/{chosen.key}.js", story(replay)) for chosen, replay in games
    ]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
