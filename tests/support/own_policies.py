"""User-defined policies: functions of what a player sees, and of chance."""

from sim.policies import draw


def cautious(view, chance):
    """Bid the lowest card for a prize of the lower half, else any of the three highest."""
    if 2 * view.upcard <= view.cards:
        return view.hand[0]
    return view.hand[view.held - 1 - draw(min(3, view.held), chance)]
