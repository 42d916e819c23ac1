"""No wrong number in silence: damaged files, overlapping parts and lost tallies are refused or do no harm."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.contract.game import Game
from sim.errors import UserError
from sim.runs import Run, open_run, run
from sim.runs.directory import RunDirectory
from sim.runs.manifest import manifest_text
from sim.runs.merge import merge_runs
from sim.runs.ownership import SESSION
from sim.runs.verifying import verify_run
from tests.support.processes import Playing, alive, parts, wait_until
from tests.support.toy_game import content, toy_scenario


def rows(path: Path) -> pl.DataFrame:
    return open_run(path).games().collect()


ASKED: dict[str, Callable[[Run], object]] = {
    "tallies": Run.tallies,
    "summary": Run.summary,
    "compare": Run.compare,
    "estimates": Run.estimates,
    "games": Run.games,
    "counted": lambda run: run.counted,
}
"""What gives a number."""


def refuses(path: Path, words: str) -> None:
    """Check that no number is given, and that the reason is one line with these words."""
    for ask in ASKED.values():
        with pytest.raises(UserError, match=words) as caught:
            ask(open_run(path))
        assert "\n" not in str(caught.value)


class TestTallies:
    def test_every_changed_byte_is_noticed(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path, games=200)
        path = tmp_path / "tallies.parquet"
        sound = path.read_bytes()
        for place in range(0, len(sound), 37):
            data = bytearray(sound)
            data[place] ^= 1 << (place % 8)
            path.write_bytes(data)
            with pytest.raises(UserError, match=r"tallies\.parquet: it is damaged; remove it; --resume"):
                open_run(tmp_path)

    def test_tallies_of_fewer_games_than_the_manifest_has_are_refused(
        self, toy: Game, tmp_path: Path
    ) -> None:
        run(toy_scenario(), tmp_path / "run")
        run(toy_scenario(), tmp_path / "shorter", games=300)
        shutil.copy(tmp_path / "shorter" / "tallies.parquet", tmp_path / "run")
        refuses(tmp_path / "run", "it lacks the counts of games 300 to 999; --resume plays them again")
        assert "it lacks" in open_run(tmp_path / "run").status().why
        assert not open_run(tmp_path / "run").status().complete

    def test_tallies_of_a_longer_run_are_refused(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "whole", games=300)
        run(toy_scenario(), tmp_path / "run", games=300)
        run(toy_scenario(), tmp_path / "longer", games=400)
        shutil.copy(tmp_path / "longer" / "tallies.parquet", tmp_path / "run")
        refuses(tmp_path / "run", r"it has games up to 399, but manifest\.json plans only those up to 299")

    def test_tallies_of_another_range_are_refused(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "run", games=300, first=300)
        run(toy_scenario(), tmp_path / "other", games=300)
        shutil.copy(tmp_path / "other" / "tallies.parquet", tmp_path / "run")
        with pytest.raises(UserError, match="it has games from 0 on, but the run begins with game 300"):
            open_run(tmp_path / "run")

    def test_lost_tallies_are_not_tallies_of_no_games(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        (tmp_path / "tallies.parquet").unlink()
        refuses(
            tmp_path, r"tallies\.parquet: it is missing, and with it the counts of games 0 to 999; --resume"
        )

    def test_counts_that_are_not_of_every_game_are_refused(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        directory = RunDirectory(tmp_path)
        manifest, tallies = directory.read()
        key = ("extra=0", "", "length")
        fewer = replace(tallies.entries[key], counts=tallies.entries[key].counts - 1)
        for wrong, words in (
            (
                {**tallies.entries, key: replace(fewer, counts=fewer.counts + 2)},
                r"counts 1,\d+ games, not 1,000",
            ),
            ({**tallies.entries, key: fewer}, "are not counts of 1,000 games"),
            (
                {**tallies.entries, ("extra=0", "", "height"): tallies.entries[key]},
                "which is not counted in this",
            ),
        ):
            directory.write(manifest, replace(tallies, entries=wrong))
            with pytest.raises(UserError, match=words):
                open_run(tmp_path)

    def test_tallies_without_what_is_counted_today_cannot_be_added_to(
        self, toy: Game, tmp_path: Path
    ) -> None:
        run(toy_scenario(), tmp_path / "run", games=300)
        directory = RunDirectory(tmp_path / "run")
        manifest, tallies = directory.read()
        key = ("extra=0", "", "length")
        directory.write(
            manifest, replace(tallies, entries={k: v for k, v in tallies.entries.items() if k != key})
        )
        assert open_run(tmp_path / "run").status().complete
        words = "did not count 'length' of 'extra=0'"
        with pytest.raises(UserError, match=words):
            run(toy_scenario(), tmp_path / "run", resume=True)
        with pytest.raises(UserError, match=words):
            merge_runs([tmp_path / "run"], tmp_path / "merged")


class TestManifest:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("games", -5),
            ("games", 1e30),
            ("games", 10**30),
            ("games", "1000"),
            ("games", True),
            ("games", 2000),
            ("first", -1),
            ("first", 0.0),
            ("first", 2**62),
            ("ledger", [[0, 10**30]]),
            ("ledger", [[500, 999], [0, 499]]),
            ("ledger", [[0, 600], [300, 999]]),
            ("ledger", [[0, 1e3]]),
            ("ledger", [[0, 5000]]),
            ("ledger", [0, 999]),
            ("ledger", "0-999"),
            ("stopped", 3),
            ("seed", 8),
            ("keep_games", False),
            ("keep_games", 1.5),
            ("variants", []),
            ("scenario", None),
            ("scenario", {"game": "toy"}),
            ("scenario_hash", "0" * 64),
            ("scenario_text", 4),
            ("rules_version", 77),
            ("format", "1"),
            ("format", True),
            ("format", 1.0),
        ],
    )
    @pytest.mark.parametrize("sealed", [True, False])
    def test_it_is_checked_whole(
        self, toy: Game, tmp_path: Path, key: str, value: object, sealed: bool
    ) -> None:
        run(toy_scenario(), tmp_path)
        path = tmp_path / "manifest.json"
        data: dict[str, Any] = {**json.loads(path.read_text()), key: value}
        if not sealed:
            del data["sha256"]
            data = {**data, "format": 1, key: value}
        path.write_text(json.dumps(data))
        for use in (lambda: open_run(tmp_path), lambda: run(toy_scenario(), tmp_path, resume=True)):
            with pytest.raises(UserError, match=r"manifest\.json: .*; ") as caught:
                use()
            assert "\n" not in str(caught.value)

    def test_no_key_may_be_missing(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        path = tmp_path / "manifest.json"
        sound = json.loads(path.read_text())
        for key in sound:
            # What has no seal and says that it is of version 1 is taken for a manifest of that version.
            for version in (1, 2) if key != "sha256" else (2,):
                data = {name: value for name, value in {**sound, "format": version}.items() if name != key}
                path.write_text(json.dumps(data))
                with pytest.raises(UserError, match=r"manifest\.json: it is damaged: "):
                    open_run(tmp_path)

    def test_spaces_and_the_order_of_keys_do_not_matter(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        path = tmp_path / "manifest.json"
        data = json.loads(path.read_text())
        path.write_text(json.dumps(dict(reversed(data.items())), indent=7))
        assert open_run(tmp_path).status().complete

    def test_a_changed_title_is_noticed(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        path = tmp_path / "manifest.json"
        path.write_text(path.read_text().replace('"Toys"', '"Boys"'))
        with pytest.raises(
            UserError, match=r"manifest\.json: it is damaged: it does not agree with its checksum"
        ):
            open_run(tmp_path)

    @pytest.mark.parametrize(
        "text", ["[" * 100_000, '{"format": ' + "9" * 5000 + "}", '{"format": NaN}', "null"]
    )
    def test_what_json_cannot_be_either(self, toy: Game, tmp_path: Path, text: str) -> None:
        run(toy_scenario(), tmp_path)
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(UserError, match=r"manifest\.json: it (is damaged|has format)") as caught:
            open_run(tmp_path)
        assert len(str(caught.value)) < 1000

    def test_the_copy_in_the_tallies_is_the_manifest(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        footer = pq.read_metadata(tmp_path / "tallies.parquet").metadata
        manifest, _ = RunDirectory(tmp_path).read()
        assert footer[b"manifest"].decode() == manifest_text(manifest)
        assert footer[b"manifest"] == (tmp_path / "manifest.json").read_bytes()


class TestParts:
    def test_a_footer_that_says_something_else_is_noticed(self, toy: Game, tmp_path: Path) -> None:
        played = run(toy_scenario(), tmp_path)
        part = parts(tmp_path)[0]
        data = part.read_bytes()
        # Twice the length would be thrice it in all rows; page checksums do not cover the footer.
        assert data.count(b'{"twice": {"length": 2}}') == 1
        part.write_bytes(data.replace(b'{"twice": {"length": 2}}', b'{"twice": {"length": 3}}'))
        with pytest.raises(UserError, match="it is damaged; --resume plays its games again"):
            played.games()

    def test_a_flipped_bit_of_a_page_is_noticed(self, toy: Game, tmp_path: Path) -> None:
        played = run(toy_scenario(), tmp_path)
        part = parts(tmp_path)[0]
        sound = part.read_bytes()
        for place in range(4, len(sound), 101):
            data = bytearray(sound)
            data[place] ^= 16
            part.write_bytes(data)
            with pytest.raises(UserError, match="it is damaged; --resume plays its games again"):
                played.games()

    def test_overlapping_parts_are_read_once(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "run", block_games=70)
        whole = rows(tmp_path / "run")
        for size in (1000, 300, 64):
            run(toy_scenario(), tmp_path / str(size), block_games=size)
            for part in parts(tmp_path / str(size)):
                shutil.copy(part, tmp_path / "run" / part.relative_to(tmp_path / str(size)))
            assert rows(tmp_path / "run").equals(whole)
        merged = merge_runs([tmp_path / "run"], tmp_path / "merged")
        assert merged.games().collect().equals(whole)
        run(toy_scenario(), tmp_path / "run", resume=True)
        assert rows(tmp_path / "run").equals(whole)
        kept = [part.name for part in parts(tmp_path / "run") if part.parent.name == "extra-0"]
        assert kept == ["part-000000000000-000000000999.parquet"]

    def test_a_damaged_part_whose_games_lie_in_others_too_does_no_harm(
        self, toy: Game, tmp_path: Path
    ) -> None:
        run(toy_scenario(), tmp_path, block_games=300)
        whole = rows(tmp_path)
        (tmp_path / "games" / "extra-0" / "part-000000000000-000000000999.parquet").write_bytes(b"PAR1")
        assert not verify_run(tmp_path).faults
        assert rows(tmp_path).equals(whole)
        (tmp_path / "games" / "extra-0" / "part-000000000300-000000000599.parquet").write_bytes(b"PAR1")
        with pytest.raises(UserError, match="it is damaged"):
            open_run(tmp_path).games()
        run(toy_scenario(), tmp_path, resume=True)
        assert rows(tmp_path).equals(whole)

    def test_parts_that_overlap_and_leave_a_gap_are_played_again(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "whole")
        run(toy_scenario(), tmp_path / "run", block_games=300)
        run(toy_scenario(), tmp_path / "other", block_games=500)
        source, target = (tmp_path / name / "games" / "extra-0" for name in ("other", "run"))
        shutil.copy(source / "part-000000000500-000000000999.parquet", target)
        (target / "part-000000000300-000000000599.parquet").unlink()
        with pytest.raises(UserError, match="games 300 to 499 are missing"):
            open_run(tmp_path / "run").games()
        run(toy_scenario(), tmp_path / "run", resume=True, block_games=300)
        assert rows(tmp_path / "run").equals(rows(tmp_path / "whole"))
        assert content(tmp_path / "run") == content(tmp_path / "whole")

    def test_parts_of_two_cuts_that_lose_a_game_come_back_under_every_variant(
        self, toy: Game, tmp_path: Path
    ) -> None:
        run(toy_scenario(), tmp_path / "whole")
        run(toy_scenario(), tmp_path / "run", block_games=500)
        run(toy_scenario(), tmp_path / "other", block_games=100)
        target = tmp_path / "run" / "games" / "extra-0"
        shutil.rmtree(target)
        shutil.copytree(tmp_path / "other" / "games" / "extra-0", target)
        (target / "part-000000000200-000000000299.parquet").unlink()
        run(toy_scenario(), tmp_path / "run", resume=True, block_games=40)
        assert rows(tmp_path / "run").equals(rows(tmp_path / "whole"))

    def test_a_session_leaves_no_word_behind(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path)
        assert not (tmp_path / "games" / SESSION).exists()


class TestMerging:
    def test_lost_tallies_are_not_merged_as_none(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "one", games=500)
        run(toy_scenario(), tmp_path / "other", games=500, first=500)
        (tmp_path / "other" / "tallies.parquet").unlink()
        with pytest.raises(UserError, match=r"other/tallies\.parquet: it is missing"):
            merge_runs([tmp_path / "one", tmp_path / "other"], tmp_path / "merged")
        assert not (tmp_path / "merged").exists()

    def test_rows_are_not_dropped(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "one", games=500)
        run(toy_scenario(), tmp_path / "other", games=500, first=500, keep_games=False)
        both = [tmp_path / "one", tmp_path / "other"]
        with pytest.raises(
            UserError, match="other: it keeps no rows of its games, unlike others; --resume it"
        ):
            merge_runs(both, tmp_path / "merged")
        merged = merge_runs(both, tmp_path / "merged", keep_games=False)
        whole = run(replace(toy_scenario(), keep_games=False), tmp_path / "whole")
        assert merged.tallies().equals(whole.tallies())
        assert content(tmp_path / "merged") == content(tmp_path / "whole")
        with pytest.raises(UserError, match="other: it keeps no rows"):
            merge_runs([tmp_path / "other"], tmp_path / "again", keep_games=True)

    def test_a_damaged_part_is_not_copied(self, toy: Game, tmp_path: Path) -> None:
        run(toy_scenario(), tmp_path / "one", games=500)
        part = parts(tmp_path / "one")[0]
        part.write_bytes(part.read_bytes()[:-1])
        with pytest.raises(UserError, match="it is damaged"):
            merge_runs([tmp_path / "one"], tmp_path / "merged")
        assert not (tmp_path / "merged").exists()


class TestKilled:
    """The process that plays is killed: its workers end with it, and nothing is read twice after a resume."""

    GAMES = 600_000

    def test_workers_end_with_the_process_that_started_them(self, toy: Game, tmp_path: Path) -> None:
        process = Playing(tmp_path / "run", games=10**8, workers=2, backend="loky", block_games=50_000)
        assert wait_until(lambda: len(parts(tmp_path / "run")) >= 1), process.end(0)
        workers = process.kill()
        assert workers
        assert wait_until(lambda: not alive(workers))

    def test_a_resumed_run_has_every_game_once(self, toy: Game, tmp_path: Path) -> None:
        path = tmp_path / "run"
        process = Playing(path, games=self.GAMES, workers=2, backend="loky", block_games=100_000)
        assert wait_until(lambda: len(parts(path)) >= 2), process.end(0)
        workers = process.kill()
        # At once, while the workers of the first session may be writing still.
        again = run(toy_scenario(), path, games=self.GAMES, resume=True, workers=2, block_games=70_000)
        assert again.games().collect().height == 2 * self.GAMES
        whole = run(toy_scenario(), tmp_path / "whole", games=self.GAMES, workers=2)
        assert content(path) == content(tmp_path / "whole")
        assert rows(path).equals(whole.games().collect())
        assert wait_until(lambda: not alive(workers))

    def test_a_worker_of_another_session_writes_nothing(
        self, toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from sim.runs import crew

        play = crew.play_variants

        def lose_the_session(*what: Any, **going: Any) -> Any:
            (tmp_path / "games" / SESSION).write_text("the word of a later session")
            return play(*what, **going)

        monkeypatch.setattr(crew, "play_variants", lose_the_session)
        with pytest.raises(UserError, match="another process has begun to write this run; wait for it"):
            run(toy_scenario(), tmp_path)
        assert not parts(tmp_path)
        assert open_run(tmp_path).status().games_done == 0
