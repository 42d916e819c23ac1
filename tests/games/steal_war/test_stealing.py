"""The rulebook of Steal War: piles, stealing and protection, worked by hand."""

from collections import Counter

import pytest

from sim.games.packets.events import Battle, PileTurned, Tie
from sim.games.steal_war.events import Looked, PotTaken, Stolen
from sim.games.steal_war.rulebook import GAME as STEAL_WAR
from sim.games.steal_war.rules import StealWarRules
from tests.games.steal_war.support import after_turn, events, shown, thefts
from tests.support.both_ways import (
    of_kind,
)
from tests.support.decks import parse_cards

# Piles.


@pytest.mark.parametrize(("top", "pile"), [("lowest", "5 9"), ("highest", "9 5")])
def test_the_winner_leaves_the_card_agreed_on_top_of_their_pile(top, pile):
    for hands in (("9 K K", "5 Q Q"), ("5 Q Q", "9 K K")):
        _, piles = after_turn(1, *hands, top=top).split(" | ")
        assert sorted(piles.split(" / ")) == ["-", pile]


def test_a_random_card_of_the_pot_is_left_on_top_a_face_down_one_too():
    """Two jacks and eight others, 2,000 pots: chi-square with eight degrees of freedom, false alarms once in 10,000."""
    hands = ("J 2 3 4 K K", "J 5 6 7 Q 2")
    rules = StealWarRules.of({"top": "random", "max_rounds": 1})
    tops = Counter(
        of_kind(
            PotTaken,
            STEAL_WAR.tell(rules, [parse_cards(hand) for hand in hands], 5, number),
        )[0].pot[-1]
        for number in range(2000)
    )
    expected = dict.fromkeys(parse_cards("2 3 4 5 6 7 Q K"), 200) | {11: 400}
    assert tops.keys() == expected.keys()
    assert (
        sum((tops[card] - count) ** 2 / count for card, count in expected.items())
        < 31.8
    )


def test_a_pile_is_turned_when_the_packets_last_card_is_taken_before_anybody_steals():
    course = events("9 8", "5 5 2 2", max_rounds=2)
    assert not of_kind(Stolen, course)
    turned = of_kind(PileTurned, course)
    assert [(event.player, sorted(event.packet)) for event in turned] == [(0, [5, 9])]
    assert course.index(turned[0]) < course.index(of_kind(Battle, course)[1])
    with_one_more = thefts(2, "9 8 2", "5 5 2 2")
    assert with_one_more == [(1, 0, 5, 2)]


def test_a_player_without_a_pile_turns_a_won_pile_when_taking_the_next_card():
    assert after_turn(1, "9", "5 4 4") == "- / 4 4 | 5 9 / -"
    assert of_kind(PileTurned, events("9", "5 4 4", max_rounds=2))[0].player == 0


def test_the_turned_pile_is_shuffled():
    """Each of four cards is the new top in a quarter of 1,000 games: chi-square, false alarms once in 10,000 seeds."""
    rules = StealWarRules.of({"max_rounds": 3})
    first = Counter()
    for number in range(1000):
        course = STEAL_WAR.tell(
            rules, [parse_cards("10 9 8"), parse_cards("5 6 2 2")], 3, number
        )
        packet = of_kind(PileTurned, course)[0].packet
        assert sorted(packet) == [5, 6, 9, 10]
        first[packet[0]] += 1
    assert sum((count - 250) ** 2 / 250 for count in first.values()) < 21.1


# Stealing.


def test_a_card_that_matches_the_top_of_the_others_pile_steals_it_and_the_next_card_is_laid():
    hands = ("9 8 2 3", "5 5 7 4 6")
    assert after_turn(2, *hands) == "2 3 / 4 6 | 7 8 / 5 5 9"
    course = events(*hands, max_rounds=2)
    assert of_kind(Looked, course) == [Looked((0, 1), (8, 5), (5, 0))]
    assert of_kind(Stolen, course) == [Stolen(1, 0, 5, 2)]
    assert of_kind(Battle, course)[1] == Battle(2, 1, (0, 1), (8, 7))


def test_a_player_may_choose_to_play_the_card_rather_than_stealing_with_it():
    """ "... you may deliberately choose to play your card rather than stealing with it": here of small piles."""
    hands = ("9 8 2 3", "5 5 7 4 6")
    assert thefts(2, *hands, least_loot=2) == [(1, 0, 5, 2)]
    assert thefts(2, *hands, least_loot=3) == []
    course = events(*hands, max_rounds=2, least_loot=3)
    assert of_kind(Battle, course)[1] == Battle(2, 1, (0, 1), (8, 5))
    # Of two piles that show the card, the one of six cards is large enough, and no
    # longer where seven are wanted.
    three = ("3 5 9 8 2 2", "9 9 5 7 2 2", "4 6 6 5 2 3 3")
    assert thefts(4, *three, least_loot=6) == [(2, 1, 5, 6)]
    assert thefts(4, *three, least_loot=7) == []


def test_the_stolen_pile_goes_unchanged_on_the_thiefs_pile_with_the_matching_card_on_top():
    hands = ("3 9 8 2 2", "6 5 5 7 4 4")
    assert after_turn(3, *hands) == "2 2 / 4 4 | 7 8 / 5 5 9 3 6"


def test_of_several_piles_the_largest_is_stolen():
    hands = ("3 5 9 8 2 2", "9 9 5 7 2 2", "4 6 6 5 2 3 3")
    assert thefts(4, *hands) == [(2, 1, 5, 6)]


def test_of_equally_large_piles_that_of_the_next_in_seat_order():
    hands = ["9 5 8 2 2", "6 9 7 2 2", "5 6 5 2 3 3"]
    assert thefts(3, *hands) == [(2, 0, 5, 3)]
    # One seat further round the table it is the same for everybody.
    assert thefts(3, hands[2], hands[0], hands[1]) == [(0, 1, 5, 3)]
    assert thefts(3, hands[1], hands[2], hands[0]) == [(1, 2, 5, 3)]


def test_with_the_next_card_the_thief_possibly_steals_another_pile():
    assert thefts(3, "9 5 8 2 2", "6 9 7 2 2", "5 6 5 5 2 3 3") == [
        (2, 0, 5, 3),
        (2, 1, 5, 3),
    ]


def test_of_several_thieves_the_first_after_the_victim_steals_and_the_others_keep_their_card():
    hands = ("6 5 2 2", "9 7 2 2", "5 5 5 2 2")
    assert thefts(2, *hands) == [(2, 1, 5, 3)]
    assert of_kind(Battle, events(*hands))[1].cards == (5, 7, 5)


def test_a_player_who_kept_the_card_may_steal_in_the_next_wave_by_the_new_tops():
    assert thefts(2, "6 5 2 2", "9 7 2 2", "5 5 8 2 2") == [(2, 1, 5, 3), (0, 2, 5, 4)]


def test_a_card_steals_once():
    """Player 1's five is used up; the next card is laid although another pile shows a five."""
    hands = ("9 5 8 2 2", "6 9 7 2 2", "5 6 5 2 3 3")
    course = of_kind(Battle, events(*hands, max_rounds=3))
    assert course[2].cards == (8, 7, 2)


def test_two_who_rob_each_other_exchange_their_piles():
    hands = ("9 6 6 3 2 2", "5 8 5 4 2 2")
    assert thefts(3, *hands) == [(0, 1, 6, 2), (1, 0, 5, 2)]
    assert after_turn(3, *hands) == "2 2 / 2 2 | 6 6 8 / 3 4 5 5 9"
    played = shown(*hands, max_rounds=3)
    assert (played["steals"], played["cards_stolen"], played["plays"]) == (2, 4, 3)


def test_a_thief_who_is_robbed_in_the_same_wave_keeps_only_the_loot():
    hands = ("4 6 9 4 2 K K", "9 7 8 6 3 K K", "5 9 7 10 K K")
    assert thefts(4, *hands) == [(0, 1, 4, 3), (1, 2, 6, 3)]
    assert after_turn(4, *hands) == "K K / K K / K K | 4 4 9 5 7 8 9 / 6 6 7 9 / 2 3 10"


def test_three_may_rob_each_other_round_the_table():
    hands = ("4 6 9 4 2 K K", "9 7 8 6 3 K K", "5 9 7 7 10 K K")
    assert thefts(4, *hands) == [(0, 1, 4, 3), (1, 2, 6, 3), (2, 0, 7, 3)]
    assert (
        after_turn(4, *hands) == "K K / K K / K K | 4 4 9 5 / 6 6 7 9 / 2 3 10 7 7 8 9"
    )


def test_a_thief_without_a_packet_turns_the_stolen_pile_for_the_next_card():
    course = events("9 8 7 7 7", "5 5", max_rounds=2)
    stolen = of_kind(Stolen, course)[0]
    turned = of_kind(PileTurned, course)[0]
    assert (turned.player, sorted(turned.packet)) == (1, [5, 5, 9])
    assert course.index(stolen) < course.index(turned)


# Protection.


def test_a_looked_at_card_of_the_piles_rank_protects_it():
    """ "So in the example A can play the 9 normally and B cannot steal A's pile. B can only play the 9 normally"."""
    hands = ("9 5 2 2 2 K 3", "5 5 3 3 3 Q 4")
    assert thefts(2, *hands) == []
    assert of_kind(Tie, events(*hands))[0] == Tie(5, (0, 1), 4)


def test_without_protection_the_robbed_player_takes_the_thiefs_whole_pile_back():
    hands = ("9 5 2 2 2 K 3", "5 5 3 3 3 Q 4")
    assert thefts(2, *hands, protect=False) == [(1, 0, 5, 2), (0, 1, 5, 3)]
    assert after_turn(2, *hands, protect=False) == "2 2 K 3 / 3 3 Q 4 | 5 5 5 9 / 2 3"


def test_a_pile_is_protected_even_if_its_owner_steals_with_that_card_and_not_once_it_is_used():
    hands = ("9 9 5 5 2 K K", "3 5 6 5 3 K K", "4 6 9 8 K K")
    assert thefts(4, *hands) == [(0, 2, 5, 3), (1, 0, 5, 10)]
    # Unprotected, the larger pile is robbed in the same wave.
    assert thefts(4, *hands, protect=False) == [(0, 2, 5, 3), (1, 0, 5, 6)]
