"""The rulebook of WarGops: how a game ends, sessions, and what follows from the rules without any program."""

import pytest

from sim.games.wargops.events import (
    NextGame,
    NobodySurvives,
    Played,
    Position,
    Retired,
    Survives,
    TrickWon,
)
from sim.games.wargops.rules import WarGopsRules
from tests.games.wargops.support import (
    AL,
    CY,
    NAMES,
    by_trick,
    events,
    played_rows,
    rules_of,
    scripted,
    told_row,
)
from tests.support.both_ways import of_kind

# The end of a game.


def test_a_player_holds_91_points_at_the_beginning():
    assert sum(WarGopsRules().full_hand) == 91


def test_the_last_player_with_cards_scores_them():
    """Al beats Bo's last card and collects it."""
    rules = rules_of([scripted(9), "low"])
    course = events(rules, [(2, 5, 9), (4,)])
    assert of_kind(Survives, course) == [Survives(AL, (), 2 + 5 + 4)]
    assert course[-1].row == {
        "winner": 0,
        "ending": "survivor",
        "points_0": 11,
        "points_1": 0,
        "survivor": 0,
        "tricks": 1,
        "ties": 0,
        "orphaned": 0,
    }


def test_a_player_who_wins_a_trick_with_the_last_card_is_still_in():
    course = events(rules_of(["low", scripted(3)]), [(8,), (3, 4, 9)])
    assert by_trick(course)[0] == (TrickWon(AL, 8, (3,)),)
    assert not of_kind(Retired, course[:4])


@pytest.mark.parametrize(
    ("last_pot", "points", "orphaned"), [("survivor", 2 + 9, 0), ("orphan", 2, 1)]
)
def test_the_last_pot(last_pot, points, orphaned):
    """Bo's last card ties; only Al could win the pot."""
    for ties in ("award-later", "replace"):
        rules = rules_of([scripted(9), "low"], last_pot=last_pot, ties=ties)
        row = told_row(rules, [(2, 9), (9,)])
        if ties == "award-later":
            assert (row["points_0"], row["orphaned"], row["tricks"], row["ties"]) == (
                points,
                orphaned,
                1,
                1,
            )
        else:
            # Al's replacement is the only card face up: it is trashed, and Al wins both
            # nines.
            assert (row["points_0"], row["orphaned"], row["tricks"], row["ties"]) == (
                18,
                0,
                1,
                1,
            )
        assert played_rows(rules_of([scripted(9), "low"], last_pot=last_pot, ties=ties), 1,
                           hands=[(2, 9), (9,)]) == [row]  # fmt: skip


@pytest.mark.parametrize("last_pot", ["survivor", "orphan"])
def test_a_pot_that_the_survivor_cannot_win_goes_to_nobody(last_pot):
    """Al and Bo tie with their last cards, Cy survives."""
    rules = rules_of(["low", "low", scripted(2)], players=3, last_pot=last_pot)
    row = told_row(rules, [(9,), (9,), (2, 5)])
    assert (row["survivor"], row["points_2"], row["orphaned"]) == (CY, 5, 2)


def test_the_last_trick_is_an_entire_tie():
    course = events(rules_of(["low", "low"]), [(7,), (7,)])
    assert of_kind(NobodySurvives, course)
    assert course[-1].row["orphaned"] == 1
    assert course[-1].row["ending"] == "none"
    assert course[-1].row["winner"] == course[-1].row["survivor"] == -1


# What follows without any program.


@pytest.mark.parametrize(
    "name", [name for name in NAMES if not name.startswith("random")]
)
@pytest.mark.parametrize(
    ("players", "ranks", "copies"), [(2, 13, 1), (2, 5, 3), (3, 6, 1), (8, 4, 2)]
)
def test_a_deterministic_policy_against_itself_scores_nothing(
    name, players, ranks, copies
):
    """Every trick is an entire tie: one trick for each card of a hand, or one single trick with replacements."""
    cards = ranks * copies
    for ties, tricks, orphaned in (
        ("award-later", cards, (players - 1) * cards),
        ("replace", 1, players * cards),
    ):
        rules = rules_of(
            [name] * players, players=players, ranks=ranks, copies=copies, ties=ties
        )
        expected = {
            "winner": -1,
            "ending": "none",
            **{f"points_{player}": 0 for player in range(players)},
            "survivor": -1,
            "tricks": tricks,
            "ties": cards,
            "orphaned": orphaned,
        }
        assert told_row(rules) == expected
        assert played_rows(rules, 1) == [expected]


def test_high_against_low_worked_by_hand():
    """Al begins 3 2 1, Bo 1 2 3."""
    rules = rules_of(["high", "low"], ranks=3)
    course = events(rules)
    assert [event.cards for event in of_kind(Played, course)] == [
        {0: 3, 1: 1},
        {0: 2, 1: 2},
        {0: 1, 1: 3},
        {0: 1, 1: 1},
    ]
    # 3 takes 1; 2 and 2 tie, a 2 waits; Bo's 3 takes 1 and the 2; 1 and 1 tie with Al's
    # last card.
    assert course[-1].row == {
        "winner": 1,
        "ending": "survivor",
        "points_0": 0,
        "points_1": 2 + 1,
        "survivor": 1,
        "tricks": 4,
        "ties": 2,
        "orphaned": 0,
    }


# Sessions.


def test_a_session_totals_its_games_and_goes_on_drawing():
    for number in range(20):
        course = events(rules_of(session=3, ranks=5), number=number)
        games = of_kind(NextGame, course)
        assert [game.game for game in games] == [1, 2, 3]
        row = course[-1].row
        survivals = of_kind(Survives, course)
        for player in range(2):
            scored = sum(event.points for event in survivals if event.player == player)
            assert row[f"points_{player}"] == scored
        assert row["tricks"] == sum(
            event.trick > 0 for event in of_kind(Position, course)
        )
        # The first of them is the game that is played alone.
        alone = events(rules_of(ranks=5), number=number)
        assert course[1 : len(alone)] == alone[:-1]
        # The others go on drawing: three equal games would be a rare accident.
        assert len({tuple(map(str, game)) for game in by_game(course)}) > 1


def by_game(course):
    games = []
    for event in course:
        if isinstance(event, NextGame):
            games.append([])
        else:
            games[-1].append(event)
    return games


def test_a_session_is_won_by_most_points_and_its_survivor_is_the_last_games():
    differ = 0
    for number in range(60):
        row = told_row(rules_of(session=2, ranks=4), number=number)
        points = row["points_0"], row["points_1"]
        assert row["winner"] == (
            -1 if points[0] == points[1] else points.index(max(points))
        )
        differ += row["survivor"] != row["winner"]
        assert row["ending"] == ("none" if row["survivor"] == -1 else "survivor")
    assert differ
