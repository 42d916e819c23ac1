"""Steal War in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import (
    Answer,
    Question,
    players_question,
)
from sim.games.packets.browser import (
    READ,
    packet_in_browser,
)

QUESTIONS = (
    players_question(),
    Question(
        "protect",
        "Does a card of the same rank protect a pile?",
        (Answer("yes"), Answer("no", {"protect": False})),
        is_open=True,
    ),
    Question(
        "top",
        "Which card of a pot lies on top?",
        (
            Answer("the lowest"),
            Answer("the highest", {"top": "highest"}),
            Answer("any", {"top": "random"}),
        ),
        is_open=True,
    ),
    Question(
        "least_loot",
        "Which piles are stolen?",
        (
            Answer("all that can be"),
            Answer("those of five cards and more", {"least_loot": 5}),
            Answer("those of ten and more", {"least_loot": 10}),
            Answer("those of twenty and more", {"least_loot": 20}),
        ),
    ),
    Question(
        "jokers",
        "How many jokers?",
        (Answer("two"), Answer("none", {"jokers": 0}), Answer("four", {"jokers": 4})),
    ),
)
"""What the page asks."""


IN_BROWSER = packet_in_browser(
    QUESTIONS,
    "sim.games.steal_war.kernel.block",
    (*READ, "steals"),
    length=("rounds", "turns"),
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "wars a game"), ("steals", "piles stolen a game")),
)
"""Steal War in the browser."""
