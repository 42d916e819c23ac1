"""Runs in other file systems: the same files as on this machine, and the same answers from them."""

import logging
import uuid
from importlib.util import find_spec

import pytest

import sim
from sim.errors import UserError
from sim.runs import open_run, run
from sim.storage.places import place
from tests.support import tiers
from tests.support.command_line import refusal, warlab
from tests.support.toy_game import every_file, toy_scenario

FEW = 'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 600\nseed = 3\n'


@pytest.fixture(scope="module")
def bucket():
    """Return the URL of a bucket of an S3-compatible server on this machine."""
    if not all(map(find_spec, ("s3fs", "moto", "flask", "flask_cors"))):
        pytest.skip(
            "no S3-compatible server is installed: pip install s3fs 'moto[s3]' flask flask-cors"
        )
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        import s3fs

        s3fs.S3FileSystem().mkdir("warlab")
        yield "s3://warlab"
        server.stop()


@pytest.fixture(params=tiers.size(["memory"], ["memory", "s3"]))
def where(request):
    """Return the URL of a new directory."""
    store = (
        "memory:/" if request.param == "memory" else request.getfixturevalue("bucket")
    )
    return f"{store}/{uuid.uuid4().hex}/run"


@pytest.mark.parametrize("backend", tiers.size(["threading"], ["threading", "loky"]))
def test_a_run_elsewhere_has_the_files_that_it_has_here(toy, tmp_path, where, backend):
    here = run(toy_scenario(), tmp_path / "here", block_games=300)
    away = run(toy_scenario(), where, block_games=300, backend=backend, workers=2)
    assert every_file(place(where)) == every_file(tmp_path / "here")
    assert len(every_file(place(where))) == 2 + 2 * 4
    assert away.games().collect().equals(here.games().collect())
    assert away.summary().equals(here.summary())
    found = sim.verify_run(where)
    assert (found.faults, found.rows) == ((), 2000)


@pytest.mark.slow
def test_a_damaged_run_elsewhere_is_refused_and_repaired(toy, where):
    run(toy_scenario(), where, block_games=300)
    before = every_file(place(where))
    part = next(
        path for path in place(where).rglob("*") if path.name.startswith("part-")
    )
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(
        UserError, match=r"part-.*: it is damaged; resuming plays its games again"
    ):
        open_run(where).games()
    sim.repair_run(where)
    assert every_file(place(where)) == before


@pytest.mark.slow
def test_runs_elsewhere_are_merged(toy, tmp_path, where):
    run(toy_scenario(), f"{where}/early", games=400, block_games=100)
    run(toy_scenario(), tmp_path / "late", games=600, first=400, block_games=100)
    run(toy_scenario(), tmp_path / "whole", block_games=100)
    sim.merge_runs([f"{where}/early", tmp_path / "late"], f"{where}/merged")
    assert every_file(place(f"{where}/merged")) == every_file(tmp_path / "whole")


@pytest.mark.slow
def test_the_commands_take_a_url(tmp_path, bucket):
    (tmp_path / "few.toml").write_text(FEW)
    url = f"{bucket}/{uuid.uuid4().hex}"
    assert warlab("run", tmp_path / "few.toml", "--out", url).code == 0
    assert refusal("run", tmp_path / "few.toml", "--out", url).startswith(
        f"{url}: this directory already has"
    )
    assert "all 600 games are played" in warlab("status", url).out
    assert warlab("report", url).code == 0
    assert (
        refusal("status", f"{bucket}/nothing")
        == f"{bucket}/nothing: there is no such directory; warlab run makes one"
    )


@pytest.mark.slow
def test_a_store_that_does_not_answer_is_an_error_in_one_line(tmp_path, bucket):
    (tmp_path / "few.toml").write_text(FEW)
    line = refusal("run", tmp_path / "few.toml", "--out", "s3://no-such-bucket/run")
    assert line.startswith("s3://no-such-bucket/run")
    assert "cannot" in line


def test_a_store_that_asks_for_a_name_is_an_error_in_one_line(monkeypatch):
    def exists(self, path):
        raise RuntimeError("who are you?")

    monkeypatch.setattr("fsspec.implementations.memory.MemoryFileSystem.exists", exists)
    for words in ("compare", "replay"):
        line = "memory://x/y: cannot read it: who are you?"
        assert (
            refusal(words, "memory://x/y", *(["0"] if words == "replay" else []))
            == line
        )


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (b"runs/a", "b'runs/a': it is not a path"),
        (" ", "' ': it is not a path"),
        ("pigeon://loft/run", "pigeon://loft/run: no such place is known: .*"),
    ],
)
def test_what_is_no_place_is_refused(where, said):
    with pytest.raises(UserError, match=f"^{said}$"):
        sim.run("quick", where)
    with pytest.raises(UserError, match=f"^{said}$"):
        sim.open_run(where)
