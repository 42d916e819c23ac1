"""User-defined policies: functions of what a player sees, and of chance."""

from sim.policies import draw, lowest, nth


def cautious(view, chance):
    """Bid the lowest card for a prize of the lower half, else any of the three highest."""
    if 2 * view.upcard <= view.cards:
        return lowest(view.hand)
    return nth(view.hand, view.held - 1 - draw(min(3, view.held), chance))
