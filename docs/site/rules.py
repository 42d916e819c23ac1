"""Your rules: pages on which the visitor's browser plays, and the plain table for those whose browser cannot."""

from collections.abc import Callable
from typing import Any

import polars as pl

from docs.site.frame import Files, alone, page, render
from reports.labels import phrase
from reports.numbers import estimate, span
from reports.page.page import answers_of, document, playable
from sim.browser.building import modules
from sim.catalogue.kept import FACE_DOWN, USUAL_WON, rows_of
from sim.games import GAMES, find_game
from sim.scenario.models import SECONDS_PER_PLAY

MINUTES = SECONDS_PER_PLAY / 60
"""For a card of each player."""

WON = {
    "winner-first": {"pickup": "winner-first"},
    "shuffled": {"pickup": "shuffled"},
    "pile": {"captured": "pile-shuffled"},
}
"""The options that put won cards somewhere."""


def pages(tell: Callable[[], object]) -> Files:
    """The pages that play, and the one that leads to them.

    Parameters
    ----------
    tell
        Called if a module has to be compiled.
    """
    games = {name: GAMES[name] for name in playable()}
    body = render(
        "pages/rules.html.j2", games=games, places=places(), rows=kept_answers()
    )
    files = page(
        "rules.html",
        "How long would your rules last?",
        "Choose your rules of War, and let your browser play thousands of games.",
        body,
    )
    for name, game in games.items():
        text = document(answers_of(game, game.rules()), modules(game, tell))
        files |= alone(f"play/{name}.html", text, plays=True)
    return files


def kept_answers() -> list[dict[str, Any]]:
    """How long War lasts for two players, by the cards face down and by where won cards go.

    Returns
    -------
    list of dict
        ``rules``, the cards face down in words; and ``cells``, for each place of won
        cards the ``minutes`` on average, the interval ``between`` at 99 %, and
        ``rounds``.
    """
    war = find_game("war")
    rows = []
    for down in FACE_DOWN:
        rules = [war.rules.of({"face_down": down, **WON[won]}) for won in USUAL_WON]
        cells = [_numbers(rows_of(given.changed())) for given in rules]
        rows.append({"rules": phrase(war, "face_down", down), "cells": cells})
    return rows


def places() -> list[str]:
    """Where won cards go, in words."""
    war = find_game("war")
    return [
        phrase(war, option, value)
        for won in USUAL_WON
        for option, value in WON[won].items()
    ]


def _numbers(rows: pl.DataFrame) -> dict[str, str]:
    """What a rule set's cell of the table has."""
    means = {row["statistic"]: row for row in rows.iter_rows(named=True)}
    plays = means["plays mean"]
    rounds = means["rounds mean"]
    minutes = [MINUTES * plays[end] for end in ("value", "low", "high")]
    return {
        "minutes": estimate(*minutes),
        "between": span(*minutes[1:]),
        "rounds": estimate(rounds["value"], rounds["low"], rounds["high"]),
    }
