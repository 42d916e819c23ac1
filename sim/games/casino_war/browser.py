"""An evening of Casino War in the browser.

What the page asks about it, and the call that plays it.
"""

from typing import Any

import numpy as np

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel, Question
from sim.games.casino_war.rules import CasinoWarRules

READ = ("ending", "end", "hands_played", "losing_streak")
"""The outcome columns that the page counts."""


def _amounts(option: str, *amounts: int) -> tuple[Answer, ...]:
    return tuple(Answer(f"{amount:,}", {option: amount}) for amount in amounts)


QUESTIONS = (
    Question(
        "money",
        "How much do you bring?",
        _amounts("bankroll", 100, 20, 50, 200, 500, 1_000),
        is_open=True,
    ),
    Question(
        "stake",
        "How much do you stake on a hand?",
        (Answer("1"), *_amounts("stake", 2, 5, 10)),
        is_open=True,
    ),
    Question(
        "hands",
        "How many hands at most?",
        _amounts("hands", 100, 50, 200, 500, 1_000),
        is_open=True,
    ),
    Question(
        "tie",
        "What do you do after a tie?",
        (Answer("go to war"), Answer("surrender half", {"on_tie": "surrender"})),
    ),
    Question(
        "goal",
        "Do you go home when you have won enough?",
        (
            Answer("no"),
            *(
                Answer(f"when {won} are won", {"goal": won})
                for won in (10, 20, 50, 100)
            ),
        ),
    ),
    Question(
        "staking",
        "How do stakes change?",
        (
            Answer("never"),
            Answer("doubled after a loss", {"staking": "double"}),
            Answer("a tenth of what you have", {"staking": "share"}),
        ),
    ),
    Question(
        "decks",
        "How many decks?",
        (
            Answer("six"),
            Answer("one", {"decks": 1}),
            Answer("two", {"decks": 2}),
            Answer("eight", {"decks": 8}),
        ),
    ),
    Question(
        "bonus",
        "Does a second tie pay a bonus?",
        (
            Answer("no"),
            Answer("one unit", {"tie_bonus": 1}),
            Answer("two units", {"tie_bonus": 2}),
        ),
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernel by its name; it needs no vectors."""
    from sim.games.casino_war.kernel.sessions import play_sessions

    return {} if vectors else {"evenings": play_sessions}


def calls(rules: CasinoWarRules, block: Block, vectors: bool) -> Calls:
    """The call that plays a block of evenings."""
    from sim.games.casino_war.kernel import sessions
    from sim.games.casino_war.kernel.rounds import shoe_of

    columns: Any = sessions.columns_for(block.games)
    at = np.uint64(block.seed), np.uint64(block.first)
    limits = sessions.limits_of(rules)
    return Calls(
        play="evenings",
        arguments={"evenings": (shoe_of(rules), limits, *at, columns)},
        columns={name: getattr(columns, name) for name in READ},
    )


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("hands_played", "hands"),
    answer=("end", "At the end of an evening {} are left on average."),
    means=(
        ("end", "money at the end"),
        ("losing_streak", "longest run of lost hands"),
    ),
    endings=(
        ("ruin", "end ruined"),
        ("goal", "reach the goal"),
        ("hands", "play all the hands"),
    ),
)
"""Casino War in the browser."""
