"""The kept equilibria of WarGops: as the solver has them, drawn from by one word, and made anew bit by bit."""

from functools import cache

import numpy as np
import pytest

import sim
from docs.tables import wargops_content
from sim.errors import UserError
from sim.games.wargops.equilibria import SIZES, number_of, table_path
from sim.games.wargops.solution.problem import LAST_POTS, WarGopsProblem
from sim.games.wargops.solution.responses import best_response
from sim.policies.thresholds import UNIT_BITS, mixture_of, strategy
from tests.games.wargops.support import (
    NAMES,
    assert_same,
    play_out,
    rules_of,
    thresholds,
)
from tests.support.mixtures import WHOLE, assert_drawn, assert_kept, assert_made


@cache
def solved(ranks, last_pot):
    return sim.exact.wargops(ranks, last_pot, workers=1)


def positions_met(ranks, last_pot, seed, games):
    """What a player who plays by the table against random cards sees, wherever they hold two ranks."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        mine = tuple(range(1, ranks + 1))
        theirs = tuple(range(1, ranks + 1))
        pots = ()
        while mine and theirs:
            held = sorted(set(mine))
            card = held[0]
            if len(held) > 1:
                yield mine, theirs, pots
                drawn = int(rng.integers(WHOLE))
                found = thresholds(ranks, last_pot, mine, theirs, pots)
                card = next(
                    card
                    for card, above in zip(held, found, strict=True)
                    if above > drawn
                )
            mine, theirs, pots = play_out(
                mine, theirs, pots, card, int(rng.choice(theirs))
            )


def test_how_much_is_kept():
    paths = [table_path(ranks, last_pot) for last_pot in LAST_POTS for ranks in SIZES]
    assert sum(path.stat().st_size for path in paths) < 2_000_000


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_kept_chances_are_those_of_the_solution(last_pot):
    for ranks in SIZES[:5]:
        for mine, theirs, pots in positions_met(ranks, last_pot, seed=ranks, games=40):
            found = thresholds(ranks, last_pot, mine, theirs, pots)
            cards = solved(ranks, last_pot).cards(mine, theirs, pots)
            assert_kept(found, list(cards.values()))


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_nobody_gains_against_the_kept_strategy(last_pot):
    """Over all answers, what rounding to 2**-20 costs is below 2**-20 of the points a trick."""
    for ranks in (2, 3, 4, 5):
        gained = best_response(WarGopsProblem(ranks, last_pot), "equilibrium")
        assert abs(gained) < 2 * ranks * ranks * (ranks + 1) * 2.0**-UNIT_BITS


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_the_card_is_the_first_whose_threshold_is_above_the_word(last_pot):
    for ranks in SIZES:
        table = strategy(table_path(ranks, last_pot))
        for position in positions_met(ranks, last_pot, seed=9, games=20):
            found = thresholds(ranks, last_pot, *position)
            place = mixture_of(table, number_of(ranks, *position))
            assert_drawn(table, place, found)


@pytest.mark.slow
@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_tables_are_made_anew_bit_by_bit(last_pot):
    for ranks in SIZES:
        # Solutions that were asked for positions of no game have these as well.
        fresh = sim.exact.wargops(ranks, last_pot, workers=1)
        assert_made(table_path(ranks, last_pot), wargops_content(fresh))


def test_a_position_that_is_never_reached():
    """Always the lowest card: there is no third four."""
    assert thresholds(4, "survivor", (1, 4), (4, 4), ()) == (WHOLE,) * 2


# The policy.


@pytest.mark.parametrize("last_pot", LAST_POTS)
def test_the_kernel_plays_the_equilibrium_as_the_rulebook_does(last_pot):
    for ranks in SIZES:
        for other in (*NAMES, "equilibrium"):
            for pair in (["equilibrium", other], [other, "equilibrium"]):
                assert_same(
                    rules_of(pair, ranks=ranks, last_pot=last_pot),
                    8,
                    seed=ranks,
                    first=5,
                )
    for pair in (["equilibrium", "random"], ["equilibrium"] * 2):
        assert_same(rules_of(pair, ranks=4, last_pot=last_pot, session=3), 20, seed=2)


def test_hands_that_no_game_can_reach():
    """The rulebook and the kernel lay the lowest card in positions that are not kept, even those that cannot be."""
    rules = rules_of(["equilibrium", "random"], ranks=4)
    for hands in (
        [(1, 2, 3), (2, 3, 4)],
        [(1, 2, 3, 4), (4, 4)],
        [(1, 1, 1, 2), (1, 3)],
        [(2, 2, 3), (3, 3, 3)],
    ):
        assert_same(rules, 20, seed=1, hands=hands)


def test_rules_without_a_table_are_refused():
    for options, words in (
        (
            {"ranks": 8},
            r"equilibrium under ranks = 8; its tables are for 2 to 7 ranks: set ranks",
        ),
        ({}, "equilibrium under ranks = 13"),
        (
            {"ranks": 5, "copies": 2},
            "equilibrium under copies = 2; it is solved for two players with one card",
        ),
        ({"ranks": 5, "ties": "replace"}, "equilibrium under ties = replace"),
    ):
        with pytest.raises(UserError, match=words):
            rules_of(["equilibrium", "random"], **options)
    with pytest.raises(UserError, match="equilibrium under players = 3"):
        rules_of(["equilibrium", "random", "random"], players=3, ranks=5)
    with pytest.raises(UserError, match="policies: equilibrium under ranks = 13"):
        sim.play("wargops", 1, policies=["equilibrium", "random"])
