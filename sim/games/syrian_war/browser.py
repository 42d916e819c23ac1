"""Syrian War in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel, Question
from sim.games.packets.browser import back_question, deal_kernels, deal_of, packet_calls
from sim.games.syrian_war.rules import COLUMNS, SyrianWarRules

QUESTIONS = (
    Question(
        "picture",
        "How many cards for a war over pictures?",
        (Answer("ten"), *(Answer(f"{n}", {"picture": n}) for n in (1, 3, 5, 8, 13))),
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


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.syrian_war.kernel.block import play_all

    return {} if vectors else {**deal_kernels(), "games": play_all}


def calls(rules: SyrianWarRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.syrian_war.kernel import block as kernel

    return packet_calls(rules, block, kernel, COLUMNS)


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("rounds", "turns"),
    time=("plays", 2.5),
    dealt="aces",
    means=(("wars", "wars a game"),),
    check=deal_of,
)
"""Syrian War in the browser."""
