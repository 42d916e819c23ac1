"""What the process has loaded from which programs of the tests are forked; a process that runs tests need not."""

from importlib.util import find_spec

import polars  # noqa: F401
import pyarrow.parquet  # noqa: F401

from sim import cli  # noqa: F401
from sim.games.war import kernel  # noqa: F401
from tests.support import forks  # noqa: F401

if find_spec("distributed"):
    import dask.distributed  # noqa: F401
