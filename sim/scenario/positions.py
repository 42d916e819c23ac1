"""Start positions: how many cards, and how many aces among them, named hands give the first player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sim.cards import ACE
from sim.contract.rules import DeckRules, GameRules
from sim.deals.hands import hand_sizes, read_hand


@dataclass(frozen=True, order=True)
class Position:
    """What the first of two players starts with: the number of cards, and of aces among them."""

    cards: int
    aces: int


def position(rules: GameRules) -> Position | None:
    """Return the position from which the first player starts; None if the hands leave the number of aces open."""
    if not isinstance(rules, DeckRules) or rules.hands is None or rules.seats != 2:
        return None
    hands = [read_hand(text) for text in rules.hands]
    first, left = hands[0], rules.deck.cards().count(ACE) - sum(hand.cards.count(ACE) for hand in hands)
    if first.is_rest or (first.random and left and ACE not in first.barred):
        return None
    return Position(hand_sizes(rules)[0], first.cards.count(ACE))


def positions(rules: Mapping[str, GameRules]) -> dict[str, Position]:
    """Return the position of each variant, if they differ in nothing else; otherwise an empty table."""
    places = {name: place for name, own in rules.items() if (place := position(own)) is not None}
    others = {replace(own, hands=None) for own in rules.values() if isinstance(own, DeckRules)}
    alone = len(others) == 1 and len(places) == len(rules) > 1
    return places if alone and len(set(places.values())) == len(places) else {}
