"""The page on Casino War: its exact numbers are those of enumeration, its commands exist, its code runs."""

import re
from fractions import Fraction

import pytest

import sim
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "casino-war.md").read_text(encoding="utf-8")
PAYS = (8, 9, 10, 11, 12)


def percent(value, places):
    return f"{100 * float(value):.{places}f} %".replace("-", "−")


def line(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


@pytest.mark.parametrize("decks", [*range(1, 9), "infinite"])
def test_the_odds_by_decks_are_those_of_enumeration(decks):
    war, bonus = sim.exact.casino_war(decks), sim.exact.casino_war(decks, tie_bonus=1)
    surrender = sim.exact.casino_war(decks, on_tie="surrender")
    assert line(
        decks,
        percent(war.tie, 4),
        percent(war.ev, 4),
        f"`{war.ev}`",
        percent(bonus.ev, 4),
        percent(surrender.ev, 4),
        f"`{surrender.ev}`",
        percent(war.tie_ev, 2),
        f"{war.sd:.4f}",
    ) in PAGE  # fmt: skip


@pytest.mark.parametrize(
    ("decks", "told"), [(1, "one deck"), (6, "six decks"), (8, "eight decks")]
)
def test_the_tie_bets_are_those_of_enumeration(decks, told):
    values = [
        percent(sim.exact.casino_war(decks, tie_bet=pays).tie_ev, 2) for pays in PAYS
    ]
    assert line(told, *values) in PAGE


def test_doubling_after_a_loss_is_as_exact_as_it_says():
    odds = sim.exact.casino_session(staking="double", most_stake=64)
    told = f"{percent(odds.ahead, 2)} of these evenings end ahead, more than in any other way here, "
    told += f"but {percent(odds.ruined, 2)} end in ruin,\nand one costs {odds.cost:.2f} units."
    assert told in PAGE


def test_the_bonuses_are_those_of_enumeration():
    values = [
        percent(sim.exact.casino_war(tie_bonus=bonus).ev, 2) for bonus in range(4)
    ]
    assert line("six decks, war", *values) in PAGE


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stake": 5},
        {"stake": 10},
        {"on_tie": "surrender"},
        {"goal": 20, "stop_loss": 20},
        {"stake": 5, "hands": 0, "goal": 100},
    ],
    ids=str,
)
def test_the_exact_evenings_are_those_of_convolution(options):
    odds = sim.exact.casino_session(**options)
    shares = percent(odds.ahead, 2), percent(odds.ruined, 2)
    assert line("exact", f"{odds.cost:.3f}", *shares, "", "") in PAGE


def test_the_code_of_the_page_runs(capsys):
    (block,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(block, "casino-war.md", "exec"), {})
    ev, tie_ev = capsys.readouterr().out.split()
    # Of the 276 pairs of 24 cards 66 are kings and 55 queens: 11 * 121/276 - 1.
    assert tie_ev == "1055/276"
    # The wars are among kings and queens, which tie again so often that even the ante
    # gains.
    assert float(Fraction(ev)) > 0
