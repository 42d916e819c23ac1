"""Seats that are alike, and seats that are not, from counts written by hand."""

from collections.abc import Mapping

import pytest

from reports.cells import cell
from reports.facts import Facts, gather
from reports.sections.seats import seats
from sim.contract.answer import Table
from sim.counts.tallies import Key
from sim.scenario import parse_scenario
from sim.stats import mcnemar, proportion
from tests.support.counted_run import CountedRun, counted

SCENARIO = """
title = "Seats"
question = "Who wins?"
game = "war"
games = 1
seed = 1
"""
ALIKE = {0: 4700, 1: 4900, -1: 400}
BY_SEAT = {0: 5200, 1: 4700, -1: 100}


def facts(text: str, *wins: Mapping[int, int], game: str = "war") -> Facts:
    scenario = parse_scenario(SCENARIO.replace('"war"', f'"{game}"') + text)
    entries = {
        Key(name, "", "winner"): counted(winner)
        for name, winner in zip(scenario.names, wins, strict=True)
    }
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]  # it stands in for a run


def told(of: Facts) -> list[Table]:
    found = seats(of)
    assert all(isinstance(block, Table) for block in found)
    return [block for block in found if isinstance(block, Table)]


def shown(table: Table) -> dict[str, tuple[str, str]]:
    """Each variant with its number and its interval."""
    made = [cells for row in table.rows for cells in [[cell(one) for one in row]]]
    return {name.text: (number.text, number.interval) for name, number in made}


def test_players_in_seats_that_are_alike_win_equally_often() -> None:
    (table,) = told(facts("", ALIKE))
    assert "treat the seats alike, so all players win equally often" in table.caption
    nobody = proportion(400, 10_000)
    assert nobody.low is not None
    high = f"{50 - 50 * nobody.low:.2f}"
    assert [*shown(table).values()] == [("48.00 %", f"47.80–{high}")]


def test_three_players_have_a_third_of_the_games_with_a_winner() -> None:
    won = {0: 300, 1: 320, 2: 340, -1: 40}
    (table,) = told(facts("[rules]\nplayers = 3\n", won))
    assert [text for text, _ in shown(table).values()] == ["32.0 %"]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_lead_of_the_first_seat_is_told_where_the_seats_differ(sign: int) -> None:
    won = BY_SEAT if sign > 0 else {0: 4700, 1: 5200, -1: 100}
    (table,) = told(facts('[rules]\npickup = "seat"\n', won))
    ahead = mcnemar(5200, 4700, 10_000).interval
    assert ahead.value == pytest.approx(0.05)
    assert "do not treat the seats alike" in table.caption
    [(number, _)] = shown(table).values()
    assert number == ("5.0" if sign > 0 else "−5.0")


def test_who_begins_is_named_for_the_variants_where_they_begin() -> None:
    of = facts(
        "[[variant]]\nname = 'a'\nrules = {}\n[[variant]]\nname = 'b'\nrules = { lowest = 7 }\n"
        "[[variant]]\nname = 'c'\nrules = { starter = 1 }\n",
        *[{0: 490, 1: 500, -1: 10}] * 3,
        game="beggar-my-neighbour",
    )
    first, second = told(of)
    assert ": the first player lays the first card." in first.caption
    assert [*shown(first)] == ["a", "b"]
    assert ": the second player lays the first card." in second.caption
    assert [*shown(second)] == ["c"]


def test_each_variant_is_told_by_its_own_rules() -> None:
    alike, apart = told(
        facts('[vary]\npickup = ["winner-first", "seat"]\n', ALIKE, BY_SEAT)
    )
    assert [*shown(alike)] == ["winner's cards first"]
    assert len(apart.rows) == 1


def test_named_hands_are_not_compared() -> None:
    assert seats(facts('[rules]\nhands = ["A A A A", "*rest"]\n', BY_SEAT)) == []
