"""The words of reports for the options, policies, columns and endings of WarGops."""

from sim.contract.vocabulary import Vocabulary, Wording, amount, one_of, seat_word
from sim.games.packets.vocabulary import PLAYERS
from sim.games.wargops.rules import MOST_PLAYERS, WarGopsRules


def _last_pot(rules: WarGopsRules) -> str:
    if rules.ties == "replace":
        return ""
    who = "the last player with cards" if rules.last_pot == "survivor" else "nobody"
    return f"Cards that still wait at the end, and that no other player could win, go to {who}."


_COPIES = amount("card of each rank", "cards of each rank")
_LAST_POT = one_of(
    {"survivor": "last pot to the survivor", "orphan": "last pot to nobody"}
)
_SESSION = amount("game a session", "games a session")

VOCABULARY = Vocabulary(
    options={
        "players": PLAYERS,
        "ranks": Wording(
            "the number of ranks",
            amount("rank", "ranks"),
            "There are {}, the ace the lowest.",
        ),
        "copies": Wording(
            "the cards of each rank", _COPIES, "Each player begins with {}."
        ),
        "ties": Wording(
            "tied cards",
            one_of({"award-later": "ties awarded later", "replace": "ties replaced"}),
        ),
        "last_pot": Wording("the last pot", _LAST_POT, _last_pot),
        "session": Wording(
            "the length of a session", _SESSION, "Points are added up over {}."
        ),
    },
    sentences={
        "ties award-later": "After a tie one of the tied cards leaves the game, and "
        "the others wait: of the players who tied, the one who lays the best card in "
        "the next trick takes them.",
        "ties replace": "Tied cards are turned down, and their players lay others in their place.",
        "session 1": "",
    },
    policies={
        "card": {
            "random": "any card, at random",
            "random-rank": "any rank",
            "high": "highest card",
            "low": "lowest card",
            "median": "middle card",
            "just-beat": "just beat the rest",
            "equilibrium": "equilibrium for points",
        }
    },
    columns={
        **{
            f"points_{seat}": f"points of the {seat_word(seat)}"
            for seat in range(MOST_PLAYERS)
        },
        "ties": "tied tricks",
        "orphaned": "cards that nobody collects",
    },
    endings={"survivor": "one player had cards left", "none": "all ran out together"},
)
