"""Chances in games whose seats are alike, where one player's games tell as much about another's.

That is a fact about the rules (:attr:`sim.contract.game.GameOf.seats_alike`); it only
makes the intervals narrower.
"""

from collections.abc import Mapping

from sim.stats.estimates import Interval
from sim.stats.intervals import proportion

ALIKE = "seats alike"


def equal_chance(
    nobody: int, games: int, players: int, level: float = 0.95
) -> Interval:
    """Each player's chance to win, if all have the same: an equal part of the games that somebody wins.

    Only the share of games that nobody wins is estimated
    (:func:`~sim.stats.intervals.proportion`), so the interval is that share's, divided
    by the number of players.

    Parameters
    ----------
    nobody, games
        How many games nobody won, and all games.
    players
        The number of players.
    level
        Between 0 and 1.

    Examples
    --------
    >>> found = equal_chance(0, 1_000_000, 2)
    >>> found.value, round(found.low, 8)
    (0.5, 0.4999985)
    """
    share = proportion(nobody, games, level)
    if share.value is None:
        return share
    return (
        share.scaled(-1 / players)
        .shifted(1 / players)
        .by(f"{share.procedure}, {ALIKE}")
    )


def chances_by_holding(
    cells: Mapping[tuple[int, int], int], total: int, level: float = 0.95
) -> dict[int, tuple[Interval, int]]:
    """How often a player wins who was dealt a certain amount of something, from the games of both players.

    For two players whose seats are alike. A game in which player 0 was dealt ``a`` of
    ``total`` is one trial for ``a``, won by player 0 or not, and one for ``total - a``,
    won by player 1 or not. As long as these differ, each game is one trial of either
    class, so a share of independent trials has its usual interval. With equal holdings
    both players win equally often (:func:`equal_chance`).

    Parameters
    ----------
    cells
        The number of games with each pair of the winner (a player, or negative for nobody) and player 0's holding.
    total
        What both players hold together.
    level
        Of each interval by itself.

    Returns
    -------
    dict
        For each holding its chance with the interval, and the number of games that tell of it.

    Examples
    --------
    >>> found = chances_by_holding({(0, 1): 30, (1, 1): 70, (0, 3): 60, (1, 3): 40, (0, 2): 7, (1, 2): 3}, 4)
    >>> [(held, share.value, games) for held, (share, games) in found.items()]
    [(1, 0.35, 200), (2, 0.5, 10), (3, 0.65, 200)]
    """
    won: dict[int, int] = {}
    met: dict[int, int] = {}
    nobody = 0
    for (winner, held), games in cells.items():
        for player, own in ((0, held), (1, total - held)):
            met[own] = met.get(own, 0) + games
            won[own] = won.get(own, 0) + (games if winner == player else 0)
        nobody += games if winner < 0 and 2 * held == total else 0
    chances = {}
    for held in sorted(met):
        if 2 * held == total:
            games = met[held] // 2
            chances[held] = equal_chance(nobody, games, 2, level), games
        else:
            share = proportion(won[held], met[held], level)
            chances[held] = share.by(f"{share.procedure}, {ALIKE}"), met[held]
    return {held: chance for held, chance in chances.items() if chance[1]}
