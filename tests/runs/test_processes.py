"""Work in other processes: in order, with its errors, and ended with the process that asked for it."""

from __future__ import annotations

import os
import signal

import pytest

from sim.errors import UserError
from sim.machine.processes import in_processes


def double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def kill(number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(number: int) -> None:
    raise UserError(f"not {number}")


def test_results_come_in_order_from_other_processes() -> None:
    found = list(in_processes(double, range(9), 2))
    assert [value for value, _ in found] == [0, 2, 4, 6, 8, 10, 12, 14, 16]
    assert os.getpid() not in {process for _, process in found}


@pytest.mark.parametrize(("tasks", "workers"), [((3,), 2), ((1, 2, 3), 1), ((), 2)])
def test_little_work_stays_here(tasks: tuple[int, ...], workers: int) -> None:
    assert list(in_processes(double, tasks, workers)) == [(2 * task, os.getpid()) for task in tasks]


def test_a_mistake_arrives_as_it_was_made() -> None:
    with pytest.raises(UserError, match="not 1"):
        list(in_processes(refuse, [1, 2], 2))


def test_a_killed_process_is_an_error_with_a_cure() -> None:
    with pytest.raises(UserError, match=r"a worker process was killed.*fewer --workers"):
        list(in_processes(kill, [1, 2], 2))
