"""The players of WarGops: the view before a card is laid, and the policies known by name.

Everything is known at this table except the cards that the others lay now: hands begin equal and nothing is hidden.
A user's own policy, ``choose(view, chance)``, gets a record with the fields of :class:`View` and returns a card of
its hand. All fields are int64; sets of cards are counts by rank, so ``trash[13]`` is the number of kings in the trash
(place 0 is always 0). For players, "own first" means: the player's own place first, then the others in seat order,
going round. ``P`` is the number of players, ``R`` the number of ranks, ``N`` the number of cards in the game.

==============  ==============  ====================================================================================
field           shape           what it holds
==============  ==============  ====================================================================================
``seat``                        the player's own seat, from 0
``held``                        the number of cards the player holds
``hand``        N               the player's cards, ascending, zeros after the last
``others``      P-1, R+1        the cards in each other player's hand, by rank
``retired``     P-1             1 for each other player who is out of the game
``pots``                        the number of pots waiting for a later trick; those with the same eligible players
                                count as one; at most 2P-1
``pot_cards``   2P-1, R+1       the cards of each pot, by rank, the oldest first; zeros after the last pot
``pot_players`` 2P-1, P         1 for each player who can still win the pot, own first
``trash``       R+1             the cards in the trash pile, by rank
``face_up``     P               each player's face-up card when cards are replaced, 0 for none, own first
``face_down``   R+1             the cards turned down in this trick, by rank
``points``      P               each player's score in earlier games of the session, own first
``games_left``                  the number of games of the session after this one
``last_pot``                    1 if a sole survivor takes the pots they can still win, 0 if nobody does
==============  ==============  ====================================================================================

This policy lays the lowest card while the player can win the oldest pot, and otherwise any card::

    def patient(view, chance):
        if view.pots and view.pot_players[0, 0]:
            return view.hand[0]
        return view.hand[draw(view.held, chance)]
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.contract.policy import Part, Policies, Policy
from sim.errors import UserError
from sim.games.wargops.equilibria import sizes, wargops_thresholds
from sim.policies.players import record_type
from sim.rng import Words

if TYPE_CHECKING:
    from sim.games.wargops.rules import WarGopsRules

Counts = tuple[int, ...]
"""Cards by rank: the number of each; place 0 is not a rank."""


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees when choosing a card; the module's text lists the fields."""

    # The shapes are those of the record, except that `hand` holds only the cards, and the pots only those
    # that wait.

    seat: int
    held: int
    hand: tuple[int, ...]
    others: tuple[Counts, ...]
    retired: tuple[int, ...]
    pots: int
    pot_cards: tuple[Counts, ...]
    pot_players: tuple[tuple[int, ...], ...]
    trash: Counts
    face_up: tuple[int, ...]
    face_down: Counts
    points: tuple[int, ...]
    games_left: int
    last_pot: int = 1


def view_type(rules: Any) -> np.dtype[Any]:
    """Return the type of the record that a user's own policy sees."""
    players, ranks = rules.players, rules.ranks + 1
    shapes: dict[str, tuple[int, ...]] = {
        "hand": (rules.cards,),
        "others": (players - 1, ranks),
        "retired": (players - 1,),
        "pot_cards": (most_pots(players), ranks),
        "pot_players": (most_pots(players), players),
        "trash": (ranks,),
        "face_up": (players,),
        "face_down": (ranks,),
        "points": (players,),
    }
    return record_type((field.name for field in fields(View)), shapes)


def most_pots(players: int) -> int:
    """Return how many pots with different eligible players can wait at once."""
    # For any two pots, either everybody who can win one can win the other, or nobody can win both: a trick
    # leaves for each pot only players who played the same card. `P` players have at most `2P-1` different
    # groups of this kind.
    return 2 * players - 1


def choose_random(view: View, words: Words) -> int:
    """Lay any card held, each card equally likely: two equal cards count twice.

    Draws one number below the number of cards held; it is the place in the hand, ascending.
    """
    return view.hand[words.below(len(view.hand))]


def choose_random_rank(view: View, words: Words) -> int:
    """Lay any rank held, each rank equally likely, however many cards of it are held.

    Draws one number below the number of different ranks held; it is the place among them, ascending.
    """
    ranks = sorted(set(view.hand))
    return ranks[words.below(len(ranks))]


def choose_high(view: View, words: Words) -> int:
    """Lay the highest card held."""
    return view.hand[-1]


def choose_low(view: View, words: Words) -> int:
    """Lay the lowest card held."""
    return view.hand[0]


def choose_median(view: View, words: Words) -> int:
    """Lay the middle card of the hand, equal cards included; in an even hand, the upper of the two middle cards."""
    return view.hand[len(view.hand) // 2]


def choose_just_beat(view: View, words: Words) -> int:
    """Lay the lowest card above every card in the other players' hands; without one, the lowest card."""
    highest = max(
        (rank for held in view.others for rank, count in enumerate(held) if count),
        default=0,
    )
    return next((card for card in view.hand if card > highest), view.hand[0])


def choose_equilibrium(view: View, words: Words) -> int:
    """Lay cards with the probabilities of an exact equilibrium in points, stored for small games of two players.

    The probabilities are kept as thresholds, one for each rank held, ascending (:mod:`sim.games.wargops.equilibria`):
    one word is drawn, and the card laid is the first whose threshold is above its upper 32 bits.
    """
    pots = [card for pot in view.pot_cards for card in _cards(pot)]
    last_pot = "survivor" if view.last_pot else "orphan"
    thresholds = wargops_thresholds(
        len(view.trash) - 1, last_pot, view.hand, _cards(view.others[0]), pots
    )  # fmt: skip
    drawn = words.next() >> 32
    ranks = sorted(set(view.hand))
    return next(
        card for card, above in zip(ranks, thresholds, strict=True) if above > drawn
    )


def _cards(counts: Counts) -> list[int]:
    """Return the cards that are counted."""
    return [rank for rank, count in enumerate(counts) for _ in range(count)]


def _needs_table(rules: WarGopsRules) -> None:
    """Refuse rules for which there is no equilibrium table."""
    for name, solved in (("players", 2), ("copies", 1), ("ties", "award-later")):
        if getattr(rules, name) != solved:
            raise UserError(
                f"equilibrium under {name} = {getattr(rules, name)}",
                cure="it is solved for two players with one card of each rank and ties = award-later",
            )
    kept = sizes(rules.last_pot)
    if rules.ranks not in kept:
        raise UserError(
            f"equilibrium under ranks = {rules.ranks}",
            cure=f"its tables are for {kept[0]} to {kept[-1]} ranks: set ranks",
        )


POLICIES = Policies(
    parts=(
        Part(
            "card",
            (
                Policy("random", choose_random),
                Policy("random-rank", choose_random_rank),
                Policy("high", choose_high),
                Policy("low", choose_low),
                Policy("median", choose_median),
                Policy("just-beat", choose_just_beat),
                Policy("equilibrium", choose_equilibrium, _needs_table),
            ),
            view_type,
        ),
    ),
    margin=("points_0", "points_1"),
    largest_margin=lambda rules: (
        rules.session * rules.copies * rules.ranks * (rules.ranks + 1)
    ),
)
"""The policies of WarGops."""
