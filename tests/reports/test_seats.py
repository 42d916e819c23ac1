"""Seats that are alike, and seats that are not, from counts written by hand."""

import pytest

from reports.facts import gather
from reports.sections.endings import ALIKE, OTHERS_ALIKE, winner
from sim.contract.answer import Paragraph, Table
from sim.counts.counted import Key
from sim.scenario import parse_scenario
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


def facts(text, *wins, game="war"):
    scenario = parse_scenario(SCENARIO.replace('"war"', f'"{game}"') + text)
    entries = {
        Key(name, "", "winner"): counted(winner)
        for name, winner in zip(scenario.names, wins, strict=True)
    }
    return gather(CountedRun(scenario, entries))  # it stands in for a run


def tables(of, caption):
    section = winner(of)
    found = (block for block in section.blocks if isinstance(block, Table))
    return [table for table in found if table.caption.startswith(caption)]


def sentences(of):
    section = winner(of)
    return " ".join(
        block.text for block in section.blocks if isinstance(block, Paragraph)
    )


@pytest.mark.parametrize("rules", ["", "[rules]\nplayers = 3\n"])
def test_where_the_rules_treat_seats_alike_no_table_says_who_wins(rules):
    of = facts(rules, EVEN)
    assert ALIKE in sentences(of)
    assert not tables(of, "Who wins")


def test_each_variant_is_told_by_its_own_rules():
    of = facts('[vary]\npickup = ["winner-first", "seat"]\n', EVEN, BY_SEAT)
    assert OTHERS_ALIKE in sentences(of)
    (table,) = tables(of, "Who wins")
    assert [row[0] for row in table.rows] == ["always the first player's card first"]
