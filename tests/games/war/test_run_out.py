"""Running out of cards in a war, and who fights in it: games of two to four players worked by hand."""

import pytest

from sim.games.packets.events import Battle, Laid, RanOut, Taken
from tests.games.war.support import RUN_OUTS, after_round, events, row
from tests.support.both_ways import of_kind
from tests.support.decks import parse_cards, parse_hands

LOSE, LAST_CARD = {"run_out": "lose"}, {"run_out": "last-card"}
ALL_IN, FEWEST = {"run_out": "all-in"}, {"run_out": "fewest"}
THREE_DOWN = {"face_down": 3}

ROWS = {
    "lose: the one with more cards outlasts the other": [
        ("7 3 / 7", LOSE, {"winner": 0, "ending": "run-out", "plays": 1, "wars": 0}),
        ("7 / 7 3", LOSE, {"winner": 1, "ending": "run-out", "plays": 1, "wars": 0}),
    ],
    "lose: equally many are a draw": [
        ("7 3 / 7 4", LOSE, {"winner": -1, "ending": "draw", "battles": 1}),
        ("7 / 7", LOSE, {"winner": -1, "ending": "draw", "battles": 1}),
    ],
    "all-in: one battle with everything that is left": [
        ("7 3 9 / 7 K", ALL_IN, {"winner": 1, "ending": "cards", "wars": 1}),
        ("7 3 9 / 7 K", ALL_IN, {"battles": 2, "plays": 3, "winner_low": 2}),
    ],
    "all-in: tied again with none left loses": [
        ("7 3 9 2 / 7 9", ALL_IN, {"winner": 0, "ending": "run-out", "battles": 2}),
        ("7 3 9 2 / 7 9", ALL_IN, {"plays": 3, "wars": 1, "winner_low": 4}),
    ],
    "last-card: tied again stands on, here B's nine against A's last card, a two": [
        ("7 3 9 2 / 7 9", LAST_CARD, {"winner": 1, "ending": "cards"}),
        ("7 3 9 2 / 7 9", LAST_CARD, {"battles": 3, "plays": 4, "wars": 2}),
    ],
    "two equal last cards draw the game": [
        ("7 9 / 7 9", rule, {"winner": -1, "ending": "draw", "winner_low": -1})
        for rule in (LAST_CARD, ALL_IN, FEWEST)
    ],
    "fewest: a player with no card at all loses": [
        ("7 3 / 7", FEWEST, {"winner": 0, "ending": "run-out", "plays": 1}),
    ],
    "without cards face down one more card is enough": [
        ("7 9 / 7 8", {"face_down": 0}, {"winner": 0, "ending": "cards", "plays": 2}),
    ],
    "lose: the only one left takes the pot and lays nothing": [
        ("7 2 9 / 7 / 5", {}, {"winner": 0, "ending": "run-out", "plays": 1}),
    ],
    "lose: the player who carries on need not be among the tied": [
        ("7 / 7 / 5 2 3", {}, {"winner": 2, "ending": "run-out"}),
    ],
    "lose: if nobody can carry on most cards outlast the others": [
        ("7 2 / 7 / 5", {}, {"winner": 0, "ending": "run-out", "winner_low": 2}),
        ("7 / 7 / 5 2", {}, {"winner": 2}),
    ],
    "lose: several who outlast the others draw the game": [
        ("7 2 / 7 3 / 5", {}, {"winner": -1, "ending": "draw", "wars": 0}),
    ],
    "lose: cards laid by players who drop out are not plays": [
        ("7 2 3 4 9 / 7 2 3 4 8 / 5 6 6 6", THREE_DOWN, {"plays": 5, "wars": 1}),
        ("7 2 3 4 / 7 / 5", THREE_DOWN, {"winner": 0, "plays": 1}),
    ],
    "last-card: players not tied play on against standing cards": [
        ("K / K / 5 2 A 3", LAST_CARD, {"winner": 2, "ending": "cards", "plays": 3}),
    ],
    "last-card: drawn when nobody else still has a card": [
        ("K / K / 5 2 Q", LAST_CARD, {"winner": -1, "ending": "draw", "wars": 1}),
    ],
    "if all fight it is a war of the players who can": [
        ("7 / 7 / 5 9 2 / 4 8 3", {"fighters": "all"}, {"winner": 3}),
    ],
    "tied: a single other player takes the pot": [
        (
            "7 / 7 / 5 9",
            {"fighters": "tied", "run_out": rule},
            {"winner": 2, "ending": "run-out", "plays": 1, "wars": 0},
        )
        for rule in RUN_OUTS[:-1]
    ],
}
"""Games, the players' cards apart by a stroke, with options and some columns of their rows."""


@pytest.mark.parametrize("sentence", ROWS)
def test_the_end_of_a_war_without_enough_cards(sentence):
    for hands, options, awaited in ROWS[sentence]:
        played = row(*hands.split("/"), **options)
        assert {name: played[name] for name in awaited} == awaited


TABLES = {
    "a drawn game leaves all players their own cards": (
        "7 9 / 7 9",
        ALL_IN,
        "7 9 / 7 9",
    ),
    "fewest: the poorer one says how many are laid": (
        "7 3 9 2 / 7 K",
        FEWEST,
        "9 2 / 7 K 7 3",
    ),
    "lose: who cannot carry on drops out, tied or not": (
        "7 2 9 5 / 7 3 4 6 / 5 K",
        {},
        "5 7 2 9 7 3 4 5 K / 6 / -",
    ),
    "lose: the only one left takes the pot": (
        "7 2 9 / 7 / 5",
        {},
        "2 9 7 7 5 / - / -",
    ),
    "lose: most cards outlast the others": ("7 2 / 7 / 5", {}, "7 2 7 5 / - / -"),
    "last-card: a card that was not among the tied stands too": (
        "7 2 4 / 7 3 5 6 / 6",
        LAST_CARD,
        "- / 6 / 6 7 2 4 7 3 5",
    ),
    "all-in: three players": (
        "7 2 9 5 / 7 3 4 6 / 5 K",
        ALL_IN,
        "5 / 6 / 5 K 7 2 9 7 3 4",
    ),
    "all-in: a player with nothing to lay is out": (
        "7 2 9 5 / 7 3 4 6 / 5",
        ALL_IN,
        "5 7 2 9 7 3 4 5 / 6 / -",
    ),
    "fewest: player 3 has none, and the poorest of the others has one card": (
        "7 2 9 5 / 7 3 4 6 / 5 K / 6",
        FEWEST,
        "9 5 / 4 6 / 5 K 6 7 2 7 3 / -",
    ),
    "all players take part in a war": (
        "7 2 9 5 / 7 3 4 6 / 5 J K 8",
        {},
        "5 / 6 / 8 5 J K 7 2 9 7 3 4",
    ),
    "tied: only the tied fight on if agreed": (
        "7 2 9 5 / 7 3 4 6 / 5 J K 8",
        {"fighters": "tied"},
        "5 7 2 9 7 3 4 5 / 6 / J K 8",
    ),
    "tied: fighters too poor for the war lay their rest first": (
        "7 2 / 7 / 5 9 2 / 4 8 3",
        {"fighters": "tied"},
        "- / - / 2 5 9 4 8 7 2 7 / 3",
    ),
    **{
        f"tied, {rule}: when no fighter can go on the others fight for the pot": (
            "7 / 7 / 5 9 2 / 4 8 3",
            {"fighters": "tied", "run_out": rule},
            "- / - / 2 5 9 4 8 7 7 / 3",
        )
        for rule in RUN_OUTS[:-1]
    },
}
"""Games, with options and everybody's cards after the first round."""


@pytest.mark.parametrize("sentence", TABLES)
def test_who_has_which_cards_after_a_war_without_enough_cards(sentence):
    hands, options, after = TABLES[sentence]
    assert after_round(1, *hands.split("/"), **options) == after


def test_fewest_never_lays_more_than_the_war_asks():
    assert of_kind(Laid, events("7 3 9 2 5", "7 4 K 6 8", run_out="fewest"))[0] == Laid(
        0, (3, 9)
    )


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        ("7 3 / 7 4", {}),
        ("7 3 9 / 7 4", {}),
        ("7 3 / 7 4 9", {}),
        ("7 / 7 4 9", {"face_down": 0}),
        ("7 2 9 / 7 3 8 / 5", {}),
        ("7 2 9 / 7 3 8 / 5 4", {}),
        ("7 2 9 / 7 3 / 5 4 8", {"fighters": "tied"}),
    ],
)
def test_draw_a_war_that_somebody_in_it_cannot_afford_draws_the_game(hands, options):
    """The rule: "as soon as a war asks for more cards than some player in it has, the game is a draw"."""
    played = row(*hands.split("/"), run_out="draw", **options)
    assert (played["winner"], played["ending"], played["wars"]) == (-1, "draw", 0)
    left = parse_hands(after_round(1, *hands.split("/"), run_out="draw", **options))
    assert sorted(map(len, left)) == sorted(map(len, parse_hands(hands)))


def test_draw_only_the_tied_are_in_the_war_if_only_they_fight():
    hands = ("7 2 9", "7 3 8", "5 4")
    played = row(*hands, run_out="draw", fighters="tied", max_rounds=1)
    assert (played["ending"], played["battles"], played["wars"]) == ("cap", 2, 1)


def test_draw_also_in_a_second_war_of_a_round():
    played = row("7 3 9 2", "7 4 9 5", run_out="draw")
    assert (played["winner"], played["ending"], played["wars"]) == (-1, "draw", 1)


def test_who_runs_out_lays_the_rest_into_the_pot():
    hands = ("7 2 9 5", "7 3 4 6")
    assert of_kind(RanOut, events(*hands, "5 K"))[0] == RanOut(2, (13,))
    assert of_kind(RanOut, events(*hands, "5", run_out="all-in"))[0] == RanOut(2, ())


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
