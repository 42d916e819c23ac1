"""Bids in GOPS: the script's bids and values against the library's tables and exact solutions."""

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import sim
from docs.site.bids import games, layers, name_of
from sim.games.gops.equilibria import sizes
from sim.games.gops.solution.single import OPENINGS
from tests.games.gops.support import thresholds
from tests.support import tiers
from tests.support.mixtures import WHOLE
from tests.support.scripts import value_of

ASKED = """asked.map(([size, mine, theirs, prizes, pot, lead, up]) => {
    const position = {
        mine: warlab.equilibria.maskOf(mine), theirs: warlab.equilibria.maskOf(theirs),
        prizes: warlab.equilibria.maskOf(prizes), pot, lead,
    };
    const [now, below] = [size, size - 1].map((one) => one ? warlab.equilibria.layer(layers[one - 1]) : null);
    return warlab.equilibria.answer(now, below, position, up);
})"""

Asked = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]


def positions(cards: int, objective: str, carry: bool, wanted: int) -> Iterator[Asked]:
    """Yield positions that games lead to, found by playing at random."""
    chance = random.Random(f"{cards}{objective}{carry}")
    for _ in range(wanted):
        hands = [list(range(1, cards + 1)) for _ in range(2)]
        prizes = list(range(1, cards + 1))
        pot = lead = 0
        for _ in range(chance.randrange(cards)):
            up = prizes.pop(chance.randrange(len(prizes)))
            mine, theirs = (hand.pop(chance.randrange(len(hand))) for hand in hands)
            if mine == theirs:
                pot = pot + up if carry else 0
            else:
                lead += (up + pot) * (1 if mine > theirs else -1)
                pot = 0
        yield (
            len(prizes),
            tuple(hands[0]),
            tuple(hands[1]),
            tuple(prizes),
            pot,
            lead,
            chance.choice(prizes),
        )


def test_there_are_data_for_every_kept_table() -> None:
    found = list(games())
    assert len(found) == len(set(found)) == 28
    assert {
        cards
        for cards, objective, carry in found
        if (objective, carry) == ("points", False)
    } == {
        *sizes("points"),
        *OPENINGS,
    }
    assert name_of(8, "points", False) == "points-discard-8"


@pytest.mark.parametrize(
    ("cards", "objective", "carry"),
    [
        (5, "points", False),
        (5, "win", True),
        *tiers.size([], [(5, "points", True), (4, "win", False)]),
    ],
)
def test_bids_and_values_are_those_of_the_tables_and_the_solution(
    cards: int, objective: str, carry: bool
) -> None:
    solution = sim.exact.gops(cards, objective=objective, carry_over=carry)
    asked = list(positions(cards, objective, carry, 60))
    given = [(*one[:5], one[5] if objective == "win" else 0, one[6]) for one in asked]
    tables = layers(cards, objective, carry)
    found: list[dict[str, Any]] = value_of(
        ASKED, "equilibria.js", layers=tables, asked=given
    )
    mixed = 0
    for (size, mine, theirs, prizes, pot, lead, up), told in zip(
        given, found, strict=True
    ):
        assert told is not None
        if told["decided"]:
            assert abs(lead) > sum(prizes) + pot
            continue
        if size > 1:
            rest = set(prizes) - {up}
            for hands, seen, key in (
                ((mine, theirs), lead, "mine"),
                ((theirs, mine), -lead, "theirs"),
            ):
                steps = thresholds(cards, objective, carry, hands, rest, up, pot, seen)
                chances = [
                    (high - low) / WHOLE
                    for low, high in zip((0, *steps), steps, strict=False)
                ]
                assert told[key] == chances
                mixed += len([one for one in chances if one]) > 1
        # The value after the turn is no player's to change: every bid is worth at most the value.
        assert max(told["worth"]) == pytest.approx(told["value"], abs=1e-4)
    # Before the turn, in the only position with all cards, it is the mean over the prizes that can be turned.
    (start,) = {one[:6] for one in given if one[0] == cards}
    turns = [(*start, one) for one in start[3]]
    values = value_of(ASKED, "equilibria.js", layers=tables, asked=turns)
    mean = sum(one["value"] for one in values) / len(values)
    assert mean == pytest.approx(solution.position(*start[1:]), abs=1e-5)
    assert mixed > 20


def test_first_bids_of_thirteen_cards_are_those_of_the_whole_solution() -> None:
    """The numbers of the docs come from another, complete solution; these from the kept opening."""
    kept = json.loads(Path("docs/numbers/kept/solve-gops-cards-13.json").read_text())[
        "numbers"
    ]
    every = tuple(range(1, 14))
    tables = [{"cards": 13, "size": size} for size in every[:-2]] + layers(
        13, "points", False
    )
    found = value_of(
        ASKED,
        "equilibria.js",
        layers=tables,
        asked=[(13, every, every, every, 0, 0, up) for up in every],
    )
    for up, told in zip(every, found, strict=True):
        whole = [kept[f"prize {up}"][f"first bid {card}"][0] for card in every]
        assert told["mine"] == told["theirs"] == pytest.approx(whole, abs=1e-6)
        # Both players hold the same: against an equilibrium nobody gains, and every card that is bid loses nothing.
        assert max(told["worth"]) == pytest.approx(0, abs=1e-4)
        assert told["value"] == pytest.approx(0, abs=1e-4)


def test_a_last_card_by_hand() -> None:
    """One prize of 2 left: 3 against 1 takes it, and the pot with it."""
    asked = [
        (1, (3,), (1,), (2,), 1, 0, 2),
        (1, (1,), (3,), (2,), 0, 0, 2),
        (1, (2,), (2,), (3,), 0, 0, 3),
    ]
    found = value_of(
        ASKED, "equilibria.js", layers=layers(3, "points", True), asked=asked
    )
    assert [told and told["value"] for told in found] == [3, -2, 0]


def test_positions_that_no_game_leads_to_have_no_answer() -> None:
    hands = list(combinations((1, 2, 3), 2))
    asked = [(2, hand, hand, (2, 3), 5, 0, 2) for hand in hands]
    found = value_of(
        ASKED, "equilibria.js", layers=layers(3, "points", True), asked=asked
    )
    assert found == [None] * 3
