"""War's house rules: several cards in a battle, random cards, a pick-up for each player, and early ends."""

import itertools
from math import sqrt

import pytest

import sim
from sim.contract.events import Settled
from sim.errors import UserError
from sim.games.packets.events import Battle, Laid, Taken, Tie
from sim.games.war.rulebook import WarRules
from tests.games.war.support import after_round, events, row, shown
from tests.support import tiers
from tests.support.both_ways import (
    assert_same,
    of_kind,
)
from tests.support.decks import arrangements

# What the kernel plays otherwise, or plays in part: the same rows.


def test_the_order_of_the_pot_means_nothing_where_cards_are_drawn():
    in_order, shuffled = (
        sim.play("war", games=200, seed=3, rules={"draw": "random", "pickup": pickup})
        for pickup in ("winner-first", "shuffled")
    )
    assert in_order.equals(shuffled)


def test_a_game_that_is_stopped_is_won_by_who_has_the_most_cards_then():
    def stopped(rounds, *hands):
        played = row(*hands, stop_after=rounds)
        return played["winner"], played["ending"], played["rounds"]

    assert stopped(1, "9 2 5", "6 3 4") == (0, "stopped", 1)
    assert stopped(2, "9 2 5", "6 3 4") == (-1, "stopped", 2)
    assert stopped(1, "5 2", "6 3", "9 4") == (2, "stopped", 1)
    assert stopped(2, "9 2", "6 3", "5 4") == (-1, "stopped", 2)


def test_the_wars_that_a_player_has_won_decide():
    """Player 0 wins the first war, and no other follows."""
    hands = ("5 2 7 9", "5 3 6 2")
    decided = row(*hands, wars_to_win=1)
    assert (decided["winner"], decided["ending"], decided["rounds"]) == (0, "wars", 1)
    assert row(*hands, wars_to_win=2) == row(*hands)


def test_who_wins_with_random_cards_is_as_the_chain_of_hands_says():
    """Four different cards, of which the lowest beats the highest: a chain of hands, solved by repeated steps."""
    hands = [
        frozenset(hand)
        for size in range(1, 4)
        for hand in itertools.combinations((1, 2, 3, 4), size)
    ]
    wins = dict.fromkeys(hands, 0.0) | {
        frozenset[int](): 0.0,
        frozenset((1, 2, 3, 4)): 1.0,
    }
    for _ in range(300):
        for hand in hands:
            battles = list(itertools.product(hand, {1, 2, 3, 4} - hand))
            wins[hand] = sum(
                wins[
                    hand | {theirs}
                    if (mine > theirs) != ({mine, theirs} == {1, 4})
                    else hand - {mine}
                ]
                for mine, theirs in battles
            ) / len(battles)
    games = tiers.size(4000, 100_000)
    deck = {
        "lowest": 1,
        "highest": 4,
        "copies": 1,
        "low_beats_high": True,
        "draw": "random",
    }
    for mine, theirs in (("1 4", "2 3"), ("2 4", "1 3"), ("3", "1 2 4")):
        chance = wins[frozenset(map(int, mine.split()))]
        played = sim.play(
            "war", games=games, seed=11, rules=deck | {"hands": [mine, theirs]}
        )
        assert 0.05 < chance < 0.95
        share = (played["winner"] == 0).mean()
        assert abs(share - chance) < 4 * sqrt(chance * (1 - chance) / games)


# Examples worked by hand.


def test_two_cards_are_added():
    course = events("3 9 5 K", "J A 2 2", cards_up=2, stop_after=1)
    assert of_kind(Battle, course) == [
        Battle(1, 1, (0, 1), (12, 25), ((3, 9), (11, 14)))
    ]
    assert (
        str(course[2])
        == "round 1: player 0 turns up 3 9, worth 12; player 1 turns up J A, worth 25"
    )
    assert of_kind(Taken, course) == [Taken(1, (11, 14, 3, 9))]


def test_a_tie_of_sums_is_a_war_for_two_more_cards():
    course = events("3 9 5 K 4", "2 10 6 K 2 7 7", cards_up=2, stop_after=1)
    assert [str(event) for event in course[2:6]] == [
        "round 1: player 0 turns up 3 9, worth 12; player 1 turns up 2 10, worth 12",
        "players 0 and 1 tie with 12: 1 face down and 2 face up",
        "player 0 lays 5 face down and turns up K 4",
        "player 1 lays 6 face down and turns up K 2",
    ]
    assert of_kind(Tie, course) == [Tie(12, (0, 1), 3, 2)]
    assert of_kind(Laid, course)[0] == Laid(0, (5, 13, 4), 2)
    played = shown("3 9 5 K 4", "2 10 6 K 2 7 7", cards_up=2, stop_after=1)
    assert played == {
        "ending": "stopped",
        "rounds": 1,
        "battles": 2,
        "plays": 5,
        "wars": 1,
    } | {
        "single_wars": 1,
        "longest_war": 1,
        "winner_low": 5,
    }


@pytest.mark.parametrize(
    ("compare", "up", "winner"),
    [
        ("sum", 2, 1),
        ("product", 2, 0),
        ("difference", 2, 1),
        ("sum", 3, 1),
        ("product", 3, 0),
    ],
)
def test_what_the_cards_are_worth(compare, up, winner):
    """6 7 and 3 against 2 A and 4: 13 to 16 and 42 to 28, 1 to 12; with the third card 16 to 20, 126 to 112."""
    course = events("6 7 3", "2 A 4", cards_up=up, compare=compare, stop_after=1)
    assert of_kind(Taken, course)[0].player == winner


def test_who_cannot_turn_up_enough_cards_loses_before_a_battle():
    assert shown("2", "3 4 5", cards_up=2) == {
        "winner": 1,
        "ending": "run-out",
        "rounds": 1,
        "winner_low": 3,
    }
    # Both are short: the one with more outlasts the other, and equally many are a draw.
    assert (
        row("2", "3 4", cards_up=3)["winner"],
        row("2", "3 4", cards_up=3)["battles"],
    ) == (1, 0)
    assert shown("2 5", "3 4", cards_up=3) == {
        "winner": -1,
        "ending": "draw",
        "rounds": 1,
        "winner_low": -1,
    }


def test_others_who_fight_on_turn_up_as_many_cards():
    """Players 0 and 1 tie and have too little for the war; 2 and 3 fight for the pot with two cards each."""
    course = events(
        "9 9 2",
        "K 5 3",
        "2 2 8 8 4",
        "3 3 7 7 4",
        cards_up=2,
        fighters="tied",
        stop_after=1,
    )
    assert of_kind(Battle, course)[1] == Battle(
        1, 2, (2, 3), (16, 14), ((8, 8), (7, 7))
    )
    assert [len(packet) for packet in of_kind(Settled, course)[-1].packets] == [
        0,
        0,
        15,
        1,
    ]


def test_each_winner_picks_up_in_their_own_way():
    assert after_round(1, "9 2", "5 3", pickup="loser-first,winner-first") == (
        "2 5 9 / 3"
    )
    assert after_round(1, "5 2", "9 3", pickup="loser-first,winner-first") == (
        "2 / 3 9 5"
    )


def test_a_run_out_comes_before_the_wars_that_are_won():
    """A war is won after a second tie, for which player 1 has no card left."""
    assert row("5 2 7 9 3", "5 3 7", wars_to_win=1)["ending"] == "run-out"
    assert row("5 2 7 9", "5 3 6 2", wars_to_win=1)["ending"] == "wars"
    # All cards, enough wars and the last round at once.
    assert row("5 2 7", "5 3 6", wars_to_win=1, stop_after=1)["ending"] == "cards"
    assert (
        row("5 2 7 9", "5 3 6 2", wars_to_win=1, stop_after=1, max_rounds=1)["ending"]
        == "wars"
    )
    assert (
        row("7 9", "6 2", wars_to_win=1, stop_after=1, max_rounds=1)["ending"]
        == "stopped"
    )
    assert row("7 9", "6 2", wars_to_win=1, max_rounds=1)["ending"] == "cap"


@pytest.mark.parametrize(
    ("ranks", "copies", "pickup", "ending"),
    [(3, 2, "loser-first", "wars"), (2, 4, "winner-first,loser-first", "cycle")],
)
def test_a_position_with_other_wars_won_is_another(ranks, copies, pickup, ending):
    """Games that repeat for ever with a war on the way are won by wars; without one they are cycles as before."""
    deck = {
        "lowest": 1,
        "highest": ranks,
        "copies": copies,
        "face_down": 0,
        "pickup": pickup,
    }
    deals = arrangements(range(1, ranks + 1), copies)
    usual, counted = (
        assert_same("war", WarRules.of(deck | {"wars_to_win": n}), deals)
        for n in (0, 20)
    )
    endless = [
        pair
        for pair in zip(usual, counted, strict=True)
        if pair[0]["ending"] == "cycle"
    ]
    assert {many["ending"] for _, many in endless} == {ending}
    assert all(many == plain for plain, many in endless) == (ending == "cycle")


def test_a_game_that_is_stopped_is_no_cycle():
    deck = {"lowest": 1, "highest": 3, "copies": 2, "pickup": "seat"}
    rules = WarRules.of(deck | {"stop_after": 500})
    rows = assert_same("war", rules, arrangements((1, 2, 3), 2))
    assert {played["ending"] for played in rows} <= {
        "cards",
        "run-out",
        "draw",
        "stopped",
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cards_up": 2, "run_out": "fewest"}, "run_out: 'fewest' with cards_up = 2"),
        ({"cards_up": 2, "face_down": "rank"}, "face_down: 'rank' with cards_up = 2"),
        (
            {"cards_up": 3, "low_beats_high": True},
            "low_beats_high: True with cards_up = 3",
        ),
        (
            {"cards_up": 3, "compare": "difference"},
            "compare: 'difference' with cards_up = 3",
        ),
        ({"compare": "product"}, "compare: 'product' with cards_up = 1"),
        (
            {"draw": "random", "captured": "pile-shuffled"},
            "draw: 'random' with captured",
        ),
        ({"pickup": ["seat", "seat"], "players": 3}, "pickup: 2 values for 3 players"),
        (
            {"pickup": "seat,shufled"},
            "pickup: unknown value 'shufled'; did you mean 'shuffled'?",
        ),
        (
            {"captured": "turned"},
            "captured: unknown value 'turned'; a pile that is turned over",
        ),
        (
            {"tie": "suit"},
            "unknown option 'tie'; ties broken by suit are a pack without equal ranks",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(options, message):
    with pytest.raises(UserError) as refused:
        WarRules.of(options)
    assert str(refused.value).startswith(message)


def test_a_list_of_pick_ups_is_read_from_a_line_and_from_a_list():
    rules = WarRules.of({"pickup": "winner-first, shuffled"})
    assert rules == WarRules.of({"pickup": ["winner-first", "shuffled"]})
    assert rules.as_dict()["pickup"] == ["winner-first", "shuffled"]
    assert not rules.deterministic
    with pytest.raises(UserError, match="unknown option 'cards_up'"):
        sim.play("pyanitsa", games=1, rules={"cards_up": 2})
