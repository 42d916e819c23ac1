"""Ace race in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel, Question
from sim.games.ace_race.rules import AceRaceRules
from sim.games.packets.browser import (
    back_question,
    deal_kernels,
    deal_of,
    pack_question,
    packet_calls,
)
from sim.games.packets.columns import PACKET_COLUMNS

QUESTIONS = (
    Question(
        "turns",
        "Who turns the next card of a race?",
        (
            Answer("either, by chance"),
            Answer("player 0 twice as often", {"speed": 2 / 3}),
            Answer("player 0 as long as they can", {"speed": 1}),
        ),
        is_open=True,
    ),
    back_question(),
    pack_question(),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.ace_race.kernel import play_all

    return {} if vectors else {**deal_kernels(), "games": play_all}


def calls(rules: AceRaceRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.ace_race import kernel

    return packet_calls(rules, block, kernel, PACKET_COLUMNS)


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "races a game"),),
    check=deal_of,
)
"""Ace race in the browser."""
