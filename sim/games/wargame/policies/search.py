"""The policy ``search`` of Wargame: it plays the battles by looking ahead.

The exact definition
--------------------
*How far.* With six unfought columns or fewer it looks ahead to the end, with more by one battle (:data:`DEPTHS`). Each
battle consists of the attacker's switch and column and the defender's switch, each the best for the player who makes
it. With three columns or fewer (:data:`ALL_SWITCHES`) it tries all switches; with more, only those that change the card
in the column fought for. Where no traitor is possible, the last three battles are thus played perfectly.

*The value of a position* to its attacker is ``WIN`` if the attacker has won, ``-WIN`` if the attacker has lost. Where
the search stops, it is the sum, by :data:`~sim.games.wargame.policies.positions.WEIGHTS`, of: ``tempo``; ``wins`` [the
attacker's] minus ``wins`` [the defender's]; ``chip`` for each chip more than the defender has; ``column`` for each
unfought column in which the attacker's card beats the one opposite, minus those in which it is beaten; ``tie`` for each
with equal cards; ``edge`` times the number of pairs of an unfought card of the attacker's and one of the defender's in
which the attacker's is the stronger, minus those in which it is the weaker, divided by the number of unfought columns
and rounded down; ``runs`` [the attacker's wins] for each four adjacent columns in which the defender has won nothing,
minus the same for the defender. Subtracted is ``traitor`` times the number of the attacker's unfought shooters that may
be traitors, divided by the number of all the attacker's that may be and rounded down; the same for the defender is
added.

*Traitors.* Each of the player's shooters that has not won may be the one that the opponent has kept, all equally
likely, until the opponent declares; values are means over that, rounded down at each of the two declarations, the
loser's first. The opponent is assumed to know what the player has kept.

*Which move.* The one with the highest value; of equal ones the first, in this order: no switch, then the smallest
answer; for columns, the leftmost. The attacker's switch is chosen with the column that is best after it (one of the two
that it changes, unless all switches are tried), and the column is chosen afresh afterwards. If every move loses to the
end, it looks one battle ahead instead.

It draws nothing and does not know the opponent's policy. The weights come from hill climbing: a change was kept
if it won clearly more than half of some thousand games against the weights before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sim.games.wargame.policies.cards import PLACES, SHOOTERS, beats
from sim.games.wargame.policies.positions import (
    WIN,
    Force,
    Position,
    evaluate,
    switches,
    victorious,
)

if TYPE_CHECKING:
    from sim.games.wargame.policies.view import View
    from sim.rng import Words

ALL_SWITCHES = 3
"""With this many unfought columns or fewer, every switch is tried."""

DEPTHS = (0, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1)
"""The number of battles that the search looks ahead, by the number of unfought columns."""


class Sight(NamedTuple):
    """How far, and how wide, the search looks."""

    battles: int  # the number of battles
    wide: bool  # whether all switches are tried


class Window(NamedTuple):
    """The range in which a value must be exact: a value outside it need only be known to be outside."""

    low: int
    high: int

    def turned(self) -> Window:
        """Return the same window from the opponent's side."""
        return Window(-self.high, -self.low)


EVERYTHING = Window(-WIN, WIN)

_Won = Callable[[Force, Force, Window], int]
_Turned = Callable[[Force, Force], int]


def _pairs(
    force: Force, enemy: Force, unfought: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """Return every switch that a player can make."""
    return switches(unfought, enemy.won) if force.chips else ()


def _ways(
    force: Force, enemy: Force, unfought: tuple[int, ...], column: int, sight: Sight
) -> list[Force]:
    """Return a player without and with the switches that are tried when a column is fought for."""
    pairs = (
        pair for pair in _pairs(force, enemy, unfought) if sight.wide or column in pair
    )
    return [force, *(force.switched(*pair) for pair in pairs)]


def worth(position: Position, sight: Sight, window: Window = EVERYTHING) -> int:
    """Return the value of a position to the attacker, who may switch and attacks in the best column."""
    attacker, defender, unfought = position
    low, high = window
    # Winning columns are tried first: this shortens the search and does not change the value.
    for column in sorted(
        unfought, key=lambda column: beats(defender.line[column], attacker.line[column])
    ):
        for way in _ways(attacker, defender, unfought, column, sight):
            low = max(
                low,
                attack_worth(
                    Position(way, defender, unfought), column, sight, Window(low, high)
                ),
            )
            if low >= high:
                return low
    return low


def attack_worth(
    position: Position, column: int, sight: Sight, window: Window = EVERYTHING
) -> int:
    """Return the value to the attacker of an attack on a column; the defender makes the best switch, if any."""
    attacker, defender, unfought = position
    low, high = window
    card = attacker.line[column]
    ways = _ways(defender, attacker, unfought, column, sight)
    for way in sorted(ways, key=lambda way: not beats(way.line[column], card)):
        high = min(
            high,
            battle_worth(
                Position(attacker, way, unfought), column, sight, Window(low, high)
            ),
        )
        if high <= low:
            return high
    return high


def battle_worth(
    position: Position, column: int, sight: Sight, window: Window = EVERYTHING
) -> int:
    """Return the value of a battle to the attacker, once both cards are advanced."""
    attacker, defender, unfought = position
    attack, answer = attacker.line[column], defender.line[column]
    left = tuple(other for other in unfought if other != column)
    holds = beats(answer, attack)
    # From here on the players are the winner and the loser by the cards alone.
    winner, loser = (defender, attacker) if holds else (attacker, defender)
    winning, losing = (answer, attack) if holds else (attack, answer)
    sign = -1 if holds else 1

    def won(force: Force, other: Force, asked: Window) -> int:
        """Return the value to the player with the stronger card of winning."""
        return _after_win(Position(force.winning(column), other, left), sight, asked)

    def turned(force: Force, other: Force) -> int:
        """Return the value to the player with the stronger card of losing by a traitor."""
        return -_after_win(
            Position(other.winning(column), force, left), sight, EVERYTHING
        )

    if winning not in winner.suspects:
        return sign * won(winner, loser, window.turned() if holds else window)
    return _mean(winner, loser, winning, losing, sign, won, turned)


def _mean(
    winner: Force,
    loser: Force,
    winning: int,
    losing: int,
    sign: int,
    won: _Won,
    turned: _Turned,
) -> int:
    """Return the mean value to the attacker of a battle in which a suspect is winning."""
    doubt, doubt_back = (
        len(winner.suspects),
        len(loser.suspects) if losing in loser.suspects else 0,
    )
    worths = []
    if doubt_back != 1:
        worths += [sign * turned(winner.spent(), loser.cleared(losing))] * max(
            doubt_back - 1, 1
        )
    if doubt_back:
        worths.append(sign * won(winner.spent(), loser.spent(), EVERYTHING))
    declared = sum(worths) // len(worths)
    if doubt == 1:
        return declared
    undeclared = sign * won(winner.cleared(winning), loser, EVERYTHING)
    return ((doubt - 1) * undeclared + declared) // doubt


def _after_win(position: Position, sight: Sight, window: Window) -> int:
    """Return the value of a position to the attacker, who has just won a battle."""
    if victorious(position.attacker.won):
        return WIN
    if sight.battles == 1:
        return evaluate(position)
    return worth(position, Sight(sight.battles - 1, sight.wide), window)


# What the policy answers.


def _position(view: View, *, attacks: bool) -> Position:
    """Return the position as the player knows it."""
    nobody: frozenset[int] = frozenset()
    own_suspects = other_suspects = nobody
    if view.kept and not view.other_declared:
        own_suspects = frozenset(
            shooter for shooter in SHOOTERS if view.result[view.own.index(shooter)] != 1
        )
    if view.kept and not view.own_declared:
        other_suspects = frozenset({view.kept})
    own = Force(view.own, frozenset(view.won), view.own_chips, own_suspects)
    other = Force(view.other, frozenset(view.lost), view.other_chips, other_suspects)
    return Position(*((own, other) if attacks else (other, own)), tuple(view.open))


def _sights(view: View) -> Iterator[Sight]:
    """Yield how far to look ahead, and how far if every move loses."""
    unfought = len(view.open)
    yield Sight(DEPTHS[unfought], unfought <= ALL_SWITCHES)
    if DEPTHS[unfought] > 1:
        yield Sight(1, unfought <= ALL_SWITCHES)


def search_attack(view: View, words: Words) -> int:
    """Attack the column of highest value, looking ahead one battle, or to the end with six columns or fewer; no draws.

    The module's text has the exact definition.
    """
    at = _position(view, attacks=True)
    for sight in _sights(view):
        best, choice = -WIN, -1
        for column in at.unfought:
            value = attack_worth(at, column, sight, Window(best, WIN))
            if value > best:
                best, choice = value, column
        if choice >= 0:
            return choice
    return at.unfought[0]


def search_switch(view: View, words: Words) -> int:
    """Make the switch of highest value, looking ahead one battle, or to the end with six columns or fewer; no draws.

    The module's text has the exact definition.
    """
    answer = _best_switch_attacking if view.attacked < 0 else _best_switch_defending
    choice = 0
    for sight in _sights(view):
        best, choice = answer(view, sight)
        if best > -WIN:
            break
    return choice


def _best_switch_attacking(view: View, sight: Sight) -> tuple[int, int]:
    """Return the value of the best switch before an attack, and that switch."""
    attacker, defender, unfought = _position(view, attacks=True)

    def value(force: Force, columns: tuple[int, ...], low: int) -> int:
        for column in columns:
            low = max(
                low,
                attack_worth(
                    Position(force, defender, unfought), column, sight, Window(low, WIN)
                ),
            )
        return low

    best, choice = value(attacker, unfought, -WIN), 0
    for pair in _pairs(attacker, defender, unfought):
        worth_of_pair = value(
            attacker.switched(*pair), unfought if sight.wide else pair, best
        )
        if worth_of_pair > best:
            best, choice = worth_of_pair, PLACES * pair[0] + pair[1]
    return best, choice


def _best_switch_defending(view: View, sight: Sight) -> tuple[int, int]:
    """Return the value to the defender of the best switch, and that switch."""
    at, column = _position(view, attacks=False), view.attacked
    attacker, defender, unfought = at
    best, choice = -battle_worth(at, column, sight), 0
    for pair in _pairs(defender, attacker, unfought):
        if sight.wide or column in pair:
            after = Position(attacker, defender.switched(*pair), unfought)
            worth_of_pair = -battle_worth(after, column, sight, Window(-WIN, -best))
            if worth_of_pair > best:
                best, choice = worth_of_pair, PLACES * pair[0] + pair[1]
    return best, choice
