"""Processes that are killed: an error with a cure."""

import os
import signal

import pytest

from sim.errors import UserError
from sim.machine.pool import results
from sim.machine.workers import Workers


def kill(number, going):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_a_killed_process_is_an_error_with_a_cure():
    with pytest.raises(UserError, match=r"a worker process was killed.*fewer workers"):
        list(results(kill, [1, 2], Workers(2, "loky")))
