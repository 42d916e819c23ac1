"""The options of Beggar-My-Neighbour, and what one game yields.

The rules themselves are in the rulebook.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.cards import HIGHEST_CODE, parse_card
from sim.contract.columns import Column, Role
from sim.errors import UserError, reported_at
from sim.games.packets.rules import PacketRules
from sim.options import texts, whole

ENDINGS = ("cards", "cycle", "cap")
"""How a game can end; the code of an ending is its place here."""


def _penalty_cards(rules: Any, packets: NDArray[np.uint8]) -> Any:
    return np.count_nonzero((np.array(rules.debts) > 0)[packets], axis=1)


COLUMNS = (
    Column("winner", "int8", "the player who won; -2 unfinished", role=Role.WINNER),
    Column("ending", "int8", "how the game ended", ENDINGS),
    Column(
        "tricks",
        "int32",
        "piles taken, and one more if the game ends inside a pile",
        role=Role.LENGTH,
        singular="trick",
    ),
    Column("cards", "int32", "cards laid by both players", role=Role.LENGTH),
    Column("longest_trick", "int16", "cards of the largest pile", role=Role.LARGEST),
    Column(
        "penalty_cards",
        "int16",
        "penalty cards in player 0's packet as dealt",
        of_packet=_penalty_cards,
    ),
    Column(
        "winner_low",
        "int16",
        "the fewest cards the winner held at the end of any trick; -1 if there is no winner",
        role=Role.OF_WINNER,
    ),
)
"""The outcome columns, ``game`` aside."""

LARGEST_DEBT = 255
"""The most cards that a penalty card can ask for."""

MOST_TRICKS = 2_000_000
"""Keeps the cards of a game below 2**31 with the largest deck."""


@dataclass(frozen=True, kw_only=True)
class BeggarMyNeighbourRules(PacketRules):
    """The options of Beggar-My-Neighbour."""

    starter: int = whole(
        0,
        0,
        1,
        "the player who lays the first card",
        why="ours: somebody begins, and the first player is dealt first",
    )
    penalties: tuple[str, ...] = texts(
        "the penalty cards: each rank with the number of cards that it asks of the opponent",
        f'a list of texts, each a rank and a number from 1 to {LARGEST_DEBT}, such as "A 4"',
        default=("J 1", "Q 2", "K 3", "A 4"),
        why="as the papers on the longest deals play it (Paulhus 1999, Casella and "
        "others 2024)",
    )
    max_rounds: int = whole(
        100_000,
        1,
        MOST_TRICKS,
        "an undecided game is stopped after this many tricks",
        why="ours: the longest game known that ends has fewer tricks",
    )

    @cached_property
    def debts(self) -> tuple[int, ...]:
        """For each card code, the number of cards that it asks for."""
        debts = [0] * (HIGHEST_CODE + 1)
        for rank, debt in self._penalties():
            debts[rank] = debt
        return tuple(debts)

    @property
    def number_card(self) -> int | None:
        """The lowest rank that asks for nothing.

        None if every rank is a penalty card.
        """
        ranks = range(self.lowest, self.highest + 1)
        return next((rank for rank in ranks if not self.debts[rank]), None)

    def _penalties(self) -> Iterator[tuple[int, int]]:
        seen = set()
        for text in self.penalties:
            words = text.split()
            if len(words) != 2 or not (words[1].isdecimal() and words[1].isascii()):
                raise _refused(f"{text!r} is not a rank and a number")
            with reported_at("penalties", within=True):
                rank = parse_card(words[0])
                debt = int(words[1])
            if not 1 <= debt <= LARGEST_DEBT:
                raise _refused(f"{text!r} asks for {debt} cards")
            if rank in seen:
                raise _refused(f"{words[0]} is named twice")
            seen.add(rank)
            yield rank, debt

    def check(self) -> None:
        """Refuse rules that cannot be played.

        These are a deck or hands that cannot be dealt, and penalties that are not ranks
        with numbers.
        """
        super().check()
        list(self._penalties())


def _refused(what: str) -> UserError:
    cure = f'give each rank once, with a number from 1 to {LARGEST_DEBT}: ["J 1", "Q 2", "K 3", "A 4"]'
    return UserError(what, where="penalties", cure=cure)
