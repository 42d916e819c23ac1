"""Luck and skill: what the deal and the play add to the margin.

The third part is the policies' own chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sim.collect.driver import collected
from sim.collect.tasks import Counting, Rows
from sim.contract.columns import WINNER
from sim.contract.game import Game, seated
from sim.contract.policy import seat_name, seats_under
from sim.counts.counting import column_of
from sim.counts.declarations import MARGIN
from sim.engine.pieces import Columns, Going
from sim.engine.playing import deals_of, play_block, play_rows
from sim.errors import UserError, shown
from sim.limits import check_games, check_number, check_seed
from sim.machine.notebook import NotebookResult
from sim.machine.resources import check_memory, check_workers
from sim.rng import seed_for
from sim.stats import Interval
from sim.stats.components import Components, components
from sim.tournaments.playing import game_of_choice

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

REPETITIONS = 2
"""How often a deal is played in each seating."""

BYTES_EACH = 24
"""The memory that a game takes, in bytes: its margin, and what the analysis makes of it."""

FEWEST = 3
"""The fewest deals: two deals have no spread of a variance."""

_MARGIN, _WON = "the margin", "the result (1 won, 0 drawn, −1 lost)"
"""The words for what varies."""


@dataclass(frozen=True)
class Luck(Components, NotebookResult):
    """The parts of the variance of a margin between two policies.

    See :func:`sim.stats.components.components`.

    Attributes
    ----------
    policies
        The names of the two.
    deals
        The number of deals, each played twice in each seating.
    judged
        What varies: the margin, or who wins.
    """

    policies: tuple[str, str]
    deals: int
    judged: str

    def table(self) -> pl.DataFrame:
        """A row for each part of the variance, and one for the mean gain."""
        import polars as pl

        rows = [
            {"part": name, **share.ends, "method": share.method}
            for name, share in self.parts().items()
        ]
        return pl.DataFrame(rows)

    def parts(self) -> dict[str, Interval]:
        """The shares of the variance by their names, and the mean gain."""
        return {
            "the deal": self.deal,
            "the difference in play": self.play,
            "chance during play": self.chance,
            f"mean gain of {self.policies[0]}": self.gain,
        }


def luck(
    name: str,
    policies: Sequence[object],
    games: int = 10_000,
    *,
    seed: int = 1,
    first: int = 0,
    rules: Mapping[str, object] | None = None,
    workers: int = 1,
    level: float = 0.95,
) -> Luck:
    """How much of the margin between two policies is luck, skill or chance.

    Luck is that of the deal, skill the difference in play, chance what happens during
    play.

    Every deal is played four times: twice with either policy in the first seat, each
    time with other random numbers during play. In GOPS the deal is the order of the
    prizes; where nothing is dealt, all luck is chance during play. A game without a
    margin is judged by who wins.

    Parameters
    ----------
    name
        A game of choice for two players.
    policies
        Two: names, or user-defined functions.
    games
        The number of deals.
    seed, first
        The seed, and the number of the first deal.
    rules
        Options; the others have their defaults.
    workers
        The number of threads; -1 uses all cores. The result does not depend on it.
    level
        The level of each interval.

    Raises
    ------
    UserError
        If the game, an option, a policy or a number is not legal.

    Examples
    --------
    >>> import sim
    >>> found = sim.luck("gops", ["match", "random"], 500, rules={"cards": 3})
    >>> round(found.play.value, 1), round(found.chance.value, 1)
    (0.5, 0.5)
    """
    game, chosen = game_of_choice(name, rules, policies, level)
    if chosen.seats != 2:
        raise UserError(
            f"luck and skill with {chosen.seats} players",
            where="players",
            cure="set players = 2",
        )
    if len(policies) != 2:
        raise UserError(
            f"{shown(policies)} is not a list of two policies",
            where="policies",
            cure="give two",
        )
    assert game.policies is not None
    seatings = [
        seated(game, chosen, order) for order in (list(policies), list(policies)[::-1])
    ]
    names = [seat_name(seat) for seat in seats_under(game.policies, seatings[0])]
    seed = check_seed(seed)
    first = check_number(first)
    games = check_games(games, least=FEWEST)
    check_memory(
        games * 2 * REPETITIONS * BYTES_EACH, f"{games:,} deals", "ask for fewer"
    )

    def count(start: int, size: int, going: Going) -> Rows:
        found = np.empty((size, 2, REPETITIONS), np.int32)
        rows = None
        if not game.undealt:
            rows = deals_of(game).dealing.deal_rows(chosen, seed, start, size)
        for place, seating in enumerate(seatings):
            for again in range(REPETITIONS):
                # Nothing is shared but the deal.
                seed_of_play = seed_for(seed, "luck", place, again)
                if rows is None:
                    columns = play_block(
                        game, seating, seed_of_play, start, size, going=going
                    )
                else:
                    columns = play_rows(
                        game, seating, rows, seed_of_play, start, going=going
                    )
                found[:, place, again] = _margin(game, columns)
        return Rows({start: [found]})

    (margins,) = collected(
        Counting(Rows(), count), games, first=first, workers=check_workers(workers)
    ).joined()
    found = components(margins, level, dealt=not game.undealt)
    return Luck(
        **vars(found),
        policies=(names[0], names[1]),
        deals=games,
        judged=_MARGIN if game.margin else _WON,
    )


def _margin(game: Game, columns: Columns) -> NDArray[np.integer]:
    """The margin of the first player.

    In games without one it is 1 for a win, 0 for a draw and -1 for a loss.
    """
    if game.margin is not None:
        return column_of(game, columns, MARGIN)
    winner = columns[WINNER]
    result: NDArray[np.int64] = np.subtract(winner == 0, winner == 1, dtype=np.int64)
    return result
