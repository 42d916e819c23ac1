"""No damage is read as other numbers: every file is compared with its hash, and a mistake is one line with a cure."""

import hashlib
import json
from dataclasses import replace

import pytest

from sim.errors import UserError
from sim.games import GAMES
from sim.runs import open_run, run
from sim.runs.merge import merge_runs
from tests.support.processes import Playing, alive, parts, wait_until
from tests.support.toy_game import content, same, toy_scenario


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
    @pytest.mark.parametrize(
        ("old", "new"),
        [('"Toys"', '"Boys"'), ('"first": 0', '"first": 1'), ("999", "998")],
    )
    def test_a_change_is_noticed(self, toy, tmp_path, old, new):
        run(toy_scenario(), tmp_path)
        path = tmp_path / "manifest.json"
        path.write_text(path.read_text().replace(old, new, 1))
        for use in (
            lambda: open_run(tmp_path),
            lambda: run(toy_scenario(), tmp_path, resume=True),
        ):
            with pytest.raises(
                UserError,
                match=r"manifest\.json: it is damaged: .*checksum; restore it",
            ):
                use()

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
        merged = merge_runs(both, tmp_path / "merged", keep_games=False)
        whole = run(replace(toy_scenario(), keep_games=False), tmp_path / "whole")
        assert merged.tallies().equals(whole.tallies())
        assert content(tmp_path / "merged") == content(tmp_path / "whole")
        with pytest.raises(UserError, match="other: it keeps no rows"):
            merge_runs([tmp_path / "other"], tmp_path / "again", keep_games=True)

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


@pytest.mark.slow
def test_a_killed_run_that_is_resumed_has_every_game_once(toy, tmp_path):
    path = tmp_path / "run"
    games = 600_000
    process = Playing(path, games=games, workers=2, backend="loky", block_games=100_000)
    assert wait_until(lambda: len(parts(path)) >= 2), process.end(0)
    workers = process.kill()
    # At once, while the workers of the first session may be playing still: they write
    # nothing.
    again = run(
        toy_scenario(), path, games=games, resume=True, workers=2, block_games=70_000
    )
    assert again.games().collect().height == 2 * games
    run(toy_scenario(), tmp_path / "whole", games=games, workers=2)
    assert same(path, tmp_path / "whole")
    for worker in alive(workers):
        worker.kill()
