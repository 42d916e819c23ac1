"""What a published figure is, as data: its value as printed, its source, and how it is had here.

Nothing is played or computed in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tests.verification.measures import Measure

GAMES = 10_000_000
"""How many games a simulated figure is played with, unless it says otherwise."""


@dataclass(frozen=True)
class Source:
    """Where figures were published, and for which rules."""

    name: str
    rules: str


@dataclass(frozen=True)
class Play:
    """Games to be played: figures that share a play are read off the same games."""

    game: str
    rules: Mapping[str, object] = field(default_factory=dict)
    policies: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.game, repr((sorted(self.rules.items()), self.policies))


@dataclass(frozen=True)
class Simulated:
    """Had by playing: the measure is taken of the games."""

    play: Play
    measure: Measure


@dataclass(frozen=True)
class Exact:
    """Had by computing, as a fraction; `method` says how."""

    compute: Callable[[], Fraction]
    method: str
    game: str | None = None


@dataclass(frozen=True)
class Counted:
    """Had by playing every deal there is; `method` says which."""

    compute: Callable[[], tuple[int, ...]]
    method: str


@dataclass(frozen=True)
class Figure:
    """A published figure.

    Attributes
    ----------
    name, published
        What it is, and its value as printed: a decimal, a per cent, a fraction, or counts parted by " / ".
    source
        Where it was published.
    how
        How it is had here.
    n
        The games that the published value rests on; None where it does not rest on games.
    error
        The standard error of the published value where the source gives it and not the games.
    theorem
        Whether the published value is a theorem and no sample, so that only its rounding counts against it.
    slack
        For an exact figure, the relative error of the source's own arithmetic, where it is known to have one.
    note
        Where the source is wrong, or its rules can be read in two ways: how, and why that is known.
    """

    name: str
    published: str
    source: Source
    how: Simulated | Exact | Counted
    n: int | None = None
    error: float | None = None
    theorem: bool = False
    slack: float = 0.0
    note: str = ""

    @property
    def game(self) -> str | None:
        """The game that must be there for it; None where it is computed without one."""
        if isinstance(self.how, Simulated):
            return self.how.play.game
        return self.how.game if isinstance(self.how, Exact) else "war"

    @property
    def percent(self) -> bool:
        """Whether it is printed as a per cent."""
        return self.published.endswith("%")

    @property
    def value(self) -> Fraction:
        """The published value."""
        number = Fraction(self._digits)
        return number / 100 if self.percent else number

    @property
    def unit(self) -> Fraction:
        """One unit of the last place that is printed; 0 for a fraction, which is not rounded."""
        if "/" in self._digits:
            return Fraction(0)
        digits, _, power = self._digits.partition("e")
        places = len(digits.partition(".")[2])
        return Fraction(10) ** (int(power or 0) - places) / (100 if self.percent else 1)

    @property
    def counts(self) -> tuple[int, ...]:
        """The published counts."""
        return tuple(int(count.replace(",", "")) for count in self.published.split(" / "))

    @property
    def _digits(self) -> str:
        return self.published.removesuffix("%").strip().replace(",", "")
