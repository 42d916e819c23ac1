"""The policy ``search`` of Wargame: it plays the battles by looking ahead.

What it does, exactly
---------------------
*How far.* With n columns unfought it looks :data:`DEPTHS` [n] battles ahead; with four or fewer that is to the end. Each
battle is the attacker's switch and column and the defender's switch, both best for whoever makes them. Of switches it
tries, with four columns or fewer, all; with more those that change the card of the column fought for.

*What a position is worth* to its attacker: ``WIN`` if he has won, ``-WIN`` if he has lost, and where the search ends, all
weights being those of :data:`WEIGHTS`: ``tempo``; ``wins`` [his] less ``wins`` [the defender's]; ``chip`` for each chip
more; ``column`` for each unfought column in which his card beats the one opposite, less those in which it is beaten;
``tie`` for each with equal cards; ``edge`` times (the pairs of an unfought card of his and one of the defender's in which
his is the stronger, less those in which it is the weaker) divided by the unfought columns, rounded down; for each four
adjacent columns in which the defender has won nothing and he one, two or three, ``runs``, less the same of the
defender; and for each unfought shooter of his that may be a traitor, ``traitor`` shared equally among all that may be,
rounded down, off, and the same of the defender's on.

*Traitors.* Each of the player's shooters with which he has not won may be the one that the other has kept, all equally
likely, until the other declares; values are means over that, rounded down at each of the two declarations, the loser's
first. The other is taken to know what the player has kept.

*Which move.* The one worth most; of equals the first, in the order: no switch, then the smallest answer; for columns the
leftmost. The attacker's switch is chosen with the column that is best after it (of the two that it changes, unless all
switches are tried), and the column is chosen anew afterwards. If every move loses within sight, it looks one battle
ahead instead.

It draws nothing, and knows the rules' answers to each of its moves but not the policy of the opponent. The weights come
from hill climbing: a change was kept if it won more than half of some thousand games against the weights before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sim.policies.wargame_cards import ENOUGH, PLACES, RUN, SHOOTERS, across_a_break, beats, run_with

if TYPE_CHECKING:
    from sim.policies.wargame import View
    from sim.rng import Words

WIN = 1 << 20
"""The worth of a game that is won: more than any sum of weights."""

ALL_SWITCHES = 4
"""With so many unfought columns or fewer every switch is tried."""

DEPTHS = (0, 4, 4, 4, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1)
"""How many battles the search looks ahead, by the unfought columns."""


class Weights(NamedTuple):
    """What features of a position are worth."""

    tempo: int
    chip: int
    column: int
    tie: int
    edge: int
    traitor: int
    runs: tuple[int, int, int, int]
    wins: tuple[int, ...]


WEIGHTS = Weights(
    tempo=150,
    chip=150,
    column=40,
    tie=0,
    edge=10,
    traitor=60,
    runs=(0, 5, 20, 150),
    wins=(0, 100, 200, 300, 420, 560, 750),
)

_STRONGER = tuple(
    tuple(beats(card, other) - beats(other, card) for other in range(PLACES + 1)) for card in range(PLACES + 1)
)
"""1 where the first card is the stronger one, -1 where the second is."""


@dataclass(frozen=True, slots=True)
class Force:
    """One player in a position that is thought of.

    Attributes
    ----------
    line
        His cards by column, fought ones too.
    won
        The columns that he has won.
    chips
        His chips.
    suspects
        The shooters of his that may be traitors, all equally likely.
    """

    line: tuple[int, ...]
    won: frozenset[int]
    chips: int
    suspects: frozenset[int]

    def switched(self, low: int, high: int) -> Force:
        """Return the player after a switch."""
        line = list(self.line)
        line[low], line[high] = line[high], line[low]
        return replace(self, line=tuple(line), chips=self.chips - 1)

    def cleared(self, card: int) -> Force:
        """Return the player after a card of his has won undeclared: it is no traitor."""
        return replace(self, suspects=self.suspects - {card})

    def spent(self) -> Force:
        """Return the player after a card of his was declared: no other is a traitor."""
        return replace(self, suspects=frozenset())

    @property
    def victorious(self) -> bool:
        """Whether he has won the game."""
        return len(self.won) >= ENOUGH or any(run_with(self.won, column) >= RUN for column in self.won)


@dataclass(frozen=True, slots=True)
class Position:
    """A position before a battle, or in the middle of one.

    Attributes
    ----------
    attacker, defender
        Both players.
    unfought
        The unfought columns.
    """

    attacker: Force
    defender: Force
    unfought: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """How far, and how wide, the search looks.

    Attributes
    ----------
    battles
        How many battles.
    wide
        Whether all switches are tried.
    """

    battles: int
    wide: bool

    @property
    def next(self) -> Sight:
        """The sight after one battle."""
        return Sight(self.battles - 1, self.wide)


def _switches(force: Force, enemy: Force, unfought: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield every switch that a player can make, in the order of the answers."""
    if force.chips:
        for low, high in combinations(unfought, 2):
            if not across_a_break(low, high, enemy.won):
                yield low, high


def _ways(force: Force, enemy: Force, unfought: tuple[int, ...], column: int, *, wide: bool) -> Iterator[Force]:
    """Yield a player without and with the switches that are tried when a column is fought for."""
    yield force
    for pair in _switches(force, enemy, unfought):
        if wide or column in pair:
            yield force.switched(*pair)


def worth(position: Position, sight: Sight, low: int = -WIN, high: int = WIN) -> int:
    """Return what a position is worth to the attacker, who may switch and attacks where it is best.

    A worth outside ``low ... high`` is only known to be outside.
    """
    attacker, defender, unfought = position.attacker, position.defender, position.unfought
    for column in unfought:
        for way in _ways(attacker, defender, unfought, column, wide=sight.wide):
            low = max(low, _attack_worth(way, defender, unfought, column, sight, low, high))
            if low >= high:
                return low
    return low


def _attack_worth(
    attacker: Force,
    defender: Force,
    unfought: tuple[int, ...],
    column: int,
    sight: Sight,
    low: int = -WIN,
    high: int = WIN,
) -> int:
    """Return what an attack on a column is worth to the attacker: the defender may switch as is best for him."""
    for way in _ways(defender, attacker, unfought, column, wide=sight.wide):
        high = min(high, _battle_worth(attacker, way, unfought, column, sight, low, high))
        if high <= low:
            return high
    return high


def _battle_worth(
    attacker: Force,
    defender: Force,
    unfought: tuple[int, ...],
    column: int,
    sight: Sight,
    low: int = -WIN,
    high: int = WIN,
) -> int:
    """Return what a battle is worth to the attacker, both cards being advanced."""
    attack, answer = attacker.line[column], defender.line[column]
    left = tuple(other for other in unfought if other != column)

    def after(one: Force, other: Force, *, attacker_wins: bool, within: tuple[int, int]) -> int:
        if attacker_wins:
            return _after_win(replace(one, won=one.won | {column}), other, left, sight, *within)
        return -_after_win(replace(other, won=other.won | {column}), one, left, sight, -within[1], -within[0])

    if beats(answer, attack):
        # The attacker is losing and may declare; then the defender may.
        first, second = (defender, answer), (attacker, attack)
    else:
        first, second = (attacker, attack), (defender, answer)
    attacker_wins = first[0] is attacker

    def told(winner: Force, loser: Force) -> tuple[Force, Force]:
        return (winner, loser) if attacker_wins else (loser, winner)

    winner, winning = first
    loser, losing = second
    cleared = told(winner.cleared(winning), loser)
    if winning not in winner.suspects:
        return after(*cleared, attacker_wins=attacker_wins, within=(low, high))
    everything = (-WIN, WIN)
    turned = told(winner.spent(), loser.cleared(losing))
    both = told(winner.spent(), loser.spent())
    odds = len(loser.suspects) if losing in loser.suspects else 0
    if odds == 0:
        declared = after(*turned, attacker_wins=not attacker_wins, within=everything)
    elif odds == 1:
        declared = after(*both, attacker_wins=attacker_wins, within=everything)
    else:
        once = after(*turned, attacker_wins=not attacker_wins, within=everything)
        twice = after(*both, attacker_wins=attacker_wins, within=everything)
        declared = ((odds - 1) * once + twice) // odds
    suspects = len(winner.suspects)
    if suspects == 1:
        return declared
    undeclared = after(*cleared, attacker_wins=attacker_wins, within=everything)
    return ((suspects - 1) * undeclared + declared) // suspects


def _after_win(winner: Force, loser: Force, left: tuple[int, ...], sight: Sight, low: int, high: int) -> int:
    """Return what a position is worth to the winner of the battle before it."""
    if winner.victorious:
        return WIN
    position = Position(winner, loser, left)
    return evaluate(position) if sight.battles == 1 else worth(position, sight.next, low, high)


def evaluate(position: Position) -> int:
    """Return what a position is worth to the attacker by its features alone."""
    one, other, unfought = position.attacker, position.defender, position.unfought
    columns = [_STRONGER[one.line[column]][other.line[column]] for column in unfought]
    mine, his = (frozenset(force.line[column] for column in unfought) for force in (one, other))
    return (
        WEIGHTS.tempo
        + WEIGHTS.wins[len(one.won)]
        - WEIGHTS.wins[len(other.won)]
        + WEIGHTS.chip * (one.chips - other.chips)
        + WEIGHTS.column * sum(columns)
        + WEIGHTS.tie * columns.count(0)
        + WEIGHTS.edge * _edge(mine, his) // len(unfought)
        + _runs(one.won, other.won)
        - _runs(other.won, one.won)
        - _suspicion(one, mine)
        + _suspicion(other, his)
    )


@lru_cache(maxsize=4096)
def _edge(mine: frozenset[int], his: frozenset[int]) -> int:
    return sum(_STRONGER[card][other] for card in mine for other in his)


@lru_cache(maxsize=4096)
def _runs(won: frozenset[int], lost: frozenset[int]) -> int:
    fours = [range(start, start + RUN) for start in range(PLACES - RUN + 1)]
    return sum(
        WEIGHTS.runs[sum(column in won for column in four)] for four in fours if not lost.intersection(four)
    )


def _suspicion(force: Force, cards: frozenset[int]) -> int:
    if not force.suspects:
        return 0
    return WEIGHTS.traitor * len(force.suspects & cards) // len(force.suspects)


# What the policy answers.


def _position(view: View, *, attacks: bool) -> Position:
    """Return the position as the player knows it."""
    traitors = view.kept > 0
    mine = {shooter for shooter in SHOOTERS if view.result[view.own.index(shooter)] != 1}
    own = Force(
        view.own,
        frozenset(view.won),
        view.own_chips,
        frozenset(mine if traitors and not view.other_declared else ()),
    )
    other = Force(
        view.other,
        frozenset(view.lost),
        view.other_chips,
        frozenset({view.kept} if traitors and not view.own_declared else ()),
    )
    return Position(*((own, other) if attacks else (other, own)), tuple(view.open))


def _sights(unfought: tuple[int, ...]) -> Iterator[Sight]:
    """Yield how far to look, and how far if everything loses."""
    wide = len(unfought) <= ALL_SWITCHES
    yield Sight(DEPTHS[len(unfought)], wide)
    if DEPTHS[len(unfought)] > 1:
        yield Sight(1, wide)


def search_attack(view: View, words: Words) -> int:
    """Look some battles ahead, to the end with four columns left, and take the column worth most; draws nothing.

    The module has the exact definition.
    """
    at = _position(view, attacks=True)
    for sight in _sights(at.unfought):
        best, choice = -WIN, -1
        for column in at.unfought:
            value = _attack_worth(at.attacker, at.defender, at.unfought, column, sight, best)
            if value > best:
                best, choice = value, column
        if choice >= 0:
            return choice
    return at.unfought[0]


def search_switch(view: View, words: Words) -> int:
    """Look some battles ahead, to the end with four columns left, and make the switch worth most; draws nothing.

    The module has the exact definition.
    """
    answer = _best_switch_attacking if view.attacked < 0 else _best_switch_defending
    choice = 0
    for sight in _sights(tuple(view.open)):
        best, choice = answer(view, sight)
        if best > -WIN:
            break
    return choice


def _best_switch_attacking(view: View, sight: Sight) -> tuple[int, int]:
    """Return what the best switch before an attack is worth, and which it is."""
    at = _position(view, attacks=True)

    def value(force: Force, columns: tuple[int, ...], low: int) -> int:
        for column in columns:
            low = max(low, _attack_worth(force, at.defender, at.unfought, column, sight, low))
        return low

    best, choice = value(at.attacker, at.unfought, -WIN), 0
    for low, high in _switches(at.attacker, at.defender, at.unfought):
        columns = at.unfought if sight.wide else (low, high)
        found = value(at.attacker.switched(low, high), columns, best)
        if found > best:
            best, choice = found, PLACES * low + high
    return best, choice


def _best_switch_defending(view: View, sight: Sight) -> tuple[int, int]:
    """Return what the best switch of a defender is worth to him, and which it is."""
    at, column = _position(view, attacks=False), view.attacked
    best = -_battle_worth(at.attacker, at.defender, at.unfought, column, sight)
    choice = 0
    for low, high in _switches(at.defender, at.attacker, at.unfought):
        if sight.wide or column in (low, high):
            force = at.defender.switched(low, high)
            found = -_battle_worth(at.attacker, force, at.unfought, column, sight, -WIN, -best)
            if found > best:
                best, choice = found, PLACES * low + high
    return best, choice
