"""The contract of a policy: how one player chooses, and from what.

A policy sees what the rules let its player see, the **view**, and draws from its own seat's stream of chance; nothing
else. So its choices do not shift when an opponent's policy, or the other games of a run, are others. A move with a
single legal answer is not asked for and draws nothing.

Policies that a game knows by name are plain functions ``choose(view, words)``; the kernels have compiled twins of them,
and the tests hold both to the same games. A policy of a user's own is one function ``choose(view, chance)`` for both:
the view is then a NumPy record with the same names, so that Numba can compile the function, and chance comes from
:func:`sim.policies.draw`.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.errors import UserError, unknown
from sim.rng import Words

Choice = str | Callable[..., Any]
"""The name of a policy, or a user's own."""

Seat = tuple[Choice, ...]
"""How one player chooses: a choice for each part of the game's policies."""

SEPARATOR = "/"
"""Between the parts of a policy's name."""

OWN = -1
"""What kernels know a user's own policy by; named ones by their place in their part."""


def _anything_goes(rules: Any) -> None:
    """Raise nothing: most policies can play under all rules."""


@dataclass(frozen=True)
class Policy:
    """A policy that a game knows by name.

    Attributes
    ----------
    name
        Its public name.
    choose
        ``choose(view, words)`` returns the move; its docstring is the exact definition.
    check
        Raises a :class:`~sim.errors.UserError` under rules that it cannot play by.
    """

    name: str
    choose: Callable[[Any, Words], int]
    check: Callable[[Any], None] = _anything_goes

    @property
    def meaning(self) -> str:
        """The exact definition, in one paragraph."""
        text = inspect.getdoc(self.choose) or ""
        return " ".join(text.split("\n\n")[0].split())


@dataclass(frozen=True)
class Part:
    """One kind of decision, with the policies for it.

    Attributes
    ----------
    name
        What is decided, such as ``attack``.
    policies
        Those known by name; kernels know them by their places here.
    view
        ``view(rules)``: the NumPy type of the record that a user's own policy sees.
    """

    name: str
    policies: tuple[Policy, ...]
    view: Callable[[Any], np.dtype[Any]]

    def find(self, name: str) -> Policy:
        """Return the policy of that name.

        Raises
        ------
        UserError
            If there is none; it names the nearest.
        """
        for policy in self.policies:
            if policy.name == name:
                return policy
        raise unknown("policy", name, [policy.name for policy in self.policies])

    def code(self, choice: Choice) -> int:
        """Return what kernels know a choice by."""
        if not isinstance(choice, str):
            return OWN
        return [policy.name for policy in self.policies].index(choice)


@dataclass(frozen=True)
class Policies:
    """How the players of a game can choose.

    Attributes
    ----------
    parts
        The kinds of decisions; most games have one.
    usual
        How everybody chooses when nothing is said.
    short
        Names that stand for several parts at once.
    """

    parts: tuple[Part, ...]
    usual: str = "random"
    short: Mapping[str, str] = field(default_factory=dict)

    def read(self, given: object) -> Seat:
        """Return how a player chooses, from a name, a user's own function, or a tuple of those for the parts.

        Raises
        ------
        UserError
            If there is no such policy.
        """
        if isinstance(given, str):
            named = self.short.get(given.strip(), given.strip())
            words: Sequence[object] = [word.strip() for word in named.split(SEPARATOR)]
        elif isinstance(given, tuple | list):
            words = given
        else:
            words = (given,)
        if len(words) != len(self.parts):
            if len(self.parts) == 1:
                raise UserError(f"{given!r} is no policy", cure=f"such as {self.usual!r}")
            form = SEPARATOR.join(part.name for part in self.parts)
            short = ", ".join(repr(name) for name in self.short)
            raise UserError(f"{given!r} is no policy", cure=f"name its parts as {form!r}, or one of {short}")
        return tuple(self._choice(part, word) for part, word in zip(self.parts, words, strict=True))

    def _choice(self, part: Part, given: object) -> Choice:
        if isinstance(given, str):
            return part.find(given).name
        if callable(given):
            return given
        raise UserError(
            f"{given!r} is no policy", cure="give the name of one, or a function of a view and of chance"
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of all policies of a game of one part, or the names that stand for several parts."""
        if len(self.parts) == 1:
            return tuple(policy.name for policy in self.parts[0].policies)
        return tuple(self.short)


def seat_name(seat: Seat) -> str:
    """Return what a player's policy is called; a user's own has its function's name.

    Examples
    --------
    >>> seat_name(("mirror", "nine", "surest", "never"))
    'mirror/nine/surest/never'
    """
    return SEPARATOR.join(
        choice if isinstance(choice, str) else getattr(choice, "__name__", type(choice).__name__)
        for choice in seat
    )


def check_policies(policies: Policies, rules: Any, given: object) -> tuple[Seat, ...]:
    """Return how each player chooses.

    Parameters
    ----------
    policies
        Those of the game.
    rules
        They say how many players there are.
    given
        One policy for each seat.

    Raises
    ------
    UserError
        If one is unknown or cannot play by these rules, or there is not one for each seat.
    """
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise UserError(
            f"{given!r} is no list of policies", cure="give a list with one policy for each player"
        )
    if len(given) != rules.seats:
        raise UserError(f"{len(given)} policies for {rules.seats} players", cure="name one for each")
    seats = tuple(policies.read(one) for one in given)
    for seat in seats:
        for part, choice in zip(policies.parts, seat, strict=True):
            if isinstance(choice, str):
                part.find(choice).check(rules)
    return seats


MOST_MOVE = 1 << 61
"""No move of any game is as large."""


def as_move(answer: object) -> int | None:
    """Return a user's own policy's answer as a whole number; None if it is none."""
    try:
        move = operator.index(answer)  # type: ignore[arg-type]  # that is what is tried
    except TypeError:
        return None
    return move if abs(move) < MOST_MOVE else None


def illegal_move(seat: Seat, number: int, answer: object) -> UserError:
    """Return the error for a user's own policy that answers what it may not."""
    return UserError(
        f"policy {seat_name(seat)} answers {answer!r} in game {number}",
        cure="a policy returns one of its legal moves",
    )


def seats_under(policies: Policies, rules: Any) -> tuple[Seat, ...]:
    """Return how each player chooses under given rules: as usual where nothing is said."""
    given: tuple[Seat, ...] = rules.policies
    return given or (policies.read(policies.usual),) * rules.seats


def policies_table(rules: object) -> dict[str, list[str]]:
    """Return the policies of a variant as a scenario file writes them; nothing where there is no choice."""
    seats: tuple[Seat, ...] = getattr(rules, "policies", ())
    return {"policies": [seat_name(seat) for seat in seats]} if seats else {}
