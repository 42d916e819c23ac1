"""The players of GOPS: the view before a bid, and the policies known by name.

A user's own policy ``choose(view, chance)`` is given a NumPy record with the fields of :class:`View`, all int64 and
under the same names; the field ``held`` is the number of cards that each player holds. Sets of cards are ascending,
with zeros after the last::

    cards, carry_over, held, hand[cards], other[cards], prizes[cards], upcard, pot, score, other_score,
    players, others[players - 1, cards], other_scores[players - 1], takers[cards], bids[cards]

So ``hand[:held]`` are the player's own cards, ``other[:held]`` the opponent's, and ``prizes[:held - 1]`` the prizes
still face down (in an order that nobody knows). ``carry_over`` is 0 or 1. Of several opponents, ``others`` and
``other_scores`` have the hands and points in seat order, the next player's first, and ``other`` and ``other_score``
those of the next. For each prize, from 1 up, ``takers`` says who took it: 1 the player, 2 the next, and so on, 0 nobody
yet or ever; and ``bids`` the player's own bid for it, 0 while it is face down. With hidden bids nobody knows the
others' hands: ``other`` and ``others`` are all zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
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
    # The player's own cards and the next player's, ascending: all bids are remembered unless they are hidden
    hand: tuple[int, ...]
    other: tuple[int, ...]
    prizes: tuple[int, ...]  # the prizes still face down, ascending
    upcard: int  # the prize just turned up
    pot: int  # the points of the tied prizes on the table, without the upcard
    # The player's points and the opponent's
    score: int
    other_score: int
    players: int = 2
    # The hands of all opponents, the next player's first, and their points
    others: tuple[tuple[int, ...], ...] = ()
    other_scores: tuple[int, ...] = ()
    # For each prize, who took it and the player's own bid for it
    takers: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()

    @property
    def held(self) -> int:
        """The number of cards that each player holds."""
        return len(self.hand)


def view_type(rules: GopsRules) -> np.dtype[Any]:
    """Return the NumPy type of a view: a record of int64 fields."""
    names = [field.name for field in fields(View)]
    names.insert(2, "held")
    opponents = rules.players - 1
    shapes: dict[str, tuple[int, ...]] = {
        "others": (opponents, rules.cards),
        "other_scores": (opponents,),
    }
    by_card = dict.fromkeys(
        ("hand", "other", "prizes", "takers", "bids"), (rules.cards,)
    )
    return record_type(names, shapes | by_card)


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
    """Bid the lowest held card above all that match would bid from the other hands; without one, the lowest."""
    awaited = max(nearest(hand, view.upcard) for hand in view.others or (view.other,))
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
    return next(
        card for card, above in zip(view.hand, thresholds, strict=True) if above > drawn
    )


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


def _sees_hands(name: str) -> Callable[[GopsRules], None]:
    def check(rules: GopsRules) -> None:
        if rules.is_hidden:
            raise UserError(
                f"{name} with hidden bids",
                cure='it looks at the others\' hands: set bids = "open"',
            )

    return check


def _needs_table(name: str, objective: str) -> Callable[[GopsRules], None]:
    def check(rules: GopsRules) -> None:
        _sees_hands(name)(rules)
        if rules.players > 2:
            raise UserError(
                f"{name} with {rules.players} players",
                cure="it is solved for two players: set players = 2",
            )
        kept = sizes(objective, rules.carry_over)
        if rules.cards not in kept:
            carried = " and carry_over = true" if rules.carry_over else ""
            raise UserError(
                f"{name} under cards = {rules.cards}{carried}",
                cure=f"its tables are for {kept[0]} to {kept[-1]} cards: set cards, or see warlab solve gops --at",
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
                Policy("beat-match", beat_match, _sees_hands("beat-match")),
                Policy(
                    "equilibrium", equilibrium, _needs_table("equilibrium", "points")
                ),
                Policy(
                    "equilibrium-win",
                    equilibrium_win,
                    _needs_table("equilibrium-win", "win"),
                ),
            ),
            view_type,
        ),
    ),
    usual="random",
    margin=("score_0", "score_1"),
    largest_margin=lambda rules: rules.cards * (rules.cards + 1) // 2,
)
"""The policies of GOPS."""
