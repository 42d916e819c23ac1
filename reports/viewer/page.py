"""The page of one game, card by card, as a file that needs nothing else."""

import base64
import hashlib
import json

from reports.templating import colours, markup, render, source
from reports.viewer.steps import story
from sim.engine.replaying import Replay

SCRIPTS = ("viewer.js", "alone.js")


def document(replay: Replay) -> str:
    """A replay as an HTML document that shows the game card by card.

    Parameters
    ----------
    replay
        The game.

    Returns
    -------
    str
        A page of one file, whose policy allows its own script alone.
    """
    content = story(replay)
    # A card's text or a policy's name must not end the data.
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    script = "\n".join(source(f"viewer/assets/{name}") for name in SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheet = (
        colours() + source("templates/blocks.css") + source("viewer/assets/viewer.css")
    )
    text = render(
        "viewer/templates/replay.html.j2",
        story=content,
        data=markup(data.replace("<", "\\u003c")),
        css=markup(sheet),
        hash=digest,
    )
    # Put in last: the policy holds for this script to the letter.
    return text.replace("<script></script>", f"<script>{script}</script>")
