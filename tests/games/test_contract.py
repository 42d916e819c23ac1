"""What every registered game must do, whatever its rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import sim
from sim.contract.events import Settled
from sim.scenario.scenario import load_scenario, shipped_scenarios
from tests.support.places import ROOT

GAMES = sorted(sim.games())
GOLDEN = ROOT / "tests" / "golden"

GOLDEN_NUMBER = {
    "ace-race": 3499,
    "casino-war": 2,
    "gops": 44,
    "pyanitsa": 1033,
    "syrian-war": 63561,
    "tod-und-leben": 37,
    "war": 571,
    "wargame": 1227,
    "wargops": 374,
    "wilcox-war": 1435,
}
"""The game of seed 1 that is told; number 0 unless another one shows more of the rules in fewer lines."""

GOLDEN_HOW = {
    "gops": {"rules": {"carry_over": True}, "policies": ["match-pot", "random"]},
    "wargame": {"policies": ["random/random/surest/defend"] * 2},
    "wargops": {"rules": {"players": 4, "ranks": 4}},
}
"""The options and policies under which it is told, where the usual ones show less."""

FIRST_PLAYER_MATTERS = {
    "syrian-war": "player 0 lays the first card",
    "casino-war": "the player plays against the house",
}

ONLY_ORDER_MATTERS = {"war", "tod-und-leben", "steal-war"}
"""Games in whose default rules no rank has a meaning of its own."""


def packet_games() -> list[str]:
    return [name for name in GAMES if "rank_sum" in column_names(name)]


def column_names(name: str) -> list[str]:
    game = sim.games()[name]
    return [column.name for column in game.columns_under(game.rules.of())]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    game = sim.games()[name]
    assert game.name == name
    assert game.title
    assert len(game.source) > 200, "the words of the source text belong to the game"
    for option in game.rules.options():
        assert option.meaning
        assert option.values


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_scenario(name: str) -> None:
    scenarios = [load_scenario(path) for path in shipped_scenarios().values()]
    assert any(scenario.game == name for scenario in scenarios)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_golden_replay(name: str, update: bool) -> None:
    """The whole telling of one game; a change of it is a change of the rules or of the words, to be read and wanted."""
    how: Any = GOLDEN_HOW.get(name, {})
    told = str(sim.replay(name, GOLDEN_NUMBER.get(name, 0), seed=1, **how)) + "\n"
    path = GOLDEN / f"{name}.txt"
    if update:
        path.write_text(told, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == told, "run pytest with --update and read the difference"


@pytest.mark.parametrize("name", GAMES)
def test_the_replay_tells_the_game_of_the_row(name: str) -> None:
    rows = sim.play(name, 40, seed=6).rows(named=True)
    assert [sim.replay(name, number, seed=6).row for number in range(40)] == rows


@pytest.mark.parametrize("name", GAMES)
def test_splitting_a_batch_changes_nothing(name: str) -> None:
    whole = sim.play(name, 300, seed=3)
    parts = [sim.play(name, games, seed=3, first=first) for first, games in ((0, 1), (1, 120), (121, 179))]
    assert_frame_equal(whole, pl.concat(parts))


@pytest.mark.parametrize("name", GAMES)
def test_workers_change_nothing(name: str) -> None:
    assert_frame_equal(
        sim.play(name, 140_000, seed=3).tail(20), sim.play(name, 140_000, seed=3, workers=2).tail(20)
    )


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_dropped(name: str) -> None:
    played = sim.play(name, 1000, seed=4, first=50)
    assert played["game"].to_list() == list(range(50, 1050))
    assert played.null_count().sum_horizontal().item() == 0


@pytest.mark.parametrize("name", GAMES)
def test_no_card_is_lost_or_made(name: str) -> None:
    for number in range(30):
        told = sim.replay(name, number, seed=5)
        tables = [event for event in told.events if isinstance(event, Settled)]
        held = [
            Counter(card for cards in (*table.packets, *table.piles) for card in cards) for table in tables
        ]
        assert all(cards == held[0] for cards in held)
        if tables and told.deal:
            assert held[0] <= Counter(told.deal)


@pytest.mark.parametrize("name", packet_games())
def test_a_game_ends_or_says_why_not(name: str) -> None:
    played = sim.play(name, 3000, seed=7)
    decided = pl.col("ending").is_in(["cards", "run-out"])
    expected = (
        pl.when(decided)
        .then(pl.col("winner") >= 0)
        .when(pl.col("ending") == "draw")
        .then(pl.col("winner") == -1)
    ).otherwise(pl.col("winner") == -2)
    assert played.select(expected.all()).item()


@pytest.mark.parametrize("name", [name for name in packet_games() if name not in FIRST_PLAYER_MATTERS])
def test_the_seats_are_symmetric(name: str) -> None:
    """The players' shares of the wins differ by chance alone: a sign test; false alarms once in 10,000 seeds."""
    wins = (
        sim.play(name, 20_000, seed=8)["winner"]
        .value_counts()
        .filter(pl.col("winner") >= 0)["count"]
        .to_numpy()
    )
    share = wins[0] / wins.sum()
    assert abs(share - 0.5) < 3.9 / (2 * np.sqrt(wins.sum()))


@pytest.mark.parametrize("name", [name for name in GAMES if name in ONLY_ORDER_MATTERS])
def test_renaming_the_ranks_in_their_order_changes_nothing(name: str) -> None:
    deals = sim.deal(name, 500, seed=9)
    plain = sim.play(name, deals=deals, seed=9)
    renamed = sim.play(name, deals=2 * deals + 20, seed=9)
    by_rank = [column for column in ("aces", "rank_sum") if column in plain.columns]
    assert_frame_equal(plain.drop(by_rank), renamed.drop(by_rank))


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_option_is_refused_with_the_nearest(name: str) -> None:
    first = sim.games()[name].rules.options()[0].name
    with pytest.raises(sim.UserError, match=f"unknown option '{first}s'; did you mean '{first}'"):
        sim.play(name, 1, rules={f"{first}s": 1})
