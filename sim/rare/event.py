"""Rare events: a score over the columns of a game that reaches a target.

They are given in the words of SQL, such as ``rounds > 9000``.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.counts.queries import Kind, Query, check_query, is_condition, unit, values
from sim.counts.sql import compared_with_number
from sim.errors import UserError


@dataclass(frozen=True)
class Event:
    """An event as a score and a target.

    Attributes
    ----------
    query
        The amount on its left side.
    sign
        1 if the event is a large amount, -1 if it is a small one.
    target
        The score from which on the event has happened, in the units of the query.
    """

    query: Query
    sign: int
    target: int

    def reaching(self, score: int, game: Game) -> str:
        """The event that the score is reached.

        Parameters
        ----------
        score
            The score.
        game
            The game.
        """
        amount = self.sign * score * float(unit(self.query, game))
        return f"{self.query.expression} {'>=' if self.sign > 0 else '<='} {amount:g}"

    def scores(
        self, game: Game, columns: Mapping[str, NDArray[np.integer]]
    ) -> NDArray[np.int64]:
        """The score of each game of a block.

        Parameters
        ----------
        game
            The game.
        columns
            The columns of the block.
        """
        return self.sign * values(self.query, game, columns)


def event_of(text: str, game: Game, rules: GameRules) -> Event:
    """The event that a text names.

    Parameters
    ----------
    text
        The event in SQL words.
    game, rules
        What is played.

    Raises
    ------
    UserError
        If it is no amount of these columns compared with a number.
    """
    whole = Query(text, Kind.MEAN, text, "", ())
    check_query(whole, game, game.columns_under(rules), "event")
    if not is_condition(whole, game):
        what = f"{text!r} is an amount, not an event"
        cure = "compare it with a number, such as rounds > 9000"
        raise UserError(what, where="event", cure=cure)
    parts = compared_with_number(text)
    if parts is None or is_condition(replace(whole, expression=parts[0]), game):
        raise UserError(
            f"{text!r} is not one amount compared with one number",
            where="event",
            cure="write one such as rounds > 9000, or rounds + 100 * wars <= 30 for "
            "several conditions at once",
        )
    amount, compared, number = parts
    query = replace(whole, expression=amount)
    if query.asks_for_minutes:
        raise UserError(
            "a rare event has no pace",
            where="event",
            cure="ask about plays instead of minutes",
        )
    bound = number / unit(query, game)
    if compared in (">", ">="):
        target = math.floor(bound) + 1 if compared == ">" else math.ceil(bound)
        return Event(query, 1, target)
    largest = math.ceil(bound) - 1 if compared == "<" else math.floor(bound)
    return Event(query, -1, -largest)
