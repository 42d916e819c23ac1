"""The view of a player of Wargame, and the meaning of a policy's answers.

The answers of a policy: **deploy** returns ``13 * card + place``, a held card and an
empty place; **traitor** returns 7, 8 or 9, the card that it keeps, or 10 more to
declare it late; **attack** an unfought column; **switch** 0 for no switch, otherwise
``13 * i + j`` for the cards of unfought columns ``i < j`` that no break separates. The
attacker is asked for a switch before being asked where to attack. A traitor is declared
whenever that turns a lost battle, a late one only if the battle would give its winner a
run of three or four, or the seventh win; the policies are not asked.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from sim.games.wargame.policies.cards import PLACES, SHOOTERS, across_a_break
from sim.policies.players import record_type
from sim.policies.sets import cards

DEPLOY, TRAITOR, ATTACK, SWITCH = range(4)
"""The places of the parts in a player's policies."""

NO_SWITCH = 0

LATE = 10
"""The number added to the card that a player keeps to declare late."""

KEEPING = (*SHOOTERS, *(LATE + shooter for shooter in SHOOTERS))
"""The answers of a policy about a traitor."""


class View(NamedTuple):
    """What a player sees: a record of int64 fields, the same for all parts, in games by the rulebook and compiled.

    Columns are 0 ... 12 from the left; sets of columns, places and cards are bit masks.

    Attributes
    ----------
    own, other
        (13,) The player's and the opponent's card in each column, fought ones included;
        0 for an empty place.
    places, other_places
        (14,) The column of each of the player's and the opponent's cards, at the place
        of its number; 0 if not placed.
    held, held_count
        The set of cards that the player must still place, and their number.
    empty
        The set of the player's places without a card.
    uncovered
        The set of the opponent's cards opposite empty places.
    open
        The set of unfought columns.
    unfought, other_unfought
        The sets of the player's and the opponent's cards that have not fought.
    won, lost
        The sets of columns that the player has won and lost.
    began
        1 if the player began the deployment, otherwise 0.
    ahead
        Who is ahead after phase one: 1 the player, -1 the opponent, 0 nobody.
    kept
        The traitor card that the player keeps, 7, 8 or 9; 0 without traitors.
    own_declared, other_declared
        The shooters that the player and the opponent have declared traitors; 0 for
        none.
    own_chips, other_chips
        The chips that the player and the opponent have left.
    attacked
        The column in which the player is being attacked; -1 while the player attacks,
        and before the battles.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    places: tuple[int, ...]
    other_places: tuple[int, ...]
    held: int
    held_count: int
    empty: int
    uncovered: int
    open: int
    unfought: int
    other_unfought: int
    won: int
    lost: int
    began: int
    ahead: int
    kept: int
    own_declared: int
    other_declared: int
    own_chips: int
    other_chips: int
    attacked: int


VIEW = record_type(
    View._fields,
    {
        "own": (PLACES,),
        "other": (PLACES,),
        "places": (PLACES + 1,),
        "other_places": (PLACES + 1,),
    },
)
"""The NumPy type of a view."""


def switches(view: View) -> Iterator[int]:
    """The legal answers about a switch: no switch, and every legal pair of columns."""
    yield NO_SWITCH
    if view.own_chips:
        for low, high in combinations(cards(view.open), 2):
            if not across_a_break(low, high, view.lost):
                yield PLACES * low + high
