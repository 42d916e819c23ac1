"""The options of P'yanitsa, and what one game yields; the source's words are in the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sim.cards import HIGHEST_CODE
from sim.contract.columns import Column, Role
from sim.errors import UserError
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.war.rules import WarRules
from sim.options import choice, flag, whole, whole_or

COLUMNS = (
    *PACKET_COLUMNS,
    Column(
        "drunkard",
        "int8",
        "the player who is the drunkard; -1 nobody in a draw, -2 nobody yet",
        role=Role.PLAYER,
    ),
)
"""The outcome columns, ``game`` aside."""


@dataclass(frozen=True, kw_only=True)
class PyanitsaRules(WarRules):
    """The options of P'yanitsa: War's, with its own defaults, and two more."""

    players: int = whole(2, 2, 4, "how many play")
    lowest: int = whole(6, 1, HIGHEST_CODE, "the deck's lowest rank; 2 for the whole pack of 52")
    face_down: int | str = whole_or(
        1,
        0,
        100,
        ("rank",),
        'cards that each player lays face down after a tie, by default 1 with tie = "face-down" and 0 with '
        '"face-up"; "rank": as many as the tied rank, 10 for J Q K, 11 for an ace',
    )
    pickup: str = choice(
        *PICKUPS,
        default="shuffled",
        meaning="the order in which the pot goes under the winner's packet",
    )
    low_beats_high: bool = flag(
        True, "the deck's lowest rank beats its highest when both are face up in the same battle"
    )
    end: str = choice(
        "last-standing",
        "first-out",
        default="first-out",
        meaning="three or more players: play to one survivor (the default with goal = "
        '"shed"), or finish the round in which the first player is out (with "keep")',
    )
    tie: str = choice(
        "face-down",
        "face-up",
        meaning="after a tie everybody lays a card face down and then one face up, or a new card face up at once",
    )
    goal: str = choice(
        "keep",
        "shed",
        meaning="what everybody is after: to keep cards, then who loses all his first is the drunkard; or to be "
        "rid of them, then it is who ends with all of them",
    )

    @classmethod
    def of(cls, given: Mapping[str, object] | None = None) -> Self:
        """Return the rules with the given options; the others at their defaults, some of which follow the given.

        Raises
        ------
        UserError
            If an option is unknown, a value is not legal, or options contradict each other.
        """
        given = given or {}
        return super().of({**_implied(given), **given})

    def check(self) -> None:
        """Refuse combinations of options that contradict each other.

        Raises
        ------
        UserError
            If they do.
        """
        super().check()
        if (self.face_down == 0) != (self.tie == "face-up"):
            raise UserError(
                f"{self.face_down!r} with tie = {self.tie!r}",
                where="face_down",
                cure='it is 0 with tie = "face-up" and at least 1 with "face-down"; leave out one',
            )

    def changed(self) -> dict[str, object]:
        """Return the options that are not at the defaults which they have under these rules."""
        given = self.as_dict()
        usual = {option.name: option.default for option in self.options()} | _implied(given)
        return {name: value for name, value in given.items() if value != usual[name]}


def _implied(given: Mapping[str, object]) -> dict[str, object]:
    """Return the defaults that follow other options."""
    return {
        "face_down": 0 if given.get("tie") == "face-up" else 1,
        "end": "last-standing" if given.get("goal") == "shed" else "first-out",
    }
