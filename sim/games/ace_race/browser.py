"""Ace race in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import Answer, Question
from sim.games.packets.browser import (
    back_question,
    pack_question,
    packet_in_browser,
)

QUESTIONS = (
    Question(
        "turns",
        "Who turns the next card of a race?",
        (
            Answer("either, by chance"),
            Answer("the first player twice as often", {"speed": 2 / 3}),
            Answer("the first player as long as they can", {"speed": 1}),
        ),
        is_open=True,
    ),
    back_question(),
    pack_question(),
)
"""What the page asks."""


IN_BROWSER = packet_in_browser(
    QUESTIONS,
    "sim.games.ace_race.kernel",
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "races a game"),),
)
"""Ace race in the browser."""
