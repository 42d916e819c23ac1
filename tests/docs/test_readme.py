"""The README shows what its commands print; the page with everything names every command and option."""

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import sim
from docs.figures.kept import kept
from sim.commands.cli import COMMANDS, command
from sim.scenario import parse_scenario
from tests.support.command_line import warlab
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = dict(
    re.findall(r"```sh\n(warlab (?:play|exact).*)\n```\n\n```text\n([^`]*)```", README)
)
"""The commands of the README that need no run before them, each with the lines that it shows."""

OVERVIEW = (ROOT / "docs/overview.md").read_text(encoding="utf-8")


def options() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each command with each of its options, by all names of the option."""
    for name in COMMANDS:
        for parameter in command(name).params:
            if parameter.param_type_name == "option":
                yield name, tuple(parameter.opts)


@pytest.mark.parametrize("command", SHOWN)
def test_the_readme_shows_what_the_command_prints(command: str) -> None:
    printed = " ".join(warlab(*shlex.split(command)[1:]).out.split())
    for line in SHOWN[command].splitlines():
        if line == "...":
            continue
        assert " ".join(line.split()) in printed


def test_the_readme_shows_what_compare_prints_of_the_main_run() -> None:
    numbers = kept("war-length")["numbers"]
    for variant in ("one down", "one down, shuffled"):
        mean, low, high = numbers[variant]["rounds mean"]
        assert re.search(rf"^ {mean:.1f}  .* {low:.1f} to {high:.1f}$", README, re.M)


@pytest.mark.parametrize("command", dict.fromkeys(name for name, _ in options()))
def test_the_overview_names_the_command(command: str) -> None:
    assert re.search(rf"\bwarlab {re.escape(command)}\b", OVERVIEW)


@pytest.mark.parametrize(
    "names", sorted({names for _, names in options()}), ids=" ".join
)
def test_the_overview_names_the_option(names: tuple[str, ...]) -> None:
    assert re.search(
        rf"(?<![\w-])({'|'.join(map(re.escape, names))})(?![\w-])", OVERVIEW
    )


def test_the_scenario_of_the_overview_is_valid() -> None:
    scenario = parse_scenario(OVERVIEW.split("```toml\n")[1].split("```")[0])
    assert [variant.name for variant in scenario.variants] == [
        "face_down=1",
        "face_down=3",
    ]


@pytest.mark.slow
def test_the_policy_of_its_page_plays_and_enters_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/how-to/write-a-policy.md").read_text(encoding="utf-8")
    code = tmp_path / "cautious.py"
    code.write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")
    left = runpy.run_path(str(code))
    assert left["games"].height == 10_000
    told = capsys.readouterr().out
    assert "policies: cautious, match" in told
    assert "2,000 games in each meeting" in told
    assert "cautious  " in told
    # The plain function plays the same games.
    plain = sim.play(
        "gops", games=50, seed=1, policies=[left["cautious"].py_func, "match"]
    )
    assert plain.equals(left["games"].head(50))
