"""Runs in other file systems: the same files as on this machine, and the same answers from them."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import uuid
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import polars as pl
import pytest

import sim
from sim import leases
from sim.contract.game import Game
from sim.errors import UserError
from sim.files import locked, make_directory, write_whole
from sim.places import Place, Remote, place
from sim.runs import open_run, run
from sim.runs.merge import merge_runs
from sim.runs.runner import Interrupted, Progress
from tests.support.command_line import refusal, warlab
from tests.support.toy_game import toy_scenario

WITHOUT_MOTO = "no S3-compatible server is installed: pip install 'moto[s3]' flask flask-cors"
WITHOUT_FSSPEC = "fsspec is not installed: pip install fsspec"
KINDS = ["memory", "local", "s3"]

FEW = 'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 600\nseed = 3\n'


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (b"runs/a", r"b'runs/a': a path is text or a Path, not bytes"),
        ("a\0b", r"'a\\x00b': a path has no character of code 0"),
    ],
)
def test_what_is_no_path_is_refused(where: object, said: str) -> None:
    with pytest.raises(UserError, match=f"^{said}$"):
        sim.run("quick", where)  # type: ignore[arg-type]
    with pytest.raises(UserError, match=f"^{said}$"):
        sim.open_run(where)  # type: ignore[arg-type]


def test_a_path_of_another_kind_is_one() -> None:
    assert place(PurePosixPath("runs/a")) == Path("runs/a")  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def bucket() -> Iterator[str]:
    """Return the URL of a bucket of an S3-compatible server on this machine."""
    if not all(map(find_spec, ("moto", "flask", "flask_cors"))):
        pytest.skip(WITHOUT_MOTO)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        from moto.server import ThreadedMotoServer

        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        host, port = server.get_host_and_port()
        query = f"?endpoint_override=http%3A%2F%2F{host}%3A{port}&region=us-east-1"
        from pyarrow import fs

        system = fs.S3FileSystem(
            endpoint_override=f"{host}:{port}", scheme="http", region="us-east-1", allow_bucket_creation=True
        )
        system.create_dir("warlab")
        yield f"s3://warlab/NAME{query}"
        server.stop()


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a new directory; fsspec's ``local://`` is a file system that is no object store."""
    if request.param == "s3":
        return str(request.getfixturevalue("bucket")).replace("NAME", uuid.uuid4().hex)
    if not find_spec("fsspec"):
        pytest.skip(WITHOUT_FSSPEC)
    return f"memory://{uuid.uuid4().hex}/run" if request.param == "memory" else f"local://{tmp_path}/away"


def every_file(directory: Place) -> dict[str, bytes]:
    """Return all files of a run by their paths below it."""
    found: dict[str, bytes] = {}
    for file in directory.rglob("*"):
        if file.is_file() and file.name != ".lock":
            found[str(file).partition("?")[0].removeprefix(str(directory).partition("?")[0] + "/")] = (
                file.read_bytes()
            )
    return found


def table(games: pl.LazyFrame) -> pl.DataFrame:
    return games.with_columns(pl.col("variant", "ending").cast(pl.String)).collect()


def test_a_run_elsewhere_has_the_files_that_it_has_here(toy: Game, tmp_path: Path, where: str) -> None:
    here = run(toy_scenario(), tmp_path / "here", block_games=300)
    away = run(toy_scenario(), where, block_games=300)
    assert every_file(place(where)) == every_file(tmp_path / "here")
    assert len(every_file(place(where))) == 2 + 2 * 4
    assert table(away.games()).equals(table(here.games()))
    some = pl.col("game").is_in([3, 299, 300, 999]) & (pl.col("length") > 50)
    assert table(away.games().filter(some)).equals(table(here.games().filter(some)))
    assert away.games().select("aces").head(5).collect().equals(here.games().select("aces").head(5).collect())
    assert away.summary().equals(here.summary())
    assert away.compare().equals(here.compare())
    assert sim.verify_run(where).faults == ()
    assert sim.verify_run(where).rows == 2000


@pytest.mark.parametrize("backend", ["loky", "dask"])
def test_workers_in_other_processes_send_their_parts(
    toy: Game, tmp_path: Path, where: str, backend: str, request: pytest.FixtureRequest
) -> None:
    """``memory://`` is this process's own, so nothing would be there if another process wrote it."""
    if backend == "dask":
        if not find_spec("distributed") or not where.startswith("memory"):
            pytest.skip("one place shows it")
        request.getfixturevalue("dask_forks")
    run(toy_scenario(), tmp_path / "here", block_games=300)
    run(toy_scenario(), where, block_games=300, backend=backend, workers=2)
    assert every_file(place(where)) == every_file(tmp_path / "here")


def test_a_run_elsewhere_is_interrupted_damaged_resumed_and_repaired(
    toy: Game, tmp_path: Path, where: str
) -> None:
    def interrupt(step: Progress) -> None:
        if step.games_done == 600:
            raise KeyboardInterrupt

    run(toy_scenario(), tmp_path / "here", block_games=300)
    with contextlib.suppress(KeyboardInterrupt, Interrupted):
        run(toy_scenario(), where, block_games=300, progress=interrupt)
    assert open_run(where).status().games_done == 600
    with pytest.raises(UserError, match="this directory already has a run"):
        run(toy_scenario(), where)
    run(toy_scenario(), where, block_games=300, resume=True)
    assert every_file(place(where)) == every_file(tmp_path / "here")
    [part, *_] = place(where).glob("games/extra-0/part-*")
    write_whole(part, part.read_bytes()[:-1])
    with pytest.raises(UserError, match="it is damaged; --resume plays its games again"):
        open_run(where).games()
    sim.repair_run(where)
    assert every_file(place(where)) == every_file(tmp_path / "here")


def test_runs_here_and_elsewhere_are_merged(toy: Game, tmp_path: Path, where: str) -> None:
    run(toy_scenario(), where, games=600, block_games=300)
    run(toy_scenario(), tmp_path / "late", first=600, games=400, block_games=300)
    run(toy_scenario(), tmp_path / "whole")
    merged = merge_runs([tmp_path / "late", where], tmp_path / "merged")
    assert table(merged.games()).equals(table(open_run(tmp_path / "whole").games()))
    assert merged.tallies().equals(open_run(tmp_path / "whole").tallies())


def test_the_commands_read_and_write_elsewhere(tmp_path: Path, where: str) -> None:
    (tmp_path / "few.toml").write_text(FEW)
    said = warlab("run", tmp_path / "few.toml", "--out", where)
    assert said.code == 0, said.err
    assert said.out.startswith(where)
    assert "all 600 games are played" in " ".join(said.out.split())
    assert warlab("status", where, "--json").json["run"] == where
    assert warlab("status", where, "--verify").code == 0
    assert "all 600 games are played" in " ".join(warlab("status", where).out.split())
    for words in (["report", where], ["compare", where], ["replay", where, "7"]):
        assert warlab(*words).code == 0, words
    assert warlab("report", where, "--to", tmp_path / "report.md").code == 0
    assert refusal("run", tmp_path / "few.toml", "--out", where).startswith(
        f"{where}: this directory already has a run"
    )


def test_two_processes_do_not_write_to_one_place(where: str) -> None:
    directory = place(where)
    make_directory(directory)
    with locked(directory, "writing this run"):
        with (
            pytest.raises(UserError, match=r"another process (is|was) writing this run"),
            locked(directory, "writing this run"),
        ):
            pass
        assert len([*directory.glob(".lease-*")]) == 1
    assert not [*directory.glob(".lease-*")]


def test_a_lease_that_nobody_renews_ends(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that left it was killed: it is removed once the store's clock has gone on."""
    directory = place(where)
    assert isinstance(directory, Remote)
    make_directory(directory)
    left = directory / f"{leases.LEASE}left"
    write_whole(left, b"left")
    if directory.store.find(left.key).changed is None:  # type: ignore[union-attr]
        with (
            pytest.raises(UserError, match=r"does not say when; if none is, remove \.lease-left there"),
            locked(directory, "writing"),
        ):
            pass
        return
    with pytest.raises(UserError, match="try again in 60 seconds"), locked(directory, "writing"):
        pass
    monkeypatch.setattr(leases, "EXPIRES", -1.0)
    with locked(directory, "writing"):
        assert not left.exists()


class Waits:
    """An event that lets a thread go round a number of times."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def wait(self, seconds: float) -> bool:
        self.rounds -= 1
        return self.rounds < 0


def test_a_lease_is_renewed_and_never_comes_back(where: str) -> None:
    own = place(where) / f"{leases.LEASE}own"
    make_directory(place(where))
    write_whole(own, b"")
    leases._renew(own, Waits(1))  # type: ignore[arg-type]
    assert own.read_bytes() == own.name.encode()
    own.unlink()
    leases._renew(own, Waits(2))  # type: ignore[arg-type]
    assert not own.exists()


def test_a_process_that_lost_its_lease_writes_nothing_more(toy: Game, where: str) -> None:
    """Another session has begun meanwhile: the word beside the parts is no longer its own."""

    for keep in (True, False):
        out = f"{where.partition('?')[0]}-{keep}{''.join(where.partition('?')[1:])}"
        with pytest.raises(UserError, match="another process has begun to write this run"):
            run(
                toy_scenario(),
                out,
                block_games=100,
                keep_games=keep,
                progress=lambda step, out=out: (  # type: ignore[misc]
                    write_whole(place(out) / "games" / ".session", b"another")
                    if step.games_done == 300
                    else None
                ),
            )
        # What had been saved before the other session began stays; nothing comes after it.
        assert open_run(out).status().games_done <= 300


@pytest.mark.parametrize("count", [2])
def test_of_two_that_come_at_once_never_both_go_on(where: str, count: int) -> None:
    directory = place(where)
    make_directory(directory)
    at_once = threading.Barrier(count)
    together = threading.Barrier(count)
    holding: list[int] = []

    def hold(number: int) -> None:
        at_once.wait()
        try:
            with locked(directory, "writing"):
                holding.append(number)
                together.wait(120)
        except UserError:
            together.wait(120)

    threads = [threading.Thread(target=hold, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(holding) <= 1


def test_a_disk_without_locks_has_leases(toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with (
        locked(tmp_path, "counting"),
        pytest.raises(UserError, match="another process is counting"),
        locked(tmp_path, "counting"),
    ):
        pass
    with locked(tmp_path, "counting"):
        pass
    run(toy_scenario(), tmp_path / "run", keep_games=False)
    assert [path.name for path in (tmp_path / "run").iterdir() if path.name.startswith(".lease")] == []


def test_a_place_that_is_none_is_refused_in_one_line() -> None:
    with pytest.raises(UserError, match="carrier-pigeon://loft/run: no such place is known"):
        place("carrier-pigeon://loft/run")
    with pytest.raises(UserError, match="it names no directory; add one, as in s3://bucket/run"):
        place("s3://?region=us-east-1")


def test_names_of_places() -> None:
    assert place("file:///tmp/a%20b") == Path("/tmp/a b")
    assert place("runs/a") == Path("runs/a")
    with pytest.raises(UserError, match="s3:/bucket/run: URLs are texts, not paths"):
        place(Path("s3://bucket/run"))


def test_a_password_is_not_shown(bucket: str) -> None:
    named = place(bucket.replace("s3://", "s3://name:secret@"))
    assert "secret" not in str(named)
    assert "secret" not in str(named / "manifest.json")


def test_a_store_that_does_not_answer_is_an_error_in_one_line(tmp_path: Path, bucket: str) -> None:
    (tmp_path / "few.toml").write_text(FEW)
    nowhere = bucket.replace("s3://warlab/NAME", "s3://no-such-bucket/run")
    line = refusal("run", tmp_path / "few.toml", "--out", nowhere)
    assert line.startswith("s3://no-such-bucket/run")
    assert "cannot" in line
