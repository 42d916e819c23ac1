"""The words of reports for the options, policies, columns and endings of GOPS."""

from sim.contract.vocabulary import Vocabulary, Wording, amount, either, one_of

VOCABULARY = Vocabulary(
    counts="points",
    suits=("♠", "♣", "♦"),
    options={
        "players": Wording(
            "the number of players", amount("player", "players"), "There are {}."
        ),
        "cards": Wording(
            "the number of prizes",
            amount("prize", "prizes"),
            "There are {}, and each player holds as many cards, both from the ace up.",
        ),
        "carry_over": Wording(
            "tied prizes", either("tied prizes carried over", "tied prizes discarded")
        ),
        "bids": Wording(
            "what players see", one_of({"open": "bids shown", "hidden": "bids hidden"})
        ),
    },
    sentences={
        "carry_over True": "If the highest bids are equal, the prize is added to the next one.",
        "carry_over False": "If the highest bids are equal, the prize is discarded.",
        "bids open": "All bids are shown.",
        "bids hidden": "Bids are not shown, only who won each prize.",
    },
    policies={
        "bid": {
            "random": "bid at random",
            "high-first": "highest card first",
            "low-first": "lowest card first",
            "match": "bid the prize's own value",
            "match-plus-one": "one above the prize",
            "match-pot": "match the pot",
            "proportional": "match the prize's rank",
            "beat-match": "just above the prize's own value",
            "equilibrium": "equilibrium for points",
            "equilibrium-win": "equilibrium for wins",
        }
    },
    columns={
        "score_0": "points of the first player",
        "score_1": "points of the second player",
        "score_2": "points of the third player",
        "score_3": "points of the fourth player",
        "score_4": "points of the fifth player",
        "ties": "tied bids",
        "unawarded": "points that nobody wins",
    },
    endings={"played": "all prizes played"},
)
