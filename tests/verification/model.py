"""A published figure as data: its value as printed, its source, and how it is found here.

Nothing is played or computed here.
"""

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

GAMES = 10_000_000
"""The number of games played for a simulated figure by default."""

_LIST = tomllib.loads(Path(__file__).with_name("figures.toml").read_text("utf-8"))

PLAYS = _LIST["plays"]
"""What is played, by name: figures that share a play are measured on the same games."""


HOW = _LIST["how"]
"""How functions find exact values, by their names."""


@dataclass(frozen=True)
class Source:
    """Where figures were published, and for which rules."""

    name: str
    rules: str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A published figure; ``figures.toml`` says what its keys mean."""

    source: Source
    name: str
    published: str  # a decimal, a percentage, a fraction, or counts separated by " / "
    exact: str = ""
    play: str = ""
    measure: str = ""
    of: str = ""
    given: str = "TRUE"
    at: float = 0.5
    per: int = 1
    n: int | None = None
    error: float = 0.0
    slack: float = 0.0  # the relative error of the source's own arithmetic
    note: str = ""  # why the source is wrong, or how its rules can be read in two ways

    @property
    def percent(self):
        """Whether it is printed as a percentage."""
        return self.published.endswith("%")

    @property
    def value(self):
        """The published value."""
        number = Fraction(self._digits)
        return number / 100 if self.percent else number

    @property
    def unit(self):
        """One unit of the last place that is printed; 0 for a fraction, which is not rounded."""
        if "/" in self._digits:
            return Fraction(0)
        digits, _, power = self._digits.partition("e")
        places = len(digits.partition(".")[2])
        return Fraction(10) ** (int(power or 0) - places) / (100 if self.percent else 1)

    @property
    def counts(self):
        """The published counts."""
        return tuple(
            int(count.replace(",", "")) for count in self.published.split(" / ")
        )

    @property
    def _digits(self):
        return self.published.removesuffix("%").strip().replace(",", "")


FIGURES = tuple(
    Figure(source=Source(source["name"], source["rules"]), **figure)
    for source in _LIST["source"]
    for figure in source["figures"]
)
"""Every figure, those of one source together."""
