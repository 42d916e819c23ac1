"""No damage is read as other numbers: every file is compared with its hash, and a mistake is one line with a cure."""

import hashlib
import json
from dataclasses import replace

import pytest

from sim.errors import UserError
from sim.games import GAMES
from sim.runs import open_run, run
from sim.runs.merge import merge_runs
from tests.support.toy_game import toy_scenario


def test_the_record_names_every_file_with_its_hash(toy, tmp_path):
    run(toy_scenario(), tmp_path, block_games=300)
    record = json.loads((tmp_path / "manifest.json").read_text())
    files = [
        path
        for path in tmp_path.rglob("*")
        if path.is_file() and path.name not in (".lock", "manifest.json")
    ]
    assert record["blobs"] == {
        str(path.relative_to(tmp_path)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


class TestRecord:
    def test_games_of_other_rules_are_not_mixed_in(self, toy, tmp_path, monkeypatch):
        run(toy_scenario(), tmp_path)
        monkeypatch.setitem(GAMES, "toy", replace(toy, version=77))
        with pytest.raises(
            UserError,
            match="it is of version 1 of the rules of toy, not 77; use the version",
        ):
            open_run(tmp_path)


class TestMerging:
    def test_rows_are_not_dropped(self, toy, tmp_path):
        run(toy_scenario(), tmp_path / "one", games=500)
        run(toy_scenario(), tmp_path / "other", games=500, first=500, keep_games=False)
        both = [tmp_path / "one", tmp_path / "other"]
        with pytest.raises(
            UserError,
            match="other: it keeps no rows of its games, unlike others; resume it",
        ):
            merge_runs(both, tmp_path / "merged")

    @pytest.mark.parametrize(
        "file",
        ["tallies.parquet", "games/extra-0/part-000000000000-000000000499.parquet"],
    )
    def test_a_damaged_run_is_not_merged(self, toy, tmp_path, file):
        run(toy_scenario(), tmp_path / "one", games=500)
        path = tmp_path / "one" / file
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(UserError, match="it is damaged"):
            merge_runs([tmp_path / "one"], tmp_path / "merged")
        assert not (tmp_path / "merged").exists()
