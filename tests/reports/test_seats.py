"""Seats that are alike, and seats that are not, from counts written by hand."""

from collections.abc import Mapping

import pytest

from reports.facts import Facts, gather
from reports.sections.seats import seats
from sim.contract.answer import Paragraph
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
        (name, "", "winner"): counted(winner)
        for name, winner in zip(scenario.names, wins, strict=True)
    }
    return gather(CountedRun(scenario, entries))  # type: ignore[arg-type]  # it stands in for a run


def told(of: Facts) -> str:
    (block,) = seats(of)
    assert isinstance(block, Paragraph)
    return block.text


def test_players_in_seats_that_are_alike_win_equally_often() -> None:
    text = told(facts("", ALIKE))
    nobody = proportion(400, 10_000)
    assert text.startswith(
        "Swapping the two players turns the game into its own mirror image, so both players win equally"
    )
    assert " equally often. That the shares counted above differ" in told(
        facts("", {0: 47, 1: 53})
    )
    assert nobody.low is not None
    assert f"48.00 % (47.80 to {50 - 50 * nobody.low:.2f} %)" in text


def test_more_players_move_on_by_a_seat() -> None:
    text = told(facts("[rules]\nplayers = 3\n", {0: 300, 1: 320, 2: 340, -1: 40}))
    assert text.startswith("Moving all players on by a seat")
    assert "32.0 %" in text


def test_equal_chances_are_said_once_for_all_rules_that_have_them() -> None:
    text = told(
        facts(
            "[[variant]]\nname = 'a'\nrules = {}\n[[variant]]\nname = 'b'\nrules = { face_down = 2 }\n"
            "[[variant]]\nname = 'c'\nrules = { players = 3 }\n",
            *(ALIKE, ALIKE, {0: 300, 1: 320, 2: 340, -1: 40}),
        )
    )
    assert text.count("48.00 % (") == 1
    assert "under “a” and “b”; 32.0 % (" in text


def test_the_favoured_seat_is_named() -> None:
    text = told(facts('[rules]\npickup = "seat"\n', BY_SEAT))
    ahead = mcnemar(5200, 4700, 10_000).interval
    assert ahead.value == pytest.approx(0.05)
    assert text.startswith(
        "These rules do not treat the seats alike. The first player is favoured, and wins more of all games than the "
        "second player, by 5.0 percentage points ("
    )
    turned = told(facts('[rules]\npickup = "seat"\n', {0: 4700, 1: 5200, -1: 100}))
    assert (
        "The second player is favoured, and wins more of all games than the first player, by 5.0"
        in turned
    )
    both = '[rules]\npickup = "seat"\n[vary]\nface_down = [1, 2]\n'
    assert told(facts(both, BY_SEAT, BY_SEAT)).count("is favoured") == 1


def test_rules_that_favour_nobody_alike_are_named_together_and_who_begins_begins() -> (
    None
):
    of = facts(
        "[[variant]]\nname = 'a'\nrules = {}\n[[variant]]\nname = 'b'\nrules = { lowest = 7 }\n"
        "[[variant]]\nname = 'c'\nrules = { starter = 1 }\n",
        *[{0: 490, 1: 500, -1: 10}] * 3,
        game="beggar-my-neighbour",
    )
    text = told(of)
    assert (
        "alike under “a” and “b”: the first player lays the first card. These games do not show"
        in text
    )
    assert (
        "Nor do they under “c”: the second player lays the first card. These games do not show"
        in text
    )


def test_a_difference_that_may_be_chance_favours_nobody() -> None:
    text = told(facts('[rules]\npickup = "seat"\n', {0: 490, 1: 500, -1: 10}))
    assert text.endswith("These games do not show which of the two is favoured.")


def test_each_variant_is_told_by_its_own_rules() -> None:
    text = told(facts('[vary]\npickup = ["winner-first", "seat"]\n', ALIKE, BY_SEAT))
    assert "turns the game under “winner's cards first” into" in text
    assert "These rules do not treat the seats alike under “" in text


def test_named_hands_are_not_compared() -> None:
    assert seats(facts('[rules]\nhands = ["A A A A", "*rest"]\n', BY_SEAT)) == []
