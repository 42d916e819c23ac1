"""The README shows what its commands print; the policy of its page plays."""

import re
import runpy
import shlex

import pytest

import sim
from tests.support.command_line import warlab
from tests.support.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = dict(
    re.findall(r"```sh\n(warlab (?:play|exact).*)\n```\n\n```text\n([^`]*)```", README)
)
"""The commands of the README that need no run before them, each with the lines that it shows."""


@pytest.mark.parametrize("command", SHOWN)
def test_the_readme_shows_what_the_command_prints(command):
    printed = " ".join(warlab(*shlex.split(command)[1:]).out.split())
    for line in SHOWN[command].splitlines():
        if line == "...":
            continue
        assert " ".join(line.split()) in printed


@pytest.mark.slow
def test_the_policy_of_its_page_plays_and_enters_a_tournament(tmp_path, capsys):
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
