"""How many games a task of a cluster plays, so that a scheduler of any cluster has few tasks to handle.

A scheduler handles some hundred tasks a second, whatever they do, and a block of War takes a fifth of a second. So a
task is a stretch of many blocks: long enough that all cores together ask for at most ``TASKS_A_SECOND`` new ones, and
not much longer, since a stretch is played again if its worker is lost. Which blocks are played together does not change
what they hold.
"""

from __future__ import annotations

TASKS_A_SECOND = 50.0
"""The tasks a second that a cluster of any size aims at; near the end of a run there may be twice as many."""

LEAST_SECONDS = 1.0
"""The duration of a task on a small cluster."""

MOST_ROWS = 1 << 24
"""The most rows that a task sends back, some 60 MB."""


class Pace:
    """The lengths of stretches, from the speed of those that have been played.

    Parameters
    ----------
    size
        The number of games in a block.
    rows
        The rows that a game gives, one for each variant; 0 if no rows are kept.

    Examples
    --------
    A thousand cores that play 131,072 games in an eighth of a second get tasks of 20 seconds.

    >>> pace = Pace(1 << 17, rows=0)
    >>> pace.blocks(cores=1000, left=10**12)
    1
    >>> pace.learn(games=1 << 17, seconds=0.125)
    >>> pace.blocks(cores=1000, left=10**12)
    160
    >>> pace.blocks(cores=1000, left=10**9)
    80
    """

    def __init__(self, size: int, rows: int) -> None:
        self._size = size
        self._most = max(1, MOST_ROWS // (size * rows)) if rows else None
        self._speed = 0.0

    @property
    def known(self) -> bool:
        """Whether a task has been played."""
        return self._speed > 0

    def learn(self, games: int, seconds: float) -> None:
        """Take note of a task's time. Only the first games wait for the compiler: a higher speed replaces theirs."""
        speed = games / max(seconds, 1e-6)
        self._speed = speed if speed > self._speed else (self._speed + speed) / 2

    def blocks(self, cores: int, left: int) -> int:
        """Return how many blocks the next task plays.

        Parameters
        ----------
        cores
            The threads of the cluster.
        left
            The games that no task has yet. Towards the end the tasks get shorter, down to half, so that the cores
            finish together.
        """
        goal = self._speed * max(LEAST_SECONDS, cores / TASKS_A_SECOND)
        games = min(goal, max(goal / 2, left / (2 * max(cores, 1))))
        wanted = max(1, round(games / self._size))
        return wanted if self._most is None else min(wanted, self._most)
