"""Beggar-My-Neighbour: the kernel against the rulebook."""

from dataclasses import replace
from functools import partial

import sim
from sim.deals.deck import deal_rows, layout
from sim.games.beggar_my_neighbour.kernel import KERNEL, inputs
from sim.games.beggar_my_neighbour.rules import BeggarMyNeighbourRules as Rules
from tests.games.beggar_my_neighbour.support import GAME, OFTEN_ENDLESS
from tests.support.both_ways import (
    assert_capped_around_cycles,
    by_kernel,
)


def test_small_decks_have_games_that_never_end_and_games_that_are_capped():
    """Otherwise the comparisons of tests/games/test_any_rules.py would not try them."""
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
