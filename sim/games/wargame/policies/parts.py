"""The policies of Wargame that a player could follow without a computer, each by its exact definition.

They judge which columns would be won by the cards alone, and take no account of
traitors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.games.wargame.policies.cards import (
    BEATERS,
    BREAK,
    CENTRE,
    ENOUGH,
    PLACES,
    SHOOTERS,
    across_a_break,
    beats,
    run_with,
)
from sim.games.wargame.policies.view import LATE
from sim.policies.chance import draw
from sim.policies.sets import cards, count, highest, lowest, nearest, nth

if TYPE_CHECKING:
    from sim.games.wargame.policies.view import View

_FROM_CENTRE = (6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12)


# Deploy: 13 * card + place.


def deploy_random(view: View, chance: Any) -> int:
    """Draw a card uniformly from those held, ascending, then a place uniformly from the empty places, left to right."""
    card = nth(view.held, draw(view.held_count, chance))
    return PLACES * card + nth(view.empty, draw(view.held_count, chance))


def deploy_ascending(view: View, chance: Any) -> int:
    """Place 1, 2, ... 13 on the columns from the left."""
    return PLACES * lowest(view.held) + lowest(view.empty)


def deploy_center(view: View, chance: Any) -> int:
    """Place the cards from the highest down, from the centre outwards.

    13, 12, 11, ... come on columns 7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12, 1, 13.
    """
    return PLACES * highest(view.held) + _FROM_CENTRE[PLACES - view.held_count]


def deploy_mirror(view: View, chance: Any) -> int:
    """Meet the highest uncovered enemy card with the nearest one held, the lower of two; none uncovered: as random."""
    if not view.uncovered:
        return deploy_random(view, chance)
    enemy = highest(view.uncovered)
    return PLACES * nearest(view.held, enemy) + view.other_places[enemy]


def deploy_counter(view: View, chance: Any) -> int:
    """Meet the highest uncovered enemy card with the lowest that beats it, or the lowest; none uncovered: as random.

    So a spy meets 12 and 13.
    """
    if not view.uncovered:
        return deploy_random(view, chance)
    enemy = highest(view.uncovered)
    better = view.held & BEATERS[enemy]
    return PLACES * lowest(better if better else view.held) + view.other_places[enemy]


# Traitor: 7, 8 or 9; 10 more if it is declared late.


def traitor_random(view: View, chance: Any) -> int:
    """Draw one of 7, 8 and 9 uniformly."""
    return SHOOTERS[0] + draw(len(SHOOTERS), chance)


def traitor_nine(view: View, chance: Any) -> int:
    """Keep the 9."""
    return 9


def traitor_hottest(view: View, chance: Any) -> int:
    """Keep the enemy shooter that wins its match-up nearest the centre, of two as near the higher; else the 9."""
    best, least = 9, PLACES
    for shooter in (9, 8, 7):
        place = view.other_places[shooter]
        away = abs(place - CENTRE)
        if beats(shooter, view.own[place]) and away < least:
            best, least = shooter, away
    return best


def traitor_random_late(view: View, chance: Any) -> int:
    """Keep a card as random, and declare it only in a battle for a run of three or four, or for the seventh win."""
    return LATE + traitor_random(view, chance)


def traitor_nine_late(view: View, chance: Any) -> int:
    """Keep the 9, and declare it only in a battle for a run of three or four, or for the seventh win."""
    return LATE + 9


def traitor_hottest_late(view: View, chance: Any) -> int:
    """Keep a card as hottest, and declare it only in a battle for a run of three or four, or for the seventh win."""
    return LATE + traitor_hottest(view, chance)


# Attack: an unfought column.


def attack_random(view: View, chance: Any) -> int:
    """Draw uniformly from the unfought columns, left to right."""
    return nth(view.open, draw(count(view.open), chance))


def attack_surest(view: View, chance: Any) -> int:
    """Of the columns now won (or tied), else of all, the one whose card the fewest unfought enemies beat; leftmost."""
    best, fewest = -1, PLACES
    for column in cards(favourable(view)):
        stronger = count(view.other_unfought & BEATERS[view.own[column]])
        if stronger < fewest:
            best, fewest = column, stronger
    return best


def attack_extend(view: View, chance: Any) -> int:
    """Of the columns now won (or tied), else of all, the one that gives the longest own run if won; leftmost."""
    return longest_run(favourable(view), view.won)


def attack_block(view: View, chance: Any) -> int:
    """Of the columns now won (or tied), else of all, the one that gives the longest enemy run if lost; leftmost."""
    return longest_run(favourable(view), view.lost)


def favourable(view: View) -> int:
    """The unfought columns in which the opponent's card does not beat the player's; without one, all unfought."""
    columns = 0
    for column in cards(view.open):
        if not beats(view.other[column], view.own[column]):
            columns |= 1 << column
    return columns if columns else view.open


def longest_run(columns: int, won: int) -> int:
    """The column of a set with the longest run around it, with those won.

    The leftmost of several.
    """
    best, most = -1, 0
    for column in cards(columns):
        run = run_with(won, column)
        if run > most:
            best, most = column, run
    return best


# Switch: 0, or 13 * i + j.


def switch_never(view: View, chance: Any) -> int:
    """Never switch."""
    return 0


def switch_defend(view: View, chance: Any) -> int:
    """As defender whose card does not win, bring in the lowest own unfought card that does and is not across a break.

    An equal card does not win. Otherwise, and as attacker, do not switch.
    """
    at = view.attacked
    if at < 0 or beats(view.own[at], view.other[at]):
        return 0
    winning = view.unfought & BEATERS[view.other[at]]
    while winning:
        column = view.places[lowest(winning)]
        if not across_a_break(at, column, view.lost):
            return PLACES * min(at, column) + max(at, column)
        winning &= winning - 1
    return 0


def switch_decisive(view: View, chance: Any) -> int:
    """Switch to save a battle, but only one that would give either side a run of three or more, or the seventh win."""
    at = view.attacked
    if at >= 0 and (is_decisive(view.won, at) or is_decisive(view.lost, at)):
        return switch_defend(view, chance)
    return 0


def is_decisive(won: int, column: int) -> bool:
    """Whether winning a column gives a player a run of three or more, or the seventh win."""
    return run_with(won, column) >= BREAK or count(won) + 1 >= ENOUGH
