"""Runs on a cluster that exists: a scheduler and workers in processes of their own, as users start them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sim.contract.game import Game
from sim.errors import UserError
from sim.games import GAMES as REGISTRY
from sim.runs import open_run, run, software
from sim.runs.ledger import Block
from sim.runs.runner import Interrupted, Progress
from tests.support.command_line import refusal, warlab
from tests.support.processes import wait_until
from tests.support.toy_game import TOY, content, toy_scenario

if find_spec("distributed") is None:
    pytest.skip("dask is not installed: pip install 'warlab[dask]'", allow_module_level=True)

from tests.support import processes, tiers
from tests.support.cluster import Started, cluster

GAMES = 20_000
SIZE = 1_000

FEW = 'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 3000\nseed = 3\n'


def every_file(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    # A nanny would load everything once more for its worker.
    words = tiers.size(["--no-nanny"], [])
    with cluster(tmp_path_factory.mktemp("cluster"), 2, *words) as started:
        yield started


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a run that threads of this process have played."""
    out = tmp_path_factory.mktemp("alone")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REGISTRY, "toy", TOY)
        run(toy_scenario(), out, games=GAMES, block_games=SIZE)
    return out


@pytest.fixture(autouse=True)
def short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each task play a single block, so that there are many of them."""
    monkeypatch.setattr("sim.runs.pace.LEAST_SECONDS", 0.0)
    monkeypatch.setattr("sim.runs.pace.TASKS_A_SECOND", 1e9)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a scheduler on a busy machine take its time to answer."""
    monkeypatch.setattr("sim.runs.scheduler.CONNECT_SECONDS", 120.0)


@pytest.fixture
def alone(toy: Game, played: Path) -> Path:
    return played


@pytest.mark.parametrize("how", ["address", "host and port", "file", "path", "client", "joblib"])
def test_a_cluster_is_named_in_every_way(two: Started, alone: Path, tmp_path: Path, how: str) -> None:
    from dask.distributed import Client
    from joblib import parallel_config

    out = tmp_path / "run"
    if how == "joblib":
        with Client(two.address), parallel_config(backend="dask"):
            run(toy_scenario(), out, games=GAMES, block_games=SIZE)
    elif how == "client":
        with Client(two.address, set_as_default=False) as client:
            run(toy_scenario(), out, games=GAMES, block_games=SIZE, scheduler=client)
            assert client.status == "running"
    else:
        named: object = {
            "address": two.address,
            "host and port": two.address.removeprefix("tcp://"),
            "file": str(two.file),
            "path": two.file,
        }[how]
        run(toy_scenario(), out, games=GAMES, block_games=SIZE, scheduler=named)
    assert every_file(out) == every_file(alone)


@pytest.mark.parametrize("how", ["--scheduler", "DASK_SCHEDULER_ADDRESS"])
def test_the_command_takes_a_scheduler(
    two: Started, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dask

    (tmp_path / "few.toml").write_text(FEW)
    said = warlab("run", tmp_path / "few.toml", "--out", tmp_path / "threads")
    assert said.code == 0, said.err
    words = ["run", tmp_path / "few.toml", "--out", tmp_path / "dask"]
    if how == "--scheduler":
        said = warlab(*words, how, two.address)
    else:
        monkeypatch.setenv(how, two.address)
        with dask.config.set(scheduler_address=two.address):
            said = warlab(*words, "--backend", "dask")
    assert said.code == 0, said.err
    assert every_file(tmp_path / "dask") == every_file(tmp_path / "threads")


def test_a_block_that_is_played_twice_changes_nothing(
    two: Started, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each task is submitted a second time, and a worker that is lost has its tasks played again."""
    from sim.runs.cluster import Cluster

    submit = Cluster._submit
    twice = []

    def submit_twice(self: Cluster, stretch: Block, size: int) -> object:
        twice.append(submit(self, stretch, size))
        return submit(self, stretch, size)

    monkeypatch.setattr(Cluster, "_submit", submit_twice)
    run(toy_scenario(), tmp_path / "run", games=GAMES, block_games=SIZE, scheduler=two.address)
    assert len(twice) > 2
    assert every_file(tmp_path / "run") == every_file(alone)


def test_tallies_without_rows_are_added_exactly(two: Started, toy: Game, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "alone", games=GAMES, keep_games=False)
    run(toy_scenario(), tmp_path / "run", games=GAMES, keep_games=False, scheduler=two.address)
    assert every_file(tmp_path / "run") == every_file(tmp_path / "alone")


def test_a_run_that_threads_began_is_resumed_by_a_cluster(two: Started, alone: Path, tmp_path: Path) -> None:
    run(toy_scenario(), tmp_path / "run", games=3_500, block_games=700)
    part = sorted((tmp_path / "run").glob("games/*/part-*"))[2]
    part.write_bytes(part.read_bytes()[:-1])
    run(toy_scenario(), tmp_path / "run", games=GAMES, block_games=SIZE, resume=True, scheduler=two.address)
    assert content(tmp_path / "run") == content(alone)
    assert open_run(tmp_path / "run").games().collect().equals(open_run(alone).games().collect())


def test_an_interrupt_saves_what_is_complete_at_once(two: Started, alone: Path, tmp_path: Path) -> None:
    sent: list[int] = []

    def send(step: Progress) -> None:
        if step.games_done >= 5_000 and not sent:
            sent.append(step.games_done)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted, match="--resume plays the rest"):
        run(
            toy_scenario(),
            tmp_path / "run",
            games=GAMES,
            block_games=SIZE,
            scheduler=two.address,
            progress=send,
        )
    assert 5_000 <= open_run(tmp_path / "run").status().games_done < GAMES
    run(toy_scenario(), tmp_path / "run", games=GAMES, block_games=SIZE, resume=True, scheduler=two.address)
    assert every_file(tmp_path / "run") == every_file(alone)


def test_an_error_in_a_worker_is_the_error_of_the_run(two: Started, toy: Game, tmp_path: Path) -> None:
    from sim.runs.cluster import play_stretch

    done = play_stretch(b"not a task", software.facts(False), Block(0, 10), 10)
    assert done.error is not None
    assert done.tallies.frame().is_empty()


@pytest.mark.parametrize("end", tiers.size(["kill"], ["kill", "terminate"]))
def test_workers_may_be_lost_and_join(toy: Game, alone: Path, tmp_path: Path, end: str) -> None:
    with cluster(tmp_path, 2, "--no-nanny") as started:
        lost: list[int] = []

        def lose(step: Progress) -> None:
            if step.games_done and not lost:
                lost.append(step.games_done)
                started.add_worker("--no-nanny")
                getattr(started.workers[0], end)()

        run(
            toy_scenario(),
            tmp_path / "run",
            games=GAMES,
            block_games=SIZE,
            scheduler=started.address,
            progress=lose,
        )
        assert lost
    assert every_file(tmp_path / "run") == every_file(alone)


def test_a_lost_scheduler_ends_the_run_with_what_is_complete(
    toy: Game, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As long as one may take to answer, one that is lost is looked for.
    monkeypatch.setattr("sim.runs.scheduler.CONNECT_SECONDS", 10.0)
    with cluster(tmp_path, 1, "--no-nanny") as started:

        def lose(step: Progress) -> None:
            if step.games_done >= 3_000:
                started.scheduler.kill()
                started.scheduler.wait()

        with pytest.raises(UserError, match=r"the cluster was lost: .*; --resume plays the rest"):
            run(
                toy_scenario(),
                tmp_path / "run",
                games=GAMES,
                block_games=SIZE,
                scheduler=started.address,
                progress=lose,
            )
    assert 3_000 <= open_run(tmp_path / "run").status().games_done < GAMES
    run(toy_scenario(), tmp_path / "run", games=GAMES, block_games=SIZE, resume=True)
    assert every_file(tmp_path / "run") == every_file(alone)


def test_a_cluster_without_workers_is_waited_for_and_then_refused(
    toy: Game, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.runs import cluster as module

    with cluster(tmp_path, 0) as started:
        monkeypatch.setattr(module, "WAIT_FOR_WORKERS", 2.0)
        with pytest.raises(
            UserError, match="has had no worker for 2 seconds; start some with `dask worker tcp"
        ):
            run(toy_scenario(), tmp_path / "run", games=GAMES, block_games=SIZE, scheduler=started.address)
        monkeypatch.setattr(module, "WAIT_FOR_WORKERS", 180.0)
        threading.Timer(1.0, started.add_worker).start()
        run(
            toy_scenario(),
            tmp_path / "run",
            games=GAMES,
            block_games=SIZE,
            resume=True,
            scheduler=started.address,
        )
    assert every_file(tmp_path / "run") == every_file(alone)


def test_workers_with_other_versions_are_refused_by_name(
    two: Started, toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = {**software.facts(True), "numba": "0.1.2"}
    monkeypatch.setattr("sim.runs.cluster.facts", lambda rows: other)
    with pytest.raises(UserError) as refused:
        run(toy_scenario(), tmp_path / "run", games=GAMES, scheduler=two.address)
    assert str(refused.value).startswith("worker tcp://127.0.0.1:")
    assert str(refused.value).endswith(
        f"it has numba {metadata.version('numba')}, not 0.1.2; give all workers the same environment as this process"
    )


def test_a_worker_with_other_modules_is_refused_by_name(
    two: Started, toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two checkouts of one version can differ; each worker compares its modules before it plays."""
    facts = software.facts(True)
    monkeypatch.setattr("sim.runs.cluster.facts", lambda rows: {**facts, "warlab's code": "123456789abc"})
    with pytest.raises(
        UserError, match=r"worker tcp://\S+: it has modules of warlab \w{12}, not 123456789abc;"
    ):
        run(toy_scenario(), tmp_path / "run", games=GAMES, scheduler=two.address)
    assert open_run(tmp_path / "run").status().games_done == 0


def test_what_is_no_scheduler_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.runs.scheduler.CONNECT_SECONDS", 1.0)
    (tmp_path / "few.toml").write_text(FEW)
    (tmp_path / "wrong.json").write_text("[]")
    start = ["run", tmp_path / "few.toml", "--out", tmp_path / "run"]
    asked = [*start, "--resume", "--scheduler"]
    assert "127.0.0.1:9: no scheduler can be reached there" in refusal(
        *start, "--scheduler", "tcp://127.0.0.1:9"
    )
    assert "no scheduler can be reached there" in refusal(*asked, "carrier-pigeon://loft")
    assert "cannot read it: no such file" in refusal(*asked, tmp_path / "none.json")
    assert "it is not a scheduler file: it has no address" in refusal(*asked, tmp_path / "wrong.json")
    assert refusal(*asked, "tcp://127.0.0.1:9", "--backend", "loky").startswith(
        "--scheduler: it has no use with --backend loky"
    )
    assert refusal(*asked, "tcp://127.0.0.1:9", "--workers", "3").startswith("--workers: the cluster decides")
    with pytest.raises(UserError, match="17 is not a scheduler"):
        run(tmp_path / "few.toml", tmp_path / "new", scheduler=17)


def started(where: Path, *words: str) -> Any:
    """Start the command in a process and a group of its own."""
    (where / "few.toml").write_text(FEW.replace("3000", "1_000_000_000"))
    asked = ["run", "few.toml", "--out", "run", "--no-keep-games", *words]
    return processes.start(*asked, cwd=where, before=os.setsid)


def interrupted(process: Any, ready: Path) -> str:
    """Press the interrupt key, which reaches the whole group, once a file is there; return what was said."""
    try:
        assert wait_until(ready.exists, 300)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=120)[1]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert process.returncode == 130, said
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("after", ["manifest.json", "tallies.parquet"])
def test_the_interrupt_key_ends_a_run_at_any_moment(two: Started, tmp_path: Path, after: str) -> None:
    """While it connects, or plays: the process ends by itself, soon, in one line."""
    process = started(tmp_path, "--scheduler", two.address)
    assert "interrupt" in interrupted(process, tmp_path / "run" / after)


def test_the_interrupt_key_ends_a_cluster_of_the_run_itself(tmp_path: Path) -> None:
    """The workers are in the same group, and must not get in the way of the process that they work for."""
    process = started(tmp_path, "--backend", "dask", "--workers", tiers.size("1", "2"))
    said = interrupted(process, tmp_path / "run" / "tallies.parquet")
    assert "--resume plays the rest" in said
