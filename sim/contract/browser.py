"""The part of a game in a browser: questions about its rules, and calls of its kernels.

The page knows no rule. It asks questions, whose answers set options; and for rules it
makes *calls*, whose arguments ``reports/page`` turns into a table of numbers. So a call
must have the same shape under all rules that the page offers: the same named tuples and
the same types, with other values and other sizes of arrays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import ENDLESS, STOPPED
from sim.contract.policy import Choice

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
    policy
        The policy of the question's players; None if it is about something else.
    """

    label: str
    options: Mapping[str, object] = field(default_factory=dict)
    policy: Choice | None = None


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
    seats
        The players whose policy it asks for; none if it is about something else.
    """

    name: str
    text: str
    answers: tuple[Answer, ...]
    is_open: bool = False
    seats: range = range(0)


def by_hand(view: Any, chance: Any) -> int:
    """The policy of a visitor, who moves by hand; a page alone plays it, one move after the other.

    Parameters
    ----------
    view, chance
        As of any policy.
    """
    raise NotImplementedError("only a page plays a match by hand")


def policy_question(
    name: str,
    text: str,
    words: Mapping[str, str],
    seats: range,
    first: str = "",
    *,
    hand: bool = False,
) -> Question:
    """The question by which policy some players choose.

    Parameters
    ----------
    name, text
        As of any question.
    words
        The policies, each with its words.
    seats
        The players.
    first
        The policy of the first answer; "" for the first one of the words.
    hand
        Whether a visitor can play for them: then the last answer is :func:`by_hand`.
    """
    names = sorted(words, key=lambda policy: policy != first)
    answers = [Answer(words[policy], policy=policy) for policy in names]
    if hand:
        answers.append(Answer("you, by hand", policy=by_hand))
    is_open = seats.start < 2
    return Question(name, text, tuple(answers), is_open, seats)


def players_question(*, is_open: bool = True) -> Question:
    """The question how many play, from two to four.

    Parameters
    ----------
    is_open
        Whether it is asked at once.
    """
    return Question(
        "players",
        "How many play?",
        (
            Answer("two"),
            Answer("three", {"players": 3}),
            Answer("four", {"players": 4}),
        ),
        is_open,
    )


@dataclass(frozen=True)
class Block:
    """Games that are to be played: the numbers ``first ... first+games-1`` of a seed.

    Attributes
    ----------
    games
        How many.
    seed
        The seed.
    first
        The number of the first.
    """

    games: int
    seed: int
    first: int


@dataclass(frozen=True)
class Calls:
    """The calls of kernels that play a block: cards are dealt, then all games are played.

    Attributes
    ----------
    play
        The name of the kernel that plays.
    arguments
        The arguments of every call of a page with this game, made or not. A call is
        named after its kernel; of two calls of the same kernel one has a second word,
        as in ``"shuffled before"``. Arrays that begin at the same address are the same
        array.
    columns
        The outcome columns that the page reads, by name: arrays (games,) among the
        arguments.
    deals
        The names of the calls that deal, in their order; none if nothing is dealt.
    vectors
        The name of the kernel that plays in place of ``play`` where vectors may be
        used; "" if there is none under these rules. It leaves some games to ``play``,
        one at a time.
    left
        bool (games,), with kernels for vectors: the games that are left.
    players
        The players as a kernel of a game of choice takes them
        (:class:`sim.policies.kernel.seats.Players`); None if nothing is chosen.
    rows
        uint8 (games, cards): the deals among the arguments, where a visitor may write
        one; None if nobody does.
    """

    play: str
    arguments: Mapping[str, tuple[Any, ...]]
    columns: Mapping[str, NDArray[Any]]
    deals: tuple[str, ...] = ()
    vectors: str = ""
    left: NDArray[np.bool_] | None = None
    players: Any = None
    rows: NDArray[np.uint8] | None = None


class Shown(NamedTuple):
    """A field of a view that is shown in a match by hand.

    Attributes
    ----------
    field
        Its name; ``"hands 1"`` is an item of an array. An array as a whole is a list of
        cards, zeros apart.
    words
        What it is.
    seat
        The player whom it is about; 0 if it is about the visitor or nobody. It is shown
        if there are so many players.
    """

    field: str
    words: str
    seat: int = 0


@dataclass(frozen=True)
class Match:
    """A match that a visitor plays by hand, as the first player.

    Attributes
    ----------
    hand
        The set of moves to choose from.
    numbers
        The numbers that are shown.
    sets
        The sets of cards that are shown.
    scores
        The columns with the scores of all players that there can be.
    """

    hand: Shown
    numbers: tuple[Shown, ...]
    sets: tuple[Shown, ...]
    scores: tuple[str, ...]


@dataclass(frozen=True)
class OwnDeal:
    """A deal that a visitor writes down, of two packets whose cards lie in turn in a row.

    Attributes
    ----------
    cards
        The signs of cards, each with its code.
    example
        A deal to begin with.
    counted
        A column that is told besides the length, with its words.
    """

    cards: Mapping[str, int]
    example: str
    counted: tuple[str, str]


@dataclass(frozen=True)
class InBrowser:
    """A game in the browser.

    Attributes
    ----------
    questions
        What the page asks.
    kernels
        The kernels by name: those that every browser can run (False), and those that
        need vectors (True). They are imported when they are compiled.
    calls
        The calls that play a block under given rules; the flag says whether kernels
        with vectors are among them.
    length
        The column that is the length of a game, and what it counts; two empty texts if
        games have none.
    answer
        A column whose mean is the answer that stands first, and by which rules are
        compared, with its sentence; "" if the length is, or who wins.
    time
        The column that tells how long a game takes at a table, and the seconds that one
        of it takes by default; None if no time is shown.
    dealt
        The column with what the first player was dealt, by which wins are told apart; "" if
        there is none.
    means
        Columns whose means are shown, with their words.
    endings
        Endings whose shares are shown, with their words.
    match
        How a visitor plays a match; None if nobody does.
    own_deal
        How a visitor writes a deal down; None if nobody does.
    check
        Raises a :class:`~sim.errors.UserError` if a page cannot play given rules.
    """

    questions: tuple[Question, ...]
    kernels: Callable[[bool], Mapping[str, Kernel]]
    calls: Callable[[Any, Block, bool], Calls]
    length: tuple[str, str] = ("rounds", "rounds")
    answer: tuple[str, str] = ("", "")
    time: tuple[str, float] | None = None
    dealt: str = ""
    means: tuple[tuple[str, str], ...] = ()
    endings: tuple[tuple[str, str], ...] = (
        (ENDLESS, "never end: a position comes again"),
        (STOPPED, "still going when cut off"),
    )
    match: Match | None = None
    own_deal: OwnDeal | None = None
    check: Callable[[Any], object] = lambda rules: None
