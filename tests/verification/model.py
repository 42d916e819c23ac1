"""A published figure as data: its value as printed, its source, and how it is found here.

Nothing is played or computed here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tests.verification.measures import Measure

GAMES = 10_000_000
"""The number of games played for a simulated figure by default."""


@dataclass(frozen=True)
class Source:
    """Where figures were published, and for which rules."""

    name: str
    rules: str


@dataclass(frozen=True)
class Play:
    """Games to be played: figures that share a play are measured on the same games."""

    game: str
    rules: Mapping[str, object] = field(default_factory=dict)
    policies: tuple[str, ...] = ()

    @property
    def key(self):
        return self.game, repr((sorted(self.rules.items()), self.policies))


@dataclass(frozen=True)
class Simulated:
    """Found by playing: the measure is taken from the games."""

    play: Play
    measure: Measure


@dataclass(frozen=True)
class Exact:
    """Found by computing, as a fraction; `method` says how."""

    compute: Callable[[], Fraction]
    method: str


@dataclass(frozen=True)
class Counted:
    """Found by playing every possible deal; `method` says which."""

    compute: Callable[[], tuple[int, ...]]
    method: str


@dataclass(frozen=True)
class Figure:
    """A published figure."""

    name: str
    published: str  # as printed: a decimal, a percentage, a fraction, or counts separated by " / "
    source: Source
    how: Simulated | Exact | Counted
    n: int | None = (
        None  # the games behind the published value; None if it does not come from games
    )
    error: float | None = (
        None  # its standard error, if the source gives it instead of the number of games
    )
    theorem: bool = False  # it is not a sample, so that its only error is rounding
    slack: float = (
        0.0  # of an exact figure: the relative error of the source's own arithmetic
    )
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
