"""``warlab play``: a quick answer in the terminal; no files."""

from sim.commands.arguments import policies_of, rules_of
from sim.commands.printed import printed
from sim.commands.requests import PlayRequest
from sim.contract.answer import Answer


@printed("csv", "json")
def play(asked: PlayRequest) -> Answer:
    """Run ``warlab play``.

    What plays is loaded when something is played, so that --help answers at once.
    """
    from sim.games import find_game

    game = find_game(asked.game)
    rules = policies_of(game, rules_of(game, asked.rule), asked.policies)
    if asked.deals is not None:
        from sim.commands.given import answer as answer_of_given

        return answer_of_given(asked, rules)
    from sim.commands.played import answer

    return answer(asked, rules)
