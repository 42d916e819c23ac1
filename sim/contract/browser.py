"""What a game gives to the page that plays it in a browser: questions about the rules, and calls of its kernels.

The page knows no rule. It asks questions, whose answers set options; and for rules it
makes *calls*, whose arguments ``reports/page`` turns into a table of numbers. So a call
must have the same shape under all rules that the page offers: the same named tuples and
the same types, with other values and other sizes of arrays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDLESS, STOPPED

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Answer:
    """An answer to a question about the rules.

    Attributes
    ----------
    label
        The words of it, as a player would say them.
    options
        The options that it sets; an answer that sets none stands for the defaults.
    """

    label: str
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """A question about the rules.

    Attributes
    ----------
    name
        Its name in links: a short word.
    text
        The question.
    answers
        The answers; the first one is the default.
    is_open
        Whether it is asked at once; the others unfold.
    """

    name: str
    text: str
    answers: tuple[Answer, ...]
    is_open: bool = False


@dataclass(frozen=True)
class Block:
    """Games that are to be played: the numbers ``first ... first+games-1`` of a seed."""

    games: int
    seed: int
    first: int


@dataclass(frozen=True)
class Calls:
    """The calls of kernels that play a block: cards are dealt, then all games are played.

    Attributes
    ----------
    deal
        The name of the kernel that deals; "" if nothing is dealt.
    play
        The name of the kernel that plays.
    arguments
        The arguments of every kernel of a page with this game, by its name, called or not. Arrays that begin at the
        same address are the same array.
    columns
        The outcome columns that the page reads, by name: arrays (games,) among the arguments.
    vectors
        The name of the kernel that plays in place of ``play`` where vectors may be used; "" if there is none under
        these rules. It leaves some games to ``play``, one at a time.
    left
        bool (games,), with kernels for vectors: the games that are left.
    """

    deal: str
    play: str
    arguments: Mapping[str, tuple[Any, ...]]
    columns: Mapping[str, NDArray[Any]]
    vectors: str = ""
    left: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class InBrowser:
    """A game in the browser.

    Attributes
    ----------
    questions
        What the page asks.
    kernels
        The kernels by name: those that every browser can run (False), and those that need vectors (True). They are
        imported when they are compiled.
    calls
        The calls that play a block under given rules; the flag says whether kernels with vectors are among them.
    length
        The column that is the length of a game, and what it counts; two empty texts if games have none.
    time
        The column that tells how long a game takes at a table, and the seconds that one of it takes by default; None
        if no time is shown.
    dealt
        The column with what player 0 was dealt, by which wins are told apart; "" if there is none.
    means
        Columns whose means are shown, with their words.
    endings
        Endings whose shares are shown, with their words.
    """

    questions: tuple[Question, ...]
    kernels: Callable[[bool], Mapping[str, Kernel]]
    calls: Callable[[Any, Block, bool], Calls]
    length: tuple[str, str] = ("rounds", "rounds")
    time: tuple[str, float] | None = None
    dealt: str = ""
    means: tuple[tuple[str, str], ...] = ()
    endings: tuple[tuple[str, str], ...] = (
        (ENDLESS, "never end: a position comes again"),
        (STOPPED, "still going at the cap"),
    )
