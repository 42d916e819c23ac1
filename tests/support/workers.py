"""How the tests are shared among the workers of pytest: what has something in common goes to one worker.

pytest-xdist's own groups are not used: it passes them on in the names of the tests, which pytest 9.2 no longer lets it
change, and then every test goes to any worker without a word.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from xdist.scheduler import LoadScopeScheduling

from sim.machine.cores import cores

FIRST = (
    "pages",
    "war",
    "tests/runs/test_cluster.py",
    "wargops",
    "tests/runs/test_places.py",
    "gops",
    "tests/games/test_seats.py",
    "wilcox-war",
    "tests/commands/test_run.py",
    "wargame",
    "tests/deals/test_common.py",
    "tests/faults/test_kills.py",
    "tests/faults/test_troubles.py",
    "tests/runs/test_silence.py",
    "tests/reports/test_live.py",
    "tests/scenario/test_shipped.py",
    "ace-race",
    "tests/docs/test_wheel.py",
    "tests/test_layers.py",
)
"""The groups that take longest. They begin, and the many short ones at the end keep every worker busy."""


def how_many() -> int:
    """Return one worker more than there are cores: some tests wait for a browser, a cluster or a signal."""
    return cores() + 1


def group(nodeid: str) -> str:
    """Return the group of a test: all pages, the game whose folder it is in, or its file.

    The tests of pages share a site and a browser, those of a file or a game what its fixtures make.

    Examples
    --------
    >>> group("tests/site/test_links.py::test_all_links_lead_somewhere")
    'pages'
    >>> group("tests/games/steal_war/test_game.py::test_a_capture[pack]")
    'steal-war'
    >>> group("sim/games/war/kernel/codes.py::sim.games.war.kernel.codes.beats")
    'war'
    >>> group("tests/stats/test_means.py::TestMean::test_it_ends[1::2]")
    'tests/stats/test_means.py'
    """
    file = nodeid.partition("::")[0]
    folders = PurePosixPath(file).parts[:-1]
    if folders[-1:] in (("site",), ("pages",)):
        return "pages"
    if "games" in folders[:-1]:
        game = folders[folders.index("games") + 1].replace("_", "-")
        # P'yanitsa is played by War's kernels.
        return {"pyanitsa": "war"}.get(game, game)
    return file


def turn(nodeid: str) -> int:
    """Return when the group of a test is due: 0 is first."""
    name = group(nodeid)
    return FIRST.index(name) if name in FIRST else len(FIRST)


class InGroups(LoadScopeScheduling):
    """Gives a worker the next group when it has come to the last tests of the one before, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
