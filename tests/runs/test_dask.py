"""Runs with the dask backend have the content that runs with threads have."""

import signal
from importlib.util import find_spec

import pytest

from sim.errors import UserError
from sim.runs import run
from tests.support import tiers
from tests.support.toy_game import same, toy_scenario

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None,
    reason="dask is not installed: pip install 'warlab[dask]'",
)


@pytest.mark.slow
@pytest.mark.parametrize("workers", tiers.size([2], [1, 2]))
def test_dask_gives_the_content_that_threads_give(toy, tmp_path, workers):
    run(toy_scenario(), tmp_path / "threads", workers=2, block_games=250)
    run(
        toy_scenario(),
        tmp_path / "dask",
        workers=workers,
        backend="dask",
        block_games=250,
    )
    assert same(tmp_path / "dask", tmp_path / "threads")


def test_workers_that_do_not_start_end_the_run_in_one_line(toy, tmp_path):
    from dask import config

    message = (
        r"no cluster can be reached or started: [^\n]*; start one with `dask scheduler`"
    )
    broken = config.set({"distributed.worker.multiprocessing-method": "nothing"})
    with broken, pytest.raises(UserError, match=message):
        run(toy_scenario(), tmp_path / "dask", workers=1, backend="dask")


def test_a_request_to_end_waits_for_a_cluster_that_starts(toy, tmp_path, monkeypatch):
    """Dask cannot end a cluster whose workers have not all begun."""
    stands = []

    def starting(**how):
        signal.raise_signal(signal.SIGTERM)
        stands.append(how)

    monkeypatch.setattr("distributed.LocalCluster", starting)
    with pytest.raises(KeyboardInterrupt, match="resuming plays the rest"):
        run(toy_scenario(), tmp_path / "run", workers=1, backend="dask")
    assert stands
