"""The interface of a policy: how a player chooses, and from what information.

A policy sees what the rules let its player see, the **view**, and draws from the random
stream of its seat; nothing else. So its choices do not change when an opponent's policy
or the other games of a run change. If only one move is legal, the policy is not called
and nothing is drawn.

A policy is one function ``choose(view, chance)``, or ``choose(view, chance, table)`` if
it comes with a table, written so that Numba can compile it: the kernel calls it
compiled, the rulebook calls it as it is. The view is a record whose sets of cards are
bit masks; :mod:`sim.policies` has the functions that read them and the draw. A
user-defined policy is such a function too; Numba need not be able to compile it.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import UserError, shown, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

Choice = str | Callable[..., Any]
"""The name of a policy, or a user-defined function."""

Choices = tuple[Choice, ...]
"""How one player chooses: a choice for each part of the game's policies."""

SEPARATOR = "/"
"""The separator between the parts of a policy's name."""


def _anything_goes(rules: Any) -> None:
    """Accept all rules, as most policies do."""


@dataclass(frozen=True)
class Policy:
    """A named policy of a game.

    Attributes
    ----------
    name
        Its public name.
    choose
        ``choose(view, chance)`` or ``choose(view, chance, table)``: the move. Its
        docstring is the exact definition.
    check
        Raises a :class:`~sim.errors.UserError` if the policy cannot play under given
        rules.
    table
        Returns the table that it comes with under given rules, an array of int64.
    looks_at
        The fields of the view that it reads beside the hand. Positions of best
        responses are told apart by these alone.
    """

    name: str
    choose: Callable[..., int]
    check: Callable[[Any], None] = _anything_goes
    table: Callable[[Any], NDArray[np.int64]] | None = None
    looks_at: frozenset[str] = frozenset()

    def move(self, rules: Any, view: Any, chance: Any) -> int:
        """The move that it chooses under given rules.

        Parameters
        ----------
        rules
            The rules.
        view
            What the player sees.
        chance
            The stream of the seat.
        """
        if self.table is None:
            return int(self.choose(view, chance))
        return int(self.choose(view, chance, self.table(rules)))

    @property
    def meaning(self) -> str:
        """What it does, in one paragraph.

        This is its docstring up to the notes, which tell what is drawn.
        """
        text = inspect.getdoc(self.choose) or ""
        return " ".join(text.partition("\n\nNotes\n")[0].split())


@dataclass(frozen=True)
class Part:
    """One kind of decision, and its policies.

    Attributes
    ----------
    name
        What is decided, such as ``attack``.
    policies
        The named policies.
    view
        ``view(rules)``: the NumPy type of the record that a user-defined policy sees.
    shared
        Whether all players of a compiled game look at one record, in which the seat to
        choose is named.
    """

    name: str
    policies: tuple[Policy, ...]
    view: Callable[[Any], np.dtype[Any]]
    shared: bool = False

    def find(self, name: str) -> Policy:
        """The policy of that name.

        Parameters
        ----------
        name
            The name.

        Raises
        ------
        UserError
            If there is no such policy.
        """
        for policy in self.policies:
            if policy.name == name:
                return policy
        raise unknown("policy", name, [policy.name for policy in self.policies])

    def table_of(self, choice: Choice, rules: Any) -> NDArray[np.int64] | None:
        """The table that a policy comes with under given rules; None without one.

        Parameters
        ----------
        choice
            The policy.
        rules
            The rules.
        """
        make_table = self.find(choice).table if isinstance(choice, str) else None
        return make_table(rules) if make_table else None


@dataclass(frozen=True)
class Policies:
    """How the players of a game can choose.

    Attributes
    ----------
    parts
        The kinds of decisions; most games have one.
    margin
        The two columns whose difference is player 0's margin.
    largest_margin
        Returns an upper bound on the margin of a game for two under given rules.
    usual
        The default policy of every player.
    short
        Names that each stand for all parts at once.
    """

    parts: tuple[Part, ...]
    margin: tuple[str, str]
    largest_margin: Callable[[Any], int]
    usual: str = "random"
    short: Mapping[str, str] = field(default_factory=dict)

    def read(self, given: object) -> Choices:
        """How a player chooses.

        Parameters
        ----------
        given
            A name, a user-defined function, or one of these for each part.

        Raises
        ------
        UserError
            If it is no policy of the game.
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
                raise UserError(
                    f"{shown(given)} is not a policy",
                    cure=f"give the name of one, such as {self.usual!r}",
                )
            form = SEPARATOR.join(part.name for part in self.parts)
            short = ", ".join(repr(name) for name in self.short)
            raise UserError(
                f"{shown(given)} is not a policy",
                cure=f"name its parts as {form!r}, or one of {short}",
            )
        return tuple(
            self._choice(part, word)
            for part, word in zip(self.parts, words, strict=True)
        )

    def _choice(self, part: Part, given: object) -> Choice:
        if isinstance(given, str):
            return part.find(given).name
        if callable(given):
            return given
        raise UserError(
            f"{shown(given)} is not a policy",
            cure="give the name of one, or a function choose(view, chance)",
        )

    def records(self, rules: Any) -> dict[Callable[..., Any], NDArray[Any]]:
        """What the players look at in a compiled game, by the function of its type.

        Parts with the same view look at the same records.

        Parameters
        ----------
        rules
            The rules.

        Returns
        -------
        dict
            For each view a record for each seat, or one for all.
        """
        return {
            part.view: np.zeros(1 if part.shared else rules.seats, part.view(rules))
            for part in self.parts
        }

    def names(self) -> tuple[str, ...]:
        """The names of all policies, if there is one part.

        Otherwise the names that stand for all parts.
        """
        if len(self.parts) == 1:
            return tuple(policy.name for policy in self.parts[0].policies)
        return tuple(self.short)


def seat_name(choices: Choices) -> str:
    """The name of a player's policy.

    A user-defined policy has the name of its function.

    Parameters
    ----------
    choices
        How the player chooses.
    """
    return SEPARATOR.join(
        choice
        if isinstance(choice, str)
        else getattr(choice, "__name__", type(choice).__name__)
        for choice in choices
    )


def check_policies(
    policies: Policies, rules: Any, given: object
) -> tuple[Choices, ...]:
    """How each player chooses.

    Parameters
    ----------
    policies
        How the players of the game can choose.
    rules
        The rules.
    given
        What the user gave, one for each player.

    Raises
    ------
    UserError
        If they are not valid, or one cannot play under these rules.
    """
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise UserError(
            f"{shown(given)} is not a list of policies",
            cure="give a list with one policy for each player",
        )
    if len(given) != rules.seats:
        raise UserError(
            f"{len(given)} {'policy' if len(given) == 1 else 'policies'} for {rules.seats} players",
            cure="give one for each player",
        )
    seats = tuple(policies.read(policy) for policy in given)
    for seat in seats:
        for part, choice in zip(policies.parts, seat, strict=True):
            if isinstance(choice, str):
                part.find(choice).check(rules)
    return seats


MOST_MOVE = 1 << 61
"""A bound above the moves of all games."""


def as_move(answer: object) -> int | None:
    """The answer of a user-defined policy as a whole number; None if it is not one.

    Parameters
    ----------
    answer
        What a user-defined policy returned.
    """
    try:
        move = operator.index(answer)  # type: ignore[arg-type]  # it may be anything: that is what is tested
    except TypeError:
        return None
    return move if abs(move) < MOST_MOVE else None


def illegal_move(choices: Choices, number: int, answer: object) -> UserError:
    """The error for a user-defined policy that returns an illegal move.

    Parameters
    ----------
    choices
        How the player chooses.
    number
        The number of the game.
    answer
        What the policy returned.
    """
    move = as_move(answer)
    return UserError(
        f"policy {seat_name(choices)} answers {answer if move is None else move!r} in game {number}",
        cure="a policy must return one of its legal moves",
    )


def name_policy(error: BaseException, choices: Choices, number: int) -> BaseException:
    """The error that a user-defined policy raised, with the policy and the game named in it.

    It keeps its kind, so that the policy's author can catch it; a note below its
    traceback says where it came from.

    Parameters
    ----------
    error
        The error.
    choices
        How the player chooses.
    number
        The number of the game.
    """
    place = f"policy {seat_name(choices)} in game {number}"
    if isinstance(error, UserError):
        return error.at(place)
    if isinstance(error, Exception):
        error.add_note(
            f"raised by {place}; sim.replay with the same policies plays this game alone"
        )
    return error


def seats_under(policies: Policies, rules: Any) -> tuple[Choices, ...]:
    """How each player chooses under given rules: by the default policy, unless others are given.

    Parameters
    ----------
    policies
        How the players of the game can choose.
    rules
        The rules.
    """
    given: tuple[Choices, ...] = rules.policies
    return given or (policies.read(policies.usual),) * rules.seats


def policies_table(rules: object) -> dict[str, list[str]]:
    """The policies of a variant as in a scenario file.

    Empty if there is nothing to choose.

    Parameters
    ----------
    rules
        The rules.
    """
    seats: tuple[Choices, ...] = getattr(rules, "policies", ())
    return {"policies": [seat_name(seat) for seat in seats]} if seats else {}
