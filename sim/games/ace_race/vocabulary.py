"""Vocabulary of Ace race: its options, columns and endings in reports."""

from sim.contract.vocabulary import OF_A_DECK, Said, Vocabulary
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, MAX_ROUNDS, PICKUP


def _speed(value: float) -> str:
    if value == 0.5:
        return "equally fast"
    if value in (0, 1):
        return f"the {'first' if value else 'second'} player is always faster"
    return f"the first player turns {100 * value:g} % of the cards"


VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "speed": Said("the speed of the first player", _speed),
        "pickup": PICKUP,
        "max_rounds": MAX_ROUNDS,
    },
    columns=COLUMNS,
    endings=ENDINGS,
)
