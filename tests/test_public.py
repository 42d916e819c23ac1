"""The package ``warlab``: the public names of ``sim``, and its command."""

import subprocess
import sys
from pathlib import Path

import pytest

import sim
import warlab
from tests.support.places import ROOT


def test_every_public_name_is_that_of_sim() -> None:
    assert warlab.__all__ == sim.__all__
    assert dir(warlab) == dir(sim)
    for name in [*sim.__all__, "exact", "policies", "rare", "stats", "__version__"]:
        assert getattr(warlab, name) is getattr(sim, name)
    with pytest.raises(AttributeError):
        _ = warlab.nothing


@pytest.mark.parametrize("hiding", ["sim.py", "sim/__init__.py"])
def test_another_package_of_that_name_is_said_to_hide_ours(
    tmp_path: Path, hiding: str
) -> None:
    (tmp_path / hiding).parent.mkdir(exist_ok=True)
    (tmp_path / hiding).write_text("")
    program = f"""
import runpy, sys
sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]
runpy.run_module("warlab", run_name="__main__")
"""
    # Without -S the checkout, which is installed, would be found first.
    words = [sys.executable, "-S", "-c", program]
    ended = subprocess.run(
        words, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr == (
        f"warlab: another package named sim hides warlab's own: {tmp_path / hiding}; rename it, or start elsewhere\n"
    )
