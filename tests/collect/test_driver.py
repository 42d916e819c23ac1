"""The driver plays every game once, in blocks, and its counts do not depend on how."""

from collections import Counter

import pytest

from sim.collect.driver import collect, collected
from sim.collect.tasks import Counting, GamesTask, Rows
from sim.engine.rows import play
from sim.games import find_game
from sim.machine.workers import Workers
from sim.stats.precision import Verdict

WAR = find_game("war")


def numbers(first, games, going):
    """Counts each game by its number."""
    return Counter(range(first, first + games))


TASK = Counting(Counter(), numbers)


def games_done(steps):
    return [step.games_done for step in steps]


@pytest.mark.parametrize("workers", [Workers(), Workers(3)])
@pytest.mark.parametrize("size", [1, 7, 100, None])
def test_every_game_is_played_once(workers, size):
    *_, last = collect(TASK, (5, 45), workers, size=size)
    assert last.counted == Counter(range(5, 45))
    assert last.ledger == ((5, 45),)
    assert (last.games_done, last.games_planned, last.games_before) == (40, 40, 0)


def test_progress_comes_at_first_and_after_each_block():
    assert games_done(list(collect(TASK, (0, 10), Workers(), size=4))) == [0, 4, 8, 10]


def test_what_was_counted_before_is_not_played_again():
    before = Counter([0, 1, 2, 6, 7])
    ledger = ((0, 3), (6, 8))
    steps = list(
        collect(TASK, (0, 10), Workers(), size=5, counted=before, ledger=ledger)
    )
    assert steps[-1].counted == Counter(range(10))
    assert steps[-1].games_before == 5
    assert games_done(steps) == [5, 7, 8, 10]
    *_, last = collect(TASK, (0, 10), Workers(), counted=before, ledger=((0, 10),))
    assert last.counted == before


def test_it_stops_at_a_look_at_which_the_counts_are_enough():
    """Looks come after 10,000, 15,000 and 22,500 games, in the order of their numbers."""
    seen = []

    def judge(counts):
        seen.append(counts)
        return Verdict(len(counts) >= 15_000, None, None, "enough")

    for workers, size in ((Workers(), 10_000), (Workers(3), 999)):
        seen.clear()
        *_, last = collect(TASK, (7, 100_007), workers, judge, size=size)
        assert seen == [Counter(range(7, 10_007)), Counter(range(7, 15_007))]
        assert last.is_known
        assert last.counted == seen[-1]


def test_rows_come_in_the_order_of_the_games():
    rows = Rows({20: [[3]], 0: [[1]]}) + Rows({10: [[2]]})
    assert [array.tolist() for array in rows.joined()] == [[1, 2, 3]]


@pytest.mark.parametrize("keep", [False, True])
def test_tallies_are_those_of_the_rows_of_play(keep):
    rules = {"one": WAR.rules.of(), "none": WAR.rules.of({"face_down": 0})}
    task = GamesTask(WAR, rules, 3, keep=keep)
    tallies = collected(task, 500, first=100, workers=2, size=90)
    for name, options in rules.items():
        rows = play("war", 500, seed=3, first=100, rules=options.as_dict())
        rounds = tallies.histogram(name, "rounds")
        counted = dict(zip(rounds.values.tolist(), rounds.counts.tolist(), strict=True))
        assert counted == Counter(rows["rounds"].to_list())
