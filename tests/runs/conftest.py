"""What the tests of runs share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import program, tiers


@pytest.fixture
def dask_forks() -> Iterator[None]:
    """Let Dask fork its workers from a process that has loaded everything, but in ``make verify``."""
    if tiers.size(False, True):
        yield
        return
    # Its settings are whole when the distributed part is loaded.
    pytest.importorskip("distributed", reason="dask is not installed: pip install 'warlab[dask]'")
    import dask

    program.load()
    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        yield
