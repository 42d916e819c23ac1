"""Playing from Python: what goes in, what comes out, what is refused, and the names that are public."""

import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import sim
from sim.engine.pieces import AbandonedError
from sim.engine.playing import play_block
from sim.errors import UserError


@pytest.mark.slow
def test_public_functions_stay_functions_when_their_modules_are_imported():
    """A module of the same name would hide them; only ``sim.games`` is both."""
    program = (
        "import sim, sim.games.war.rulebook, sim.engine.playing, sim.engine.replaying\n"
        "import sim.runs.reader, sim.runs.merge\n"
        "assert all(callable(getattr(sim, name)) for name in ('play', 'run', 'replay', 'deal', 'games', 'open_run'))\n"
        "assert 'war' in sim.games()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_row_for_each_game_with_small_types():
    played = sim.play("war", 10, seed=2, first=5)
    assert played.schema == pl.Schema(
        {
            "game": pl.Int64,
            "winner": pl.Int8,
            "ending": pl.Enum(["cards", "run-out", "draw", "cycle", "cap"]),
            "rounds": pl.Int32,
            "battles": pl.Int32,
            "plays": pl.Int32,
            "wars": pl.Int32,
            "single_wars": pl.Int32,
            "double_wars": pl.Int32,
            "triple_wars": pl.Int32,
            "longer_wars": pl.Int32,
            "longest_war": pl.Int16,
            "winner_low": pl.Int16,
            "aces": pl.Int16,
            "rank_sum": pl.Int32,
        }
    )
    assert played["game"].to_list() == list(range(5, 15))


def test_no_games_give_an_empty_table_with_the_same_columns():
    assert sim.play("war", 0).schema == sim.play("war", 1).schema
    assert sim.play("war", 0).height == 0


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.int16, ">i4"])
def test_given_deals_may_be_whole_numbers_of_any_type_and_order(dtype):
    deals = sim.deal("war", 50, seed=3)
    given = np.asfortranarray(deals.astype(dtype))
    assert_frame_equal(sim.play("war", deals=given), sim.play("war", 50, seed=3))


def test_given_deals_may_come_in_any_number_and_with_workers():
    deals = sim.deal("war", 70_000, seed=3)
    assert_frame_equal(
        sim.play("war", deals=deals, workers=2),
        sim.play("war", 70_000, seed=3, workers=1),
    )


def test_in_play_chance_depends_on_the_number_of_the_game():
    rules = {"pickup": "shuffled"}
    deals = sim.deal("war", 30, seed=3, first=100)
    assert_frame_equal(
        sim.play("war", deals=deals, seed=3, first=100, rules=rules),
        sim.play("war", 30, seed=3, first=100, rules=rules),
    )


def test_cards_that_do_not_divide_evenly_stay_out():
    """Two cards each, with the fifth left over: two rounds decide."""
    played = sim.play("war", deals=[[3, 2, 3, 2, 14]], rules={"face_down": 0}).row(
        0, named=True
    )
    assert (played["winner"], played["rounds"], played["rank_sum"]) == (0, 2, 6)


def test_the_largest_game_numbers_work():
    last = 2**62 - 3
    assert sim.play("war", 2, first=last)["game"].to_list() == [last, last + 1]
    assert sim.replay("war", last, seed=2**64 - 1).row == sim.play(
        "war", 1, seed=2**64 - 1, first=last
    ).row(0, named=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "warr"}, "unknown game 'warr'; did you mean 'war'?"),
        (
            {"games": -1},
            "games: -1 is not a valid number of games; give a whole number from 0 to 2**62 - 1",
        ),
        (
            {"seed": -1},
            "seed: -1 is not a valid seed; a seed is a whole number from 0 to 2**64 - 1",
        ),
        (
            {"seed": 2**64},
            "seed: 18446744073709551616 is not a valid seed; a seed is a whole number from 0 to 2**64 - 1",
        ),
        (
            {"policies": ["high", "low"]},
            "war takes no policies: its players have nothing to choose; leave policies out",
        ),
        (
            {"rules": ["x"]},
            "rules: ['x'] is not a set of rules; give a mapping, such as {\"face_down\": 3}",
        ),
        (
            {"deals": [[20, 20, 3, 3]], "rules": {"face_down": "rank"}},
            "face_down: 'rank' with cards up to 20; 'rank' works only for ranks up to 15; give a number",
        ),
        (
            {"games": 2, "deals": [[2, 3]]},
            "games: 2 is not the number of deals, 1; leave games out",
        ),
    ],
)
def test_invalid_arguments_of_play_are_refused(arguments, message):
    with pytest.raises(sim.UserError) as caught:
        sim.play(**{"name": "war", **arguments})
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "rules",
    [
        {"pickup": "shuffled"},
        {"captured": "pile-shuffled"},
        # A cap as high as this leaves them to the kernel for one game at a time.
        {"pickup": "shuffled", "captured": "pile-shuffled", "max_rounds": 5000},
        pytest.param(
            {"pickup": "shuffled", "captured": "pile-shuffled"}, marks=pytest.mark.slow
        ),
    ],
    ids=str,
)
def test_a_block_is_the_same_in_pieces(rules):
    """Pieces are cut by the clock, so their sizes must not matter; here they have odd sizes."""
    whole = sim.play("war", 500, seed=5, rules=rules)
    game = sim.games()["war"]
    checked = sim.games()["war"].rules.of(rules)
    pieces = [play_block(game, checked, 5, first, 25) for first in range(0, 500, 25)]
    assert (
        np.concatenate([piece["rounds"] for piece in pieces]).tolist()
        == whole["rounds"].to_list()
    )


def test_a_block_that_is_no_longer_wanted_is_abandoned():
    """The first piece of at most 64 games is played; then the block asks again whether it is wanted."""
    asked = iter([True, False])
    game = sim.games()["war"]
    rules = game.rules.of(
        {"copies": 16, "lowest": 2, "highest": 60, "max_rounds": 2000}
    )
    with pytest.raises(AbandonedError):
        play_block(game, rules, 1, 0, 1 << 16, going=lambda: next(asked))


@pytest.mark.parametrize("games", [10**9, 10**12])
def test_more_rows_than_memory_holds_are_refused_before_playing(games):
    with pytest.raises(
        UserError,
        match=r"rows would take .* of memory, but only .* free; sim.run writes them",
    ):
        sim.play("war", games=games)
