"""``warlab replay``: one game, card by card."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from reports.site.viewer.page import document
from reports.site.viewer.steps import story
from sim.commands import arguments
from sim.commands.arguments import Json, Players, Setting, argument, number_option, option
from sim.commands.completing import games_or_runs
from sim.commands.screen import show_json
from sim.contract.policy import policies_table
from sim.engine.replaying import Replay
from sim.engine.replaying import replay as play_again
from sim.errors import UserError, unknown
from sim.games import GAMES, find_game
from sim.games.registry import named
from sim.limits import MOST_SEED
from sim.runs import open_run
from sim.storage.files import write_output
from sim.storage.places import place

Seed = Annotated[
    int | None,
    number_option(
        "--seed", "For a game: its seed (default: that of warlab play).", 0, MOST_SEED, metavar="S"
    ),
]
What = Annotated[
    str,
    argument("The name of a game, or a run directory.", "GAME|RUN", autocompletion=games_or_runs),
]
Number = Annotated[
    int,
    typer.Argument(
        metavar="NUMBER",
        help="The number of the game, from 0.",
        parser=arguments.parser(partial(arguments.whole, where="NUMBER")),
    ),
]
Variant = Annotated[
    str | None,
    option("For a run: the variant whose rules to use (default: the first).", "NAME"),
]
Deal = Annotated[
    str | None,
    option(
        "For a game: a deal to play instead of its own, the cards in the order in which they are dealt "
        "('A K 10 2'); for beggar-my-neighbour also as in the literature ('J---/-KQ-').",
        "CARDS",
    ),
]
Html = Annotated[
    str | None,
    option("Write a page that shows the game card by card, instead of printing it.", "FILE"),
]


def replay(
    what: What,
    number: Number,
    rule: Setting = None,
    policies: Players = None,
    seed: Seed = None,
    deal: Deal = None,
    variant: Variant = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Run ``warlab replay``."""
    if named(what):
        if variant is not None:
            raise UserError(
                "only runs have variants", where="--variant", cure="give rules with -r option=value"
            )
        shown = _of_a_game(what, number, rule, seed, policies, deal)
    elif place(what).exists():
        for where, given in (("-r", rule), ("--seed", seed), ("--policies", policies), ("--deal", deal)):
            if given is not None and given != []:
                raise UserError(
                    "a run has its own rules, players, seed and deals",
                    where=where,
                    cure=f"name one of its variants with --variant, or the game instead of {what}",
                )
        shown = open_run(what).replay(number, variant)
    elif "/" in what:
        raise UserError("there is no such directory", where=what, cure="name a game or a run directory")
    else:
        raise unknown("game or run", what, GAMES)
    if html is not None:
        write_output(Path(html), document(shown).encode())
        if not json:
            print(f"The game is in {html}")
    if json:
        _show_values(shown)
    elif html is None:
        print(shown)


def _of_a_game(
    name: str,
    number: int,
    settings: list[str] | None,
    seed: int | None,
    policies: str | None,
    deal: str | None,
) -> Replay:
    game = find_game(name)
    rules = arguments.policies_of(game, arguments.rules_of(game, settings), policies)
    of_seed = arguments.USUAL_SEED if seed is None else seed
    try:
        return play_again(name, number, seed=of_seed, rules=rules, deal=deal)
    except UserError as error:
        if error.where != "deal":
            raise
        raise UserError(error.what, where="--deal", cure=error.cure) from None


def _show_values(shown: Replay) -> None:
    show_json(
        {
            "game": shown.game.name,
            "number": shown.number,
            "seed": shown.seed,
            "rules": shown.rules.as_dict(),
            **policies_table(shown.rules),
            "given": shown.given,
            "packets": [shown.game.cards_text(packet) for packet in shown.packets],
            "events": [str(event) for event in shown.events],
            "row": shown.row,
            # What the site's viewer of games opens.
            "story": story(shown),
        }
    )
