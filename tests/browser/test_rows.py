"""Rows: kernels as WebAssembly play the same games as the program, whatever the answers about the rules."""

import random

import numpy as np
import pytest

import sim
from reports.page.page import playable
from sim.contract.browser import by_hand
from tests.support.tiers import size

QUICK = ("war", "beggar-my-neighbour", "gops", "casino-war")
"""The games whose modules the tests of the page need, too: the others are compiled by ``make verify``."""

GAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in playable()
]


def differing(prepared, selection, games, *, seed=5, first=0, vectors=True):
    """The columns in which a machine's games differ from the program's."""
    answers, machine = prepared
    played = machine.play(selection, games, seed=seed, first=first, vectors=vectors)
    rules = answers.rules(selection)
    rows = sim.play(
        answers.game.name,
        games,
        seed=seed,
        first=first,
        rules=answers.options(selection),
        policies=answers.policies(selection, rules.seats),
    )
    # A kernel writes whole units of columns of halves.
    units = {column.name: column.per for column in answers.game.columns_under(rules)}
    # Players who do not take part have columns of zeros on the page.
    wanted = {
        name: rows[name].to_physical().to_numpy() * units[name]
        if name in units
        else np.zeros(games)
        for name in played
    }
    return [
        name
        for name, values in played.items()
        if not np.array_equal(values, wanted[name])
    ]


def is_legal(answers, selection):
    """Whether the rules of a selection do not exclude each other, and nobody plays by hand."""
    try:
        rules = answers.rules(selection)
    except sim.UserError:
        return False
    return by_hand not in (answers.policies(selection, rules.seats) or ())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vectors", [True, False], ids=["vectors", "plain"])
def test_the_default_rules_give_the_same_rows(name, vectors, prepared):
    for seed, first in ((1, 0), (2**64 - 1, 12_345)):
        answers = prepared(name)[0]
        assert not differing(
            prepared(name),
            answers.changed(),
            size(2_000, 50_000),
            seed=seed,
            first=first,
            vectors=vectors,
        )


@pytest.mark.parametrize("name", GAMES)
def test_random_rules_give_the_same_rows(name, prepared):
    answers, draw, tried = prepared(name)[0], random.Random(2), 0
    while tried < size(30, 5_000):
        selection = tuple(draw.randrange(answers) for answers in answers.sizes)
        if is_legal(answers, selection):
            tried += 1
            assert not differing(prepared(name), selection, 20, seed=tried), selection


def test_a_wrong_setting_is_noticed(prepared):
    answers, machine = prepared("war")
    one_down = machine.play(answers.changed(), 200, seed=5, vectors=False)
    rows = sim.play("war", 200, seed=5, rules={"face_down": 2})
    assert not np.array_equal(one_down["rounds"], rows["rounds"].to_numpy())


def test_a_match_by_hand_waits_for_each_move(prepared):
    answers, machine = prepared("gops")
    by = next(
        (question, answers.sizes[question] - 1)
        for question, asked in enumerate(answers.questions)
        if asked.seats == range(1)
    )
    selection, match = answers.changed(by), machine.page["match"]
    moves = [3, 1, 5, 2]

    def scripted(view, chance):
        return moves[5 - view.held]

    options = answers.options(selection)
    rows = sim.play(
        "gops", 1, seed=7, first=40, rules=options, policies=[scripted, "random"]
    )
    for made in range(5):
        played = machine.play(selection, 1, seed=7, first=40, moves=moves[:made])
        waits = machine.read(match["fault"], "int64", 1)[0]
        assert waits == (made < 4)
        words = machine.read(match["view"], "int64", 40)
        if waits:
            left = {1, 2, 3, 4, 5} - {*moves[:made]}
            assert words[match["fields"]["hand"][0] // 8] == sum(1 << c for c in left)
    assert played["score_0"] == rows["score_0"][0]
    assert played["score_1"] == rows["score_1"][0]


@pytest.mark.parametrize("name", GAMES)
def test_modules_import_only_memory_stack_and_table(name, prepared):
    machine = prepared(name)[1]
    assert machine.imported <= {
        "__linear_memory",
        "__stack_pointer",
        "__indirect_function_table",
    }
