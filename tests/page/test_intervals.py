"""The page's intervals agree with those of sim.stats."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from sim.stats.histogram import Histogram
from sim.stats.intervals import mean, quantile
from sim.stats.shares import proportion

STATS = Path(__file__).parents[2] / "reports" / "page" / "assets" / "stats.js"
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node found")


def said(expression):
    program = f"var warlab = {{}};{STATS.read_text('utf-8')};console.log(JSON.stringify({expression}))"
    done = subprocess.run(
        ["node", "-e", program], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def counted(seed, games):
    draw, counts = random.Random(seed), dict[int, int]()
    for _ in range(games):
        value = int(draw.lognormvariate(5, 0.8))
        counts[value] = counts.get(value, 0) + 1
    return dict(sorted(counts.items()))


@pytest.mark.parametrize("games", [1_000, 30_000])
def test_means(games):
    counts = counted(1, games)
    found = said(f"warlab.stats.mean({json.dumps(list(counts.items()))})")
    wanted = mean(Histogram(list(counts), list(counts.values())))
    assert found["value"] == pytest.approx(wanted.value, rel=1e-12)
    half = wanted.high - wanted.low
    # Student's quantile with 999 degrees of freedom is 0.13 % above the normal one.
    assert found["high"] - found["low"] == pytest.approx(half, rel=2e-3)


def test_sums_beyond_2_to_53_are_exact():
    counts = {10_000_000: 3 * 10**9, 10_000_001: 10**9}
    found = said(f"warlab.stats.mean({json.dumps(list(counts.items()))})")
    assert found["value"] == 10_000_000.25


@pytest.mark.parametrize("games", [1_000, 1_000_000])
@pytest.mark.parametrize("count", [0, 1, 3, 9, 14, 15, 200, 500])
def test_shares(games, count):
    for some in (count, games - count):
        found = said(f"warlab.stats.share({some}, {games})")
        wanted = proportion(some, games)
        assert found["low"] == pytest.approx(wanted.low, rel=1e-6, abs=1e-9)
        assert found["high"] == pytest.approx(wanted.high, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("part", [0.25, 0.5, 0.75])
@pytest.mark.parametrize("games", [1_000, 30_000])
def test_quantiles(part, games):
    counts = counted(2, games)
    hist = Histogram(list(counts), list(counts.values()))
    found = said(
        f"warlab.stats.quantile({json.dumps(list(counts.items()))}, {part}, {games})"
    )
    wanted = quantile(hist, part)
    assert found["value"] == wanted.value
    # The normal ranks are at most one beside the binomial ones.
    for end in ("low", "high"):
        rank = hist.count_at_most(getattr(wanted, end))
        near = {
            hist.order_statistic(min(max(rank + by, 1), games))
            for by in (-2, -1, 0, 1, 2)
        }
        assert min(near) <= found[end] <= max(near) or found[end] == getattr(
            wanted, end
        )
