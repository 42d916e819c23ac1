"""The rulebook of Syrian War: the sentences of the source in games worked by hand."""

from functools import partial

import pytest

from sim.games.packets.events import Taken
from sim.games.syrian_war.table import Rows
from tests.support.both_ways import (
    ONE_WAR,
    events,
    of_kind,
    row,
    shown,
    table_after,
)
from tests.support.decks import parse_cards

GAME = "syrian-war"
after_turn = partial(table_after, GAME)


# Playing.


def test_a_higher_card_captures_the_pile_and_the_opponent_plays_next_on_an_empty_one():
    hands = ("9 3 7", "5 6 2")
    assert after_turn(3, *hands) == "7 / 6 2 | 9 5 3"
    assert after_turn(4, *hands) == "7 / 2 9 5 3 6 | -"
    assert of_kind(Taken, events(GAME, *hands))[0] == Taken(1, parse_cards("9 5 3 6"))
    assert after_turn(5, *hands) == "- / 2 9 5 3 6 | 7"


def test_a_player_who_lays_the_last_card_without_capturing_loses():
    """Five is taken by nine; the seven, laid on nothing, is player 0's last."""
    assert shown(GAME, "3 7", "5 2") == {
        "winner": 1,
        "ending": "cards",
        "rounds": 3,
        "turns": 3,
        "battles": 1,
        "plays": 2,
        "captures": 1,
        "winner_low": 2,
    }
    assert shown(GAME, "9 3", "5") == {
        "ending": "cards",
        "rounds": 2,
        "turns": 2,
        "battles": 1,
        "plays": 1,
        "winner_low": 1,
    }


def test_a_player_who_captures_with_the_last_card_plays_on():
    assert row(GAME, "5 4 3", "9")["winner"] == 1
    assert after_turn(2, "5 4 3", "9") == "4 3 / 5 9 | -"


def test_the_game_is_lost_at_the_first_card_if_it_is_the_only_one():
    assert shown(GAME, "13", "1 2") == {
        "winner": 1,
        "ending": "cards",
        "rounds": 1,
        "turns": 1,
        "plays": 1,
        "winner_low": 2,
    }


def test_a_tie_made_with_the_last_card_loses():
    """ "Probably this applies even if the player's last card was equal": the player cannot fight the war."""
    assert shown(GAME, "5 9", "5") == {
        "ending": "run-out",
        "rounds": 2,
        "turns": 2,
        "battles": 1,
        "plays": 1,
        "winner_low": 1,
    }


# Wars.


def test_three_cards_each_for_a_three_and_the_loser_plays_next():
    hands = ("3 2 4 9 8", "3 5 6 7 10")
    assert of_kind(Rows, events(GAME, *hands))[0] == Rows(3, ((2, 4, 9), (5, 6, 7)))
    assert after_turn(2, *hands) == "8 2 4 9 5 6 7 / 10 | 3 3"
    # The loser of the war lays a ten on the threes and captures them.
    assert after_turn(3, *hands) == "8 2 4 9 5 6 7 / 3 3 10 | -"


@pytest.mark.parametrize(
    ("rank", "options", "length"),
    [
        ("1", {}, 1),
        ("2", {}, 2),
        ("10", {}, 10),
        ("J", {}, 10),
        ("Q", {}, 10),
        ("K", {}, 10),
        ("A", {}, 10),
        ("*", {}, 10),
        ("Q", {"picture": 3}, 3),
        ("10", {"picture": 3}, 10),
    ],
)
def test_a_war_takes_as_many_cards_as_the_rank_says(rank, options, length):
    hands = (f"{rank} {'4 ' * 19}", f"{rank} {'5 ' * 19}")
    assert (
        len(of_kind(Rows, events(GAME, *hands, max_rounds=2, **options))[0].rows[0])
        == length
    )


def test_both_lay_only_as_many_as_the_poorer_player_has():
    hands = ("8 9 6 3 2", "8 5 7")
    course = events(GAME, *hands)
    assert of_kind(Rows, course)[0] == Rows(8, ((9, 6), (5, 7)))
    assert after_turn(2, *hands) == "3 2 / 5 7 9 6 | 8 8"


def test_a_player_with_no_card_left_after_a_war_loses():
    assert shown(GAME, "8 5 9 2", "8 7 6") == {
        "ending": "cards",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 3,
    }


@pytest.mark.parametrize(
    ("pickup", "pot"),
    [
        ("winner-first", "2 K 5 6"),
        ("loser-first", "5 6 2 K"),
        ("latest-first", "K 6 2 5"),
        ("seat", "2 5 K 6"),
    ],
)
def test_the_rows_are_picked_up_in_the_order_agreed(pickup, pot):
    hands = ("2 2 K 3", "2 5 6 4")
    assert of_kind(Taken, events(GAME, *hands, pickup=pickup))[0] == Taken(
        0, parse_cards(pot)
    )


def test_by_seat_player_0_comes_first_regardless_of_the_winner():
    hands = ("2 5 6 4", "2 2 K 3")
    assert of_kind(Taken, events(GAME, *hands, pickup="seat"))[0] == Taken(
        1, parse_cards("5 2 6 K")
    )


def test_a_tied_row_makes_another_war_by_the_new_rank_and_all_rows_go_together():
    hands = ("1 2 3 4 9", "1 2 8 7 9")
    course = events(GAME, *hands)
    assert of_kind(Rows, course)[:2] == [
        Rows(1, ((2,), (2,))),
        Rows(2, ((3, 4), (8, 7))),
    ]
    assert of_kind(Taken, course)[0] == Taken(1, parse_cards("2 8 7 2 3 4"))
    assert row(GAME, *hands, max_rounds=2)["double_wars"] == 1


def test_a_tied_row_with_no_card_left_loses_and_with_none_at_all_draws():
    assert shown(GAME, "1 2 5", "1 2") == {
        "ending": "run-out",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 2,
        **ONE_WAR,
        "winner_low": 2,
    }
    assert shown(GAME, "1 2", "1 2") == {
        "winner": -1,
        "ending": "draw",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 2,
        **ONE_WAR,
        "winner_low": -1,
    }


def test_or_each_takes_their_row_back_and_the_opponent_of_the_player_who_made_the_war_plays_next():
    hands = ("2 5 6 4", "2 7 6")
    assert after_turn(2, *hands, war_tie="take-back") == "4 5 6 / 7 6 | 2 2"
    # Player 1 made the war, so player 0 lays a four.
    assert after_turn(3, *hands, war_tie="take-back") == "5 6 2 2 4 / 7 6 | -"
    played = row(GAME, *hands, war_tie="take-back", max_rounds=2)
    assert (played["wars"], played["single_wars"], played["battles"]) == (1, 1, 2)


def test_with_own_rows_each_takes_theirs_back_and_the_loser_plays_next():
    hands = ("3 2 4 9 8", "3 5 6 7 10")
    assert after_turn(2, *hands, rows="own") == "8 2 4 9 / 10 5 6 7 | 3 3"
    assert after_turn(3, *hands, rows="own") == "8 2 4 9 / 5 6 7 3 3 10 | -"


def test_cards_laid_in_a_row_are_not_laid_on_the_pile():
    """With own rows, no player is without cards after a war, whatever they laid."""
    assert after_turn(2, "3 2 4", "3 5", rows="own") == "4 2 / 5 | 3 3"
