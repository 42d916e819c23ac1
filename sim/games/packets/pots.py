"""The order in which a pot is picked up, for the rulebooks of the packet games."""

from collections.abc import Sequence

Stacks = Sequence[Sequence[int]]
"""For each player, the cards laid in this round, in the order laid."""


def pot_in_order(stacks: Stacks, winner: int, pickup: str) -> list[int]:
    """Return the cards of the pot in the order in which the winner will play them."""
    # A pot that is picked up `shuffled` is returned winner-first, ready to be shuffled.
    seats = len(stacks)
    if pickup == "seat":
        return _play_by_play(range(seats), stacks)
    others = [*range(winner + 1, seats), *range(winner)]
    if pickup == "latest-first":
        return _play_by_play([winner, *others], stacks, latest_first=True)
    pot: list[int] = []
    for player in others:
        pot += stacks[player]
    return [*pot, *stacks[winner]] if pickup == "loser-first" else [*stacks[winner], *pot]


def _play_by_play(players: Sequence[int], stacks: Stacks, *, latest_first: bool = False) -> list[int]:
    plays = range(max(map(len, stacks)))
    return [
        stacks[player][play]
        for play in (reversed(plays) if latest_first else plays)
        for player in players
        if play < len(stacks[player])
    ]
