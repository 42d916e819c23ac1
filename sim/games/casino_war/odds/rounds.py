"""The exact odds of a round of Casino War: the chance of every result, and its value, as fractions.

Burned cards are as random as any others, so all that matters is how many cards of each
rank are still to come: all ranks that the two or four cards turned up can have are gone
through.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from sim.errors import UserError, shown
from sim.games.casino_war.rules import (
    AFTER_WAR,
    INFINITE,
    RESULTS,
    CasinoWarRules,
    compared,
    net_of,
)
from sim.limits import is_whole
from sim.machine.notebook import NotebookResult

RANKS = range(2, 15)

Pairs = Iterator[tuple[int, int, Fraction]]
"""The ranks that the player's and the house's next card can have, with their
chances."""


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
            result: Fraction(net_of(result, self.tie_bonus), 2) for result in RESULTS
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
        return 1 + sum((self.probabilities[name] for name in AFTER_WAR), Fraction())

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
    options = {"on_tie": on_tie, "tie_bonus": tie_bonus, "tie_bet": tie_bet}
    return odds_under(computed_with({"decks": decks, **options}))


def computed_with(options: Mapping[str, Any]) -> CasinoWarRules:
    """The rules with some options; the shoe may be infinite, which cannot be dealt.

    Parameters
    ----------
    options
        The options that are not at their defaults.

    Raises
    ------
    UserError
        If a value is not valid.
    """
    decks = options.get("decks")
    if not isinstance(decks, str) or decks != INFINITE:
        return CasinoWarRules.of(options)
    others = {name: value for name, value in options.items() if name != "decks"}
    return replace(CasinoWarRules.of(others), decks=INFINITE)


def odds_under(rules: CasinoWarRules) -> RoundOdds:
    """The exact odds of a round from a fresh shoe under given rules.

    Parameters
    ----------
    rules
        The rules.
    """
    if rules.decks == INFINITE:
        return _odds(rules, dict.fromkeys(RANKS, 1), taken=0)
    return _odds(rules, dict.fromkeys(RANKS, 4 * rules.decks))


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
    options = {"on_tie": on_tie, "tie_bonus": tie_bonus, "tie_bet": tie_bet}
    rules = CasinoWarRules.of(options)
    if not isinstance(cards, Mapping) or not all(
        is_whole(number) and number >= 0 for number in (*cards, *cards.values())
    ):
        raise UserError(
            f"{shown(cards)} is not a count of cards",
            cure="give a number for each rank from 2 to 14",
        )
    counts = {int(rank): int(count) for rank, count in cards.items()}
    least = 2 if on_tie == "surrender" else 4
    if sum(counts.values()) < least:
        raise UserError(
            "too few cards for a round", cure=f"a round can need {least} cards"
        )
    return _odds(rules, counts)


def _odds(
    rules: CasinoWarRules, cards: Mapping[int, int], *, taken: int = 1
) -> RoundOdds:
    """The odds of a round with some cards still to come.

    A card that is dealt is ``taken`` once, or never from a shoe without an end.
    """
    ways = dict.fromkeys(RESULTS, Fraction())
    for player, house, chance in _pairs(cards, taken):
        result = compared(player, house)
        if result != "tie":
            ways[result] += chance
        elif rules.on_tie == "surrender":
            ways["surrender"] += chance
        else:
            left = {**cards, player: cards[player] - 2 * taken}
            for second, answer, further in _pairs(left, taken):
                ways[f"war-{compared(second, answer)}"] += chance * further
    return RoundOdds(rules.on_tie, rules.tie_bonus, rules.tie_bet, ways)


def _pairs(cards: Mapping[int, int], taken: int) -> Pairs:
    """Yield the ranks that the next two cards can have, with their chances."""
    total = sum(cards.values())
    for first, count in cards.items():
        for second, other in cards.items():
            ways = count * (other - taken * (first == second))
            if ways:
                yield first, second, Fraction(ways, total * (total - taken))
