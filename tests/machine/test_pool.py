"""The pool gives the same results whoever works, keeps little in hand, and stops when it is closed."""

import concurrent.futures
import os
import signal
import threading
import time
from contextlib import closing

import pytest

from sim.errors import UserError
from sim.machine import pool
from sim.machine.interrupts import requests_to_end
from sim.machine.pool import AHEAD, Workspaces, results
from sim.machine.workers import Workers, chosen


def squared(number, going):
    assert going()
    return number * number


def noted(folder):
    """The numbers from 0 on, without end; each is noted in a folder when it is taken."""
    number = 0
    while True:
        (folder / str(number)).touch()
        yield number
        number += 1


ANYBODY = [Workers(), Workers(2), Workers(5), Workers(2, "loky")]


@pytest.mark.parametrize("workers", ANYBODY, ids=str)
def test_results_are_those_of_the_tasks_whoever_works(workers):
    squares = [number * number for number in range(23)]
    assert list(results(squared, range(23), workers, ordered=True)) == squares
    assert sorted(results(squared, range(23), workers)) == squares
    assert list(results(squared, [], workers)) == []


def test_the_order_of_the_tasks_is_kept_if_it_is_wanted():
    first_may_end = threading.Event()

    def work(number, going):
        if number == 0:
            first_may_end.wait()
        return number

    found = results(work, range(2), Workers(2))
    assert next(found) == 1
    first_may_end.set()
    assert next(found) == 0
    assert list(results(work, range(8), Workers(4), ordered=True)) == list(range(8))


@pytest.mark.parametrize("workers", ANYBODY, ids=str)
def test_few_tasks_are_taken_ahead_and_none_after_the_end(workers, tmp_path):
    most = AHEAD * workers.count
    with closing(results(squared, noted(tmp_path), workers)) as found:
        for done in range(1, 10):
            next(found)
            assert len(list(tmp_path.iterdir())) <= done + most
    taken = len(list(tmp_path.iterdir()))
    time.sleep(0.05)
    assert len(list(tmp_path.iterdir())) == taken


def test_running_work_learns_that_it_is_not_wanted_any_more():
    ended = []
    begun = threading.Barrier(3)

    def wait(number, going):
        begun.wait()
        while number and going():
            time.sleep(0.001)
        ended.append(number)
        return number

    with closing(results(wait, range(3), Workers(3))) as found:
        assert next(found) == 0
    assert sorted(ended) == [0, 1, 2]


@pytest.mark.parametrize("workers", ANYBODY, ids=str)
def test_an_error_of_the_work_ends_it(workers):
    def refuse(number, going):
        if number == 2:
            raise UserError("not 2")
        return number

    with pytest.raises(UserError, match="not 2"):
        list(results(refuse, range(5), workers))


def test_an_interrupt_waits_until_the_pool_has_waited(monkeypatch):
    """An exception amid the wait could leave a lock of it released twice."""
    waited = []

    def interrupted(futures, **options):
        os.kill(os.getpid(), signal.SIGINT)
        done = concurrent.futures.wait(futures, **options)
        waited.append(len(done.done))
        return done

    monkeypatch.setattr(pool, "wait", interrupted)
    with requests_to_end(), pytest.raises(KeyboardInterrupt):
        list(results(squared, range(9), Workers(2)))
    assert len(waited) == 1


def test_threads_do_not_share_a_workspace_and_use_them_again():
    made = []
    places = Workspaces(lambda: made.append(None) or threading.Lock())

    def use(number, going):
        with places.lent() as place:
            assert place.acquire(blocking=False)
            time.sleep(0.001)
            place.release()
        return number

    assert len(list(results(use, range(50), Workers(3)))) == 50
    assert len(made) <= 3


def test_joblib_says_who_works_unless_the_caller_does():
    from joblib import parallel_config

    assert chosen(None, None, None) == Workers()
    with parallel_config(backend="loky", n_jobs=3):
        assert chosen(None, None, None) == Workers(3, "loky")
        assert chosen(None, 2, None) == Workers(2, "loky")
        assert chosen("threading", None, None) == Workers()
    with (
        parallel_config(backend="multiprocessing", n_jobs=2),
        pytest.raises(
            UserError,
            match="joblib is set to MultiprocessingBackend, which runs cannot",
        ),
    ):
        chosen(None, None, None)
