"""The players of WarGops: the view before a card is laid, and the policies known by name.

Everything is known at this table except the cards that the others lay now: hands begin
equal and nothing is hidden. So all players look at the same record. This policy lays
the lowest card while the player can win the oldest pot, and otherwise any card::

    def patient(view, chance):
        if view.pots and has(view.pot_players[0], view.seat):
            return lowest(view.hand)
        return nth_of(view.cards[view.seat], draw(view.held, chance))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sim.contract.policy import Part, Policies, Policy
from sim.errors import UserError
from sim.games.wargops.equilibria import DIGITS, SIZES, digit_of, table_path
from sim.games.wargops.rules import MOST_PLAYERS, MOST_RANKS
from sim.policies.chance import draw, draw_place
from sim.policies.players import record_type
from sim.policies.sets import above, count, highest, lowest, nth
from sim.policies.thresholds import mixture_of, strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.games.wargops.rules import WarGopsRules

Counts = tuple[int, ...]
"""Cards by rank: the number of each; place 0 is not a rank."""


class View(NamedTuple):
    """What a player sees when choosing a card: a record of int64 fields, for users' own policies and in compiled games.

    Players are numbered by seat, and sets of players are bit masks like sets of ranks:
    player ``s`` is bit ``s``. Counts are by rank, so ``trash[13]`` is the number of
    kings in the trash; place 0 is always 0.

    Attributes
    ----------
    seat
        The seat of the player who chooses.
    hand
        The set of ranks that the player holds.
    held
        The number of cards that the player holds.
    players, ranks
        The number of players, and of ranks.
    in_game
        The set of players who have not retired.
    hands
        (8,) The set of ranks that each player holds.
    sizes
        (8,) The number of cards that each player holds.
    cards
        (8, 61) The cards in each player's hand, by rank.
    pots
        The number of pots waiting for a later trick; those with the same eligible
        players count as one.
    pot_players
        (16,) The set of players who can still win each pot, the oldest first.
    pot_cards
        (16, 61) The cards of each pot, by rank.
    trash
        (61,) The cards in the trash pile, by rank.
    face_up
        (8,) Each player's face-up card when cards are replaced, 0 for none.
    face_down
        (61,) The cards turned down in this trick, by rank.
    points
        (8,) Each player's score in earlier games of the session.
    games_left
        The number of games of the session after this one.
    last_pot
        1 if a sole survivor takes the pots they can still win, 0 if nobody does.
    """

    seat: int
    hand: int
    held: int
    players: int
    ranks: int
    in_game: int
    hands: tuple[int, ...]
    sizes: tuple[int, ...]
    cards: tuple[Counts, ...]
    pots: int
    pot_players: tuple[int, ...]
    pot_cards: tuple[Counts, ...]
    trash: Counts
    face_up: tuple[int, ...]
    face_down: Counts
    points: tuple[int, ...]
    games_left: int
    last_pot: int


MOST_POTS = 2 * MOST_PLAYERS
"""The most pots with different eligible players, that of the trick just played
included."""

# For any two pots, either everybody who can win one can win the other, or nobody can
# win both: a trick leaves for each pot only players who played the same card. `P`
# players have at most `2P-1` different groups of this kind.

VIEW = record_type(
    View._fields,
    {
        "hands": (MOST_PLAYERS,),
        "sizes": (MOST_PLAYERS,),
        "cards": (MOST_PLAYERS, MOST_RANKS + 1),
        "pot_players": (MOST_POTS,),
        "pot_cards": (MOST_POTS, MOST_RANKS + 1),
        "trash": (MOST_RANKS + 1,),
        "face_up": (MOST_PLAYERS,),
        "face_down": (MOST_RANKS + 1,),
        "points": (MOST_PLAYERS,),
    },
)
"""The NumPy type of a view."""


def card_at(view: View, place: int) -> int:
    """The player's card at a place of the hand, ascending."""
    cards = view.cards[view.seat]
    card = reached = 0
    for rank in range(view.ranks + 1):
        reached += cards[rank]
        # Without a branch, which would take longer than the whole loop.
        card += reached <= place
    return card


def random(view: View, chance: Any) -> int:
    """Lay any card of the hand, each equally likely: two equal cards count twice.

    Notes
    -----
    Draws one number below the number of cards held; it is the place in the hand,
    ascending.
    """
    return card_at(view, draw(view.held, chance))


def random_rank(view: View, chance: Any) -> int:
    """Lay any rank of the hand, each equally likely, however many cards of it are held.

    Notes
    -----
    Draws one number below the number of different ranks held; it is the place among
    them, ascending.
    """
    return nth(view.hand, draw(count(view.hand), chance))


def high(view: View, chance: Any) -> int:
    """Lay the highest card held."""
    return highest(view.hand)


def low(view: View, chance: Any) -> int:
    """Lay the lowest card held."""
    return lowest(view.hand)


def median(view: View, chance: Any) -> int:
    """Lay the middle card of the hand, equal cards included; in an even hand, the upper of the two middle cards."""
    return card_at(view, view.held // 2)


def just_beat(view: View, chance: Any) -> int:
    """Lay the lowest card that is higher than every card in the other hands; if there is none, the lowest card."""
    others = 0
    for player in range(view.players):
        if player != view.seat:
            others |= view.hands[player]
    better = above(view.hand, highest(others))
    return lowest(better if better else view.hand)


def equilibrium(view: View, chance: Any, table: NDArray[np.int64]) -> int:
    """Lay cards with the chances of an exact solution for points.

    It is known for two players with one card of each of 2 to 7 ranks.

    Notes
    -----
    The probabilities are kept as thresholds, one for each rank held, ascending
    (:mod:`sim.policies.thresholds`): one word is drawn, and the card laid is the
    first whose threshold is above its upper 32 bits.
    """
    support, first = mixture_of(table, position_of(view))
    return nth(view.hand, draw_place(table, first, support, chance))


def position_of(view: View) -> int:
    """The number of a position for two, as in :mod:`sim.games.wargops.equilibria`.

    -1 if it cannot be.
    """
    mine = view.cards[view.seat]
    theirs = view.cards[1 - view.seat]
    number = 0
    for step in range(view.ranks):
        rank = view.ranks - step
        waiting = 0
        for pot in range(view.pots):
            waiting += view.pot_cards[pot][rank]
        digit = digit_of(mine[rank], theirs[rank], waiting)
        if digit < 0:
            return -1
        number = number * DIGITS + digit
    return number


def _needs_table(rules: WarGopsRules) -> None:
    """Refuse rules for which there is no equilibrium table."""
    for name, solved in (("players", 2), ("copies", 1), ("ties", "award-later")):
        if getattr(rules, name) != solved:
            raise UserError(
                f"equilibrium under {name} = {getattr(rules, name)}",
                cure="it is solved for two players with one card of each rank and ties "
                "= award-later",
            )
    if rules.ranks not in SIZES:
        raise UserError(
            f"equilibrium under ranks = {rules.ranks}",
            cure=f"its tables are for {SIZES[0]} to {SIZES[-1]} ranks: set ranks",
        )


POLICIES = Policies(
    parts=(
        Part(
            "card",
            (
                Policy("random", random),
                Policy("random-rank", random_rank),
                Policy("high", high),
                Policy("low", low),
                Policy("median", median),
                Policy("just-beat", just_beat),
                Policy(
                    "equilibrium",
                    equilibrium,
                    check=_needs_table,
                    table=lambda rules: strategy(
                        table_path(rules.ranks, rules.last_pot)
                    ),
                ),
            ),
            lambda rules: VIEW,
            shared=True,
        ),
    ),
    margin=("points_0", "points_1"),
    largest_margin=lambda rules: (
        rules.session * rules.copies * rules.ranks * (rules.ranks + 1)
    ),
)
"""The policies of WarGops."""
