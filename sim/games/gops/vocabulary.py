"""The words of reports for the options, policies, columns and endings of GOPS."""

from __future__ import annotations

from sim.contract.vocabulary import Said, Vocabulary, amount, either

VOCABULARY = Vocabulary(
    options={
        "cards": Said("the number of prizes", amount("prize", "prizes")),
        "carry_over": Said("tied prizes", either("tied prizes carried over", "tied prizes discarded")),
    },
    policies={
        "bid": {
            "random": "bid at random",
            "high-first": "highest card first",
            "low-first": "lowest card first",
            "match": "match the prize",
            "match-plus-one": "one above the prize",
            "match-pot": "match the pot",
            "proportional": "match the prize's rank",
            "beat-match": "beat a matching bid",
            "equilibrium": "equilibrium for points",
            "equilibrium-win": "equilibrium for wins",
        }
    },
    columns={
        "score_0": "points of the first player",
        "score_1": "points of the second player",
        "ties": "tied bids",
        "unawarded": "points that nobody wins",
    },
    endings={"played": "all prizes played"},
)
