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
