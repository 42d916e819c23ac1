"""Games of War played side by side: the formulas of a pass on every mask, and the rulebook's rows for every deal."""

import itertools
from functools import partial

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite import ir

from sim.deals.deck import deal_rows, layout
from sim.games.packets.codes import CYCLE, PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.kernel.job import job_of
from sim.games.packets.kernel.rows import Columns
from sim.games.war.kernel.block import fits_lanes, play_block
from sim.games.war.kernel.codes import setting
from sim.games.war.kernel.lanes.cards import BY_COMPRESSION, BY_TABLE, ONE_BY_ONE
from sim.games.war.kernel.lanes.layout import (
    FURTHEST,
    MOST_CARDS,
    REMEMBERED,
    lay_side_by_side,
)
from sim.games.war.kernel.lanes.loop import LONGEST_GAME
from sim.games.war.kernel.lanes.masks import (
    WIDTH,
)
from sim.games.war.kernel.lanes.players import player
from sim.games.war.kernel.lanes.step import MEMORIES, MOST_FACE_DOWN, WAY, write_step
from sim.games.war.rulebook import WarRules
from sim.kernels.columns import empty_columns
from sim.kernels.llvm.functions import add_function
from tests.games.war.support import RUN_OUTS
from tests.support.both_ways import assert_same, crossed
from tests.support.decks import arrangements
from tests.support.tiers import size

WAYS = tuple({WAY, ONE_BY_ONE})
"""How this machine moves cards, and how any machine can."""

assert_equal = partial(
    assert_same, "war", ways=[{"lanes": True, "way": way} for way in WAYS]
)
"""Hold the rows of games played side by side to the rulebook's."""


def test_every_deal_of_eight_cards():
    """All 2,520 deals of two copies of 1 2 3 4; those that repeat for ever are left to the other kernel."""
    rules = WarRules.of({"lowest": 1, "highest": 4, "copies": 2})
    assert_equal(rules, arrangements((1, 2, 3, 4), 2))


@pytest.mark.slow
@pytest.mark.parametrize("captured", ["bottom", "pile-shuffled"])
@pytest.mark.parametrize("pickup", PICKUPS)
@pytest.mark.parametrize("run_out", RUN_OUTS)
def test_every_deal_of_small_decks_under_every_option(run_out, pickup, captured):
    decks = [((1, 2, 3), 2), ((1, 2), 4), ((1, 2, 3, 4), 2), ((1, 2, 3), 3)]
    for face_down, (place, (ranks, copies)) in itertools.product(
        (0, 1, 2, 3), enumerate(decks)
    ):
        deck = {"lowest": 1, "highest": len(ranks), "copies": copies}
        deck["low_beats_high"] = (face_down + place) % 2 == 1
        rules = {
            "face_down": face_down,
            "run_out": run_out,
            "pickup": pickup,
            "captured": captured,
        }
        assert_equal(WarRules.of(deck | rules), arrangements(ranks, copies))


@pytest.mark.parametrize("pickup", ["winner-first", "shuffled"])
def test_whole_packs(pickup):
    rules = WarRules.of({"pickup": pickup})
    # A loop is compiled for each way: make test has the one for any machine with the
    # pots of one order alone.
    ways = WAYS if pickup == "winner-first" else size((WAY,), WAYS)
    many = [{"lanes": True, "way": way} for way in ways]
    assert_same(
        "war", rules, deal_rows(rules, 23, 0, size(130, 400)), seed=23, ways=many
    )


AGREED = list(
    crossed(
        face_down=range(MOST_FACE_DOWN + 1),
        run_out=RUN_OUTS,
        pickup=PICKUPS,
        captured=("bottom", "pile-shuffled"),
        low_beats_high=(False, True),
    )
)
PACKS = (
    {},
    {"copies": 8},
    {"jokers": 2, "bury_jokers": True, "low_beats_high": False},
    {"hands": ("*40", "*rest")},
    {"lowest": 1, "highest": 3, "copies": 16},
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({}, 1_000_000),
        ({"captured": "pile-shuffled"}, 1_000_000),
        *(
            (agreed | pack, 20_000)
            for agreed, pack in zip(AGREED[::13], itertools.cycle(PACKS))
        ),
    ],
    ids=str,
)
def test_a_million_whole_packs_give_the_rows_of_one_game_at_a_time(options, games):
    """With the default rules and with captured piles; 20,000 under one in 13 of all rules, on packs of five kinds."""
    rules = WarRules.of(options)
    where = layout(rules)
    for first in range(0, games, 20_000):
        deals = deal_rows(rules, 26, first, 20_000)
        many = play_block(rules, deals, where, 26, first, lanes=True)
        single = play_block(rules, deals, where, 26, first, lanes=False)
        for name, values in single.items():
            assert np.array_equal(many[name], values), name


@pytest.mark.slow
@pytest.mark.parametrize("pickup", ["winner-first", "shuffled"])
def test_decks_of_few_ranks_fight_wars_of_many_battles(pickup):
    """With three ranks a third of all pairs tie: wars of many battles, some longer than a pass."""
    rules = WarRules.of({"lowest": 1, "highest": 3, "copies": 16, "pickup": pickup})
    rows = assert_same(
        "war", rules, deal_rows(rules, 24, 0, 300), seed=24, ways=[{"lanes": True}]
    )
    assert max(row["longest_war"] for row in rows) >= 6


def test_a_war_that_a_pass_cannot_hold():
    """Two packets of 24 cards of which the first 18 tie, and packets of different sizes."""
    rules = WarRules.of()
    ties = [2 + rank % 13 for rank in range(18) for _ in range(2)]
    rest = [7, 7, 5, 9, 3, 4, 2, 2, 10, 11, 12, 2]
    even = np.array([ties + rest, ties + rest[::-1]], np.uint8)
    rows = assert_equal(rules, even, given=True)
    assert max(row["longest_war"] for row in rows) > WIDTH // 2
    assert_equal(
        rules,
        np.random.default_rng(4).integers(2, 15, (40, 53), dtype=np.uint8),
        given=True,
    )


def test_a_long_game_of_chance_is_played_by_its_own_number():
    """Games of more than 4,096 plays are left to the other kernel, which needs the number of each."""
    rules = WarRules.of({"pickup": "shuffled", "copies": 8})
    where = layout(rules)
    first = 40_000
    games = 3_000
    deals = deal_rows(rules, 27, first, games)
    many = play_block(rules, deals, where, 27, first, lanes=True)
    single = play_block(rules, deals, where, 27, first, lanes=False)
    assert np.count_nonzero(many["plays"] > LONGEST_GAME) > 5
    for name, values in single.items():
        assert np.array_equal(many[name], values), name


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"lowest": 10},
        {"jokers": 2, "bury_jokers": True, "low_beats_high": False},
        {"max_rounds": 9000},
        {"hands": ("*9", "*rest")},
    ],
)
def test_games_by_seats_that_repeat_for_ever_are_found_among_the_others(options):
    """The other kernel compares positions; here the cards that were played show how long the cycle is."""
    rules = WarRules.of({"pickup": "seat"} | options)
    where = layout(rules)
    games = size(600, 100_000)
    deals = deal_rows(rules, 29, 0, games)
    job = job_of(deals, where, rules.max_rounds, 29, 0)
    agreed = setting(rules)
    many = lay_side_by_side(sum(where.sizes), games, agreed, 29)
    rows = empty_columns(Columns, PACKET_COLUMNS, games)
    player(1, agreed.pickup, 0, 0, 1, WAY)(job, many, rows)
    single = play_block(rules, deals, where, 29, 0, lanes=False)
    repeated = single["ending"] == CYCLE
    assert repeated.mean() > 0.1
    # Left to the other kernel are only games longer than the rows of their cards, or
    # than the cap.
    assert many.left.sum() <= 0.02 * games
    assert (
        single["plays"][many.left] > min(REMEMBERED, rules.max_rounds) - FURTHEST
    ).all()
    for name, values in single.items():
        played = getattr(rows, name)
        assert np.array_equal(played[~many.left], values[~many.left]), name


def test_which_rules_are_played_side_by_side():
    def fits(**options):
        rules = WarRules.of(options)
        return fits_lanes(rules, layout(rules))

    assert fits()
    assert fits(copies=8)
    assert fits(pickup="shuffled")
    assert fits(captured="pile-shuffled")
    assert fits(
        run_out="fewest", face_down=3, low_beats_high=True, pickup="latest-first"
    )
    for options in (
        {"players": 3},
        {"face_down": "rank"},
        {"face_down": MOST_FACE_DOWN + 1},
        {"max_rounds": 5000},
        {"copies": MOST_CARDS // 13 + 1},
    ):
        assert not fits(**options), options


def assembly(triple, processor, way):
    """Return what LLVM makes of a step for a processor."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = ir.Module()
    module.triple = triple
    add_function(
        module,
        "step",
        MEMORIES,
        lambda memories: write_step(memories, (1, 0, False, False), way),
    )
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor, opt=2
    )
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    return str(machine.emit_assembly(parsed))


@pytest.mark.parametrize(
    ("triple", "processor", "way", "expected"),
    [
        (
            "x86_64-unknown-linux-gnu",
            "sapphirerapids",
            BY_COMPRESSION,
            ("vpcompressw", "vpopcntw", "%k1"),
        ),
        (
            "x86_64-unknown-linux-gnu",
            "znver4",
            BY_COMPRESSION,
            ("vpcompressw", "vpopcntw", "%k1"),
        ),
        (
            "x86_64-unknown-linux-gnu",
            "haswell",
            BY_TABLE,
            ("vpshufb", "vpblendvb", "vpcmpeqb"),
        ),
        ("arm64-apple-darwin", "apple-m1", BY_TABLE, ("tbl", "cmeq", "cnt")),
        ("aarch64-unknown-linux-gnu", "neoverse-n1", BY_TABLE, ("tbl", "cmeq", "cnt")),
    ],
)
def test_each_way_compiles_for_its_processors(triple, processor, way, expected):
    text = assembly(triple, processor, way)
    assert all(word in text for word in expected)
