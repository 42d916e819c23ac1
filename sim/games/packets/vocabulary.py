"""The words for what the games of packets share."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.contract.vocabulary import Wording, amount, template

PICKUPS = {
    "winner-first": (
        "winner's cards first",
        ": the winner's cards first, then the others' in seat order, each player's as laid",
    ),
    "loser-first": (
        "loser's cards first",
        ": the others' in seat order first, then the winner's",
    ),
    "latest-first": (
        "latest cards first",
        " play by play, the last play first, in each the winner's card first, then the others' in seat order",
    ),
    "seat": (
        "always the first player's card first",
        " play by play, the first play first, in each the first player's card first, whichever player won",
    ),
    "shuffled": ("won cards shuffled", " in random order"),
}
"""The orders in which won cards are picked up, as a phrase and as the end of a
sentence: the values of ``pickup``."""

PLAYERS = Wording("the number of players", amount("player", "players"), "There are {}.")


def pickup(where: str, applies: Callable[[Any], bool] = lambda rules: True) -> Wording:
    """The words for the order in which "the pot goes" somewhere, if there is one."""
    return Wording(
        "the order in which won cards are picked up",
        lambda value: PICKUPS[value][0],
        lambda rules: picked_up(rules, where) if applies(rules) else "",
    )


def picked_up(rules: Any, where: str = "The pot goes under the winner's packet") -> str:
    """The sentence on the order in which won cards are picked up."""
    order = PICKUPS[rules.pickup][1]
    if rules.seats == 2:
        order = order.replace("the others' in seat order", "the loser's")
    return f"{where}{order}."


def stopped(singular: str, rounds: str) -> Wording:
    """The words for a game that is stopped after many rounds, or turns."""
    return Wording(
        "when a game is stopped",
        template(
            f"stopped after {{}} {rounds}",
            {1: f"stopped after 1 {singular}"},
        ),
        lambda rules: undecided(rules, rounds, rules.deterministic),
    )


def undecided(rules: Any, rounds: str, cycles: bool) -> str:
    """The sentence on games that are stopped, also as such that go on for ever."""
    cycle = "A game that returns to an earlier position would go on for ever and is stopped as a cycle; any other game"
    game = cycle if cycles else "A game"
    return f"{game} still undecided after {rules.max_rounds:,} {rounds} is stopped and counted as unfinished."


ENDINGS: Mapping[str, str] = {
    "cards": "won by the higher card",
    "run-out": "lost by running out in a war",
    "draw": "drawn",
    "cycle": "repeated for ever",
    "cap": "stopped undecided",
}

COLUMNS: Mapping[str, str] = {
    "longer_wars": "wars of four ties or more",
    "winner_low": "fewest cards of the winner",
    "aces": "aces of the first player",
    "rank_sum": "rank sum of the first player",
    "lead_round": "round of the last lead",
    "most_cards_0": "most cards of the first player",
    "shuffles": "piles shuffled",
}
