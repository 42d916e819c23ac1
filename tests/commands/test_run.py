"""``warlab run``: what it plays and says, how it is interrupted and resumed, and when it stops."""

import io
import re
import signal

import pytest

from sim.runs import open_run
from sim.scenario import load_scenario
from sim.scenario.reading import shipped_directory
from tests.support import processes
from tests.support.certain import ANSWER
from tests.support.command_line import refusal, refuses, warlab
from tests.support.processes import wait_until
from tests.support.toy_game import every_file

pytestmark = pytest.mark.usefixtures("directory")

PLAN = """\
A certain game

war, 1,000 games a variant, on the same deals, 2,000 in all
numbers 0 to 999
seed 1, hash HASH, into runs/certain (a row for every game)

variant      rules
──────────────────────────────────────────────────────────────
face_down=0  highest=3, copies=1, hands=["3", "2"], face_down=0
face_down=1  highest=3, copies=1, hands=["3", "2"]

Nothing has been played. What it would cost: warlab plan
"""


def test_a_run_says_where_it_is_and_what_it_found():
    said = warlab("run certain.toml")
    assert (said.code, said.err) == (0, "")
    assert re.sub(r"[\d.]+ kB", "SIZE", said.out) == ANSWER


def test_a_run_that_is_complete_is_resumed_without_playing_and_says_the_same(
    played, directory
):
    before = every_file(directory / played)
    said = warlab("run certain.toml --resume")
    assert (said.code, re.sub(r"[\d.]+ kB", "SIZE", said.out)) == (0, ANSWER)
    assert every_file(directory / played) == before


def test_json_of_a_run_is_that_of_its_status():
    told = warlab("run certain.toml --json").json
    assert told == warlab("status runs/certain --json").json
    assert told == told | {
        "games_done": 1000,
        "games_planned": 1000,
        "complete": True,
        "variants": ["face_down=0", "face_down=1"],
    }


def test_a_dry_run_says_what_would_be_played_and_writes_nothing(directory):
    said = warlab("run certain.toml --dry-run")
    assert (said.code, said.err) == (0, "")
    text = re.sub(r"hash [0-9a-f]{16}", "hash HASH", said.out)
    printed, expected = (re.sub("─+\n", "", lines) for lines in (text, PLAN))
    assert printed == expected
    assert [path.name for path in directory.iterdir()] == ["certain.toml"]


def test_a_dry_run_gives_programs_the_hash_that_the_run_will_have(played):
    plan = warlab("run certain.toml --dry-run --games 2e3 --json")
    of_run = warlab("status --json", played).json["hash"]
    planned = {"games": 2000, "out": "runs/certain", "hash": of_run}
    assert plan.json == plan.json | planned


@pytest.mark.slow
def test_a_run_interrupted_from_the_keyboard_keeps_what_is_played(directory):
    """Far more games than can be played."""
    words = "--games 1e13 --no-keep-games --block-games 1e5 --workers 1"
    process = processes.start("run", "certain.toml", *words.split())
    # Written when the first blocks are done.
    assert wait_until((directory / "runs/certain/tallies.parquet").exists)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=180)
    told = warlab("status runs/certain --json").json
    assert process.returncode == 130
    assert not told["complete"]
    assert err == (
        f"warlab: runs/certain: interrupted after {told['games_done']:,} of 10,000,000,000,000 games; "
        "resuming plays the rest\n"
    )


class TestUntil:
    def test_it_takes_the_place_of_the_scenarios_precision(self, tmp_path):
        scenario = tmp_path / "asked.toml"
        scenario.write_text(
            'game = "war"\ngames = 40_000\nseed = 1\n[rules]\nlowest = 9\n[precision]\n"rounds mean" = "0.01 %"\n'
        )
        where = tmp_path / "run"
        asked = ["run", scenario, "--out", where, "--no-keep-games"]
        found = warlab(*asked, "--until", "rounds mean 5 %", "--json").json
        assert found == found | {"games_done": 10_000, "complete": True}
        assert found["why"].startswith(
            "stopped after 10,000 games: every target is met"
        )
        # Resumed with the scenario's own precision, it plays on.
        assert warlab(*asked, "--resume", "--json").json["games_done"] == 40_000

    def test_an_unknown_statistic_is_refused_before_anything_is_written(
        self, directory
    ):
        refuses("""
$ warlab run quick --out there --until 'roundz mean 1 %'
--until: unknown statistic 'roundz mean'; did you mean 'rounds mean'?
$ warlab run quick --until x
--until: 'x' is not a statistic with a half width...
""")
        assert not (directory / "there").exists()


def test_a_scenario_can_come_from_standard_input(tmp_path, monkeypatch):
    text = (shipped_directory() / "war-length.toml").read_text(encoding="utf-8")

    def send(what):
        monkeypatch.setattr("sys.stdin", io.StringIO(what))

    send(text)
    assert warlab("validate -").out.startswith("- is valid: ")
    send(text)
    assert warlab("run - --games 100 --workers 1", "--out", tmp_path / "run").code == 0
    assert open_run(tmp_path / "run").scenario.hash == load_scenario("war-length").hash
    monkeypatch.chdir(tmp_path)
    send(text)
    assert warlab("run - --games 100 --dry-run --json").json["out"] == "runs/war"
    send(
        f"{text.partition('[answer')[0]}[answer]\ntext = '{{{{ show(\"lenght\") }}}}'\n"
    )
    assert refusal("validate -") == (
        "answer.text: unknown part 'lenght'; did you mean 'length'?"
    )
    send("game = 3")
    assert refusal("run -").startswith("standard input: there is no 'games'; ")
    send("[[[")
    assert refusal("validate -").startswith("standard input, line 1, column 3: ")
