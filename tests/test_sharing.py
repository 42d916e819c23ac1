"""The tests are shared among workers as ``tests/support/workers.py`` says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support import workers
from tests.support.places import ROOT

COLLECTED = [
    "tests/pages/test_pages.py::test_it_fits[war-390]",
    "tests/site/test_links.py::test_links",
    "tests/games/war/test_lanes.py::test_a_pass",
    "tests/games/pyanitsa/test_game.py::test_it",
    "sim/games/war/rules.py::sim.games.war.rules",
    "tests/stats/test_tails.py::test_one[a::b]",
    "tests/stats/test_tails.py::TestTail::test_two",
    "tests/test_files.py::test_it",
]


class Worker:
    """What the scheduler sees of a worker."""

    shutting_down = False

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.given: list[int] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.given += numbers

    def shutdown(self) -> None:
        self.shutting_down = True


def test_the_tests_of_a_group_go_to_one_worker_in_the_order_of_the_groups() -> None:
    option = SimpleNamespace(loadscopereorder=False)
    config = cast(pytest.Config, SimpleNamespace(option=option, getvalue=lambda _: ["2*popen"]))
    shared = workers.InGroups(config)
    two = [Worker("one"), Worker("two")]
    for worker in two:
        shared.add_node(cast(Any, worker))
        shared.add_node_collection(cast(Any, worker), COLLECTED)
    shared.schedule()
    # Two tests are not enough to wait for more, three are.
    assert [worker.given for worker in two] == [[0, 1, 5, 6], [2, 3, 4]]
    shared.mark_test_complete(cast(Any, two[1]), 2)
    assert two[1].given == [2, 3, 4, 7]


def test_what_takes_longest_is_first() -> None:
    collected = ["tests/test_files.py::test_it", "tests/games/war/test_lanes.py::test_a_pass", COLLECTED[0]]
    assert sorted(collected, key=workers.turn) == [COLLECTED[0], collected[1], collected[0]]


def test_the_groups_that_begin_exist() -> None:
    files = (ROOT / "tests").rglob("test_*.py")
    assert set(workers.FIRST) <= {workers.group(file.relative_to(ROOT).as_posix()) for file in files}
