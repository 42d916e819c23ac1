"""The page about every deal: its tables are what counting gives."""

import re

import pytest

import sim
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "every-deal.md").read_text(encoding="utf-8")
DECKS = re.findall(
    r"^\| (\d) cards of each of (\d) ranks \| ([^|]+) \|(.+)\|$", PAGE, re.MULTILINE
)
PASSES = re.findall(r"^\| (\d) \| (\S+) % \| (\S+) % \| (\S+) \|$", PAGE, re.MULTILINE)
MOST_DEALS = 400_000


@pytest.mark.parametrize(
    ("copies", "ranks", "deals", "others"),
    [
        pytest.param(
            *row,
            marks=[] if int(row[2].replace(",", "")) < MOST_DEALS else pytest.mark.slow,
        )
        for row in DECKS
    ],
)
def test_the_table_of_small_decks_is_what_counting_gives(copies, ranks, deals, others):
    every = sim.exact.war(int(ranks), int(copies))
    assert every.mean_rounds is not None
    assert every.wins[0] == every.wins[1]
    found = (every.deals, every.wins[0], every.draws, every.cycles)
    written = [cell.strip() for cell in (deals, *others.split("|"))]
    assert [f"{number:,}" for number in found] == written[:4]
    assert written[4:] == [f"{float(every.mean_rounds):.3f}", str(every.longest.length)]


def test_the_table_of_first_passes_is_what_the_formula_gives():
    assert [int(players) for players, *_ in PASSES] == [2, 3, 4, 8]
    for players, tied, untied, deals in PASSES:
        ties = sim.exact.first_ties(int(players))
        assert tied == f"{float(100 * ties.tie):.4f}"
        assert untied == f"{float(100 * ties.untied[-1]):.4f}"
        assert deals == f"{float(1 / (int(players) * ties.sweep)):,.1f}"


def test_the_numbers_of_ruins_are_what_the_functions_give():
    assert sim.exact.gamblers_ruin().quantile(0.5) == 512
    assert "512" in PAGE


def test_the_page_has_rows_for_six_decks():
    assert len(DECKS) == 6
