"""Vocabulary of Syrian War: its options, columns and endings in reports."""

from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary, amount, one_of, template
from sim.games.packets.vocabulary import COLUMNS, PICKUP

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "picture": Said("a war over pictures", amount("card for a picture", "cards for a picture")),
        "war_tie": Said(
            "a tied war", one_of({"again": "a tied war makes another", "take-back": "tied rows taken back"})
        ),
        "rows": Said(
            "who takes the rows",
            one_of({"winner": "winner takes both rows", "own": "all take their own rows"}),
        ),
        "pickup": PICKUP,
        "max_rounds": Said("when a game is stopped", template("stopped after {} turns")),
    },
    columns=COLUMNS,
    endings={
        "cards": "lost with no cards left",
        "run-out": "lost in a tie with no cards left",
        "draw": "drawn",
        "cycle": "repeated for ever",
        "cap": "stopped undecided",
    },
)
