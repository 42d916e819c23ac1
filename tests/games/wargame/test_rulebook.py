"""Wargame by its rulebook: the examples of the text, traitors, chips, breaks, both ends, and the words."""

import pytest

from sim.contract.events import Outcome
from sim.games.wargame.events import (
    Advanced,
    Declared,
    Kept,
    MatchUps,
    Met,
    Placed,
    Won,
)
from sim.games.wargame.policies.cards import beats, run_with
from sim.games.wargame.rulebook import GAME
from sim.policies.sets import set_of
from tests.games.wargame.support import (
    BROWN,
    GREEN,
    assert_same,
    breaking,
    events_of,
    scripted,
)
from tests.support.both_ways import of_kind

# The cards.


def test_higher_beats_lower_but_spies_beat_the_mortar_and_the_bazooka():
    heavier = {(spy, heavy) for spy in (1, 2) for heavy in (12, 13)}
    for card in range(1, 14):
        for other in range(1, 14):
            expected = (card, other) in heavier or (
                card > other and (other, card) not in heavier
            )
            assert beats(card, other) == expected
    assert all(beats(card, spy) for card in range(3, 12) for spy in (1, 2))


def test_runs_are_counted_over_both_sides_of_a_column():
    assert run_with(0, 0) == 1
    assert run_with(set_of({0, 1, 3}), 2) == 4
    assert run_with(set_of({10, 11}), 12) == 3
    assert run_with(set_of({10, 11}), 8) == 1


# Phase one.


def test_the_players_alternate_1_2_2_and_so_on_and_1():
    for first in (0, 1):
        turns = of_kind(Placed, events_of(first=first))
        assert [turn.player for turn in turns] == [
            (first + index) % 2 for index in range(14)
        ]
        assert [len(turn.cards) for turn in turns] == [1, *[2] * 12, 1]
        for player in (0, 1):
            placed = [
                card for turn in turns if turn.player == player for card in turn.cards
            ]
            assert sorted(card for card, _ in placed) == list(range(1, 14))
            assert sorted(place for _, place in placed) == list(range(13))


def test_in_the_layout_of_the_text_brown_wins_5_and_green_6_with_2_ties():
    for first in (0, 1):
        events = events_of([scripted(BROWN), scripted(GREEN)], first=first)
        (match_ups,) = of_kind(MatchUps, events)
        assert match_ups == MatchUps((BROWN, GREEN), (5, 6), 2, attacker=1)
        assert str(match_ups).endswith(
            "5 : 6, 2 ties; player 1 is ahead and attacks first"
        )
        assert (
            assert_same([scripted(BROWN), scripted(GREEN)], 1, first=0)[0]["ahead"] == 1
        )


def test_of_tied_players_the_first_deployer_attacks_first():
    ascending = "ascending/nine/extend/never"
    for first in (0, 1):
        events = events_of([ascending, ascending], first=first)
        (match_ups,) = of_kind(MatchUps, events)
        assert match_ups.wins == (0, 0)
        assert match_ups.attacker == first
        assert "began the deployment" in str(match_ups)
        assert of_kind(Outcome, events)[0].row["ahead"] == -1


# Battles.


def test_equal_cards_are_won_by_the_attacker_and_the_winner_attacks_again():
    """All columns are equal: who began wins four adjacent ones from the left."""
    events = events_of(["ascending/nine/extend/never"] * 2, first=1, traitors=False)
    assert [event.player for event in of_kind(Advanced, events)] == [1, 1, 1, 1]
    assert [event.column for event in of_kind(Advanced, events)] == [0, 1, 2, 3]
    row = events[-1].row
    assert row == {
        "winner": 1,
        "ending": "run",
        "first_deployer": 1,
        "ahead": -1,
        "battles": 4,
        "wins_0": 0,
        "wins_1": 4,
        "by_run": True,
        "switches_0": 0,
        "switches_1": 0,
        "traitors_declared": 0,
    }
    assert (
        str(events[-1])
        == "player 1 wins by four adjacent columns, four battles to none"
    )


def test_the_surest_of_equal_lines_is_11_then_10_9_8():
    """Two enemies beat the 11 (12 and 13) and the 13 (both spies), and the 11 is further left; then the 10, the 9."""
    events = events_of(["ascending/nine/surest/never"] * 2, first=0, traitors=False)
    assert [event.card for event in of_kind(Advanced, events)] == [11, 10, 9, 8]


def test_seven_wins_end_the_game():
    """All columns are equal, and who attacks takes every other one."""
    line = tuple(range(1, 14))
    players = [scripted(line, attacks=(0, 2, 4, 6, 8, 10, 12)), scripted(line)]
    row = assert_same(players, 1, first=0, traitors=False)[0]
    assert (row["ending"], row["by_run"], row["wins_0"], row["battles"]) == (
        "seven",
        False,
        7,
        7,
    )
    last = events_of(players, first=0, traitors=False)[-1]
    assert str(last) == "player 0 wins, seven battles to none"


def test_a_seventh_win_that_also_makes_a_run_is_a_game_won_by_seven():
    """The attacker wins columns 1 2 3, 5 6 7 and at last 4: seven wins at once with a run of seven."""
    line = tuple(range(1, 14))
    attacks = (0, 1, 2, 4, 5, 6, 3)
    players = [scripted(line, attacks=attacks), scripted(line)]
    row = assert_same(players, 1, first=0, traitors=False)[0]
    assert (row["ending"], row["by_run"], row["wins_0"], row["wins_1"]) == (
        "seven",
        False,
        7,
        0,
    )
    shorter = [scripted(line, attacks=(0, 1, 2, 4, 5, 3)), scripted(line)]
    row = assert_same(shorter, 1, first=0, traitors=False)[0]
    assert (row["ending"], row["by_run"], row["wins_0"], row["wins_1"]) == (
        "run",
        True,
        6,
        0,
    )


# Traitors.


def battle(pair, *, kept, attacker, **options):
    """Let a pair of cards fight first, both players keeping traitor cards; return the events and who won."""
    weak = tuple(card for card in range(1, 14) if card != pair[attacker])
    lines = [(), ()]
    lines[attacker] = (pair[attacker], *weak)
    # The other's line is the attacker's shifted by one: the attacker is ahead, or else
    # began.
    rest = [card for card in range(1, 14) if card != pair[1 - attacker]]
    best = ()
    for shift in range(12):
        line = (pair[1 - attacker], *rest[shift:], *rest[:shift])
        ups = sum(map(beats, lines[attacker], line)) - sum(
            map(beats, line, lines[attacker])
        )
        if ups > 0:
            best = line
            break
    assert best
    lines[1 - attacker] = best
    players = [
        scripted(lines[seat], traitor=kept[seat], attacks=(0,)) for seat in (0, 1)
    ]
    events = events_of(players, first=0, **options)
    assert assert_same(players, 1, first=0, **options)[0] == events[-1].row
    until = next(index for index, event in enumerate(events) if isinstance(event, Won))
    first = events[: until + 1]
    assert of_kind(Advanced, first)[0].player == attacker
    return first, of_kind(Won, first)[0].player


def test_the_example_of_the_text_browns_6_beats_greens_9_by_a_traitor():
    events, winner = battle((6, 9), kept=(9, 7), attacker=1)
    assert of_kind(Met, events)[0].winner == 1
    assert of_kind(Declared, events) == [Declared(0, 9)]
    assert winner == 0
    assert battle((6, 9), kept=(8, 7), attacker=1)[1] == 1
    assert battle((6, 9), kept=(9, 7), attacker=1, traitors=False)[1] == 1


def test_a_shooter_that_loses_anyway_is_not_declared():
    events, winner = battle((10, 9), kept=(9, 9), attacker=1)
    assert not of_kind(Declared, events)
    assert winner == 0


def test_a_defending_shooter_can_be_a_traitor_too():
    events, winner = battle((8, 3), kept=(9, 8), attacker=1)
    assert of_kind(Declared, events) == [Declared(1, 8)]
    assert winner == 1


def test_two_traitors_fight_as_without():
    events, winner = battle((7, 9), kept=(9, 7), attacker=1)
    assert of_kind(Declared, events) == [Declared(0, 9), Declared(1, 7)]
    assert winner == 1
    assert "both are traitors" in str(events[-1])


@pytest.mark.parametrize(
    ("kept", "declared", "winner"),
    [((9, 9), [], 1), ((8, 9), [0], 0), ((8, 8), [0, 1], 1), ((9, 8), [], 1)],
)
def test_of_two_equal_shooters_the_defender_decides_first(kept, declared, winner):
    events, won = battle((8, 8), kept=kept, attacker=1)
    assert [event.player for event in of_kind(Declared, events)] == declared
    assert won == winner


def test_a_traitor_is_declared_once_and_counted():
    all_declared = []
    for number in range(60):
        events = events_of(["random/random/surest/defend"] * 2, number=number)
        declared = of_kind(Declared, events)
        assert len({event.player for event in declared}) == len(declared)
        assert events[-1].row["traitors_declared"] == len(declared)
        kept = {event.player: event.card for event in of_kind(Kept, events)}
        assert all(kept[event.player] == event.shooter for event in declared)
        all_declared += declared
    assert {event.player for event in all_declared} == {0, 1}


# Options, columns, words.


def test_the_options_are_those_of_the_contract():
    options = {option.name: option.default for option in GAME.options}
    assert options == {"first": "random", "traitors": True, "chips": 5}


def test_without_traitors_nobody_keeps_a_card():
    events = events_of(traitors=False)
    assert not of_kind(Kept, events)
    assert events[-1].row["traitors_declared"] == 0


def test_the_words():
    events = events_of(breaking(4), first=0, traitors=False)
    words = [str(event) for event in events]
    assert words[0] == "player 0 places 1 on column 1"
    assert words[1] == "player 1 places 1 on column 1 and 2 on column 2"
    assert words[14].endswith(
        "0 : 0, 13 ties; player 0 began the deployment and attacks first"
    )
    line = "1 2 3 4 5 6 7 8 9 10 11 12 13"
    assert (
        words[15]
        == f"battle 1: player 0's {line} against player 1's {line}; player 0 attacks"
    )
    won = line.replace(" 6 ", " + ")
    lost = line.replace(" 6 ", " - ")
    key = "(+ and - are columns won and lost)"
    assert words[16:20] == [
        "  player 0 attacks with 6 on column 6",
        "  player 1 meets it with 6: the cards are equal, so the attacker's wins",
        "  player 0 wins column 6; 1 : 0",
        f"battle 2: player 0's {won} against player 1's {lost} {key}; player 0 attacks",
    ]
    assert "  the line of player 1 is broken at columns 6 to 8" in words
    assert (
        "  player 1 pays a chip and switches: 5 to column 1, 1 to column 5; 4 chips left"
        in words
    )
    kept = [str(event) for event in events_of() if isinstance(event, Kept)]
    assert kept[0].startswith("player 0 secretly keeps the traitor card ")
    assert (
        str(Declared(0, 9))
        == "  player 0 shows a traitor card: player 1's 9 is a traitor"
    )


# Traitors declared late.


@pytest.mark.parametrize(
    ("attacks", "declared"),
    [
        ((8,), False),  # one win
        ((0, 8), False),  # no run
        ((9, 8), False),  # a run of two
        ((7, 9, 8), True),  # a run of three
        ((9, 10, 8), True),
        ((0, 2, 4, 6, 8), False),  # the fifth win
        ((0, 2, 4, 6, 10, 12, 8), True),  # the seventh win
    ],
)
def test_a_late_traitor_waits_for_a_run_of_three_or_the_seventh_win(attacks, declared):
    """Both lines are 1 to 13, so the attacker wins every battle; the other keeps the 9, on column 9, to declare late.

    "that card can be made to lose its battle": a player may wait. Declared at once, it
    turns the battle in every row.
    """
    line = tuple(range(1, 14))
    for kept, turns in ((9, True), (19, declared)):
        mine = scripted(line, traitor=7, attacks=attacks)
        players = [mine, scripted(line, traitor=kept)]
        events = events_of(players, first=0)
        assert assert_same(players, 1, first=0)[0] == events[-1].row
        battle = of_kind(Won, events)[len(attacks) - 1]
        assert (battle.column, battle.player) == (8, int(turns))
        assert of_kind(Kept, events)[1].card == 9


def test_who_answers_a_late_declaration_may_be_late_too():
    """Of two 9s on one column, each a traitor, the second declares late only if the first would get a run of three."""
    line = tuple(range(1, 14))
    for late, declarers in ((9, [1, 0]), (19, [1])):
        players = [
            scripted(line, attacks=(8,), traitor=late),
            scripted(line, traitor=9),
        ]
        events = events_of(players, first=0)
        assert assert_same(players, 1, first=0)[0] == events[-1].row
        until = events.index(of_kind(Won, events)[0])
        assert [
            event.player for event in of_kind(Declared, events[:until])
        ] == declarers
