"""The figures of the calculators: evenings against the exact session, bids against the exact solution."""

import json
from dataclasses import astuple
from itertools import product
from pathlib import Path

import pytest

import sim
from docs.site import bids, casino
from reports.numbers import percent
from sim.games.gops.solution.positions import Position
from sim.games.gops.solution.problem import GopsProblem


@pytest.mark.parametrize(
    ("decks", "tie", "hands", "bankroll"),
    [(6, "war-0", 200, 50), (8, "surrender-0", 20, 10), (1, "war-2", 100, 20)],
)
def test_an_evening_is_that_of_the_exact_session(decks, tie, hands, bankroll):
    on_tie, bonus = tie.split("-")
    night = sim.exact.casino_session(
        bankroll,
        1,
        hands,
        decks=decks,
        on_tie=on_tie,
        tie_bonus=int(bonus),
    )
    shown = casino.evening(decks, tie, hands, bankroll)
    assert shown["cost"] == pytest.approx(night.cost, abs=1e-4)
    assert shown["ahead"] == percent(night.ahead)
    assert shown["middle"][0] == night.quantile(0.5)
    chances = [chance for _, chance in shown["curve"]]
    assert chances == sorted(chances, reverse=True)
    for amount, chance in shown["curve"]:
        least = sum(share for money, share in night.end.items() if money >= amount)
        assert chance == pytest.approx(least, abs=1e-4)
    assert len(chances) <= casino.POINTS


def test_every_choice_of_the_casino_has_its_evening(files):
    content = casino.of_decks(6)
    evenings = {
        f"{hands}-{bankroll}"
        for hands, bankroll in product(casino.HANDS, casino.BANKROLLS)
    }
    assert set(content) == set(casino.TIES)
    assert all(set(of_tie["evenings"]) == evenings for of_tie in content.values())
    assert {f"data/casino/{decks}.js" for decks in casino.DECKS} <= set(files)
    text = files["casino.html"].decode()
    edge = sim.exact.casino_war(6).house_edge
    assert f"<td>{100 * float(edge):.2f}\N{NO-BREAK SPACE}%</td>" in text


@pytest.mark.parametrize(
    "rules",
    [
        GopsProblem(4, "points", carry_over=False),
        GopsProblem(3, "points", carry_over=True),
        GopsProblem(3, "win", carry_over=False),
        GopsProblem(3, "win", carry_over=True),
    ],
)
def test_bids_are_an_equilibrium_in_every_position(rules):
    """No bid is worth more than the value, and the other player sees the same position with the other sign."""
    solution = sim.exact.gops(**rules.as_dict())
    found = bids.answers(rules)
    for position in bids.positions(rules):
        values = []
        for up in position.prizes:
            mine, worth, theirs, value = found[position.mine][bids.key(position, up)]
            assert max(worth) == pytest.approx(value, abs=2e-3)
            assert sum(mine) == pytest.approx(1, abs=1e-3)
            other = Position(
                position.theirs,
                position.mine,
                position.prizes,
                position.pot,
                -position.lead,
            )
            assert found[other.mine][bids.key(other, up)][::2] == [theirs, mine]
            assert found[other.mine][bids.key(other, up)][3] == pytest.approx(-value)
            values.append(value)
        # Before the turn, a position is worth the mean over the prizes that can be
        # turned.
        mean = sum(values) / len(values)
        assert mean == pytest.approx(solution.position(*astuple(position)), abs=1e-3)


def test_last_cards_by_hand():
    """One prize of 2 left, and one point from a tie: 3 against 1 takes both."""
    found = bids.answers(GopsProblem(3, "points", carry_over=True))
    assert found[(3,)]["1-2-2-1-0"] == [[1.0], [3.0], [1.0], 3.0]
    assert found[(1,)]["3-2-2-0-0"] == [[1.0], [-2.0], [1.0], -2.0]
    assert found[(2,)]["2-3-3-0-0"] == [[1.0], [0.0], [1.0], 0.0]
    # Five points cannot lie there when only the prize 1 is gone.
    assert "12-23-2-5-0" not in found[(1, 2)]


def test_first_bids_of_thirteen_cards_are_those_of_the_whole_solution():
    """The numbers of the docs come from another, complete solution; these from the kept opening."""
    path = Path("docs/figures/kept/solve-gops-cards-13.json")
    kept = json.loads(path.read_text())["numbers"]
    every = range(1, 14)
    shown = sim.exact.gops_position(every, every, every, cards=13).bids
    for up in every:
        whole = [kept[f"prize {up}"][f"first bid {card}"][0] for card in every]
        assert list(shown[up].values()) == pytest.approx(whole, abs=1e-6)


def test_the_page_has_the_first_bids_of_five_cards(files):
    # docs/published-figures.md has the first of them, .1123, as it was published.
    assert bids.openings(5)[5][4] == ["11.2", "2.4", "–", "–", "86.4"]
    row = '<tr><th scope="row">5</th><td>11.2</td><td>2.4</td>'
    assert row in files["bids.html"].decode()
