"""The page "What to bid": an equilibrium of GOPS for every position of a small game, and first bids up to 13 cards."""

from collections.abc import Iterator
from dataclasses import astuple
from itertools import product
from typing import Any

from joblib import Parallel, delayed

from docs.site.frame import Files, data, page, render
from sim.exact import gops, gops_position
from sim.games.gops.solution.answer import GopsSolution
from sim.games.gops.solution.positions import Position
from sim.games.gops.solution.problem import GopsProblem
from sim.solver.policies import without

LARGEST = 13
"""The most cards for which the first bids are given: points, tied prizes discarded."""

NOTHING = 1e-5
"""A smaller chance is a rounding error of a kept table."""


GAMES = (
    GopsProblem(6, "points", carry_over=False),
    GopsProblem(5, "points", carry_over=True),
    GopsProblem(5, "win", carry_over=False),
    GopsProblem(4, "win", carry_over=True),
)
"""The largest game of each kind with whose positions the page deals."""


def name_of(problem: GopsProblem) -> str:
    """The name of the kind of game in files.

    >>> name_of(GopsProblem(4, "win", carry_over=True))
    'win-carry'
    """
    return f"{problem.objective}-{'carry' if problem.carry_over else 'discard'}"


def key(position: Position, up: int) -> str:
    """The name of a position among those with the same hand, after a prize has been turned.

    >>> key(Position((1, 2), (1, 3), (4, 5), 0, -2), 5)
    '13-45-5-0--2'
    """
    theirs, prizes = (
        "".join(map(str, cards)) for cards in (position.theirs, position.prizes)
    )
    return f"{theirs}-{prizes}-{up}-{position.pot}-{position.lead}"


def after(
    problem: GopsProblem, position: Position, up: int, bid: int, other: int
) -> Position:
    """The position after two bids for a prize; the lead is counted where only winning counts."""
    won = gain(position, up, bid, other) if problem.is_win else 0
    return Position(
        without(position.mine, bid),
        without(position.theirs, other),
        without(position.prizes, up),
        up + position.pot if problem.carry_over and bid == other else 0,
        position.lead + won,
    )


def gain(position: Position, up: int, bid: int, other: int) -> int:
    """The points that two bids bring."""
    return (up + position.pot) * ((bid > other) - (bid < other))


def pages(workers: int = 1) -> Files:
    """The page and its data, computed by so many processes."""
    body = render(
        "pages/bids.html.j2",
        sizes={name_of(problem): problem.cards for problem in GAMES},
        openings=openings(LARGEST),
    )
    files = page(
        "bids.html",
        "What to bid in GOPS",
        "Choose the hands, the prizes and the card turned up, and see the bids that "
        "nobody can exploit.",
        body,
        styles=("tools.css",),
        scripts=("bids.js",),
    )
    solved = Parallel(n_jobs=workers)(delayed(answers)(problem) for problem in GAMES)
    for problem, hands in zip(GAMES, solved, strict=True):
        for mine, found in hands.items():
            hand = "".join(map(str, mine))
            files |= data(f"data/bids/{name_of(problem)}/{hand}.js", found)
    return files


def openings(largest: int) -> dict[int, list[list[str]]]:
    """The chances of each first bid, in words, by the cards of each player and the first prize."""
    tables = {}
    for cards in range(2, largest + 1):
        every = range(1, cards + 1)
        bids = gops_position(every, every, every, cards=cards).bids
        tables[cards] = [
            [_words(bids[prize][card]) for card in every] for prize in every
        ]
    return tables


def _words(chance: float) -> str:
    return f"{100 * chance:.1f}" if chance > NOTHING else "–"


def answers(problem: GopsProblem) -> dict[tuple[int, ...], dict[str, Any]]:
    """What to bid in every position that a game can reach.

    Returns
    -------
    dict
        For each hand the positions by :func:`key`: the chances of the own bids, what
        each of them is worth against the other's bids, the chances of the other's bids,
        and the value.
    """
    solution = gops(**problem.as_dict())
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for position in positions(problem):
        for up in position.prizes:
            answer = _answer(solution, position, up)
            found.setdefault(position.mine, {})[key(position, up)] = answer
    return found


def positions(problem: GopsProblem) -> Iterator[Position]:
    """Yield every position in which something is left to decide."""
    every = tuple(range(1, problem.cards + 1))
    layer = {Position(every, every, every, 0, 0)}
    while layer:
        yield from layer
        reached = {
            after(problem, position, up, bid, other)
            for position in layer
            for up, bid, other in product(
                position.prizes, position.mine, position.theirs
            )
        }
        layer = {
            position for position in reached if position.prizes and not position.decided
        }


def _answer(solution: GopsSolution, position: Position, up: int) -> list[Any]:
    """Both players' bids, the worth of the own ones, and the value."""
    hands = position.mine, position.theirs
    rest = without(position.prizes, up)
    mine = solution.bids(*hands, rest, up, position.pot, position.lead)
    theirs = solution.bids(*hands[::-1], rest, up, position.pot, -position.lead)
    worth = [
        sum(
            chance * _worth(solution, position, up, bid, other)
            for other, chance in theirs.items()
        )
        for bid in mine
    ]
    value = sum(
        chance * each for chance, each in zip(mine.values(), worth, strict=True)
    )
    own, others = (
        [round(chance, 4) for chance in bids.values()] for bids in (mine, theirs)
    )
    return [own, [round(each, 3) for each in worth], others, round(value, 3)]


def _worth(
    solution: GopsSolution, position: Position, up: int, bid: int, other: int
) -> float:
    """What two bids are worth: the points that they bring, if these count, and the rest."""
    problem = solution.problem
    reached = after(problem, position, up, bid, other)
    if problem.is_win and reached.decided:
        return reached.decided
    won = 0 if problem.is_win else gain(position, up, bid, other)
    rest = solution.position(*astuple(reached)) if reached.prizes else 0.0
    return won + rest
