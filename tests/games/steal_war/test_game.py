"""Steal War: the rules of the source in games worked by hand, and the kernel against the rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import sim
from sim.cards import parse_cards
from sim.contract.events import Settled
from sim.deals.deck import deal_rows, packets
from sim.games.packets.events import Battle, PileTurned, RanOut, TakenBack, Tie
from sim.games.steal_war.events import LaidDown, Looked, PotTaken, Stolen
from sim.games.steal_war.rulebook import GAME as STEAL_WAR
from sim.games.steal_war.rules import StealWarRules
from tests.support import both_ways
from tests.support.both_ways import (
    assert_blocks_can_be_cut,
    assert_cards_are_kept,
    assert_same,
    assert_same_on_shuffled,
    crossed,
    of_kind,
)
from tests.support.decks import arrangements

GAME = "steal-war"
TOPS = ("lowest", "highest", "random")
OPTIONS = {"players": (2, 3, 4), "protect": (True, False), "top": TOPS}


def events(*hands: str, **options: Any) -> list[Any]:
    return both_ways.events(GAME, *hands, players=len(hands), **options)


def shown(*hands: str, **options: Any) -> dict[str, Any]:
    return both_ways.shown(GAME, *hands, players=len(hands), **options)


def after_turn(number: int, *hands: str, **options: Any) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Everybody's packet and pile after a turn, top cards first."""
    event = of_kind(Settled, events(*hands, **options))[number]
    return list(zip(event.packets, event.piles, strict=True))


def held(*texts: tuple[str, str]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(parse_cards(packet), parse_cards(pile)) for packet, pile in texts]


def thefts(turns: int, *hands: str, **options: Any) -> list[tuple[int, int, int, int]]:
    """Who steals from whom, with which card, how many cards, in the first turns."""
    told = of_kind(Stolen, events(*hands, max_rounds=turns, **options))
    return [(event.thief, event.victim, event.card, event.cards) for event in told]


# Piles.


@pytest.mark.parametrize(("top", "pile"), [("lowest", "5 9"), ("highest", "9 5")])
def test_the_winner_leaves_the_card_agreed_on_top_of_his_pile(top, pile):
    for hands in (("9 K K", "5 Q Q"), ("5 Q Q", "9 K K")):
        piles = [pile for _, pile in after_turn(1, *hands, top=top)]
        assert sorted(piles) == [(), parse_cards(pile)]


def test_a_random_card_of_the_pot_is_left_on_top_a_face_down_one_too():
    """Two jacks and eight others, 2,000 pots: chi-square with eight degrees of freedom, false alarms once in 10,000."""
    hands = ("J 2 3 4 K K", "J 5 6 7 Q 2")
    rules = StealWarRules.of({"top": "random", "max_rounds": 1})
    tops = Counter(
        of_kind(PotTaken, STEAL_WAR.tell(rules, [parse_cards(hand) for hand in hands], 5, number))[0].pot[-1]
        for number in range(2000)
    )
    expected = dict.fromkeys(parse_cards("2 3 4 5 6 7 Q K"), 200) | {11: 400}
    assert tops.keys() == expected.keys()
    assert sum((tops[card] - count) ** 2 / count for card, count in expected.items()) < 31.8


def test_a_pile_is_turned_when_the_packets_last_card_is_taken_before_anybody_steals():
    told = events("9 8", "5 5 2 2", max_rounds=2)
    assert not of_kind(Stolen, told)
    turned = of_kind(PileTurned, told)
    assert [(event.player, sorted(event.packet)) for event in turned] == [(0, [5, 9])]
    assert told.index(turned[0]) < told.index(of_kind(Battle, told)[1])
    with_one_more = thefts(2, "9 8 2", "5 5 2 2")
    assert with_one_more == [(1, 0, 5, 2)]


def test_who_had_no_pile_with_his_last_card_turns_the_one_he_wins_when_he_takes_the_next():
    assert after_turn(1, "9", "5 4 4") == held(("", "5 9"), ("4 4", ""))
    assert of_kind(PileTurned, events("9", "5 4 4", max_rounds=2))[0].player == 0


def test_the_turned_pile_is_shuffled():
    """Each of four cards is the new top in a quarter of 1,000 games: chi-square, false alarms once in 10,000 seeds."""
    rules = StealWarRules.of({"max_rounds": 3})
    first: Counter[int] = Counter()
    for number in range(1000):
        told = STEAL_WAR.tell(rules, [parse_cards("10 9 8"), parse_cards("5 6 2 2")], 3, number)
        packet = of_kind(PileTurned, told)[0].packet
        assert sorted(packet) == [5, 6, 9, 10]
        first[packet[0]] += 1
    assert sum((count - 250) ** 2 / 250 for count in first.values()) < 21.1


# Stealing.


def test_a_card_that_matches_the_top_of_the_others_pile_steals_it_and_the_next_card_is_laid():
    hands = ("9 8 2 3", "5 5 7 4 6")
    assert after_turn(2, *hands) == held(("2 3", "7 8"), ("4 6", "5 5 9"))
    told = events(*hands, max_rounds=2)
    assert of_kind(Looked, told) == [Looked((0, 1), (8, 5), (5, 0))]
    assert of_kind(Stolen, told) == [Stolen(1, 0, 5, 2)]
    assert of_kind(Battle, told)[1] == Battle(2, 1, (0, 1), (8, 7))


def test_the_stolen_pile_goes_on_the_thiefs_own_unchanged_with_the_matching_card_on_top():
    hands = ("3 9 8 2 2", "6 5 5 7 4 4")
    assert after_turn(3, *hands)[1] == held(("4 4", "5 5 9 3 6"))[0]


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
    assert thefts(3, "9 5 8 2 2", "6 9 7 2 2", "5 6 5 5 2 3 3") == [(2, 0, 5, 3), (2, 1, 5, 3)]


def test_of_several_thieves_the_first_after_the_victim_steals_and_the_others_keep_their_card():
    hands = ("6 5 2 2", "9 7 2 2", "5 5 5 2 2")
    assert thefts(2, *hands) == [(2, 1, 5, 3)]
    assert of_kind(Battle, events(*hands))[1].cards == (5, 7, 5)


def test_who_kept_his_card_may_steal_in_the_next_wave_by_the_new_tops():
    assert thefts(2, "6 5 2 2", "9 7 2 2", "5 5 8 2 2") == [(2, 1, 5, 3), (0, 2, 5, 4)]


def test_a_card_steals_once():
    """Player 1's five is used up; his next card is laid although another pile shows a five."""
    hands = ("9 5 8 2 2", "6 9 7 2 2", "5 6 5 2 3 3")
    told = of_kind(Battle, events(*hands, max_rounds=3))
    assert told[2].cards == (8, 7, 2)


def test_two_who_rob_each_other_exchange_their_piles():
    hands = ("9 6 6 3 2 2", "5 8 5 4 2 2")
    assert thefts(3, *hands) == [(0, 1, 6, 2), (1, 0, 5, 2)]
    assert after_turn(3, *hands) == held(("2 2", "6 6 8"), ("2 2", "3 4 5 5 9"))
    played = shown(*hands, max_rounds=3)
    assert (played["steals"], played["cards_stolen"], played["plays"]) == (2, 4, 3)


def test_a_thief_who_is_robbed_in_the_same_wave_keeps_only_his_loot():
    hands = ("4 6 9 4 2 K K", "9 7 8 6 3 K K", "5 9 7 10 K K")
    assert thefts(4, *hands) == [(0, 1, 4, 3), (1, 2, 6, 3)]
    assert after_turn(4, *hands) == held(("K K", "4 4 9 5 7 8 9"), ("K K", "6 6 7 9"), ("K K", "2 3 10"))


def test_three_may_rob_each_other_round_the_table():
    hands = ("4 6 9 4 2 K K", "9 7 8 6 3 K K", "5 9 7 7 10 K K")
    assert thefts(4, *hands) == [(0, 1, 4, 3), (1, 2, 6, 3), (2, 0, 7, 3)]
    assert after_turn(4, *hands) == held(("K K", "4 4 9 5"), ("K K", "6 6 7 9"), ("K K", "2 3 10 7 7 8 9"))


def test_a_thief_without_a_packet_turns_the_stolen_pile_for_his_next_card():
    told = events("9 8 7 7 7", "5 5", max_rounds=2)
    stolen, turned = of_kind(Stolen, told)[0], of_kind(PileTurned, told)[0]
    assert (turned.player, sorted(turned.packet)) == (1, [5, 5, 9])
    assert told.index(stolen) < told.index(turned)


# Protection.


def test_a_looked_at_card_of_the_piles_rank_protects_it():
    """ "So in the example A can play the 9 normally and B cannot steal A's pile. B can only play the 9 normally"."""
    hands = ("9 5 2 2 2 K 3", "5 5 3 3 3 Q 4")
    assert thefts(2, *hands) == []
    assert of_kind(Tie, events(*hands))[0] == Tie(5, (0, 1), 4)


def test_without_protection_the_robbed_player_takes_the_thiefs_whole_pile_back():
    hands = ("9 5 2 2 2 K 3", "5 5 3 3 3 Q 4")
    assert thefts(2, *hands, protect=False) == [(1, 0, 5, 2), (0, 1, 5, 3)]
    assert after_turn(2, *hands, protect=False) == held(("2 2 K 3", "5 5 5 9"), ("3 3 Q 4", "2 3"))


def test_a_pile_is_protected_even_if_its_owner_steals_with_that_card_and_not_once_it_is_used():
    hands = ("9 9 5 5 2 K K", "3 5 6 5 3 K K", "4 6 9 8 K K")
    assert thefts(4, *hands) == [(0, 2, 5, 3), (1, 0, 5, 10)]
    # Unprotected, his larger pile is robbed in the same wave.
    assert thefts(4, *hands, protect=False) == [(0, 2, 5, 3), (1, 0, 5, 6)]


# Wars.


def test_in_a_war_the_fourth_card_may_steal_and_the_face_down_ones_may_not():
    hands = ("9 7 2 3 4 J 2 2", "5 7 5 5 6 5 Q 2 2")
    told = events(*hands, max_rounds=2)
    assert of_kind(LaidDown, told) == [LaidDown(0, (2, 3, 4)), LaidDown(1, (5, 5, 6))]
    assert of_kind(Stolen, told) == [Stolen(1, 0, 5, 2)]
    assert of_kind(Battle, told)[2] == Battle(2, 2, (0, 1), (11, 12))
    assert after_turn(2, *hands) == held(("2 2", ""), ("2 2", "2 6 5 5 7 J 4 3 Q 7 5 5 9"))
    played = shown(*hands, max_rounds=2)
    assert (played["plays"], played["battles"], played["wars"], played["single_wars"]) == (6, 3, 1, 1)


def test_a_card_that_was_laid_protects_nothing():
    assert thefts(2, "9 5 2 3 4 J 2 2", "5 5 3 3 6 5 Q 2 2") == [(1, 0, 5, 2)]


def test_a_pile_is_protected_by_the_fourth_card_of_a_war_too():
    assert thefts(2, "9 7 2 3 4 5 2 2", "5 7 3 3 6 5 2 2 2 K 2") == []


def test_everybody_fights_in_a_war_not_only_the_tied():
    hands = ("J 2 3 4 6 2", "J 2 3 4 7 2", "9 2 3 4 8 2")
    assert of_kind(Battle, events(*hands))[1] == Battle(1, 2, (0, 1, 2), (6, 7, 8))


def test_who_has_fewer_than_four_cards_for_a_war_loses():
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
    told = events("9 5 7 8", "3 5 2 2 2 10 4 4", max_rounds=2)
    turned = of_kind(PileTurned, told)[0]
    laid = of_kind(LaidDown, told)[0]
    assert sorted(turned.packet) == [3, 9]
    assert laid == LaidDown(0, (7, 8, turned.packet[0]))
    assert of_kind(Battle, told)[2].cards == (turned.packet[1], 10)
    assert of_kind(RanOut, events("9 5 7", "3 5 2 2 2 10 4 4")) == [RanOut(0, (7, 9, 3))]


def test_the_rest_of_who_cannot_carry_on_can_be_the_top_of_the_pile():
    assert of_kind(PotTaken, events("5 3 2 4", "5 6 6 6 6"))[0].pot[-1] == 2
    assert of_kind(PotTaken, events("5 3 A 4", "5 6 6 6 6", top="highest"))[0].pot[-1] == 14


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
    told = events("5 2", "5 3")
    assert of_kind(TakenBack, told)
    assert of_kind(Settled, told)[-1].packets == ((2, 5), (3, 5))
    assert shown("5", "5")["ending"] == "draw"


def test_a_third_player_too_poor_for_the_war_is_out_though_he_did_not_tie():
    hands = ("5 2 2 2 K 4", "5 3 3 3 Q 4", "4 6")
    told = events(*hands, max_rounds=1)
    assert of_kind(RanOut, told) == [RanOut(2, (6,))]
    assert of_kind(Battle, told)[1] == Battle(1, 2, (0, 1), (13, 12))
    assert Counter(of_kind(PotTaken, told)[0].pot) == Counter(parse_cards("5 2 2 2 K 5 3 3 3 Q 4 6"))


def test_one_of_three_who_alone_can_carry_on_takes_everything_and_lays_nothing_more():
    played = shown("5 2 2 2 2", "5 3 3", "4 6")
    assert (played.get("winner", 0), played["ending"], played["plays"]) == (0, "run-out", 1)
    assert "wars" not in played


def test_of_three_who_cannot_carry_on_the_one_with_most_outlasts_the_others_and_several_draw():
    assert of_kind(RanOut, events("5 2", "5 3 3", "4 6")) == [
        RanOut(0, (2,)),
        RanOut(1, (3, 3)),
        RanOut(2, (6,)),
    ]
    played = shown("5 2", "5 3 3", "4 6")
    assert (played["winner"], played["ending"], played["winner_low"]) == (1, "run-out", 3)
    assert shown("5 2", "5 3 3", "4 6 6")["ending"] == "draw"


def test_the_last_one_with_cards_wins_and_players_without_drop_out():
    told = events("9 9 9", "5", "8 7 7")
    assert of_kind(Battle, told)[1].players == (0, 2)
    assert shown("9 9 9", "5", "8")["ending"] == "cards"
    assert shown("9 9 9", "5", "8")["winner_low"] == 3


# What is counted.


def test_the_columns_are_the_contracts():
    assert [column.name for column in STEAL_WAR.columns_under(StealWarRules.of())] == [
        "winner",
        "ending",
        "rounds",
        "battles",
        "plays",
        "wars",
        "single_wars",
        "double_wars",
        "triple_wars",
        "longer_wars",
        "winner_low",
        "aces",
        "rank_sum",
        "steals",
        "cards_stolen",
    ]


@pytest.mark.parametrize(("players", "each"), [(2, 27), (3, 18), (4, 13)])
def test_there_are_two_jokers_and_what_does_not_go_round_stays_out(players, each):
    rules = StealWarRules.of({"players": players})
    assert rules.deck.size == 54
    assert rules.deck.cards().count(15) == 2
    hands = packets(rules, rules.deck.cards())
    assert [len(hand) for hand in hands] == [each] * players


def test_there_is_no_pickup_and_there_are_at_most_four_players():
    with pytest.raises(sim.UserError, match="pickup"):
        StealWarRules.of({"pickup": "seat"})
    with pytest.raises(sim.UserError, match="players"):
        StealWarRules.of({"players": 5})


def test_no_card_is_lost_and_the_counts_fit():
    for options in crossed(**OPTIONS):
        assert_cards_are_kept(GAME, 3, **options)
        rules = StealWarRules.of({"highest": 5, "max_rounds": 200, **options})
        for number, deal in enumerate(deal_rows(rules, 4, 0, 15)):
            told = list(STEAL_WAR.tell(rules, packets(rules, deal), 4, number))
            played = told[-1].row
            settled = of_kind(Settled, told)
            assert len(settled) == played["rounds"] + 1
            assert len(of_kind(Battle, told)) == played["battles"]
            stolen = of_kind(Stolen, told)
            assert (len(stolen), sum(event.cards for event in stolen)) == (
                played["steals"],
                played["cards_stolen"],
            )
            turns = [event.round for event in of_kind(Battle, told)]
            by_wars = Counter(battles - 1 for battles in Counter(turns).values())
            assert [by_wars[1], by_wars[2], by_wars[3]] == [
                played["single_wars"],
                played["double_wars"],
                played["triple_wars"],
            ]
            if played["winner"] >= 0:
                winner = played["winner"]
                cards = [len(event.packets[winner]) + len(event.piles[winner]) for event in settled]
                assert played["winner_low"] == min(cards)


# The kernel.


def test_the_kernel_plays_every_deal_of_eight_cards_of_two_ranks():
    deals = arrangements((4, 9), 4)
    for options in crossed(**OPTIONS, max_rounds=(3, 400)):
        assert_same(GAME, StealWarRules.of(options), deals, given=True)


@pytest.mark.parametrize("options", list(crossed(**OPTIONS)), ids=str)
def test_the_kernel_plays_shuffled_packs_as_the_rulebook(options):
    assert_same_on_shuffled(GAME, 100, seed=8, **options)
    # Few ranks and many copies: thefts, exchanges and wars one after the other.
    for deck in ({"highest": 4, "copies": 5}, {"highest": 3, "copies": 9, "jokers": 0}):
        assert_same_on_shuffled(GAME, 100, seed=8, max_rounds=400, **deck, **options)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"jokers": 0}, 100),
        ({"bury_jokers": True}, 100),
        ({"hands": ["A A A A", "*rest"]}, 200),
        ({"players": 3, "hands": ["A A A A", "*rest", "2 2"]}, 200),
        ({"max_rounds": 40}, 200),
        ({"players": 4, "max_rounds": 1}, 100),
        ({"players": 3, "copies": 12}, 10),
        ({"highest": 250, "jokers": 0, "max_rounds": 2000}, 5),
        ({"lowest": 9, "highest": 11, "copies": 40, "players": 4, "max_rounds": 3000}, 10),
    ],
    ids=str,
)
def test_the_kernel_plays_other_decks_hands_and_caps_as_the_rulebook(options, games):
    assert_same_on_shuffled(GAME, games, seed=2, **options)


def test_the_kernel_plays_random_decks_and_options_as_the_rulebook():
    random = np.random.default_rng(12)
    for _ in range(150):
        options = {
            "players": int(random.integers(2, 5)),
            "protect": bool(random.integers(2)),
            "top": str(random.choice(TOPS)),
            "max_rounds": int(random.choice([1, 2, 30, 900])),
        }
        deals = random.integers(
            1, int(random.integers(2, 16)), (20, int(random.integers(4, 60))), dtype=np.uint8
        )
        assert_same(GAME, StealWarRules.of(options), deals, seed=3, given=True)


@pytest.mark.slow
@pytest.mark.parametrize("options", list(crossed(**OPTIONS)), ids=str)
def test_the_kernel_plays_thousands_of_packs_under_every_option(options):
    assert_same_on_shuffled(GAME, 2_000, seed=9, **options)
    for deck in ({"highest": 6, "copies": 4}, {"highest": 3, "copies": 6, "jokers": 1}):
        assert_same_on_shuffled(GAME, 2_000, seed=9, max_rounds=2000, **deck, **options)


def test_a_block_of_games_can_be_cut_anywhere():
    assert_blocks_can_be_cut(GAME, StealWarRules.of({"top": "random", "players": 3}))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seats_are_alike(players):
    """Each seat's share of 40,000 games: 4.2 standard errors, a false alarm once in 10,000 seeds or less often."""
    winners = sim.play(GAME, 40_000, seed=6, rules={"players": players})["winner"].to_numpy()
    decided = winners[winners >= 0]
    share = 1 / players
    found = np.bincount(decided, minlength=players) / len(decided)
    assert len(found) == players
    assert np.all(np.abs(found - share) < 4.2 * (share * (1 - share) / len(decided)) ** 0.5)
