"""What a report says of games longer than nearly all, from counts written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from reports.document import Paragraph, Table
from reports.facts import Facts, gather
from reports.sections.tails import tails
from sim.scenario import parse_scenario
from sim.stats import Histogram, Lengths, fit_tail
from tests.support.counted_run import CountedRun, counted

SCENARIO = """
title = "Long games"
question = "How long?"
game = "war"
games = 1
seed = 1
"""
VARIANTS = "[vary]\nface_down = [1, 2]"


def geometric(count: int) -> dict[int, int]:
    """Return how many of a number of games last how long, if every round is the last with chance 1/100."""
    rounds, games = np.unique(np.random.default_rng(1).geometric(0.01, count), return_counts=True)
    return dict(zip(rounds.tolist(), games.tolist(), strict=True))


def uniform(count: int) -> dict[int, int]:
    return dict.fromkeys(range(1, 1001), count // 1000)


def facts(text: str, lengths: list[dict[int, int]]) -> Facts:
    scenario = parse_scenario(SCENARIO + text)
    entries = {}
    for name, rounds in zip(scenario.names, lengths, strict=True):
        entries[name, "", "rounds"] = counted(rounds)
        entries[name, "", "winner"] = counted({0: sum(rounds.values())})
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]  # it stands in for a run


def test_a_single_variant_is_told_in_sentences() -> None:
    games = geometric(200_000)
    (told,) = tails(facts("", [games]), "rounds")
    assert isinstance(told, Paragraph)
    tail = fit_tail(Lengths(Histogram(list(games), list(games.values()))))
    rare = tail.exceeded_by(1e-6)
    # Every round is the last with chance 1/100: half of the games end in log(0.5)/log(0.99) = 69 rounds.
    assert told.text.startswith(
        f"Beyond {tail.threshold} rounds the chance that a round is the last stays the same"
    )
    assert "So every 69 (" in told.text or "So every 68." in told.text
    assert f"1 in 1,000,000 games lasts longer than {rare.value:,.0f} rounds" in told.text
    assert f"Lengths beyond the {max(games):,} rounds of the longest game here are extrapolated" in told.text
    assert "changes too slowly for these games to show, the intervals are too narrow" in told.text


def test_variants_are_told_in_a_table_and_refusals_with_their_reason() -> None:
    table, missing = tails(facts(VARIANTS, [geometric(200_000), uniform(200_000)]), "rounds")
    assert isinstance(table, Table)
    assert isinstance(missing, Paragraph)
    first, second = table.rows
    assert first[2].text.startswith(("1.0", "0.99"))
    assert [cell.text for cell in second[1:]] == ["–"] * 4
    assert missing.text.endswith("the hazard keeps changing).")


@pytest.mark.parametrize("lengths", [geometric(60), uniform(100_000)])
def test_without_a_tail_nothing_is_said(lengths: dict[int, int]) -> None:
    assert tails(facts("", [lengths]), "rounds") == []
