"""A single position of GOPS: from kept layers, from the kept opening, or solved alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.games.gops.solution.layers import GopsGame, check_values
from sim.games.gops.solution.positions import Position, Positions
from sim.games.gops.solution.problem import GopsPart, GopsProblem
from sim.limits import check_callable
from sim.machine.resources import check_workers
from sim.policies.sets import set_of
from sim.solver.backward import Follow, silent, solve_layers
from sim.solver.folder import SolutionFolder, rules_kept
from sim.storage.places import path_text

MOST_ALONE = 9
"""The most cards with which a position is solved alone."""

OPENINGS = (9, 10, 11, 12, 13)
"""The numbers of cards with a kept opening (points, tied prizes discarded, random
order)."""

_OPENING_LAYERS = 3
"""The layers of an opening: enough for the bids for the first two prizes."""


@dataclass(frozen=True)
class GopsPosition:
    """The value of a position of GOPS, and the best bids in it.

    Attributes
    ----------
    value
        What the position is worth to player 0, before the next prize is turned up.
    bids
        For each prize that can be turned up, an equilibrium mixture: the chance of each
        card.
    """

    value: float
    bids: dict[int, dict[int, float]]


def gops_position(
    hand_0: Iterable[int],
    hand_1: Iterable[int],
    prizes: Iterable[int],
    pot: int = 0,
    lead: int = 0,
    *,
    cards: int = 13,
    objective: str = "points",
    carry_over: bool = False,
    order: str = "random",
    keep: str | Path | None = None,
    workers: int = -1,
    progress: Follow = silent,
) -> GopsPosition:
    """The value of a position of GOPS and an equilibrium's bids, without solving the whole game.

    With up to nine cards in each hand, a position is solved alone. The first two prizes
    with up to thirteen cards (points, tied prizes discarded, random order) are kept,
    exact to five decimals.

    Parameters
    ----------
    hand_0, hand_1, prizes
        The cards of both players, and the prizes left, before the next one is turned.
    pot, lead
        The points carried over, and the points of player 0 minus those of player 1.
    cards, objective, carry_over, order
        The rules, as for :func:`sim.exact.gops`.
    keep
        A folder with the layers of a solution, as ``warlab solve gops --keep`` makes
        it; it may be unfinished.
    workers, progress
        As for :func:`sim.exact.gops`.

    Raises
    ------
    UserError
        If the position is not one of the game, or is too large to be solved alone.

    Examples
    --------
    >>> import sim
    >>> found = sim.exact.gops_position([1, 2], [1, 3], [4, 5])
    >>> round(found.value, 6), sorted(found.bids)
    (-2.333333, [4, 5])
    """
    problem = GopsProblem(cards, objective, carry_over, order)
    threads = check_workers(workers)
    progress = check_callable(progress, "progress")
    position = Position.of(problem, hand_0, hand_1, prizes, pot, lead)
    size = len(position.mine)
    if not size:
        raise UserError("a position without cards", cure="give the cards that are left")
    if keep is not None:
        positions = _from_folder(problem, Path(path_text(keep)), size)
    elif (
        size > MOST_ALONE
        and cards in OPENINGS
        and problem == GopsProblem(cards)
        and size > cards - 2
    ):
        positions = opening(cards)
    elif size > MOST_ALONE:
        known = f"; the first two prizes of up to {OPENINGS[-1]} cards (points, discarded, random order) are kept"
        cure = f"give a position of {MOST_ALONE} cards or fewer, or the folder of a kept solution{known}"
        raise UserError(
            f"a position of {size} cards is too large to be solved alone", cure=cure
        )
    else:
        positions = _alone(problem, position, threads, progress)
    value = positions.value(position) + (0 if problem.is_win else lead)
    upcards = problem.upcards(position.prizes)
    return GopsPosition(
        value, {upcard: positions.mixture(position, upcard) for upcard in upcards}
    )


def _alone(
    problem: GopsProblem, position: Position, workers: int, progress: Follow
) -> Positions:
    """Solve a position and all positions that can follow."""
    lead = position.lead if problem.is_win and not position.decided else 0
    begin = (
        set_of(position.mine) >> 1,
        set_of(position.theirs) >> 1,
        set_of(position.prizes) >> 1,
        position.pot,
        lead,
    )
    game = GopsGame(GopsPart(**problem.as_dict(), begin=begin))
    check_values(game.layout, kept=False)
    return Positions(game, solve_layers(game, workers, None, progress).values)


def _from_folder(problem: GopsProblem, folder: Path, size: int) -> Positions:
    """Read the two layers of a kept solution that a position needs."""
    rules_kept(folder, "gops")
    game = GopsGame(problem, lowest=size - 1)
    kept = SolutionFolder(folder, "gops", problem.as_dict())
    values = [np.zeros(0)] * (size - 1)
    for layer in game.layout[size - 1 : size + 1]:
        found = (
            kept.finished(layer.size, layer.positions)
            if layer.size
            else (game.ended(), 0.0)
        )
        if found is None:
            cure = "go on with sim.exact.gops(keep=...)"
            raise UserError(
                f"the layer of {layer.size} prizes is not finished",
                where=str(folder),
                cure=cure,
            )
        values.append(found[0])
    return Positions(game, values)


@cache
def opening(cards: int) -> Positions:
    """The kept opening of a game with that many cards."""
    lowest = cards + 1 - _OPENING_LAYERS
    with np.load(opening_path(cards)) as file:
        kept = [
            file[f"layer-{size}"].astype(float) for size in range(lowest, cards + 1)
        ]
    return Positions(
        GopsGame(GopsProblem(cards), lowest=lowest), [np.zeros(0)] * lowest + kept
    )


def opening_path(cards: int) -> Path:
    """The path of a kept opening."""
    return Path(__file__).parent.parent / "tables" / f"opening-{cards}.npz"


def opening_of(values: Sequence[Any]) -> dict[str, Any]:
    """An opening as it is kept, from the values of all layers."""
    return {
        f"layer-{size}": values[size].astype(np.float32)
        for size in range(len(values))[-_OPENING_LAYERS:]
    }
