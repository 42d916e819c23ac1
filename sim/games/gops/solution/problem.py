"""The game of GOPS to solve.

It has rules, and sets of prizes ordered by the number of prizes left.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError, check_word, shown
from sim.limits import check_whole
from sim.solver.policies import Hand

OBJECTIVES = ("points", "win")
ORDERS = ("random", "descending", "ascending")
FEWEST_CARDS, MOST_CARDS = 2, 15


@dataclass(frozen=True)
class GopsProblem:
    """The rules of a game of GOPS to solve.

    Attributes
    ----------
    cards
        The number of cards of each player, and of prizes: 2 to 15, valued from 1 up.
    objective
        ``"points"``: the difference of the points counts; ``"win"``: only its sign
        does.
    carry_over
        Whether a tied prize is added to the next, not discarded.
    order
        The order of the prizes: ``"random"``, ``"descending"`` or ``"ascending"``; both
        players know which.
    game, title
        The name of the game in the registry, and its title.
    """

    cards: int
    objective: str = "points"
    carry_over: bool = False
    order: str = "random"
    game: ClassVar[str] = "gops"
    title: ClassVar[str] = "GOPS"

    def __post_init__(self) -> None:
        cards = check_whole(
            self.cards,
            FEWEST_CARDS,
            MOST_CARDS,
            what="number of cards",
            where="cards",
        )
        object.__setattr__(self, "cards", cards)
        check_word("objective", self.objective, OBJECTIVES, where="objective")
        check_word("order", self.order, ORDERS, where="order")
        if not isinstance(self.carry_over, bool):
            raise UserError(
                shown(self.carry_over), where="carry_over", cure="give True or False"
            )

    @property
    def is_win(self) -> bool:
        """Whether only winning counts."""
        return self.objective == "win"

    @property
    def points(self) -> int:
        """The points of all prizes together."""
        return self.cards * (self.cards + 1) // 2

    @property
    def stake(self) -> int:
        """The most that a player can win: the scale for errors."""
        return 1 if self.is_win else self.points

    @property
    def unit(self) -> str:
        """The unit of a value, as it stands behind the number."""
        return "" if self.is_win else " points"

    @property
    def words(self) -> str:
        """The rules in words."""
        counts = "winning counts" if self.is_win else "points count"
        ties = "carried over" if self.carry_over else "discarded"
        return f"{self.cards} cards, {counts}, tied prizes {ties}, {self.order} order"

    @property
    def first_upcards(self) -> tuple[int, ...]:
        """The prizes that can be turned first."""
        return self.upcards(tuple(range(1, self.cards + 1)))

    def upcards(self, prizes: Hand) -> Hand:
        """Which of the prizes left, ascending, can be turned next."""
        return {"random": prizes, "descending": prizes[-1:], "ascending": prizes[:1]}[
            self.order
        ]

    @property
    def start(self) -> tuple[int, int, int, int, int]:
        """Both hands and the prizes at the beginning, as bit masks.

        The pot, and the lead.
        """
        every = (1 << self.cards) - 1
        return every, every, every, 0, 0

    @property
    def size(self) -> int:
        """The number of prizes at the beginning."""
        return self.start[2].bit_count()

    @cached_property
    def _by_size(self) -> list[NDArray[np.uint64]]:
        return [subsets(self.start[2], size) for size in range(self.size + 1)]

    def prize_sets(self, size: int) -> NDArray[np.uint64]:
        """The sets of prizes of a given size that can be left, as bit masks: bit 0 is prize 1."""
        if self.order == "random":
            return self._by_size[size]
        prizes = [bit for bit in range(self.cards) if self.start[2] >> bit & 1]
        left = (
            prizes[:size] if self.order == "descending" else prizes[self.size - size :]
        )
        return np.array([sum(1 << bit for bit in left)], np.uint64)

    @cached_property
    def set_of(self) -> NDArray[np.uint64]:
        """The index of every set of prizes among those of its size.

        Uint64 (2**cards,).
        """
        numbers = np.zeros(1 << self.cards, np.uint64)
        for size in range(self.size + 1):
            sets = self.prize_sets(size)
            numbers[sets.astype(np.int64)] = np.arange(len(sets), dtype=np.uint64)
        return numbers

    def kernel_rules(self) -> Any:
        """The rules for the compiled code."""
        from sim.games.gops.solution.kernel.layout import Rules

        return Rules(
            cards=np.uint64(self.cards),
            win=self.is_win,
            carry_over=self.carry_over,
            order=np.uint64(ORDERS.index(self.order)),
        )

    def as_dict(self) -> dict[str, Any]:
        """The rules for files and programs."""
        return {
            name: getattr(self, name)
            for name in ("cards", "objective", "carry_over", "order")
        }


@dataclass(frozen=True)
class GopsPart(GopsProblem):
    """A game of GOPS from a position on."""

    begin: tuple[int, int, int, int, int] = (1, 1, 1, 0, 0)  # as `start`

    @property
    def start(self) -> tuple[int, int, int, int, int]:
        """Both hands and the prizes at the beginning, as bit masks.

        The pot, and the lead.
        """
        return self.begin


def subsets(mask: int, size: int) -> NDArray[np.uint64]:
    """The parts of a set that have a given size, ascending."""
    within = np.arange(mask + 1, dtype=np.uint64)
    found: NDArray[np.uint64] = within[
        (within & ~np.uint64(mask) == 0) & (np.bitwise_count(within) == size)
    ]
    return found
