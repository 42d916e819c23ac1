"""Columns in a report by their roles: largest values, cards known from the deal, games that cannot be drawn."""

import polars as pl
import pytest

from reports.contents import compose
from reports.facts import gather
from reports.numbers import fixed, whole
from reports.sections import winners
from sim.contract.answer import Bullets
from sim.runs import run
from sim.scenario import parse_scenario
from tests.support.told import tables

GAMES = 2000


def played(path, game, more=""):
    text = f'title = "Some games"\ngame = "{game}"\ngames = {GAMES}\nseed = 5\n{more}'
    return run(parse_scenario(text), path)


@pytest.fixture(scope="module")
def beggar(tmp_path_factory):
    return played(tmp_path_factory.mktemp("beggar") / "run", "beggar-my-neighbour")


@pytest.fixture(scope="module")
def rows(beggar):
    return beggar.games().collect()


@pytest.fixture(scope="module")
def told(beggar):
    return compose(beggar)


def test_the_largest_of_a_game_has_a_mean_and_quantiles_and_no_share_of_games(
    told, rows
):
    [table] = tables(told, "Longest trick in a game")
    [row] = table.rows
    cells = dict(zip(table.head, (cell.text for cell in row), strict=True))
    ordered = rows["longest_trick"].sort()
    decimals = len(cells["mean per game"].partition(".")[2])
    assert cells["mean per game"] == fixed(float(ordered.to_numpy().mean()), decimals)
    assert cells["games with any"] == ""
    assert cells["median"] == whole(ordered[GAMES // 2 - 1])
    assert cells["99.9 % have at most"] == whole(ordered[GAMES * 999 // 1000 - 1])
    assert cells["most seen"] == whole(ordered[-1])


def test_what_the_largest_of_a_game_is_is_said(told):
    [section] = [one for one in told.sections if one.title == "Longest trick in a game"]
    (meanings,) = [block for block in section.blocks if isinstance(block, Bullets)]
    assert "longest trick: cards of the largest pile" in meanings.items


def test_the_largest_of_a_game_has_a_mean_and_no_share_under_several_variants(tmp_path):
    of_war = compose(played(tmp_path / "run", "war", "[vary]\nface_down = [1, 3]\n"))
    means, some = tables(of_war, "Wars in a game")
    assert "longest war" in means.head
    assert "longest war" not in some.head


def test_what_a_scenario_asks_for_comes_first(tmp_path):
    asked = played(tmp_path / "run", "war", '[columns]\nmore = ["lead_changes"]\n')
    assert tables(compose(asked), "Lead changes in a game")


def test_a_forecast_is_made_of_whatever_is_known_from_the_deal(beggar, told, rows):
    # Sixteen penalty cards, eight for each player where the deal is even.
    facts = gather(beggar)
    assert winners.even_share(facts, facts.variants[0], "penalty_cards") == 8
    uneven = rows.filter(pl.col("penalty_cards") != 8)
    favourite = (uneven["penalty_cards"] < 8).cast(pl.Int8)
    found = winners.forecast(facts, facts.variants[0], "penalty_cards")
    assert found.value == pytest.approx((uneven["winner"] == favourite).mean())


def test_a_game_that_cannot_be_drawn_has_no_share_of_draws(told):
    table = tables(told, "Who wins")[0]
    assert [row[0].text for row in table.rows] == [
        "first player wins",
        "second player wins",
    ]
    (sure,) = [one for one in told.sections if one.title == "How sure this is"]
    assert "so very likely fewer than 1 in " in str(sure.blocks)
