"""P'yanitsa: the six and the ace, both kinds of ties, both goals and the drunkard; and War's table below it all."""

import pytest

import sim
from sim.errors import UserError
from sim.games.pyanitsa.rules import PyanitsaRules
from tests.support.both_ways import (
    ONE_WAR,
    events,
    row,
    shown,
)


def game(*hands, **options):
    """The columns that are not zero of the game of these packets, top cards first."""
    return shown("pyanitsa", *hands, players=len(hands), **options)


def drunkard(*hands, **options):
    """The winner of the game with these packets, and the drunkard."""
    played = row("pyanitsa", *hands, players=len(hands), **options)
    return played["winner"], played["drunkard"]


# The play.


def test_a_six_beats_an_ace_and_nothing_else():
    """ "if a six is played an no one played an ace the six counts as lowest" """
    assert drunkard("6", "A") == (0, 1)
    assert drunkard("6", "7") == (1, 0)
    assert drunkard("6", "A", low_beats_high=False) == (1, 0)


def test_a_six_beats_an_ace_whatever_else_is_played():
    assert drunkard("K", "6", "A") == (1, 0)
    assert drunkard("K", "6", "Q") == (0, 1)
    assert drunkard("A", "6", "A", "K") == (1, 0)


def test_two_sixes_and_an_ace_are_a_tie_of_sixes():
    assert game("6 7", "6 8", "A 9", tie="face-up")["winner"] == 2
    assert game("6 7", "6 8", "A 9", tie="face-up")["single_wars"] == 1


def test_with_52_cards_the_two_beats_the_ace():
    assert drunkard("2", "A", lowest=2) == (0, 1)
    assert drunkard("6", "A", lowest=2) == (1, 0)


def test_after_a_tie_a_new_card_is_turned_up_at_once_or_after_one_face_down():
    """Nines: with a card face down the kings decide nothing, and the eight beats the seven."""
    assert game("9 K 7", "9 Q 8", tie="face-down") == {
        "winner": 1,
        "ending": "cards",
        "rounds": 1,
        "battles": 2,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 3,
    }
    at_once = game("9 K", "9 Q", tie="face-up")
    assert (at_once.get("winner", 0), at_once["plays"], at_once["drunkard"]) == (
        0,
        2,
        1,
    )


# The drunkard.


def test_the_drunkard_keeps_no_card_or_is_left_with_all_of_them():
    assert drunkard("9", "8") == (0, 1)
    assert drunkard("9", "8", goal="shed") == (0, 0)


def test_of_several_out_in_one_round_the_lowest_seat_is_the_drunkard():
    assert drunkard("7", "8", "9") == (2, 0)
    assert drunkard("9", "8", "7", "6") == (0, 1)


def test_with_three_players_the_game_ends_when_the_first_is_out():
    """The first round leaves 4 : 1 : 1 cards, the second 3 : 3 : 0, a draw that still has a drunkard."""
    hands = ("A 9", "Q K", "7 8")
    assert game(*hands) == {
        "winner": -1,
        "ending": "draw",
        "rounds": 2,
        "battles": 2,
        "plays": 2,
        "winner_low": -1,
    } | {"drunkard": 2}
    played = game(*hands, goal="shed")
    assert played["rounds"] > 2
    assert played.get("winner", 0) == played.get("drunkard", 0)


def test_the_first_player_out_stays_the_drunkard_when_the_game_continues():
    hands = ("K 9", "Q 8", "7")
    assert drunkard(*hands, end="last-standing", max_rounds=1) == (-2, 2)
    assert drunkard(*hands, end="last-standing") == (0, 2)


def test_nobody_is_the_drunkard_in_a_game_that_is_drawn_in_a_war_or_stopped_before_anybody_is_out():
    assert drunkard("9 7", "9 8") == (-1, -1)
    assert drunkard("9 7", "8 K", max_rounds=1) == (-2, -2)
    assert drunkard("9 7", "8 K", max_rounds=1, goal="shed") == (-2, -2)


def test_the_ending_names_the_drunkard():
    last = events("pyanitsa", "9", "8")[-1]
    assert str(last).endswith("; player 1 is the drunkard")
    assert str(events("pyanitsa", "9", "9")[-1]).endswith("; nobody is the drunkard")


# The options.


def test_the_usual_game_is_the_one_of_the_text():
    rules = PyanitsaRules.of()
    assert (rules.deck.size, rules.low_beats_high, rules.pickup, rules.captured) == (
        36,
        True,
        "shuffled",
        "bottom",
    )
    assert (rules.tie, rules.face_down, rules.goal, rules.end) == (
        "face-down",
        1,
        "keep",
        "first-out",
    )
    assert rules == PyanitsaRules()
    assert rules.changed() == {}


def test_the_tie_decides_the_cards_face_down_and_the_goal_the_end():
    assert PyanitsaRules.of({"tie": "face-up"}).face_down == 0
    assert PyanitsaRules.of({"goal": "shed"}).end == "last-standing"
    assert PyanitsaRules.of({"goal": "shed", "end": "first-out"}).end == "first-out"
    assert PyanitsaRules.of({"face_down": 3}).face_down == 3


@pytest.mark.parametrize(
    ("tie", "face_down"), [("face-up", 1), ("face-up", "rank"), ("face-down", 0)]
)
def test_cards_face_down_that_contradict_the_tie_are_refused(tie, face_down):
    with pytest.raises(UserError, match=r"face_down: .* with tie = "):
        PyanitsaRules.of({"tie": tie, "face_down": face_down})


# The kernel gives the rulebook's row.


def test_for_two_it_is_war_with_other_defaults():
    as_war = {"lowest": 6, "low_beats_high": True, "pickup": "shuffled"}
    war = sim.play("war", 2000, rules=as_war)
    pyanitsa = sim.play("pyanitsa", 2000)
    assert pyanitsa.drop("drunkard").equals(war)
    assert (pyanitsa["drunkard"] == 1 - pyanitsa["winner"]).all()
