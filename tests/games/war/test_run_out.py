"""Running out of cards in a war, and who fights in it: games of two to four players worked by hand."""

import pytest

from sim.games.packets.events import Battle, Laid, RanOut, Taken
from tests.games.war.support import RUN_OUTS, after_round, events, packets, row, shown
from tests.support.both_ways import ONE_WAR, of_kind
from tests.support.decks import parse_cards

# Running out of cards, two players.


@pytest.mark.parametrize(
    ("hands", "winner", "ending"),
    [
        (("7 3", "7"), 0, "run-out"),
        (("7", "7 3"), 1, "run-out"),
        (("7 3", "7 4"), -1, "draw"),
        (("7", "7"), -1, "draw"),
    ],
)
def test_lose_if_neither_has_enough_the_first_to_run_out_loses(hands, winner, ending):
    played = row(*hands, run_out="lose")
    assert (played["winner"], played["ending"]) == (winner, ending)
    assert (played["battles"], played["plays"], played["wars"]) == (1, 1, 0)


def test_all_in_is_one_battle_with_everything_that_is_left():
    assert shown("7 3 9", "7 K", run_out="all-in") == {
        "winner": 1,
        "ending": "cards",
        "rounds": 1,
        "battles": 2,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 2,
    }


def test_all_in_tied_again_with_none_left_loses():
    assert shown("7 3 9 2", "7 9", run_out="all-in") == {
        "ending": "run-out",
        "rounds": 1,
        "battles": 2,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 4,
    }


def test_last_card_tied_again_stands_on():
    """The same cards as under all-in: here B's nine meets A's last card, a two."""
    played = row("7 3 9 2", "7 9", run_out="last-card")
    assert (played["winner"], played["ending"]) == (1, "cards")
    assert (played["battles"], played["plays"], played["wars"]) == (3, 4, 2)


@pytest.mark.parametrize("run_out", ["last-card", "all-in", "fewest"])
def test_two_equal_last_cards_draw_the_game(run_out):
    played = row("7 9", "7 9", run_out=run_out)
    assert (played["winner"], played["ending"], played["winner_low"]) == (
        -1,
        "draw",
        -1,
    )
    assert (played["battles"], played["plays"], played["wars"]) == (2, 2, 1)


def test_a_drawn_game_leaves_all_players_their_own_cards():
    assert after_round(1, "7 9", "7 9", run_out="all-in") == packets("7 9", "7 9")


def test_fewest_the_poorer_one_says_how_many_are_laid():
    assert after_round(1, "7 3 9 2", "7 K", run_out="fewest") == packets(
        "9 2", "7 K 7 3"
    )


def test_fewest_never_lays_more_than_the_war_asks():
    assert of_kind(Laid, events("7 3 9 2 5", "7 4 K 6 8", run_out="fewest"))[0] == Laid(
        0, (3, 9)
    )


def test_fewest_a_player_with_no_card_at_all_loses():
    played = row("7 3", "7", run_out="fewest")
    assert (played["winner"], played["ending"], played["plays"]) == (0, "run-out", 1)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (("7 3", "7 4"), {}),
        (("7 3 9", "7 4"), {}),
        (("7 3", "7 4 9"), {}),
        (("7", "7 4 9"), {"face_down": 0}),
        (("7 2 9", "7 3 8", "5"), {}),
        (("7 2 9", "7 3 8", "5 4"), {}),
        (("7 2 9", "7 3", "5 4 8"), {"fighters": "tied"}),
    ],
)
def test_draw_a_war_that_somebody_in_it_cannot_afford_draws_the_game(hands, options):
    """The rule: "as soon as a war asks for more cards than some player in it has, the game is a draw"."""
    played = row(*hands, run_out="draw", **options)
    assert (played["winner"], played["ending"], played["winner_low"]) == (
        -1,
        "draw",
        -1,
    )
    assert (played["battles"], played["plays"], played["wars"]) == (1, 1, 0)
    course = after_round(1, *hands, run_out="draw", **options)
    assert sorted(map(len, course)) == sorted(map(len, packets(*hands)))


def test_draw_only_the_tied_are_in_the_war_if_only_they_fight():
    hands = ("7 2 9", "7 3 8", "5 4")
    played = row(*hands, run_out="draw", fighters="tied", max_rounds=1)
    assert played["ending"] == "cap"
    assert (played["battles"], played["wars"]) == (2, 1)


def test_draw_also_in_a_second_war_of_a_round():
    played = row("7 3 9 2", "7 4 9 5", run_out="draw")
    assert (played["winner"], played["ending"], played["wars"]) == (-1, "draw", 1)


def test_without_cards_face_down_one_more_card_is_enough():
    played = row("7 9", "7 8", face_down=0)
    assert (played["winner"], played["ending"], played["plays"]) == (0, "cards", 2)


# Running out of cards, three or more players.


def test_lose_a_player_who_cannot_carry_on_drops_out_tied_or_not():
    hands = ("7 2 9 5", "7 3 4 6", "5 K")
    course = events(*hands)
    assert of_kind(RanOut, course)[0] == RanOut(2, (13,))
    assert after_round(1, *hands) == packets("5 7 2 9 7 3 4 5 K", "6", "")


def test_lose_the_only_one_left_in_the_war_takes_the_pot_and_lays_nothing():
    hands = ("7 2 9", "7", "5")
    assert after_round(1, *hands) == packets("2 9 7 7 5", "", "")
    assert shown(*hands) == {
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 3,
    }


def test_lose_the_player_who_carries_on_need_not_be_among_the_tied():
    played = row("7", "7", "5 2 3")
    assert (played["winner"], played["ending"]) == (2, "run-out")


def test_lose_if_nobody_can_carry_on_most_cards_outlast_the_others():
    assert after_round(1, "7 2", "7", "5") == packets("7 2 7 5", "", "")
    played = row("7 2", "7", "5")
    assert (
        played["winner"],
        played["ending"],
        played["plays"],
        played["winner_low"],
    ) == (0, "run-out", 1, 2)
    assert row("7", "7", "5 2")["winner"] == 2


def test_lose_several_who_outlast_the_others_draw_the_game():
    played = row("7 2", "7 3", "5")
    assert (played["winner"], played["ending"], played["wars"]) == (-1, "draw", 0)


def test_lose_cards_laid_by_players_who_drop_out_are_not_plays():
    """Three cards down: player 2 lays the last three into the pot, and the battle is fought with five."""
    played = row("7 2 3 4 9", "7 2 3 4 8", "5 6 6 6", face_down=3)
    assert (played["plays"], played["battles"], played["wars"]) == (5, 2, 1)
    played = row("7 2 3 4", "7", "5", face_down=3)
    assert (played["winner"], played["plays"]) == (0, 1)


def test_last_card_players_not_tied_play_on_against_standing_cards():
    assert shown("K", "K", "5 2 A 3", run_out="last-card") == {
        "winner": 2,
        "ending": "cards",
        "rounds": 1,
        "battles": 2,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 4,
    }


def test_last_card_is_drawn_when_nobody_else_still_has_a_card():
    played = row("K", "K", "5 2 Q", run_out="last-card")
    assert (played["winner"], played["ending"], played["battles"], played["wars"]) == (
        -1,
        "draw",
        2,
        1,
    )


def test_last_card_a_card_that_was_not_among_the_tied_stands_too():
    hands = ("7 2 4", "7 3 5 6", "6")
    assert after_round(1, *hands, run_out="last-card") == packets(
        "", "6", "6 7 2 4 7 3 5"
    )


def test_all_in_with_three_players():
    hands = ("7 2 9 5", "7 3 4 6", "5 K")
    assert after_round(1, *hands, run_out="all-in") == packets(
        "5", "6", "5 K 7 2 9 7 3 4"
    )


def test_all_in_a_player_with_nothing_to_lay_is_out():
    hands = ("7 2 9 5", "7 3 4 6", "5")
    course = events(*hands, run_out="all-in")
    assert of_kind(RanOut, course)[0] == RanOut(2, ())
    assert after_round(1, *hands, run_out="all-in") == packets(
        "5 7 2 9 7 3 4 5", "6", ""
    )


def test_fewest_with_three_players():
    """Player 3 has none and is out; the poorest of the others has one card."""
    hands = ("7 2 9 5", "7 3 4 6", "5 K", "6")
    assert after_round(1, *hands, run_out="fewest") == packets(
        "9 5", "4 6", "5 K 6 7 2 7 3", ""
    )


# Who fights.


def test_all_players_take_part_in_a_war():
    hands = ("7 2 9 5", "7 3 4 6", "5 J K 8")
    assert after_round(1, *hands) == packets("5", "6", "8 5 J K 7 2 9 7 3 4")


def test_only_the_tied_fight_on_if_agreed():
    hands = ("7 2 9 5", "7 3 4 6", "5 J K 8")
    assert after_round(1, *hands, fighters="tied") == packets(
        "5 7 2 9 7 3 4 5", "6", "J K 8"
    )


def test_among_the_tied_a_further_tie_narrows_the_circle():
    hands = ("7 2 9 3 4 5", "7 2 9 3 5 5", "7 2 8 A A A")
    course = events(*hands, fighters="tied")
    assert [event.players for event in of_kind(Battle, course)[:3]] == [
        (0, 1, 2),
        (0, 1, 2),
        (0, 1),
    ]
    assert of_kind(Taken, course)[0] == Taken(
        1, parse_cards("7 2 9 3 5 7 2 8 7 2 9 3 4")
    )


@pytest.mark.parametrize("run_out", RUN_OUTS[:-1])
def test_when_no_fighter_can_go_on_the_others_fight_for_the_pot(run_out):
    hands = ("7", "7", "5 9 2", "4 8 3")
    assert after_round(1, *hands, fighters="tied", run_out=run_out) == packets(
        "", "", "2 5 9 4 8 7 7", "3"
    )
    played = row(*hands, fighters="tied", run_out=run_out)
    assert played["single_wars"] == 1
    assert (
        row("7", "7", "5 9 2", "4 8 3", fighters="tied", run_out=run_out, max_rounds=1)[
            "plays"
        ]
        == 2
    )


def test_if_all_fight_the_same_deal_is_a_war_of_the_players_who_can():
    assert row("7", "7", "5 9 2", "4 8 3", fighters="all")["winner"] == 3


@pytest.mark.parametrize("run_out", RUN_OUTS[:-1])
def test_a_single_other_player_takes_the_pot(run_out):
    played = row("7", "7", "5 9", fighters="tied", run_out=run_out)
    assert (played["winner"], played["ending"]) == (2, "run-out")
    assert (played["plays"], played["battles"], played["wars"]) == (1, 1, 0)


def test_fighters_too_poor_for_the_war_lay_their_rest_before_the_others_fight():
    hands = ("7 2", "7", "5 9 2", "4 8 3")
    assert after_round(1, *hands, fighters="tied") == packets(
        "", "", "2 5 9 4 8 7 2 7", "3"
    )
