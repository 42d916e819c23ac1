"""The players of one game, for the rulebook: each has a policy and a stream of chance of his own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.policy import Policies, Seat, as_move, illegal_move, seats_under
from sim.rng import Stream, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Player:
    """One player of one game, for the rulebook: asks his policy, and sees to it that the answer is legal.

    Parameters
    ----------
    policies, rules
        The game's policies, and the rules played by.
    seat
        Which player.
    choices
        How he chooses.
    seed, number
        Which game: his chance comes from stream ``SEAT + seat`` of it.
    """

    def __init__(
        self, policies: Policies, rules: Any, seat: int, choices: Seat, seed: int, number: int
    ) -> None:
        self._parts = policies.parts
        self._rules = rules
        self._choices = choices
        self._number = number
        self._words = Words(seed, number, Stream.SEAT + seat)
        self._chance: NDArray[np.uint64] | None = None
        self._at = seed, number, Stream.SEAT + seat

    def choose(self, view: Any, legal: Collection[int], part: int = 0) -> int:
        """Return the player's move.

        Parameters
        ----------
        view
            What he sees. For a user's own policy it has a method ``record(dtype)``.
        legal
            The moves that he can make; a single one is not asked for.
        part
            What kind of decision it is.

        Raises
        ------
        UserError
            If a user's own policy answers anything else.
        """
        possible = set(legal)
        if len(possible) == 1:
            return possible.pop()
        choice = self._choices[part]
        if isinstance(choice, str):
            return self._parts[part].find(choice).choose(view, self._words)
        seen = self._parts[part].view(self._rules)
        chance = self._own_chance(choice, seen)
        answer = choice(view.record(seen), chance)
        move = as_move(answer)
        if move is None or move not in possible:
            raise illegal_move(self._choices, self._number, answer)
        return move

    def _own_chance(self, choice: Callable[..., Any], seen: np.dtype[Any]) -> NDArray[np.uint64]:
        if self._chance is None:
            # Only who brings a policy of his own waits for the compiler.
            from sim.kernels.seats import check_own, open_chance

            check_own(choice, seen)
            self._chance = open_chance(*self._at)
        return self._chance


def players(policies: Policies, rules: Any, seed: int, number: int) -> list[Player]:
    """Return the players of a game, each with his policy and his stream."""
    return [
        Player(policies, rules, seat, choices, seed, number)
        for seat, choices in enumerate(seats_under(policies, rules))
    ]
