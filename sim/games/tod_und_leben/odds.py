"""The exact odds of Tod und Leben: the distributions of cards won and of tricks, as fractions.

A shuffled pack is dealt out card against card, so each battle draws two of the cards that are left. Their
ranks matter in one way only: whether they are equal. If they differ, the higher card is equally likely to be
in either packet, whatever came before. So a position is given by how many ranks have how many cards left (for
the pack of 32, at most 495 such positions) and by the number of battles in the trick on the table. From there
every game is counted in whole numbers, by dynamic programming over the positions.

Nothing is drawn at random here; the simulated game is in :mod:`sim.games.tod_und_leben.rulebook`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from sim.cards import Deck
from sim.errors import UserError

MOST_CARDS = 64
"""Larger decks would take minutes."""

_Ranks = tuple[int, ...]
"""The number of cards left of each rank, in descending order: which rank is which does not matter."""

_Counts = Mapping[tuple[_Ranks, int], Mapping[int, int]]
"""The number of ways in which the cards drawn so far lead to a position (the ranks left, and the battles so far
in the open trick) with a given lead, or with a given number of finished tricks."""


@dataclass(frozen=True)
class TodUndLebenOdds:
    """The chances of one game; every chance is a :class:`fractions.Fraction`.

    Attributes
    ----------
    battles
        The number of cards each player is dealt.
    cards
        For each number of cards that player 0 can win, its chance (player 1's chances are the same).
    rounds
        For each number of tricks, including an unresolved last one, its chance. All other battles are wars
        or, at the very end, a tie that no battle follows.
    unresolved
        The chance that the last trick is never decided.
    """

    battles: int
    cards: Mapping[int, Fraction]
    rounds: Mapping[int, Fraction]
    unresolved: Fraction

    @property
    def draw(self) -> Fraction:
        """The chance that both players win equally many cards."""
        return self.cards.get(self.battles, Fraction(0))

    @property
    def win(self) -> Fraction:
        """The chance that a given player wins."""
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
        The deck, as in the rules of the game; if it has an odd number of cards, a random one stays out.

    Raises
    ------
    UserError
        If the deck is not valid, or has fewer than 2 or more than 64 cards.

    Examples
    --------
    >>> odds = tod_und_leben(highest=8, copies=2)
    >>> odds.draw, odds.mean_rounds
    (Fraction(2, 3), Fraction(5, 3))
    """
    deck = Deck(lowest, highest, copies, jokers)
    if not 2 <= deck.size <= MOST_CARDS:
        raise UserError(
            f"a deck of {deck.size} cards", cure=f"the odds are computed for 2 to {MOST_CARDS} cards"
        )
    battles = deck.size // 2
    start = _in_order(Counter(deck.cards()).values()), 0
    leads: _Counts = {start: {0: 1}}
    tricks: _Counts = {start: {0: 1}}
    for _ in range(battles):
        leads = _after_a_battle(leads, lambda lead, laid: (lead + laid, lead - laid))
        tricks = _after_a_battle(tricks, lambda finished, laid: (finished + 1, finished + 1))
    by_cards: Counter[int] = Counter()
    by_rounds: Counter[int] = Counter()
    unresolved = 0
    for (_, laid), ways in leads.items():
        # Each player takes back their own cards of an open trick.
        by_cards.update({battles + lead: count for lead, count in ways.items()})
        unresolved += sum(ways.values()) if laid else 0
    for (_, laid), ways in tricks.items():
        by_rounds.update({finished + (laid > 0): count for finished, count in ways.items()})
    every = perm(deck.size, 2 * battles)
    return TodUndLebenOdds(
        battles=battles,
        cards={cards: Fraction(by_cards[cards], every) for cards in sorted(by_cards)},
        rounds={rounds: Fraction(by_rounds[rounds], every) for rounds in sorted(by_rounds)},
        unresolved=Fraction(unresolved, every),
    )


def _after_a_battle(positions: _Counts, finish: Callable[[int, int], tuple[int, int]]) -> _Counts:
    """Play one battle from every position.

    ``finish`` returns what a lead, or a number of finished tricks, becomes when one or the other player wins
    a trick of the given number of battles.
    """
    after: defaultdict[tuple[_Ranks, int], Counter[int]] = defaultdict(Counter)
    for (ranks, laid), ways in positions.items():
        for drawn, left in _ties(ranks):
            tied = after[left, laid + 1]
            for value, count in ways.items():
                tied[value] += drawn * count
        for drawn, left in _differing(ranks):
            decided = after[left, 0]
            for value, count in ways.items():
                for result in finish(value, laid + 1):
                    decided[result] += drawn * count
    return after


def _ties(ranks: _Ranks) -> Iterator[tuple[int, _Ranks]]:
    """Yield the number of ways to turn up two equal cards, one by each player, and what is left."""
    for cards, of_them in Counter(ranks).items():
        if cards > 1:
            yield of_them * perm(cards, 2), _without(ranks, cards, 2)


def _differing(ranks: _Ranks) -> Iterator[tuple[int, _Ranks]]:
    """Yield the number of ways to turn up two different cards, the higher by a given player, and what is left."""
    classes = sorted(Counter(ranks).items())
    for place, (cards, of_them) in enumerate(classes):
        # One of two ranks is the higher, so each pair of ranks counts once.
        yield of_them * (of_them - 1) // 2 * cards**2, _without(_without(ranks, cards, 1), cards, 1)
        for others, of_those in classes[:place]:
            pairs = of_them * of_those * cards * others
            yield pairs, _without(_without(ranks, cards, 1), others, 1)


def _without(ranks: _Ranks, cards: int, taken: int) -> _Ranks:
    """Take cards from one of the ranks that have ``cards`` left."""
    left = list(ranks)
    if cards in left:
        left[left.index(cards)] -= taken
    return _in_order(left)


def _in_order(left: Iterable[int]) -> _Ranks:
    return tuple(sorted((cards for cards in left if cards), reverse=True))
