"""The rulebook of War: the examples of the source, pots, piles, ranks and ends, in games worked by hand."""

import pytest

from sim.contract.events import Settled
from sim.errors import UserError
from sim.games.packets.events import Battle, Laid, PileTurned, Stands, Taken, Tie
from sim.games.packets.table import pot_in_order
from sim.games.war.rules import WarRules
from sim.games.war.table import cards_down
from sim.rng import Chance
from tests.games.war.support import after_round, events, row, shown
from tests.support.both_ways import of_kind
from tests.support.decks import parse_cards

# The deals of the rules contract.


@pytest.mark.parametrize(
    ("hands", "highest", "copies", "winner", "rounds", "plays"),
    [
        (("2 1 3 1 3 2", "2 3 3 1 1 2"), 3, 4, 0, 37, 54),
        (
            ("5 5 1 4 6 1 8 3 6 5 3 7 8 2 2 8", "7 8 7 6 1 3 4 7 5 1 4 3 2 6 4 2"),
            8,
            4,
            1,
            2308,
            2602,
        ),
        (("3 1 4 9 12 10", "7 6 11 5 2 8"), 12, 1, 0, 74, 74),
        (("2 13 7", "4 3 8"), 14, 4, 0, 13, 13),
    ],
)
def test_the_four_deals_come_out_as_the_contract_says(
    hands, highest, copies, winner, rounds, plays
):
    options = {
        "lowest": 1,
        "highest": highest,
        "copies": copies,
        "face_down": 0,
        "pickup": "latest-first",
    }
    played = row(*hands, **options)
    assert (played["winner"], played["rounds"], played["plays"]) == (
        winner,
        rounds,
        plays,
    )


# The examples of the source text.


def test_a_player_without_enough_cards_for_the_war_loses():
    """Sevens; "each player plays a card face down, but this is player B's last card. Player A wins"."""
    assert shown("7 3 9", "7 4") == {
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 3,
    }
    assert after_round(1, "7 3 9", "7 4") == "3 9 7 7 4 / -"


def test_the_last_card_fights_all_battles_of_the_war():
    """Sevens, B's last card is a queen, A turns up a queen and then a nine: B takes all seven cards."""
    game = ("7 2 Q 3 9 5", "7 Q")
    course = events(*game, run_out="last-card")
    assert of_kind(Taken, course)[0] == Taken(1, parse_cards("7 Q 7 2 Q 3 9"))
    assert Stands(1, 12) in course
    assert shown(*game, run_out="last-card") == {
        "winner": 1,
        "ending": "cards",
        "rounds": 2,
        "battles": 4,
        "plays": 6,
        "wars": 2,
        "double_wars": 1,
        "longest_war": 2,
        "winner_low": 2,
    }


def test_with_three_cards_against_more_each_lays_two_down_and_one_up():
    """ "in a war where one player has only three cards ... each player will play just two" down."""
    course = events("7 2 3 4 5 6", "7 8 9 10", face_down=3, run_out="fewest")
    assert of_kind(Laid, course)[:2] == [Laid(0, (2, 3, 4)), Laid(1, (8, 9, 10))]


def test_a_war_takes_all_six_cards():
    course = events("7 2 9 3", "7 4 8 5")
    assert of_kind(Taken, course)[0] == Taken(0, parse_cards("7 2 9 7 4 8"))


# The order of the pot.


@pytest.mark.parametrize(
    ("pickup", "pot"),
    [
        ("winner-first", [3, 4, 5, 6, 1, 2]),
        ("loser-first", [6, 1, 2, 3, 4, 5]),
        ("latest-first", [5, 4, 2, 3, 6, 1]),
        ("seat", [1, 3, 6, 2, 4, 5]),
    ],
)
def test_the_order_in_which_player_1_takes_the_pot(pickup, pot):
    assert pot_in_order([[1, 2], [3, 4, 5], [6]], 1, pickup) == pot


@pytest.mark.parametrize(
    ("pickup", "pot"),
    [
        ("winner-first", "7 4 8 7 3 6"),
        ("loser-first", "7 3 6 7 4 8"),
        ("latest-first", "8 6 4 3 7 7"),
        ("seat", "7 7 3 4 6 8"),
    ],
)
def test_the_pot_of_a_war_goes_under_the_packet_in_that_order(pickup, pot):
    assert after_round(1, "7 3 6 2", "7 4 8 5", pickup=pickup) == f"2 / 5 {pot}"


def test_a_shuffled_pot_of_two_lies_as_the_coin_of_its_round_says():
    lain = set()
    for number in range(40):
        course = events(
            "9 2 7", "3 8 6", copies=1, pickup="shuffled", seed=5, number=number
        )
        coins = Chance(5, number)
        before = of_kind(Settled, course)[:-1]
        for settled, battle, taken in zip(
            before, of_kind(Battle, course), of_kind(Taken, course), strict=True
        ):
            tops = tuple(packet[0] for packet in settled.packets)
            assert taken.pot == (tops if coins.coin(battle.round - 1) else tops[::-1])
            lain.add(taken.pot == tops)
    assert lain == {True, False}


def test_other_shuffled_pots_are_shuffled_from_winner_first():
    for number in range(20):
        expected = list(parse_cards("7 4 8 7 3 6"))
        Chance(5, number).shuffle(expected)
        war = events("7 3 6 2", "7 4 8 5", pickup="shuffled", seed=5, number=number)
        assert of_kind(Taken, war)[0].pot == tuple(expected)
        expected = [9, 3, 5]
        Chance(5, number).shuffle(expected)
        three = events(
            "5 2", "9 2", "3 2", pickup="shuffled", seed=5, number=number, max_rounds=1
        )
        assert of_kind(Taken, three)[0].pot == tuple(expected)


# Captured cards in a pile.


def test_the_pile_is_turned_when_the_player_must_lay_a_card():
    for number in range(20):
        course = events("9", "2 3", captured="pile-shuffled", seed=5, number=number)
        settled = of_kind(Settled, course)
        assert settled[1] == Settled(packets=((), (3,)), piles=((9, 2), ()))
        expected = [9, 2]
        Chance(5, number).shuffle(expected)
        assert of_kind(PileTurned, course)[0] == PileTurned(0, tuple(expected))


def test_the_pile_counts_and_is_turned_in_the_middle_of_a_war():
    for number in range(20):
        course = events(
            "9 7", "2 7 3 4 5", captured="pile-shuffled", seed=5, number=number
        )
        expected = [9, 2]
        Chance(5, number).shuffle(expected)
        war = course.index(of_kind(Tie, course)[0])
        assert course[war + 1 : war + 3] == [
            PileTurned(0, tuple(expected)),
            Laid(0, tuple(expected)),
        ]


def test_piles_are_turned_in_seat_order():
    """Player 0 wins the first round, player 1 the second, and both turn their piles in the third."""
    for number in range(20):
        course = events("9 2", "3 8", captured="pile-shuffled", seed=5, number=number)
        chance = Chance(5, number)
        first = [9, 3]
        second = [8, 2]
        chance.shuffle(first)
        chance.shuffle(second)
        assert of_kind(PileTurned, course)[:2] == [
            PileTurned(0, tuple(first)),
            PileTurned(1, tuple(second)),
        ]


# Ranks.


def test_the_lowest_beats_the_highest_only_where_both_are_turned_up():
    options = {"lowest": 6, "low_beats_high": True, "max_rounds": 1}
    takes = {
        hands: of_kind(Taken, events(*hands, **options))[0].player
        for hands in [
            ("6 2", "A 2"),
            ("A 2", "6 2"),
            ("6 2", "7 2"),
            ("A 2", "7 2"),
            ("6 2", "7 2", "A 2"),
            ("6 2", "7 2", "K 2"),
        ]
    }
    assert list(takes.values()) == [0, 1, 1, 0, 0, 2]
    assert of_kind(Taken, events("6 2", "A 2", lowest=6, max_rounds=1))[0].player == 1


def test_two_sixes_against_an_ace_are_a_war_of_sixes():
    course = events("6 7 9", "A 7 7", "6 7 8", lowest=6, low_beats_high=True)
    assert of_kind(Tie, course)[0] == Tie(6, (0, 2), 2)


@pytest.mark.parametrize(
    ("tied", "down"),
    [
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("10", 10),
        ("J", 10),
        ("Q", 10),
        ("K", 10),
        ("A", 11),
        ("*", 11),
    ],
)
def test_the_tied_rank_says_how_many_cards_go_face_down(tied, down):
    (card,) = parse_cards(tied)
    assert cards_down(card, WarRules.of({"face_down": "rank"})) == down


def test_a_war_of_threes_is_four_cards_each():
    course = events("3 5 5 5 9 2", "3 6 6 6 8 2", face_down="rank")
    assert of_kind(Laid, course)[0] == Laid(0, (5, 5, 5, 9))


# The end of the game.


def test_a_player_who_runs_out_drops_out_and_the_others_play_on():
    played = row("9 8", "2", "7 6")
    assert (played["winner"], played["ending"], played["rounds"]) == (0, "cards", 2)


def test_first_out_most_cards_win():
    assert shown("9 8", "2", "7 6", end="first-out") == {
        "ending": "cards",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 2,
    }


def test_first_out_equal_most_is_a_draw():
    played = row("9", "2", "7 6 5 4", end="first-out")
    assert (played["winner"], played["ending"], played["rounds"]) == (-1, "draw", 1)


def test_first_out_can_be_won_by_a_player_who_took_nothing():
    """Player 1 drops out of the war; player 0 then holds six cards and player 2 eight."""
    played = row("7 2 9", "7 2", "5 2 3 4 5 6 8 9 10", fighters="tied", end="first-out")
    assert (played["winner"], played["ending"], played["winner_low"]) == (
        2,
        "run-out",
        8,
    )


def test_the_cap_stops_a_game():
    played = row("5 4", "3 2", pickup="shuffled", max_rounds=1)
    assert (
        played["winner"],
        played["ending"],
        played["rounds"],
        played["winner_low"],
    ) == (-2, "cap", 1, -1)


def test_a_game_decided_in_the_last_round_allowed_is_decided():
    played = row("5 4", "3 2", max_rounds=2)
    assert (played["winner"], played["ending"], played["rounds"]) == (0, "cards", 2)


def test_the_deal_is_described_by_player_0s_packet():
    played = row("A 2 A K", "A 3 * 4", jokers=1)
    assert (played["aces"], played["rank_sum"]) == (2, 14 + 2 + 14 + 13)


def test_a_packet_without_a_card_is_refused():
    with pytest.raises(UserError, match="a packet without cards"):
        events("7 8", "")


# The telling.


def test_a_game_is_described_card_by_card():
    assert [str(event) for event in events("5 7 3 9 2", "4 7 10 8")] == [
        "player 0 holds 5 7 3 9 2; player 1 holds 4 7 10 8",
        "now 5 : 4 cards",
        "round 1: player 0 turns up 5, player 1 turns up 4",
        "player 0 takes 5 4",
        "now 6 : 3 cards",
        "round 2: player 0 turns up 7, player 1 turns up 7",
        "players 0 and 1 tie with 7: 1 face down and 1 face up",
        "player 0 lays 3 face down and turns up 9",
        "player 1 lays 10 face down and turns up 8",
        "round 2, battle 2: player 0 shows 9, player 1 shows 8",
        "player 0 takes 7 3 9 7 10 8",
        "now 9 : 0 cards",
        "player 0 wins after 2 rounds: the last pot goes to the highest card",
    ]


def test_the_end_of_a_game_is_described_in_words():
    assert [str(event) for event in events("7 3 9", "7 4")[3:]] == [
        "players 0 and 1 tie with 7: 1 face down and 1 face up",
        "player 1 cannot carry on and lays 4 into the pot",
        "player 0 takes 7 7 4",
        "now 5 : 0 cards",
        "player 0 wins after 1 round: the last pot is taken because nobody else can carry on",
    ]
    assert [
        str(event) for event in events("7", "7", run_out="last-card", face_down=0)[3:]
    ] == [
        "players 0 and 1 tie with 7: 1 more face up",
        "nobody can win this war: each player takes their own cards back",
        "now 1 : 1 cards",
        "the game is a draw after 1 round: nobody can win the war",
    ]
    assert (
        str(events("5 4", "3 2", max_rounds=1)[-1])
        == "nobody wins after 1 round: stopped unfinished"
    )
