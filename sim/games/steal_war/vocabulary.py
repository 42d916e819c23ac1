"""Vocabulary of Steal War: its options, columns and endings in reports."""

from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary, either, one_of, template
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, PLAYERS

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "protect": Said("protection of piles", either("a matching card protects a pile", "no protection")),
        "top": Said(
            "the card left on top",
            one_of(
                {
                    "lowest": "lowest card on top",
                    "highest": "highest card on top",
                    "random": "any card on top",
                }
            ),
        ),
        "max_rounds": Said("when a game is stopped", template("stopped after {} turns")),
    },
    columns=COLUMNS,
    endings=ENDINGS,
)
