"""The rulebook of Steal War: wars and running out of cards in them, worked by hand."""

from collections import Counter

from sim.contract.events import Settled
from sim.games.packets.events import Battle, Laid, PileTurned, RanOut, TakenBack
from sim.games.steal_war.events import PotTaken, Stolen
from tests.games.steal_war.support import after_turn, events, shown, thefts
from tests.support.both_ways import (
    of_kind,
)
from tests.support.decks import parse_cards

# Wars.


def test_in_a_war_the_fourth_card_may_steal_and_the_face_down_ones_may_not():
    hands = ("9 7 2 3 4 J 2 2", "5 7 5 5 6 5 Q 2 2")
    course = events(*hands, max_rounds=2)
    assert of_kind(Laid, course) == [Laid(0, (2, 3, 4), 0), Laid(1, (5, 5, 6), 0)]
    assert of_kind(Stolen, course) == [Stolen(1, 0, 5, 2)]
    assert of_kind(Battle, course)[2] == Battle(2, 2, (0, 1), (11, 12))
    assert after_turn(2, *hands) == "2 2 / 2 2 | - / 2 6 5 5 7 J 4 3 Q 7 5 5 9"
    played = shown(*hands, max_rounds=2)
    assert (
        played["plays"],
        played["battles"],
        played["wars"],
        played["single_wars"],
    ) == (6, 3, 1, 1)


def test_a_card_that_was_laid_protects_nothing():
    assert thefts(2, "9 5 2 3 4 J 2 2", "5 5 3 3 6 5 Q 2 2") == [(1, 0, 5, 2)]


def test_a_pile_is_protected_by_the_fourth_card_of_a_war_too():
    assert thefts(2, "9 7 2 3 4 5 2 2", "5 7 3 3 6 5 2 2 2 K 2") == []


def test_all_players_fight_in_a_war_not_only_the_tied():
    hands = ("J 2 3 4 6 2", "J 2 3 4 7 2", "9 2 3 4 8 2")
    assert of_kind(Battle, events(*hands))[1] == Battle(1, 2, (0, 1, 2), (6, 7, 8))


def test_a_player_with_fewer_than_four_cards_for_a_war_loses():
    assert shown("5 2 3 4", "5 2 3 4 6") == {
        "winner": 1,
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 5,
    }
    assert of_kind(RanOut, events("5 2 3 4", "5 2 3 4 6")) == [RanOut(0, (2, 3, 4))]


def test_the_cards_of_packet_and_pile_count_together_and_the_pile_is_turned_in_the_war():
    course = events("9 5 7 8", "3 5 2 2 2 10 4 4", max_rounds=2)
    turned = of_kind(PileTurned, course)[0]
    laid = of_kind(Laid, course)[0]
    assert sorted(turned.packet) == [3, 9]
    assert laid == Laid(0, (7, 8, turned.packet[0]), 0)
    assert of_kind(Battle, course)[2].cards == (turned.packet[1], 10)
    assert of_kind(RanOut, events("9 5 7", "3 5 2 2 2 10 4 4")) == [
        RanOut(0, (7, 9, 3))
    ]


def test_the_last_cards_of_a_player_who_runs_out_can_be_the_top_of_the_pile():
    assert of_kind(PotTaken, events("5 3 2 4", "5 6 6 6 6"))[0].pot[-1] == 2
    assert (
        of_kind(PotTaken, events("5 3 A 4", "5 6 6 6 6", top="highest"))[0].pot[-1]
        == 14
    )


def test_if_neither_has_enough_the_one_with_fewer_loses_and_with_equally_many_it_is_a_draw():
    assert shown("5 2 9", "5 3") == {
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 3,
    }
    drawn = shown("5 2", "5 3")
    assert (drawn["winner"], drawn["ending"], drawn["winner_low"]) == (-1, "draw", -1)
    course = events("5 2", "5 3")
    assert of_kind(TakenBack, course)
    assert of_kind(Settled, course)[-1].packets == ((2, 5), (3, 5))
    assert shown("5", "5")["ending"] == "draw"


def test_a_third_player_with_too_few_cards_for_the_war_is_out_even_without_a_tie():
    hands = ("5 2 2 2 K 4", "5 3 3 3 Q 4", "4 6")
    course = events(*hands, max_rounds=1)
    assert of_kind(RanOut, course) == [RanOut(2, (6,))]
    assert of_kind(Battle, course)[1] == Battle(1, 2, (0, 1), (13, 12))
    assert Counter(of_kind(PotTaken, course)[0].pot) == Counter(
        parse_cards("5 2 2 2 K 5 3 3 3 Q 4 6")
    )


def test_the_only_player_of_three_who_can_carry_on_takes_everything_and_lays_nothing_more():
    played = shown("5 2 2 2 2", "5 3 3", "4 6")
    assert (played.get("winner", 0), played["ending"], played["plays"]) == (
        0,
        "run-out",
        1,
    )
    assert "wars" not in played


def test_if_none_of_three_can_carry_on_the_most_cards_win_and_a_tie_is_a_draw():
    assert of_kind(RanOut, events("5 2", "5 3 3", "4 6")) == [
        RanOut(0, (2,)),
        RanOut(1, (3, 3)),
        RanOut(2, (6,)),
    ]
    played = shown("5 2", "5 3 3", "4 6")
    assert (played["winner"], played["ending"], played["winner_low"]) == (
        1,
        "run-out",
        3,
    )
    assert shown("5 2", "5 3 3", "4 6 6")["ending"] == "draw"


def test_the_last_one_with_cards_wins_and_players_without_drop_out():
    course = events("9 9 9", "5", "8 7 7")
    assert of_kind(Battle, course)[1].players == (0, 2)
    assert shown("9 9 9", "5", "8")["ending"] == "cards"
    assert shown("9 9 9", "5", "8")["winner_low"] == 3
