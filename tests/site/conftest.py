"""A small site, which several modules look at: made once."""

import pytest

import sim
from docs.site import __main__ as atlas
from docs.site import bids, casino, rules
from sim.games.gops.solution.problem import GopsProblem

BIDS = (
    GopsProblem(4, "points", carry_over=False),
    GopsProblem(3, "points", carry_over=True),
    GopsProblem(3, "win", carry_over=False),
    GopsProblem(2, "win", carry_over=True),
)


@pytest.fixture(scope="session")
def quick(tmp_path_factory):
    """Three hundred games of the quick scenario."""
    out = tmp_path_factory.mktemp("runs") / "quick"
    return sim.run("quick", out=out, games=300, keep_games=False)


@pytest.fixture(scope="session")
def small():
    """Fewer choices, and no kernels in the pages that play: those have tests of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casino, "DECKS", (6, 8))
        patch.setattr(casino, "HANDS", (20, 200))
        patch.setattr(bids, "GAMES", BIDS)
        patch.setattr(bids, "LARGEST", 5)
        patch.setattr(rules, "modules", lambda *_: {False: b"no module"})
        yield


@pytest.fixture(scope="session")
def files(quick, small):
    """The files of the small site, with one report."""
    return atlas.pages({"quick": quick.path}, 3000, 1)


@pytest.fixture(scope="session")
def site(files, tmp_path_factory):
    """The small site in a folder, a level below the top."""
    out = tmp_path_factory.mktemp("site") / "atlas"
    atlas.write(files, out)
    return out
