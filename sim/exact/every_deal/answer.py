"""Every deal of a small deck played: who wins, what never ends, and how long.

Orders of a deck in which only the ranks count are equally likely, so a share of the
deals is a chance. The games are played by the compiled kernel that also plays
:func:`sim.play`; a game without end is proved by its repeated position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

from sim.cards import HIGHEST_CODE
from sim.collect.driver import collected
from sim.collect.tasks import Counting
from sim.contract.events import NOBODY
from sim.counts.counted import Longest
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.exact.every_deal.counts import CYCLES, ROUNDS, WINNERS, count_deals
from sim.exact.every_deal.problem import EveryDeal
from sim.games.packets.codes import CAP, CYCLE
from sim.games.war.rules import WarRules
from sim.limits import check_callable, check_whole
from sim.machine.notebook import NotebookResult
from sim.machine.resources import check_workers
from sim.options import fields_of

BLOCK = 1 << 14
"""The deals that a thread plays at a time: an interrupt waits for a block."""


def war(
    ranks: int | None = None,
    copies: int | None = None,
    rules: Mapping[str, object] | None = None,
    *,
    workers: int = -1,
    progress: Callable[[int], object] = lambda deals: None,
) -> WarDeals:
    """Play every deal of a small deck of War.

    Parameters
    ----------
    ranks
        The number of ranks: the deck has the ranks 1 to ``ranks``, or as many from
        ``rules["lowest"]`` up. By default, ``lowest`` to ``highest`` of the rules.
    copies
        The number of cards of each rank; by default, ``copies`` of the rules.
    rules
        Options of War; the others have their defaults. Nothing may be left to chance
        after the deal.
    workers
        The number of threads; -1 for one per core. The result does not depend on it.
    progress
        Called after every block with the number of deals that have been played.

    Raises
    ------
    UserError
        If a value is not valid, pots or piles are shuffled, or there are more than
        10^10 deals.

    Examples
    --------
    >>> import sim
    >>> every = sim.exact.war(2, 2, workers=1)
    >>> every.deals, every.wins, every.draws, every.cycles
    (6, (1, 1), 4, 0)
    """
    problem = EveryDeal(rules_of(ranks, copies, rules))
    counts = collected(
        Counting(Tallies(), partial(count_deals, problem)),
        problem.deals,
        workers=check_workers(workers),
        size=BLOCK,
        tell=check_callable(progress, "progress"),
    )
    return WarDeals(problem, counts)


def rules_of(
    ranks: int | None, copies: int | None, rules: Mapping[str, object] | None
) -> WarRules:
    """The rules with a deck of these numbers of ranks and copies.

    Parameters
    ----------
    ranks, copies, rules
        As of :func:`war`.

    Raises
    ------
    UserError
        If one of them is not valid, or given twice.
    """
    # Wrong options are refused before their names are compared.
    WarRules.of(rules)
    given = dict(rules or {})
    if copies is not None:
        if "copies" in given:
            raise UserError(
                "copies is given twice", where="copies", cure="give it once"
            )
        given["copies"] = copies
    if ranks is not None:
        if "highest" in given:
            raise UserError(
                "highest together with a number of ranks",
                where="highest",
                cure="give only one of the two",
            )
        ranks = check_whole(ranks, 1, HIGHEST_CODE, what="number", where="ranks")
        lowest = WarRules.of({"lowest": given.get("lowest", 1), "highest": 255}).lowest
        given |= {"lowest": lowest, "highest": lowest + ranks - 1}
    return WarRules.of(given)


@dataclass(frozen=True)
class DealtGame:
    """A deal and its game.

    Attributes
    ----------
    number
        The number of the deal, from 0, in ascending order of the rows.
    deal
        The cards in the order of dealing, as ``sim.play(deals=[...])`` takes them.
    packets
        Each player's cards, top first.
    length
        Its rounds.
    """

    number: int
    deal: tuple[int, ...]
    packets: tuple[tuple[int, ...], ...]
    length: int


@dataclass(frozen=True, repr=False)
class WarDeals(NotebookResult):
    """The results of every deal of a small deck of War.

    Attributes
    ----------
    problem
        The deals, with their rules.
    counts
        How many deals end in which way, and after how many rounds.
    """

    problem: EveryDeal
    counts: Tallies

    def __repr__(self) -> str:
        return (
            f"WarDeals(deals={self.deals}, wins={self.wins}, draws={self.draws}, "
            f"cycles={self.cycles}, "
            f"unfinished={self.unfinished})"
        )

    @property
    def rules(self) -> WarRules:
        """The rules, the deck included."""
        return self.problem.rules

    @property
    def deals(self) -> int:
        """The number of different deals, all equally likely."""
        return self.counts.games

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of deals that each player wins."""
        return tuple(map(self._won_by, range(self.rules.players)))

    @property
    def draws(self) -> int:
        """The number of deals that end in a draw."""
        return self._won_by(NOBODY)

    @property
    def cycles(self) -> int:
        """The number of deals that are proved to go on for ever."""
        return sum(self.cycle_lengths.values())

    @property
    def unfinished(self) -> int:
        """The number of deals still undecided at ``max_rounds``."""
        return self.deals - sum(self.wins) - self.draws - self.cycles

    @property
    def rounds(self) -> Mapping[int, int]:
        """The number of deals for each number of rounds, of the games that end."""
        total: Counter[int] = Counter()
        for (rounds, ending), deals in self.counts.entries[ROUNDS].pairs().items():
            if ending not in (CYCLE, CAP):
                total[rounds] += deals
        return dict(sorted(total.items()))

    @property
    def cycle_lengths(self) -> Mapping[int, int]:
        """The number of deals for each length of a cycle.

        The length is the number of rounds until a position comes again.
        """
        found = self.counts.histogram("", CYCLES.column)
        return dict(zip(found.values.tolist(), found.counts.tolist(), strict=True))

    @property
    def mean_rounds(self) -> Fraction | None:
        """The mean number of rounds of the games that end; None if none does."""
        ended = sum(self.rounds.values())
        total = sum(rounds * deals for rounds, deals in self.rounds.items())
        return Fraction(total, ended) if ended else None

    @property
    def longest(self) -> DealtGame | None:
        """The first deal with the most rounds among the games that end.

        None if none does.
        """
        return self._game(self.counts.longest[""])

    def chance(self, deals: int) -> Fraction:
        """The chance of a number of deals.

        Parameters
        ----------
        deals
            How many.
        """
        return Fraction(deals, self.deals)

    def quantile(self, share: float) -> int | None:
        """The fewest rounds within which this share of the games that end is over.

        None if none ends.

        Parameters
        ----------
        share
            The share, from 0 to 1.
        """
        left = ceil(Fraction(share) * sum(self.rounds.values()))
        for rounds, deals in self.rounds.items():
            left -= deals
            if left <= 0:
                return rounds
        return None

    def deal(self, number: int) -> tuple[int, ...]:
        """The cards of the deal with a number.

        Parameters
        ----------
        number
            The number.

        Raises
        ------
        UserError
            If no deal has it.
        """
        if not 0 <= number < self.deals:
            raise UserError(
                f"{number!r} is not the number of a deal",
                where="number",
                cure=f"give one from 0 to {self.deals - 1}",
            )
        return tuple(self.problem.orders.row(number))

    def as_dict(self) -> dict[str, Any]:
        """Return everything for programs.

        Chances are the counts divided by ``deals``.
        """
        mean = self.mean_rounds
        return {
            "rules": self.rules.as_dict(),
            "deals": self.deals,
            "wins": list(self.wins),
            **fields_of(self, "draws", "cycles", "unfinished"),
            "mean_rounds": None
            if mean is None
            else {"value": float(mean), "fraction": str(mean)},
            "rounds": {str(rounds): deals for rounds, deals in self.rounds.items()},
            "cycle_lengths": {
                str(length): deals for length, deals in self.cycle_lengths.items()
            },
            "longest": _described(self.longest),
        }

    def _won_by(self, winner: int) -> int:
        return self.counts.entries[WINNERS].first.count_of(winner)

    def _game(self, longest: Longest | None) -> DealtGame | None:
        if longest is None:
            return None
        deal = self.deal(longest.game)
        packets = tuple(map(tuple, self.problem.layout.packets(deal)))
        return DealtGame(longest.game, deal, packets, longest.length)


def _described(game: DealtGame | None) -> dict[str, Any] | None:
    if game is None:
        return None
    return {
        "number": game.number,
        "deal": list(game.deal),
        "packets": [list(packet) for packet in game.packets],
        "rounds": game.length,
    }
