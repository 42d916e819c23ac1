"""The players of Wilcox War: the view before a card is played, and the policies known by name.

A player sees both hands, the tops of both draw piles, the sizes of all piles, and the
cards face up on the table. The player also remembers all cards played, and so knows,
for each side, which cards are unseen (in the draw pile below its top, or hidden as
prizes), but not where each of them lies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sim.cards import ACE
from sim.contract.policy import Part, Policies, Policy
from sim.games.wilcox_war.equilibrium import Matrix, Three, optimal_weights
from sim.policies.chance import draw
from sim.policies.players import record_type

HAND = 3
"""The cards in a hand: "Both players deal three cards off the top of their deck"."""

RANKS = ACE + 1
"""Counts by rank have a place for each code up to the ace; codes 0 and 1 are not
cards."""

MOST_TIES = 52
"""No player lays more cards in a turn than a whole pack."""

FINENESS = 12
"""``equilibrium-now`` values one rank at a twelfth of a card."""


class View(NamedTuple):
    """What a player sees before choosing a card: a record of int64 fields, for users' policies and in compiled games.

    Attributes
    ----------
    hand, held
        (3,) The cards to choose from, ascending, zeros after the last; and the number
        of these cards.
    other, other_held
        The opponent's hand, in the same way.
    top, other_top
        The top card of the player's draw pile and of the opponent's; 0 if a pile is
        empty.
    pile, other_pile
        The numbers of cards in the draw piles.
    score, other_score
        The numbers of cards in the score piles.
    at_war
        1 in a war, otherwise 0.
    tied, ties
        (52,) The cards tied so far in this turn, in order; both players have laid each
        of them. Their number.
    prizes
        The number of hidden prizes that each player has on the table.
    pot
        The number of cards on the table, prizes included.
    unseen, other_unseen
        (15,) By rank, each side's cards that nobody has seen: below the top of the draw
        pile, or hidden as prizes.
    """

    hand: tuple[int, ...]
    held: int
    other: tuple[int, ...]
    other_held: int
    top: int
    other_top: int
    pile: int
    other_pile: int
    score: int
    other_score: int
    at_war: int
    tied: tuple[int, ...]
    ties: int
    prizes: int
    pot: int
    unseen: tuple[int, ...]
    other_unseen: tuple[int, ...]


VIEW = record_type(
    View._fields,
    {
        "hand": (HAND,),
        "other": (HAND,),
        "tied": (MOST_TIES,),
        "unseen": (RANKS,),
        "other_unseen": (RANKS,),
    },
)
"""The NumPy type of a view."""


def lowest_above(view: View, card: int) -> int:
    """The lowest card of the hand above a card; without one, the lowest."""
    for place in range(view.held):
        if view.hand[place] > card:
            return view.hand[place]
    return view.hand[0]


def equals(view: View, card: int) -> int:
    """The number of cards in the opponent's hand that are equal to a card."""
    found = 0
    for place in range(view.other_held):
        if view.other[place] == card:
            found += 1
    return found


def battle_payoffs(view: View) -> Matrix:
    """The matrix of ``equilibrium-now``.

    A hand of fewer than three cards repeats its highest.
    """
    last = view.held - 1
    pot = view.pot + 2
    return (
        payoffs_of(view, view.hand[0], pot),
        payoffs_of(view, view.hand[min(1, last)], pot),
        payoffs_of(view, view.hand[last], pot),
    )


def payoffs_of(view: View, card: int, pot: int) -> Three:
    """The payoffs of a card against each card of the opponent's."""
    last = view.other_held - 1
    return (
        payoff(card, view.other[0], pot),
        payoff(card, view.other[min(1, last)], pot),
        payoff(card, view.other[last], pot),
    )


def payoff(card: int, answer: int, pot: int) -> int:
    """Twelve times what a battle is worth in cards.

    It is worth the pot won or lost, and a twelfth of the difference in rank.
    """
    won = (card > answer) - (card < answer)
    return FINENESS * pot * won + answer - card


def random(view: View, chance: Any) -> int:
    """Play any card of the hand, each equally likely.

    Notes
    -----
    One number below the number of cards is drawn; it is the place of the card. Equal
    cards count twice.
    """
    return view.hand[draw(view.held, chance)]


def high(view: View, chance: Any) -> int:
    """Play the highest card."""
    return view.hand[view.held - 1]


def low(view: View, chance: Any) -> int:
    """Play the lowest card."""
    return view.hand[0]


def mid(view: View, chance: Any) -> int:
    """Play the middle card of the hand; of two cards, the higher."""
    return view.hand[view.held // 2]


def win_cheaply(view: View, chance: Any) -> int:
    """Play the lowest card that is higher than all cards in the opponent's hand; if there is none, the lowest card."""
    return lowest_above(view, view.other[view.other_held - 1])


def beat_lowest(view: View, chance: Any) -> int:
    """Play the lowest card that is higher than the opponent's lowest card; if there is none, the lowest card."""
    return lowest_above(view, view.other[0])


def dump_or_win(view: View, chance: Any) -> int:
    """Play the highest card if it is higher than all cards in the opponent's hand; otherwise the lowest."""
    highest = view.hand[view.held - 1]
    return highest if highest > view.other[view.other_held - 1] else view.hand[0]


def seek_ties(view: View, chance: Any) -> int:
    """Play the card that equals most cards in the opponent's hand; of several such cards, the lowest."""
    card = view.hand[0]
    most = -1
    for place in range(view.held):
        found = equals(view, view.hand[place])
        if found > most:
            card = view.hand[place]
            most = found
    return card


def avoid_ties(view: View, chance: Any) -> int:
    """Play the card that equals fewest cards in the opponent's hand; of several such cards, the highest."""
    card = view.hand[0]
    fewest = HAND + 1
    for place in range(view.held):
        found = equals(view, view.hand[place])
        if found <= fewest:
            card = view.hand[place]
            fewest = found
    return card


def equilibrium_now(view: View, chance: Any) -> int:
    """Play with the chances that are best against every answer in this battle, as if it were the only one.

    Notes
    -----
    It is the exact mixed strategy of a matrix game.
    Its rows are the player's distinct cards and its columns the opponent's, both
    ascending. The payoff is the number of cards in the pot (all on the table and the
    two about to be played) if the player's card is higher, minus that number if it is
    lower, and 0 if they tie; plus a twelfth of the opponent's rank minus the player's.
    Payoffs are multiplied by 12 to be whole numbers, and
    :func:`~sim.games.wilcox_war.equilibrium.optimal_weights` decides which of several
    best strategies is played. A certain card draws nothing; otherwise one number below
    the sum of the weights is drawn, and the card played is the first at which the
    running total of the weights exceeds it.
    """
    weights = optimal_weights(battle_payoffs(view))
    total = weights[0] + weights[1] + weights[2]
    drawn = 0
    if max(weights) < total:
        drawn = draw(total, chance)
    place = 0
    while drawn >= weights[place]:
        drawn -= weights[place]
        place += 1
    return view.hand[place]


POLICIES = Policies(
    parts=(
        Part(
            "card",
            (
                Policy("random", random),
                Policy("high", high),
                Policy("low", low),
                Policy("mid", mid),
                Policy("win-cheaply", win_cheaply),
                Policy("beat-lowest", beat_lowest),
                Policy("dump-or-win", dump_or_win),
                Policy("seek-ties", seek_ties),
                Policy("avoid-ties", avoid_ties),
                Policy("equilibrium-now", equilibrium_now),
            ),
            lambda rules: VIEW,
        ),
    ),
    usual="random",
    margin=("cards_0", "cards_1"),
    largest_margin=lambda rules: 52 * rules.decks,
)
"""The policies of Wilcox War."""
