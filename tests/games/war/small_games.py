"""Small games of War for the tests, written as the cards that each player holds, top card first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.cards import parse_cards
from sim.contract.events import Event, Outcome, Settled
from sim.games.war.rulebook import GAME, WarRules

RUN_OUTS = ("lose", "last-card", "all-in", "fewest")
PICKUPS = ("winner-first", "loser-first", "latest-first", "seat", "shuffled")


def events(*hands: str, seed: int = 1, number: int = 0, **options: Any) -> list[Event]:
    """Everything that happens in the game of these packets, top cards first."""
    rules = WarRules.of({"players": len(hands), **options})
    return list(GAME.tell(rules, [parse_cards(hand) for hand in hands], seed, number))


def row(*hands: str, **options: Any) -> dict[str, Any]:
    """The row of that game."""
    last = events(*hands, **options)[-1]
    assert isinstance(last, Outcome)
    return last.row


def shown(*hands: str, **options: Any) -> dict[str, Any]:
    """The columns of that game's row that are not zero, those of the deal aside."""
    return {
        name: value
        for name, value in row(*hands, **options).items()
        if value and name not in ("aces", "rank_sum")
    }


def after_round(number: int, *hands: str, **options: Any) -> list[tuple[int, ...]]:
    """What everybody's packet holds after a round."""
    settled = [event for event in events(*hands, **options) if isinstance(event, Settled)]
    return list(settled[number].packets)


def packets(*hands: str) -> list[tuple[int, ...]]:
    return [parse_cards(hand) for hand in hands]


def of_kind(kind: type[Any], told: Sequence[Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]
