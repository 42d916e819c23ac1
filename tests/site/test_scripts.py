"""The scripts of the site: that they parse, and that their numbers are those of the reports."""

import json
import math
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from docs.site.page import ASSETS, VIEWER
from reports import numbers
from sim.stats import proportion
from tests.support.scripts import node, script, value_of

SCRIPTS = sorted(path.name for home in (ASSETS, VIEWER) for path in home.glob("*.js"))


def test_each_script_parses() -> None:
    read = "for (const path of process.argv.slice(1)) new vm.Script(fs.readFileSync(path, 'utf8'), path)"
    command = [node(), "-e", read, *(str(script(name)) for name in SCRIPTS)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_script_is_strict_and_says_what_it_is_for(name: str) -> None:
    first, *lines = (script(name)).read_text().splitlines()
    assert first.startswith("// ")
    assert any(line.strip() == '"use strict";' for line in lines)


@pytest.mark.parametrize(
    "names",
    [
        ("numbers.js", "answers.js", "curves.js", "yours.js"),
        ("numbers.js", "curves.js", "casino.js", "evening.js"),
        ("numbers.js", "curves.js", "viewer.js", "opened.js", "game.js"),
        ("numbers.js", "equilibria.js", "bids.js"),
    ],
)
def test_the_types_of_a_page_hold(names: tuple[str, ...], tmp_path: Path) -> None:
    """What the comments say of the types, checked strictly by TypeScript's compiler, where there is one."""
    compiler = shutil.which("tsc") or os.environ.get("TSC")
    if not compiler:
        pytest.skip(
            "no TypeScript compiler found (tsc on the path, or the variable TSC)"
        )
    (tmp_path / "shared.d.ts").write_text("declare var warlab: any;\n")
    checked = {
        "allowJs": True,
        "checkJs": True,
        "noEmit": True,
        "strict": True,
        "target": "es2022",
        "types": [],
    }
    files = ["shared.d.ts", *(str(script(name)) for name in names)]
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": checked, "files": files})
    )
    done = subprocess.run(
        [compiler, "-p", tmp_path],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_numbers_look_the_same_as_in_the_reports() -> None:
    """Rounding, thousands, signs, decimals and times: the script against reports/numbers.py."""
    chance = random.Random(11)
    values = [chance.choice((-1, 1)) * 10 ** chance.uniform(-4, 6) for _ in range(300)]
    # Halves are rounded differently by the two languages; no estimate is exactly one.
    given = [
        [value, value - abs(value) * one, value + abs(value) * one]
        for value in values
        for one in (1e-4, 0.03)
    ]
    times = [10 ** chance.uniform(-2, 5) for _ in range(300)] + [
        1.9,
        10.5,
        11.5,
        99.4,
        99.6,
        2879,
        2881,
    ]
    found = value_of(
        "[given.map(([v, l, h]) => warlab.numbers.decimalsFor(l, h)), given.map(warlab.numbers.estimate), "
        "times.map(warlab.numbers.duration), times.map((one) => warlab.numbers.figures(one))]",
        "numbers.js", given=given, times=times,
    )  # fmt: skip
    assert found[0] == [numbers.decimals_for(low, high) for _, low, high in given]
    assert found[1] == [numbers.estimate(*one) for one in given]
    assert found[2] == [numbers.duration(one) for one in times]
    assert found[3] == [numbers.figures(one) for one in times]


def test_shares_have_wilsons_interval_and_its_digits() -> None:
    chance = random.Random(12)
    given = [
        (round(games * chance.random()), games)
        for games in (50, 1000, 123_456, 400_000)
        for _ in range(25)
    ]
    found = value_of(
        "given.map(([k, n]) => [warlab.numbers.wilson(k, n), warlab.numbers.percent(k, n)])",
        "numbers.js",
        given=given,
    )
    compared = 0
    for (count, games), (ends, text) in zip(given, found, strict=True):
        interval = proportion(count, games)
        if interval.procedure != "Wilson":
            continue
        compared += 1
        assert interval.low is not None
        assert interval.high is not None
        assert all(
            math.isclose(a, b, rel_tol=1e-9)
            for a, b in zip(
                ends, (count / games, interval.low, interval.high), strict=True
            )
        )
        assert text == numbers.percent(count / games, interval.low, interval.high)
    assert compared > 80
