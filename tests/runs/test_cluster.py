"""Runs on a cluster that exists: a scheduler and workers in processes of their own, as users start them."""

import signal
from importlib.util import find_spec

import pytest

from sim.errors import UserError
from sim.games import GAMES as REGISTRY
from sim.runs import open_run, run
from sim.runs.session import Interrupted
from tests.support.command_line import refusal, warlab
from tests.support.toy_game import TOY, every_file, same, toy_scenario

if find_spec("distributed") is None:
    pytest.skip(
        "dask is not installed: pip install 'warlab[dask]'", allow_module_level=True
    )

from tests.support.cluster import cluster

pytestmark = (
    pytest.mark.slow
)  # a scheduler and workers take as long to start as a hundred other tests

GAMES = 20_000
SIZE = 1_000

FEW = 'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 3000\nseed = 3\n'


def play(out, **how):
    run(toy_scenario(), out, games=GAMES, block_games=SIZE, **how)


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("cluster"), 2, "--no-nanny") as started:
        yield started


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Return the directory of a run that threads of this process have played."""
    out = tmp_path_factory.mktemp("alone")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REGISTRY, "toy", TOY)
        play(out)
    return out


@pytest.fixture
def alone(toy, played):
    return played


@pytest.mark.parametrize(
    "how", ["address", "host and port", "file", "client", "joblib"]
)
def test_a_cluster_is_named_in_every_way(two, alone, tmp_path, how):
    from dask.distributed import Client
    from joblib import parallel_config

    out = tmp_path / "run"
    if how == "joblib":
        with Client(two.address), parallel_config(backend="dask"):
            play(out)
    elif how == "client":
        with Client(two.address, set_as_default=False) as client:
            play(out, scheduler=client)
            assert client.status == "running"
    else:
        named = {
            "address": two.address,
            "host and port": two.address.removeprefix("tcp://"),
            "file": str(two.file),
        }[how]
        play(out, scheduler=named)
    assert every_file(out) == every_file(alone)


def test_the_command_takes_a_scheduler(two, tmp_path):
    import dask

    (tmp_path / "few.toml").write_text(FEW)
    words = ["run", tmp_path / "few.toml", "--out"]
    assert warlab(*words, tmp_path / "threads").code == 0
    said = warlab(*words, tmp_path / "named", "--scheduler", two.address)
    assert said.code == 0, said.err
    with dask.config.set(scheduler_address=two.address):
        said = warlab(*words, tmp_path / "configured", "--backend", "dask")
    assert said.code == 0, said.err
    for name in ("named", "configured"):
        assert every_file(tmp_path / name) == every_file(tmp_path / "threads")


def test_a_run_that_threads_began_is_resumed_by_a_cluster(two, alone, tmp_path):
    run(toy_scenario(), tmp_path / "run", games=3_500, block_games=700)
    part = sorted((tmp_path / "run").glob("games/*/part-*"))[2]
    part.write_bytes(part.read_bytes()[:-1])
    play(tmp_path / "run", resume=True, scheduler=two.address)
    assert same(tmp_path / "run", alone)


def test_an_interrupt_saves_what_is_complete_at_once(two, alone, tmp_path):
    def send(step):
        if step.games_done >= 5_000:
            signal.raise_signal(signal.SIGINT)

    out = tmp_path / "run"
    with pytest.raises(Interrupted, match="resuming plays the rest"):
        play(out, scheduler=two.address, progress=send)
    assert 5_000 <= open_run(out).status().games_done < GAMES
    play(out, resume=True, scheduler=two.address)
    assert every_file(out) == every_file(alone)


def test_workers_may_be_lost_and_join(toy, alone, tmp_path):
    with cluster(tmp_path, 2, "--no-nanny") as started:
        lost = []

        def lose(step):
            if step.games_done and not lost:
                lost.append(step.games_done)
                started.add_worker("--no-nanny")
                started.workers[0].kill()

        play(tmp_path / "run", scheduler=started.address, progress=lose)
        assert lost
    assert every_file(tmp_path / "run") == every_file(alone)


def test_a_lost_scheduler_ends_the_run_with_what_is_complete(toy, alone, tmp_path):
    with cluster(tmp_path, 1, "--no-nanny") as started:

        def lose(step):
            if step.games_done >= 3_000:
                started.scheduler.kill()
                started.scheduler.wait()

        with pytest.raises(
            UserError, match=r"the cluster was lost: .*; resuming plays the rest"
        ):
            play(tmp_path / "run", scheduler=started.address, progress=lose)
    assert 3_000 <= open_run(tmp_path / "run").status().games_done < GAMES
    play(tmp_path / "run", resume=True)
    assert every_file(tmp_path / "run") == every_file(alone)


def test_workers_with_other_versions_are_refused_by_name(
    two, toy, tmp_path, monkeypatch
):
    from sim.machine import cluster as module

    other = {**module.software(), "numba": "0.1.2"}
    monkeypatch.setattr(module, "software", lambda: other)
    with pytest.raises(
        UserError,
        match=r"worker tcp://127.0.0.1:\d+: it has numba \S+, not 0.1.2; give all workers the same environment",
    ):
        run(toy_scenario(), tmp_path / "run", games=GAMES, scheduler=two.address)
    assert open_run(tmp_path / "run").status().games_done == 0


def test_what_is_no_scheduler_is_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.machine.cluster.CONNECT_SECONDS", 1)
    (tmp_path / "few.toml").write_text(FEW)
    start = ["run", tmp_path / "few.toml", "--out", tmp_path / "run"]
    asked = [*start, "--resume", "--scheduler"]
    assert "127.0.0.1:9: no cluster can be reached" in refusal(
        *start, "--scheduler", "tcp://127.0.0.1:9"
    )
    assert "no cluster can be reached" in refusal(*asked, "carrier-pigeon://loft")
    assert "there is no such scheduler" in refusal(*asked, tmp_path / "none.json")
    assert "no cluster can be reached" in refusal(*asked, tmp_path / "few.toml")
    assert refusal(*asked, "tcp://127.0.0.1:9", "--backend", "loky").startswith(
        "--scheduler: it has no use with --backend loky"
    )
    assert refusal(*asked, "tcp://127.0.0.1:9", "--workers", "3").startswith(
        "--workers: the cluster decides"
    )
    with pytest.raises(UserError, match="17: there is no such scheduler"):
        run(tmp_path / "few.toml", tmp_path / "new", scheduler=17)
