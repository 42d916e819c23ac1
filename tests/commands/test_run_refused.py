"""What ``warlab run`` refuses: wrong scenarios, the directories of others, and disks that take nothing."""

import re
from pathlib import Path

import pytest

from tests.support.certain import CERTAIN, files
from tests.support.command_line import refusal

pytestmark = pytest.mark.usefixtures("directory")


def test_an_existing_run_is_not_touched_without_resume(played: str, directory: Path) -> None:
    before = files(directory)
    assert refusal("run", "certain.toml") == (
        "runs/certain: this directory already has a run of 'A certain game'; "
        "continue it with --resume, or choose another --out"
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
