"""Tables of equilibrium strategies for GOPS, for the sizes at which they stay small.

``python -m docs.tables`` makes them, and :mod:`sim.policies.thresholds` explains how
they are stored.
"""

from pathlib import Path

from sim.policies.sets import cards as cards_of

_LARGEST = {
    ("points", False): 8,
    ("points", True): 7,
    ("win", False): 6,
    ("win", True): 6,
}
"""The largest size with a table, by objective and by whether a tied prize is carried
over."""

_FOLDER = Path(__file__).parent / "tables"


def sizes(objective: str, carry_over: bool) -> tuple[int, ...]:
    """The numbers of cards that have a table."""
    return tuple(range(2, _LARGEST[objective, carry_over] + 1))


def table_path(cards: int, objective: str, carry_over: bool) -> Path:
    """The path of a table."""
    ties = "carry" if carry_over else "discard"
    return _FOLDER / f"gops-{objective}-{ties}-{cards}.npz"


def number_of(
    cards: int, mine: int, theirs: int, prizes: int, upcard: int, pot: int, lead: int
) -> int:
    """The number of a position in which a player bids.

    Compiled, too. Only the order of the cards in the hands matters, so those that
    neither has are left out; and of two positions that differ in which player bids, the
    numbers follow one another.

    Parameters
    ----------
    cards
        The number of cards of each hand at the beginning.
    mine, theirs, prizes
        The hands and the prizes left, the upcard among them, as sets of cards.
    upcard, pot, lead
        The prize turned up, the points carried over to it, and the player's lead, 0 if
        it does not matter.
    """
    first = 0
    second = 0
    for place, card in enumerate(cards_of(mine | theirs)):
        first |= (mine >> card & 1) << place
        second |= (theirs >> card & 1) << place
    is_swapped = first < second
    if is_swapped:
        first, second = second, first
        lead = -lead
    points = cards * (cards + 1) // 2
    number = ((first << cards | second) << cards) | prizes >> 1
    number = number * (cards + 1) + upcard
    number = number * (points + 1) + pot
    number = number * (2 * points + 1) + points + lead
    return 2 * number + int(is_swapped)
