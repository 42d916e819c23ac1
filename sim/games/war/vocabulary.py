"""What War's options, columns and endings are called in reports."""

from __future__ import annotations

from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary, amount, either, one_of
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, MAX_ROUNDS, PICKUP, PLAYERS

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "face_down": Said(
            "the cards laid face down in a war",
            amount(
                "card down",
                "cards down",
                {"rank": "as many cards down as the tied rank"},
            ),
        ),
        "run_out": Said(
            "running out of cards in a war",
            one_of(
                {
                    "lose": "running short loses",
                    "last-card": "last card stands",
                    "all-in": "all cards in, last one up",
                    "fewest": "all lay as few as the poorest",
                }
            ),
        ),
        "pickup": PICKUP,
        "fighters": Said(
            "who fights in a war", one_of({"all": "everyone fights", "tied": "only the tied fight"})
        ),
        "captured": Said(
            "where won cards go",
            one_of({"bottom": "won cards under the packet", "pile-shuffled": "won cards on a pile"}),
        ),
        "low_beats_high": Said(
            "the lowest rank against the highest",
            either("the lowest rank beats the highest", "the lowest rank is just low"),
        ),
        "end": Said(
            "the end of the game",
            one_of({"last-standing": "to the last player standing", "first-out": "until one player is out"}),
        ),
        "max_rounds": MAX_ROUNDS,
    },
    columns=COLUMNS,
    endings=ENDINGS,
)
