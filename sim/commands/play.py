"""``warlab play``: a quick answer in the terminal; no files."""

from sim.commands.arguments import collected
from sim.commands.requests import PlayRequest


@collected
def play(asked: PlayRequest) -> None:
    """Run ``warlab play``."""
    # What plays is loaded when something is played, so that --help answers at once.
    from sim.commands.sample import play_sample

    play_sample(asked)
