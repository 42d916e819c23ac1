"""The policies of Wargame that a player could follow without a computer, each by its exact definition.

They judge which columns would be won by the cards alone, and take no account of traitors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.games.wargame.policies.cards import (
    BREAK,
    CENTRE,
    ENOUGH,
    PLACES,
    SHOOTERS,
    across_a_break,
    beats,
    run_with,
)

if TYPE_CHECKING:
    from sim.games.wargame.policies.view import View
    from sim.rng import Words

_FROM_CENTRE = (6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0, 12)


# Deploy: 13 * card + place.


def deploy_random(view: View, words: Words) -> int:
    """Draw a card uniformly from those held, ascending, then a place uniformly from the empty places, left to right."""
    card = view.held[words.below(len(view.held))]
    empty = view.empty
    return PLACES * card + empty[words.below(len(empty))]


def deploy_ascending(view: View, words: Words) -> int:
    """Place 1, 2, ... 13 on the columns from the left."""
    return PLACES * view.held[0] + view.empty[0]


def deploy_center(view: View, words: Words) -> int:
    """Place 13, 12, ... 1 from the centre outwards: on columns 7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12, 1, 13."""
    return PLACES * view.held[-1] + _FROM_CENTRE[PLACES - len(view.held)]


def deploy_mirror(view: View, words: Words) -> int:
    """Meet the highest uncovered enemy card with the nearest one held, the lower of two; none uncovered: as random."""
    return _opposite(
        view,
        words,
        lambda enemy: min(view.held, key=lambda card: (abs(card - enemy), card)),
    )


def deploy_counter(view: View, words: Words) -> int:
    """Meet the highest uncovered enemy card with the lowest that beats it, or the lowest; none uncovered: as random.

    So a spy meets 12 and 13.
    """
    return _opposite(
        view,
        words,
        lambda enemy: next(
            (card for card in view.held if beats(card, enemy)), view.held[0]
        ),
    )


def _opposite(view: View, words: Words, answer: Callable[[int], int]) -> int:
    uncovered = [view.other[place] for place in view.empty if view.other[place]]
    if not uncovered:
        return deploy_random(view, words)
    enemy = max(uncovered)
    return PLACES * answer(enemy) + view.other.index(enemy)


# Traitor: 7, 8 or 9.


def traitor_random(view: View, words: Words) -> int:
    """Draw one of 7, 8 and 9 uniformly."""
    return SHOOTERS[words.below(len(SHOOTERS))]


def traitor_nine(view: View, words: Words) -> int:
    """Keep the 9."""
    return 9


def traitor_hottest(view: View, words: Words) -> int:
    """Keep the enemy shooter that wins its match-up nearest the centre, of two as near the higher; else the 9."""
    places = {shooter: view.other.index(shooter) for shooter in SHOOTERS}
    winning = [
        shooter for shooter in SHOOTERS if beats(shooter, view.own[places[shooter]])
    ]
    return min(
        winning,
        key=lambda shooter: (abs(places[shooter] - CENTRE), -shooter),
        default=9,
    )


# Attack: an unfought column.


def attack_random(view: View, words: Words) -> int:
    """Draw uniformly from the unfought columns, left to right."""
    return view.open[words.below(len(view.open))]


def attack_surest(view: View, words: Words) -> int:
    """Of the columns now won (or tied), else of all, the one whose card the fewest unfought enemies beat; leftmost."""
    enemies = [view.other[column] for column in view.open]
    return _attack(
        view, lambda column: sum(beats(enemy, view.own[column]) for enemy in enemies)
    )


def attack_extend(view: View, words: Words) -> int:
    """Of the columns now won (or tied), else of all, the one that gives the longest own run if won; leftmost."""
    return _attack(view, lambda column: -run_with(view.won, column))


def attack_block(view: View, words: Words) -> int:
    """Of the columns now won (or tied), else of all, the one that gives the longest enemy run if lost; leftmost."""
    return _attack(view, lambda column: -run_with(view.lost, column))


def _attack(view: View, last: Callable[[int], int]) -> int:
    def order(column: int) -> tuple[bool, int, int]:
        return beats(view.other[column], view.own[column]), last(column), column

    return min(view.open, key=order)


# Switch: 0, or 13 * i + j.


def switch_never(view: View, words: Words) -> int:
    """Never switch."""
    return 0


def switch_defend(view: View, words: Words) -> int:
    """As defender whose card does not win, bring in the lowest own unfought card that does and is not across a break.

    An equal card does not win. Otherwise, and as attacker, do not switch.
    """
    at = view.attacked
    if at < 0 or beats(view.own[at], view.other[at]):
        return 0
    winning = [
        column
        for column in view.open
        if beats(view.own[column], view.other[at])
        and not across_a_break(at, column, view.lost)
    ]
    if not winning:
        return 0
    low, high = sorted((at, min(winning, key=lambda column: view.own[column])))
    return PLACES * low + high


def switch_decisive(view: View, words: Words) -> int:
    """Switch as defend, but only if this battle would give either side a run of three or more, or the seventh win."""
    at = view.attacked
    if at < 0:
        return 0
    for won in (view.won, view.lost):
        if run_with(won, at) >= BREAK or len(won) + 1 >= ENOUGH:
            return switch_defend(view, words)
    return 0
