"""Questions as people type them, each answered by one call of a tool, made by hand as an assistant would make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.assistant import call, calls, statistic, text, values

Reader = Callable[[dict[str, Any]], tuple[float, float]]
"""Takes the ends of an answer's interval from its values; of an exact one both are the same."""


def of(name: str, table: str = "statistics") -> Reader:
    """The interval of a statistic, half as wide again: three standard errors of a mean."""

    def read(found: dict[str, Any]) -> tuple[float, float]:
        row = statistic(found[table], name)
        assert row["level"] == 0.95
        assert row["method"]
        more = (row["high"] - row["low"]) / 4
        return row["low"] - more, row["high"] + more

    return read


def exactly(*path: str) -> Reader:
    """A value that has no interval."""

    def read(found: dict[str, Any]) -> tuple[float, float]:
        value: Any = found
        for name in path:
            value = value[name]
        return value, value

    return read


SHUFFLED = {"pickup": "shuffled"}
GAMES = 50_000
WAR = {"game": "war", "games": GAMES}
ALL_DIFFERENT = {"lowest": 2, "highest": 53, "copies": 1, **SHUFFLED}
RECORD = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"

ROUNDS, FIRST_WINS = of("rounds mean"), of("player 0 wins")

EXACT = {
    "what are the odds of a war": (
        # Of the 51 other cards three are of the first one's rank.
        "play", {**WAR, "rules": {"stop_after": 1}, "chances": ["wars > 0"]},
        of("chance of wars > 0"), 3 / 51,
    ),
    "chance of double war": (
        # Pairs of cards from the 50 that are left: one rank has two of them, twelve
        # four.
        "play", {**WAR, "games": 10 * GAMES, "rules": {"stop_after": 1}, "chances": ["wars > 1"], "given": "wars > 0"},
        of("chance of wars > 1, given wars > 0"), (2 * 1 + 12 * 4 * 3) / (50 * 49),
    ),
    "is war fair": ("play", WAR, FIRST_WINS, 0.5),
    "expected number of hands until somebody wins at war": (
        # All cards different and the pots shuffled: the gambler's ruin with 26 each.
        "play", {**WAR, "rules": ALL_DIFFERENT}, ROUNDS, 26**2,
    ),
    "when should I give up, I have 5 cards": (
        "play", {**WAR, "rules": {**ALL_DIFFERENT, "hands": ["*5", "*rest"]}}, FIRST_WINS, 5 / 52,
    ),
    "casino war house edge": (
        # Half of the difference of two antes and one of a tie after a tie, from six
        # decks' pairs.
        "exact_casino_war", {}, exactly("figures", "house edge", "value"), 142853 / 4965115,
    ),
    "should you surrender in casino war": (
        # Half an ante at each tie: 23 of the 311 other cards.
        "exact_casino_war", {"rules": {"on_tie": "surrender"}}, exactly("figures", "house edge", "value"), 23 / 311 / 2,
    ),
    "is the tie bet good": (
        "exact_casino_war", {}, exactly("figures", "tie bet ev", "value"), (10 * 23 - 288) / 311,
    ),
    "goofspiel optimal strategy": ("solve", {"game": "gops", "size": 6}, exactly("value"), 0.0),
    "is it smart to bid the same card as the prize": (
        # Prize p is won against the p - 1 lower cards and lost against the 13 - p
        # higher ones.
        "play", {"game": "gops", "games": GAMES, "policies": ["match", "random"]}, of("margin mean"),
        sum(prize * (2 * prize - 14) for prize in range(1, 14)) / 13,
    ),
    "3 player goofspiel": (
        "compare", {"game": "gops", "games": GAMES, "rules": {"players": 3}, "vary": {"carry_over": [False, True]},
                    "policies": ["match", "match", "match"]},
        of("player 0 wins, difference", "differences"), 0.0,
    ),
    "beggar my neighbor record": (
        "replay", {"game": "beggar-my-neighbour", "number": 0, "deal": RECORD}, exactly("row", "tricks"), 1164,
    ),
}  # fmt: skip
"""Questions with an exact answer, or a published one that everybody can check."""

PLAYED = calls("""
play {"game": "war", "means": ["minutes"]}
    -> how long does a game of war take | mean of minutes | 13.87 13.91
play {"game": "war", "rules": {"pickup": "shuffled"}}
    -> average number of turns in war | rounds mean | 441.2 441.7
play {"game": "war", "rules": {"players": 3, "pickup": "shuffled"}}
    -> how many minutes is war with 3 players | rounds mean | 407.1 408.5
play {"game": "war", "rules": {"pickup": "shuffled"}}
    -> how many wars per game | wars mean | 27.406 27.435
play {"game": "war", "rules": {"pickup": "shuffled"}}
    -> triple war probability | games with a triple war | 0.07804 0.07837
play {"game": "war", "rules": {"hands": ["A A A A", "*rest"], "pickup": "shuffled"}}
    -> 4 aces vs 48 cards | player 0 wins | 0.8087 0.8092
play {"game": "war", "rules": {"pickup": "shuffled"}, "chances": ["winner = 0"],
    "by": "aces"}
    -> how good is having 3 aces | chance of winner = 0, given aces = 3 | 0.6987 0.7023
compare {"game": "war", "rules": {"pickup": "shuffled"}, "vary": {"face_down": [1,
    3]}}
    -> 1 or 3 cards face down | rounds mean difference | -206.9 -205.4
compare {"game": "war", "rules": {"pickup": "shuffled"}, "vary": {"run_out":
    ["lose", "all-in"]}}
    -> what happens when you run out of cards during a war | rounds mean difference | 13.7 16.5
compare {"game": "war", "vary": {"pickup": ["winner-first", "shuffled"]}}
    -> do you put cards back in order or shuffled | rounds mean difference | 151.9 153.5
compare {"game": "war", "rules": {"pickup": "shuffled"}, "vary": {"jokers": [0, 2]}}
    -> war with jokers longer? | rounds mean difference | 57.0 59.5
play {"game": "war", "rules": {"lowest": 7}}
    -> war with a 32 card deck | rounds mean | 88.5 89.5
play {"game": "war", "rules": {"copies": 8}}
    -> two decks of war how long | rounds mean | 1162.5 1163.5
play {"game": "war", "rules": {"pack": "new", "riffles": 3}}
    -> riffle shuffle three times enough? | player 0 wins | 0.478 0.48
play {"game": "war", "means": ["lead_changes"]}
    -> how often does the lead change | mean of lead_changes | 6.5 7.5
play {"game": "pyanitsa"}
    -> drunkard card game how long | rounds mean | 167.5 168.5
exact_casino_war {"rules": {"bankroll": 100, "hands": 200}}
    -> how much do i lose in 3 hours of casino war | figures/mean end/value | 94.245 94.255
exact_casino_war {"rules": {"decks": 8}}
    -> casino war 8 decks edge | figures/house edge/value | 0.02895 0.02905
""")
"""Questions whose answers the documentation gives: an interval of a longer run, or a number as it is rounded.

Each call has the question, the statistic (or the path to an exact value), and the ends
of the true one.
"""


def reader(tool: str, name: str) -> Reader:
    """What takes a statistic, or an exact value, from the answer of a tool."""
    if "/" in name:
        return exactly(*name.split("/"))
    return of(name, "differences" if tool == "compare" else "statistics")


def asked() -> Iterator[Any]:
    """Every question with its call, where the answer is, and the ends of the true one."""
    for words, (tool, arguments, read, known) in EXACT.items():
        yield pytest.param(tool, arguments, read, known, known, id=words)
    for tool, arguments, answer in PLAYED:
        words, name, ends = answer.split(" | ")
        read = reader(tool, name)
        played = tool in ("play", "compare")
        games = {"games": GAMES} if played else {}
        low, high = map(float, ends.split())
        yield pytest.param(tool, arguments | games, read, low, high, id=words)


@pytest.mark.parametrize(("tool", "arguments", "read", "low", "high"), list(asked()))
def test_a_question_is_answered(
    tool: str, arguments: dict[str, Any], read: Reader, low: float, high: float
) -> None:
    at_least, at_most = read(values(call(tool, **arguments)))
    nothing = 1e-9
    assert at_least <= high + nothing
    assert at_most >= low - nothing


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"game": "war", "number": 10, "rules": {"pickup": "seat"}}, "cycle"),
        ({"game": "beggar-my-neighbour", "number": 0, "deal": ENDLESS}, "cycle"),
    ],
    ids=["infinite war deck example", "strip jack naked can it go on forever"],
)
def test_a_game_that_never_ends_is_shown(asked: dict[str, Any], says: str) -> None:
    assert values(call("replay", **asked))["row"]["ending"] == says


def test_the_best_bids_for_the_king_are_known_for_all_thirteen_cards() -> None:
    """gops best bid for the king."""
    whole = "1 2 3 4 5 6 7 8 9 10 J Q K"
    found = values(call("solve", game="gops", position=f"{whole}; {whole}; {whole}"))
    assert sum(found["bids"]["13"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("longest war game ever simulated", "4,054"),
        ("which card matters most", "ace"),
        ("martingale casino war", "stake"),
    ],
)
def test_a_kept_answer_is_found_with_its_rules(words: str, says: str) -> None:
    result = call("questions", words=words)
    assert says in text(result)
    assert all(answer["rules"] for answer in values(result)["answers"])


@pytest.mark.parametrize(
    "words", ["egyptian ratscrew odds", "poker hand odds", "capital of france"]
)
def test_what_is_not_covered_is_said_so(words: str) -> None:
    found = values(call("questions", words=words))
    assert found == found | {"status": "not covered", "answers": []}
    assert found["covered"]
