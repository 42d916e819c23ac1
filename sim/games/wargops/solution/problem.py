"""The game of WarGops to solve: its rules, and the numbers of its positions by layers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sim.errors import UserError, check_word
from sim.games.wargops.equilibria import DIGITS, number_of
from sim.limits import check_whole
from sim.solver.policies import Hand, hand_of

LAST_POTS = ("survivor", "orphan")
FEWEST_RANKS, MOST_RANKS = 2, 12

_BYTES_SOLVED = 9
"""The bytes of each number: a value and a mark."""


@dataclass(frozen=True)
class WarGopsProblem:
    """The rules of a game of WarGops to solve.

    There are two players and one card of each rank, and ties are awarded later.

    Attributes
    ----------
    ranks
        The number of ranks: 2 to 12, valued from 1 up.
    last_pot
        ``"survivor"``: a sole survivor takes the last pot; ``"orphan"``: nobody does.
    game, title
        The name of the game in the registry, and its title.
    unit
        The unit of a value, as it stands behind the number.
    """

    ranks: int
    last_pot: str = "survivor"
    game: ClassVar[str] = "wargops"
    title: ClassVar[str] = "WarGops"
    unit: ClassVar[str] = " points"

    def __post_init__(self) -> None:
        ranks = check_whole(
            self.ranks,
            FEWEST_RANKS,
            MOST_RANKS,
            what="number of ranks",
            where="ranks",
        )
        object.__setattr__(self, "ranks", ranks)
        check_word("last pot", self.last_pot, LAST_POTS, where="last_pot")

    @property
    def words(self) -> str:
        """The rules in words."""
        survives = self.last_pot == "survivor"
        last_pot = "goes to a sole survivor" if survives else "is nobody's"
        return f"{self.ranks} ranks, two players, ties awarded later, the last pot {last_pot}"

    @property
    def stake(self) -> int:
        """The points of all cards together: the scale for errors."""
        return self.ranks * (self.ranks + 1)

    @property
    def numbers(self) -> int:
        """The count of all numbers, including those of positions that cannot occur."""
        numbers: int = DIGITS**self.ranks
        return numbers

    @property
    def full_hand(self) -> Hand:
        """The hand of each player at the beginning."""
        return tuple(range(1, self.ranks + 1))

    @property
    def start(self) -> int:
        """The number of the position at the beginning."""
        return number_of(self.ranks, self.full_hand, self.full_hand, ())

    @property
    def bytes_solved(self) -> int:
        """The memory of a solution, in bytes."""
        return self.numbers * _BYTES_SOLVED

    @property
    def bytes_checked(self) -> int:
        """The memory of the check besides, in bytes: another value for each number."""
        return self.numbers * 8

    def kernel_rules(self) -> Any:
        """The rules for the compiled code."""
        from sim.games.wargops.solution.kernel.layout import Rules

        return Rules(
            ranks=np.uint64(self.ranks), pot_to_survivor=self.last_pot == "survivor"
        )

    def as_dict(self) -> dict[str, Any]:
        """The rules for files and programs."""
        return {"ranks": self.ranks, "last_pot": self.last_pot}

    def position(
        self, hand_0: Iterable[int], hand_1: Iterable[int], pots: Iterable[int]
    ) -> tuple[Hand, Hand, Hand]:
        """A position of a game, each place's cards ascending."""
        places = (
            hand_of(hand_0, self.ranks, "hand_0"),
            hand_of(hand_1, self.ranks, "hand_1"),
            hand_of(pots, self.ranks, "pots"),
        )
        every = [card for cards in places for card in cards]
        for card in set(every):
            if every.count(card) > 2:
                raise UserError(
                    f"{every.count(card)} cards of rank {card}",
                    cure="there are only two, one for each player",
                )
        try:
            number_of(self.ranks, *places)
        except KeyError as error:
            raise UserError(
                f"the pot has a card of rank {error}, but the other one is not in the trash",
                where="pots",
                cure="of two tied cards, one goes to the trash and the other to the pot",
            ) from None
        return places
