"""A server of live play, started once for all tests of its page."""

from collections.abc import Iterator

import pytest

from tests.support.serving import served


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served() as (_, at):
        yield f"{at}/live/"
