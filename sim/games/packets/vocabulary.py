"""The words for what the games of packets share."""

from __future__ import annotations

from collections.abc import Mapping

from sim.contract.vocabulary import Said, amount, one_of, template

PICKUP = Said(
    "the order in which won cards are picked up",
    one_of(
        {
            "winner-first": "winner's cards first",
            "loser-first": "loser's cards first",
            "latest-first": "latest cards first",
            "seat": "always the first player's card first",
            "shuffled": "won cards shuffled",
        }
    ),
)

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
}
