"""``warlab replay``: one game, card by card."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from reports.viewer.page import document
from reports.words import by_seat
from sim.commands import arguments, options
from sim.commands.options import argument, option, parser
from sim.commands.printed import printed
from sim.contract.answer import Answer, Listing
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
        ),
    ]
    number: Annotated[
        int,
        argument(
            "The number of the game, from 0.",
            "NUMBER",
            parser=parser(arguments.whole),
        ),
    ] = 0
    rule: options.Setting = None
    policies: options.Players = None
    seed: Annotated[
        int | None,
        options.number(
            "For a game: its seed (default: that of warlab play).",
            0,
            MOST_SEED,
            metavar="S",
        ),
    ] = None
    deal: Annotated[
        str | None,
        option(
            "For a game: a deal to play instead of its own, the cards in the order in "
            "which they are dealt "
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
    json: options.Json = False


@printed("json")
def replay(asked: Asked) -> Answer | None:
    """Run ``warlab replay``."""
    shown = replayed(asked)
    if asked.html is not None:
        write_output(Path(asked.html), document(shown).encode())
        if not asked.json:
            # Not as an answer, which would break the line of a long path.
            print(f"The game is in {asked.html}")
            return None
    return answer(shown)


def answer(shown: Replay) -> Answer:
    """A game, card by card."""
    title, _, course = str(shown).partition("\n")
    packets = [shown.game.cards_text(packet) for packet in shown.packets]
    return Answer(
        title=title,
        blocks=(Listing(by_seat(course)),),
        data={
            "game": shown.game.name,
            "number": shown.number,
            "seed": shown.seed,
            "rules": shown.rules.as_dict(),
            **policies_table(shown.rules),
            "given": shown.given,
            "packets": packets,
            "events": [str(event) for event in shown.events],
            "row": shown.row,
        },
    )


def replayed(asked: Asked) -> Replay:
    """The game of a run, or of a game and a seed, that was asked for."""
    if named(asked.what):
        if asked.variant is not None:
            raise UserError(
                "only runs have variants",
                where="--variant",
                cure="give rules with -r option=value",
            )
        return _of_a_game(asked)
    if "/" not in asked.what and not place(asked.what).exists():
        raise unknown("game or run", asked.what, GAMES)
    for where in ("rule", "seed", "policies", "deal"):
        if getattr(asked, where) not in (None, []):
            cure = f"name one of its variants with --variant, or the game instead of {asked.what}"
            raise UserError(
                "a run has its own rules, players, seed and deals",
                where="-r" if where == "rule" else f"--{where}",
                cure=cure,
            )
    return open_run(asked.what).replay(asked.number, asked.variant)


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
