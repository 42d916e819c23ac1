"""Syrian War: the rules of the source in games worked by hand, cycles, and the kernel against the rulebook."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import sim
from sim.cards import parse_cards
from sim.contract.events import Settled
from sim.deals.deck import deal_rows, packets
from sim.games import find_game
from sim.games.packets.events import Taken
from sim.games.syrian_war.rules import SyrianWarRules
from sim.games.syrian_war.table import Captured, LaidOnPile, Rows
from tests.support.both_ways import (
    assert_blocks_can_be_cut,
    assert_cards_are_kept,
    assert_same,
    assert_same_on_shuffled,
    crossed,
    events,
    of_kind,
    row,
    shown,
)
from tests.support.decks import arrangements

GAME = "syrian-war"
PICKUPS = ("winner-first", "loser-first", "latest-first", "seat", "shuffled")
OPTIONS = {"war_tie": ("again", "take-back"), "rows": ("winner", "own"), "pickup": PICKUPS}


def after_turn(number: int, *hands: str, **options: object) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Both packets and the play pile after a turn."""
    event = of_kind(Settled, events(GAME, *hands, **options))[number]
    return list(event.packets), event.piles[0]


def cards(*texts: str) -> list[tuple[int, ...]]:
    return [parse_cards(text) for text in texts]


# Playing.


def test_a_higher_card_captures_the_pile_and_the_opponent_plays_next_on_an_empty_one():
    hands = ("9 3 7", "5 6 2")
    assert after_turn(3, *hands) == (cards("7", "6 2"), parse_cards("9 5 3"))
    assert after_turn(4, *hands) == (cards("7", "2 9 5 3 6"), ())
    assert of_kind(Captured, events(GAME, *hands))[0] == Captured(1, parse_cards("9 5 3 6"))
    assert after_turn(5, *hands) == (cards("", "2 9 5 3 6"), parse_cards("7"))


def test_who_lays_his_last_card_without_capturing_loses():
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


def test_who_captures_with_his_last_card_plays_on():
    assert row(GAME, "5 4 3", "9")["winner"] == 1
    assert after_turn(2, "5 4 3", "9") == (cards("4 3", "5 9"), ())


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
    """ "Probably this applies even if the player's last card was equal": he cannot fight the war."""
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
    assert after_turn(2, *hands) == (cards("8 2 4 9 5 6 7", "10"), parse_cards("3 3"))
    # The loser of the war lays his ten on the threes and captures them.
    assert after_turn(3, *hands) == (cards("8 2 4 9 5 6 7", "3 3 10"), ())


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
    assert len(of_kind(Rows, events(GAME, *hands, max_rounds=2, **options))[0].rows[0]) == length


def test_both_lay_only_as_many_as_the_poorer_player_has():
    hands = ("8 9 6 3 2", "8 5 7")
    told = events(GAME, *hands)
    assert of_kind(Rows, told)[0] == Rows(8, ((9, 6), (5, 7)))
    assert after_turn(2, *hands) == (cards("3 2", "5 7 9 6"), parse_cards("8 8"))


def test_who_has_no_card_left_after_a_war_loses():
    assert shown(GAME, "8 5 9 2", "8 7 6") == {
        "ending": "cards",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 3,
        "wars": 1,
        "single_wars": 1,
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
    assert of_kind(Taken, events(GAME, *hands, pickup=pickup))[0] == Taken(0, parse_cards(pot))


def test_by_seat_player_0_comes_first_whoever_won():
    hands = ("2 5 6 4", "2 2 K 3")
    assert of_kind(Taken, events(GAME, *hands, pickup="seat"))[0] == Taken(1, parse_cards("5 2 6 K"))


def test_a_tied_row_makes_another_war_by_the_new_rank_and_all_rows_go_together():
    hands = ("1 2 3 4 9", "1 2 8 7 9")
    told = events(GAME, *hands)
    assert of_kind(Rows, told)[:2] == [Rows(1, ((2,), (2,))), Rows(2, ((3, 4), (8, 7)))]
    assert of_kind(Taken, told)[0] == Taken(1, parse_cards("2 8 7 2 3 4"))
    assert row(GAME, *hands, max_rounds=2)["double_wars"] == 1


def test_a_tied_row_with_no_card_left_loses_and_with_none_at_all_draws():
    assert shown(GAME, "1 2 5", "1 2") == {
        "ending": "run-out",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 2,
        "wars": 1,
        "single_wars": 1,
        "winner_low": 2,
    }
    assert shown(GAME, "1 2", "1 2") == {
        "winner": -1,
        "ending": "draw",
        "rounds": 2,
        "turns": 2,
        "battles": 2,
        "plays": 2,
        "wars": 1,
        "single_wars": 1,
        "winner_low": -1,
    }


def test_or_each_takes_his_row_back_and_the_opponent_of_who_made_the_war_plays_next():
    hands = ("2 5 6 4", "2 7 6")
    assert after_turn(2, *hands, war_tie="take-back") == (cards("4 5 6", "7 6"), parse_cards("2 2"))
    # Player 1 made the war, so player 0 lays his four.
    assert after_turn(3, *hands, war_tie="take-back") == (cards("5 6 2 2 4", "7 6"), ())
    played = row(GAME, *hands, war_tie="take-back", max_rounds=2)
    assert (played["wars"], played["single_wars"], played["battles"]) == (1, 1, 2)


def test_with_own_rows_each_takes_his_back_and_the_loser_plays_next():
    hands = ("3 2 4 9 8", "3 5 6 7 10")
    assert after_turn(2, *hands, rows="own") == (cards("8 2 4 9", "10 5 6 7"), parse_cards("3 3"))
    assert after_turn(3, *hands, rows="own") == (cards("8 2 4 9", "5 6 7 3 3 10"), ())


def test_cards_laid_in_a_row_are_not_laid_on_the_pile():
    """With own rows nobody is without cards after a war, whatever he laid."""
    assert after_turn(2, "3 2 4", "3 5", rows="own") == (cards("4 2", "5"), parse_cards("3 3"))


# What is counted.


def test_the_columns_are_the_contracts():
    assert sim.play(GAME, 1).columns == [
        "game",
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
        "turns",
        "captures",
    ]


def test_aces_are_the_ones_and_the_pack_goes_from_ace_to_king():
    deck = SyrianWarRules.of().deck
    assert (deck.size, deck.lowest, deck.highest) == (52, 1, 13)
    played = row(GAME, "1 A 1", "5 1 9")
    assert (played["aces"], played["rank_sum"]) == (2, 16)


def test_no_card_is_lost_and_the_counts_fit():
    for options in crossed(**OPTIONS):
        assert_cards_are_kept(GAME, 5, **options)
        assert_cards_are_kept(GAME, 20, highest=4, max_rounds=200, **options)
        rules = SyrianWarRules.of({"highest": 6, "max_rounds": 500, **options})
        for number, deal in enumerate(deal_rows(rules, 4, 0, 20)):
            told = list(find_game(GAME).tell(rules, packets(rules, deal), 4, number))
            played = told[-1].row
            settled = of_kind(Settled, told)
            assert len(settled) == played["rounds"] + 1 == played["turns"] + 1
            assert len(of_kind(Captured, told)) == played["captures"]
            assert len(of_kind(Rows, told)) == played["wars"]
            on_empty = sum(not event.piles[0] for event in settled[:-1])
            assert played["battles"] == played["turns"] - on_empty + played["wars"]
            if played["winner"] >= 0 and played["ending"] == "cards":
                assert played["winner_low"] == min(len(event.packets[played["winner"]]) for event in settled)


# Games that never end.


def test_a_cycle_ends_at_the_first_position_that_was_there_before():
    """A position is both packets, the pile and whose turn it is; all deals of four ones and twos."""
    cycles = 0
    deals = arrangements((1, 2), 4)
    for pickup in ("winner-first", "seat"):
        options = {"highest": 2, "war_tie": "take-back", "pickup": pickup}
        rules = SyrianWarRules.of(options)
        for deal, played in zip(deals, assert_same(GAME, rules, deals), strict=True):
            if played["ending"] != "cycle":
                continue
            cycles += 1
            told = list(find_game(GAME).tell(rules, packets(rules, deal), 1, 0))
            tables = [(event.packets, event.piles) for event in of_kind(Settled, told)]
            players = [event.player for event in of_kind(LaidOnPile, told)]
            positions = list(zip(tables[:-1], players, strict=True))
            assert len(set(positions)) == len(positions) == played["turns"]
            assert tables[-1] in tables[:-1]
            for most, ending in ((played["turns"], "cycle"), (played["turns"] - 1, "cap")):
                capped = SyrianWarRules.of({**options, "max_rounds": most})
                again = assert_same(GAME, capped, deal[None], seed=1)[0]
                assert (again["ending"], again["turns"]) == (ending, most)
    assert cycles > 0


@pytest.mark.parametrize("rows", ["winner", "own"])
def test_the_kernel_finds_the_cycles_of_larger_decks_as_the_rulebook(rows):
    endings: Counter[str] = Counter()
    for options in crossed(
        rows=(rows,), war_tie=("take-back",), pickup=PICKUPS[:4], max_rounds=(25, 100_000)
    ):
        found = assert_same_on_shuffled(GAME, 400, lowest=2, highest=4, copies=3, **options)
        endings.update(played["ending"] for played in found)
    assert min(endings["cycle"], endings["cap"]) > 10


def test_where_the_rows_are_shuffled_only_the_cap_stops_a_game():
    endings = Counter(
        played["ending"]
        for played in assert_same_on_shuffled(GAME, 300, highest=3, pickup="shuffled", max_rounds=30)
    )
    assert "cap" in endings
    assert "cycle" not in endings


# The kernel.


@pytest.mark.parametrize("pickup", PICKUPS)
def test_the_kernel_plays_every_deal_of_six_cards_under_every_option(pickup):
    deals = arrangements((1, 2, 3), 2)
    for options in crossed(
        war_tie=OPTIONS["war_tie"],
        rows=OPTIONS["rows"],
        pickup=(pickup,),
        picture=(1, 10),
        max_rounds=(7, 1000),
    ):
        assert_same(GAME, SyrianWarRules.of(options), deals, given=True)


@pytest.mark.parametrize("ranks", [(1, 2), (2, 11), (1, 15)])
def test_the_kernel_plays_every_deal_of_eight_cards_of_two_ranks(ranks):
    deals = arrangements(ranks, 4)
    for options in crossed(**OPTIONS, picture=(1, 3)):
        assert_same(GAME, SyrianWarRules.of(options), deals, given=True)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({}, 1500),
        *(({"pickup": pickup}, 200) for pickup in PICKUPS[1:]),
        *(({"pickup": pickup, "war_tie": "take-back"}, 100) for pickup in PICKUPS),
        ({"rows": "own"}, 300),
        ({"rows": "own", "war_tie": "take-back", "pickup": "shuffled"}, 200),
        ({"picture": 1}, 300),
        ({"picture": 13}, 200),
        ({"jokers": 2}, 200),
        ({"jokers": 2, "bury_jokers": True}, 200),
        ({"hands": ["K K K K", "*rest"]}, 200),
        ({"max_rounds": 100}, 300),
        ({"copies": 12}, 20),
        ({"highest": 250, "max_rounds": 3000}, 6),
        ({"lowest": 9, "highest": 11, "copies": 40}, 20),
    ],
    ids=str,
)
def test_the_kernel_plays_shuffled_packs_as_the_rulebook(options, games):
    assert_same_on_shuffled(GAME, games, seed=8, **options)


def test_the_kernel_plays_random_decks_and_options_as_the_rulebook():
    random = np.random.default_rng(12)
    for _ in range(80):
        options = {name: str(random.choice(values)) for name, values in OPTIONS.items()} | {
            "picture": int(random.integers(1, 14)),
            "max_rounds": int(random.choice([1, 2, 30, 900])),
        }
        deals = random.integers(
            1, int(random.integers(2, 16)), (20, int(random.integers(2, 60))), dtype=np.uint8
        )
        assert_same(GAME, SyrianWarRules.of(options), deals, seed=3, given=True)


@pytest.mark.slow
@pytest.mark.parametrize("options", list(crossed(**OPTIONS)), ids=str)
def test_the_kernel_plays_thousands_of_packs_under_every_option(options):
    assert_same_on_shuffled(GAME, 3_000, seed=9, **options)


def test_a_block_of_games_can_be_cut_anywhere():
    assert_blocks_can_be_cut(GAME, SyrianWarRules.of({"pickup": "shuffled"}))
