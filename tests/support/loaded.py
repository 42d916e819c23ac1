"""What a program must not have to load once it is forked: an entry of :class:`tests.support.program.Forked`."""

import sys

NEEDED = (
    "joblib",
    "numba.np.arraymath",
    "polars",
    "pyarrow.parquet",
    "reports.answer",
    "scipy.special",
    "sim.games.war.kernel.block",
    "sim.runs",
)


def name_missing() -> None:
    """Print what is not loaded."""
    print(*(name for name in NEEDED if name not in sys.modules))
