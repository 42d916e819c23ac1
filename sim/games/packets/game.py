"""The declaration of a packet game: what all of them give to the rest of the program."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeVar

from sim.contract.dealing import Deals
from sim.contract.deck_rules import DeckRules
from sim.contract.events import Event
from sim.contract.game import GameOf
from sim.games import packs
from sim.games.packets.columns import ON_REQUEST, PACKET_TABLES
from sim.games.packets.table import PacketTable
from sim.rng import Chance

Rules = TypeVar("Rules", bound=DeckRules)


def packet_game(
    *,
    rules: type[Rules],
    kernel: str,
    table: Callable[[Rules, Sequence[Sequence[int]], Chance], PacketTable[Any]],
    dealt: Mapping[str, Any] = MappingProxyType({}),
    **parts: Any,
) -> GameOf[Rules]:
    """The declaration of a packet game.

    Parameters
    ----------
    rules
        The type of its options.
    kernel
        The name of the module with its kernel, which is imported when a game is played.
    table
        Its table, which plays one game by the rulebook.
    dealt
        What is said of its deals besides their module and the kernel, as
        :class:`~sim.contract.dealing.Deals` names it.
    parts
        The other parts of the declaration, as :class:`~sim.contract.game.GameOf` names
        them.
    """

    def tell(
        rules: Rules, packets: Sequence[Sequence[int]], seed: int, number: int
    ) -> Iterator[Event]:
        return table(rules, packets, Chance(seed, number)).play()

    def kernel_of_the_game() -> Any:
        return import_module(kernel)

    usual = {"tell": tell, "on_request": ON_REQUEST, "tables": PACKET_TABLES}
    deals: Deals[Rules] = Deals(packs, kernel_of_the_game, **dealt)
    return GameOf[Rules](rules=rules, deals=deals, **{**usual, **parts})
