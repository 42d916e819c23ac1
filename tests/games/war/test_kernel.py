"""The compiled two-player War gives the rulebook's row for every deal: small decks whole, big ones by the thousand."""

import itertools
from functools import partial

import numpy as np
import pytest

import sim
from sim.deals.deck import deal_rows
from sim.games.war.rulebook import WarRules
from tests.games.war.support import PICKUPS, RUN_OUTS
from tests.support import tiers
from tests.support.both_ways import assert_capped_around_cycles, assert_same, by_kernel
from tests.support.decks import arrangements

SINGLE_OPTIONS: tuple[dict[str, object], ...] = (
    {},
    *({"face_down": face_down} for face_down in (0, 2, 3, 4, 9, "rank")),
    *({"run_out": run_out} for run_out in RUN_OUTS[1:]),
    *({"pickup": pickup} for pickup in PICKUPS[1:]),
    {"captured": "pile-shuffled"},
    {
        "captured": "pile-shuffled",
        "pickup": "shuffled",
        "face_down": 3,
        "run_out": "last-card",
    },
    {"low_beats_high": True},
    {"jokers": 2},
    {"jokers": 2, "bury_jokers": True},
    {"hands": ("A A A A", "*rest")},
    {"hands": ("A K Q J 10 9 8 7 6 5 4 3 2", "*rest"), "pickup": "shuffled"},
    {"max_rounds": 60},
    {"copies": 8},
)
"""Each option value on the whole pack."""


assert_equal = partial(assert_same, "war", ways=[{"lanes": False}])
"""Hold the rows of the kernel for one game at a time to the rulebook's."""


@tiers.crossed(
    ("run_out", "pickup", "captured"), RUN_OUTS, PICKUPS, ["bottom", "pile-shuffled"]
)
def test_every_deal_of_two_copies_under_every_option(run_out, pickup, captured):
    """All 90 deals of two copies of 1 2 3, the cap low enough to meet it too; whole, all 2,520 of 1 2 3 4."""
    for highest, cap in ((3, 7), (3, 1000), (4, 10_000))[: tiers.size(2, 3)]:
        deals = arrangements(range(1, highest + 1), 2)
        for face_down, low_beats_high in itertools.product(
            (0, 1, highest - 1, "rank"), (False, True)
        ):
            rules = WarRules.of(
                {
                    "lowest": 1,
                    "highest": highest,
                    "copies": 2,
                    "run_out": run_out,
                    "pickup": pickup,
                    "captured": captured,
                    "face_down": face_down,
                    "low_beats_high": low_beats_high,
                    "max_rounds": cap,
                }
            )
            assert_equal(rules, deals)


@pytest.mark.parametrize("options", SINGLE_OPTIONS, ids=str)
def test_whole_packs_under_each_option_value(options):
    rules = WarRules.of(options)
    games = tiers.size(4, 30 if "seat" in str(options) else 300)
    assert_equal(rules, deal_rows(rules, 21, 0, games), seed=21)


@pytest.mark.slow
@pytest.mark.parametrize("seed", tiers.size(range(1), range(3)))
def test_decks_of_every_size_and_any_options(seed):
    """Random decks and options, 40 games each, and uneven given deals, 20 each; in ``make test`` 15 and 10."""
    random = np.random.default_rng(seed)
    for _ in range(tiers.size(20, 60)):
        options = {
            "lowest": 1,
            "highest": int(random.integers(1, 12)),
            "copies": int(random.integers(2, 9)),
            "run_out": str(random.choice(RUN_OUTS)),
            "pickup": str(random.choice(PICKUPS)),
            "captured": str(random.choice(["bottom", "pile-shuffled"])),
            "face_down": int(random.integers(0, 6)),
            "low_beats_high": bool(random.integers(2)),
            "max_rounds": int(random.choice([1, 2, 50, 500])),
        }
        rules = WarRules.of(options)
        assert_equal(rules, deal_rows(rules, seed, 0, tiers.size(15, 40)), seed=seed)
        deals = random.integers(
            1, 12, (tiers.size(10, 20), int(random.integers(2, 90))), dtype=np.uint8
        )
        assert_equal(rules, deals, seed=seed, given=True)


@pytest.mark.slow
def test_decks_larger_than_a_vector_register():
    for options in (
        {"copies": 20},
        {"lowest": 1, "highest": 250, "copies": 4, "max_rounds": 2000},
    ):
        rules = WarRules.of(options)
        assert_equal(rules, deal_rows(rules, 3, 0, 4), seed=3)


def test_a_cycle_is_found_where_the_cap_just_allows_it():
    options = {"pickup": "seat"}
    deals = deal_rows(WarRules.of(options), 5, 0, 60)
    found = assert_capped_around_cycles("war", options, deals, by_kernel, most=11)
    assert len(found) == 11


def test_first_out_is_the_same_game_for_two():
    default, first_out = (
        sim.play("war", 300, rules={"end": end})
        for end in ("last-standing", "first-out")
    )
    assert default.equals(first_out)
