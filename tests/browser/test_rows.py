"""Rows: a page's engine, with kernels as WebAssembly, plays the program's games under any answers about the rules."""

import base64
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import sim
from reports.page.page import content, playable
from reports.page.tables import Answers, Selection, asked
from reports.templating import source
from sim.browser.building import modules
from sim.contract.browser import by_hand
from sim.games import GAMES
from tests.support.browser import Browser, Page
from tests.support.tiers import size

QUICK = ("war", "beggar-my-neighbour", "gops", "casino-war")
"""The games whose modules the tests of the page need, too: the others are compiled by ``make verify``."""

PLAYED = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in playable()
]

MADE = """(async () => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.engine = await warlab.Engine.made(%s, %s.map(bytes));
})()"""

ROWS = """Object.fromEntries(Object.entries(engine.play(%s, %sn, %sn, %s)).map(
  ([name, values]) => [name, Array.from(values, Number)]))"""


@cache
def answers_of(name: str) -> Answers:
    """The questions of a game, none of them answered."""
    game = GAMES[name]
    assert game.in_browser is not None
    return asked(game, game.in_browser.questions, {})


@cache
def known_of(name: str, vectors: bool) -> str:
    """What the scripts of a game's page know about it."""
    return json.dumps(content(answers_of(name), vectors=vectors))


class Engine:
    """The engine of a page for a game, with vectors or without, in a page of its own."""

    def __init__(self, page: Page, name: str, vectors: bool) -> None:
        self.page = page
        self.answers = answers_of(name)
        made = modules(GAMES[name], lambda: None)
        used = [made[kind] for kind in sorted(made) if vectors or not kind]
        texts = [base64.b64encode(module).decode() for module in used]
        page.evaluate(source("page/assets/engine.js"))
        page.evaluate(MADE % (known_of(name, len(used) > 1), json.dumps(texts)))

    def play(
        self, selection: Selection, games: int, seed: int, first: int = 0
    ) -> dict[str, list[int]]:
        """The columns of games under some answers."""
        told: dict[str, list[int]] = self.page.evaluate(
            ROWS % (list(selection), seed, first, games)
        )
        return told

    def differing(
        self, selection: Selection, games: int, seed: int, first: int = 0
    ) -> list[str]:
        """The columns in which its games differ from the program's."""
        answers = self.answers
        played = self.play(selection, games, seed, first)
        rules = answers.rules(selection)
        rows = sim.play(
            answers.game.name,
            games,
            seed=seed,
            first=first,
            rules=answers.options(selection),
            policies=answers.policies(selection, rules.seats),
        )
        # A kernel writes whole units of columns of halves, and zeros for players who
        # do not take part.
        units = {
            column.name: column.per for column in answers.game.columns_under(rules)
        }
        wanted = {
            name: rows[name].to_physical().to_numpy() * units[name]
            if name in units
            else np.zeros(games)
            for name in played
        }
        return [
            name for name in played if not np.array_equal(played[name], wanted[name])
        ]


@pytest.fixture
def engine_of(started: Browser) -> Callable[..., Engine]:
    """Starts the engine of a game in a page of its own."""

    def make(name: str, vectors: bool = True) -> Engine:
        return Engine(started.open("about:blank", width=400), name, vectors)

    return make


def is_legal(answers: Answers, selection: Selection) -> bool:
    """Whether the rules of a selection do not exclude each other, and nobody plays by hand."""
    try:
        rules = answers.rules(selection)
    except sim.UserError:
        return False
    return by_hand not in (answers.policies(selection, rules.seats) or ())


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("vectors", [True, False], ids=["vectors", "plain"])
def test_the_default_rules_give_the_same_rows(
    name: str, vectors: bool, engine_of: Callable[..., Engine]
) -> None:
    engine = engine_of(name, vectors)
    for seed, first in ((1, 0), (2**64 - 1, 12_345)):
        usual = engine.answers.changed()
        assert not engine.differing(usual, size(2_000, 50_000), seed, first)


@pytest.mark.parametrize("name", PLAYED)
def test_random_rules_give_the_same_rows(
    name: str, engine_of: Callable[..., Engine]
) -> None:
    engine, draw, tried = engine_of(name), random.Random(2), 0
    while tried < size(30, 5_000):
        selection = tuple(draw.randrange(answers) for answers in engine.answers.sizes)
        if is_legal(engine.answers, selection):
            tried += 1
            assert not engine.differing(selection, 20, tried), selection


def test_a_wrong_setting_is_noticed(engine_of: Callable[..., Engine]) -> None:
    engine = engine_of("war", vectors=False)
    one_down = engine.play(engine.answers.changed(), 200, 5)
    rows = sim.play("war", 200, seed=5, rules={"face_down": 2})
    assert one_down["rounds"] != rows["rounds"].to_list()


def test_a_match_by_hand_waits_for_each_move(
    engine_of: Callable[..., Engine],
) -> None:
    engine = engine_of("gops")
    answers = engine.answers
    by = next(
        (question, answers.sizes[question] - 1)
        for question, asked in enumerate(answers.questions)
        if asked.seats == range(1)
    )
    selection = answers.changed(by)
    moves = [3, 1, 5, 2]

    def scripted(view: Any, chance: Any) -> int:
        return moves[5 - view.held]

    options = answers.options(selection)
    rows = sim.play(
        "gops", 1, seed=7, first=40, rules=options, policies=[scripted, "random"]
    )
    for made in range(5):
        told = engine.page.evaluate(
            f"engine.match({list(selection)}, 7n, 40n, {moves[:made]})"
        )
        assert told["over"] == (made == 4)
        if made < 4:
            left = {1, 2, 3, 4, 5} - {*moves[:made]}
            assert told["seen"]["hand"] == sum(1 << card for card in left)
    assert told["rows"]["score_0"] == rows["score_0"][0]
    assert told["rows"]["score_1"] == rows["score_1"][0]
