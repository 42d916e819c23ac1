"""The rulebook of Wargame: switching, and lines that are broken."""

import pytest

import sim
from sim.errors import UserError
from sim.games.wargame.events import (
    Advanced,
    Broken,
    Lines,
    MatchUps,
    Met,
    Switched,
)
from sim.games.wargame.policies.cards import across_a_break
from sim.games.wargame.policies.view import switches
from sim.policies.sets import cards, set_of
from tests.games.wargame.support import (
    BROWN,
    GREEN,
    assert_same,
    breaking,
    events_of,
    scripted,
    view_of,
)
from tests.support.both_ways import of_kind

# Switching.


def test_the_example_of_the_text_green_switches_a_6_opposite_browns_5():
    """Brown's 5 attacks opposite Green's 4; Green's 6 opposite Brown's 2 comes, wins, and Green attacks next."""
    brown = (5, 2, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 1)
    green = (4, 6, 12, 11, 10, 9, 8, 7, 5, 3, 1, 2, 13)
    players = [scripted(brown, attacks=(0,)), scripted(green, switches={(1, 0): 1})]
    events = events_of(players, first=0)
    assert assert_same(players, 1, first=0)[0] == events[-1].row
    assert of_kind(MatchUps, events)[0].attacker == 0
    assert of_kind(Switched, events) == [Switched(1, ((6, 0), (4, 1)), 4)]
    assert of_kind(Met, events)[0] == Met(1, 6, 5, winner=1)
    second = of_kind(Lines, events)[1]
    assert (second.attacker, second.winners[0]) == (1, 1)
    assert (second.lines[0][1], second.lines[1][1]) == (2, 4)
    assert events[-1].row["switches_1"] == 1


def test_the_attacker_may_switch_before_attacking():
    line = tuple(range(1, 14))
    players = [scripted(line, attacks=(0,), switches={(1, -1): 12}), scripted(line)]
    events = events_of(players, first=0)
    assert of_kind(Switched, events)[0] == Switched(0, ((13, 0), (1, 12)), 4)
    assert of_kind(Advanced, events)[0] == Advanced(0, 13, 0)
    # The 1 of the other is a spy and beats the 13.
    assert of_kind(Met, events)[0].winner == 1


def test_each_player_has_the_given_number_of_chips():
    """A player who always switches the two leftmost cards attacks with the 2 on the 1, the 3 on the 2, and so on.

    Four such wins are a run. With fewer chips the 1 is at last in front, and the player
    loses from that battle on.
    """

    def leftmost_two(view, chance):
        unfought = list(cards(view.open))
        return 13 * unfought[0] + unfought[1] if view.attacked < 0 else 0

    line = tuple(range(1, 14))
    for chips, paid in ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4)):
        players = [(*scripted(line)[:3], leftmost_two), scripted(line)]
        row = assert_same(players, 1, chips=chips, traitors=False, first=0)[0]
        assert (row["switches_0"], row["switches_1"]) == (paid, 0)
        assert row["by_run"] or chips < 4


def broken_view(**changes):
    """Return a view in which columns 4 to 6 are lost and the last three are fought: A A A . . . B B B B."""
    result = (0, 0, 0, -1, -1, -1, 0, 0, 0, 0, 1, 1, -1)
    given = {
        "own": BROWN,
        "other": GREEN,
        "result": result,
        "own_chips": 2,
        "other_chips": 2,
        "kept": 9,
    }
    return view_of(**(given | changes))


def test_three_adjacent_losses_break_the_line_as_in_the_figure():
    same_side = [(i, j) for i in range(3) for j in range(i + 1, 3)]
    same_side += [(i, j) for i in range(6, 10) for j in range(i + 1, 10)]
    assert list(switches(broken_view())) == [0, *(13 * i + j for i, j in same_side)]
    # One's own three wins, or three losses that are not adjacent, break nothing.
    unbroken = broken_view(result=(0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, -1, 1))
    apart = broken_view(result=(0, 0, 0, -1, 1, -1, 0, 0, 0, 0, -1, 1, -1))
    for view in (unbroken, apart):
        assert len(list(switches(view))) == 1 + 7 * 6 // 2
    assert list(switches(broken_view(own_chips=0))) == [0]


def test_a_line_can_be_broken_twice():
    lost = {2, 3, 4, 8, 9, 10}
    parts = [[0, 1], [5, 6, 7], [11, 12]]
    for first in range(13):
        for second in range(first + 1, 13):
            if first in lost or second in lost:
                continue
            together = any(first in part and second in part for part in parts)
            assert across_a_break(first, second, set_of(lost)) != together


def test_no_switch_goes_across_the_break():
    legal = 13 * 0 + 4
    across = 13 * 0 + 8
    events = events_of(breaking(legal), first=0, traitors=False)
    assert of_kind(Broken, events)[0] == Broken(1, 5)
    assert of_kind(Switched, events) == [Switched(1, ((5, 0), (1, 4)), 4)]
    assert assert_same(breaking(legal), 1, first=0, traitors=False)[0] == events[-1].row
    with pytest.raises(UserError, match="answers 8 in game 0"):
        events_of(breaking(across), first=0, traitors=False)
    with pytest.raises(UserError, match="answers 8 in game 0"):
        sim.play(
            "wargame",
            1,
            policies=breaking(across),
            rules={"first": 0, "traitors": False, "chips": 5},
        )
    # Before the third win the same switch is legal.
    early = [
        breaking(0)[0],
        scripted(tuple(range(1, 14)), switches={(3, 7): 13 * 2 + 7}),
    ]
    assert of_kind(Switched, events_of(early, first=0, traitors=False))
