"""Beggar-My-Neighbour a second time, from the text of its rules alone: packets as strings, and tricks by recursion.

A sign is what a card asks for, as a letter: ``-`` nothing, ``a`` one card, ``b`` two, and so on.
"""

from collections.abc import Iterable, Mapping
from typing import Any


def signs(cards: Iterable[int], penalties: Mapping[int, int]) -> str:
    return "".join("-abcdefgh"[penalties.get(card, 0)] for card in cards)


def lay(who: int, mine: str, theirs: str, pile: str, debt: int) -> tuple[int, str, str, str, bool]:
    """Player ``who``, whose packet is ``mine``, must lay a card.

    Returned are the player who takes the pile, that player's packet, the other's, the pile, and whether the other one
    has lost.
    """
    if mine == "":
        return 1 - who, theirs + pile, mine, pile, True
    card, rest = mine[0], mine[1:]
    if card != "-":
        return lay(1 - who, theirs, rest, pile + card, " abcdefgh".index(card))
    if debt == 0:
        return lay(1 - who, theirs, rest, pile + card, 0)
    if debt == 1:
        return 1 - who, theirs + pile + card, rest, pile + card, rest == ""
    return lay(who, rest, theirs, pile + card, debt - 1)


def play(hands: tuple[str, str], starter: int = 0, most: int = 100_000) -> dict[str, Any]:
    """Play a game and return its row."""
    leader, packets = starter, list(hands)
    positions = {(*hands, starter)}
    lows, piles = [len(hand) for hand in hands], []
    ending, winner = "", -2
    while not ending:
        leader, mine, theirs, pile, lost = lay(leader, packets[leader], packets[1 - leader], "", 0)
        packets[leader], packets[1 - leader] = mine, theirs
        piles.append(pile)
        lows = [min(low, len(packet)) for low, packet in zip(lows, packets, strict=True)]
        position = (*packets, leader)
        if lost:
            ending, winner = "cards", leader
        elif position in positions:
            ending = "cycle"
        elif len(piles) == most:
            ending = "cap"
        positions.add(position)
    return {
        "winner": winner,
        "ending": ending,
        "tricks": len(piles),
        "cards": sum(map(len, piles)),
        "longest_trick": max(map(len, piles)),
        "penalty_cards": sum(card != "-" for card in hands[0]),
        "winner_low": lows[winner] if winner >= 0 else -1,
    }
