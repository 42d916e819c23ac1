"""Tod und Leben in the browser.

What the page asks about its rules, and the calls that play them.
"""

from sim.contract.browser import Answer
from sim.games.packets.browser import pack_question, packet_in_browser

READ = ("winner", "rounds", "wars", "cards_0")
"""The outcome columns that the page counts."""


IN_BROWSER = packet_in_browser(
    (pack_question(Answer("32, from seven up")),),
    "sim.games.tod_und_leben.kernel",
    READ,
    length=("rounds", "tricks"),
    means=(("wars", "ties a game"), ("cards_0", "cards that the first player wins")),
)
"""Tod und Leben in the browser."""
