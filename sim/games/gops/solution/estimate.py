"""The memory and time that a solution of GOPS takes.

Its positions are counted, and a small game is solved.
"""

import time
from dataclasses import dataclass, replace

from sim.games.gops.solution.layers import GopsGame, values_bytes
from sim.games.gops.solution.problem import FEWEST_CARDS, GopsProblem
from sim.games.gops.solution.responses import response_bytes, response_game
from sim.solver.backward import best_responses, silent

_PILOT_GAMES = 1_000_000
"""The most matrix games of the small game: about a second."""

_FEWEST_GAMES = 5_000
"""The fewest matrix games of a layer whose time counts: those of small layers wait for
the memory."""


@dataclass(frozen=True)
class GopsEstimate:
    """The cost of solving a game of GOPS.

    Attributes
    ----------
    positions
        The number of positions.
    games
        The number of matrix games.
    memory
        The bytes of the values and of their layout; if a folder keeps the values, those
        of two layers.
    check_memory
        The bytes that the check of the solution takes besides.
    disk
        The bytes of all values, as a folder keeps them.
    core_seconds
        The time on one core, without the check.
    """

    positions: int
    games: int
    memory: int
    check_memory: int
    disk: int
    core_seconds: float


@dataclass(frozen=True)
class ResponseEstimate:
    """The cost of a best response to a policy of GOPS.

    Attributes
    ----------
    positions
        The positions in which the best response chooses.
    games
        The positions with each of their upcards.
    memory
        The bytes of the values of two layers.
    core_seconds
        The time on one core.
    """

    positions: int
    games: int
    memory: int
    core_seconds: float


def estimate_response(problem: GopsProblem, policy: str) -> ResponseEstimate:
    """Count the positions of a best response, and time the largest small game with the same rules.

    Parameters
    ----------
    problem
        The game.
    policy
        The name of a policy.

    Raises
    ------
    UserError
        If there is no such policy, or if its positions need more memory than there is.
    """
    game = response_game(problem, policy)
    positions = sum(layer.positions for layer in game.layers)
    games = sum(layer.games for layer in game.layers)
    # The first waits for the compiler.
    _timed_response(replace(problem, cards=FEWEST_CARDS), policy)
    small = FEWEST_CARDS
    timed = seconds = 0.0
    while small <= problem.cards and timed < _PILOT_GAMES:
        timed, seconds = _timed_response(replace(problem, cards=small), policy)
        small += 1
    return ResponseEstimate(
        positions, games, response_bytes(game), seconds * games / timed
    )


def _timed_response(problem: GopsProblem, policy: str) -> tuple[int, float]:
    """The positions and upcards of a best response in a small game, and its seconds."""
    game = response_game(problem, policy)
    began = time.perf_counter()
    best_responses(game, None, 1, silent)
    return sum(layer.games for layer in game.layers), time.perf_counter() - began


def estimate(problem: GopsProblem, *, kept: bool) -> GopsEstimate:
    """The cost of a solution: positions counted, and matrix games timed.

    Those timed are of the largest small game with the same rules.
    """
    game = GopsGame(problem)
    layers = game.layout[1:]
    seconds = 0.0
    rates = _rates(problem)
    largest = max(rates)
    for layer in layers:
        # From 8 cards to 13, the time of a matrix game grew with the number of its
        # entries.
        grown = max(layer.size / largest, 1.0) ** 2
        seconds += layer.games * rates[min(layer.size, largest)] * grown
    kernels = [layer.kernel for layer in game.layout]
    layout = sum(
        of.keys.nbytes + of.missing.nbytes + of.starts.nbytes + of.places.nbytes
        for of in kernels
    )
    positions, games = (
        sum(getattr(layer, name) for layer in layers) for name in ("positions", "games")
    )
    memory = layout + values_bytes(game.layout, kept=kept)
    disk = values_bytes(layers, kept=False)
    return GopsEstimate(positions, games, memory, game.bytes_checked, disk, seconds)


def _rates(problem: GopsProblem) -> dict[int, float]:
    """The seconds of a matrix game by its size.

    They are those of the layers of a small game that are not too small.
    """
    _timed(replace(problem, cards=FEWEST_CARDS))  # waits for the compiler
    cards = FEWEST_CARDS
    while cards < problem.cards:
        larger = GopsGame(replace(problem, cards=cards + 1))
        if sum(layer.games for layer in larger.layers) > _PILOT_GAMES:
            break
        cards += 1
    timed = _timed(replace(problem, cards=cards))
    fewest = min(_FEWEST_GAMES, max(games for games, _ in timed.values()))
    largest = max(
        size
        for size, (games, _) in timed.items()
        if games >= fewest or cards == problem.cards
    )
    return {
        size: seconds / games
        for size, (games, seconds) in timed.items()
        if size <= largest
    }


def _timed(problem: GopsProblem) -> dict[int, tuple[int, float]]:
    """The number of matrix games and their seconds, by their size."""
    game = GopsGame(problem)
    timed = {}
    work = game.workspace()
    below = game.ended()
    for layer in game.layers:
        values = game.room(layer, below)
        began = time.thread_time()
        for piece in layer.pieces:
            game.visit(layer, piece, (below, values), (), work, solves=True)
        timed[layer.size] = layer.games, time.thread_time() - began
        below = values
    return timed
