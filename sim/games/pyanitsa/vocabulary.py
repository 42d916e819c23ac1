"""What the options, columns and endings of P'yanitsa are called in reports: War's words, and two options more."""

from __future__ import annotations

from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary, amount, either, one_of
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, MAX_ROUNDS, PICKUP, PLAYERS

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "players": PLAYERS,
        "face_down": Said(
            "the cards laid face down after a tie",
            amount("card down", "cards down", {"rank": "as many cards down as the tied rank"}),
        ),
        "run_out": Said(
            "running out of cards after a tie",
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
            "who plays on after a tie", one_of({"all": "everyone plays on", "tied": "only the tied play on"})
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
        "tie": Said(
            "what is laid after a tie",
            one_of({"face-down": "one card down, one up", "face-up": "ties face up"}),
        ),
        "goal": Said(
            "who is the drunkard",
            one_of({"keep": "the first without cards loses", "shed": "getting all the cards loses"}),
        ),
    },
    columns=COLUMNS,
    endings=ENDINGS,
)
