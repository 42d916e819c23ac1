"""``warlab replay``: one game, card by card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.commands import arguments
from sim.commands.arguments import Json, Players, Setting
from sim.commands.screen import show_json
from sim.errors import UserError, unknown
from sim.limits import MOST_NUMBER, MOST_SEED

if TYPE_CHECKING:
    from sim.engine.replaying import Replay

Seed = Annotated[
    str | None,
    typer.Option(metavar="S", help="For a game: its seed (default: that of warlab play)."),
]
What = Annotated[str, typer.Argument(metavar="GAME|RUN", help="The name of a game, or a run directory.")]
Number = Annotated[str, typer.Argument(metavar="NUMBER", help="The number of the game, from 0.")]
Variant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="For a run: the variant whose rules to use (default: the first)."),
]


def replay(
    what: What,
    number: Number,
    rule: Setting = None,
    policies: Players = None,
    seed: Seed = None,
    variant: Variant = None,
    json: Json = False,
) -> None:
    """Show one game card by card, from a game and a seed or from a run."""
    from sim.games import GAMES

    wanted = arguments.whole(number, "NUMBER", 0, MOST_NUMBER)
    if what in GAMES:
        if variant is not None:
            raise UserError(
                "only runs have variants", where="--variant", cure="give rules with -r option=value"
            )
        told = _of_a_game(what, wanted, rule, seed, policies)
    elif Path(what).exists():
        for where, given in (("-r", rule), ("--seed", seed), ("--policies", policies)):
            if given:
                raise UserError(
                    "a run has its own rules, players and seed",
                    where=where,
                    cure="name one of its variants with --variant",
                )
        from sim.runs import open_run

        told = open_run(what).replay(wanted, variant)
    elif Path(what).name != what:
        raise UserError("there is no such directory", where=what, cure="name a game or a run directory")
    else:
        raise unknown("game or run", what, GAMES)
    if json:
        _show_values(told)
    else:
        print(told)


def _of_a_game(
    name: str, number: int, settings: list[str] | None, seed: str | None, policies: str | None
) -> Replay:
    from sim.engine.replaying import replay as tell
    from sim.games import find_game

    game = find_game(name)
    rules = arguments.policies_of(game, arguments.rules_of(game, settings), policies)
    of_seed = arguments.whole(arguments.USUAL_SEED if seed is None else seed, "--seed", 0, MOST_SEED)
    return tell(name, number, seed=of_seed, rules=rules)


def _show_values(told: Replay) -> None:
    from sim.contract.policy import policies_table

    show_json(
        {
            "game": told.game.name,
            "number": told.number,
            "seed": told.seed,
            "rules": told.rules.as_dict(),
            **policies_table(told.rules),
            "packets": [told.game.cards_text(packet) for packet in told.packets],
            "events": [str(event) for event in told.events],
            "row": told.row,
        }
    )
