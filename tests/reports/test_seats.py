"""Seats that are alike, and seats that are not, from counts written by hand."""

from collections.abc import Mapping

import pytest

from reports.cells import cells
from reports.facts import Facts, gather
from reports.sections.endings import ALIKE, endings
from sim.contract.answer import Paragraph, Table
from sim.counts.tallies import Key
from sim.scenario import parse_scenario
from sim.stats import mcnemar
from tests.support.counted_run import CountedRun, counted

SCENARIO = """
title = "Seats"
question = "Who wins?"
game = "war"
games = 1
seed = 1
"""
EVEN = {0: 4700, 1: 4900, -1: 400}
BY_SEAT = {0: 5200, 1: 4700, -1: 100}


def facts(text: str, *wins: Mapping[int, int], game: str = "war") -> Facts:
    scenario = parse_scenario(SCENARIO.replace('"war"', f'"{game}"') + text)
    entries = {
        Key(name, "", "winner"): counted(winner)
        for name, winner in zip(scenario.names, wins, strict=True)
    }
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]  # it stands in for a run


def tables(of: Facts, caption: str) -> list[Table]:
    section = endings(of)
    assert section is not None
    found = (block for block in section.blocks if isinstance(block, Table))
    return [table for table in found if table.caption.startswith(caption)]


def sentences(of: Facts) -> str:
    section = endings(of)
    assert section is not None
    return " ".join(
        block.text for block in section.blocks if isinstance(block, Paragraph)
    )


LEAD = "How much more of all games"


@pytest.mark.parametrize("rules", ["", "[rules]\nplayers = 3\n"])
def test_where_the_rules_treat_seats_alike_no_table_says_who_wins(rules: str) -> None:
    of = facts(rules, EVEN)
    assert ALIKE in sentences(of)
    assert not [*tables(of, "Who wins"), *tables(of, LEAD)]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_lead_of_the_first_seat_is_told_where_the_seats_differ(sign: int) -> None:
    won = BY_SEAT if sign > 0 else {0: 4700, 1: 5200, -1: 100}
    of = facts('[rules]\npickup = "seat"\n', won)
    (table,) = tables(of, LEAD)
    ahead = mcnemar(5200, 4700, 10_000).interval
    assert ahead.value == pytest.approx(0.05)
    [(_, number)] = cells(table)
    assert number.text == ("+5.0" if sign > 0 else "−5.0")
    assert ALIKE not in sentences(of)


def test_who_begins_is_named_for_the_variants_where_they_begin() -> None:
    of = facts(
        "[[variant]]\nname = 'a'\nrules = {}\n[[variant]]\nname = 'b'\nrules = { lowest = 7 }\n"
        "[[variant]]\nname = 'c'\nrules = { starter = 1 }\n",
        *[{0: 490, 1: 500, -1: 10}] * 3,
        game="beggar-my-neighbour",
    )
    (table,) = tables(of, LEAD)
    assert "the first player lays the first card" in table.caption
    assert "the second player lays the first card" in table.caption
    assert [row[0] for row in table.rows] == ["a", "b", "c"]


def test_each_variant_is_told_by_its_own_rules() -> None:
    of = facts('[vary]\npickup = ["winner-first", "seat"]\n', EVEN, BY_SEAT)
    assert ALIKE in sentences(of)
    for caption in ("Who wins", LEAD):
        (table,) = tables(of, caption)
        assert [row[0] for row in table.rows] == [
            "always the first player's card first"
        ]


def test_named_hands_are_not_compared() -> None:
    of = facts('[rules]\nhands = ["A A A A", "*rest"]\n', BY_SEAT)
    assert tables(of, "Who wins")
    assert not tables(of, LEAD)
