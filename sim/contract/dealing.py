"""Dealing and kernels: protocols of how a game gets its cards and plays them, which the type checker enforces.

A game has :class:`Deals`, with a module that deals and a kernel that plays given deals, or :class:`NoDeals`: nothing is
shuffled before the game, and its kernel plays from the number of the game alone. Kernels import Numba, so a game gives
a function that imports its kernel, and the import happens only when a game is played.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.contract.rules import GameRules

Rules = TypeVar("Rules", bound=GameRules)
_Rules = TypeVar("_Rules", bound=GameRules, contravariant=True)


@dataclass(frozen=True)
class Layout:
    """The position of the players' packets in a deal row."""

    # For each player, the index of the packet's top card, and its number of cards.
    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    stride: int  # The distance between successive cards of a packet.


class Dealing(Protocol[_Rules]):
    """A module that deals: it gives the deal of game ``k`` as a row of cards. Most games use :mod:`sim.deals.deck`."""

    def deal_row(self, rules: _Rules, seed: int, game: int, /) -> list[int]:
        """Return the deal of one game, in plain Python: the reference for :meth:`deal_rows`."""

    def deal_rows(
        self, rules: _Rules, seed: int, first: int, games: int, /
    ) -> NDArray[np.uint8]:
        """Return the deals of games ``first ... first+games-1``, compiled: uint8 (games, cards)."""

    def layout(self, rules: _Rules, cards: int | None = None, /) -> Layout:
        """Return the layout of the packets in a row of the game's own deals, or in a given row of ``cards`` cards."""

    def packets(
        self,
        rules: _Rules,
        row: Sequence[int] | NDArray[np.uint8],
        /,
        *,
        given: bool = False,
    ) -> list[list[int]]:
        """Return each player's packet, top card first, from a row (``given``: not one of the game's own deals)."""

    def check_deals(self, rules: _Rules, deals: object, /) -> NDArray[np.uint8]:
        """Return given deals as uint8 (games, cards) in C order, or raise a :class:`~sim.errors.UserError`."""

    def same_deals(self, rules: _Rules, /) -> object:
        """Return what the deals depend on besides the seed; rules for which it is equal get the same deals."""


class DealtKernel(Protocol[_Rules]):
    """A module that plays given deals, compiled."""

    def play_block(
        self,
        rules: _Rules,
        deals: NDArray[np.uint8],
        where: Layout,
        seed: int,
        first: int,
        /,
    ) -> Mapping[str, NDArray[Any]]:
        """Play the rows as games ``first, first+1, ...``; return an array per outcome column, categories as codes."""


class DrawnKernel(Protocol[_Rules]):
    """A module that plays games from their numbers alone, compiled; it draws cards as they are turned up."""

    def play_games(
        self, rules: _Rules, seed: int, first: int, games: int, /
    ) -> Mapping[str, NDArray[Any]]:
        """Play the games ``first ... first+games-1``; return an array per outcome column, categories as codes."""


@dataclass(frozen=True)
class Deals(Generic[Rules]):
    """The start of a game with a deal."""

    dealing: Dealing[Rules]  # The module that deals.
    kernel: Callable[
        [], DealtKernel[Rules]
    ]  # Returns the module that plays given deals.
    # For games that do not need the whole deal: returns the module that draws only the cards that are turned
    # up, the same ones as in the deal row.
    drawing: Callable[[], DrawnKernel[Rules]] | None = None

    def row(self, rules: Rules, seed: int, game: int) -> list[int]:
        """Return the deal of a game."""
        return self.dealing.deal_row(rules, seed, game)

    def packets(
        self,
        rules: Rules,
        row: Sequence[int] | NDArray[np.uint8],
        *,
        given: bool = False,
    ) -> list[list[int]]:
        """Return each player's packet, top card first (``given``: not one of the game's own deals)."""
        return self.dealing.packets(rules, row, given=given)

    def same(self, rules: Rules) -> object:
        """Return what the deals depend on besides the seed."""
        return self.dealing.same_deals(rules)


@dataclass(frozen=True)
class NoDeals(Generic[Rules]):
    """The start of a game without a deal: nothing is shuffled, and all players begin with the same cards."""

    why: str  # Why there is no deal, for messages.
    drawing: Callable[[], DrawnKernel[Rules]]  # Returns the module that plays.

    def row(self, rules: Rules, seed: int, game: int) -> list[int]:
        """Return the deal of a game: no cards."""
        return []

    def packets(
        self,
        rules: Rules,
        row: Sequence[int] | NDArray[np.uint8],
        *,
        given: bool = False,
    ) -> list[list[int]]:
        """Return no packets."""
        return []

    def same(self, rules: Rules) -> object:
        """Return what the deals depend on: nothing."""
        return None
