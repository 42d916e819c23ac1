"""Ace race: battles, piles and races worked by hand, the exact chances with jokers, cycles, and the kernel."""

from collections import Counter
from functools import partial
from math import sqrt

import numpy as np
import pytest

from sim.cards import JOKER
from sim.deals.deck import deal_rows, layout
from sim.games.ace_race.kernel import play_block
from sim.games.ace_race.rules import AceRaceRules
from sim.games.ace_race.table import Turned
from sim.games.packets.events import Taken
from tests.support import tiers
from tests.support.both_ways import (
    ONE_WAR,
    assert_same_on_shuffled,
    by_kernel,
    events,
    of_kind,
    row,
    shown,
    table_after,
)
from tests.support.decks import parse_cards

GAME = "ace-race"
after_round = partial(table_after, GAME)


# Battles and piles.


def test_captured_cards_lie_in_a_pile_that_is_turned_over_when_the_packet_is_used_up():
    hands = ("A 2", "K 3")
    assert after_round(1, *hands) == "2 / 3 | A K / -"
    assert after_round(2, *hands) == "- / - | A K / 3 2"
    assert after_round(3, *hands) == "K / 2 | A 3 / -"
    assert shown(GAME, *hands) == {
        "ending": "cards",
        "rounds": 4,
        "battles": 4,
        "plays": 4,
        "winner_low": 2,
    }


# Races.


def test_in_a_war_cards_are_turned_until_somebody_turns_an_ace_and_takes_all():
    hands = ("7 3 A 5", "7 K 9")
    course = events(GAME, *hands, speed=1)
    assert of_kind(Turned, course)[:2] == [Turned(0, 3), Turned(0, 14)]
    assert after_round(1, *hands, speed=1) == "5 / K 9 | 7 3 A 7 / -"
    played = row(GAME, *hands, speed=1, max_rounds=1)
    assert {
        name: played[name]
        for name in ("rounds", "battles", "plays", "wars", "single_wars")
    } == {
        "rounds": 1,
        "battles": 1,
        "plays": 3,
        "wars": 1,
        "single_wars": 1,
    }


def test_the_tied_aces_do_not_count():
    assert of_kind(Taken, events(GAME, "A 2", "A 3 A", speed=1))[0] == Taken(
        1, parse_cards("A 3 A A 2")
    )


def test_with_jokers_in_the_pack_a_joker_is_needed():
    hands = ("7 A 9 *", "7 2")
    assert of_kind(Taken, events(GAME, *hands, speed=1, jokers=2))[0] == Taken(
        0, parse_cards("7 A 9 * 7")
    )
    assert of_kind(Taken, events(GAME, *hands, speed=1))[0] == Taken(
        0, parse_cards("7 A 7")
    )


def test_a_player_without_a_card_waits_while_the_other_keeps_turning():
    assert shown(GAME, "7", "7 3 A", speed=1) == {
        "winner": 1,
        "ending": "cards",
        "rounds": 1,
        "battles": 1,
        "plays": 3,
        **ONE_WAR,
        "winner_low": 3,
    }


def test_when_neither_has_a_card_left_the_game_is_a_draw():
    drawn = {
        "winner": -1,
        "ending": "draw",
        "rounds": 1,
        "battles": 1,
        "winner_low": -1,
    }
    assert shown(GAME, "7 2", "7 3 4") == drawn | {"plays": 3, **ONE_WAR}
    assert shown(GAME, "7", "7") == drawn | {"plays": 1}
    assert after_round(1, "7 2", "7 3 4") == "7 2 / 7 3 4 | - / -"


def test_the_pile_is_turned_over_in_the_middle_of_a_race_without_the_cards_on_the_table():
    hands = ("K 7 2", "Q 7 3")
    course = events(GAME, *hands, speed=1, max_rounds=2)
    # After the two, player 0 turns over the pile, the king and the queen; player 1 has
    # only a three left.
    assert of_kind(Turned, course) == [
        Turned(0, 2),
        Turned(0, 13),
        Turned(0, 12),
        Turned(1, 3),
    ]
    assert course[-1].row["ending"] == "draw"


def test_the_other_player_turns_first_at_speed_0():
    assert of_kind(Turned, events(GAME, "7 A", "7 3 A", speed=0))[:2] == [
        Turned(1, 3),
        Turned(1, 14),
    ]


@pytest.mark.parametrize(
    ("pickup", "pot"),
    [
        ("winner-first", "7 3 A 7 2"),
        ("loser-first", "7 2 7 3 A"),
        ("latest-first", "A 3 2 7 7"),
        ("seat", "7 7 2 3 A"),
    ],
)
def test_the_pot_is_put_on_the_pile_in_the_order_agreed(pickup, pot):
    """Player 1 wins; the stacks have different lengths."""
    course = events(GAME, "7 2", "7 3 A", speed=1, pickup=pickup)
    assert of_kind(Taken, course)[0] == Taken(1, parse_cards(pot))


def test_speed_is_the_chance_that_player_0_turns_the_next_card():
    """Of races with both next cards aces; 4.9 standard errors: a false alarm once in a million seeds."""
    races = tiers.size(800, 4000)
    for speed in (0.1, 0.5, 0.8):
        first = sum(
            of_kind(
                Turned,
                events(GAME, "7 A", "7 A", number=number, speed=speed, max_rounds=1),
            )[0].player
            == 0
            for number in range(races)
        )
        assert abs(first / races - speed) < 4.9 * sqrt(speed * (1 - speed) / races)


# With two jokers a joker never changes hands.


@pytest.mark.parametrize("pickup", ["winner-first", "shuffled"])
@pytest.mark.parametrize("speed", [0, 0.2, 0.5, 1])
def test_a_player_dealt_both_jokers_wins_at_any_speed(speed, pickup):
    """With one each nobody can win. (At speed 0 or 1, unshuffled, such a game may also go on for ever.)"""
    rules = AceRaceRules.of({"jokers": 2, "speed": speed, "pickup": pickup})
    deals = deal_rows(rules, 17, 0, 3000)
    jokers = (deals[:, ::2] == JOKER).sum(axis=1)
    assert {*jokers.tolist()} == {0, 1, 2}
    for dealt, played in zip(
        jokers, by_kernel(GAME, rules, deals, seed=17), strict=True
    ):
        if dealt == 1:
            assert played["winner"] == -1 or (
                played["ending"] == "cycle" and rules.deterministic
            )
        else:
            assert played["winner"] == (0 if dealt == 2 else 1)


def test_of_two_jokers_the_draw_is_27_in_53_and_each_player_wins_13_in_53():
    """Within 4.9 standard errors: three comparisons, a false alarm in 300,000 seeds."""
    games = tiers.size(40_000, 200_000)
    rules = AceRaceRules.of({"jokers": 2})
    winner = play_block(rules, deal_rows(rules, 18, 0, games), layout(rules), 18, 0)[
        "winner"
    ]
    for code, chance in ((-1, 27 / 53), (0, 13 / 53), (1, 13 / 53)):
        assert abs(np.mean(winner == code) - chance) < 4.9 * sqrt(
            chance * (1 - chance) / games
        )


# Games that never end.


@pytest.mark.parametrize(
    "options", [{"speed": 0.5}, {"speed": 1, "pickup": "shuffled"}]
)
def test_with_any_randomness_only_the_cap_stops_a_game(options):
    found = assert_same_on_shuffled(
        GAME, 300, lowest=13, copies=6, max_rounds=15, **options
    )
    endings = Counter(played["ending"] for played in found)
    assert endings["cap"] > 0
    assert "cycle" not in endings
