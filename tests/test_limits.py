"""The valid numbers, and the refusal of others: the same in Python, scenarios and commands."""

import numpy as np
import psutil
import pytest

import sim
from sim.commands import arguments
from sim.errors import UserError
from sim.limits import (
    MOST_BLOCK,
    MOST_NUMBER,
    MOST_SEED,
    MOST_WORKERS,
    check_games,
    check_number,
    check_range,
    check_seed,
)
from sim.machine.resources import check_memory, check_workers, cores


@pytest.mark.parametrize(
    ("check", "most"),
    [(check_seed, MOST_SEED), (check_number, MOST_NUMBER), (check_games, MOST_NUMBER)],
)
def test_the_ends_of_the_ranges(check, most):
    assert (check(0), check(most)) == (0, most)
    for wrong in (-1, most + 1, 1.5, True, np.bool_(True), "1", None, [1]):
        with pytest.raises(UserError, match="a whole number from 0 to"):
            check(wrong)


def test_a_block_that_no_worker_could_hold_is_refused(tmp_path):
    with pytest.raises(
        UserError,
        match=r"^block_games: 10000001 is not a valid number of games; give a whole number",
    ):
        sim.run("quick", tmp_path / "run", block_games=MOST_BLOCK + 1)
    assert not (tmp_path / "run").exists()


def test_numpys_numbers_play_the_same_games():
    played = sim.play(
        "war", np.int32(3), seed=np.uint64(4), first=np.int64(2), workers=np.int8(2)
    )
    assert played.equals(sim.play("war", 3, seed=4, first=2))
    assert sim.replay("war", np.int64(3), seed=np.uint8(4)).number == 3


@pytest.mark.parametrize(
    ("first", "games"),
    [(-1, 1), (0, 0), (0, 1.5), (True, 1), (2**62, 1), (1, 2**62), ("0", 1)],
)
def test_invalid_game_numbers_are_refused(first, games):
    with pytest.raises(UserError, match="whole number from"):
        check_range(first, games)


def test_the_last_game_of_all_can_be_played():
    assert check_range(MOST_NUMBER, 1) == (MOST_NUMBER, MOST_NUMBER + 1)
    assert check_range(np.int64(3), np.uint8(2)) == (3, 5)
    with pytest.raises(UserError, match="start lower, or play fewer"):
        check_range(MOST_NUMBER, 2)


@pytest.mark.parametrize("workers", [0, -2, MOST_WORKERS + 1, 1.0, True, "2", None])
def test_invalid_numbers_of_workers_are_refused(workers):
    with pytest.raises(
        UserError,
        match=r"workers: .* is not a valid number of workers; give a whole number",
    ):
        check_workers(workers)


def test_all_cores():
    assert check_workers(-1) == cores() == arguments.worker_count(None)
    assert 1 <= cores() <= MOST_WORKERS


def test_memory_is_checked_against_the_free_memory():
    check_memory(0, "nothing", "")
    with pytest.raises(
        UserError,
        match=r"everything would take .* of memory, but only .* are free; ask for less",
    ):
        check_memory(psutil.virtual_memory().total, "everything", "ask for less")
