"""Vocabulary of Ace race: its options, columns and endings in reports."""

from sim.contract.vocabulary import OF_A_DECK, Vocabulary, Wording
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, pickup, stopped


def _speed(value: float) -> str:
    if value == 0.5:
        return "equally fast"
    if value in (0, 1):
        first, other = ("first", "second") if value else ("second", "first")
        return f"the {first} player turns all their cards before the {other} turns one"
    return f"the next card is the first player's with a chance of {100 * value:g} %"


VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "speed": Wording("the speed of the first player", _speed, "In a race {}."),
        "pickup": pickup("The pot goes onto the winner's pile"),
        "max_rounds": stopped("round", "rounds"),
    },
    sentences={"speed 0.5": "In a race both players are equally fast."},
    columns=COLUMNS,
    endings=ENDINGS,
)
