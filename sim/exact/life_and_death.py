"""Tod und Leben, exactly: the distribution of cards won and of tricks, as fractions.

A shuffled pack is dealt out card against card, so each battle draws two of the cards that are left. Which ranks
those are matters for one thing only: whether they are equal. For if they differ, the higher one is as likely in
either packet, whatever came before. So it is enough to know how many ranks have how many cards left (for the pack
of 32 at most 495 such positions, whatever their ranks) and how many battles the trick on the table has seen. From
there every game is counted, by dynamic programming over those positions, with whole numbers.

Nothing is drawn at random here, and the simulated side is in :mod:`sim.games.tod_und_leben`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from sim.cards import Deck
from sim.errors import UserError

MOST_CARDS = 64
"""Larger decks would take minutes."""

_Position = tuple[tuple[int, ...], int]
"""How many cards of each rank are left, in falling order, and how many battles the open trick has seen."""


@dataclass(frozen=True)
class TodUndLebenOdds:
    """The chances of one game; every figure is a :class:`fractions.Fraction`.

    Attributes
    ----------
    cards
        For each number of cards that player 0 can win, its chance (player 1's chances are the same).
    rounds
        For each number of tricks, an unresolved last one among them, its chance. All other battles are wars.
    unresolved
        The chance that the last trick is never decided.
    """

    cards: Mapping[int, Fraction]
    rounds: Mapping[int, Fraction]
    unresolved: Fraction

    @property
    def draw(self) -> Fraction:
        """The chance that both win equally many cards."""
        return self.cards.get(sum(self.cards) // len(self.cards), Fraction(0))

    @property
    def win(self) -> Fraction:
        """The chance that a named player wins."""
        return (1 - self.draw) / 2

    @property
    def mean_rounds(self) -> Fraction:
        """The mean number of tricks."""
        return sum((rounds * chance for rounds, chance in self.rounds.items()), Fraction(0))


def tod_und_leben(lowest: int = 7, highest: int = 14, copies: int = 4, jokers: int = 0) -> TodUndLebenOdds:
    """Return the exact chances of a game of Tod und Leben.

    Parameters
    ----------
    lowest, highest, copies, jokers
        The deck, as in the rules of the game; of an odd number of cards a random one stays out.

    Raises
    ------
    UserError
        If there is no such deck, or it has fewer than 2 or more than 64 cards.

    Examples
    --------
    >>> odds = tod_und_leben()
    >>> f"{float(odds.draw):.6f}"
    '0.162522'
    """
    deck = Deck(lowest, highest, copies, jokers)
    if not 2 <= deck.size <= MOST_CARDS:
        raise UserError(f"a deck of {deck.size} cards", cure=f"it is computed for 2 to {MOST_CARDS} cards")
    battles = deck.size // 2
    start = _profile(Counter(deck.cards()).values()), 0
    # For each position: how many orders of the cards drawn so far lead to it with each lead, and with each
    # number of finished tricks.
    leads: dict[_Position, dict[int, int]] = {start: {0: 1}}
    tricks: dict[_Position, dict[int, int]] = {start: {0: 1}}
    for _ in range(battles):
        leads, tricks = _battle(leads, _lead_changes), _battle(tricks, _trick_changes)
    # Who turns up which cards in which order, half of the decided battles to each side.
    every = perm(deck.size, 2 * battles)
    by_lead: Counter[int] = Counter()
    by_tricks: Counter[int] = Counter()
    unresolved = 0
    for (_, laid), counts in leads.items():
        by_lead.update(counts)
        unresolved += sum(counts.values()) if laid else 0
    for (_, laid), counts in tricks.items():
        by_tricks.update({finished + (laid > 0): ways for finished, ways in counts.items()})
    return TodUndLebenOdds(
        cards={battles + lead: Fraction(by_lead[lead], every) for lead in sorted(by_lead)},
        rounds={finished: Fraction(by_tricks[finished], every) for finished in sorted(by_tricks)},
        unresolved=Fraction(unresolved, every),
    )


def _profile(left: Iterator[int] | object) -> tuple[int, ...]:
    return tuple(sorted(left, reverse=True))  # type: ignore[call-overload, no-any-return]
