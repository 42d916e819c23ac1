"""The tests are shared among workers as ``tests/support/workers.py`` says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from sim.machine.cores import cores
from tests.support import workers
from tests.support.places import ROOT

COLLECTED = [
    "tests/pages/test_pages.py::test_it_fits[war-390]",
    "tests/site/test_links.py::test_links",
    "tests/games/war/test_lanes.py::test_a_pass",
    "tests/games/pyanitsa/test_game.py::test_it",
    "sim/games/war/rules.py::sim.games.war.rules",
    "tests/stats/test_means.py::test_one[a::b]",
    "tests/stats/test_means.py::TestMean::test_two",
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


@pytest.fixture
def hooks(request: pytest.FixtureRequest) -> Any:
    """What pytest asks while it starts: ``tests/conftest.py``."""
    return request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))


def started(**options: object) -> pytest.Config:
    """Return what the hooks read of a configuration, by default that of ``make test``."""
    about = SimpleNamespace(
        option=SimpleNamespace(loadscopereorder=True),
        getoption={"--whole": False, "dist": "loadgroup", **options}.get,
        getvalue=lambda _: ["2*popen"],
    )
    return cast(pytest.Config, about)


def test_make_test_starts_a_worker_more_than_there_are_cores_and_shares_by_groups(
    hooks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_XDIST_AUTO_NUM_WORKERS", raising=False)
    config = started()
    assert hooks.pytest_xdist_auto_num_workers(config) == cores() + 1
    assert isinstance(hooks.pytest_xdist_make_scheduler(config, None), workers.InGroups)
    assert config.option.loadscopereorder is False


def test_make_verify_and_what_is_asked_for_are_left_to_xdist(
    hooks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = started(**{"--whole": True})
    assert hooks.pytest_xdist_auto_num_workers(whole) is None
    assert hooks.pytest_xdist_make_scheduler(whole, None) is None
    assert hooks.pytest_xdist_make_scheduler(started(dist="load"), None) is None
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "7")
    assert hooks.pytest_xdist_auto_num_workers(started()) is None


def test_workers_put_what_takes_longest_first_and_a_single_process_keeps_the_order(hooks: Any) -> None:
    items = [SimpleNamespace(nodeid=name) for name in reversed(COLLECTED)]
    hooks.pytest_collection_modifyitems(started(), items)
    assert [item.nodeid for item in items] == COLLECTED[::-1]
    config = cast(Any, started())
    config.workerinput = {}
    hooks.pytest_collection_modifyitems(config, items)
    due = [workers.turn(item.nodeid) for item in items]
    assert due == sorted(due)
    assert due[0] == 0
