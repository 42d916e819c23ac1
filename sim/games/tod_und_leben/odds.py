"""The exact odds of Tod und Leben: the distribution of cards won, as fractions.

Each battle draws two of the cards left, and only whether they are equal matters: if
not, the higher one is equally likely to be in either packet. So a position is how many
ranks have how many cards left (at most 495 with 32 cards) and the number of battles in
the open trick. The numbers of ways to each lead are packed side by side into one
integer, so that a battle is a shift and an addition of whole distributions.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import perm

from sim.cards import Deck
from sim.errors import UserError
from sim.machine.notebook import NotebookResult
from sim.words import count_words

MOST_CARDS = 64
"""The most cards of a deck; some larger decks would take minutes."""

_Ranks = tuple[int, ...]
"""How many ranks have no card left, how many one, two, ...: which rank is which does
not matter."""

_Draw = tuple[int, _Ranks]
"""A number of ways to turn up two cards, and the ranks left after it."""

_Counts = Mapping[_Ranks, Mapping[int, int]]
"""For the ranks left, for the battles in the open trick: the numbers of ways to get
there, one for each lead. They are packed, the lead ``k - battles`` in the bits from
``k * width`` on."""


@dataclass(frozen=True)
class TodUndLebenOdds(NotebookResult):
    """The chances of one game; every chance is a :class:`fractions.Fraction`.

    Attributes
    ----------
    battles
        The number of cards that each player is dealt.
    cards
        The chance of each number of cards that player 0 can win; player 1's are the
        same.
    tie
        The chance that a battle is a tie; the last trick is never decided as often.
    """

    battles: int
    cards: Mapping[int, Fraction]
    tie: Fraction

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
        """The mean number of tricks, an unresolved last one included.

        Every battle but a tie ends a trick.
        """
        return self.battles * (1 - self.tie) + self.tie


def tod_und_leben(
    lowest: int = 7, highest: int = 14, copies: int = 4, jokers: int = 0
) -> TodUndLebenOdds:
    """The exact chances of a game of Tod und Leben.

    Parameters
    ----------
    lowest, highest, copies, jokers
        The deck, as in the rules of the game; if it has an odd number of cards, a
        random one stays out.

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
            f"a deck of {count_words(deck.size, 'card')}",
            cure=f"the odds are computed for 2 to {MOST_CARDS} cards",
        )
    battles = deck.size // 2
    every = perm(deck.size, 2 * battles)
    width = every.bit_length()
    held = Counter(Counter(deck.cards()).values())
    start = tuple(held[cards] for cards in range(max(held) + 1))
    # A lead is counted from the most that player 0 can be behind, so that it is also the
    # number of cards that player 0 ends with.
    leads: _Counts = {start: {0: 1 << width * battles}}
    for _ in range(battles):
        leads = _after_a_battle(leads, width)
    by_cards: Counter[int] = Counter()
    for open_tricks in leads.values():
        for ways in open_tricks.values():
            # Each player takes back their own cards of an open trick.
            by_cards.update(_unpacked(ways, width))
    ties = sum(drawn for drawn, _ in _draws(start)[0])
    return TodUndLebenOdds(
        battles=battles,
        cards={cards: Fraction(by_cards[cards], every) for cards in sorted(by_cards)},
        tie=Fraction(ties, perm(deck.size, 2)),
    )


def _after_a_battle(positions: _Counts, width: int) -> _Counts:
    """Play one battle from every position.

    A trick that is won moves all leads by its battles, up or down.
    """
    after: defaultdict[_Ranks, defaultdict[int, int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for ranks, open_tricks in positions.items():
        ties, differing = _draws(ranks)
        for drawn, left in ties:
            tied = after[left]
            for laid, ways in open_tricks.items():
                tied[laid + 1] += drawn * ways
        decided = 0
        for laid, ways in open_tricks.items():
            shift = width * (laid + 1)
            decided += (ways << shift) + (ways >> shift)
        for drawn, left in differing:
            after[left][0] += drawn * decided
    return after


@lru_cache(maxsize=20_000)
def _draws(ranks: _Ranks) -> tuple[list[_Draw], list[_Draw]]:
    """The ways to turn up two equal cards, and those for two different ones.

    Of different cards the higher is a given seat's.
    """
    held = [cards for cards in range(1, len(ranks)) if ranks[cards]]
    ties = [
        (ranks[cards] * perm(cards, 2), _without(ranks, cards, 2))
        for cards in held
        if cards > 1
    ]
    differing = []
    for place, cards in enumerate(held):
        one_less = _without(ranks, cards, 1)
        # One of two ranks is the higher, so each pair of ranks counts once.
        for others in held[:place]:
            pairs = ranks[cards] * ranks[others] * cards * others
            differing.append((pairs, _without(one_less, others, 1)))
        if ranks[cards] > 1:
            pairs = ranks[cards] * (ranks[cards] - 1) // 2 * cards**2
            differing.append((pairs, _without(one_less, cards, 1)))
    return ties, differing


def _without(ranks: _Ranks, cards: int, taken: int) -> _Ranks:
    """Take cards from one of the ranks that have ``cards`` left."""
    left = list(ranks)
    left[cards] -= 1
    left[cards - taken] += 1
    return tuple(left)


def _unpacked(ways: int, width: int) -> dict[int, int]:
    """The number of ways for each number, without those that cannot be."""
    mask = (1 << width) - 1
    counts = ((ways >> place) & mask for place in range(0, ways.bit_length(), width))
    return {number: count for number, count in enumerate(counts) if count}
