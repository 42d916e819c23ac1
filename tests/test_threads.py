"""Work spread over threads: nothing is lost or done twice, no workspace is shared, and interrupts act promptly."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from sim.machine.threads import Threads

WORKERS = [1, 2, 5]


@pytest.mark.parametrize("workers", WORKERS)
@pytest.mark.parametrize("tasks", [0, 1, 2, 50])
def test_every_task_is_done_once(workers: int, tasks: int) -> None:
    def work(task: int, place: list[int]) -> int:
        time.sleep(0.002 * (task % 3 == 0))
        place.append(task)
        return -task

    places: list[list[int]] = []

    def place() -> list[int]:
        places.append([])
        return places[-1]

    with Threads(workers, place) as threads:
        assert list(threads.in_order(range(tasks), work)) == [-task for task in range(tasks)]
        assert sorted(threads.as_done(range(tasks), work)) == sorted(-task for task in range(tasks))
    assert sorted(task for done in places for task in done) == sorted(2 * list(range(tasks)))
    assert len(places) <= workers


def test_no_two_threads_share_a_workspace() -> None:
    def work(task: int, place: dict[str, int]) -> bool:
        mine = threading.get_ident()
        place["thread"] = mine
        time.sleep(0.002)
        return place["thread"] == mine

    with Threads(4, dict[str, int]) as threads:
        assert all(threads.as_done(range(40), work))


def test_results_come_as_finished_unless_the_order_is_kept() -> None:
    go = threading.Event()

    def work(task: int, _: None) -> int:
        if task == 0:
            assert go.wait(120)
        return task

    with Threads(2, lambda: None) as threads:
        results = threads.as_done([0, 1], work)
        assert next(results) == 1
        go.set()
        assert list(results) == [0]

    def slow_first(task: int, _: None) -> int:
        time.sleep(0.1 * (task == 0))
        return task

    with Threads(2, lambda: None) as threads:
        assert list(threads.in_order([0, 1], slow_first)) == [0, 1]


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for task in range(10_000):
            taken += 1
            yield task

    with Threads(3, lambda: None) as threads:
        results = threads.in_order(tasks(), lambda task, _: task)
        assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
        assert taken < 30


@pytest.mark.parametrize("workers", WORKERS)
def test_an_error_is_raised_and_ends_the_work(workers: int) -> None:
    done = []

    def work(task: int, _: None) -> int:
        if task == 3:
            raise ArithmeticError("no")
        done.append(task)
        return task

    with pytest.raises(ArithmeticError, match="no"), Threads(workers, lambda: None) as threads:
        list(threads.in_order(range(1000), work))
    assert len(done) < 100


def test_an_interrupt_does_not_wait_for_the_work() -> None:
    """The main thread wakes up for it, and work that checks whether it is wanted stops at once."""
    started = time.perf_counter()
    main = threading.main_thread().ident
    assert main is not None

    def work(task: int, _: None) -> None:
        if task == 0:
            # By now the main thread waits for this.
            time.sleep(0.3)
            signal.pthread_kill(main, signal.SIGINT)
        while threads.going() and time.perf_counter() < started + 120:
            time.sleep(0.005)

    with pytest.raises(KeyboardInterrupt), Threads(2, lambda: None) as threads:
        list(threads.in_order(range(8), work))
    assert time.perf_counter() < started + 60
