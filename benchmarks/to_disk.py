"""From the game to the disk: what each step costs beside dealing and playing, block after block.

``python -m benchmarks.to_disk`` prints nanoseconds as well, for the page on speed.
"""

import hashlib
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmarks.timing import Ratio
from sim.collect.ledger import BLOCK_GAMES
from sim.contract.dealing import Deals
from sim.counts.counting import tally
from sim.counts.tallies import Tallies
from sim.engine.playing import play_rows
from sim.games import find_game
from sim.runs.parts import part_content
from sim.storage.files import write_whole

Result = TypeVar("Result")

BLOCKS = 8

STEPS = {
    "deal": "dealing",
    "play": "playing",
    "count": "counting: 10 histograms, 4 tables",
    "add": "adding the counts to those before",
    "part": "a part: byte streams and compression, zstd",
    "hash": "its hash, SHA-256",
    "write": "writing, flushing and renaming",
}


def measure(blocks: int = BLOCKS, *, nanoseconds: bool = False) -> None:
    """Play, count and store blocks of default War, and print what each step takes."""
    took: dict[str, list[float]] = {name: [] for name in STEPS}

    def timed(name: str, work: Callable[[], Result]) -> Result:
        began = time.process_time()
        found = work()
        took[name].append(time.process_time() - began)
        return found

    game = find_game("war")
    rules = game.rules.of()
    assert isinstance(game.deals, Deals)
    dealing = game.deals.dealing
    size, total = 0, Tallies()
    with tempfile.TemporaryDirectory() as place:
        for block in range(blocks + 1):
            if block == 1:  # the first one may compile
                took = {name: [] for name in STEPS}
            first = block * BLOCK_GAMES
            deals = timed(
                "deal",
                lambda first=first: dealing.deal_rows(rules, 1, first, BLOCK_GAMES),
            )
            played = timed(
                "play", lambda d=deals, f=first: play_rows(game, rules, d, 1, f)
            )
            counted = timed("count", lambda p=played: tally(game, ["war"], [p]))
            total = timed("add", lambda t=total, c=counted: t + c)
            part = timed(
                "part", lambda p=played, f=first: part_content(game.columns, f, p, {})
            )
            path = Path(place) / f"{first}.parquet"
            timed("write", lambda at=path, content=part: write_whole(at, content))
            size = len(part)
            timed("hash", lambda p=part: hashlib.sha256(p).hexdigest())
    print(
        f"\nFrom the game to the disk: default War, {blocks} blocks of {BLOCK_GAMES:,} games, one core, "
        "as parts of dealing and playing them"
    )
    print(
        f"  {'':<48}{'processor':>10}  {'quartiles':<16}"
        + f"{'ns a game':>10}" * nanoseconds
    )
    rows = {words: took[name] for name, words in STEPS.items()}
    games = _sum(rows, "deal", "play")
    rows["counting and adding, in addition to the games"] = _sum(rows, "count", "add")
    rows["a part and writing it, in addition to that"] = _sum(
        rows, "part", "hash", "write"
    )
    for words, seconds in rows.items():
        ratio = Ratio.of(
            [one / all_of_it for one, all_of_it in zip(seconds, games, strict=True)]
        )
        each = f"{statistics.median(seconds) / BLOCK_GAMES * 1e9:10.1f}" * nanoseconds
        print(f"  {words:<48}{ratio}{each}".rstrip())
    print(f"  a game takes {size / BLOCK_GAMES:.2f} bytes")


def _sum(rows: dict[str, list[float]], *names: str) -> list[float]:
    """Return the seconds of some steps together, block by block."""
    return [
        sum(steps) for steps in zip(*(rows[STEPS[name]] for name in names), strict=True)
    ]


if __name__ == "__main__":
    measure(nanoseconds=True)
