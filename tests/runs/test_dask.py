"""Runs with the dask backend have the content that runs with threads have."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from sim.contract.game import Game
from sim.runs import run
from tests.support import tiers
from tests.support.command_line import warlab
from tests.support.toy_game import content, same, toy_scenario

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="dask is not installed: pip install 'warlab[dask]'"
)


@pytest.mark.parametrize("workers", tiers.size([2], [1, 2]))
def test_dask_gives_the_content_that_threads_give(toy: Game, tmp_path: Path, workers: int) -> None:
    run(toy_scenario(), tmp_path / "threads", workers=2, block_games=250)
    run(toy_scenario(), tmp_path / "dask", workers=workers, backend="dask", block_games=250)
    assert same(tmp_path / "dask", tmp_path / "threads")


def test_the_command_plays_with_dask_too(tmp_path: Path) -> None:
    scenario = tmp_path / "few.toml"
    scenario.write_text(
        'title = "Few"\nquestion = "Who wins?"\ngame = "tod-und-leben"\ngames = 300\nseed = 3\n'
    )
    for backend in ("threading", "dask"):
        said = warlab(
            "run",
            scenario,
            "--out",
            tmp_path / backend,
            "--backend",
            backend,
            "--workers",
            2,
            "--block-games",
            100,
        )
        assert said.code == 0, said.err
    assert content(tmp_path / "dask") == content(tmp_path / "threading")
