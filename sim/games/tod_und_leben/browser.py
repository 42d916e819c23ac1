"""Tod und Leben in the browser: what the page asks about its rules, and the calls that play them."""

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel
from sim.games.packets.browser import deal_kernels, deal_of, pack_question, packet_calls
from sim.games.tod_und_leben.rules import COLUMNS, TodUndLebenRules

READ = ("winner", "rounds", "wars", "cards_0")
"""The outcome columns that the page counts."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """The kernels by name; none needs vectors."""
    from sim.games.tod_und_leben.kernel import play_all

    return {} if vectors else {**deal_kernels(), "games": play_all}


def calls(rules: TodUndLebenRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    from sim.games.tod_und_leben import kernel

    return packet_calls(rules, block, kernel, COLUMNS, READ)


IN_BROWSER = InBrowser(
    (pack_question(Answer("32, from seven up")),),
    kernels,
    calls,
    length=("rounds", "tricks"),
    means=(("wars", "ties a game"), ("cards_0", "cards that player 0 wins")),
    check=deal_of,
)
"""Tod und Leben in the browser."""
