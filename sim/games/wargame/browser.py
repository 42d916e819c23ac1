"""Wargame in the browser.

What the page asks about its rules and its players, and the call that plays them.
"""

import numpy as np

from sim.contract.browser import (
    Answer,
    Block,
    Calls,
    InBrowser,
    Kernel,
    Question,
    policy_question,
)
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.rules import COLUMNS, WargameRules
from sim.kernels.columns import empty_columns

READ = (
    "winner",
    "ending",
    "battles",
    "wins_0",
    "wins_1",
    "switches_0",
    "traitors_declared",
)
"""The outcome columns that the page counts."""

_WORDS = {
    "random": "anything, at random",
    "counter/nine/surest/defend": "just beats what lies opposite",
    "mirror/hottest/block/decisive": "mirrors the other line and blocks",
    "center/hottest-late/extend/decisive": "strong in the centre, extends a run",
    "search": "looks ahead",
}
"""Some policies, of the many that the parts combine to."""

QUESTIONS = (
    policy_question(
        "first", "How does the first player play?", _WORDS, range(1), "search"
    ),
    policy_question(
        "second",
        "How does the second player play?",
        _WORDS,
        range(1, 2),
        "counter/nine/surest/defend",
    ),
    Question(
        "chips",
        "How many chips has each player?",
        (
            Answer("five"),
            Answer("none", {"chips": 0}),
            Answer("two", {"chips": 2}),
            Answer("thirteen", {"chips": 13}),
        ),
        is_open=True,
    ),
    Question(
        "traitors",
        "Are there traitors?",
        (Answer("yes"), Answer("no", {"traitors": False})),
    ),
    Question(
        "begins",
        "Who begins?",
        (
            Answer("either, by chance"),
            Answer("the first player", {"first": 0}),
            Answer("the second player", {"first": 1}),
        ),
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernel by its name; it needs no vectors."""
    from sim.games.wargame.kernel.block import play_seated

    return {} if vectors else {"games": play_seated}


def calls(rules: WargameRules, block: Block, vectors: bool) -> Calls:
    """The call that plays a block."""
    from sim.games.wargame.kernel import block as kernel
    from sim.policies.kernel.pages import seated_players

    seating, players = seated_players(POLICIES, rules, block.seed, 2)
    at = np.uint64(block.seed), np.uint64(block.first)
    columns = empty_columns(kernel.Columns, COLUMNS, block.games)
    setting = kernel.setting_of(rules)
    return Calls(
        play="games",
        arguments={"games": (seating, players, setting, *at, columns)},
        columns={name: getattr(columns, name) for name in READ},
    )


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("", ""),
    means=(
        ("wins_0", "battles that the first player wins"),
        ("wins_1", "battles that the second player wins"),
        ("switches_0", "chips that the first player pays"),
        ("traitors_declared", "traitors declared"),
    ),
    endings=(("run", "end by four in a row"),),
)
"""Wargame in the browser."""
