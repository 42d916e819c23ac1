"""The page "What to bid": an equilibrium of GOPS for every position of a small game, and first bids up to 13 cards."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from joblib import Parallel, delayed

from docs.site.frame import Files, data, page, render
from sim.exact import gops, gops_position
from sim.games.gops.solution.answer import GopsSolution

LARGEST = 13
"""The most cards for which the first bids are given: points, tied prizes discarded."""

NOTHING = 1e-5
"""A smaller chance is a rounding error of a kept table."""


class Position(NamedTuple):
    """A position before a prize is turned, as the player who asks sees it.

    Attributes
    ----------
    mine, theirs, prizes
        The cards of both players, and the prizes left, ascending.
    pot
        The points that lie there from ties.
    lead
        The points of the player who asks minus those of the other, if only who has more
        counts.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    prizes: tuple[int, ...]
    pot: int
    lead: int

    def key(self, up: int) -> str:
        """Its name among those with the same hand, after a prize has been turned.

        >>> Position((1, 2), (1, 3), (4, 5), 0, -2).key(5)
        '13-45-5-0--2'
        """
        theirs, prizes = ("".join(map(str, each)) for each in self[1:3])
        return f"{theirs}-{prizes}-{up}-{self.pot}-{self.lead}"


class Rules(NamedTuple):
    """A game: its cards, what it is played for, and what becomes of a tied prize.

    Attributes
    ----------
    cards
        The number of cards of each player at the start.
    objective
        ``"points"`` or ``"win"``.
    carry_over
        Whether a tied prize is added to the next.
    """

    cards: int
    objective: str
    carry_over: bool

    @property
    def name(self) -> str:
        """The name of the kind of game in files.

        >>> Rules(4, "win", True).name
        'win-carry'
        """
        return f"{self.objective}-{'carry' if self.carry_over else 'discard'}"

    def after(self, position: Position, up: int, bid: int, other: int) -> Position:
        """The position after two bids for a prize."""
        mine, theirs, prizes = (
            tuple(left for left in cards if left != card)
            for cards, card in zip(position[:3], (bid, other, up), strict=True)
        )
        pot = up + position.pot if self.carry_over and bid == other else 0
        won = gain(position, up, bid, other) if self.objective == "win" else 0
        return Position(mine, theirs, prizes, pot, position.lead + won)

    def decided(self, position: Position) -> bool:
        """Whether nothing can change any more who wins."""
        left = sum(position.prizes) + (position.pot if position.prizes else 0)
        return not left or (self.objective == "win" and abs(position.lead) > left)


GAMES = (
    Rules(6, "points", carry_over=False),
    Rules(5, "points", carry_over=True),
    Rules(5, "win", carry_over=False),
    Rules(4, "win", carry_over=True),
)
"""The largest game of each kind with whose positions the page deals."""


def gain(position: Position, up: int, bid: int, other: int) -> int:
    """The points that two bids bring."""
    return (up + position.pot) * ((bid > other) - (bid < other))


def pages(workers: int = 1) -> Files:
    """The page and its data, computed by so many processes."""
    body = render(
        "pages/bids.html.j2",
        sizes={rules.name: rules.cards for rules in GAMES},
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
    solved = Parallel(n_jobs=workers)(delayed(answers)(rules) for rules in GAMES)
    for rules, hands in zip(GAMES, solved, strict=True):
        for mine, found in hands.items():
            hand = "".join(map(str, mine))
            files |= data(f"data/bids/{rules.name}/{hand}.js", found)
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


def answers(rules: Rules) -> dict[tuple[int, ...], dict[str, Any]]:
    """What to bid in every position that a game can reach.

    Returns
    -------
    dict
        For each hand the positions by :meth:`Position.key`: the chances of the own
        bids, what each of them is worth against the other's bids, the chances of the
        other's bids, and the value.
    """
    solution = gops(*rules)
    found: dict[tuple[int, ...], dict[str, Any]] = {}
    for position in positions(rules):
        for up in position.prizes:
            answer = _answer(solution, rules, position, up)
            found.setdefault(position.mine, {})[position.key(up)] = answer
    return found


def positions(rules: Rules) -> Iterator[Position]:
    """Yield every position in which something is left to decide."""
    every = tuple(range(1, rules.cards + 1))
    layer = {Position(every, every, every, 0, 0)}
    while layer:
        yield from layer
        after = {
            rules.after(position, up, bid, other)
            for position in layer
            for up, bid, other in product(
                position.prizes, position.mine, position.theirs
            )
        }
        layer = {position for position in after if not rules.decided(position)}


def _answer(
    solution: GopsSolution, rules: Rules, position: Position, up: int
) -> list[Any]:
    """Both players' bids, the worth of the own ones, and the value."""
    hands = position.mine, position.theirs
    rest = set(position.prizes) - {up}
    mine = solution.bids(*hands, rest, up, position.pot, position.lead)
    theirs = solution.bids(*hands[::-1], rest, up, position.pot, -position.lead)
    worth = [
        sum(
            chance * _worth(solution, rules, position, up, bid, other)
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
    solution: GopsSolution,
    rules: Rules,
    position: Position,
    up: int,
    bid: int,
    other: int,
) -> float:
    """What two bids are worth: the points that they bring, if these count, and the rest."""
    after = rules.after(position, up, bid, other)
    if rules.objective == "win":
        if rules.decided(after):
            return (after.lead > 0) - (after.lead < 0)
        return solution.position(*after)
    rest = solution.position(*after) if after.prizes else 0.0
    return gain(position, up, bid, other) + rest
