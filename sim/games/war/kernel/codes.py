"""War's options as the compiled code takes them, and their effect on single cards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.packets.codes import PICKUPS
from sim.games.war.rules import COMPARISONS, RUN_OUTS, WarRules
from sim.kernels.compiling import inlined

LOSE, LAST_CARD, ALL_IN, FEWEST, DRAWS = map(
    RUN_OUTS.index, ("lose", "last-card", "all-in", "fewest", "draw")
)
"""The ways in which a player with too few cards for a war is treated."""

RUNNING, REPEATED, OVER = range(3)
"""How a stretch of play stopped: at the target, at the remembered position again, or at
the end of the game."""

SUM, PRODUCT, DIFFERENCE = map(COMPARISONS.index, ("sum", "product", "difference"))


class House(NamedTuple):
    """House rules, which few games have.

    Attributes
    ----------
    pickups
        The code of each seat's order of picking up.
    cards_up
        The cards turned up in a battle.
    compare
        The code of what several cards are worth together.
    draws
        Whether every card laid is a random one of the packet.
    wars_to_win
        The wars that win the game; 0 if they are not counted.
    stop_after
        The round after which the game is over; 0 for none.
    two
        Whether two players began.
    """

    pickups: NDArray[np.int64]
    cards_up: np.uint64
    compare: int
    draws: bool
    wars_to_win: np.uint64
    stop_after: int
    two: bool


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    face_down, by_rank
        The cards laid face down in a war, or whether the tied rank says how many.
    run_out
        The code of what happens to players short of cards.
    pickup
        The code of the order of a pot.
    piles
        Whether won cards go to a pile.
    low, high
        The rank that beats the highest rank, and that rank; both 0 if no rank does.
    lowest
        The lowest rank of the deck.
    only_tied
        Whether only the players who tied fight on.
    first_out
        Whether the game is over when the first player is out.
    watched
        Whether a position that comes again ends the game.
    house
        The house rules; None under the usual rules. They are handed on as an argument
        of their own: compiled code for which they are None is compiled without
        everything that they need.
    """

    face_down: int
    by_rank: bool
    run_out: int
    pickup: int
    piles: bool
    low: np.uint64
    high: np.uint64
    lowest: np.uint64
    only_tied: bool
    first_out: bool
    watched: bool
    house: House | None


def has_house_rules(rules: WarRules) -> bool:
    """Whether the rules are others than the compiled loop for the usual ones plays."""
    usual = (
        isinstance(rules.pickup, str) and rules.draw == "top" and rules.cards_up == 1
    )
    return not usual or bool(rules.wars_to_win or rules.stop_after)


def house_of(rules: WarRules) -> House:
    """The house rules as the compiled code takes them.

    Where every card laid is a random one, the order of a packet means nothing.
    """
    pickups = (
        rules.pickups if rules.draw == "top" else ("winner-first",) * rules.players
    )
    return House(
        pickups=np.array([PICKUPS.index(pickup) for pickup in pickups]),
        cards_up=np.uint64(rules.cards_up),
        compare=COMPARISONS.index(rules.compare),
        draws=rules.draw == "random",
        wars_to_win=np.uint64(rules.wars_to_win),
        stop_after=rules.stop_after,
        two=rules.players == 2,
    )


def setting(rules: WarRules) -> Setting:
    """The rules as the compiled code takes them."""
    crossed = rules.low_beats_high
    return Setting(
        face_down=0 if rules.face_down == "rank" else int(rules.face_down),
        by_rank=rules.face_down == "rank",
        run_out=RUN_OUTS.index(rules.run_out),
        pickup=PICKUPS.index(rules.pickups[0]),
        piles=rules.captured == "pile-shuffled",
        low=np.uint64(rules.deck.lowest if crossed else 0),
        high=np.uint64(rules.deck.top_rank if crossed else 0),
        lowest=np.uint64(rules.deck.lowest),
        only_tied=rules.fighters == "tied",
        first_out=rules.end == "first-out",
        watched=rules.proves_cycles,
        house=house_of(rules) if has_house_rules(rules) else None,
    )


@inlined
def cards_down(rank, setting):
    """How many cards each player lays face down in a war over this rank."""
    if not setting.by_rank:
        return setting.face_down
    # By rank, an ace counts eleven and a court card ten.
    if rank >= 14:
        return 11
    return min(rank, 10)


@inlined
def beats(card, other, setting):
    """Whether one face-up card beats another of a different rank."""
    low = setting.low
    high = setting.high
    crossed = ((card == low) & (other == high)) | ((card == high) & (other == low))
    return (card > other) ^ crossed
