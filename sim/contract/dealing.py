"""Dealing and kernels: protocols of how a game gets its cards and plays them.

The type checker enforces them.

A game has :class:`Deals`, with a module that deals and a kernel that plays given deals,
or :class:`NoDeals`: nothing is shuffled before the game, and its kernel plays from the
number of the game alone. Kernels import Numba, so a game gives a function that imports
its kernel, and the import happens only when a game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.contract.rules import GameRules

Rules = TypeVar("Rules", bound=GameRules)
_Rules = TypeVar("_Rules", bound=GameRules, contravariant=True)


@dataclass(frozen=True)
class Layout:
    """The position of the players' packets in a deal row.

    Attributes
    ----------
    starts, sizes
        For each player, the index of the packet's top card, and its number of cards.
    stride
        The distance between successive cards of a packet.
    """

    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    stride: int

    @classmethod
    def of_packets(cls, sizes: Sequence[int]) -> Layout:
        """The layout of packets that lie one after the other.

        Parameters
        ----------
        sizes
            The number of cards of each packet.
        """
        starts = tuple(sum(sizes[:seat]) for seat in range(len(sizes)))
        return cls(starts, tuple(sizes), 1)

    def first_packets(self, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Player 0's packets in rows, the top card first.

        Parameters
        ----------
        rows
            uint8 (games, cards): the deals.

        Returns
        -------
        ndarray
            uint8 (games, cards of the packet), a view of the rows.
        """
        start = self.starts[0]
        size = self.sizes[0]
        return rows[:, start : start + size * self.stride : self.stride]

    def packets(self, row: Sequence[int] | NDArray[np.uint8]) -> list[list[int]]:
        """Each player's packet in a row, the top card first.

        Parameters
        ----------
        row
            The cards of a deal.
        """
        return [
            [int(row[start + self.stride * place]) for place in range(size)]
            for start, size in zip(self.starts, self.sizes, strict=True)
        ]


class Dealing(Protocol[_Rules]):
    """A module that deals: it gives the deal of game ``k`` as a row of cards.

    Most games use :mod:`sim.deals.deck`.
    """

    def deal_rows(
        self, rules: _Rules, seed: int, first: int, games: int, /
    ) -> NDArray[np.uint8]:
        """The deals of games ``first ... first+games-1``, compiled: uint8 (games, cards).

        Parameters
        ----------
        rules
            The rules.
        seed
            The seed.
        first
            The number of the first game.
        games
            The number of games.
        """

    def layout(self, rules: _Rules, cards: int | None = None, /) -> Layout:
        """The layout of the packets in a row.

        The row is one of the game's own deals, or a given one of ``cards`` cards.

        Parameters
        ----------
        rules
            The rules.
        cards
            The number of cards of a given row; None for the game's own deals.
        """

    def check_deals(
        self, rules: _Rules, rows: NDArray[np.integer], /
    ) -> NDArray[np.uint8]:
        """The given deals as uint8 (games, cards) in C order.

        A :class:`~sim.errors.UserError` is raised if they are not legal.

        Parameters
        ----------
        rules
            The rules.
        rows
            The given deals, a row each.
        """

    def same_deals(self, rules: _Rules, /) -> object:
        """What the deals depend on besides the seed.

        Rules for which it is equal get the same deals.

        Parameters
        ----------
        rules
            The rules.
        """


class DealtKernel(Protocol[_Rules]):
    """A module that plays given deals, compiled."""

    def play_block(
        self,
        rules: _Rules,
        deals: NDArray[np.uint8],
        layout: Layout,
        seed: int,
        first: int,
        /,
    ) -> Mapping[str, NDArray[Any]]:
        """Play the rows as games ``first, first+1, ...``.

        Return an array per outcome column, categories as codes.

        Parameters
        ----------
        rules
            The rules.
        deals
            uint8 (games, cards): the deals.
        layout
            The layout of the packets in a row.
        seed
            The seed of chance during play.
        first
            The number of the first game.
        """


class DrawnKernel(Protocol[_Rules]):
    """A module that plays games from their numbers alone, compiled.

    It draws cards as they are turned up.
    """

    def play_games(
        self, rules: _Rules, seed: int, first: int, games: int, /
    ) -> Mapping[str, NDArray[Any]]:
        """Play the games ``first ... first+games-1``.

        Return an array per outcome column, categories as codes.

        Parameters
        ----------
        rules
            The rules.
        seed
            The seed.
        first
            The number of the first game.
        games
            The number of games.
        """


@dataclass(frozen=True)
class Deals(Generic[Rules]):
    """The start of a game with a deal.

    Attributes
    ----------
    dealing
        The module that deals.
    kernel
        Returns the module that plays given deals.
    drawing
        For games that do not need the whole deal: returns the module that draws only
        the cards that are turned up, the same ones as in the deal row.
    packets_given
        Whether a given deal may hold the players' packets one after the other: of any
        sizes, of equal sizes only, or not at all.
    number_card
        For games in whose written deals ``-``, ``.`` and ``0`` are cards without a
        letter: returns that card, if the rules have one. Each sign of such a text is a
        card if it has no blanks.
    """

    dealing: Dealing[Rules]
    kernel: Callable[[], DealtKernel[Rules]]
    drawing: Callable[[], DrawnKernel[Rules]] | None = None
    packets_given: Literal["any", "equal", "none"] = "any"
    number_card: Callable[[Rules], int | None] | None = None

    def row(self, rules: Rules, seed: int, game: int) -> list[int]:
        """The deal of a game.

        Parameters
        ----------
        rules
            The rules, with the deck.
        seed, game
            The seed, and the number of the game.
        """
        cards: list[int] = self.dealing.deal_rows(rules, seed, game, 1)[0].tolist()
        return cards

    def packets(
        self, rules: Rules, row: Sequence[int] | NDArray[np.uint8]
    ) -> list[list[int]]:
        """Each player's packet in one of the game's own deals, top card first.

        Parameters
        ----------
        rules
            The rules.
        row
            The deal.
        """
        return self.dealing.layout(rules).packets(row)

    def same(self, rules: Rules) -> object:
        """What the deals depend on besides the seed.

        Parameters
        ----------
        rules
            The rules.
        """
        return self.dealing.same_deals(rules)


@dataclass(frozen=True)
class NoDeals(Generic[Rules]):
    """The start of a game without a deal.

    Nothing is shuffled, and all players begin with the same cards.

    Attributes
    ----------
    why
        Why there is no deal, for messages.
    drawing
        Returns the module that plays.
    """

    why: str
    drawing: Callable[[], DrawnKernel[Rules]]

    def row(self, rules: Rules, seed: int, game: int) -> list[int]:
        """The deal of a game: no cards.

        Parameters
        ----------
        rules, seed, game
            As of :meth:`Deals.row`.
        """
        return []

    def packets(
        self, rules: Rules, row: Sequence[int] | NDArray[np.uint8]
    ) -> list[list[int]]:
        """No packets.

        Parameters
        ----------
        rules, row
            As of :meth:`Deals.packets`.
        """
        return []

    def same(self, rules: Rules) -> object:
        """What the deals depend on: nothing.

        Parameters
        ----------
        rules
            The rules.
        """
        return None
