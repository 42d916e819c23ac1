"""Wilcox War in the browser.

What the page asks about its rules and its players, and the calls that play them.
"""

import numpy as np

from sim.contract.browser import (
    Answer,
    Block,
    Calls,
    InBrowser,
    Kernel,
    Match,
    Question,
    Shown,
    policy_question,
)
from sim.games.wilcox_war import two_packs
from sim.games.wilcox_war.policies import POLICIES
from sim.games.wilcox_war.rules import COLUMNS, WilcoxWarRules
from sim.games.wilcox_war.vocabulary import VOCABULARY
from sim.kernels.columns import empty_columns

READ = ("winner", "ending", "cards_0", "cards_1", "turns", "wars")
"""The outcome columns that the page counts."""

_WORDS = VOCABULARY.policies["card"]

QUESTIONS = (
    policy_question(
        "first",
        "What does the first player lay?",
        _WORDS,
        range(1),
        "win-cheaply",
        hand=True,
    ),
    policy_question("second", "What does the second player lay?", _WORDS, range(1, 2)),
    Question(
        "packs",
        "How many packs?",
        (
            Answer("two, one for each player"),
            Answer("one, half of it for each", {"decks": 1}),
        ),
        is_open=True,
    ),
    Question(
        "again",
        "The packs are used up?",
        (
            Answer("the cards won are counted"),
            Answer("won cards are shuffled and played on", {"play_on": True}),
        ),
        is_open=True,
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.wilcox_war.kernel.block import play_seated
    from sim.games.wilcox_war.kernel.dealing import deal_two_packs

    return {} if vectors else {"packs": deal_two_packs, "games": play_seated}


def calls(rules: WilcoxWarRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.wilcox_war.kernel import block as kernel
    from sim.policies.kernel.pages import seated_players

    at = block.seed, block.first
    rows = np.zeros((block.games, two_packs.SEATS * rules.pack.size), np.uint8)
    [seating], [players] = seated_players(POLICIES, rules, block.seed, two_packs.SEATS)
    given = kernel.arguments_of(rules, rows, players, *at)
    columns = empty_columns(kernel.Columns, COLUMNS, block.games)
    return Calls(
        deals=("packs",),
        play="games",
        arguments={
            "packs": two_packs.shuffle_arguments(rules, *at, rows),
            "games": (seating, *given, columns),
        },
        columns={name: getattr(columns, name) for name in READ},
        players=players,
    )


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("", ""),
    means=(
        ("cards_0", "cards of the first player"),
        ("cards_1", "cards of the second player"),
        ("turns", "turns"),
        ("wars", "wars"),
    ),
    match=Match(
        hand=Shown("hand", "Your cards"),
        numbers=(
            Shown("pot", "Cards on the table"),
            Shown("score", "Cards that you have won"),
            Shown("other_score", "Cards that the second player has won", 1),
        ),
        sets=(Shown("other", "Cards of the second player", 1),),
        scores=("cards_0", "cards_1"),
    ),
)
"""Wilcox War in the browser."""
