"""GOPS in the browser.

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
    players_question,
    policy_question,
)
from sim.contract.deck_rules import DeckRules
from sim.contract.vocabulary import seat_word
from sim.deals import deck as dealing
from sim.errors import UserError
from sim.games.gops.equilibria import table_path
from sim.games.gops.policies import POLICIES
from sim.games.gops.rules import MOST_PLAYERS, GopsRules
from sim.games.gops.rules import columns as columns_of
from sim.games.gops.vocabulary import VOCABULARY
from sim.kernels.columns import empty_by_seat
from sim.policies.thresholds import strategy

READ = ("winner", "ending", "ties", "unawarded")
"""The outcome columns that the page counts, besides the players' scores."""

SCORES = tuple(f"score_{seat}" for seat in range(MOST_PLAYERS))
"""The columns of all players' scores."""

MOST_SOLVED = 5
"""The most prizes of an equilibrium on a page; the tables of larger games are large."""

TABLES = tuple(
    (cards, objective, carry_over)
    for cards in range(2, MOST_SOLVED + 1)
    for objective in ("points", "win")
    for carry_over in (False, True)
)
"""The equilibria that the page has with it."""

_WORDS = VOCABULARY.policies["bid"]

QUESTIONS = (
    Question(
        "cards",
        "How many prizes?",
        tuple(
            Answer(words, {"cards": cards})
            for cards, words in (
                (5, "five"),
                (3, "three"),
                (4, "four"),
                (6, "six"),
                (8, "eight"),
                (10, "ten"),
                (13, "thirteen"),
            )
        ),
        is_open=True,
    ),
    policy_question(
        "first",
        "How does the first player bid?",
        _WORDS,
        range(1),
        "match",
        hand=True,
    ),
    policy_question("second", "How does the second player bid?", _WORDS, range(1, 2)),
    players_question(is_open=False),
    policy_question("others", "How do the others bid?", _WORDS, range(2, MOST_PLAYERS)),
    Question(
        "tie",
        "What becomes of a prize with equal bids?",
        (
            Answer("it is put away"),
            Answer("it is added to the next one", {"carry_over": True}),
        ),
    ),
    Question(
        "bids",
        "Are the bids shown?",
        (Answer("yes"), Answer("no, only who won", {"bids": "hidden"})),
    ),
)
"""What the page asks."""


def check(rules: GopsRules) -> None:
    """Refuse an equilibrium that the page does not have."""
    chosen = {policy for seat in rules.policies for policy in seat}
    if rules.cards > MOST_SOLVED and chosen & {"equilibrium", "equilibrium-win"}:
        raise UserError(
            f"an equilibrium under cards = {rules.cards} on a page",
            cure=f"a page has those of 2 to {MOST_SOLVED} cards: set cards, or play it "
            f"with warlab play",
        )


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.gops.kernel.block import play_seated
    from sim.kernels.dealing import deal_shuffled

    return {} if vectors else {"shuffled": deal_shuffled, "games": play_seated}


def calls(rules: GopsRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.gops.kernel import block as kernel
    from sim.policies.kernel.pages import seated_players

    rows = np.zeros((block.games, rules.cards), np.uint8)
    pack = DeckRules(lowest=1, highest=rules.cards, copies=1)
    tables = [strategy(table_path(*table)) for table in TABLES]
    [seating], [players] = seated_players(
        POLICIES, rules, block.seed, MOST_PLAYERS, tables
    )
    given = kernel.arguments_of(rules, rows, block.first, players)
    columns = empty_by_seat(
        kernel.Columns, columns_of(rules), "score", MOST_PLAYERS, block.games
    )
    return Calls(
        deals=("shuffled",),
        play="games",
        arguments={
            "shuffled": dealing.shuffle_arguments(pack, block.seed, block.first, rows),
            "games": (seating, *given, columns),
        },
        columns={
            **{name: getattr(columns, name) for name in READ},
            **dict(zip(SCORES, columns.score, strict=True)),
        },
        players=players,
    )


IN_BROWSER = InBrowser(
    QUESTIONS,
    kernels,
    calls,
    length=("", ""),
    means=(
        *(
            (score, f"points of the {seat_word(seat)}")
            for seat, score in enumerate(SCORES)
        ),
        ("ties", "rounds with equal bids"),
        ("unawarded", "points that nobody wins"),
    ),
    endings=(),
    match=Match(
        hand=Shown("hand", "Your cards"),
        numbers=(
            Shown("upcard", "The prize"),
            Shown("pot", "Tied prizes beside it"),
            Shown("score", "Your points"),
            *(
                Shown(
                    f"other_scores {seat - 1}", f"Points of the {seat_word(seat)}", seat
                )
                for seat in range(1, MOST_PLAYERS)
            ),
        ),
        sets=(
            Shown("prizes", "Prizes to come"),
            *(
                Shown(f"others {seat - 1}", f"Cards of the {seat_word(seat)}", seat)
                for seat in range(1, MOST_PLAYERS)
            ),
        ),
        scores=SCORES,
    ),
    check=check,
)
"""GOPS in the browser."""
