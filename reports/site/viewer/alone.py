"""One game as one self-contained page: no network, no other file, and a policy that allows no script but its own."""

from __future__ import annotations

import base64
import hashlib
import json

from reports.site.page import asset
from reports.site.viewer.steps import story
from reports.templating import colours, markup, render, source
from sim.engine.replaying import Replay

SCRIPTS = ("numbers.js", "curves.js", "viewer.js", "game.js")

_START = """"use strict";
var warlab = { load: async () => (%s) };
"""


def page(replay: Replay) -> str:
    """Return a replay as an HTML document that shows the game card by card."""
    told = story(replay)
    # A card's text or a policy's name must not end the script.
    data = json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script = _START % data + "\n".join(asset(name).content.decode() for name in SCRIPTS)
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
