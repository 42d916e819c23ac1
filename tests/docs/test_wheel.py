"""The wheel built from the checkout works outside it, and contains the scenarios.

The dependencies come from the environment of the tests, so that no network is needed; the checkout itself is
kept out by running without the ``site`` module, which alone reads the ``.pth`` file of an editable install.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

from tests.support.places import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that holds only what the wheel installs."""
    wheels = tmp_path_factory.mktemp("wheels")
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels), str(ROOT)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True, text=True)
    (wheel,) = wheels.glob("warlab-*.whl")
    site = tmp_path_factory.mktemp("site")
    install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run([sys.executable, *install], check=True, capture_output=True, text=True)
    return site


def outside(installed: Path, directory: Path, *words: str) -> str:
    """Return what a program prints that can import the wheel and its dependencies, but not the checkout."""
    paths = [str(installed), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
    done = subprocess.run(
        [sys.executable, "-S", *words],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_is_imported_and_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = outside(
        installed, tmp_path, "-c", "import sim, reports; print(sim.__file__); print(reports.__file__)"
    )
    assert [Path(line).is_relative_to(installed) for line in where.splitlines()] == [True, True]


def test_the_wheel_contains_every_scenario_of_the_checkout(installed: Path, tmp_path: Path) -> None:
    listed = outside(installed, tmp_path, str(installed / "bin" / "warlab"), "scenarios", "--json")
    shipped = sorted(path.stem for path in (ROOT / "scenarios").glob("*.toml"))
    assert [scenario["name"] for scenario in json.loads(listed)] == shipped


def test_the_wheel_contains_the_templates_of_reports(installed: Path) -> None:
    templates = {path.relative_to(ROOT) for path in (ROOT / "reports").rglob("*.j2")}
    assert templates
    assert templates <= {path.relative_to(installed) for path in (installed / "reports").rglob("*.j2")}


def test_a_bundled_scenario_is_found_by_name_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    warlab = str(installed / "bin" / "warlab")
    assert "tod-und-leben" in outside(installed, tmp_path, warlab, "validate", "tod-und-leben")


@pytest.mark.slow
def test_a_bundled_scenario_is_found_by_name_and_played_outside_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    warlab = str(installed / "bin" / "warlab")
    # A game that is soon compiled: the code of the wheel is compiled apart from that of the checkout.
    done = outside(installed, tmp_path, warlab, "run", "tod-und-leben", "--games", "2000", "--json")
    status = json.loads(done)
    assert (status["games_done"], status["complete"]) == (2000, True)
    report = outside(installed, tmp_path, warlab, "report", "runs/tod-und-leben", "--to", "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>"), (
        report
    )


def test_the_wheel_contains_the_page_of_questions(installed: Path, tmp_path: Path) -> None:
    listed = outside(installed, tmp_path, str(installed / "bin" / "warlab"), "ask", "how", "long", "--json")
    assert json.loads(listed)[0]["answer"].startswith("With one card face down, ")


def test_the_wheel_contains_the_type_markers(installed: Path) -> None:
    assert (installed / "sim" / "py.typed").exists()
    assert (installed / "reports" / "py.typed").exists()


def test_the_wheel_has_the_documents_and_templates_of_the_site(installed: Path, tmp_path: Path) -> None:
    """The pages that need no games are made outside the checkout."""
    program = (
        "from reports.site import guides, questions, games, sources; from pathlib import Path; "
        "assert sources.directory().name == '_docs', sources.directory(); "
        "parts = [guides.part(), questions.part([]), games.part(questions.asked())]; "
        "print(*sorted(page.path for part in parts for page in part.pages))"
    )
    written = outside(installed, tmp_path, "-c", program).split()
    assert {"docs/statistics/", "docs/changelog/", "docs/reference/commands/", "games/war/"} <= set(written)


def test_the_source_distribution_has_what_its_tests_import(tmp_path: Path) -> None:
    build = ["-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run([sys.executable, *build], check=True, capture_output=True, text=True)
    (archive,) = tmp_path.glob("warlab-*.tar.gz")
    with tarfile.open(archive) as opened:
        held = {"/".join(name.split("/")[1:]) for name in opened.getnames()}
    for package in ("sim", "reports", "docs", "benchmarks", "tests"):
        needed = {path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py")}
        assert needed <= held, package
    assert {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")} <= held


def test_the_wheel_contains_the_tables_of_equilibria(installed: Path) -> None:
    tables = {path.name for path in ROOT.glob("sim/games/*/tables/*.npz")}
    assert {path.name for path in installed.glob("sim/games/*/tables/*.npz")} == tables
    assert {"gops-points-discard-8.npz", "wargops-survivor-7.npz"} <= tables
