"""The words of reports for the options, policies, columns and endings of WarGops."""

from sim.contract.vocabulary import Said, Vocabulary, amount, one_of, seat_word
from sim.games.packets.vocabulary import PLAYERS

_MOST_PLAYERS = 8

VOCABULARY = Vocabulary(
    options={
        "players": PLAYERS,
        "ranks": Said("the number of ranks", amount("rank", "ranks")),
        "copies": Said("the cards of each rank", amount("card of each rank", "cards of each rank")),
        "ties": Said("tied cards", one_of({"award-later": "ties awarded later", "replace": "ties replaced"})),
        "last_pot": Said(
            "the last pot", one_of({"survivor": "last pot to the survivor", "orphan": "last pot to nobody"})
        ),
        "session": Said("the length of a session", amount("game a session", "games a session")),
    },
    policies={
        "card": {
            "random": "any card",
            "random-rank": "any rank",
            "high": "highest card",
            "low": "lowest card",
            "median": "middle card",
            "just-beat": "just beat the rest",
            "equilibrium": "equilibrium for points",
        }
    },
    columns={
        **{f"points_{seat}": f"points of the {seat_word(seat)}" for seat in range(_MOST_PLAYERS)},
        "ties": "tied tricks",
        "orphaned": "cards that nobody collects",
    },
    endings={"survivor": "one player had cards left", "none": "all ran out together"},
)
