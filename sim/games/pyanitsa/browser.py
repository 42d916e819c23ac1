"""P'yanitsa in the browser: what the page asks about its rules, which War's kernels play."""

from dataclasses import replace

from sim.contract.browser import (
    Answer,
    Block,
    Calls,
    Kernel,
    Question,
    players_question,
)
from sim.games.packets.browser import (
    back_question,
    deal_of,
    pack_question,
)
from sim.games.pyanitsa.rules import PyanitsaRules
from sim.games.war import browser as war

_BACK = back_question()

QUESTIONS = (
    players_question(),
    Question(
        "tie",
        "What is laid after a tie?",
        (
            Answer("a card face down, one face up"),
            Answer("one card face up", {"tie": "face-up"}),
            Answer("two face down, one up", {"face_down": 2}),
        ),
        is_open=True,
    ),
    Question(
        "back",
        _BACK.text,
        (
            Answer("in any order, shuffled"),
            Answer("the winner’s own first", {"pickup": "winner-first"}),
            *_BACK.answers[1:-1],
        ),
        is_open=True,
    ),
    pack_question(Answer("36, from six up")),
    Question(
        "low",
        "Does the lowest rank beat the ace?",
        (Answer("yes"), Answer("no", {"low_beats_high": False})),
    ),
    Question(
        "goal",
        "What is the aim?",
        (Answer("to keep cards"), Answer("to shed them", {"goal": "shed"})),
    ),
)
"""What the page asks."""


def kernels(vectors: bool) -> dict[str, Kernel]:
    """War's kernels by name, but for those with vectors and those for played packs."""
    if vectors:
        return {}
    return {
        name: kernel
        for name, kernel in war.kernels(False).items()
        if name not in war.DEALS_OF_PLAYED
    }


def calls(rules: PyanitsaRules, block: Block, vectors: bool) -> Calls:
    """The calls that play a block."""
    return war.calls(rules, block, False)


IN_BROWSER = replace(
    war.IN_BROWSER, questions=QUESTIONS, kernels=kernels, calls=calls, check=deal_of
)
"""P'yanitsa in the browser; its drunkard follows from who has the cards at the end."""
