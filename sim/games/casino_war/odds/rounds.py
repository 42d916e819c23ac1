"""The exact odds of a round of Casino War: the chance of every result, and its value, as fractions.

Burned cards are as random as any others, so all that matters is how many cards of each
rank are still to come: all ranks that the two or four cards turned up can have are gone
through.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sim.errors import UserError, check_word, shown
from sim.games.casino_war.rules import INFINITE, RESULTS
from sim.limits import is_whole
from sim.machine.notebook import NotebookResult

RANKS = range(2, 15)
ON_TIE = ("war", "surrender")

Pairs = Iterable[tuple[int, int, Fraction]]
"""The ranks that the player's and the house's next card can have, with their
chances."""

PAYS_ONE = Fraction(1)
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class RoundOdds(NotebookResult):
    """The chances of one round and the figures that follow, each a :class:`fractions.Fraction`.

    Attributes
    ----------
    on_tie, tie_bonus, tie_bet
        The rules.
    probabilities
        The chance of each result: ``win``, ``lose``, ``war-win``, ``war-tie``,
        ``war-lose``, ``surrender``.
    """

    on_tie: str
    tie_bonus: int
    tie_bet: int
    probabilities: Mapping[str, Fraction]

    @property
    def nets(self) -> dict[str, Fraction]:
        """What the player wins with each result, in antes."""
        return {
            "win": PAYS_ONE,
            "lose": -PAYS_ONE,
            "war-win": PAYS_ONE,
            "war-tie": PAYS_ONE + self.tie_bonus,
            "war-lose": -2 * PAYS_ONE,
            "surrender": -HALF,
        }

    @property
    def ev(self) -> Fraction:
        """The player's mean net per round, in antes; negative: the player loses."""
        return self._mean(self.nets)

    @property
    def house_edge(self) -> Fraction:
        """The share of each ante that the house keeps on average."""
        return -self.ev

    @property
    def wagered(self) -> Fraction:
        """The player's mean stake per round, in antes: one, or two with a raise."""
        return 1 + sum(
            (self.probabilities[name] for name in ("war-win", "war-tie", "war-lose")),
            Fraction(),
        )

    @property
    def ev_per_wagered(self) -> Fraction:
        """The player's mean net per unit staked, raises included."""
        return self.ev / self.wagered

    @property
    def variance(self) -> Fraction:
        """The variance of the net of a round, in antes squared."""
        return (
            self._mean({name: net * net for name, net in self.nets.items()})
            - self.ev**2
        )

    @property
    def sd(self) -> float:
        """The standard deviation of the net of a round, in antes.

        It is the one figure that is not a fraction.
        """
        return math.sqrt(self.variance)

    @property
    def tie(self) -> Fraction:
        """The chance that the first two cards tie."""
        return 1 - self.probabilities["win"] - self.probabilities["lose"]

    @property
    def tie_ev(self) -> Fraction:
        """The mean net of the side bet on a first tie, per unit."""
        return self.tie * (self.tie_bet + 1) - 1

    def break_even(self, payout: str) -> Fraction:
        """The value of ``tie_bonus`` or ``tie_bet`` at which neither side wins.

        All other rules stay as they are.
        """
        if payout == "tie_bet":
            return 1 / self.tie - 1
        # The bonus is won in every war that is tied again, and changes nothing else.
        twice = self.probabilities["war-tie"]
        if not twice:
            raise UserError(
                "no war is played",
                where=payout,
                cure='take on_tie = "war" and cards that can tie twice',
            )
        return self.tie_bonus - self.ev / twice

    def _mean(self, values: Mapping[str, Fraction]) -> Fraction:
        return sum(
            (chance * values[name] for name, chance in self.probabilities.items()),
            Fraction(),
        )


def casino_war(
    decks: int | Literal["infinite"] = 6,
    on_tie: str = "war",
    tie_bonus: int = 0,
    tie_bet: int = 10,
) -> RoundOdds:
    """The exact odds of a round from a fresh shoe, by enumeration.

    Parameters
    ----------
    decks
        The number of 52-card decks; ``"infinite"``: every card comes from a full pack.
    on_tie
        ``"war"`` or ``"surrender"``.
    tie_bonus
        Extra units won when the war is tied again.
    tie_bet
        What the side bet on a first tie pays, to one.

    Raises
    ------
    UserError
        If a value is not valid.

    Examples
    --------
    >>> import sim
    >>> odds = sim.exact.casino_war(decks=6)
    >>> odds.ev, odds.tie_ev
    (Fraction(-142853, 4965115), Fraction(-58, 311))
    >>> sim.exact.casino_war(decks="infinite").house_edge
    Fraction(5, 169)
    """
    on_tie = _on_tie(on_tie)
    if isinstance(decks, str) and decks == INFINITE:
        full = list(_pairs_of_full_packs())
        return _odds(on_tie, tie_bonus, tie_bet, full, lambda tied: full)
    decks = _whole("decks", decks, 1, f", or {INFINITE!r}")
    return casino_round(dict.fromkeys(RANKS, 4 * decks), on_tie, tie_bonus, tie_bet)


def casino_round(
    cards: Mapping[int, int],
    on_tie: str = "war",
    tie_bonus: int = 0,
    tie_bet: int = 10,
) -> RoundOdds:
    """The exact odds of the next round, given the cards still to come.

    Parameters
    ----------
    cards
        The number of unseen cards of each rank, including burned ones. At least four
        cards, or two if ties are surrendered.
    on_tie, tie_bonus, tie_bet
        As for :func:`casino_war`.

    Raises
    ------
    UserError
        If a value is not valid.

    Examples
    --------
    >>> import sim
    >>> sim.exact.casino_round({14: 3, 2: 1}).probabilities["war-lose"]
    Fraction(1, 4)
    """
    on_tie = _on_tie(on_tie)
    counts = _counts(cards, 2 if on_tie == "surrender" else 4)

    def without_pair(tied: int) -> Pairs:
        """The pairs of a war, after two cards of the tied rank."""
        return _pairs(
            [(rank, count - 2 if rank == tied else count) for rank, count in counts]
        )

    return _odds(on_tie, tie_bonus, tie_bet, _pairs(counts), without_pair)


def _odds(
    on_tie: str,
    tie_bonus: int,
    tie_bet: int,
    pairs: Pairs,
    after_tie: Callable[[int], Pairs],
) -> RoundOdds:
    """The odds of a round.

    They follow from the pairs of its first cards, and those of a war after a tie of a
    rank.
    """
    bonus = _whole("tie_bonus", tie_bonus, 0)
    bet = _whole("tie_bet", tie_bet, 0)
    ways = dict.fromkeys(RESULTS, Fraction())
    for player, house, chance in pairs:
        if player != house:
            ways["win" if player > house else "lose"] += chance
        elif on_tie == "surrender":
            ways["surrender"] += chance
        else:
            for second, answer, further in after_tie(player):
                verdict = (
                    "war-tie"
                    if second == answer
                    else "war-win"
                    if second > answer
                    else "war-lose"
                )
                ways[verdict] += chance * further
    return RoundOdds(on_tie, bonus, bet, ways)


def _pairs(counts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the ranks that the next two cards can have, with their chances."""
    cards = sum(count for _, count in counts)
    for first, count in counts:
        for second, other in counts:
            ways = count * (other - (first == second))
            if ways:
                yield first, second, Fraction(ways, cards * (cards - 1))


def _pairs_of_full_packs() -> Iterator[tuple[int, int, Fraction]]:
    """Yield the ranks of two cards that each come from a full pack, with their chances."""
    for first in RANKS:
        for second in RANKS:
            yield first, second, Fraction(1, len(RANKS) ** 2)


def _counts(cards: Mapping[int, int], least: int) -> list[tuple[int, int]]:
    if not isinstance(cards, Mapping):
        raise UserError(
            f"{shown(cards)} is not a count of cards",
            cure="give a number for each rank from 2 to 14",
        )
    counts = [
        (_whole("rank", rank, 0), _whole(f"cards of rank {rank}", count, 0))
        for rank, count in cards.items()
    ]
    if sum(count for _, count in counts) < least:
        raise UserError(
            "too few cards for a round", cure=f"a round can need {least} cards"
        )
    return counts


def _on_tie(word: object) -> str:
    return check_word("value", word, ON_TIE, where="on_tie")


def _whole(name: str, value: Any, least: int, others: str = "") -> int:
    # Anything that is not a number is refused before it is compared.
    if not is_whole(value) or value < least:
        raise UserError(
            f"{shown(value)} is not a valid value of this option",
            where=name,
            cure=f"it takes a whole number from {least} up{others}",
        )
    return int(value)
