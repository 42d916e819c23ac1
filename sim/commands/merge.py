"""``warlab merge``: join runs of one scenario over different games into a new run."""

from typing import Annotated

from sim.commands.options import argument, number, option
from sim.commands.printed import printed
from sim.commands.status import gap_lines, state_line, status_values
from sim.contract.answer import Answer, Paragraph
from sim.limits import MOST_GAMES
from sim.runs.merge import merge_runs


@printed("json")
def merge(
    runs: Annotated[list[str], argument("Run directories.", "RUN...")],
    out: Annotated[str, option("The directory of the new run.", "DIR")],
    first: Annotated[
        int | None,
        number(
            "The first game of the new run (default: the lowest game number in any of the runs).",
            metavar="K",
        ),
    ] = None,
    games: Annotated[
        int | None,
        number(
            "How many games the new run plans (default: up to the last game of any run).",
            1,
            MOST_GAMES,
        ),
    ] = None,
) -> Answer:
    """Run ``warlab merge``."""
    merged = merge_runs(runs, out, first=first, games=games)
    lines = [state_line(merged), *gap_lines(merged)]
    return Answer(blocks=(Paragraph("\n".join(lines)),), data=status_values(merged))
