"""Vocabulary of Syrian War: its options, columns and endings in reports."""

from sim.contract.vocabulary import OF_A_DECK, Vocabulary, Wording, amount, one_of
from sim.games.packets.vocabulary import COLUMNS, ENDINGS, pickup, stopped

_ROWS = one_of({"winner": "winner takes both rows", "own": "all take their own rows"})
_TIES = one_of(
    {"again": "a tied war makes another", "take-back": "tied rows taken back"}
)

VOCABULARY = Vocabulary(
    options={
        **OF_A_DECK,
        "picture": Wording(
            "a war over court cards",
            amount("card for a jack, queen or king", "cards for a jack, queen or king"),
            "In a war each player lays a row of as many cards as the tied rank says, "
            "{}, or, if a player has fewer, as many as that player has.",
        ),
        "war_tie": Wording("a tied war", _TIES),
        "rows": Wording("who takes the rows", _ROWS),
        "pickup": pickup(
            "The rows go under the winner's packet",
            lambda rules: rules.rows == "winner",
        ),
        "max_rounds": stopped("turn", "turns"),
    },
    sentences={
        "war_tie again": "If the last cards of the rows are equal, there is another war.",
        "war_tie take-back": "If the last cards of the rows are equal, the rows are taken back.",
        "rows winner": "The winner of a war takes both rows.",
        "rows own": "After a war the players take their own rows back.",
    },
    columns=COLUMNS,
    endings={
        **ENDINGS,
        "cards": "lost with no cards left",
        "run-out": "lost in a tie with no cards left",
    },
)
