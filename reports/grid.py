"""Grids of variants, as ``[vary]`` makes them: which rules vary, and which variant to compare with.

A reader wants to know what each rule changes while the others stay, and whether the rules act together.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from operator import ne
from typing import Any

from reports.labels import factors
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.effects import varied


@dataclass(frozen=True)
class Factor:
    """A rule that varies in a grid."""

    option: str  # its public name
    # its values, the natural one first: the default if the grid has it, else the first
    values: tuple[Any, ...]

    @property
    def natural(self) -> Any:
        """The value to compare the others with."""
        return self.values[0]

    @property
    def others(self) -> tuple[Any, ...]:
        """The values to be compared."""
        return self.values[1:]


@dataclass(frozen=True)
class Grid:
    """Variants that combine all values of a few options."""

    factors: tuple[Factor, ...]  # the rules that vary
    # the label of each variant by its values, in the order of the factors
    cells: Mapping[tuple[Any, ...], str]

    @property
    def baseline(self) -> str:
        """The natural variant: every factor at its natural value."""
        return self.cells[tuple(factor.natural for factor in self.factors)]

    def settings(self, factor: Factor) -> list[dict[str, Any]]:
        """Return all combinations of the other factors' values, the natural one first."""
        others = [other for other in self.factors if other is not factor]
        return [
            dict(zip((other.option for other in others), values, strict=True))
            for values in itertools.product(*(other.values for other in others))
        ]

    def cell(self, factor: Factor, value: Any, setting: Mapping[str, Any]) -> str:
        """Return the variant with a value of one factor, the others as set."""
        return self.cells[
            tuple(
                value if each is factor else setting[each.option]
                for each in self.factors
            )
        ]


def grid_of(
    game: Game, rules: Mapping[str, GameRules], public: Mapping[str, str]
) -> Grid | None:
    """Return the grid that the variants make; None if they do not."""
    named = {factors(public[label], own) for label, own in rules.items()}
    if len(rules) < 2 or len(named) != 1:
        return None
    usual = {option.name: option.default for option in game.options}
    grid = varied(rules.values())
    ordered = {
        name: sorted(grid[name], key=partial(ne, usual[name]))
        for name in next(iter(named))
        if name in grid
    }
    factors_varied = tuple(
        Factor(name, tuple(values)) for name, values in ordered.items()
    )
    cells = {
        tuple(getattr(own, name) for name in ordered): label
        for label, own in rules.items()
    }
    return Grid(factors_varied, cells) if len(cells) == len(rules) else None
