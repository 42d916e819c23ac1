"""The policy ``search`` of Wargame: it plays the battles by looking ahead.

The exact definition
--------------------
*How far.* With six unfought columns or fewer it looks ahead to the end, with more by
one battle (:data:`~.weights.DEPTHS`). Each battle consists of the attacker's switch and
column and the defender's switch, each the best for the player who makes it. With three
columns or fewer (:data:`~.weights.ALL_SWITCHES`) it tries all switches; with more, only
those that change the card in the column fought for. Where no traitor is possible, the
last three battles are thus played perfectly.

*The value of a position* to its attacker is ``WIN`` if the attacker has won, ``-WIN``
if the attacker has lost. Where the search stops, it is the sum, by
:data:`~.weights.WEIGHTS`, of: ``tempo``; ``wins`` [the attacker's] minus ``wins`` [the
defender's]; ``chip`` for each chip more than the defender has; ``column`` for each
unfought column in which the attacker's card beats the one opposite, minus those in
which it is beaten; ``tie`` for each with equal cards; ``edge`` times the number of
pairs of an unfought card of the attacker's and one of the defender's in which the
attacker's is the stronger, minus those in which it is the weaker, divided by the number
of unfought columns and rounded down; ``runs`` [the attacker's wins] for each four
adjacent columns in which the defender has won nothing, minus the same for the defender.
Subtracted is ``traitor`` times the number of the attacker's unfought shooters that may
be traitors, divided by the number of all the attacker's that may be and rounded down;
the same for the defender is added.

*Traitors.* Each of the player's shooters that has not won may be the one that the
opponent has kept, all equally likely, until the opponent declares; values are means
over that, rounded down at each of the two declarations, the loser's first. The opponent
is assumed to know what the player has kept.

*Which move.* The one with the highest value; of equal ones the first, in this order: no
switch, then the smallest answer; for columns, the leftmost. The attacker's switch is
chosen with the column that is best after it (one of the two that it changes, unless all
switches are tried), and the column is chosen afresh afterwards. If every move loses to
the end, it looks one battle ahead instead.

It draws nothing and does not know the opponent's policy. The weights come from hill
climbing: a change was kept if it won clearly more than half of some thousand games
against the weights before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.games.wargame.policies.view import View


def search_attack(view: View, chance: Any) -> int:
    """Attack where the position one battle later has the highest value.

    The value counts columns, battles won, chips, runs and possible traitors. With at
    most six columns left, look ahead to the end instead.

    Notes
    -----
    The module's text has the exact definition. Nothing is drawn.
    """
    return best_attack(view)


def search_switch(view: View, chance: Any) -> int:
    """Switch so that the position one battle later has the highest value.

    The value counts columns, battles won, chips, runs and possible traitors. With at
    most six columns left, look ahead to the end instead.

    Notes
    -----
    The module's text has the exact definition. Nothing is drawn.
    """
    return best_switch(view)


def best_attack(view: View) -> int:
    """The column that the search attacks; the search itself is always compiled."""
    from sim.games.wargame.kernel.search import attack_from

    return int(attack_from(as_record(view)))


def best_switch(view: View) -> int:
    """The switch that the search makes; the search itself is always compiled."""
    from sim.games.wargame.kernel.search import switch_from

    return int(switch_from(as_record(view)))


def as_record(view: View) -> Any:
    """A view as compiled code takes it."""
    from sim.games.wargame.policies.view import VIEW
    from sim.policies.players import record_of

    return record_of(view, VIEW)
