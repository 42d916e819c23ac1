"""GOPS in OpenSpiel, where it is called goofspiel: its positions in our words, our strategies in its.

OpenSpiel discards tied prizes, bids card ``c`` by action ``c - 1``, and lays the last
card by itself. It gives a player the points above the mean of both, so half of our
difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from sim.errors import UserError
from sim.games.gops.solution.problem import GopsProblem
from sim.solver.policies import without

if TYPE_CHECKING:
    from sim.games.gops.solution.answer import GopsSolution

_RETURNS = {"points": "point_difference", "win": "win_loss"}


class Turn(NamedTuple):
    """A position of OpenSpiel's game in our words.

    Attributes
    ----------
    hand_0, hand_1
        The cards of each player.
    prizes
        The prizes still face down, ascending.
    upcard
        The prize turned up; None before it is turned.
    lead
        The points of player 0 minus those of player 1.
    """

    hand_0: tuple[int, ...]
    hand_1: tuple[int, ...]
    prizes: tuple[int, ...]
    upcard: int | None
    lead: int


@dataclass(frozen=True)
class Goofspiel:
    """OpenSpiel's game with the rules of a solution, as :func:`openspiel` returns it.

    Attributes
    ----------
    problem
        The rules.
    """

    problem: GopsProblem

    @cached_property
    def game(self) -> Any:
        """The game of OpenSpiel."""
        settings = {
            "imp_info": False,
            "num_cards": self.problem.cards,
            "players": 2,
            "points_order": self.problem.order,
            "returns_type": _RETURNS[self.problem.objective],
        }
        return _pyspiel().load_game("goofspiel", settings)

    @property
    def unit(self) -> int:
        """Our payoff for a return of 1."""
        return 1 if self.problem.is_win else 2

    def position(self, state: Any) -> Turn:
        """The position of a state of OpenSpiel.

        Parameters
        ----------
        state
            The state.
        """
        every = tuple(range(1, self.problem.cards + 1))
        hands = [every, every]
        prizes = every
        upcard = None
        lead = 0
        moves = [(move.player, move.action + 1) for move in state.full_history()]
        for player, card in moves:
            if player < 0:
                upcard = card
                prizes = without(prizes, card)
                continue
            if upcard is None:
                upcard = prizes[-1 if self.problem.order == "descending" else 0]
                prizes = without(prizes, upcard)
            hands[player] = without(hands[player], card)
            if player == 0:
                first = card
                continue
            lead += upcard * ((first > card) - (first < card))
            upcard = None
        if upcard is None and len(prizes) > 1 and self.problem.order != "random":
            upcard = prizes[-1 if self.problem.order == "descending" else 0]
            prizes = without(prizes, upcard)
        return Turn(hands[0], hands[1], prizes, upcard, lead)

    def policy(self, solution: GopsSolution) -> Any:
        """A solution's strategy as a policy of OpenSpiel, for both players.

        Parameters
        ----------
        solution
            The solution.
        """
        from open_spiel.python.policy import Policy

        position = self.position
        is_win = self.problem.is_win

        class Solved(Policy):  # type: ignore[misc, unused-ignore]  # OpenSpiel is untyped
            def action_probabilities(
                self, state: Any, player_id: int | None = None
            ) -> dict[int, float]:
                """The chance of each legal action."""
                player = state.current_player() if player_id is None else player_id
                mine, other, prizes, upcard, lead = position(state)
                if player == 1:
                    mine, other, lead = other, mine, -lead
                chances = solution.bids(
                    mine, other, prizes, upcard or 0, 0, lead if is_win else 0
                )
                return {card - 1: chance for card, chance in chances.items()}

        return Solved(self.game, [0, 1])


def openspiel(
    cards: int = 5,
    objective: str = "points",
    carry_over: bool = False,
    order: str = "random",
) -> Goofspiel:
    """OpenSpiel's game of the same rules.

    ``.game`` is OpenSpiel's; ``.position(state)`` carries its positions over,
    ``.policy(solution)`` our strategies. It needs OpenSpiel: ``pip install
    warlab[openspiel]``.

    Parameters
    ----------
    cards, objective, carry_over, order
        As for :func:`sim.exact.gops`; OpenSpiel discards tied prizes.

    Raises
    ------
    UserError
        If a value is not valid, tied prizes are carried over, or OpenSpiel is not
        installed.
    """
    problem = GopsProblem(cards, objective, carry_over, order)
    if problem.carry_over:
        raise UserError(
            "OpenSpiel discards tied prizes",
            where="carry_over",
            cure="set carry_over = False",
        )
    _pyspiel()
    return Goofspiel(problem)


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        cure = "pip install 'warlab[openspiel]'"
        raise UserError("OpenSpiel is not installed", cure=cure) from None
    return pyspiel
