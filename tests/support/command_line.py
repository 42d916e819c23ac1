"""The command line for tests: words in; exit code, standard output and standard error out."""

import contextlib
import doctest
import io
import json
import shlex
from dataclasses import dataclass

from sim.commands.cli import main


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def prose(self):
        """Standard output without its line breaks."""
        return " ".join(self.out.split())

    @property
    def json(self):
        """Standard output read as JSON; the command must have succeeded."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def statistics(self):
        """The statistics of the JSON by their names."""
        return {row["statistic"]: row for row in self.json["statistics"]}


def warlab(line="", *words, out=None, err=None):
    """Run ``warlab`` without a terminal; its output may go to other streams.

    Parameters
    ----------
    line
        The first words, as they are typed.
    words
        The others, each as it is.
    out, err
        The streams in place of standard output and standard error.
    """
    said = io.StringIO()
    complained = io.StringIO()
    with (
        contextlib.redirect_stdout(out or said),
        contextlib.redirect_stderr(err or complained),
    ):
        code = main([*shlex.split(line), *map(str, words)])
    return Said(code, said.getvalue(), complained.getvalue())


def refusal(line, *words):
    """The one line with which a command refuses what is typed, as :func:`warlab` takes it."""
    said = warlab(line, *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("warlab: ")
    assert said.err.count("\n") == 1
    return said.err.removeprefix("warlab: ").rstrip("\n")


def typed(dialogue):
    """What is typed and what is answered, from lines ``$ warlab ...``, each with its answer below."""
    pairs = (turn.partition("\n") for turn in dialogue.split("$ warlab ")[1:])
    return [(line, " ".join(answer.split())) for line, _, answer in pairs]


def refuses(dialogue):
    """Assert that commands are refused so; ``...`` stands for any words."""
    for line, answer in typed(dialogue):
        said = refusal(line)
        assert is_like(said, answer), f"warlab {line}: {said}"


def answers(dialogue):
    """Assert that commands answer so, wherever lines break; ``...`` stands for any words."""
    for line, answer in typed(dialogue):
        said = warlab(line)
        assert (said.code, said.err) == (0, "")
        assert is_like(said.prose, answer), f"warlab {line}: {said.out}"


def is_like(text, expected):
    """Whether a text is as expected, where ``...`` stands for anything."""
    return doctest.OutputChecker().check_output(expected, text, doctest.ELLIPSIS)
