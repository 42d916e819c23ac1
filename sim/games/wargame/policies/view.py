"""The view of a player of Wargame, and the meaning of a policy's answers.

The record of a user's own policy
---------------------------------
Every part has the same fields, all ``int64``; a value not yet known is 0. Columns are 0 ... 12 from the left.

``own``, ``other``
    (13,) the player's and the opponent's card in each column, fought ones included; 0 for an empty place.
``result``
    (13,) 0 not yet fought, 1 won by the player, -1 lost.
``held``, ``held_count``
    (13,) the cards that the player must still place, ascending, then zeros; and the number of these cards.
``began``
    1 if the player began the deployment, otherwise 0.
``ahead``
    Who is ahead after phase one: 1 the player, -1 the opponent, 0 nobody.
``kept``
    The traitor card that the player keeps, 7, 8 or 9; 0 without traitors.
``own_declared``, ``other_declared``
    The shooters that the player and the opponent have declared traitors; 0 for none.
``own_chips``, ``other_chips``
    The chips that the player and the opponent have left.
``attacked``
    The column in which the player is being attacked; -1 while the player attacks, and before the battles.

The answers of a policy: **deploy** returns ``13 * card + place``, a held card and an empty place; **traitor** returns
7, 8 or 9; **attack** an unfought column; **switch** 0 for no switch, otherwise ``13 * i + j`` for the cards of unfought
columns ``i < j`` that no break separates. The attacker is asked for a switch before being asked where to attack. A
traitor is declared whenever that turns a lost battle; the policies are not asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sim.games.wargame.policies.cards import PLACES, across_a_break
from sim.policies.players import record_type

DEPLOY, TRAITOR, ATTACK, SWITCH = range(4)
"""The places of the parts in a player's policies."""

NO_SWITCH = 0

_LINES = ("own", "other", "result", "held")
_NAMES = "own other result held held_count began ahead kept own_declared other_declared own_chips other_chips attacked"
_RECORD = record_type(_NAMES.split(), dict.fromkeys(_LINES, (PLACES,)))


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees; the fields are those of the record."""

    # For each column the player's card, the opponent's, and the result
    own: tuple[int, ...]
    other: tuple[int, ...]
    result: tuple[int, ...] = (0,) * PLACES
    held: tuple[int, ...] = ()  # the cards that the player must still place, ascending
    # Whether the player began the deployment, and who is ahead after it
    began: bool = False
    ahead: int = 0
    # The player's traitor card, and the shooters that both players have declared
    kept: int = 0
    own_declared: int = 0
    other_declared: int = 0
    # The chips left
    own_chips: int = 0
    other_chips: int = 0
    attacked: int = (
        -1
    )  # the column in which the player is being attacked; -1 while the player attacks

    @property
    def empty(self) -> list[int]:
        """The player's places without a card, from the left."""
        return [place for place in range(PLACES) if not self.own[place]]

    @property
    def open(self) -> list[int]:
        """The unfought columns, from the left."""
        return [column for column in range(PLACES) if not self.result[column]]

    @property
    def won(self) -> set[int]:
        """The columns that the player has won."""
        return {column for column in range(PLACES) if self.result[column] == 1}

    @property
    def lost(self) -> set[int]:
        """The columns that the player has lost."""
        return {column for column in range(PLACES) if self.result[column] == -1}

    def switches(self) -> Iterator[int]:
        """Yield the legal answers about a switch: no switch, and every legal pair of columns."""
        yield NO_SWITCH
        if self.own_chips:
            for low, high in combinations(self.open, 2):
                if not across_a_break(low, high, self.lost):
                    yield PLACES * low + high

    @property
    def held_count(self) -> int:
        """The number of cards that the player must still place."""
        return len(self.held)


def view_type(rules: object) -> np.dtype[Any]:
    """Return the type of the record: the same under all rules and for all parts."""
    return _RECORD
