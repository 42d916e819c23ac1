"""The compiled War for several players gives the rulebook's row for every deal, and the mean that theory gives."""

import itertools
from math import sqrt

import numpy as np
import pytest

from sim.contract.dealing import Layout
from sim.contract.events import Event, Outcome, Settled
from sim.contract.game import ENDINGS
from sim.deals.deck import deal_rows, layout
from sim.games.war.kernel.block import play_block, play_seats
from sim.games.war.rulebook import GAME, WarRules
from tests.games.war.support import PICKUPS, RUN_OUTS
from tests.support import tiers
from tests.support.both_ways import (
    assert_capped_around_cycles,
    assert_rows_agree,
    by_kernel,
    crossed,
    rows_of,
)
from tests.support.decks import orders
from tests.support.plain_deals import packets

CAPTURED = ("bottom", "pile-shuffled")
FIGHTERS = ("all", "tied")
ENDS = ("last-standing", "first-out")

WHOLE_PACKS: tuple[dict[str, object], ...] = (
    {},
    *({"face_down": face_down} for face_down in (0, 2, 3, 9, "rank")),
    *({"run_out": run_out} for run_out in RUN_OUTS[1:]),
    {"run_out": "last-card", "face_down": 3, "fighters": "tied"},
    *({"pickup": pickup, "max_rounds": 3000} for pickup in PICKUPS[1:]),
    {"captured": "pile-shuffled"},
    {
        "captured": "pile-shuffled",
        "pickup": "shuffled",
        "face_down": 3,
        "run_out": "last-card",
    },
    {"fighters": "tied"},
    {"end": "first-out"},
    {"low_beats_high": True, "pickup": "shuffled"},
    {"jokers": 2},
    {"max_rounds": 60},
)
"""Each option value on the whole pack."""

CASES: tuple[dict[str, object], ...] = (
    {"players": 3, "hands": ("A A A A", "K K K K 2", "*rest"), "pickup": "shuffled"},
    {
        "players": 3,
        "jokers": 3,
        "bury_jokers": True,
        "pickup": "loser-first",
        "max_rounds": 2000,
    },
    {"players": 8, "jokers": 8, "bury_jokers": True, "fighters": "tied"},
    {"players": 4, "hands": ("A A A A", "*rest", "2", "*rest"), "end": "first-out"},
)
"""Packets of several sizes, and buried jokers."""


def last_event(rules, hands, seed, number):
    """Return how the rulebook's game ends, and who was out first: of several the lowest seat, -1 nobody."""
    out = -1
    event = Event()
    for event in GAME.tell(rules, hands, seed, number):
        if out < 0 and isinstance(event, Settled) and not all(event.packets):
            piles = event.piles or ((),) * len(hands)
            held = [
                len(packet) + len(pile)
                for packet, pile in zip(event.packets, piles, strict=True)
            ]
            out = held.index(0) if 0 in held else -1
    assert isinstance(event, Outcome)
    return event, out


def assert_equal(rules, deals, *, seed=1, given=False):
    """Play all deals by the rulebook and by the kernel; every column must be equal, and who was out first."""
    where = layout(rules, deals.shape[1] if given else None)
    columns, first_out = play_seats(rules, deals, where, seed, 0)
    expected = []
    for number, deal in enumerate(deals):
        last, out = last_event(rules, packets(rules, deal, given=given), seed, number)
        expected.append(last.row | {"first_out": out})
    rows = zip(rows_of(GAME, rules, columns), first_out.tolist(), strict=True)
    assert_rows_agree(
        expected,
        [row | {"first_out": out} for row, out in rows],
        lambda place: (
            f"game {place} of seed {seed}, {rules.changed()}: {deals[place].tolist()}"
        ),
    )


def crossed_options():
    """Every combination of what decides a war, its pot and its end."""
    return crossed(
        run_out=RUN_OUTS,
        pickup=PICKUPS,
        captured=CAPTURED,
        fighters=FIGHTERS,
        end=ENDS,
        face_down=(0, 1, 2, "rank"),
        low_beats_high=(False, True),
    )


# The rulebook's row for every deal.


@pytest.mark.parametrize("players", range(3, 9))
def test_small_decks_under_all_options_crossed(players):
    """About three cards a player, so that battles tie often and most wars run somebody out."""
    for turn, options in enumerate(crossed_options()):
        if tiers.size(turn % 11 != players, False):
            continue
        deck = {
            "players": players,
            "lowest": 1,
            "highest": 3 + turn % 3,
            "copies": players - turn % 2,
        }
        rules = WarRules.of(deck | options | {"max_rounds": (5, 3000)[turn % 7 > 0]})
        assert_equal(rules, deal_rows(rules, turn, 0, tiers.size(3, 15)), seed=turn)


@tiers.crossed(("run_out", "fighters"), RUN_OUTS, FIGHTERS)
def test_every_deal_of_nine_cards_to_three_players(run_out, fighters):
    """All 1,680 deals of three copies of 1 2 3."""
    deals = orders([3, 3, 3])
    assert len(deals) == 1680
    options = {
        "lowest": 1,
        "highest": 3,
        "copies": 3,
        "players": 3,
        "run_out": run_out,
        "fighters": fighters,
    }
    assert_equal(WarRules.of(options), deals)


@tiers.crossed(("players", "options"), [3, 4, 5, 6, 7, 8], WHOLE_PACKS, ids=str)
def test_whole_packs_under_each_option_value(players, options):
    rules = WarRules.of(
        {"max_rounds": tiers.size(3000, 10_000)} | options | {"players": players}
    )
    # Among three many games never end, and the rulebook needs a quarter of a second to
    # know it.
    slow = players == 3 and rules.deterministic
    games = tiers.size(2 if slow else 10, 60 if slow else 200)
    assert_equal(rules, deal_rows(rules, 21, 0, games), seed=21)


@pytest.mark.parametrize("options", CASES, ids=str)
def test_uneven_packets_and_buried_jokers(options):
    rules = WarRules.of(options)
    assert_equal(rules, deal_rows(rules, 24, 0, tiers.size(15, 60)), seed=24)


@pytest.mark.parametrize("seed", tiers.size(range(1), range(3)))
def test_decks_of_every_size_and_given_deals(seed):
    random = np.random.default_rng(seed)
    for _ in range(tiers.size(25, 60)):
        players = int(random.integers(3, 9))
        options = {
            "players": players,
            "lowest": 1,
            "highest": int(random.integers(1, 15)),
            "copies": int(random.integers(8, 20)),
            "run_out": str(random.choice(RUN_OUTS)),
            "pickup": str(random.choice(PICKUPS)),
            "captured": str(random.choice(CAPTURED)),
            "fighters": str(random.choice(FIGHTERS)),
            "end": str(random.choice(ENDS)),
            "face_down": int(random.integers(0, 101))
            if random.integers(5) == 0
            else int(random.integers(0, 4)),
            "low_beats_high": bool(random.integers(2)),
            "max_rounds": int(random.choice([1, 2, 50, 700])),
        }
        rules = WarRules.of(options)
        assert_equal(rules, deal_rows(rules, seed, 0, 4), seed=seed)
        deals = random.integers(
            1, 12, (10, int(random.integers(players, 90))), dtype=np.uint8
        )
        assert_equal(rules, deals, seed=seed, given=True)


@pytest.mark.slow
def test_the_largest_decks():
    for options in (
        {"players": 8, "highest": 129, "copies": 8},
        {"players": 3, "highest": 14, "copies": 78},
    ):
        for pickup, captured in (
            ("winner-first", "bottom"),
            ("shuffled", "pile-shuffled"),
        ):
            rules = WarRules.of(
                options | {"pickup": pickup, "captured": captured, "max_rounds": 1500}
            )
            assert_equal(rules, deal_rows(rules, 3, 0, 3), seed=3)


# Repetitions and the cap.


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{}, {"pickup": "seat"}, {"highest": 13, "lowest": 1, "copies": 1}],
    ids=str,
)
def test_a_cycle_is_found_where_the_cap_just_allows_it(options):
    options = {"players": 3, "face_down": 0, "pickup": "loser-first"} | options
    deals = deal_rows(WarRules.of(options), 5, 0, 400)
    found = assert_capped_around_cycles("war", options, deals, by_kernel, most=20)
    assert len(found) >= 5


def test_a_cycle_whose_position_at_the_cap_comes_again_within_a_pass():
    """The cap cuts a pass short, so the position there is seen again only if every round is looked at."""
    rules = WarRules.of(
        {
            "players": 4,
            "lowest": 1,
            "highest": 4,
            "copies": 6,
            "run_out": "fewest",
            "pickup": "seat",
        }
        | {"max_rounds": 3000}
    )
    deals = np.concatenate(
        [deal_rows(rules, 7, 1000 + number, 1) for number in (39, 196, 668, 1256)]
    )
    assert (
        play_block(rules, deals, layout(rules), 7, 0)["ending"]
        == ENDINGS.index("cycle")
    ).all()
    assert_equal(rules, deals, seed=7)


@pytest.mark.parametrize("sizes", [(4, 4, 4), (17, 17, 17), (1, 8, 3)], ids=str)
def test_distinct_cards_are_a_sticky_random_walk(sizes):
    """The mean length is that of the three tower problem; and as mean sizes never change, each wins by their cards.

    With a, b and c of n cards it is ab + bc + ca - 2abc / (n - 2) rounds (A. Engel,
    American Mathematical Monthly 100, 1993, 62-64). Within 4.9 standard errors: of the
    12 comparisons one fails in 80,000 seeds.
    """
    cards = sum(sizes)
    games = tiers.size(40_000, 200_000)
    options = {
        "players": len(sizes),
        "lowest": 1,
        "highest": cards,
        "copies": 1,
        "pickup": "shuffled",
    }
    rules = WarRules.of(options)
    starts = tuple(itertools.accumulate(sizes[:-1], initial=0))
    played = play_block(
        rules, deal_rows(rules, 31, 0, games), Layout(starts, sizes, 1), 31, 0
    )
    rounds = played["rounds"]
    a, b, c = sizes
    exact = a * b + b * c + c * a - 2 * a * b * c / (cards - 2)
    assert abs(rounds.mean() - exact) <= 4.9 * rounds.std() / sqrt(games)
    for seat, size in enumerate(sizes):
        share = size / cards
        assert abs((played["winner"] == seat).mean() - share) <= 4.9 * sqrt(
            share * (1 - share) / games
        )
    assert np.array_equal(played["battles"], rounds)
    assert not played["ending"].any()
