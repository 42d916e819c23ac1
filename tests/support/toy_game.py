"""A game that is over as soon as it is dealt: player 0's first cards decide how long it was.

The engine's tests play it: they depend on no real game. This module is its rulebook and
its kernel.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sim.contract.columns import Column, Role
from sim.contract.dealing import Deals
from sim.contract.deck_rules import DeckRules
from sim.contract.events import Outcome
from sim.contract.game import GameOf
from sim.deals import deck
from sim.options import choice, whole
from sim.runs import open_run
from sim.scenario import parse_scenario

ENDINGS = ("even", "odd")


@dataclass(frozen=True, kw_only=True)
class ToyRules(DeckRules):
    """A number that is added, and a word that changes nothing."""

    extra: int = whole(0, 0, 1000, "added to the length")
    mood: str = choice("calm", "wild", meaning="nothing")


def tell(rules, packets, seed, number):
    """Play the game in plain Python."""
    length = 10 * packets[0][0] + packets[0][1] + rules.extra
    row = {
        "winner": 0
        if packets[0][0] > packets[1][0]
        else 1
        if packets[0][0] < packets[1][0]
        else -1,
        "ending": ENDINGS[length % 2],
        "length": length,
        "twice": 2 * length + packets[0][2] // 14,
        "aces": list(packets[0]).count(14),
    }
    yield Outcome(row, "it is over")


def play_block(rules, deals, where, seed, first):
    """Play the games of a block with NumPy."""
    cards = deals.astype(np.int32)
    mine = cards[:, where.starts[0] :: where.stride]
    theirs = cards[:, where.starts[1] :: where.stride]
    length = 10 * mine[:, 0] + mine[:, 1] + rules.extra
    return {
        "winner": np.where(
            mine[:, 0] > theirs[:, 0], 0, np.where(mine[:, 0] < theirs[:, 0], 1, -1)
        ).astype(np.int8),
        "ending": (length % 2).astype(np.int8),
        "length": length,
        "twice": 2 * length + mine[:, 2] // 14,
        "aces": (mine == 14).sum(axis=1).astype(np.int16),
    }


def _kernel():
    from tests.support import toy_game

    return toy_game


TOY = GameOf[ToyRules](
    name="toy",
    title="Toy",
    summary="for the tests",
    rules=ToyRules,
    own_columns=lambda rules: (
        Column("winner", "int8", "who won", role=Role.WINNER),
        Column("ending", "int8", "how it ended", ENDINGS),
        Column("length", "int32", "how long it was"),
        Column("twice", "int32", "twice that, or one more"),
        Column(
            "aces",
            "int16",
            "player 0's aces",
            of_packet=lambda rules, packets: np.count_nonzero(packets == 14, axis=1),
        ),
    ),
    tell=tell,
    deals=Deals(deck, _kernel),
    source="nobody plays it",
    histograms=("length",),
    tables=(("winner", "ending"), ("winner", "aces")),
    paired=("length",),
)


FILE = Path(__file__).with_name("toy.toml")
SCENARIO = FILE.read_text(encoding="utf-8")


def toy_scenario(more=""):
    """Return a scenario of a thousand toy games under two variants."""
    return parse_scenario(SCENARIO + more)


def play_as_command(out, games, workers, backend, block_games):
    """Play with the command line, as a program of its own does, and return its exit code."""
    from sim.commands.start import main
    from sim.games import GAMES

    GAMES["toy"] = TOY
    crew = (
        ["--scheduler", backend]
        if "://" in backend
        else ["--backend", backend, "--workers", workers]
    )
    words = [
        "run",
        str(FILE),
        "--out",
        out,
        "--games",
        games,
        "--block-games",
        block_games,
        "--resume",
    ]
    sys.argv[1:] = [*words, *crew]
    return main()


def content(path):
    """Return every file of a run but its parts, which may be cut differently, and what the record says of them."""
    files = {
        file.name: file.read_bytes()
        for file in sorted(path.iterdir())
        if file.is_file()
    }
    record = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    return {**files, "manifest.json": {**record, "blobs": None, "sha256": None}}


def every_file(directory):
    """Return all files of a run, the parts among them, by their paths below it."""
    return {
        str(file).removeprefix(str(directory)): file.read_bytes()
        for file in directory.rglob("*")
        if file.is_file() and file.name != ".lock"
    }


def rows(path):
    """Return the games of a run."""
    return open_run(path).games().collect()


def same(one, other):
    """Return whether two runs have identical files, however they are cut, and identical rows."""
    return content(one) == content(other) and rows(one).equals(rows(other))
