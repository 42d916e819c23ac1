"""Packet games in the browser.

The kernels that deal, the calls that packet games make, and common questions.

Packs that are riffled after a game of War (``pack = "played"``) are dealt in War's
module alone, which has the kernel that plays that game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.browser import Answer, Block, Calls, InBrowser, Kernel, Question
from sim.contract.deck_rules import NEW, PLAYED, DeckRules
from sim.deals import deck as dealing
from sim.deals.riffles import new_pack, riffle_arguments
from sim.errors import UserError
from sim.kernels.columns import empty_columns

if TYPE_CHECKING:
    from sim.games.packets.kernel.frame import PacketKernel

READ = ("winner", "ending", "rounds", "plays", "wars", "aces")
"""The outcome columns of a packet game that the page counts."""


def pack_question(*first: Answer) -> Question:
    """The question which cards are played with.

    Parameters
    ----------
    first
        The answers that come first; without any it is the pack of 52.
    """
    packs = (
        Answer("52 cards", {"lowest": 2} if first else {}),
        Answer("36, from six up", {"lowest": 6}),
        Answer("32, from seven up", {"lowest": 7}),
        Answer("two packs, 104 cards", {"copies": 8}),
    )
    known = [answer.label for answer in first]
    others = (answer for answer in packs if answer.label not in known)
    return Question("pack", "Which cards?", (*first, *others), is_open=True)


def back_question() -> Question:
    """The question how won cards go under the packet, where it is by default as in War."""
    return Question(
        "back",
        "How do won cards go under the packet?",
        (
            Answer("the winner’s own first"),
            Answer("the loser’s first", {"pickup": "loser-first"}),
            Answer("the card laid last first", {"pickup": "latest-first"}),
            Answer("the first player’s first, whoever won", {"pickup": "seat"}),
            Answer("in any order, shuffled", {"pickup": "shuffled"}),
        ),
        is_open=True,
    )


def deal_kernels() -> dict[str, Kernel]:
    """The kernels that deal, by name."""
    from sim.kernels import dealing as compiled

    return {
        "shuffled": compiled.deal_shuffled,
        "hands": compiled.deal_hands,
        "buried": compiled.deal_buried,
        "new": compiled.deal_new,
    }


def deal_of(rules: DeckRules) -> str:
    """The name of the kernel that deals under given rules."""
    if rules.pack == PLAYED:
        raise UserError(
            f"{PLAYED!r} on a page",
            where="pack",
            cure=f'set pack to "shuffled" or "{NEW}", or play it with warlab play',
        )
    if rules.pack == NEW:
        return NEW
    if rules.hands is not None:
        return "hands"
    return "buried" if rules.bury_jokers else "shuffled"


def deal_arguments(
    rules: DeckRules, block: Block, rows: NDArray[np.uint8]
) -> dict[str, tuple[Any, ...]]:
    """The arguments of each kernel that deals the rows of a block."""
    at = block.seed, block.first
    new = np.array(new_pack(rules.deck), np.uint8)
    return {
        "shuffled": dealing.shuffle_arguments(rules, *at, rows),
        "hands": dealing.hands_arguments(rules, *at, rows),
        "buried": dealing.buried_arguments(rules, *at, rows),
        "new": (new, *riffle_arguments(rows, rules.riffles, *at)),
    }


def packet_in_browser(
    questions: tuple[Question, ...],
    kernel: str,
    read: tuple[str, ...] = READ,
    **parts: Any,
) -> InBrowser:
    """A packet game in the browser.

    Parameters
    ----------
    questions
        What the page asks.
    kernel
        The name of the module with its ``KERNEL``, a
        :class:`~sim.games.packets.kernel.frame.PacketKernel`.
    read
        The names of the columns that the page counts.
    parts
        The other parts, as :class:`~sim.contract.browser.InBrowser` names them.
    """

    def kernels(vectors: bool) -> dict[str, Kernel]:
        play = import_module(kernel).KERNEL.play
        return {} if vectors else {**deal_kernels(), "games": play}

    def calls(rules: DeckRules, block: Block, vectors: bool) -> Calls:
        return _calls(import_module(kernel).KERNEL, rules, block, read)

    return InBrowser(questions, kernels, calls, check=deal_of, **parts)


def _calls(
    kernel: PacketKernel, rules: DeckRules, block: Block, read: tuple[str, ...]
) -> Calls:
    """The calls that play a block."""
    rows = np.zeros((block.games, rules.deck.size), np.uint8)
    where = dealing.layout(rules)
    filled = empty_columns(kernel.kind, kernel.columns, block.games)
    given = kernel.arguments(rules, rows, where, block.seed, block.first)
    return Calls(
        deals=(deal_of(rules),),
        play="games",
        arguments={**deal_arguments(rules, block, rows), "games": (*given, filled)},
        columns={name: getattr(filled, name) for name in read},
        rows=rows,
    )
