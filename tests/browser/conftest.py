"""What the tests of kernels in the browser share: the modules of a game, compiled once, and what a page knows of it."""

from functools import cache

import pytest

from reports.page.layout import described
from reports.page.tables import asked
from sim.browser.building import modules
from sim.games import GAMES
from tests.browser.machine import Machine


def prepare(name):
    """The questions of a game, and a machine that plays it."""
    game = GAMES[name]
    answers = asked(game, game.in_browser.questions, {})
    made = modules(game, lambda: None)
    vectors = True in made
    return answers, Machine(described(answers, vectors=vectors), made, answers.sizes)


@pytest.fixture(scope="session")
def prepared():
    """The questions of a game by its name, and a machine that plays it."""
    return cache(prepare)
