"""``warlab run``: play a scenario into a run directory, and print where it is and the results."""

from sim.commands.arguments import collected
from sim.commands.requests import RunRequest
from sim.options import fields_of


@collected
def run(asked: RunRequest) -> None:
    """Run ``warlab run``.

    What plays is loaded when something is played, so that --help answers at once.
    """
    from sim.commands.launch import answer
    from sim.commands.screen import tell

    tell(answer(asked), **fields_of(asked, "json", "csv"))
