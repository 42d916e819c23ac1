"""The words for what the games of packets share."""

from collections.abc import Mapping

from sim.contract.vocabulary import Said, amount, template

PICKUPS = {
    "winner-first": (
        "winner's cards first",
        (
            "The pot goes under the winner's packet: the winner's cards first, then the others' in seat "
            "order; each player's in the order laid."
        ),
    ),
    "loser-first": (
        "loser's cards first",
        "The pot goes under the winner's packet: the others' cards first, then the winner's.",
    ),
    "latest-first": (
        "latest cards first",
        (
            "The pot goes under the winner's packet play by play from the last to the first, in each play the winner's "
            "card first, then the others' in seat order."
        ),
    ),
    "seat": (
        "always the first player's card first",
        (
            "The pot goes under the winner's packet play by play from the first to the last, in each play the first "
            "player's card first, whichever player won."
        ),
    ),
    "shuffled": ("won cards shuffled", "The pot goes under the winner's packet in random order."),
}
"""The orders in which won cards are picked up, each as a phrase and as a sentence: the values of option ``pickup``."""

PICKUP = Said("the order in which won cards are picked up", lambda value: PICKUPS[value][0])

PLAYERS = Said("the number of players", amount("player", "players"))

MAX_ROUNDS = Said("when a game is stopped", template("stopped after {} rounds"))

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
