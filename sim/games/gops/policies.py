"""The players of GOPS: the view before a bid, and the policies known by name.

A policy, named or a user's own, is ``choose(view, chance)``; the named equilibria have
a table besides. The functions of :mod:`sim.policies` read the view's sets of cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sim.contract.policy import Part, Policies, Policy
from sim.errors import UserError
from sim.games.gops.equilibria import number_of, sizes, table_path
from sim.games.gops.rules import MOST_CARDS, MOST_PLAYERS
from sim.policies.chance import draw, draw_place
from sim.policies.players import record_type
from sim.policies.sets import above, below, count, highest, lowest, nearest, nth
from sim.policies.thresholds import mixture_of, strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.games.gops.rules import GopsRules


class View(NamedTuple):
    """What a player sees before bidding: a record of int64 fields, for users' own policies and in compiled games.

    With hidden bids nobody knows the others' hands: ``other`` and ``others`` are empty
    sets.

    Attributes
    ----------
    players, cards
        The number of players, and of prizes in the game.
    carry_over
        1 if a tied prize stays on the table, 0 if it is discarded.
    held
        The number of cards that each player holds.
    hand, other
        The player's own cards and the next player's, as sets.
    prizes
        The set of prizes still face down; nobody knows their order.
    upcard
        The prize just turned up.
    pot
        The points of the tied prizes on the table, without the upcard.
    score, other_score
        The player's points and the next player's.
    others, other_scores
        (4,) The hands of all opponents and their points, in seat order, the next
        player's first.
    taken
        (5,) The sets of prizes that each player has taken, the player's own first, then
        as in ``others``.
    bids
        (31,) The player's own bid for each prize, at the place of the prize; 0 while it
        is to come.
    """

    players: int
    cards: int
    carry_over: int
    held: int
    hand: int
    other: int
    prizes: int
    upcard: int
    pot: int
    score: int
    other_score: int
    others: tuple[int, ...]
    other_scores: tuple[int, ...]
    taken: tuple[int, ...]
    bids: tuple[int, ...]


VIEW = record_type(
    View._fields,
    {
        "others": (MOST_PLAYERS - 1,),
        "other_scores": (MOST_PLAYERS - 1,),
        "taken": (MOST_PLAYERS,),
        "bids": (MOST_CARDS + 1,),
    },
)
"""The NumPy type of a view."""


def random(view: View, chance: Any) -> int:
    """Bid any card of the hand, each equally likely.

    Notes
    -----
    One number below the size of the hand is drawn; it is the place of the card,
    ascending.
    """
    return nth(view.hand, draw(view.held, chance))


def high_first(view: View, chance: Any) -> int:
    """Bid the highest card held."""
    return highest(view.hand)


def low_first(view: View, chance: Any) -> int:
    """Bid the lowest card held."""
    return lowest(view.hand)


def match(view: View, chance: Any) -> int:
    """Bid the prize's own value.

    If that card is no longer held, bid the card nearest to it, the lower of two equally
    near.
    """
    return nearest(view.hand, view.upcard)


def match_plus_one(view: View, chance: Any) -> int:
    """Bid one above the prize's value, and the lowest card for the highest prize.

    If that card is no longer held, bid the card nearest to it, the lower of two equally
    near.
    """
    return nearest(view.hand, 1 if view.upcard == view.cards else view.upcard + 1)


def match_pot(view: View, chance: Any) -> int:
    """Bid the value of all prizes in the pot together; if that is more than the highest rank, bid the highest rank.

    If that card is no longer held, bid the card nearest to it, the lower of two equally
    near.
    """
    return nearest(view.hand, min(view.pot + view.upcard, view.cards))


def proportional(view: View, chance: Any) -> int:
    """Bid the card that has the same place in the hand as the prize has among the prizes left.

    Both are counted from the lowest; the prizes left are this one and those still face
    down.
    """
    return nth(view.hand, count(below(view.prizes, view.upcard)))


def beat_match(view: View, chance: Any) -> int:
    """Expect that the opponent bids the card nearest to the prize's value, and bid the lowest card above it.

    If no card of the hand is above it, bid the lowest card. Of two cards equally near
    the opponent is expected to bid the lower; of several opponents, the highest of
    their expected bids counts.
    """
    awaited = 0
    for player in range(view.players - 1):
        awaited = max(awaited, nearest(view.others[player], view.upcard))
    better = above(view.hand, awaited)
    return lowest(better if better else view.hand)


def equilibrium(view: View, chance: Any, table: NDArray[np.int64]) -> int:
    """Bid by the chances of the exact solution, from which no opponent wins points on average.

    It is known for two players with 2 to 8 cards, or 2 to 7 if tied prizes are carried over.

    Notes
    -----
    The probabilities are kept as thresholds, one for each card held, ascending
    (:mod:`sim.policies.thresholds`). One word is drawn, and the bid is the first card
    whose threshold is above its upper 32 bits.
    """
    return bid_by(table, view, 0, chance)


def equilibrium_win(view: View, chance: Any, table: NDArray[np.int64]) -> int:
    """Bid by the chances of the exact solution, from which no opponent wins more games than they lose.

    A draw counts as half a game won. Once the game is decided, bid the lowest card. It
    is known for two players with 2 to 6 cards.

    Notes
    -----
    The bid is drawn as in :func:`equilibrium`; the lead matters too.
    """
    return bid_by(table, view, view.score - view.other_score, chance)


def bid_by(table: NDArray[np.int64], view: View, lead: int, chance: Any) -> int:
    """The bid of a stored strategy; compiled, too."""
    prizes = view.prizes | 1 << view.upcard
    hands = view.hand, view.other
    position = number_of(view.cards, *hands, prizes, view.upcard, view.pot, lead)
    support, first = mixture_of(table, position)
    return nth(view.hand, draw_place(table, first, support, chance))


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
                cure=f"its tables are for {kept[0]} to {kept[-1]} cards: set cards, or "
                f"see warlab solve gops --at",
            )

    return check


def _table(objective: str) -> Callable[[GopsRules], NDArray[np.int64]]:
    return lambda rules: strategy(table_path(rules.cards, objective, rules.carry_over))


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
                Policy("match-pot", match_pot, looks_at=frozenset({"pot"})),
                Policy("proportional", proportional),
                Policy(
                    "beat-match",
                    beat_match,
                    check=_sees_hands("beat-match"),
                    looks_at=frozenset({"other"}),
                ),
                Policy(
                    "equilibrium",
                    equilibrium,
                    check=_needs_table("equilibrium", "points"),
                    table=_table("points"),
                    looks_at=frozenset({"other", "pot"}),
                ),
                Policy(
                    "equilibrium-win",
                    equilibrium_win,
                    check=_needs_table("equilibrium-win", "win"),
                    table=_table("win"),
                    looks_at=frozenset({"other", "pot", "score"}),
                ),
            ),
            lambda rules: VIEW,
        ),
    ),
    usual="random",
    margin=("score_0", "score_1"),
    largest_margin=lambda rules: rules.cards * (rules.cards + 1) // 2,
)
"""The policies of GOPS."""
