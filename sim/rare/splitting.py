"""Multilevel splitting: chances of one in millions or billions.

Games are led to the event level by level.

An event is a score that reaches a target. Between an ordinary game and the event lie
levels of the score, each reached by a good part of the games that reached the one
before it. Of many samples, those that reach a level go on, in copies, and move apart;
the product of the shares that reach each level is the chance of the event. With fixed
levels this estimate is unbiased however few samples there are and however badly they
move, if only the moves leave the law of the samples beyond a level as it is (Kahn and
Harris, 1951; Del Moral, Doucet and Jasra, Journal of the Royal Statistical Society B
68, 2006, 411-436; Botev and Kroese, Statistics and Computing 22, 2012, 1-16). So
independent repetitions have a mean with an interval. A pilot finds the levels, and is
not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Samples = TypeVar("Samples")

PASSED_ON = 0.2
"""The share of the samples that a level lets pass in the pilot."""

MOST_LEVELS = 400

PATIENCE = 20
"""How often in a row the samples of the pilot are moved at a level that none of them
gets beyond."""


class Splittable(Protocol[Samples]):
    """The samples of a game: how they are drawn, scored and moved."""

    def start(self, source: Source, size: int) -> Samples:
        """New samples.

        Parameters
        ----------
        source
            The randomness of the repetition.
        size
            How many.
        """

    def scores(self, samples: Samples) -> NDArray[np.int64]:
        """The score of each sample.

        Parameters
        ----------
        samples
            The samples.
        """

    def select(self, samples: Samples, places: NDArray[np.int64]) -> Samples:
        """The samples at these places, repeated ones as copies.

        Parameters
        ----------
        samples
            The samples.
        places
            The places.
        """

    def move(self, samples: Samples, level: int, source: Source) -> Samples:
        """Move samples that have reached a level.

        The law of samples that have reached it stays the same.

        Parameters
        ----------
        samples
            The samples.
        level
            The level that their scores have reached.
        source
            The randomness of the repetition.
        """


class Source:
    """The randomness of one repetition.

    It is a generator, and numbers of games that no other repetition uses.

    Parameters
    ----------
    seed
        The seed.
    repetition
        The number of the repetition.

    Attributes
    ----------
    generator
        The generator.
    drawn
        How many numbers of games have been taken.
    """

    def __init__(self, seed: int, repetition: int) -> None:
        self.seed = seed
        words = np.array([seed, _STREAM, 0, 0, 0, repetition], np.uint64)
        self.generator = np.random.Generator(
            np.random.Philox(key=words[:2], counter=words[2:])
        )
        self.drawn = 0
        self._first = repetition << _BITS

    def numbers(self, games: int) -> int:
        """The first of some new game numbers.

        Parameters
        ----------
        games
            How many.
        """
        first = self._first + self.drawn
        self.drawn += games
        return first


_STREAM = 1 << 32
"""A stream that no game uses (:class:`sim.rng.Stream`)."""

_BITS = 40
"""Each repetition has 2**40 game numbers of its own."""

MOST_REPETITIONS = 1 << 20


class UnreachedError(Exception):
    """The pilot did not reach the target.

    Parameters
    ----------
    best
        The highest level that it reached.
    """

    def __init__(self, best: int) -> None:
        self.best = best
        super().__init__(best)


def find_levels(
    world: Splittable[Any], target: int, size: int, source: Source
) -> tuple[int, ...]:
    """The levels up to the target, found by a pilot.

    About the share ``PASSED_ON`` of the pilot's samples passes each level; fewer do
    where many samples share a score.

    Parameters
    ----------
    world
        What is split.
    target
        The last level.
    size
        The number of samples.
    source
        The randomness of the pilot.

    Raises
    ------
    UnreachedError
        If the pilot did not reach the target.
    """
    samples = world.start(source, size)
    levels: list[int] = []
    waited = 0
    while len(levels) < MOST_LEVELS and waited < PATIENCE:
        scores = np.sort(world.scores(samples))
        wanted = int(scores[int(size * (1 - PASSED_ON))])
        if levels and wanted <= levels[-1]:
            # Many samples share a score: the next one up.
            higher = scores[scores > levels[-1]]
            wanted = int(higher[0]) if higher.size else levels[-1]
        if wanted >= target:
            return (*levels, target)
        waited += 1
        if not levels or wanted > levels[-1]:
            levels.append(wanted)
            waited = 0
        samples = world.move(
            _passed_on(world, samples, levels[-1], source), levels[-1], source
        )
    raise UnreachedError(levels[-1])


def climb(
    world: Splittable[Any], levels: Sequence[int], size: int, source: Source
) -> float:
    """The estimate of one repetition.

    Parameters
    ----------
    world
        What is split.
    levels
        The levels; the last one is the event.
    size
        The number of samples.
    source
        The randomness of the repetition.
    """
    samples = world.start(source, size)
    chance = 1.0
    for place, level in enumerate(levels):
        chance *= float((world.scores(samples) >= level).mean())
        if not chance:
            break
        if place + 1 < len(levels):
            samples = world.move(
                _passed_on(world, samples, level, source), level, source
            )
    return chance


def _passed_on(
    world: Splittable[Samples], samples: Samples, level: int, source: Source
) -> Samples:
    """As many samples as before, all of which have reached the level.

    Each of those that did is copied equally often, as near as can be.
    """
    scores = world.scores(samples)
    reached = np.flatnonzero(scores >= level)
    copies, rest = divmod(len(scores), len(reached))
    more = source.generator.choice(reached, rest, replace=False)
    return world.select(samples, np.concatenate([np.repeat(reached, copies), more]))
