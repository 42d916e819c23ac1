"""A run that was never played: a scenario with counts written by hand, for tests of what a report makes of them."""

from pathlib import Path

import numpy as np

from sim.counts.counted import Counts
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.games import find_game
from sim.runs.reader import Status


def counted(values):
    """Return counts from the number of games with each value, or each pair of values."""
    pairs = sorted(
        (value if isinstance(value, tuple) else (value, 0), n)
        for value, n in values.items()
    )
    a, b = (np.array([pair[place] for pair, _ in pairs], np.int64) for place in (0, 1))
    return Counts(a, b, np.array([n for _, n in pairs], np.int64))


class CountedRun:
    """What a report reads of a run."""

    def __init__(self, scenario, entries):
        self.scenario = scenario
        self.path = Path("runs/by-hand")
        self.variants = scenario.names
        self.counted = Tallies(dict(entries))

    @property
    def game(self):
        return find_game(self.scenario.game)

    def rules(self, variant):
        return self.scenario.rules[variant]

    def status(self):
        return Status(self.counted.games, self.counted.games, True, "by hand", ())

    @property
    def _summary(self):
        return Summary(self.counted, self.game, self.scenario.rules)

    def estimates(self, level=0.95):
        return self._summary.estimates(level)

    def differences(self, level=0.95):
        return self._summary.differences(level)
