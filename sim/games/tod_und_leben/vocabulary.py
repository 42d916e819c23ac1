"""Vocabulary of Tod und Leben: its options and columns in reports."""

from sim.contract.vocabulary import OF_A_DECK, Vocabulary
from sim.games.packets.vocabulary import COLUMNS

VOCABULARY = Vocabulary(
    options=OF_A_DECK,
    columns={
        "cards_0": "cards won by the first player",
        "cards_1": "cards won by the second player",
        "longer_wars": COLUMNS["longer_wars"],
    },
)
