"""The players of one game, for the rulebook: each with a policy and a random stream."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.policy import (
    Choices,
    Policies,
    as_move,
    illegal_move,
    name_policy,
    seats_under,
)
from sim.rng import Stream, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Player:
    """One player of one game, for the rulebook.

    It asks the policy and checks that the answer is legal.

    Parameters
    ----------
    policies, rules
        What is played.
    seat
        The player's seat.
    choices
        The player's policy for each kind of decision.
    seed, number
        The seed and the number of the game; the player's random numbers come from
        stream ``SEAT + seat`` of that game.
    """

    def __init__(
        self,
        policies: Policies,
        rules: Any,
        seat: int,
        choices: Choices,
        seed: int,
        number: int,
    ) -> None:
        self._parts = policies.parts
        self._rules = rules
        self._choices = choices
        self._number = number
        self._words = Words(seed, number, Stream.SEAT + seat)
        self._chance: NDArray[np.uint64] | None = None
        self._at = seed, number, Stream.SEAT + seat

    def choose(self, view: Any, legal: Collection[int], part: int = 0) -> int:
        """The player's move.

        Parameters
        ----------
        view
            What the player sees.
        legal
            The legal moves; of a single one the policy is not asked.
        part
            The kind of decision.
        """
        possible = set(legal)
        if len(possible) == 1:
            return possible.pop()
        choice = self._choices[part]
        if isinstance(choice, str):
            policy = self._parts[part].find(choice)
            return policy.move(self._rules, view, self._words)
        seen = self._parts[part].view(self._rules)
        chance = self._own_chance(choice, seen)
        try:
            answer = choice(record_of(view, seen), chance)
        except BaseException as error:
            raise name_policy(error, self._choices, self._number) from error.__cause__
        move = as_move(answer)
        if move is None or move not in possible:
            raise illegal_move(self._choices, self._number, answer)
        return move

    def _own_chance(
        self, choice: Callable[..., Any], seen: np.dtype[Any]
    ) -> NDArray[np.uint64]:
        if self._chance is None:
            # The compiler is loaded only for a user-defined policy.
            from sim.kernels.chances import open_chance
            from sim.policies.kernel.functions import check_own

            check_own(choice, seen)
            self._chance = open_chance(*self._at)
        return self._chance


def record_type(
    names: Iterable[str], shapes: Mapping[str, tuple[int, ...]]
) -> np.dtype[Any]:
    """The type of the record that a user-defined policy sees.

    Its fields are int64, single numbers without a shape.

    Parameters
    ----------
    names
        The names of the fields.
    shapes
        The shapes of those that are arrays.
    """
    return np.dtype(
        [(name, np.int64, shapes.get(name, ())) for name in names], align=True
    )


def record_of(view: Any, dtype: np.dtype[Any]) -> Any:
    """A view as the record that a user-defined policy sees.

    Short tuples, and tables, are padded with zeros.

    Parameters
    ----------
    view
        What the player sees.
    dtype
        The type of the record.
    """
    record = np.zeros(1, dtype).view(np.recarray)[0]
    for name in dtype.names or ():
        value = np.asarray(getattr(view, name), np.int64)
        if value.ndim == 0:
            record[name] = value
        elif value.size:
            record[name][tuple(map(slice, value.shape))] = value
    return record


def players(policies: Policies, rules: Any, seed: int, number: int) -> list[Player]:
    """The players of a game, each with a policy and a random stream.

    Parameters
    ----------
    policies
        How the players of the game can choose.
    rules
        The rules.
    seed
        The seed.
    number
        The number of the game.
    """
    return [
        Player(policies, rules, seat, choices, seed, number)
        for seat, choices in enumerate(seats_under(policies, rules))
    ]
