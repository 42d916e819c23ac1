"""The policies of Wargame that a player could follow without a computer.

Each is given by its exact definition.

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
    """Place any card still held in any empty column, each equally likely.

    Notes
    -----
    The card is drawn first, ascending, then the column, from left to right.
    """
    card = nth(view.held, draw(view.held_count, chance))
    return PLACES * card + nth(view.empty, draw(view.held_count, chance))


def deploy_ascending(view: View, chance: Any) -> int:
    """Place the cards 1 to 13 in ascending order from the left."""
    return PLACES * lowest(view.held) + lowest(view.empty)


def deploy_center(view: View, chance: Any) -> int:
    """Place the cards from the highest down, from the centre outwards.

    The cards 13, 12, 11 and so on come in the columns 7, 6, 8, 5, 9, 4, 10, 3, 11, 2,
    12, 1, 13.
    """
    return PLACES * highest(view.held) + _FROM_CENTRE[PLACES - view.held_count]


def deploy_mirror(view: View, chance: Any) -> int:
    """Place a card opposite the highest enemy card that has none opposite: the nearest in rank.

    Of two cards equally near, place the lower. If every enemy card has one opposite,
    place any card in any empty column.
    """
    if not view.uncovered:
        return deploy_random(view, chance)
    enemy = highest(view.uncovered)
    return PLACES * nearest(view.held, enemy) + view.other_places[enemy]


def deploy_counter(view: View, chance: Any) -> int:
    """Place a card opposite the highest enemy card that has none opposite: the lowest that beats it.

    If no card beats it, place the lowest. If every enemy card has one opposite, place
    any card in any empty column. The 1 and the 2 beat 12 and 13.
    """
    if not view.uncovered:
        return deploy_random(view, chance)
    enemy = highest(view.uncovered)
    better = view.held & BEATERS[enemy]
    return PLACES * lowest(better if better else view.held) + view.other_places[enemy]


# Traitor: 7, 8 or 9; 10 more if it is declared late.


def traitor_random(view: View, chance: Any) -> int:
    """Make one of the opponent's 7, 8 and 9 the traitor, each equally likely."""
    return SHOOTERS[0] + draw(len(SHOOTERS), chance)


def traitor_nine(view: View, chance: Any) -> int:
    """Make the opponent's 9 the traitor."""
    return 9


def traitor_hottest(view: View, chance: Any) -> int:
    """Make that one of the opponent's 7, 8 and 9 the traitor which wins its battle nearest the centre.

    A card counts if it beats the card opposite; of two equally near, it is the higher
    one. If none of the three beats the card opposite, it is the 9.
    """
    best = 9
    least = PLACES
    for shooter in (9, 8, 7):
        place = view.other_places[shooter]
        away = abs(place - CENTRE)
        if beats(shooter, view.own[place]) and away < least:
            best = shooter
            least = away
    return best


def traitor_random_late(view: View, chance: Any) -> int:
    """Make any of the opponent's 7, 8 and 9 the traitor, each equally likely.

    The traitor is declared late: only in a battle for a run of three or four columns, or
    for the seventh win.
    """
    return LATE + traitor_random(view, chance)


def traitor_nine_late(view: View, chance: Any) -> int:
    """Make the opponent's 9 the traitor.

    The traitor is declared late: only in a battle for a run of three or four columns, or
    for the seventh win.
    """
    return LATE + 9


def traitor_hottest_late(view: View, chance: Any) -> int:
    """Make that one of the opponent's 7, 8 and 9 the traitor which wins its battle nearest the centre.

    Of two equally near, it is the higher; if none of them beats the card opposite, it
    is the 9. The traitor is declared late: only in a battle for a run of three or four
    columns, or for the seventh win.
    """
    return LATE + traitor_hottest(view, chance)


# Attack: an unfought column.


def attack_random(view: View, chance: Any) -> int:
    """Attack any column not fought for yet, each equally likely.

    Notes
    -----
    The column is drawn from those not fought for, from left to right.
    """
    return nth(view.open, draw(count(view.open), chance))


def attack_surest(view: View, chance: Any) -> int:
    """Attack, where the enemy card does not beat one's own, with the card that fewest enemy cards could beat.

    The enemy's cards that have not fought yet are counted. Of several equally good
    columns, take the leftmost. If the enemy card is the stronger in every column left,
    choose in the same way among all of them.
    """
    best = -1
    fewest = PLACES
    for column in cards(favourable(view)):
        stronger = count(view.other_unfought & BEATERS[view.own[column]])
        if stronger < fewest:
            best = column
            fewest = stronger
    return best


def attack_extend(view: View, chance: Any) -> int:
    """Attack, where the enemy card does not beat one's own, the column that would make the longest own run.

    Of several equally good columns, take the leftmost. If the enemy card is the stronger
    in every column left, choose in the same way among all of them.
    """
    return longest_run(favourable(view), view.won)


def attack_block(view: View, chance: Any) -> int:
    """Attack, where the enemy card does not beat one's own, the column that could make the longest enemy run.

    Of several equally good columns, take the leftmost. If the enemy card is the stronger
    in every column left, choose in the same way among all of them.
    """
    return longest_run(favourable(view), view.lost)


def favourable(view: View) -> int:
    """The unfought columns in which the opponent's card does not beat the player's.

    Without one, all unfought columns.
    """
    columns = 0
    for column in cards(view.open):
        if not beats(view.other[column], view.own[column]):
            columns |= 1 << column
    return columns if columns else view.open


def longest_run(columns: int, won: int) -> int:
    """The column of a set with the longest run around it, with those won.

    The leftmost of several.
    """
    best = -1
    most = 0
    for column in cards(columns):
        run = run_with(won, column)
        if run > most:
            best = column
            most = run
    return best


# Switch: 0, or 13 * i + j.


def switch_never(view: View, chance: Any) -> int:
    """Never switch."""
    return 0


def switch_defend(view: View, chance: Any) -> int:
    """When attacked where one's own card does not win, bring in the lowest card that does.

    It is a card that has not fought yet, and it may not come from beyond a break in the
    line. An equal card does not win. Otherwise, and when attacking, do not switch.
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
    """Switch to save a battle that would give either side a run of three or more, or the seventh win.

    To save it, bring in the lowest unfought card that wins and does not come from
    beyond a break in the line. Otherwise, and when attacking, do not switch.
    """
    at = view.attacked
    if at >= 0 and (is_decisive(view.won, at) or is_decisive(view.lost, at)):
        return switch_defend(view, chance)
    return 0


def is_decisive(won: int, column: int) -> bool:
    """Whether winning a column gives a player a run of three or more, or the seventh win."""
    return run_with(won, column) >= BREAK or count(won) + 1 >= ENOUGH
