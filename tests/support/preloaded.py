"""What the process has loaded from which programs of the tests are forked; a process that runs tests need not."""

from importlib.util import find_spec

import joblib  # noqa: F401
import polars  # noqa: F401
import pyarrow.parquet  # noqa: F401
import rich.console  # noqa: F401
import scipy.special  # noqa: F401
from numba.core.registry import cpu_target
from pydantic import TypeAdapter  # noqa: F401

from reports import answer, charts, facts, sections  # noqa: F401
from sim import cli, counts, runs, start, tournaments  # noqa: F401
from sim.games.war.kernel import block  # noqa: F401
from tests.support import forks  # noqa: F401

if find_spec("distributed"):
    import dask.distributed  # noqa: F401

# Otherwise each program would look for all that Numba can compile before it reads the first kernel.
cpu_target.target_context.refresh()
cpu_target.typing_context.refresh()
