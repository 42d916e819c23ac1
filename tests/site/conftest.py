"""The parts of a small site, which several modules look at: made once."""

import pytest

import sim
from docs.site import build
from docs.site.page import Part


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory) -> sim.Run:
    """Three hundred games of the quick scenario."""
    return sim.run(
        "quick",
        out=tmp_path_factory.mktemp("runs") / "quick",
        games=300,
        keep_games=False,
    )


@pytest.fixture(scope="session")
def parts(quick: sim.Run) -> tuple[Part, ...]:
    """The site with one report, and without the rule sets, whose page has tests of its own."""
    return tuple(build.parts({"quick": quick.path}, {}, shown=(), cards=3))
