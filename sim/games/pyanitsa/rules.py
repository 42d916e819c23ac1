"""The options of P'yanitsa and the columns of its outcome.

The source's words are in the rulebook.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from sim.cards import HIGHEST_CODE
from sim.contract.columns import Column, Role
from sim.errors import UserError
from sim.games.packets.codes import PICKUPS
from sim.games.war.rules import WarRules
from sim.options import choice, flag, whole

DRUNKARD = Column(
    "drunkard",
    "int8",
    "the player who is the drunkard; -1 nobody, in a draw; -2 nobody, in an unfinished game",
    role=Role.PLAYER,
)
"""The outcome column that War does not have."""


@dataclass(frozen=True, kw_only=True)
class PyanitsaRules(WarRules):
    """The options of P'yanitsa: War's, with other defaults, and two more."""

    players: int = whole(
        2, 2, 4, "number of players", why='"2, although 3 or 4 is not unheard of"'
    )
    lowest: int = whole(
        6,
        1,
        HIGHEST_CODE,
        "the deck's lowest rank; 2 for the whole pack of 52",
        why='"36 cards - A-K-Q-J-10-9-8-7-6 of each suit"',
    )
    face_down: int | str = whole(
        1,
        0,
        100,
        "number of cards each player lays face down after a tie: by default 1 with "
        'tie = "face-down" and 0 with "face-up"; "rank": as many as the tied rank, 10 '
        "for J Q K, 11 for an ace",
        words=("rank",),
        why="follows `tie`",
    )
    pickup: str | tuple[str, ...] = choice(
        *PICKUPS,
        each=True,
        default="shuffled",
        meaning="the order in which the pot goes under the winner's packet, the same "
        "for all players or one for "
        "each of them",
        why='"face down in no particular order"',
    )
    low_beats_high: bool = flag(
        True,
        "the lowest rank beats the highest when both are face up in the same battle",
        why='"except that a six beats an ace"',
    )
    end: str = choice(
        "last-standing",
        "first-out",
        default="first-out",
        meaning="three or more players: play until only one has cards (the default "
        'with goal = "shed"), or '
        "until the end of the round in which the first player runs out (the default "
        'with "keep"); then the '
        "player with the most cards wins",
        why='follows `goal`: "whoever loses all their cards first loses"',
    )
    tie: str = choice(
        "face-down",
        "face-up",
        meaning="after a tie every player lays a card face down and then one face up, "
        "or just a new card face up",
        why='ours, of the two methods in the text: "It must be agreed '
        "beforehand which of these two methods will be used.\" It is War's",
    )
    goal: str = choice(
        "keep",
        "shed",
        meaning="the aim of the game: to keep cards, so that the first player to run "
        "out is the drunkard; or to "
        "shed them, so that the player who ends with all of them is",
        why="ours, of the two versions in the text: the player who first loses"
        " all cards is the drunkard",
    )
    # No options here: P'yanitsa is played with one card each.
    cards_up: int = field(default=1, init=False)
    compare: str = field(default="sum", init=False)

    @classmethod
    def of(cls, given: Mapping[str, object] | None = None) -> Self:
        """The rules with the given options and defaults for the others.

        Some defaults follow from the given options.
        """
        given = given or {}
        return super().of({**_implied(given), **given})

    def check(self) -> None:
        """Refuse combinations of options that contradict each other."""
        super().check()
        if (self.face_down == 0) != (self.tie == "face-up"):
            raise UserError(
                f"{self.face_down!r} with tie = {self.tie!r}",
                where="face_down",
                cure='it is 0 with tie = "face-up" and at least 1 with "face-down"; '
                "set only one of the two",
            )

    def changed(self) -> dict[str, object]:
        """The options that differ from the defaults that apply under these rules."""
        given = self.as_dict()
        usual = {option.name: option.default for option in self.options()} | _implied(
            given
        )
        return {name: value for name, value in given.items() if value != usual[name]}


def _implied(given: Mapping[str, object]) -> dict[str, object]:
    """The defaults that follow from other options."""
    return {
        "face_down": 0 if given.get("tie") == "face-up" else 1,
        "end": "last-standing" if given.get("goal") == "shed" else "first-out",
    }
