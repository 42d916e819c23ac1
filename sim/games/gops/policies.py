"""The players of GOPS: the view before a bid, and the policies known by name.

A user's own policy ``choose(view, chance)`` is given a NumPy record with the fields of :class:`View`, all int64 and
under the same names; ``hand``, ``other`` and ``prizes`` are arrays of ``cards`` places, the cards in ascending order
and then zeros, and the field ``held`` is the number of cards that each player holds::

    cards, carry_over, held, hand[cards], other[cards], prizes[cards], upcard, pot, score, other_score

So ``hand[:held]`` are the player's own cards, ``other[:held]`` the opponent's, and ``prizes[:held - 1]`` the prizes
still face down (in an order that nobody knows). ``carry_over`` is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.policy import Part, Policies, Policy
from sim.errors import UserError
from sim.games.gops.equilibria import gops_table, gops_thresholds, sizes
from sim.policies.players import record_type
from sim.rng import Words

if TYPE_CHECKING:
    from sim.games.gops.rules import GopsRules


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees before bidding."""

    cards: int  # the number of prizes in the game
    carry_over: bool  # whether tied prizes stay on the table
    # The player's own cards and the opponent's, ascending: the bids of both are remembered
    hand: tuple[int, ...]
    other: tuple[int, ...]
    prizes: tuple[int, ...]  # the prizes still face down, ascending
    upcard: int  # the prize just turned up
    pot: int  # the points of the tied prizes on the table, without the upcard
    # The player's points and the opponent's
    score: int
    other_score: int

    @property
    def held(self) -> int:
        """The number of cards that each player holds."""
        return len(self.hand)


def view_type(rules: GopsRules) -> np.dtype[Any]:
    """Return the NumPy type of a view: a record of int64 fields."""
    names = "cards carry_over held hand other prizes upcard pot score other_score"
    return record_type(names.split(), dict.fromkeys(("hand", "other", "prizes"), (rules.cards,)))


def nearest(hand: Sequence[int], target: int) -> int:
    """Return the held card nearest to a number; of two equally near, the lower."""
    return min(hand, key=lambda card: (abs(card - target), card))


def random(view: View, words: Words) -> int:
    """Bid any card held, each equally likely: one draw below the size of the hand is its place, ascending."""
    return view.hand[words.below(len(view.hand))]


def high_first(view: View, words: Words) -> int:
    """Bid the highest card held."""
    return view.hand[-1]


def low_first(view: View, words: Words) -> int:
    """Bid the lowest card held."""
    return view.hand[0]


def match(view: View, words: Words) -> int:
    """Bid the upcard's value, whatever the pot; if it is not held, the nearest held card, the lower of two."""
    return nearest(view.hand, view.upcard)


def match_plus_one(view: View, words: Words) -> int:
    """Bid the upcard plus one (the ace for the highest prize); if not held, the nearest held card, the lower of two."""
    return nearest(view.hand, 1 if view.upcard == view.cards else view.upcard + 1)


def match_pot(view: View, words: Words) -> int:
    """Bid the held card nearest to pot plus upcard, the lower of two equally near; above all cards, the highest."""
    return nearest(view.hand, view.pot + view.upcard)


def proportional(view: View, words: Words) -> int:
    """Bid the card whose rank in the hand is the upcard's rank among the upcard and the prizes still face down."""
    return view.hand[sum(prize < view.upcard for prize in view.prizes)]


def beat_match(view: View, words: Words) -> int:
    """Bid the lowest held card above the one that match would bid from the opponent's hand; without one, the lowest."""
    awaited = nearest(view.other, view.upcard)
    return next((card for card in view.hand if card > awaited), view.hand[0])


def mask(cards: Iterable[int]) -> int:
    """Return cards as a number, card ``c`` in bit ``c - 1``."""
    return sum(1 << card - 1 for card in cards)


def _by_table(view: View, words: Words, objective: str) -> int:
    """Bid the first card whose threshold is above the upper half of one word."""
    thresholds = gops_thresholds(
        gops_table(view.cards, objective, view.carry_over),
        mask(view.hand),
        mask(view.other),
        mask(view.prizes),
        view.upcard,
        view.pot,
        view.score - view.other_score,
    )
    drawn = words.next() >> 32
    return next(card for card, above in zip(view.hand, thresholds, strict=True) if above > drawn)


def equilibrium(view: View, words: Words) -> int:
    """Bid with the probabilities of an exact equilibrium in points, stored for small games; one word draws the bid.

    The probabilities are kept as thresholds, one for each card held, ascending (:mod:`sim.games.gops.equilibria`): the
    bid is the first card whose threshold is above the upper 32 bits of the word.
    """
    return _by_table(view, words, "points")


def equilibrium_win(view: View, words: Words) -> int:
    """Bid with the probabilities of an exact equilibrium in games won (win +1, draw 0, loss -1), for small games.

    The bid is drawn as in :func:`equilibrium`; the lead matters too. Once the game is decided it is the lowest card.
    """
    return _by_table(view, words, "win")


def _needs_table(name: str, objective: str) -> Callable[[GopsRules], None]:
    def check(rules: GopsRules) -> None:
        kept = sizes(objective, rules.carry_over)
        if rules.cards not in kept:
            carried = " and carry_over = true" if rules.carry_over else ""
            raise UserError(
                f"{name} under cards = {rules.cards}{carried}",
                cure=f"its tables are for {kept[0]} to {kept[-1]} cards: set cards",
            )

    return check


POLICIES = Policies(
    parts=(
        Part(
            "bid",
            (
                Policy("random", random),
                Policy("high-first", high_first),
                Policy("low-first", low_first),
                Policy("match", match),
                Policy("match-plus-one", match_plus_one),
                Policy("match-pot", match_pot),
                Policy("proportional", proportional),
                Policy("beat-match", beat_match),
                Policy("equilibrium", equilibrium, _needs_table("equilibrium", "points")),
                Policy("equilibrium-win", equilibrium_win, _needs_table("equilibrium-win", "win")),
            ),
            view_type,
        ),
    ),
    usual="random",
    margin=("score_0", "score_1"),
    largest_margin=lambda rules: rules.cards * (rules.cards + 1) // 2,
)
"""The policies of GOPS."""
