"""The package ``warlab``: the public names of ``sim``, and its command."""

import os
import subprocess
import sys

import pytest

import sim
import warlab
from tests.support.places import ROOT


def test_every_public_name_is_that_of_sim():
    assert warlab.__all__ == sim.__all__
    assert dir(warlab) == dir(sim)
    for name in [*sim.__all__, "exact", "policies", "rare", "stats", "__version__"]:
        assert getattr(warlab, name) is getattr(sim, name)
    with pytest.raises(AttributeError):
        _ = warlab.nothing


HIDING = ["sim.py", "reports/__init__.py"]


@pytest.fixture(params=HIDING)
def hiding(tmp_path, request):
    """A file that hides one of our packages from what is started beside it."""
    file = tmp_path / request.param
    file.parent.mkdir(exist_ok=True)
    file.write_text("")
    return file


def started_beside(hiding, *words):
    """Python started in the directory of a file, which it searches first."""
    package = hiding if hiding.stem != "__init__" else hiding.parent
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )


def line(hiding):
    """The line that tells of it."""
    name = hiding.stem if hiding.stem != "__init__" else hiding.parent.name
    return (
        f"{hiding} hides warlab's own package {name!r}; rename it, or start elsewhere\n"
    )


def test_a_file_that_hides_one_of_our_packages_is_named(hiding):
    ended = started_beside(hiding, "-c", "import warlab")
    assert ended.returncode == 1
    assert ended.stderr.endswith(f"\nImportError: {line(hiding)}")


def test_the_command_says_so_in_one_line(hiding):
    ended = started_beside(hiding, "-m", "warlab", "games")
    assert (ended.returncode, ended.stderr) == (2, f"warlab: {line(hiding)}")


def test_a_directory_of_that_name_hides_nothing(tmp_path):
    (tmp_path / "reports").mkdir()
    ended = started_beside(tmp_path / "x.py", "-c", "import warlab; warlab.UserError")
    assert (ended.returncode, ended.stderr) == (0, "")
