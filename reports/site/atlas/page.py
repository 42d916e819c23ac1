"""The page "Your rules" and its data files: pickers over the rule sets of :mod:`reports.site.atlas.grid`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reports.numbers import whole
from reports.site.atlas.grid import FACE_DOWN, FIGHTERS, JOKERS, PLAYERS, RUN_OUT, WON
from reports.site.atlas.tables import Table
from reports.site.data import data
from reports.site.page import Page, Part, asset
from reports.templating import render
from sim.contract.vocabulary import number_word

PATH = "rules/yours/"

SCRIPTS = ("numbers.js", "answers.js", "curves.js", "yours.js")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to a question: its value, what stands beside its button, and what it is called in a list."""

    value: str
    label: str
    words: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What the reader picks: the name of the field, the question, and the choices."""

    name: str
    text: str
    choices: tuple[Choice, ...]


def _players(count: int) -> Choice:
    return Choice(str(count), str(count), f"{number_word(count)} players")


def _face_down(count: int) -> Choice:
    words = f"{number_word(count)} card{'' if count == 1 else 's'} down"
    return Choice(str(count), "none" if count == 0 else str(count), "no cards down" if not count else words)


_RUN_OUT = {
    "lose": Choice("lose", "loses the game", "running short loses"),
    "last-card": Choice(
        "last-card",
        "turns up the last card, which stands",
        "last card stands",
        "for every battle of that war",
    ),
    "all-in": Choice(
        "all-in",
        "lays all they have, the last one up",
        "all cards in, last one up",
        "and loses if that ties again",
    ),
    "fewest": Choice(
        "fewest", "everyone lays only as many", "all lay as few as the poorest", "the last of them face up"
    ),
}

_WON = {
    "shuffled": Choice("shuffled", "under the packet, as they come", "won cards shuffled", "in any order"),
    "winner-first": Choice(
        "winner-first",
        "under the packet, the winner’s first",
        "winner’s cards first",
        "always in the same order",
    ),
    "loser-first": Choice(
        "loser-first", "under the packet, the loser’s first", "loser’s cards first", "two players only"
    ),
    "pile": Choice("pile", "on a pile", "won cards on a pile", "shuffled when the packet is used up"),
}

_JOKERS = {0: Choice("0", "no", ""), 2: Choice("2", "two, above the aces", "two jokers")}

_FIGHTERS = {
    "all": Choice("all", "everyone", "everyone fights"),
    "tied": Choice("tied", "only the players who tied", "only the tied fight"),
}

QUESTIONS = (
    Question("players", "Players", tuple(map(_players, PLAYERS))),
    Question("face_down", "Cards face down in a war", tuple(map(_face_down, FACE_DOWN))),
    Question("won", "Won cards go", tuple(_WON[won] for won in WON)),
    Question("run_out", "A player short of cards in a war", tuple(_RUN_OUT[rule] for rule in RUN_OUT)),
    Question("jokers", "Jokers", tuple(_JOKERS[jokers] for jokers in JOKERS)),
    Question("fighters", "A war is fought by", tuple(_FIGHTERS[who] for who in FIGHTERS)),
)


def part(tables: Mapping[str, Table]) -> Part:
    """Return the page and its data."""
    games = {key: int(table["games"]) for key, table in tables.items()}
    two = [count for key, count in games.items() if key.startswith("2")]
    more = [count for key, count in games.items() if not key.startswith("2")]
    body = render(
        "site/templates/yours.html.j2",
        questions=QUESTIONS,
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
        wide=True,
    )
    files = [data(f"data/rules/{key}.js", table) for key, table in tables.items()]
    return Part((page,), (*files, asset("tools.css"), *map(asset, SCRIPTS)))
