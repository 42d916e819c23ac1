"""The command line for tests: words in; exit code, standard output and standard error out."""

import contextlib
import io
import json
from dataclasses import dataclass
from typing import Any, TextIO

from sim.commands.cli import main


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def prose(self) -> str:
        """Standard output without its line breaks."""
        return " ".join(self.out.split())

    @property
    def json(self) -> Any:
        """Standard output read as JSON; the command must have succeeded."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


def warlab(
    *words: object, out: TextIO | None = None, err: TextIO | None = None
) -> Said:
    """Run ``warlab`` with the given words, without a terminal; its output may go to other streams."""
    said, complained = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out or said),
        contextlib.redirect_stderr(err or complained),
    ):
        code = main([str(word) for word in words])
    return Said(code, said.getvalue(), complained.getvalue())


def refusal(*words: object) -> str:
    """Return the one line with which a command refuses the given words."""
    said = warlab(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("warlab: ")
    assert said.err.count("\n") == 1
    return said.err.removeprefix("warlab: ").rstrip("\n")
