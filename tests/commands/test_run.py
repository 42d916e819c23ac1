"""``warlab run`` and the uses of its directory: status, report, compare, replay, resume.

The certain game has two cards, a three for player 0 and a two for player 1, so that no war ever happens and
every answer is known without playing.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import time
from pathlib import Path

import pytest

from sim.runs import open_run
from sim.runs.runner import Interrupted
from sim.scenario import load_scenario
from sim.scenario.shipped import shipped_directory
from tests.support import program, tiers
from tests.support.command_line import refusal, warlab

CERTAIN = """\
title = "A certain game"
question = "Does a three beat a two?"
game = "war"
games = 1_000
seed = 1

[rules]
lowest = 2
highest = 3
copies = 1
hands = ["3", "2"]

[vary]
face_down = [0, 1]
"""

ANSWER = """\
runs/certain: all 1,000 games are played (SIZE)
face_down=0: mean rounds 1, median 1, 95 % of games 1 to 1
face_down=1: mean rounds 1, median 1, 95 % of games 1 to 1
For the full report: warlab report runs/certain
"""

PLAN = """\
A certain game
war, 1,000 games a variant, on the same deals, 2,000 in all
seed 1, hash HASH, into runs/certain (a row for every game)
4 blocks of 300 games, 1 worker
COST

variant       rules
──────────────────────────────────────────────────────────────
face_down=0   highest=3, copies=1, hands=["3", "2"], face_down=0
face_down=1   highest=3, copies=1, hands=["3", "2"]

Nothing has been played but a small pilot.
"""


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory with the scenario of the certain game, where the commands are given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "certain.toml").write_text(CERTAIN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def played() -> str:
    """The directory of a run of the certain game."""
    assert warlab("run", "certain.toml").code == 0
    return "runs/certain"


def files(directory: Path) -> dict[str, bytes]:
    """Return the content of every file of a run but its lock and its manifest, which names versions."""
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name not in ("manifest.json", ".lock")
    }


def test_a_run_says_where_it_is_and_what_it_found() -> None:
    said = warlab("run", "certain.toml")
    assert (said.code, said.err) == (0, "")
    assert re.sub(r"\d+ kB", "SIZE", said.out) == ANSWER


def test_a_run_that_is_complete_is_resumed_without_playing_and_says_the_same(
    played: str, directory: Path
) -> None:
    before = files(directory / played)
    said = warlab("run", "certain.toml", "--resume")
    assert (said.code, re.sub(r"\d+ kB", "SIZE", said.out)) == (0, ANSWER)
    assert files(directory / played) == before


def test_resume_begins_a_run_that_does_not_exist() -> None:
    said = warlab("run", "certain.toml", "--out", "runs/certain", "--resume")
    assert (said.code, re.sub(r"\d+ kB", "SIZE", said.out)) == (0, ANSWER)


def test_a_run_resumed_with_more_games_has_the_content_of_one_played_at_once(directory: Path) -> None:
    halves = ["run", "certain.toml", "--out", "halves", "--block-games", "100"]
    warlab(*halves, "--games", "500")
    assert warlab(*halves, "--games", "1_000", "--resume").code == 0
    warlab("run", "certain.toml", "--out", "whole", "--block-games", "100", "--workers", "2")
    assert files(directory / "halves") == files(directory / "whole")


def test_json_of_a_run_is_that_of_its_status() -> None:
    told = warlab("run", "certain.toml", "--json").json
    assert told == warlab("status", "runs/certain", "--json").json
    assert (told["games_done"], told["games_planned"], told["complete"]) == (1000, 1000, True)
    assert told["variants"] == ["face_down=0", "face_down=1"]


def test_without_rows_only_the_tallies_are_kept(directory: Path) -> None:
    warlab("run", "certain.toml", "--no-keep-games")
    assert sorted(files(directory / "runs/certain")) == ["tallies.parquet"]


def test_a_dry_run_says_what_would_be_played_and_writes_nothing(directory: Path) -> None:
    said = warlab("run", "certain.toml", "--dry-run", "--block-games", "300", "--workers", "1")
    assert (said.code, said.err) == (0, "")
    cost = r"(under 1 s|about [0-9].*), [0-9.]+ [kM]B on the disk and [0-9]+ MB of memory, by a small pilot"
    text = re.sub(cost, "COST", re.sub(r"hash [0-9a-f]{16}", "hash HASH", said.out))
    lines = text.splitlines()
    assert [line for line in lines if set(line) != {"─"}] == [
        line for line in PLAN.splitlines() if set(line) != {"─"}
    ]
    assert [path.name for path in directory.iterdir()] == ["certain.toml"]


def test_a_dry_run_gives_programs_the_hash_that_the_run_will_have(played: str) -> None:
    plan = warlab("run", "certain.toml", "--dry-run", "--games", "2e3", "--block-games", "300", "--json").json
    assert plan["hash"] == warlab("status", played, "--json").json["hash"]
    assert (plan["games"], plan["blocks"], plan["out"]) == (2000, 7, "runs/certain")


def test_status_says_how_far_a_run_is(played: str) -> None:
    lines = warlab("status", played).out.splitlines()
    assert lines[0] == "A certain game"
    assert re.fullmatch(r"war, seed 1, hash [0-9a-f]{16}", lines[1])
    assert re.fullmatch(r"runs/certain: all 1,000 games are played \(\d+ kB\)", lines[2])
    assert lines[3:] == ["variants: face_down=0; face_down=1"]


def test_variants_that_play_the_same_games_do_not_differ(played: str) -> None:
    differences = warlab("compare", played, "--json").json["differences"]
    assert {(row["variant"], row["versus"], row["value"]) for row in differences} == {
        ("face_down=1", "face_down=0", 0.0)
    }
    said = warlab("compare", played)
    answer, _, differences = said.out.partition("\nface_down=1, less face_down=0:\n")
    assert "games that the first player wins" in answer
    assert "deals with a different winner" in differences


def test_a_single_variant_has_nothing_to_be_compared_with(directory: Path) -> None:
    (directory / "certain.toml").write_text(CERTAIN.replace("[0, 1]", "[0]"), encoding="utf-8")
    warlab("run", "certain.toml")
    assert warlab("compare", "runs/certain").out == "runs/certain has only one variant: nothing to compare.\n"


def test_a_replay_of_a_run_has_the_rules_of_the_variant(played: str) -> None:
    for words, face_down in ((("--variant", "face_down=1"), 1), (("--variant", "face_down=0"), 0), ((), 0)):
        told = warlab("replay", played, "999", *words, "--json").json
        assert (told["rules"]["face_down"], told["number"], told["seed"]) == (face_down, 999, 1)
        assert told["row"]["winner"] == 0


def test_a_replay_of_a_run_takes_no_other_rules_seed_or_policies(played: str) -> None:
    what = "a run has its own rules, players and seed; name one of its variants with --variant"
    for option, value in (("-r", "face_down=1"), ("--seed", "1"), ("--policies", "high,low")):
        assert refusal("replay", played, "0", option, value) == f"{option}: {what}"
    assert refusal("replay", played, "0", "--deal", "2 3") == (
        f"--deal: a run has its own deals; name the game instead of {played}"
    )
    assert refusal("replay", played, "0", "--variant", "face_down=2").startswith(
        "unknown variant 'face_down=2'; "
    )


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("report.html", "<!doctype html>"), ("new/report.md", "# a certain game"), ("r.txt", "a")],
)
def test_a_report_is_written_in_the_format_of_its_name(
    played: str, directory: Path, name: str, beginning: str
) -> None:
    said = warlab("report", played, "--to", name)
    assert (said.code, said.out, said.err) == (0, f"The report is in {name}\n", "")
    assert (directory / name).read_text(encoding="utf-8").lower().startswith(beginning)


def test_a_report_without_a_file_is_printed(played: str) -> None:
    said = warlab("report", played)
    assert (said.code, said.err) == (0, "")
    assert "A certain game" in said.out
    assert "Does a three beat a two?" in said.out


def test_a_report_in_an_unknown_format_is_refused_and_not_written(played: str, directory: Path) -> None:
    assert refusal("report", played, "--to", "report.pdf") == (
        "report.pdf: the suffix must be that of a report format; use .html, .md or .txt"
    )
    assert not (directory / "report.pdf").exists()


@pytest.mark.parametrize("command", ["status", "report", "compare"])
def test_a_directory_that_is_not_a_run_is_refused(command: str) -> None:
    assert refusal(command, ".") == ".: it is not a run: no manifest.json; give a run's directory"


def test_an_existing_run_is_not_touched_without_resume(played: str, directory: Path) -> None:
    before = files(directory)
    assert refusal("run", "certain.toml") == (
        "runs/certain: this directory already has a run; continue it with --resume, or choose another --out"
    )
    assert files(directory) == before


def test_a_run_of_another_scenario_is_never_mixed_in(played: str, directory: Path) -> None:
    before = files(directory)
    assert refusal("run", "certain.toml", "--resume", "--seed", "2") == (
        "runs/certain: it holds a run of another scenario: the seed is 1, not 2; choose another --out"
    )
    assert refusal("run", "quick", "--resume", "--out", played) == (
        "runs/certain: it holds a run of another scenario: the variants are face_down=0; face_down=1, "
        "not one down; three down; choose another --out"
    )
    assert files(directory) == before


def test_a_directory_with_other_things_in_it_is_not_written_to(directory: Path) -> None:
    assert refusal("run", "certain.toml", "--out", ".") == (
        ".: it is not empty and not a run; choose another --out, or an empty one"
    )
    assert refusal("run", "certain.toml", "--out", "certain.toml") == (
        "certain.toml: it is a file; choose another --out"
    )
    assert [path.name for path in directory.iterdir()] == ["certain.toml"]


WRONG_SCENARIOS = [
    ("games = 1_000", "gmaes = 1_000", "unknown key 'gmaes'; did you mean 'games'?"),
    (
        "games = 1_000",
        "games = 0.5",
        "games: 0.5 is not a valid number of games; give a whole number from 1 to 1e+15, such as 1e6",
    ),
    (
        "games = 1_000",
        "games = -5",
        "games: -5 is not a valid number of games; give a whole number from 1 to 1e+15, such as 1e6",
    ),
    (
        "seed = 1\n",
        "",
        ("'seed' is missing; give 'seed': the random seed, a whole number from 0 to 2**64 - 1"),
    ),
    ('game = "war"', 'game = "wra"', "game: unknown game 'wra'; did you mean 'war'?"),
    (
        "copies = 1",
        "copies = 0",
        "rules: copies: 0 is not a valid value of this option; it takes a whole number from 1 to 255",
    ),
    ("face_down = [0, 1]", "face_dwn = [0, 1]", "vary: unknown option 'face_dwn'; did you mean 'face_down'?"),
    (
        "highest = 3",
        "highest = 1",
        "vary: highest = 1 with lowest = 2; the highest rank must be at least the lowest, and at most 255",
    ),
]


@pytest.mark.parametrize(("wrong", "right", "line"), WRONG_SCENARIOS)
def test_a_wrong_scenario_is_refused_with_its_line_or_field(
    wrong: str, right: str, line: str, directory: Path
) -> None:
    text = CERTAIN.replace(wrong, right)
    assert text != CERTAIN
    (directory / "certain.toml").write_text(text, encoding="utf-8")
    assert refusal("validate", "certain.toml") == f"certain.toml: {line}"
    assert refusal("run", "certain.toml") == f"certain.toml: {line}"
    assert [path.name for path in directory.iterdir()] == ["certain.toml"]


def test_a_scenario_that_is_not_toml_is_refused_with_the_line(directory: Path) -> None:
    (directory / "certain.toml").write_text(CERTAIN.replace("games = 1_000", "games = "), encoding="utf-8")
    assert re.fullmatch(
        r"certain\.toml, line 4: .* \(column \d+\); a scenario is a TOML file", refusal("run", "certain.toml")
    )


def test_a_scenario_that_is_not_text_is_refused(directory: Path) -> None:
    (directory / "certain.toml").write_bytes(b"\xff\xfe\x00")
    assert refusal("run", "certain.toml") == "certain.toml: it is not a text file in UTF-8; give a TOML file"


def test_a_directory_that_cannot_be_made_is_one_line(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert refusal("run", "certain.toml", "--out", "locked/run") == (
        "locked/run: cannot make it: permission denied; choose a directory that you may write to"
    )


def test_a_full_disk_is_one_line_and_leaves_nothing_half_written(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        line = refusal("run", "certain.toml")
    assert line.endswith(
        ": cannot write it: no space left on device; free some space there, then continue with --resume"
    )
    assert [path for path in directory.rglob("*") if path.name.endswith(".tmp")] == []
    assert re.sub(r"\d+ kB", "SIZE", warlab("run", "certain.toml", "--resume").out) == ANSWER


def test_an_interrupt_says_what_is_kept_and_how_to_resume(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise Interrupted(300, 1000)

    monkeypatch.setattr("sim.runs.starting.run_blocks", interrupt)
    said = warlab("run", "certain.toml")
    assert (said.code, said.out) == (130, "")
    assert said.err == "warlab: runs/certain: interrupted after 300 of 1,000 games; --resume plays the rest\n"


def test_a_run_interrupted_from_the_keyboard_can_be_resumed(directory: Path) -> None:
    """Far more games than can be played: every interrupt leaves a few more of them done."""
    command = [
        "run",
        "certain.toml",
        "--games",
        "1e13",
        "--no-keep-games",
        "--block-games",
        "1e5",
        "--resume",
        *tiers.size(("--workers", "1"), ()),
    ]
    before = 0
    for _ in range(2):
        started = program.start(*command)
        saved = directory / "runs/certain/manifest.json"
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up and started.poll() is None:
            if saved.exists() and json.loads(saved.read_text(encoding="utf-8"))["ledger"] not in (
                [],
                [[0, before - 1]],
            ):
                break
            time.sleep(0.05)
        started.send_signal(signal.SIGINT)
        _, err = started.communicate(timeout=60)
        told = warlab("status", "runs/certain", "--json").json
        assert started.returncode == 130
        assert not told["complete"]
        assert told["games_done"] > before
        before = told["games_done"]
        assert err == (
            f"warlab: runs/certain: interrupted after {before:,} of 10,000,000,000,000 games; "
            "--resume plays the rest\n"
        )


class TestUntil:
    def test_it_takes_the_place_of_the_scenarios_precision(self, tmp_path: Path) -> None:
        scenario = tmp_path / "asked.toml"
        scenario.write_text(
            'game = "war"\ngames = 40_000\nseed = 1\n[rules]\nlowest = 9\n[precision]\n"rounds mean" = "0.01 %"\n'
        )
        where = tmp_path / "run"
        asked = ["run", scenario, "--out", where, "--no-keep-games"]
        found = warlab(*asked, "--until", "rounds mean 5 %", "--json").json
        assert (found["games_done"], found["complete"]) == (10_000, True)
        assert found["why"].startswith("stopped after 10,000 games: every target is met")
        # Resumed with the scenario's own precision, it plays on.
        assert warlab(*asked, "--resume", "--json").json["games_done"] == 40_000

    def test_an_unknown_statistic_is_refused_before_anything_is_written(self, tmp_path: Path) -> None:
        where = tmp_path / "run"
        said = refusal("run", "quick", "--out", where, "--until", "roundz mean 1 %")
        assert said == "--until: unknown statistic 'roundz mean'; did you mean 'rounds mean'?"
        assert not where.exists()
        assert "--until: 'x' is not a statistic with a half width" in refusal("run", "quick", "--until", "x")

    def test_the_sign_of_a_difference_can_be_waited_for(self, tmp_path: Path) -> None:
        scenario = tmp_path / "asked.toml"
        scenario.write_text(
            'game = "war"\ngames = 40_000\nseed = 1\n[rules]\nlowest = 9\n[vary]\nface_down = [0, 3]\n'
        )
        found = warlab(
            "run", scenario, "--out", tmp_path / "run", "--until", "rounds mean difference sign", "--json"
        ).json
        assert found["games_done"] == 10_000
        assert found["why"].startswith("stopped after 10,000 games")


def test_a_scenario_can_come_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (shipped_directory() / "war-length.toml").read_text(encoding="utf-8")

    def send(what: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(what))

    send(text)
    assert warlab("validate", "-").out.startswith("- is valid: ")
    send(text)
    assert warlab("run", "-", "--games", 100, "--out", tmp_path / "run", "--workers", 1).code == 0
    assert open_run(tmp_path / "run").scenario.hash == load_scenario("war-length").hash
    monkeypatch.chdir(tmp_path)
    send(text)
    assert warlab("run", "-", "--games", 100, "--dry-run", "--json").json["out"] == "runs/war"
    send("game = 3")
    assert refusal("run", "-").startswith("standard input: 'games' is missing")
    send("[[[")
    assert refusal("validate", "-").startswith("standard input, line 1: ")
