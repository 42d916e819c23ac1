"""The two tiers of the tests: what ``make test`` runs, and what only ``make verify`` does."""

from __future__ import annotations

import pytest


def sizes(name: str, few: object, all_of_them: object) -> pytest.MarkDecorator:
    """Let a test run with a small size in ``make test``, and with the whole one in ``make verify``.

    Parameters
    ----------
    name
        The argument of the test with the size: games, runs, seeds.
    few, all_of_them
        Its two values. What the test asserts must hold for both.
    """
    whole = pytest.param(all_of_them, marks=pytest.mark.slow)
    return pytest.mark.parametrize(name, [few, whole])
