"""Players of blocks of games side by side.

There is a compiled function for some rules, which pays if games are many.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial

from sim.games.packets.codes import SEAT, SHUFFLED, WINNER_FIRST
from sim.games.war.kernel.lanes.cards import ONE_BY_ONE
from sim.games.war.kernel.lanes.loop import loop
from sim.games.war.kernel.lanes.step import step_of


class Chosen:
    """Which of the functions that could be compiled are.

    The first few are at once, others when that saves more time than it takes.
    """

    def __init__(self, at_once: int, games: int) -> None:
        self.at_once = at_once
        self.games = games
        self._chosen: set[tuple[int, ...]] = set()
        self._waiting: Counter[tuple[int, ...]] = Counter()

    def wants(self, rules: tuple[int, ...], games: int) -> bool:
        """Whether something is or should be compiled.

        The games that are to be played with it now are given.
        """
        if rules in self._chosen:
            return True
        self._waiting[rules] += games
        return len(self._chosen) < self.at_once or self._waiting[rules] >= self.games

    def choose(self, rules: tuple[int, ...]) -> None:
        """Note that something is compiled."""
        self._chosen.add(rules)


_steps, _loops = Chosen(13, 1 << 17), Chosen(6, 1 << 20)
"""Each game that is not played alone saves some two microseconds; a step takes a fifth
of a second to compile, a loop two seconds to four."""


def _rules_of_loop(
    pickup: int, piles: int, loses: int, way: int
) -> tuple[int, bool, bool, bool]:
    """The rules that the loop around the steps is compiled for."""
    pots = pickup if pickup in (SEAT, SHUFFLED) else WINNER_FIRST
    in_register = way != ONE_BY_ONE and (pots == SHUFFLED or bool(piles))
    return pots, bool(piles), bool(loses), in_register


def worth_compiling(
    games: int,
    face_down: int,
    pickup: int,
    crossed: int,
    piles: int,
    loses: int,
    way: int,
) -> bool:
    """Whether a number of games are to be played side by side.

    Their code may have to be compiled first.

    A run of a hundred variants would wait longer for their steps than the games take
    one at a time. So beyond the first few, code is compiled once many games have been
    played without it.
    """
    loop_rules = _rules_of_loop(pickup, piles, loses, way)
    step_rules = face_down, pickup, crossed, piles, way
    # Both count the games, even if only one of them is still to be compiled.
    wanted = _loops.wants(loop_rules, games), _steps.wants(step_rules, games)
    if all(wanted):
        _loops.choose(loop_rules)
        _steps.choose(step_rules)
    return all(wanted)


def player(
    face_down: int, pickup: int, crossed: int, piles: int, loses: int, way: int
) -> Callable[..., None]:
    """The compiled function that plays a block of games under these rules.

    ``crossed``, ``piles`` and ``loses`` are 1 if the lowest rank beats the highest, if
    captured cards lie in piles, and if a player with too few cards for a war loses; 0
    if not. ``way`` says how pairs of cards are moved. ``play(job, many, rows)`` fills
    the rows of all games, except for those that it marks in ``many.left``; ``many``
    must have been laid for the same rules.
    """
    step = step_of(face_down, pickup, crossed, piles, way)
    return partial(loop(*_rules_of_loop(pickup, piles, loses, way)), step)
