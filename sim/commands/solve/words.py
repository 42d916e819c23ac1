"""Values, chances and times of solutions as people read them."""

from __future__ import annotations

from collections.abc import Callable

from sim.errors import UserError

_PLACES = 4
_NOTHING = 1e-9
"""A smaller share of the stake is rounding error."""


def value_words(value: float, stake: float) -> str:
    """Return a value for people; a mere rounding error is 0."""
    from reports.numbers import fixed

    if abs(value) < _NOTHING * stake:
        return "0"
    return fixed(value, 0) if abs(value - round(value)) < _NOTHING else fixed(value, _PLACES)


def chance_words(chance: float, places: int = _PLACES) -> str:
    """Return a chance for people, to a number of places; a card that is never laid stands out."""
    if chance < _NOTHING:
        return "0"
    return "1" if chance > 1 - _NOTHING else f"{chance:.{places}f}"


def time_words(seconds: float) -> str:
    """Return a time as people read it."""
    if seconds < 0.01:
        return "< 0.01 s"
    if seconds < 10:
        return f"{seconds:.2g} s" if seconds < 1 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min"


def figures_rows(
    value: float,
    exploitability: float | None,
    against: str | None,
    response: float | None,
    stake: float,
    unit: str,
) -> list[list[str]]:
    """Return what a solution is worth, as rows of a table; what was not computed is left out."""
    rows = [["value", value_words(value, stake) + unit]]
    if exploitability is not None:
        rows.append(["exploitability", f"{max(exploitability, 0.0):.1e}{unit}"])
    if response is not None:
        rows.append([f"best response to {against}", value_words(response, stake) + unit])
    return rows


def against_policy(respond: Callable[[], float]) -> float:
    """Return what the best response to the policy of ``--against`` gets; a mistake is reported for that option."""
    try:
        return respond()
    except UserError as error:
        raise UserError(error.what, where="--against", cure=error.cure) from None
