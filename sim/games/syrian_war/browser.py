"""Syrian War in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import Answer, Question
from sim.games.packets.browser import back_question, packet_in_browser

QUESTIONS = (
    Question(
        "picture",
        "How many cards for a war over pictures?",
        (Answer("10"), *(Answer(f"{n}", {"picture": n}) for n in (1, 3, 5, 8, 13))),
        is_open=True,
    ),
    Question(
        "again",
        "The last cards of a war are equal?",
        (Answer("another war"), Answer("take them back", {"war_tie": "take-back"})),
        is_open=True,
    ),
    Question(
        "rows",
        "Who takes the rows of a war?",
        (Answer("its winner"), Answer("each their own", {"rows": "own"})),
        is_open=True,
    ),
    back_question(),
    Question(
        "pack",
        "Which cards?",
        (
            Answer("52 cards"),
            Answer("40, up to ten", {"highest": 10}),
            Answer("two packs, 104 cards", {"copies": 8}),
        ),
    ),
)
"""What the page asks."""


IN_BROWSER = packet_in_browser(
    QUESTIONS,
    "sim.games.syrian_war.kernel.block",
    length=("rounds", "turns"),
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "wars a game"),),
)
"""Syrian War in the browser."""
