"""WarGops in the browser.

What the page asks about its rules and its players, and the call that plays them.
"""

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
from sim.contract.vocabulary import seat_word
from sim.errors import UserError
from sim.games.wargops.equilibria import table_path
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import MOST_PLAYERS, WarGopsRules
from sim.games.wargops.rules import columns as columns_of
from sim.games.wargops.vocabulary import VOCABULARY
from sim.kernels.columns import empty_by_seat
from sim.policies.thresholds import strategy

READ = ("winner", "ending", "tricks", "ties", "orphaned")
"""The outcome columns that the page counts, besides the points of two players."""

SCORES = tuple(f"points_{seat}" for seat in range(MOST_PLAYERS))
"""The columns of all players' scores."""

MOST_SOLVED = 5
"""The most ranks of an equilibrium on a page; the tables of larger games are large."""

TABLES = tuple(
    (ranks, last_pot)
    for ranks in range(2, MOST_SOLVED + 1)
    for last_pot in ("survivor", "orphan")
)
"""The equilibria that the page has with it."""

_WORDS = VOCABULARY.policies["card"]

QUESTIONS = (
    Question(
        "ranks",
        "How many cards has each player?",
        tuple(
            Answer(words, {"ranks": ranks})
            for ranks, words in (
                (5, "five"),
                (3, "three"),
                (4, "four"),
                (7, "seven"),
                (10, "ten"),
                (13, "thirteen"),
            )
        ),
        is_open=True,
    ),
    policy_question(
        "first",
        "What does the first player lay?",
        _WORDS,
        range(1),
        "median",
        hand=True,
    ),
    policy_question("second", "What does the second player lay?", _WORDS, range(1, 2)),
    players_question(is_open=False),
    policy_question(
        "others", "What do the others lay?", _WORDS, range(2, MOST_PLAYERS)
    ),
    Question(
        "tie",
        "What becomes of tied cards?",
        (
            Answer("they wait for a later trick"),
            Answer("they are replaced", {"ties": "replace"}),
        ),
    ),
    Question(
        "last",
        "Who takes the pots left at the end?",
        (Answer("the survivor"), Answer("nobody", {"last_pot": "orphan"})),
    ),
)
"""What the page asks."""


def check(rules: WarGopsRules) -> None:
    """Refuse an equilibrium that the page does not have."""
    if rules.ranks > MOST_SOLVED and ("equilibrium",) in rules.policies:
        raise UserError(
            f"equilibrium under ranks = {rules.ranks} on a page",
            cure=f"a page has those of 2 to {MOST_SOLVED} ranks: set ranks, or play it "
            f"with warlab play",
        )


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernel by its name; it needs no vectors."""
    from sim.games.wargops.kernel.block import play_seated

    return {} if vectors else {"games": play_seated}


def calls(rules: WarGopsRules, block: Block, vectors: bool) -> Calls:
    """The call that plays a block."""
    from sim.games.wargops.kernel import block as kernel
    from sim.policies.kernel.pages import seated_players

    tables = [strategy(table_path(*table)) for table in TABLES]
    [seating], [players] = seated_players(
        POLICIES, rules, block.seed, MOST_PLAYERS, tables
    )
    session = kernel.session_of(rules, [rules.full_hand] * rules.players)
    columns = empty_by_seat(
        kernel.Columns, columns_of(rules), "points", MOST_PLAYERS, block.games
    )
    at_last = rules.last_pot == "survivor"
    return Calls(
        play="games",
        arguments={"games": (seating, at_last, session, players, block.first, columns)},
        columns={
            **{name: getattr(columns, name) for name in READ},
            **dict(zip(SCORES, columns.points, strict=True)),
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
        ("tricks", "tricks"),
        ("ties", "ties"),
        ("orphaned", "cards that nobody takes"),
    ),
    endings=(),
    match=Match(
        hand=Shown("hand", "Your cards"),
        numbers=(Shown("pots", "Pots that wait"), Shown("held", "Cards that you hold")),
        sets=tuple(
            Shown(f"hands {seat}", f"Cards of the {seat_word(seat)}", seat)
            for seat in range(1, MOST_PLAYERS)
        ),
        scores=SCORES,
    ),
    check=check,
)
"""WarGops in the browser."""
