"""Families of comparisons: letters for what does not differ."""

from collections.abc import Iterable
from string import ascii_lowercase


def letters(members: int, apart: Iterable[tuple[int, int]]) -> list[tuple[str, ...]]:
    """The letters of each member: two share one exactly if they are not a pair that differs.

    By inserting each pair and absorbing groups that lie in others (Piepho, Journal of
    Computational and Graphical Statistics 13, 2004, 456-466).
    """
    groups = [frozenset(range(members))]
    for first, second in apart:
        parted = [
            part
            for group in groups
            for part in (
                (group - {first}, group - {second})
                if {first, second} <= group
                else (group,)
            )
        ]
        groups = [
            part
            for part in dict.fromkeys(parted)
            if not any(part < other for other in parted)
        ]
    groups.sort(key=sorted)
    # With a number from the 27th on.
    names = [
        ascii_lowercase[place % 26] + str(place // 26 or "")
        for place in range(len(groups))
    ]
    return [
        tuple(
            name for name, group in zip(names, groups, strict=True) if member in group
        )
        for member in range(members)
    ]
