"""Rounds of Casino War for the tests, written as the cards off the shoe, the first one out first."""

from __future__ import annotations

from typing import Any

from sim.cards import parse_cards
from sim.contract.events import Event, Outcome
from sim.games.casino_war.rulebook import GAME
from sim.games.casino_war.rules import CasinoWarRules


def told(cards: str, **options: Any) -> list[Event]:
    """Everything that happens in a round with these cards."""
    return list(GAME.tell(CasinoWarRules.of(options), [parse_cards(cards)], 1, 0))


def row(cards: str, **options: Any) -> dict[str, Any]:
    """The row of that round."""
    last = told(cards, **options)[-1]
    assert isinstance(last, Outcome)
    return last.row


def session(number: int = 0, seed: int = 1, **options: Any) -> list[Event]:
    """Everything that happens in a session."""
    return list(GAME.tell(CasinoWarRules.of(options), [[]], seed, number))


def session_row(number: int = 0, seed: int = 1, **options: Any) -> dict[str, Any]:
    """The row of that session."""
    last = session(number, seed, **options)[-1]
    assert isinstance(last, Outcome)
    return last.row
