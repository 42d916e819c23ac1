"""The process that programs of the tests are forked from: it has loaded what they need."""

from __future__ import annotations

from tests.support.program import Forked


def test_a_forked_program_has_loaded_what_it_needs() -> None:
    process = Forked([], entry="tests.support.loaded:name_missing")
    assert process.communicate(timeout=60) == ("\n", "")
    assert process.returncode == 0
