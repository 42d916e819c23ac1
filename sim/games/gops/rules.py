"""The options of GOPS.

:mod:`sim.games.gops.rulebook` quotes the text that they come from.
"""

from dataclasses import dataclass

from sim.contract.columns import Column, Role
from sim.contract.rules import ChoiceRules
from sim.options import choice, flag, whole

MOST_CARDS, MOST_PLAYERS = 30, 5
"""The largest game."""


_SPLIT = (
    "for two players a tied prize that is split is the game in which it is discarded "
    "(carry_over=false): the same leads and winners, and unawarded / 2 more for both"
)


@dataclass(frozen=True, kw_only=True)
class GopsRules(ChoiceRules):
    """The options of GOPS."""

    same_as = ((frozenset({"split", "shared", "halved", "half"}), _SPLIT),)

    players: int = whole(
        2,
        2,
        MOST_PLAYERS,
        "number of players",
        why='"If both players bid the same rank": the text has two',
    )
    cards: int = whole(
        13,
        2,
        MOST_CARDS,
        "number of prizes, and of cards in each hand",
        why='"separate the deck into four suits"',
    )
    carry_over: bool = flag(
        False,
        "a tied prize stays on the table and is added to the next one; otherwise it is discarded",
        why='"Discard rule", the first of the text\'s two',
    )
    bids: str = choice(
        "open",
        "hidden",
        meaning="whether bids are shown, or only who won each prize, so that nobody "
        "knows the others' hands",
        why="ours: with open bids both players know all hands, and the game can be "
        "solved",
    )

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def is_hidden(self) -> bool:
        """Whether players do not see the bids of others."""
        return self.bids == "hidden"


ENDINGS = ("played",)
"""How a game can end; the code of an ending is its place here."""

SCORES = tuple(
    Column(f"score_{player}", "int16", f"points of player {player}")
    for player in range(MOST_PLAYERS)
)


def columns(rules: GopsRules) -> tuple[Column, ...]:
    """The outcome columns: the points of as many players as there are."""
    return (
        Column(
            "winner", "int8", "the player with most points; -1 a draw", role=Role.WINNER
        ),
        Column("ending", "int8", "how the game ended: all rounds are played", ENDINGS),
        *SCORES[: rules.players],
        Column("ties", "int8", "rounds with equal highest bids"),
        Column("unawarded", "int16", "points that nobody won"),
    )
