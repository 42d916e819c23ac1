"""From the game to the disk: what each step costs, block after block, in processor time."""

from __future__ import annotations

import hashlib
import statistics
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sim.contract.dealing import Deals
from sim.engine.playing import play_rows
from sim.files import write_whole
from sim.games import find_game
from sim.runs import dataset, parquet
from sim.runs.dealt import check_dealt
from sim.runs.ledger import BLOCK_GAMES
from sim.runs.pages import page_of
from sim.tallies.counting import tally
from sim.tallies.counts import Tallies

Result = TypeVar("Result")

BLOCKS = 8

STEPS = {
    "deal": "dealing",
    "play": "playing",
    "count": "counting: 10 histograms, 4 tables",
    "add": "adding the counts to those before",
    "check": "checking the columns of the deal",
    "rest": "remainders, ranges",
    "pack": "packing pages",
    "compress": "compression, zstd",
    "check pages": "checksums of the pages, CRC-32",
    "seal": "the seal, SHA-256",
    "part": "a part, all of this together",
    "write": "writing, flushing and renaming",
}


def measure(blocks: int = BLOCKS) -> None:
    """Play, count and store blocks of default War, and print what each step takes."""
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in STEPS}

    def timed(name: str, work: Callable[[], Result]) -> Result:
        wall, processor = time.perf_counter(), time.process_time()
        found = work()
        took[name].append((time.process_time() - processor, time.perf_counter() - wall))
        return found

    game = find_game("war")
    rules = game.rules.of()
    assert isinstance(game.deals, Deals)
    dealing = game.deals.dealing
    size, total = 0, Tallies()
    with tempfile.TemporaryDirectory() as place:
        variant = dataset.Variant("war", Path(place), game, rules, 1, "0" * 64)
        for block in range(blocks + 1):
            if block == 1:  # the first one may compile
                took = {name: [] for name in STEPS}
            first = block * BLOCK_GAMES
            deals = timed("deal", lambda first=first: dealing.deal_rows(rules, 1, first, BLOCK_GAMES))
            played = timed("play", lambda d=deals, f=first: play_rows(game, rules, d, 1, f))
            counted = timed("count", lambda p=played: tally(game, ["war"], [p]))
            total = timed("add", lambda t=total, c=counted: t + c)
            part = timed("part", lambda p=played, f=first: dataset.part_content(variant, f, p))
            path = variant.part(first, BLOCK_GAMES)
            timed("write", lambda at=path, content=part: write_whole(at, content))
            size = len(part)
            # The same again, step by step.
            timed("check", lambda p=played, f=first: check_dealt(variant, f, p))
            stored = timed("rest", lambda p=played, f=first: dataset.stored_columns(variant, f, p))
            pages = timed("pack", lambda s=stored: [page_of(column).data for column in s])
            packed = timed("compress", lambda p=pages: [parquet.compressed(data) for data in p])
            timed("check pages", lambda p=packed: [zlib.crc32(data) for data in p])
            timed("seal", lambda p=part: hashlib.sha256(p).hexdigest())
    print(f"\nFrom the game to the disk: default War, blocks of {BLOCK_GAMES:,} games, one core; medians")
    print(f"  {'':<42}{'processor':>12}{'clock':>10}   ns a game")
    for name, words in STEPS.items():
        processor, clock = (
            statistics.median(each) / BLOCK_GAMES * 1e9 for each in zip(*took[name], strict=True)
        )
        print(f"  {words:<42}{processor:12.1f}{clock:10.1f}")
    games = sum(statistics.median(one for one, _ in took[name]) for name in ("deal", "play"))
    counts = sum(statistics.median(one for one, _ in took[name]) for name in ("count", "add"))
    rows = sum(statistics.median(one for one, _ in took[name]) for name in ("part", "write"))
    print(f"  counting adds {counts / games:.1%} to dealing and playing, rows {rows / games:.1%}")
    print(f"  a game takes {size / BLOCK_GAMES:.2f} bytes")
