"""The options of Wargame.

:mod:`sim.games.wargame.rulebook` quotes the text that they come from.
"""

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.rules import ChoiceRules
from sim.options import flag, whole

MOST_CHIPS = 13
"""The most switches of a player: one in each of thirteen battles."""


@dataclass(frozen=True, kw_only=True)
class WargameRules(ChoiceRules):
    """The options of Wargame."""

    first: int | str = whole(
        "random",
        0,
        1,
        "the player who begins the deployment",
        words=("random",),
        why='"Choose which player goes first": by a coin',
    )
    traitors: bool = flag(
        True,
        "each player secretly keeps a traitor card",
        why='"each player secretly chooses one of his Traitor cards"; without them '
        'it is "a perfect information strategy game"',
    )
    chips: int = whole(
        5,
        0,
        MOST_CHIPS,
        "number of chips of each player; each pays for one switch of two of their cards",
        why='"Players each have 5 chips"',
    )


ENDINGS = ("seven", "run")
"""How a game can end; the code of an ending is its place here."""

COLUMNS = (
    Column("winner", "int8", "the player who won", role=Role.WINNER),
    Column(
        "ending",
        "int8",
        "whether the game was won by seven wins, or by four adjacent wins before that",
        ENDINGS,
    ),
    Column(
        "first_deployer",
        "int8",
        "the player who began the deployment",
        role=Role.PLAYER,
    ),
    Column(
        "ahead",
        "int8",
        "the player who is ahead after the deployment; -1 tied",
        role=Role.PLAYER,
        article="",
    ),
    Column("battles", "int8", "battles fought", role=Role.LENGTH, singular="battle"),
    Column("wins_0", "int8", "battles that player 0 won"),
    Column("wins_1", "int8", "battles that player 1 won"),
    Column(
        "by_run",
        "bool",
        "whether four adjacent columns won the game with fewer than seven wins",
        role=Role.FLAG,
    ),
    Column("switches_0", "int8", "chips that player 0 paid"),
    Column("switches_1", "int8", "chips that player 1 paid"),
    Column("traitors_declared", "int8", "traitors declared, by both players"),
)
"""The outcome columns, without ``game``."""
