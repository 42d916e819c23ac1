"""The page of one game, card by card, as a file that needs nothing else."""

import base64
import hashlib
import json

from reports.templating import colours, markup, render, source
from reports.viewer.steps import story
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
    script = _START % data + "\n".join(
        source(f"viewer/assets/{name}") for name in _ALONE
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheet = [
        colours(),
        source("templates/blocks.css"),
        source("viewer/assets/site.css"),
        source("viewer/assets/tools.css"),
    ]
    text = render(
        "viewer/templates/replay.html.j2",
        title=told["title"],
        rules=told["rules"],
        css=markup("\n".join(sheet)),
        hash=digest,
    )
    # Put in last: the policy holds for this script to the letter.
    return text.replace("<script></script>", f"<script>{script}</script>")
