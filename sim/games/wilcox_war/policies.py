"""The players of Wilcox War: the view before a card is played, and the policies known by name.

A player sees both hands, the tops of both draw piles, the sizes of all piles, and the cards face up on the table. The
player also remembers all cards played, and so knows, for each side, which cards are unseen (in the draw pile below its
top, or hidden as prizes), but not where each of them lies.

The record that a user's own policy sees has these fields, all int64, the player's own before the opponent's:

=================  =====================================================================================
``hand``           (3,) the cards to choose from, ascending, zeros after the last
``held``           the number of these cards
``other``          (3,) the opponent's hand, in the same way
``other_held``     the number of its cards
``top``            the top card of the draw pile, 0 if it is empty
``other_top``      the opponent's
``pile``           the number of cards in the draw pile
``other_pile``     the opponent's
``score``          the number of cards in the score pile
``other_score``    the opponent's
``at_war``         1 in a war, otherwise 0
``tied``           (52,) the cards tied so far in this turn, in order; both players have laid each of them
``ties``           the number of these cards
``prizes``         the number of hidden prizes each player has on the table
``pot``            the number of cards on the table, prizes included
``unseen``         (15,) by rank, the player's unseen cards: below the top of the draw pile, or hidden as prizes
``other_unseen``   (15,) the opponent's
=================  =====================================================================================
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.cards import ACE
from sim.contract.policy import Part, Policies, Policy
from sim.games.wilcox_war.equilibrium import optimal_weights
from sim.policies.players import record_type
from sim.rng import Words

RANKS = ACE + 1
"""Counts by rank have a place for each code up to the ace; codes 0 and 1 are not cards."""

MOST_TIES = 52
"""No player lays more cards in a turn than a whole pack."""

FINENESS = 12
"""``equilibrium-now`` values one rank at a twelfth of a card."""


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees when choosing a card."""

    # The player's own cards and the opponent's, ascending
    hand: tuple[int, ...]
    other: tuple[int, ...]
    # The tops of the draw piles, 0 if a pile is empty
    top: int
    other_top: int
    # The numbers of cards in the draw piles and the score piles
    pile: int
    other_pile: int
    score: int
    other_score: int
    tied: tuple[int, ...]  # the cards tied so far in this turn, in order
    prizes: int  # the number of hidden prizes each player has on the table
    # By rank, each side's cards that nobody has seen: in the draw pile below its top, and the hidden prizes
    unseen: tuple[int, ...]
    other_unseen: tuple[int, ...]

    @property
    def at_war(self) -> bool:
        """Whether there has been a tie in this turn."""
        return bool(self.tied)

    @property
    def pot(self) -> int:
        """The number of cards on the table."""
        return 2 * (len(self.tied) + self.prizes)

    @property
    def held(self) -> int:
        """The number of cards in the hand."""
        return len(self.hand)

    @property
    def other_held(self) -> int:
        """The number of cards in the opponent's hand."""
        return len(self.other)

    @property
    def ties(self) -> int:
        """The number of ties in this turn."""
        return len(self.tied)


def view_type(rules: object) -> np.dtype[Any]:
    """Return the type of the record that a user's own policy sees."""
    names = (
        "hand held other other_held top other_top pile other_pile score other_score "
        "at_war tied ties prizes pot unseen other_unseen"
    )
    wide = {
        "hand": 3,
        "other": 3,
        "tied": MOST_TIES,
        "unseen": RANKS,
        "other_unseen": RANKS,
    }
    return record_type(names.split(), {name: (size,) for name, size in wide.items()})


def _lowest_above(hand: tuple[int, ...], card: int) -> int:
    """Return the lowest card of a hand above a card; without one, the lowest."""
    return next((held for held in hand if held > card), hand[0])


def random(view: View, words: Words) -> int:
    """Play any card held, each equally likely: ``hand[words.below(len(hand))]``; equal cards count twice."""
    return view.hand[words.below(len(view.hand))]


def high(view: View, words: Words) -> int:
    """Play the highest card."""
    return view.hand[-1]


def low(view: View, words: Words) -> int:
    """Play the lowest card."""
    return view.hand[0]


def mid(view: View, words: Words) -> int:
    """Play the middle card; of two, the upper."""
    return view.hand[len(view.hand) // 2]


def win_cheaply(view: View, words: Words) -> int:
    """Play the lowest card above all cards in the opponent's hand; without one, the lowest."""
    return _lowest_above(view.hand, view.other[-1])


def beat_lowest(view: View, words: Words) -> int:
    """Play the lowest card above the lowest card in the opponent's hand; without one, the lowest."""
    return _lowest_above(view.hand, view.other[0])


def dump_or_win(view: View, words: Words) -> int:
    """Play the highest card if it beats all cards in the opponent's hand; otherwise the lowest."""
    return view.hand[-1] if view.hand[-1] > view.other[-1] else view.hand[0]


def seek_ties(view: View, words: Words) -> int:
    """Play the card with the most equals in the opponent's hand; of several, the lowest."""
    return max(view.hand, key=lambda card: (view.other.count(card), -card))


def avoid_ties(view: View, words: Words) -> int:
    """Play the card with the fewest equals in the opponent's hand; of several, the highest."""
    return min(view.hand, key=lambda card: (view.other.count(card), -card))


def equilibrium_now(view: View, words: Words) -> int:
    """Play the exact mixed strategy of the matrix game of this battle alone.

    Its rows are the player's distinct cards and its columns the opponent's, both ascending. The payoff is the number of
    cards in the pot (all on the table and the two about to be played) if the player's card is higher, minus that number
    if it is lower, and 0 if they tie; plus a twelfth of the opponent's rank minus the player's. Payoffs are multiplied
    by 12 to be whole numbers, and :func:`~sim.games.wilcox_war.equilibrium.optimal_weights` decides which of several
    best strategies is played. A certain card draws nothing; otherwise ``words.below(sum of the weights)`` is drawn, and
    the card played is the first at which the running total of the weights exceeds the number drawn.
    """
    own, other = sorted(set(view.hand)), sorted(set(view.other))
    payoffs = battle_payoffs(own, other, view.pot + 2)
    return draw_weighted(own, optimal_weights(payoffs), words)


def battle_payoffs(own: list[int], other: list[int], pot: int) -> list[list[int]]:
    """Return the matrix of ``equilibrium-now``: twelve times the payoff in cards."""
    return [
        [
            FINENESS * pot * ((card > answer) - (card < answer)) + answer - card
            for answer in other
        ]
        for card in own
    ]


def draw_weighted(cards: list[int], weights: list[int], words: Words) -> int:
    """Return one of the cards with probability proportional to its weight; a certain one without a draw."""
    total = sum(weights)
    left = 0 if total in weights else words.below(total)
    for card, weight in zip(cards, weights, strict=True):
        if left < weight:
            return card
        left -= weight
    raise AssertionError("the total of the weights exceeds the number drawn")


_CHOICES: dict[str, Callable[[View, Words], int]] = {
    "random": random,
    "high": high,
    "low": low,
    "mid": mid,
    "win-cheaply": win_cheaply,
    "beat-lowest": beat_lowest,
    "dump-or-win": dump_or_win,
    "seek-ties": seek_ties,
    "avoid-ties": avoid_ties,
    "equilibrium-now": equilibrium_now,
}

POLICIES = Policies(
    parts=(
        Part(
            "card",
            tuple(Policy(name, choose) for name, choose in _CHOICES.items()),
            view_type,
        ),
    ),
    usual="random",
    margin=("cards_0", "cards_1"),
    largest_margin=lambda rules: 52 * rules.decks,
)
"""The policies of Wilcox War."""
