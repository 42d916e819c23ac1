"""Steal War: stealing, protecting, turning piles and wars in games worked by hand, and the kernel."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest

import sim
from sim.cards import parse_cards
from sim.dealing import deal_rows, packets
from sim.errors import UserError
from sim.games import find_game
from sim.games.base import Event, Settled
from sim.games.columns import PACKET_COLUMNS
from sim.games.steal_war import StealWarRules
from sim.games.steal_war_events import LaidDown, Looked, PotWon, Stolen
from sim.games.war_events import Battle, PileTurned, RanOut
from tests.both_ways import (
    arrangements,
    assert_cards_are_kept,
    assert_same,
    assert_same_on_shuffled,
    by_kernel,
    crossed,
    events,
    of_kind,
    row,
    shown,
)

GAME = "steal-war"
TOPS = ("lowest", "highest", "random")


def told(*hands: str, **options: object) -> list[Event]:
    return events(GAME, *hands, **{"players": len(hands), **options})


def after_round(
    number: int, *hands: str, **options: object
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Everybody's packet and pile, top cards first, after a round."""
    event = of_kind(Settled, told(*hands, **options))[number]
    return list(event.packets), list(event.piles)


def cards(*texts: str) -> list[tuple[int, ...]]:
    return [parse_cards(text) for text in texts]


# Piles.


def test_won_cards_are_put_on_a_face_up_pile_the_lowest_on_top():
    hands = ("9 5 K 2", "4 6 3 8")
    assert after_round(1, *hands) == (cards("5 K 2", "6 3 8"), cards("4 9", ""))
    assert after_round(3, *hands) == (cards("2", "8"), cards("3 K 4 9", "5 6"))


def test_the_winner_may_leave_the_highest_card_on_top():
    assert after_round(1, "9 5 K 2", "4 6 3 8", top="highest") == (cards("5 K 2", "6 3 8"), cards("9 4", ""))
    assert after_round(1, "4 5 K 2", "9 6 3 8", top="highest")[1] == cards("", "9 4")


def test_or_a_random_one_of_all_cards_of_the_pot():
    """The ten cards of a war, 4,000 times; each within 4.9 standard errors: a false alarm in 100,000 seeds."""
    tops: Counter[int] = Counter()
    for number in range(4000):
        played = events(GAME, "7 2 3 4 K 6", "7 5 8 9 10 6", number=number, top="random", max_rounds=1)
        tops[of_kind(PotWon, played)[0].pot[0]] += 1
    assert set(tops) == {2, 3, 4, 5, 7, 8, 9, 10, 13}
    for card, count in tops.items():
        share = 0.2 if card == 7 else 0.1
        assert abs(count / 4000 - share) < 4.9 * sqrt(share * (1 - share) / 4000)


def test_a_pile_is_shuffled_into_a_packet_the_moment_the_packet_runs_out():
    """Player 0 takes his five, his last card: his pile with the four on top is gone before player 1 can steal it."""
    hands = ("9 5", "4 4 7")
    played = told(*hands, max_rounds=2)
    assert of_kind(Stolen, played) == []
    turned = played[played.index(Looked(0, 5)) + 1]
    assert isinstance(turned, PileTurned)
    assert (turned.player, Counter(turned.packet)) == (0, Counter([9, 4]))
    after = after_round(2, *hands)
    assert (Counter(after[0][0]), after[1]) == (Counter([9, 4]), cards("4 5", ""))


# Stealing.


def test_a_card_that_matches_anothers_pile_steals_it_and_the_next_card_is_laid():
    hands = ("9 5 2 2", "4 4 7 8")
    assert of_kind(Stolen, told(*hands))[0] == Stolen(1, 0, 4, (4, 9))
    assert after_round(2, *hands) == (cards("2 2", "8"), cards("", "5 7 4 4 9"))
    played = row(GAME, *hands, max_rounds=2)
    assert (played["steals"], played["cards_stolen"], played["plays"], played["rounds"]) == (1, 2, 2, 2)


def test_if_each_matches_the_others_pile_the_piles_are_exchanged():
    hands = ("9 3 3 K 2", "4 8 4 5 7")
    assert after_round(3, *hands) == (cards("2", "7"), cards("5 K 3 3 8", "4 4 9"))
    played = row(GAME, *hands, max_rounds=3)
    assert (played["steals"], played["cards_stolen"]) == (2, 4)


def test_a_thief_who_is_robbed_in_the_same_wave_keeps_only_his_loot():
    """Player 0 robs player 1 with a four, player 2 robs player 0 with a three."""
    hands = ("K 4 4 7 2", "3 K 9 2", "5 6 3 8 2")
    assert after_round(3, *hands) == (cards("2", "2", "2"), cards("4 4 6 K", "7 8 9", "3 3 5 K"))
    played = row(GAME, *hands, players=3, max_rounds=3)
    assert (played["steals"], played["cards_stolen"]) == (2, 6)


def test_of_equally_large_piles_the_next_in_seat_order_is_stolen_else_the_largest():
    """In round 4 player 0 may rob 1 or 2, in round 5 player 1 may rob 2, or 0 with more than twice as many."""
    hands = ("K 2 2 2 8 3 3", "2 K 2 9 2 4 3", "3 5 K 10 6 3", "4 6 7 J 7 3")
    thefts = of_kind(Stolen, told(*hands, max_rounds=5))
    assert [(theft.player, theft.victim, len(theft.pile)) for theft in thefts] == [(0, 1, 4), (1, 0, 9)]


THREE_NINES = ("K 9 9 3 2", "9 K 5 2 2", "10 10 9 4 2")
"""In round 3 players 0 and 2 look at a nine, and the piles of 0 and 1 have nines on top."""


def test_of_several_thieves_the_first_in_seat_order_after_the_victim_has_the_pile():
    """Player 2 comes first after player 1; player 0 keeps his nine and takes everything from him in the next wave."""
    thefts = of_kind(Stolen, told(*THREE_NINES, max_rounds=3))
    assert [(theft.player, theft.victim, len(theft.pile)) for theft in thefts] == [(2, 1, 3), (0, 2, 4)]
    assert after_round(3, *THREE_NINES)[1] == cards("9 9 9 10 K 9 10 K", "3 4 5", "")


def test_a_thiefs_next_card_protects_his_pile_if_it_matches_again():
    hands = (THREE_NINES[0], THREE_NINES[1], "10 10 9 9 2 2 2 2")
    thefts = of_kind(Stolen, told(*hands, max_rounds=3))
    assert [(theft.player, theft.victim) for theft in thefts] == [(2, 1)]


# Protection.

BOTH_NINES = ("K 9 2 2 2 8 7", "9 9 3 3 3 7 6")
"""In round 2 both look at a nine, and player 0's pile has a nine on top."""


def test_a_card_of_ones_own_piles_rank_protects_it():
    assert of_kind(Stolen, told(*BOTH_NINES, max_rounds=2)) == []
    assert row(GAME, *BOTH_NINES, max_rounds=2)["single_wars"] == 1


def test_without_protection_a_stolen_pile_is_stolen_back_with_all_that_lies_there():
    thefts = of_kind(Stolen, told(*BOTH_NINES, protect=False, max_rounds=2))
    assert thefts == [Stolen(1, 0, 9, (9, 13)), Stolen(0, 1, 9, (9, 9, 13))]
    assert after_round(2, *BOTH_NINES, protect=False)[1] == cards("9 9 9 K", "2 3")


def test_a_card_protects_even_if_its_holder_could_steal_with_it():
    """Player 0's nine could rob player 1; until then player 2 cannot rob player 0."""
    first = of_kind(Stolen, told(*THREE_NINES, max_rounds=3))[0]
    assert (first.player, first.victim) == (2, 1)
    unprotected = of_kind(Stolen, told(*THREE_NINES, max_rounds=3, protect=False))[:2]
    # Then 2 robs 0, the next in seat order after him of two equally large piles, while 0 robs 1.
    assert [(theft.player, theft.victim) for theft in unprotected] == [(0, 1), (2, 0)]


# Wars.


def test_in_a_war_three_cards_go_face_down_and_steal_nothing():
    hands = ("K 7 2 2 2 9 8", "3 7 3 5 5 6 10")
    played = told(*hands, max_rounds=2)
    assert of_kind(LaidDown, played) == [LaidDown(0, (2, 2, 2)), LaidDown(1, (3, 5, 5))]
    assert of_kind(Stolen, played) == []
    assert played[-1].row["plays"] == 6


def test_the_fourth_card_of_a_war_may_steal_before_it_is_laid():
    hands = ("K 7 2 2 2 9 8", "3 7 5 5 5 3 10 8")
    played = told(*hands, max_rounds=2)
    assert of_kind(Stolen, played) == [Stolen(1, 0, 3, (3, 13))]
    assert of_kind(Battle, played)[-1].cards == (9, 10)
    assert after_round(2, *hands)[1][1][-3:] == (3, 3, 13)


def test_who_has_fewer_than_four_cards_for_a_war_loses():
    assert shown(GAME, "7 2 3 4", "7 5 6 8 9") == {
        "winner": 1,
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 5,
    }
    assert row(GAME, "7 2 3 4 5", "7 5 6 8 9")["wars"] == 1


def test_the_pile_counts_for_a_war():
    """Two cards in the packet and two in the pile are enough."""
    assert row(GAME, "9 7 2 3", "4 7 5 6 8 9", max_rounds=2)["wars"] == 1


def test_if_neither_has_enough_the_one_with_fewer_loses_and_equal_numbers_draw():
    assert row(GAME, "7 2 3", "7 5")["winner"] == 0
    assert shown(GAME, "7 2", "7 5") == {
        "winner": -1,
        "ending": "draw",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": -1,
    }


def test_of_three_players_who_cannot_carry_on_is_out_tied_or_not():
    hands = ("7 2 2 2 9 5", "7 3 3 3 10 5", "5 4 6")
    played = told(*hands, max_rounds=1)
    assert of_kind(RanOut, played) == [RanOut(2, (4, 6))]
    assert of_kind(Battle, played)[-1].players == (0, 1)
    assert after_round(1, *hands)[0] == cards("5", "5", "")
    assert len(after_round(1, *hands)[1][1]) == 13


def test_everybody_still_in_takes_part_in_a_war():
    played = told("7 2 2 2 9 5", "7 3 3 3 10 5", "5 4 6 6 J 5", max_rounds=1)
    assert of_kind(PotWon, played)[0].player == 2


def test_the_only_one_left_in_a_war_takes_the_pot_and_has_won():
    assert shown(GAME, "7", "7 2", "5 3 4 6 8", players=3) == {
        "winner": 2,
        "ending": "run-out",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "winner_low": 5,
    }


# What is counted.


def test_the_columns_are_the_contracts():
    names = [column.name for column in PACKET_COLUMNS]
    assert sim.play(GAME, 1).columns == ["game", *names, "steals", "cards_stolen"]


def test_the_pack_has_54_cards_and_two_to_four_play():
    assert StealWarRules.of().deck.size == 54
    assert [len(packets(rules, deal_rows(rules, 1, 0, 1)[0])[0]) for rules in map(players, (2, 3, 4))] == [
        27,
        18,
        13,
    ]
    with pytest.raises(UserError, match="players: 5 is no value of this option"):
        StealWarRules.of({"players": 5})


def players(count: int) -> StealWarRules:
    return StealWarRules.of({"players": count})


def test_no_card_is_lost_and_the_counts_fit():
    for options in crossed(players=(2, 3, 4), protect=(True, False), top=TOPS):
        assert_cards_are_kept(GAME, 8, **options)
        rules = StealWarRules.of({"lowest": 11, "copies": 5, **options})
        for number, deal in enumerate(deal_rows(rules, 4, 0, 20)):
            hands = packets(rules, deal)
            played = list(find_game(GAME).tell(rules, hands, 4, number))
            found = played[-1].row
            settled = of_kind(Settled, played)
            thefts = of_kind(Stolen, played)
            assert len(settled) == found["rounds"] + 1
            assert len(of_kind(Battle, played)) == found["battles"] == found["rounds"] + found["wars"]
            assert (len(thefts), sum(len(theft.pile) for theft in thefts)) == (
                found["steals"],
                found["cards_stolen"],
            )
            looked: Counter[int] = Counter(event.player for event in of_kind(Looked, played))
            looked.subtract(theft.player for theft in thefts)
            looked.update(event.player for event in of_kind(LaidDown, played) for _ in range(3))
            assert max(looked.values()) == found["plays"]
            if found["winner"] >= 0:
                held = [len(s.packets[found["winner"]]) + len(s.piles[found["winner"]]) for s in settled]
                assert (found["winner_low"], held[-1]) == (min(held), sum(map(len, hands)))


def test_no_seat_is_favoured():
    """Of 20,000 games each player's share within 4.9 standard errors of even: a false alarm in 100,000 seeds."""
    for seats in (2, 3, 4):
        rules = players(seats)
        found = by_kernel(GAME, rules, deal_rows(rules, 23, 0, 20_000), seed=23)
        winners = Counter(played["winner"] for played in found)
        decided = sum(winners[seat] for seat in range(seats))
        assert decided > 19_900
        for seat in range(seats):
            assert abs(winners[seat] / decided - 1 / seats) < 4.9 * sqrt((seats - 1) / seats**2 / decided)


# The kernel.


@pytest.mark.parametrize("top", TOPS)
@pytest.mark.parametrize(("ranks", "copies"), [((1, 2, 3), 2), ((1, 2), 4)])
def test_the_kernel_plays_every_deal_of_small_decks_under_every_option(ranks, copies, top):
    deals = arrangements(ranks, copies)
    for options in crossed(players=(2, 3, 4), protect=(True, False), max_rounds=(3, 1000)):
        assert_same(GAME, StealWarRules.of({**options, "top": top}), deals, given=True)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({}, 1500),
        *((options, 150) for options in crossed(players=(2, 3, 4), protect=(True, False), top=TOPS)),
        ({"jokers": 0}, 200),
        ({"bury_jokers": True}, 200),
        ({"players": 4, "jokers": 4, "bury_jokers": True}, 200),
        ({"hands": ["A A A A", "*rest"]}, 200),
        ({"players": 3, "hands": ["* *", "A A A A", "*rest"], "protect": False}, 200),
        ({"max_rounds": 20}, 300),
        ({"copies": 12, "players": 4}, 60),
        ({"jokers": 0, "highest": 200, "max_rounds": 2000}, 5),
        ({"lowest": 13, "copies": 60, "players": 3}, 30),
    ],
    ids=str,
)
def test_the_kernel_plays_shuffled_packs_as_the_rulebook(options, games):
    assert_same_on_shuffled(GAME, games, seed=8, **options)


def test_the_kernel_plays_random_decks_and_options_as_the_rulebook():
    random = np.random.default_rng(14)
    for _ in range(100):
        options = {
            "players": int(random.integers(2, 5)),
            "protect": bool(random.integers(2)),
            "top": str(random.choice(TOPS)),
            "max_rounds": int(random.choice([1, 2, 30, 900])),
        }
        deals = random.integers(
            1, int(random.integers(2, 16)), (20, int(random.integers(4, 80))), dtype=np.uint8
        )
        assert_same(GAME, StealWarRules.of(options), deals, seed=3, given=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", list(crossed(players=(2, 3, 4), protect=(True, False), top=TOPS)), ids=str
)
def test_the_kernel_plays_thousands_of_packs_under_every_option(options):
    assert_same_on_shuffled(GAME, 5_000, seed=9, **options)


def test_a_block_of_games_can_be_cut_anywhere():
    rules = StealWarRules.of({"players": 3})
    deals = deal_rows(rules, 5, 100, 60)
    whole = by_kernel(GAME, rules, deals, seed=5, first=100)
    parts = by_kernel(GAME, rules, deals[:23], seed=5, first=100) + by_kernel(
        GAME, rules, deals[23:], seed=5, first=123
    )
    assert whole == parts
