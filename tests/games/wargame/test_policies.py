"""Wargame's policies in positions worked by hand."""

import pytest

from sim.contract.policy import seat_name
from sim.errors import UserError
from sim.games.wargame.events import Placed
from sim.games.wargame.policies.cards import PLACES
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.policies.view import ATTACK, DEPLOY, SWITCH, TRAITOR
from tests.games.wargame.support import (
    answer,
    columns,
    events_of,
    rules_of,
    view_of,
)

EMPTY = (0,) * PLACES
ALL = tuple(range(1, 14))


def line(**cards):
    """Return a line with some cards, named by their columns from 1: ``line(c4=9)``."""
    return tuple(cards.get(f"c{column}", 0) for column in range(1, 14))


def deployed(name, view):
    """Return the card and the column, from 1, of a deployment."""
    card, place = divmod(answer(DEPLOY, name, view), PLACES)
    return card, place + 1


# Deploy.


def placed_in_order(policy):
    events = events_of([policy, "random"], first=0)
    turns = [
        event for event in events if isinstance(event, Placed) and event.player == 0
    ]
    return [(card, place + 1) for turn in turns for card, place in turn.cards]


def test_ascending_and_center_lay_their_lines_whatever_the_other_does():
    assert placed_in_order("ascending/nine/random/never") == [
        (card, card) for card in ALL
    ]
    places = (7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12, 1, 13)
    assert placed_in_order("center/nine/random/never") == list(
        zip(range(13, 0, -1), places, strict=True)
    )


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (ALL, (12, 4)),  # the equal card
        ((1, 2, 11, 13), (11, 4)),  # of two as near the lower
        ((1, 2, 9, 13), (13, 4)),  # the nearest
        ((1, 2, 3), (3, 4)),
    ],
)
def test_mirror_goes_opposite_the_highest_uncovered_enemy_card(held, expected):
    """The 13 is covered; the 12 on column 4 is the highest that is not, the 8 on column 2 is lower."""
    view = view_of(line(c1=10), line(c1=13, c2=8, c4=12), held=held)
    assert deployed("mirror", view) == expected


@pytest.mark.parametrize(
    ("enemy", "held", "card"),
    [
        (12, ALL, 1),  # a spy
        (13, (2, 3, 12), 2),
        (12, (3, 11, 13), 13),  # no spy left
        (13, (3, 11, 12), 3),  # nothing beats it: the lowest
        (11, (1, 2, 11, 12, 13), 12),  # a spy does not beat it, nor does an equal card
        (1, (1, 3, 12, 13), 3),  # twelve and thirteen lose to a spy
        (1, (1, 12, 13), 1),
        (1, (2, 12), 2),  # spy against spy goes by number
    ],
)
def test_counter_lays_the_lowest_card_that_beats_the_highest_uncovered(
    enemy, held, card
):
    view = view_of(
        EMPTY, tuple(enemy if place == 8 else 0 for place in range(13)), held=held
    )
    assert deployed("counter", view) == (card, 9)


def test_with_nothing_uncovered_mirror_and_counter_draw_as_random_does():
    for mine, theirs in ((EMPTY, EMPTY), (line(c3=4), line(c3=9))):
        held = tuple(card for card in ALL if card not in mine)
        view = view_of(mine, theirs, held=held)
        for seed in range(10):
            drawn = answer(DEPLOY, "random", view, seed=seed)
            assert answer(DEPLOY, "mirror", view, seed=seed) == drawn
            assert answer(DEPLOY, "counter", view, seed=seed) == drawn


# Traitor.


def shooters_at(**cards):
    """Return a view in which the enemy's shooters lie on columns and win there, unless ``blocked`` covers them."""
    blocked = cards.pop("blocked", 0)
    enemy = {int(column[1:]) - 1: card for column, card in cards.items()}
    rest = iter(card for card in ALL if card not in enemy.values())
    theirs = tuple(
        enemy[column] if column in enemy else next(rest) for column in range(13)
    )
    # A 3 loses to every shooter, a 10 beats them all.
    mine = tuple(10 if theirs[column] == blocked else 3 for column in range(13))
    return view_of(mine, theirs)


@pytest.mark.parametrize(
    ("view", "kept"),
    [
        (shooters_at(c7=8, c5=9, c1=7), 8),  # the centre
        (shooters_at(c6=8, c8=9, c1=7), 9),  # of two as near the higher
        (shooters_at(c6=9, c8=8, c1=7), 9),
        (shooters_at(c5=7, c10=8, c1=9), 7),
        (shooters_at(c7=8, c5=9, c1=7, blocked=8), 9),  # the 8 does not win
        (shooters_at(c7=8, c5=9, c4=7, blocked=9), 8),
    ],
)
def test_hottest_keeps_the_winning_shooter_nearest_the_centre(view, kept):
    assert answer(TRAITOR, "hottest", view) == kept


def test_late_ones_keep_the_same_card_and_say_so():
    for view in (shooters_at(c7=8, c5=9, c1=7), view_of(ALL, ALL)):
        for name in ("random", "nine", "hottest"):
            kept = answer(TRAITOR, name, view, seed=3)
            assert answer(TRAITOR, f"{name}-late", view, seed=3) == 10 + kept


def test_hottest_keeps_the_nine_when_no_enemy_shooter_wins():
    assert answer(TRAITOR, "hottest", view_of(ALL, ALL)) == 9


# Attack.


def facing(*pairs, **more):
    """Return a view of these pairs, own card first, with the columns after them fought unless said otherwise."""
    mine, theirs = columns(*pairs)
    result = (0,) * len(pairs) + (1, -1) * 6
    return view_of(
        mine, theirs, **{"result": result[:13], "own_chips": 5, "other_chips": 5} | more
    )


@pytest.mark.parametrize(
    ("pairs", "column"),
    [
        # 10 wins and only the 12 beats it; 9 wins and 12 and 10 beat it; 13 is beaten
        # by the 1 and loses.
        (((9, 8), (10, 9), (13, 1), (4, 12), (5, 10)), 1),
        # Equal wins: nothing of 6, 5, 4 beats a 6.
        (((5, 4), (6, 6), (3, 5)), 1),
        # Both equally sure: the left one.
        (((7, 5), (8, 6), (1, 9)), 0),
        # Nothing wins: of all the surest.
        (((3, 9), (7, 8), (5, 6)), 1),
        # A 13 that no unfought spy can beat is surer than an 11 that the 12 beats.
        (((11, 3), (13, 12)), 1),
    ],
)
def test_surest(pairs, column):
    assert answer(ATTACK, "surest", facing(*pairs)) == column


RESULT = (1, 0, 1, 0, 0, -1, -1, 0, 1, 1, 0, -1, 0)
"""Runs if won: column 2 gives three, 4 two, 5 one, 8 three, 11 three, 13 one; if lost: 5 and 8 three, 11 and 13 two."""


def position(losing=()):
    """Return a view with those runs; own cards are equal to the enemy's but where they lose, 3 to 9."""
    mine = tuple(3 if column in losing else 9 for column in range(1, 14))
    return view_of(mine, (9,) * 13, result=RESULT)


@pytest.mark.parametrize(
    ("losing", "column"),
    [((), 2), ((2,), 8), ((2, 8), 11), ((2, 8, 11), 4), ((2, 4, 5, 8, 11, 13), 2)],
)
def test_extend(losing, column):
    assert answer(ATTACK, "extend", position(losing)) + 1 == column


@pytest.mark.parametrize(
    ("losing", "column"),
    [((), 5), ((5,), 8), ((5, 8), 11), ((5, 8, 11), 13), ((2, 4, 5, 8, 11, 13), 5)],
)
def test_block(losing, column):
    assert answer(ATTACK, "block", position(losing)) + 1 == column


# Switch.


def test_never_and_an_attacker_do_not_switch():
    view = facing((3, 9), (10, 4), attacked=0)
    assert answer(SWITCH, "never", view) == 0
    for name in ("defend", "decisive"):
        assert answer(SWITCH, name, facing((3, 9), (10, 4))) == 0


@pytest.mark.parametrize(
    ("pairs", "attacked", "expected"),
    [
        (((3, 9), (12, 4), (10, 5), (11, 6)), 0, 13 * 0 + 2),  # the lowest that wins
        (((12, 4), (10, 5), (11, 6), (3, 9)), 3, 13 * 1 + 3),
        (((9, 9), (12, 4), (10, 5)), 0, 13 * 0 + 2),  # equal loses
        (((10, 9), (12, 4)), 0, 0),  # the card in place wins
        (((3, 9), (4, 4), (9, 5)), 0, 0),  # none wins, equal does not
        (((3, 13), (12, 4), (2, 5), (1, 8)), 0, 13 * 0 + 3),  # a spy
        (
            ((13, 1), (12, 4), (2, 5), (3, 8)),
            0,
            13 * 0 + 2,
        ),  # the 2 is the lowest that beats the 1
    ],
)
def test_defend(pairs, attacked, expected):
    assert answer(SWITCH, "defend", facing(*pairs, attacked=attacked)) == expected


MINE = (3, 12, 2, 4, 5, 6, 10, 11, 1, 7, 8, 9, 13)
THEIRS = (9, 1, 2, 10, 11, 12, 3, 4, 5, 6, 7, 8, 13)


def switched(name, fought, attacked=0):
    """The switch on these lines, where a text says which columns are won and lost."""
    signs = {"w": 1, "l": -1, ".": 0}
    result = [signs[sign] for sign in fought.ljust(13, ".")]
    view = view_of(MINE, THEIRS, result=result, own_chips=1, attacked=attacked)
    return answer(SWITCH, name, view)


def test_defend_brings_no_card_across_a_break():
    """Columns 4 to 6 are lost; the 10 and the 11 are beyond, the 12 is on the same side."""
    assert switched("defend", "...lll") == 13 * 0 + 1
    assert switched("defend", ".w.lll") == 0
    assert switched("defend", "...ll") == 13 * 0 + 6


@pytest.mark.parametrize(
    ("fought", "attacked", "switches"),
    [
        ("", 0, False),
        (".l", 0, False),  # a run of two
        (".ll", 0, True),  # three for the attacker
        (".ww", 0, True),  # three for the defender
        (".lwlwlw", 0, False),
        ("ww.w", 2, True),  # four
        ("ll.l", 2, True),
        ("..ww.ww.w.w", 0, True),  # the seventh win
        ("..ll.ll.l.l", 0, True),
        ("..ww.ww.w", 0, False),  # the sixth
        ("..ll.ll.l", 0, False),
    ],
)
def test_decisive_defends_in_battles_for_a_run_of_three_and_for_the_game(
    fought, attacked, switches
):
    defence = switched("defend", fought, attacked)
    assert defence != 0
    assert switched("decisive", fought, attacked) == (defence if switches else 0)


# Names.


def test_the_parts_and_their_policies_are_the_contracts():
    names = [
        (part.name, *(policy.name for policy in part.policies))
        for part in POLICIES.parts
    ]
    assert names == [
        ("deploy", "random", "ascending", "center", "mirror", "counter"),
        (
            "traitor",
            "random",
            "nine",
            "hottest",
            "random-late",
            "nine-late",
            "hottest-late",
        ),
        ("attack", "random", "surest", "extend", "block", "search"),
        ("switch", "never", "defend", "decisive", "search"),
    ]
    assert seat_name(POLICIES.read("random")) == "random/random/random/never"
    assert POLICIES.read("search")[2:] == ("search", "search")
    for part in POLICIES.parts:
        for policy in part.policies:
            assert len(policy.meaning) > 8, policy.name
    with pytest.raises(UserError, match="deploy/traitor/attack/switch"):
        rules_of(["surest", "random"])
    with pytest.raises(UserError, match="mirror"):
        rules_of(["miror/nine/surest/never", "random"])
