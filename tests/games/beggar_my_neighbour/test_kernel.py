"""Beggar-My-Neighbour: the kernel against the rulebook."""

from dataclasses import replace
from functools import partial

import pytest

import sim
from sim.deals.deck import deal_rows, layout
from sim.games.beggar_my_neighbour.kernel import KERNEL, inputs
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from tests.games.beggar_my_neighbour.support import GAME, OFTEN_ENDLESS, assert_alike
from tests.support import tiers
from tests.support.both_ways import (
    assert_capped_around_cycles,
    assert_same_on_shuffled,
    by_kernel,
)
from tests.support.decks import arrangements


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        ([2, 2, 2, 11, 11, 12], {}),
        ([2, 3, 4, 13, 14], {}),
        ([2, 2, 11, 11, 13, 13], {}),
        ([2, 2, 2, 2, 2, 2, 2, 11, 12], {}),
        ([2, 2, 2, 2, 11, 12, 14], {"max_rounds": 3}),
        ([11, 11, 12, 12, 13, 14], {}),
        ([2, 2, 2, 2, 3, 3], {"penalties": ["3 7"]}),
        ([2, 2, 2, 2, 2, 11, 11, 11, 12, 12], {"max_rounds": 40}),
        *tiers.size(
            [],
            [([2] * 9 + [11, 12, 13, 14], {}), ([2, 2, 2, 2, 11, 11, 12, 12, 13], {})],
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize("starter", [0, 1])
def test_kernel_and_rulebook_agree_on_every_deal_of_a_small_deck(
    cards, options, starter
):
    rows = assert_alike(Rules.of({**options, "starter": starter}), arrangements(cards))
    assert len(rows) > 10


def test_small_decks_have_games_that_never_end_and_games_that_are_capped():
    """Otherwise the comparisons above would not try them."""
    endings = sim.play(GAME, 2000, rules=OFTEN_ENDLESS)["ending"].to_list()
    assert {*endings} == {"cards", "cycle"}
    assert endings.count("cycle") > 50
    capped = sim.play(GAME, 2000, rules={**OFTEN_ENDLESS, "max_rounds": 40})[
        "ending"
    ].to_list()
    assert {*capped} == {"cards", "cycle", "cap"}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"starter": 1},
        {"lowest": 7},
        {"penalties": ["J 3", "A 1", "10 2"]},
        {
            "jokers": 2,
            "penalties": ["J 1", "Q 2", "K 3", "A 4", "* 5"],
            "bury_jokers": True,
        },
        {"lowest": 9, "copies": 3},
        {"max_rounds": 20},
        {"lowest": 9, "penalties": ["J 1"]},
        {"lowest": 9, "penalties": ["J 1"], "max_rounds": 40},
        {"lowest": 7, "penalties": ["Q 2"], "starter": 1},
    ],
    ids=str,
)
def test_kernel_and_rulebook_agree_on_thousands_of_packs(options):
    rules = Rules.of(options)
    rows = deal_rows(rules, 5, 0, tiers.size(100, 4_000))
    assert_alike(rules, rows[:, : rows.shape[1] // 2 * 2])


@pytest.mark.parametrize(
    "options",
    [
        {"hands": ["A A A A", "*rest"]},
        {"hands": ["2", "*rest"], "starter": 1},
        {"copies": 20, "max_rounds": 500},
        {"lowest": 1, "highest": 255, "copies": 4, "max_rounds": 100},
        {"penalties": [f"{rank} {rank}" for rank in range(2, 15)]},
        {"penalties": [], "lowest": 14, "copies": 9},
        {"lowest": 10, "highest": 11, "copies": 7},
        {"copies": 40, "penalties": ["2 255", "3 1"], "max_rounds": 200},
    ],
    ids=str,
)
def test_the_kernel_plays_packs_of_every_kind_as_the_rulebook(options):
    games = tiers.size(15, 400)
    assert len(assert_same_on_shuffled(GAME, games, **options)) == games


def test_cycles_are_found_in_the_trick_in_which_a_position_first_comes_again():
    """Against all positions that the rulebook keeps, at every cap near the cycle and wherever watching begins."""
    rules = Rules.of(OFTEN_ENDLESS)
    deals = deal_rows(rules, 2, 0, 1500)
    cycling = assert_capped_around_cycles(GAME, OFTEN_ENDLESS, deals, length="tricks")
    assert len(cycling) > 40
    whole = by_kernel(GAME, rules, deals)
    for first_look in (1, 2, 3, 10, 37):
        watching = replace(KERNEL, inputs=partial(inputs, first_look=first_look))
        played = watching.play_block(rules, deals, layout(rules), 1, 0)
        assert played["tricks"].tolist() == [row["tricks"] for row in whole]
        assert played["cards"].tolist() == [row["cards"] for row in whole]
