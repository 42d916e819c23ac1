"""The wheel built from the checkout works outside it, and contains the scenarios.

The dependencies come from the environment of the tests, so that no network is needed;
the checkout itself is kept out by running without the ``site`` module, which alone
reads the ``.pth`` file of an editable install.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.places import ROOT

pytestmark = pytest.mark.slow

# Runs each command and prints what it said.
PROGRAM = """
import contextlib, io, json, sys
from pathlib import Path
import reports, sim, warlab
from sim.commands.start import main
from reports import documents
told = {"files": [sim.__file__, reports.__file__], "documents": documents.directory().name}
for words in json.loads(sys.argv[1]):
    sys.argv = ["warlab", *words]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert main() == 0, words
    told[" ".join(words)] = said.getvalue()
print(json.dumps(told))
"""

COMMANDS = [
    ["scenarios", "--json"],
    ["ask", "how long does war last", "--json"],
]


def built(kind, to):
    """Build a wheel or a source distribution, by the backend itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    backend = import_module(project["build-system"]["build-backend"])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return to / getattr(backend, f"build_{kind}")(str(to))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel."""
    return built("wheel", tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A directory that holds only what the wheel installs."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def outside(installed, directory, *words):
    """Return what a program prints that can import the wheel and its dependencies, but not the checkout."""
    paths = [
        str(installed),
        sysconfig.get_path("purelib"),
        sysconfig.get_path("platlib"),
    ]
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


@pytest.fixture(scope="module")
def told(installed, tmp_path_factory):
    """What a program outside the checkout finds, and what the commands say to it."""
    where = tmp_path_factory.mktemp("outside")
    return json.loads(outside(installed, where, "-c", PROGRAM, json.dumps(COMMANDS)))


def test_the_wheel_is_imported_and_not_the_checkout(installed, told):
    assert all(Path(file).is_relative_to(installed) for file in told["files"])
    assert told["documents"] == "_docs"


def test_the_wheel_contains_every_scenario_and_the_catalogue(told):
    shipped = sorted(path.stem for path in (ROOT / "scenarios").glob("*.toml"))
    listed = json.loads(told["scenarios --json"])
    assert [scenario["name"] for scenario in listed] == shipped
    answered = json.loads(told["ask how long does war last --json"])
    assert "289 rounds" in answered["answers"][0]["answer"]


@pytest.mark.parametrize(
    "pattern",
    [
        "reports/**/*.j2",
        "reports/questions/*.toml",
        "sim/games/*/tables/*.npz",
        "*/py.typed",
    ],
)
def test_the_wheel_contains_the_files_that_are_no_code(installed, pattern):
    """The templates, the words of questions, the tables of equilibria, and the markers of typed packages."""
    files = {
        path.relative_to(ROOT)
        for path in ROOT.glob(pattern)
        if path.parts[len(ROOT.parts)] != "tests"
    }
    assert files
    assert files <= {path.relative_to(installed) for path in installed.glob(pattern)}


def test_the_source_distribution_has_what_its_tests_import(tmp_path):
    archive = built("sdist", tmp_path)
    with tarfile.open(archive) as opened:
        held = {"/".join(name.split("/")[1:]) for name in opened.getnames()}
    for package in ("sim", "reports", "warlab", "docs", "benchmarks", "tests"):
        needed = {
            path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py")
        }
        assert needed <= held, package
    assert {
        path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")
    } <= held


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_a_new_environment_of_every_python_plays_reports_and_serves(
    version, wheel, tmp_path
):
    """From the locked packages; without that Python, or without a package index, there is nothing to test."""
    # pyenv has a python3.12 on the path also where another version is chosen.
    installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    program = (
        installed[-1]
        if installed
        else shutil.which(f"python{version}") or sys.executable
    )
    bin_ = tmp_path / "environment" / "bin"

    def done(*words):
        return subprocess.run(
            [str(word) for word in words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    told = done(
        program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"
    ).stdout.strip()
    if told != version or done(program, "-m", "venv", bin_.parent).returncode:
        pytest.skip(f"there is no Python {version}")
    pip = (bin_ / "python", "-m", "pip", "install", "--quiet")
    if (
        "No matching distribution"
        in (lock := done(*pip, "-r", ROOT / "requirements.lock")).stderr
    ):
        pytest.skip("there is no package index")
    for step in (lock, done(*pip, "--no-deps", wheel)):
        assert step.returncode == 0, step.stderr
    warlab = bin_ / "warlab"
    for words in (
        "play tod-und-leben --games 500",
        "run tod-und-leben --games 2000",
        "report runs/tod-und-leben --to report.html",
        "ask how long does war last",
        "page war --to war.html",
    ):
        ended = done(warlab, *words.split())
        assert ended.returncode == 0, ended.stderr
        assert "Traceback" not in ended.stderr
