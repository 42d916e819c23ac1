"""The page "Your rules" and its data files: pickers over the rule sets of :mod:`docs.site.atlas.grid`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from docs.site.atlas.grid import (
    FACE_DOWN,
    FIGHTERS,
    JOKERS,
    PLAYERS,
    RUN_OUT,
    USUAL,
    WON,
    alike,
)
from docs.site.atlas.tables import Table
from docs.site.page import Page, Part, asset, data
from docs.site.templates import render
from reports.labels import phrase
from reports.numbers import whole
from sim.games import find_game

PATH = "rules/yours/"

WON_CARDS = "won cards "
"""What a value in a list says of itself, and a button below "Won cards go" need not."""

SCRIPTS = ("numbers.js", "answers.js", "curves.js", "yours.js")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to a question: its value, what stands beside its button, and what it is called in a list."""

    value: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader picks: the name of the field, the question, and the choices."""

    name: str
    text: str
    choices: tuple[Choice, ...]


def _choice(value: Any, option: str, label: str = "") -> Choice:
    """Return a value of an option of War in the words of the game's vocabulary."""
    words = phrase(find_game("war"), option, value)
    return Choice(str(value), label or words.removeprefix(WON_CARDS), words)


def _won(won: str) -> Choice:
    if won == "pile":
        return replace(_choice("pile-shuffled", "captured"), value=won)
    return _choice(won, "pickup")


QUESTIONS = (
    Question(
        "players",
        "Players",
        tuple(_choice(count, "players", str(count)) for count in PLAYERS),
    ),
    Question(
        "face_down",
        "Cards face down in a war",
        tuple(_choice(count, "face_down", str(count or "none")) for count in FACE_DOWN),
    ),
    Question("won", "Won cards go", tuple(map(_won, WON))),
    Question(
        "run_out",
        "A player short of cards in a war",
        tuple(_choice(rule, "run_out") for rule in RUN_OUT),
    ),
    Question("jokers", "Jokers", tuple(_choice(jokers, "jokers") for jokers in JOKERS)),
    Question(
        "fighters",
        "A war is fought by",
        tuple(_choice(who, "fighters") for who in FIGHTERS),
    ),
)


def part(tables: Mapping[str, Table]) -> Part:
    """Return the page and its data."""
    games = {key: int(table["games"]) for key, table in tables.items()}
    two = [count for key, count in games.items() if key.startswith("2")]
    more = [count for key, count in games.items() if not key.startswith("2")]
    body = render(
        "pages/yours.html.j2",
        questions=QUESTIONS,
        usual=USUAL,
        count=whole(len(tables)),
        games=whole(max(two, default=0)),
        fewer=whole(max(more, default=0)),
        fewest=whole(min(more, default=0)),
    )
    page = Page(
        path=PATH,
        title="How long would your rules last?",
        description="Pick your rules of War and see how long a game lasts, how likely it is to take over an hour, "
        "and how much the aces matter.",
        body=body,
        section="rules",
        styles=("tools.css",),
        scripts=SCRIPTS,
        words="house rules picker minutes hours endless aces compare",
    )
    files = [data(f"data/rules/{key}.js", table) for key, table in tables.items()]
    files.append(data("data/rules/alike.js", alike()))
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
