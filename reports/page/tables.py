"""Tables: what each answer about the rules means for the arguments of the kernels.

No rule is known here and none in the page. The calls of a game are made for many
selections of answers, one answer to each question, and every number among their
arguments is compared: which questions it depends on is seen from what changes when one
answer changes, alone and together with one other. A table then holds its value for
every combination of these questions' answers. A test plays combinations at random to
show that no number depends on more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Any

from numpy.typing import NDArray

from sim.browser.entries import arguments
from sim.contract.browser import Answer, Block, Calls, InBrowser, Question
from sim.contract.game import Game, seated
from sim.contract.policy import Choice
from sim.contract.rules import GameRules
from sim.errors import UserError

Selection = tuple[int, ...]
"""The index of an answer for each question."""

SAMPLE, OTHER = Block(64, 11, 23), Block(96, 13, 29)
"""Two blocks: what differs between them follows from the block, not from the rules."""

MOST_CONTENT = 1 << 21
"""The most bytes of an array whose content the page sets; larger ones are zeros when a
kernel is called."""

MOST_VALUES = 6_000
"""The most values of a table."""


class Recorded:
    """The arguments of all kernels for one selection.

    Attributes
    ----------
    numbers
        Every number, by the kernel's name and the path: of arrays their dimensions.
    arrays
        Every array, by the kernel's name and the path.
    calls
        The calls.
    seats
        The number of players.
    """

    def __init__(self, calls: Calls, seats: int) -> None:
        self.calls = calls
        self.seats = seats
        self.numbers: dict[tuple[str, ...], int] = {}
        self.arrays: dict[tuple[str, ...], NDArray[Any]] = {}
        for name, given in calls.arguments.items():
            for path, value in arguments(given, (name,)):
                if isinstance(value, int):
                    self.numbers[path] = value
                    continue
                self.arrays[path] = value
                for axis, size in enumerate(value.shape):
                    self.numbers[(*path, f"axis {axis}")] = size


@dataclass(frozen=True)
class Table:
    """The value for each combination of answers to some questions.

    Attributes
    ----------
    questions
        The indexes of the questions, ascending; none if there is but one value.
    values
        The values, the last question's answers running fastest; None where the rules
        exclude each other.
    """

    questions: tuple[int, ...]
    values: tuple[Any, ...]


@dataclass
class Answers:
    """The questions of a page, with their answers, and the rules that a selection makes.

    Attributes
    ----------
    game
        The game.
    questions
        The questions; the first answer of each is the one that the page begins with.
    fixed
        The options that no question asks for, as they were given.
    """

    game: Game
    questions: tuple[Question, ...]
    fixed: dict[str, object] = field(default_factory=dict)

    @property
    def in_browser(self) -> InBrowser:
        """What the game gives to its page."""
        assert self.game.in_browser is not None
        return self.game.in_browser

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of answers to each question."""
        return tuple(len(question.answers) for question in self.questions)

    def options(self, selection: Selection) -> dict[str, object]:
        """The options that a selection sets."""
        options = dict(self.fixed)
        for question, answer in zip(self.questions, selection, strict=True):
            options.update(question.answers[answer].options)
        return options

    def rules(self, selection: Selection) -> GameRules:
        """The rules that a selection makes, with the players' policies.

        Raises
        ------
        UserError
            If its answers exclude each other, or no page plays these rules.
        """
        given = self.game.rules.of(self.options(selection))
        policies = self.policies(selection, given.seats)
        rules: GameRules = seated(self.game, given, policies)
        self.in_browser.check(rules)
        return rules

    def policies(self, selection: Selection, seats: int) -> list[Choice] | None:
        """The policies of so many players under a selection; None if nothing is chosen."""
        chosen = [
            question.answers[answer].policy
            for seat in range(seats)
            for question, answer in zip(self.questions, selection, strict=True)
            if seat in question.seats
        ]
        return [policy for policy in chosen if policy is not None] or None

    def alone(self) -> Iterator[GameRules]:
        """Yield the rules of the first answers, and those with one other answer."""
        for answers in ((), *((single,) for single in self.singles())):
            try:
                yield self.rules(self.changed(*answers))
            except UserError:
                continue

    def changed(self, *answers: tuple[int, int]) -> Selection:
        """The first answers, but for some questions' others."""
        selection = [0] * len(self.questions)
        for question, answer in answers:
            selection[question] = answer
        return tuple(selection)

    def singles(self) -> Iterator[tuple[int, int]]:
        """Yield each question with each of its answers but the first."""
        for question, size in enumerate(self.sizes):
            for answer in range(1, size):
                yield question, answer

    def pairs(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield each pair of answers to two questions, neither of them the first answer."""
        for one, other in combinations(self.singles(), 2):
            if one[0] != other[0]:
                yield one, other

    def _neutral(self, question: int) -> int:
        """The answer that leaves its options as they are; the first one if none does."""
        answers = self.questions[question].answers
        return next((at for at, answer in enumerate(answers) if not answer.options), 0)

    def excluded(self) -> Iterator[tuple[int, int, int, int, str]]:
        """Yield the pairs of a question and an answer that exclude each other, with the reason."""
        every = [
            (question, answer)
            for question, size in enumerate(self.sizes)
            for answer in range(size)
        ]
        for one, other in combinations(every, 2):
            if one[0] == other[0]:
                continue
            others = enumerate(map(self._neutral, range(len(self.sizes))))
            try:
                self.rules(self.changed(*others, one, other))
            except UserError as error:
                yield *one, *other, error.what


def asked(
    game: Game, questions: Sequence[Question], given: dict[str, object]
) -> Answers:
    """The questions of a page that begins with given options.

    Parameters
    ----------
    game
        The game.
    questions
        Its questions.
    given
        Options that are not at their defaults: where a question asks for one, its
        answer comes first, added if need be; the others are fixed.

    Returns
    -------
    Answers
        The questions, beginning with the answers that these options are.
    """
    rest = dict(given)
    result = []
    for question in questions:
        names = {name for answer in question.answers for name in answer.options}
        own = {name: rest.pop(name) for name in names & rest.keys()}
        first = _first_answer(question, own)
        others = (answer for answer in question.answers if answer is not first)
        result.append(replace(question, answers=(first, *others)))
    return Answers(game, tuple(result), rest)


def _first_answer(question: Question, given: dict[str, object]) -> Answer:
    """The answer that sets the given options; a new one if there is none."""
    for answer in question.answers:
        if answer.options == given:
            return answer
    if not given:
        # The page begins with an answer that sets something.
        return question.answers[0]
    words = ", ".join(f"{name} = {value}" for name, value in given.items())
    return Answer(words, given)


class Recorder:
    """The arguments of the kernels for every selection that is asked for.

    Parameters
    ----------
    answers
        The questions.
    vectors
        Whether kernels with vectors may be used.
    """

    def __init__(self, answers: Answers, vectors: bool) -> None:
        self.answers = answers
        self.vectors = vectors
        self._recorded: dict[Selection, Recorded | None] = {}
        self.base = self._made(answers.changed(), SAMPLE)
        self.other = self._made(answers.changed(), OTHER)

    def _made(self, selection: Selection, block: Block) -> Recorded:
        rules = self.answers.rules(selection)
        calls = self.answers.in_browser.calls(rules, block, self.vectors)
        return Recorded(calls, rules.seats)

    def recorded(self, selection: Selection) -> Recorded | None:
        """What is recorded for a selection; None if its rules exclude each other."""
        if selection not in self._recorded:
            try:
                self._recorded[selection] = self._made(selection, SAMPLE)
            except UserError:
                self._recorded[selection] = None
        return self._recorded[selection]

    def all_recorded(self) -> Iterator[Recorded]:
        """Yield everything that has been recorded so far."""
        yield self.base
        yield from filter(None, self._recorded.values())

    def table(self, value_of: Callable[[Recorded], Any]) -> Table:
        """The table of a value.

        Raises
        ------
        ValueError
            If the value depends on too many questions for a table.
        """
        questions = self._depends_on(value_of)
        ranges = [range(self.answers.sizes[question]) for question in questions]
        if prod(map(len, ranges)) > MOST_VALUES:
            names = [self.answers.questions[question].name for question in questions]
            raise ValueError(f"a value depends on {', '.join(names)} together")
        values = []
        for chosen in product(*ranges):
            selection = self.answers.changed(*zip(questions, chosen, strict=True))
            made = self.recorded(selection)
            values.append(None if made is None else value_of(made))
        return Table(questions, tuple(values))

    def _depends_on(self, value_of: Callable[[Recorded], Any]) -> tuple[int, ...]:
        """The questions on which a value depends."""
        answers = self.answers
        usual = value_of(self.base)
        alone: dict[tuple[int, int], Any] = {}
        found = set()
        for single in answers.singles():
            made = self.recorded(answers.changed(single))
            alone[single] = None if made is None else value_of(made)
            if alone[single] is not None and alone[single] != usual:
                found.add(single[0])
        for one, other in answers.pairs():
            if {one[0], other[0]} <= found:
                continue
            made = self.recorded(answers.changed(one, other))
            if made is None:
                continue
            value = value_of(made)
            for changed, same in ((one, other), (other, one)):
                if value != (usual if alone[same] is None else alone[same]):
                    found.add(changed[0])
        return tuple(sorted(found))

    def allowed(self, holds: Callable[[Recorded], bool]) -> list[list[int]] | None:
        """The answers to each question with which something holds; None for never.

        If all of them hold alone, they hold together.
        """
        if not holds(self.base):
            return None
        result = []
        for question, size in enumerate(self.answers.sizes):
            chosen = []
            for answer in range(size):
                made = self.recorded(self.answers.changed((question, answer)))
                # An answer that needs another beside it claims nothing alone.
                if made is not None and holds(made):
                    chosen.append(answer)
            result.append(chosen)
        return result
