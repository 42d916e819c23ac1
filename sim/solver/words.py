"""Values and chances of solutions as people read them."""

PLACES = 4
"""The decimals of chances, where there is room."""

_NOTHING = 1e-9
"""A smaller share of the stake is rounding error."""

FEWEST_PLACES = 2
"""With fewer decimals, chances are in whole percent."""


def value_words(value: float, stake: float) -> str:
    """A value for people; a mere rounding error is 0."""
    if abs(value) < _NOTHING * stake:
        return "0"
    whole = abs(value - round(value)) < _NOTHING
    return f"{value:,.{0 if whole else PLACES}f}".replace("-", "\N{MINUS SIGN}")


def chance_words(chance: float, places: int = PLACES) -> str:
    """A chance for people, to a number of places.

    A card that is never laid stands out.
    """
    if places < FEWEST_PLACES:
        return "<1" if _NOTHING <= chance < 0.005 else f"{100 * chance:.0f}"
    if chance < _NOTHING:
        return "0"
    return "1" if chance > 1 - _NOTHING else f"{chance:.{places}f}"
