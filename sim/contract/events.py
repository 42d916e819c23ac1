"""What a rulebook yields while it plays: events, the last of which is the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DRAW = -1
UNFINISHED = -2
"""Values of ``winner`` that are not a player."""


class Event:
    """Something that happens at the table; ``str()`` tells it in words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The table is clear: a round is over and nothing lies in the pot.

    Attributes
    ----------
    packets, piles
        Each player's cards, top first, as they lie now; piles are empty where captured cards go to the packet.
    """

    packets: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        piles = self.piles or ((),) * len(self.packets)
        held = (str(len(packet) + len(pile)) for packet, pile in zip(self.packets, piles, strict=True))
        return f"now {' : '.join(held)} cards"


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """The end of the game: the row of the table of games, without the game's number.

    Attributes
    ----------
    row
        Every outcome column with its value; categorical ones as text.
    story
        The end in words.
    """

    row: dict[str, Any]
    story: str

    def __str__(self) -> str:
        return self.story
