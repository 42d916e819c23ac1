"""The events that a rulebook yields as it plays; the last one is the outcome."""

from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

from sim.contract.tabletop import Tabletop

T = TypeVar("T")

NOBODY = -1
UNFINISHED = -2
"""Values of ``winner`` that are not players."""


class Event:
    """Something that happens at the table; ``str()`` describes it."""

    __slots__ = ()

    def show(self, table: Tabletop) -> None:
        """Change what lies on the table; an event of words alone changes nothing.

        Parameters
        ----------
        table
            The table, which is changed.
        """


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def event(kind: type[T]) -> type[T]:
    """Make a kind of event of a class with annotated fields: a value that compares by its fields.

    Type checkers refuse to change one; to change it would change its hash as well. A
    frozen dataclass takes more than three times as long to make, and often a whole game
    is told only for its last event.

    Parameters
    ----------
    kind
        The class.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


@event
class Settled(Event):
    """The table is clear: a round is over and the pot is empty.

    Attributes
    ----------
    packets
        Each player's cards now, top first.
    piles
        Each player's captured cards; empty in games where these go to the packet.
    """

    packets: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        piles = self.piles or ((),) * len(self.packets)
        sizes = (
            str(len(packet) + len(pile))
            for packet, pile in zip(self.packets, piles, strict=True)
        )
        return f"now {' : '.join(sizes)} cards"

    def show(self, table: Tabletop) -> None:
        piles = self.piles or ((),) * len(self.packets)
        table.sizes = [
            len(packet) + len(pile)
            for packet, pile in zip(self.packets, piles, strict=True)
        ]


@event
class Outcome(Event):
    """The end of the game: its row in the table of games, without the game's number.

    Attributes
    ----------
    row
        The value of every outcome column; categories as texts.
    story
        The ending in words.
    """

    row: dict[str, Any]
    story: str

    def __str__(self) -> str:
        return self.story
