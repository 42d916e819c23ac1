"""``warlab replay``: one game, card by card."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from reports.viewer.page import document
from sim.commands import arguments
from sim.commands.arguments import (
    Json,
    Players,
    Setting,
    argument,
    collected,
    number_option,
    option,
)
from sim.commands.completing import game_names
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


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab replay``."""

    what: Annotated[
        str,
        argument(
            "The name of a game, or a run directory.",
            "GAME|RUN",
            autocompletion=game_names,
        ),
    ]
    number: Annotated[
        int,
        argument(
            "The number of the game, from 0.",
            "NUMBER",
            parser=arguments.parser(partial(arguments.whole, where="NUMBER")),
        ),
    ]
    rule: Setting = None
    policies: Players = None
    seed: Annotated[
        int | None,
        number_option(
            "--seed",
            "For a game: its seed (default: that of warlab play).",
            0,
            MOST_SEED,
            metavar="S",
        ),
    ] = None
    deal: Annotated[
        str | None,
        option(
            "For a game: a deal to play instead of its own, the cards in the order in which they are dealt "
            "('A K 10 2'); for beggar-my-neighbour also as in the literature ('J---/-KQ-').",
            "CARDS",
        ),
    ] = None
    variant: Annotated[
        str | None,
        option(
            "For a run: the variant whose rules to use (default: the first).", "NAME"
        ),
    ] = None
    html: Annotated[
        str | None,
        option(
            "Write a page that shows the game card by card, instead of printing it.",
            "FILE",
        ),
    ] = None
    json: Json = False


@collected
def replay(asked: Asked) -> None:
    """Run ``warlab replay``."""
    if named(asked.what):
        if asked.variant is not None:
            raise UserError(
                "only runs have variants",
                where="--variant",
                cure="give rules with -r option=value",
            )
        shown = _of_a_game(asked)
    elif "/" in asked.what or place(asked.what).exists():
        for where in ("rule", "seed", "policies", "deal"):
            if getattr(asked, where) not in (None, []):
                raise UserError(
                    "a run has its own rules, players, seed and deals",
                    where="-r" if where == "rule" else f"--{where}",
                    cure=f"name one of its variants with --variant, or the game instead of {asked.what}",
                )
        shown = open_run(asked.what).replay(asked.number, asked.variant)
    else:
        raise unknown("game or run", asked.what, GAMES)
    if asked.html is not None:
        write_output(Path(asked.html), document(shown).encode())
        if not asked.json:
            print(f"The game is in {asked.html}")
    if asked.json:
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
            }
        )
    elif asked.html is None:
        print(shown)


def _of_a_game(asked: Asked) -> Replay:
    game = find_game(asked.what)
    rules = arguments.policies_of(
        game, arguments.rules_of(game, asked.rule), asked.policies
    )
    seed = arguments.USUAL_SEED if asked.seed is None else asked.seed
    with arguments.typed_as(deal="--deal"):
        return play_again(
            game.name, asked.number, seed=seed, rules=rules, deal=asked.deal
        )
