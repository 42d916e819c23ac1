"""However a run ends, it says so in one line: signals, full disks, errors in worker processes, odd arguments."""

import io
import os
import pickle
import signal
import sys

import pytest

from sim.commands.cli import main
from sim.errors import UserError, unknown
from sim.runs import open_run, run
from sim.runs.session import Interrupted
from tests.support.toy_game import toy_scenario


@pytest.mark.parametrize(
    "error",
    [
        UserError("what"),
        UserError("what", where="where", cure="cure"),
        unknown("game", "wor", ["war"]),
    ],
)
def test_an_error_survives_the_way_between_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is UserError
    assert (str(again), again.what, again.where, again.cure) == (
        str(error),
        error.what,
        error.where,
        error.cure,
    )


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_saves_the_complete_blocks(toy, tmp_path, name, request):
    number = getattr(signal, name)
    # A process in the background may have been started with some signals ignored.
    before = signal.signal(number, signal.SIG_DFL)
    request.addfinalizer(lambda: signal.signal(number, before))

    def send(step):
        if step.games_done == 300:
            os.kill(os.getpid(), number)

    with pytest.raises(
        Interrupted, match="interrupted after 300 of 1,000 games; resuming"
    ):
        run(toy_scenario(), tmp_path, block_games=100, progress=send)
    assert open_run(tmp_path).status().games_done == 300
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_run_under_nohup_lives_on_after_its_terminal(toy, tmp_path):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        run(
            toy_scenario(),
            tmp_path,
            block_games=100,
            progress=lambda step: os.kill(os.getpid(), signal.SIGHUP),
        )
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert open_run(tmp_path).status().complete


@pytest.mark.parametrize("wanted", ["yes", 1, 0.0, []])
def test_keep_games_is_yes_or_no(toy, tmp_path, wanted):
    with pytest.raises(
        UserError,
        match=r"keep_games: .* is neither true nor false; write true or false",
    ):
        run(toy_scenario(), tmp_path / "run", keep_games=wanted)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_output_can_be_printed_in_any_encoding(tmp_path, monkeypatch, encoding):
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    err = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    assert main(["status", f"{tmp_path}/P'yanitsa – Пьяница \udcff"]) == 2
    err.seek(0)
    assert "there is no such directory" in err.read()
    assert main(["games", "pyanitsa"]) == 0
