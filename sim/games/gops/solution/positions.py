"""Single positions of a solution of GOPS.

They are checked and found, and their matrix games are solved for the mixtures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from sim.errors import UserError, shown
from sim.games.gops.solution.layers import GopsGame
from sim.games.gops.solution.problem import GopsProblem
from sim.limits import is_whole
from sim.policies.sets import set_of
from sim.solver.backward import Values
from sim.solver.policies import Hand, hand_of


@dataclass(frozen=True)
class Position:
    """A position before the next prize is turned up, as player 0 sees it.

    Attributes
    ----------
    mine, theirs, prizes
        The cards of player 0, those of player 1, and the prizes left; ascending.
    pot
        The points on the table.
    lead
        The points of player 0 less those of player 1.
    """

    mine: Hand
    theirs: Hand
    prizes: Hand
    pot: int
    lead: int

    @classmethod
    def of(
        cls,
        problem: GopsProblem,
        mine: Iterable[int],
        theirs: Iterable[int],
        prizes: Iterable[int],
        pot: int,
        lead: int,
    ) -> Position:
        """A position of a game."""
        hands = (
            _cards(problem, mine, "hand_0"),
            _cards(problem, theirs, "hand_1"),
            _cards(problem, prizes, "prizes"),
        )
        if len({len(cards) for cards in hands}) > 1:
            counts = ", ".join(str(len(cards)) for cards in hands)
            raise UserError(
                f"{counts} cards", cure="give hands and prizes of equal size"
            )
        for name, number in (("pot", pot), ("lead", lead)):
            if not is_whole(number):
                raise UserError(
                    shown(number), where=name, cure="give a whole number of points"
                )
        mask = set_of(hands[2]) >> 1
        if mask not in problem.prize_sets(len(hands[2])):
            raise UserError(
                f"prizes {hands[2]} are never left in {problem.order} order"
            )
        position = cls(*hands, int(pot), int(lead))
        gone = problem.points - sum(hands[2])
        if not 0 <= pot <= problem.carry_over * gone or abs(lead) > gone - pot:
            raise _impossible(position)
        return position

    @property
    def decided(self) -> int:
        """1 or -1 if the lead can no longer be made up, otherwise 0."""
        left = sum(self.prizes) + (self.pot if self.prizes else 0)
        return int(np.sign(self.lead)) if abs(self.lead) > left else 0


def _cards(problem: GopsProblem, cards: Iterable[int], where: str) -> Hand:
    """A collection of different cards of the game in ascending order."""
    given = hand_of(cards, problem.cards, where)
    if len(set(given)) < len(given):
        raise UserError(
            f"{list(given)} has a card twice", where=where, cure="name each card once"
        )
    return given


class Positions:
    """Look up single positions."""

    def __init__(self, game: GopsGame, values: Sequence[Values]) -> None:
        self._game = game
        self._problem = game.problem
        self.layout = game.layout
        self.values = values
        self._work: Any = None
        # Threads of a tournament may ask at the same time.
        self._one_at_a_time = Lock()

    def value(self, position: Position) -> float:
        """The value of a position to player 0, without the lead in points."""
        if self._problem.is_win and position.decided:
            return float(position.decided)
        row, place, swapped = self._find(position)
        layer = self.layout[len(position.mine)]
        value = float(self.values[layer.size][int(layer.kernel.starts[row]) + place])
        return -value if swapped else value

    def mixture(self, position: Position, upcard: int) -> dict[int, float]:
        """An equilibrium mixture of player 0's bids for this prize."""
        from sim.games.gops.solution.kernel.solver import find_children, solve_turn

        upcards = self._problem.upcards(position.prizes)
        if upcard not in upcards:
            cure = f"in {self._problem.order} order the next prize is {upcards[0]}"
            raise UserError(f"prize {upcard} is not next", cure=cure)
        if self._problem.is_win and position.decided:
            # The game is decided; one bid is as good as another.
            return dict.fromkeys(position.mine, 1 / len(position.mine))
        row, _, swapped = self._find(position)
        size = len(position.mine)
        step = self._game.step(size, self.values[size - 1])
        if self._work is None:
            self._work = self._game.workspace()
        rest = np.uint64((set_of(position.prizes) ^ 1 << upcard) >> 1)
        missing = step.layer.missing[row]
        lead = -position.lead if swapped else position.lead
        turn = np.int64(upcard), np.int64(position.pot), np.int64(lead)
        with self._one_at_a_time:
            find_children(step, np.uint64(row), self._work)
            solve_turn(step, missing, rest, *turn, self._work)
            mixture = (self._work.second if swapped else self._work.first).tolist()
        return dict(zip(position.mine, mixture, strict=False))

    def _find(self, position: Position) -> tuple[int, int, bool]:
        """The row of a position, its place there, and whether the players are exchanged."""
        problem = self._problem
        size = len(position.mine)
        layer = self.layout[size].kernel
        order = {
            card: bit
            for bit, card in enumerate(sorted({*position.mine, *position.theirs}))
        }
        masks = [
            sum(1 << order[card] for card in hand)
            for hand in (position.mine, position.theirs)
        ]
        swapped = masks[0] < masks[1]
        key = max(masks) << 16 | min(masks)
        row = int(np.searchsorted(layer.keys, np.uint64(key)))
        if row == len(layer.keys) or layer.keys[row] != key:
            raise _impossible(position)
        lead = 0
        if problem.is_win:
            lead = (-position.lead if swapped else position.lead) + int(
                layer.leads
            ) // 2
        if not (0 <= position.pot < layer.pots and 0 <= lead < layer.leads):
            raise _impossible(position)
        mask = set_of(position.prizes) >> 1
        at = int(layer.missing[row]) * len(layer.sets) + int(problem.set_of[mask])
        place = int(
            layer.places[
                (at * int(layer.pots) + position.pot) * int(layer.leads) + lead
            ]
        )
        if place < 0:
            raise _impossible(position)
        return row, place, swapped


def _impossible(position: Position) -> UserError:
    return UserError(
        f"no game leads to pot {position.pot} and lead {position.lead} with these hands and prizes",
        cure="give a pot and a lead that the other prizes can add up to under this rule for ties",
    )
