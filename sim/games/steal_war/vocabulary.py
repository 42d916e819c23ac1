"""Vocabulary of Steal War: its options, columns and endings in reports."""

from sim.contract.vocabulary import (
    OF_A_DECK,
    Vocabulary,
    Wording,
    either,
    one_of,
    template,
)
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, PLAYERS, stopped

_TOPS = one_of(
    {
        "lowest": "lowest card on top",
        "highest": "highest card on top",
        "random": "any card on top",
    }
)


def _least_loot(cards: int) -> str:
    """The sentence on piles that are too small to be stolen; none where there are no such piles."""
    if cards == 1:
        return ""
    return f"Nobody steals a pile of fewer than {cards} cards; a card that matches only such piles is laid."


VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "protect": Wording(
            "protection of piles",
            either("a matching card protects a pile", "no protection"),
        ),
        "least_loot": Wording(
            "the smallest pile that is stolen",
            template("piles of {} cards and more stolen", {1: "all piles stolen"}),
            lambda rules: _least_loot(rules.least_loot),
        ),
        "top": Wording("the card left on top", _TOPS),
        "max_rounds": stopped("round", "rounds"),
    },
    sentences={
        "protect True": "A pile is safe while the card that its owner has looked at, "
        "and not yet laid, has the rank on top.",
        "protect False": "A player's own card of the rank on top does not protect the pile.",
        "top lowest": "The winner puts the lowest card of a pot on top.",
        "top highest": "The winner puts the highest card of a pot on top.",
        "top random": "The winner puts any card of a pot on top, each equally likely.",
    },
    columns={
        **COLUMNS,
        "steals": "piles stolen",
        "cards_stolen": "cards in stolen piles",
    },
    endings=ENDINGS,
)
