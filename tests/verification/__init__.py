"""Published figures, computed again and compared with the published values.

`FIGURES` is the list as data: what was published, by whom, from how many games, and how
it is found here. The page docs/published-figures.md is its table.
"""

from tests.verification.figures import FIGURES
from tests.verification.model import Counted, Exact, Figure, Play, Simulated, Source

__all__ = ["FIGURES", "Counted", "Exact", "Figure", "Play", "Simulated", "Source"]
