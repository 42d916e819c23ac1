"""Your rules: pages on which the visitor's browser plays."""

from collections.abc import Callable

from docs.site.frame import Files, page, render
from reports.page.page import answers_of, document, playable
from sim.browser.building import modules
from sim.games import GAMES
from sim.scenario.models import SECONDS_PER_PLAY

MINUTES = SECONDS_PER_PLAY / 60
"""For a card of each player."""

START = "<body>\n<main>\n"
"""Where the contents of a game's page begin."""


def pages(tell: Callable[[], object]) -> Files:
    """The pages that play, and the one that leads to them.

    Parameters
    ----------
    tell
        Called if a module has to be compiled.
    """
    games = {name: GAMES[name] for name in playable()}
    body = render("pages/rules.html.j2", games=games)
    files = page(
        "rules.html",
        "How long would your rules last?",
        "Choose your rules of War, and let your browser play thousands of games.",
        body,
    )
    back = render("pages/back.html.j2")
    for name, game in games.items():
        text = document(answers_of(game, game.rules()), modules(game, tell))
        assert START in text
        files[f"play/{name}.html"] = text.replace(START, START + back, 1).encode()
    return files
