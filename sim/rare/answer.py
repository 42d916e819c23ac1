"""The chance of a rare event, by multilevel splitting.

Its interval is that of independent repetitions.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sim.contract.deck_rules import check_whole_deck
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import named_on_request
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_seed, check_text, check_whole
from sim.machine.pool import Going, results
from sim.machine.resources import check_workers
from sim.machine.workers import Workers
from sim.rare.event import Event, event_of
from sim.rare.samples import Deals, Lengths
from sim.rare.splitting import (
    MOST_REPETITIONS,
    Source,
    Splittable,
    UnreachedError,
    climb,
    find_levels,
)
from sim.stats import Interval
from sim.stats.shares import check_level, proportion
from sim.stats.spread import skewed_mean

SAMPLES = {"deals": 4000, "positions": 400}
"""The default number of samples that climb together. With a quarter of the deals,
repetitions have long tails."""

REPETITIONS = 20
MOVES = 10
MOST_SAMPLES = 1_000_000

UNEVEN = 0.5
"""If the repetitions vary by more than this times their mean, larger ones are probably
missing."""

_SWAPS = "a deal cannot be moved by swaps of any cards"

FEW_SAMPLES = "with fewer than {:,} {} larger repetitions may be missing"
"""Why an interval from fewer samples than usual is doubtful, however alike its
repetitions are."""


@dataclass(frozen=True)
class RareChance:
    """The chance of a rare event.

    Attributes
    ----------
    event
        The event, in SQL words.
    over
        What was split: "deals" or "positions".
    interval
        The chance, with the interval of the mean of the repetitions
        (:func:`sim.stats.spread.skewed_mean`), cut at zero.
    levels
        The levels of the score; the last one is the event. Small amounts have negative
        scores.
    repetitions
        The estimate of each repetition.
    games
        How many games were played, those of the pilot included.
    """

    event: str
    over: str
    interval: Interval
    levels: tuple[int, ...]
    repetitions: tuple[float, ...]
    games: int


def chance(
    name: str,
    event: str,
    *,
    seed: int = 1,
    rules: Mapping[str, object] | None = None,
    samples: int | None = None,
    repetitions: int = REPETITIONS,
    moves: int = MOVES,
    workers: int = 1,
    level: float = 0.95,
) -> RareChance:
    """The chance of an event that is too rare to be seen by chance, by multilevel splitting.

    Parameters
    ----------
    name
        The game: one that is dealt from a deck.
    event
        An amount over the columns of a game compared with a number, such as
        ``"rounds > 9000"`` with shuffled pots. Splitting climbs along the amount, so it
        should rise (or fall) on the way to the event: several conditions are joined
        into one amount, as in ``"rounds + 100 * wars <= 30"`` for 30 rounds or fewer
        without a war; a condition is 0 or 1.
    seed
        Everything follows from it, whatever the number of workers.
    rules
        Options; the others have their defaults.
    samples
        How many samples climb together in a repetition.
    repetitions
        How many independent repetitions the interval rests on.
    moves
        Over deals, how often each sample is moved at a level.
    workers
        The number of threads; -1 uses all cores.
    level
        The level of the interval.

    Raises
    ------
    UserError
        If a name or number is not valid, the event is not one, or the pilot did not
        reach it.

    Notes
    -----
    For ``rounds > n`` in a game whose rounds have chance of their own, positions are
    split: games that have lasted some rounds are played on with new chance. All other
    events are split over deals, which move by swaps of cards; where the event depends
    less on the deal than on chance, or on the deal in a chaotic way, that gains little.

    Examples
    --------
    >>> found = chance("war", "rounds <= 3", rules={"highest": 5, "copies": 2}, samples=50, repetitions=4)
    >>> found.over, found.levels[-1]
    ('deals', -3)
    """
    game = find_game(name)
    event = check_text(event, "event")
    checked = game.asking(game.rules.of(rules), named_on_request(game, [event]))
    asked = event_of(event, game, checked)
    moves = check_whole(moves, 1, 10_000, what="number", where="moves")
    world: Splittable[Any]
    if _splits_positions(game, checked, asked):
        over = "positions"
        world = Lengths(game, checked, asked.target - 1)
    else:
        deck = check_whole_deck(game, checked, _SWAPS)
        over = "deals"
        world = Deals(game, deck, asked, moves)
    size = SAMPLES[over] if samples is None else samples
    size = check_whole(size, 10, MOST_SAMPLES, what="number", where="samples")
    repetitions = check_whole(
        repetitions, 2, MOST_REPETITIONS - 1, what="number", where="repetitions"
    )
    seed = check_seed(seed)
    workers = check_workers(workers)
    level = check_level(level)
    try:
        interval, levels, estimates, games = repeat(
            world, asked.target, size, repetitions, seed, workers, level
        )
    except UnreachedError as error:
        raise UserError(
            "the event was not reached by the pilot",
            where="event",
            cure=f"ask for {asked.reaching(error.best, game)}, which it reached; for "
            f"more, give more samples, or write "
            "the event so that nearly reaching it has a higher value than ordinary games",
        ) from None
    if size < SAMPLES[over] and not interval.warning and interval.value != 1:
        interval = replace(interval, warning=FEW_SAMPLES.format(SAMPLES[over], over))
    return RareChance(event, over, interval, levels, estimates, games)


def repeat(
    world: Splittable[Any],
    target: int,
    size: int,
    repetitions: int,
    seed: int,
    workers: int,
    level: float,
) -> tuple[Interval, tuple[int, ...], tuple[float, ...], int]:
    """The chance that a score reaches a target, the levels, the repetitions, and the games played.

    Parameters
    ----------
    world
        What is split.
    target
        The score that is the event.
    size
        The number of samples.
    repetitions
        The number of repetitions.
    seed
        The seed.
    workers
        The number of threads.
    level
        The level of the interval.
    """
    pilot = Source(seed, 0)
    levels = find_levels(world, target, size, pilot)

    def repeated(repetition: int, going: Going) -> tuple[float, int]:
        source = Source(seed, repetition)
        return climb(world, levels, size, source), source.drawn

    numbers = range(1, repetitions + 1)
    done = list(results(repeated, numbers, Workers(workers), ordered=True))
    estimates = tuple(estimate for estimate, _ in done)
    return (
        mean_of(estimates, size, level),
        levels,
        estimates,
        pilot.drawn + sum(drawn for _, drawn in done),
    )


def _splits_positions(game: Game, rules: GameRules, event: Event) -> bool:
    """Whether the event is a number of rounds that a game can be led to by chance in its rounds."""
    if event.sign < 0 or event.query.expression != "rounds":
        return False
    if not game.continues(rules) or getattr(rules, "deterministic", False):
        return False
    cap = getattr(rules, "max_rounds", math.inf)
    if event.target > cap:
        raise UserError(
            f"no game lasts longer than max_rounds = {cap}",
            where="event",
            cure="raise max_rounds or ask for less",
        )
    return True


def mean_of(estimates: tuple[float, ...], size: int, level: float) -> Interval:
    """The mean of repetitions with its interval.

    Parameters
    ----------
    estimates
        The estimate of each repetition.
    size
        The number of samples of a repetition.
    level
        The level of the interval.
    """
    chances = np.array(estimates)
    value = float(chances.mean())
    if not value:
        return Interval(
            0.0, None, None, level, refusal="no repetition reached the event", events=0
        )
    if value == 1:
        # No sample was ever replaced, so all of them are games drawn on their own.
        drawn = size * len(chances)
        return proportion(drawn, drawn, level)
    if chances.min() == chances.max():
        return Interval(
            value, None, None, level, refusal="all repetitions give the same chance"
        )
    low, high = skewed_mean(chances, level)
    spread = float(chances.std(ddof=1)) / value
    warning = ""
    if spread > UNEVEN:
        warning = f"larger repetitions may be missing (they vary by {spread:.1f} times their mean): "
        warning += "give four times the samples"
    reached = int(np.count_nonzero(chances))
    procedure = "splitting, Hall's t over repetitions"
    return Interval(
        value, low, min(1.0, high), level, procedure, warning, reached
    ).at_least_zero()
