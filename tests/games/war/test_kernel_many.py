"""The compiled War for several players gives the rulebook's row for every deal, and the mean that theory gives."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import prod, sqrt

import numpy as np
import pytest

from sim.contract.dealing import Layout
from sim.contract.events import Event, Outcome, Settled
from sim.contract.game import ENDINGS
from sim.deals.deck import deal_rows, layout, packets
from sim.games.war.kernel.block import play_block, play_seats
from sim.games.war.rulebook import GAME, WarRules
from tests.games.war.support import PICKUPS, RUN_OUTS
from tests.support import tiers
from tests.support.both_ways import assert_rows_agree, crossed, rows_of
from tests.support.decks import orders

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
    {"captured": "pile-shuffled", "pickup": "shuffled", "face_down": 3, "run_out": "last-card"},
    {"fighters": "tied"},
    {"end": "first-out"},
    {"low_beats_high": True, "pickup": "shuffled"},
    {"jokers": 2},
    {"max_rounds": 60},
)
"""Each option value on the whole pack."""

CASES: tuple[dict[str, object], ...] = (
    {"players": 3, "hands": ("A A A A", "K K K K 2", "*rest"), "pickup": "shuffled"},
    {"players": 3, "jokers": 3, "bury_jokers": True, "pickup": "loser-first", "max_rounds": 2000},
    {"players": 8, "jokers": 8, "bury_jokers": True, "fighters": "tied"},
    {"players": 4, "hands": ("A A A A", "*rest", "2", "*rest"), "end": "first-out"},
)
"""Packets of several sizes, and buried jokers."""


def last_event(
    rules: WarRules, hands: Sequence[Sequence[int]], seed: int, number: int
) -> tuple[Outcome, int]:
    """Return how the rulebook's game ends, and who was out first: of several the lowest seat, -1 nobody."""
    out, event = -1, Event()
    for event in GAME.tell(rules, hands, seed, number):
        if out < 0 and isinstance(event, Settled) and not all(event.packets):
            piles = event.piles or ((),) * len(hands)
            held = [len(packet) + len(pile) for packet, pile in zip(event.packets, piles, strict=True)]
            out = held.index(0) if 0 in held else -1
    assert isinstance(event, Outcome)
    return event, out


def assert_equal(rules: WarRules, deals: np.ndarray, *, seed: int = 1, given: bool = False) -> None:
    """Play all deals by the rulebook and by the kernel; every column must be equal, and who was out first."""
    where = layout(rules, deals.shape[1] if given else None)
    columns, first_out = play_seats(rules, deals, where, seed, 0)
    told = []
    for number, deal in enumerate(deals):
        last, out = last_event(rules, packets(rules, deal, given=given), seed, number)
        told.append(last.row | {"first_out": out})
    rows = zip(rows_of(GAME, rules, columns), first_out.tolist(), strict=True)
    assert_rows_agree(
        told,
        [row | {"first_out": out} for row, out in rows],
        lambda place: f"game {place} of seed {seed}, {rules.changed()}: {deals[place].tolist()}",
    )


def crossed_options() -> Iterator[dict[str, object]]:
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
def test_some_deals_of_small_decks_under_all_options_crossed(players: int) -> None:
    """Three ranks, about three cards a player, so that every second battle ties and most wars run somebody out."""
    for turn, options in enumerate(crossed_options()):
        if tiers.size(turn % 3 != players % 3, False):
            continue
        deck = {"players": players, "lowest": 1, "highest": 3, "copies": players + turn % 2}
        rules = WarRules.of(deck | options | {"max_rounds": (3, 400)[turn % 7 > 0]})
        assert_equal(rules, deal_rows(rules, turn, 0, 3), seed=turn)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 9))
def test_many_deals_of_small_decks_under_all_options_crossed(players: int) -> None:
    for turn, options in enumerate(crossed_options()):
        deck = {"players": players, "lowest": 1, "highest": 3 + turn % 3, "copies": players - turn % 2}
        rules = WarRules.of(deck | options | {"max_rounds": (5, 600, 3000)[turn % 3]})
        assert_equal(rules, deal_rows(rules, turn, 0, 60), seed=turn)


@tiers.crossed(("run_out", "fighters"), RUN_OUTS, FIGHTERS)
def test_every_deal_of_nine_cards_to_three_players(run_out: str, fighters: str) -> None:
    """All 1,680 deals of three copies of 1 2 3."""
    deals = orders([3, 3, 3])
    assert len(deals) == 1680
    options = {"lowest": 1, "highest": 3, "copies": 3, "players": 3, "run_out": run_out, "fighters": fighters}
    assert_equal(WarRules.of(options), deals)


@tiers.crossed(("players", "options"), [3, 4, 5, 8], WHOLE_PACKS, ids=str)
def test_whole_packs_under_each_option_value(players: int, options: dict[str, object]) -> None:
    rules = WarRules.of({"max_rounds": 3000} | options | {"players": players})
    # Among three many games never end, and the rulebook needs a quarter of a second to know it.
    assert_equal(
        rules,
        deal_rows(rules, 21, 0, 15 if players == 3 and rules.deterministic else tiers.part(60)),
        seed=21,
    )


@pytest.mark.slow
@pytest.mark.parametrize("options", WHOLE_PACKS, ids=str)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_thousands_of_whole_packs_under_each_option_value(players: int, options: dict[str, object]) -> None:
    rules = WarRules.of({"max_rounds": 10_000} | options | {"players": players})
    assert_equal(
        rules, deal_rows(rules, 22, 0, 300 if players == 3 and rules.deterministic else 2000), seed=22
    )


@tiers.sizes("games", 25, 500)
def test_whole_packs_as_most_people_play(games: int) -> None:
    for players in (4, 5, 6, 7, 8):
        # The cap is low because one game in ten thousand among eight comes to the usual one.
        rules = WarRules.of({"players": players, "max_rounds": 3000})
        assert_equal(rules, deal_rows(rules, 23, 0, games), seed=23)


@pytest.mark.parametrize("options", CASES, ids=str)
def test_uneven_packets_and_buried_jokers(options: dict[str, object]) -> None:
    rules = WarRules.of(options)
    assert_equal(rules, deal_rows(rules, 24, 0, 60), seed=24)


@pytest.mark.parametrize("seed", tiers.size(range(1), range(3)))
def test_decks_of_every_size_and_given_deals(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(60):
        players = int(random.integers(3, 9))
        options: dict[str, object] = {
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
        deals = random.integers(1, 12, (10, int(random.integers(players, 90))), dtype=np.uint8)
        assert_equal(rules, deals, seed=seed, given=True)


def test_the_largest_decks() -> None:
    for options in ({"players": 8, "highest": 129, "copies": 8}, {"players": 3, "highest": 14, "copies": 78}):
        for pickup, captured in (("winner-first", "bottom"), ("shuffled", "pile-shuffled")):
            rules = WarRules.of(options | {"pickup": pickup, "captured": captured, "max_rounds": 1500})
            assert_equal(rules, deal_rows(rules, 3, 0, 3), seed=3)


# Repetitions and the cap.


@pytest.mark.parametrize(
    "options", [{}, {"pickup": "seat"}, {"highest": 13, "lowest": 1, "copies": 1}], ids=str
)
def test_a_cycle_is_found_where_the_cap_just_allows_it(options: dict[str, object]) -> None:
    """Games that never end, played again with the cap at, below and above their first repetition."""
    options = {"players": 3, "face_down": 0, "pickup": "loser-first"} | options
    rules = WarRules.of(options)
    deals, where = deal_rows(rules, 5, 0, 400), layout(rules)
    free = play_block(rules, deals, where, 5, 0)
    cycling = np.flatnonzero(free["ending"] == ENDINGS.index("cycle"))
    assert len(cycling) >= 5
    for number in cycling[:20]:
        rounds = int(free["rounds"][number])
        for most in (rounds - 1, rounds, rounds + 1):
            again = play_block(WarRules.of(options | {"max_rounds": most}), deals[[number]], where, 5, 0)
            assert ENDINGS[again["ending"][0]] == ("cycle" if most >= rounds else "cap")
            assert again["rounds"][0] == min(rounds, most)
            if most >= rounds:
                assert {name: values[0] for name, values in again.items()} == {
                    name: values[number] for name, values in free.items()
                }


def test_a_cycle_whose_position_at_the_cap_comes_again_within_a_pass() -> None:
    """The cap cuts a pass short, so the position there is seen again only if every round is looked at."""
    rules = WarRules.of(
        {"players": 4, "lowest": 1, "highest": 4, "copies": 6, "run_out": "fewest", "pickup": "seat"}
        | {"max_rounds": 3000}
    )
    deals = np.concatenate([deal_rows(rules, 7, 1000 + number, 1) for number in (39, 196, 668, 1256)])
    assert (play_block(rules, deals, layout(rules), 7, 0)["ending"] == ENDINGS.index("cycle")).all()
    assert_equal(rules, deals, seed=7)


def test_a_row_depends_neither_on_the_block_nor_on_the_games_before() -> None:
    rules = WarRules.of({"players": 4, "pickup": "shuffled", "captured": "pile-shuffled", "max_rounds": 300})
    deals, where = deal_rows(rules, 9, 0, 300), layout(rules)
    whole = play_block(rules, deals, where, 9, 0)
    for first, size in ((0, 1), (1, 99), (100, 200)):
        part = play_block(rules, deals[first : first + size], where, 9, first)
        for name, values in part.items():
            assert np.array_equal(values, whole[name][first : first + size]), name


# The mean length, exactly: distinct cards, picked up shuffled.
#
# Lay all n cards in n places in uniformly random order, the places of a packet in their order. In a round the m
# players still in turn up the cards of m places; changing these among themselves changes who wins and nothing else,
# so each of the m is equally likely to win, whatever the set of the m cards and the order of the rest. Shuffled, the
# m cards lie under the winner's packet in an order that says nothing of who won: again all n cards are in uniformly
# random order, independent of everything that happened. So the packets' sizes h_1 ... h_m are a random walk: each
# round a player drawn evenly from those still in gains m - 1 cards and the others lose one each, and who has come to
# 0 stays there (a sticky random walk). With e_k the sum of all products of k of the sizes:
#
# - e_2 falls by m(m - 1)/2 a round on average (the sum of h^2 grows by m((m - 1)^2 + m - 1)/m = m(m - 1)), so with
#   T_m the mean number of rounds among m:  sum of T_m m(m - 1)/2 = e_2 of the deal.  Two players: h_1 h_2 rounds.
# - Three players: the mean of (h_1 + 2)(h_2 - 1)(h_3 - 1) over the three winners is h_1 h_2 h_3 - n + 2, and the
#   product is 0 when somebody is out, so T_3 = h_1 h_2 h_3 / (n - 2), and all rounds are
#   T_2 + T_3 = e_2 - 2 h_1 h_2 h_3 / (n - 2).
# - Four players: e_4 falls by e_2 - 2n + 3, which is not constant; the walk is solved as a system of linear equations,
#   in fractions, over all sizes that add up to n, equal up to their order.


def rounds_of_three(sizes: Sequence[int]) -> Fraction:
    """Return the exact mean number of rounds for at most three players."""
    cards = sum(sizes)
    pairs = sum(a * b for a, b in itertools.combinations(sizes, 2))
    if len(sizes) < 3:
        return Fraction(pairs)
    return pairs - Fraction(2 * prod(sizes), cards - 2)


def after_a_round(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the sizes after a round, falling and without those who are out: one for each winner, equally likely."""
    players = range(len(sizes))
    moved = [
        [sizes[player] + (len(sizes) if player == winner else 0) - 1 for player in players]
        for winner in players
    ]
    return [tuple(sorted((size for size in after if size), reverse=True)) for after in moved]


@cache
def walk(cards: int, among_four: int, among_three: int, among_two: int) -> dict[tuple[int, ...], Fraction]:
    """Return, for all sizes of four packets, the mean sum of so much for each round among four, three and two.

    Gauss and Jordan's elimination, in fractions; the sizes of fewer packets are solved the same way before.
    """
    known: dict[tuple[int, ...], Fraction] = {(cards,): Fraction(0)}
    for players, each in ((2, among_two), (3, among_three), (4, among_four)):
        ways = itertools.combinations_with_replacement(range(1, cards), players)
        states = [tuple(reversed(sizes)) for sizes in ways if sum(sizes) == cards]
        place = {sizes: at for at, sizes in enumerate(states)}
        rows = []
        for sizes in states:
            row = [Fraction(0)] * len(states) + [Fraction(each)]
            row[place[sizes]] += 1
            for after in after_a_round(sizes):
                if after in place:
                    row[place[after]] -= Fraction(1, players)
                else:
                    row[-1] += known[after] / players
            rows.append(row)
        for at, pivot in enumerate(rows):
            scale = pivot[at]
            pivot[:] = [value / scale for value in pivot]
            for other in rows:
                if other is not pivot and other[at]:
                    factor = other[at]
                    other[:] = [value - factor * own for value, own in zip(other, pivot, strict=True)]
        known |= {sizes: row[-1] for sizes, row in zip(states, rows, strict=True)}
    return known


def test_the_random_walk_agrees_with_the_known_formulas() -> None:
    """The formulas for two and three, and 6 T_4 + 3 T_3 + T_2 = e_2 for four."""
    rounds, meetings = walk(12, 1, 1, 1), walk(12, 6, 3, 1)
    assert len(rounds) == 1 + 6 + 12 + 15
    for sizes, mean in rounds.items():
        assert meetings[sizes] == sum(a * b for a, b in itertools.combinations(sizes, 2))
        if len(sizes) < 4:
            assert mean == rounds_of_three(sizes)
    assert rounds_of_three((4, 4, 4)) == Fraction(176, 5)
    # By hand: among four with a card each the first round decides; among (2, 1, 1) it does so but for the rich one's
    # loss to either, which leaves two with 1 and 3: 1 + 2/3 * 3.
    assert walk(4, 1, 1, 1)[(1, 1, 1, 1)] == 1
    assert walk(4, 1, 1, 1)[(2, 1, 1)] == 3


@pytest.mark.parametrize(
    "sizes", [(4, 4, 4), (17, 17, 17), (1, 8, 3), (3, 3, 3, 3), (4, 4, 4, 4), (1, 2, 3, 6)], ids=str
)
def test_distinct_cards_are_a_sticky_random_walk(sizes: tuple[int, ...]) -> None:
    """The mean length as derived above; and as mean sizes never change, each wins by their share of the cards.

    Within 4.9 standard errors: of the 26 comparisons one fails in 40,000 seeds.
    """
    cards, games = sum(sizes), tiers.size(40_000, 200_000)
    options = {"players": len(sizes), "lowest": 1, "highest": cards, "copies": 1, "pickup": "shuffled"}
    rules = WarRules.of(options)
    starts = tuple(itertools.accumulate(sizes[:-1], initial=0))
    played = play_block(rules, deal_rows(rules, 31, 0, games), Layout(starts, sizes, 1), 31, 0)
    rounds = played["rounds"]
    falling = tuple(sorted(sizes, reverse=True))
    exact = rounds_of_three(sizes) if len(sizes) == 3 else walk(cards, 1, 1, 1)[falling]
    assert abs(rounds.mean() - float(exact)) <= 4.9 * rounds.std() / sqrt(games)
    for seat, size in enumerate(sizes):
        share = size / cards
        assert abs((played["winner"] == seat).mean() - share) <= 4.9 * sqrt(share * (1 - share) / games)
    assert np.array_equal(played["battles"], rounds)
    assert not played["ending"].any()
