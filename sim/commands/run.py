"""``warlab run``: play a scenario into a run directory, and print where it is and the results."""

from sim.commands.printed import printed
from sim.commands.requests import RunRequest
from sim.contract.answer import Answer


@printed("json")
def run(asked: RunRequest) -> Answer:
    """Run ``warlab run``.

    What plays is loaded when something is played, so that --help answers at once.
    """
    from sim.commands.launch import answer

    return answer(asked)
