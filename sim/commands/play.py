"""``warlab play``: a quick answer in the terminal; no files."""

from sim.commands.arguments import collected, policies_of, rules_of
from sim.commands.requests import PlayRequest
from sim.options import fields_of


@collected
def play(asked: PlayRequest) -> None:
    """Run ``warlab play``."""
    if asked.deals is not None:
        from sim.commands.given import play_given

        play_given(asked)
        return
    # What plays is loaded when something is played, so that --help answers at once.
    from sim.commands.played import answer
    from sim.commands.screen import tell
    from sim.games import find_game

    game = find_game(asked.game)
    rules = policies_of(game, rules_of(game, asked.rule), asked.policies)
    tell(answer(asked, rules), **fields_of(asked, "json", "csv"))
