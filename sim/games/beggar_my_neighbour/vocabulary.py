"""Vocabulary of Beggar-My-Neighbour: its options, columns and endings in reports."""

from collections.abc import Sequence

from sim.contract.vocabulary import OF_A_DECK, Vocabulary, Wording, number_word, one_of
from sim.games.packets.vocabulary import stopped


def _penalties(value: Sequence[str]) -> str:
    asked = [text.split() for text in value]
    return (
        ", ".join(f"{rank} asks for {number_word(int(debt))}" for rank, debt in asked)
        or "no card asks"
    )


VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "starter": Wording(
            "who begins",
            one_of({0: "first player begins", 1: "second player begins"}),
            "The {}.",
        ),
        "penalties": Wording("the penalty cards", _penalties, "Penalty cards: {}."),
        "max_rounds": stopped("trick", "tricks"),
    },
    columns={
        "cards": "cards laid",
        "penalty_cards": "penalty cards of the first player",
        "winner_low": "fewest cards of the winner",
    },
    endings={
        "cards": "lost with no cards left",
        "cycle": "repeated for ever",
        "cap": "stopped undecided",
    },
)
