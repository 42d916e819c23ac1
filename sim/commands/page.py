"""``warlab page``: one file that plays a game in any browser."""

import hashlib
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from platformdirs import user_cache_path

from reports.page.page import answers_of, document
from sim.browser.building import modules
from sim.commands.arguments import rules_of
from sim.commands.options import AnyGame, Setting, option
from sim.commands.printed import printed
from sim.errors import UserError
from sim.games import find_game
from sim.storage.files import output, write_output


@dataclass(frozen=True)
class Asked:
    """The words of ``warlab page``."""

    game: AnyGame = "war"
    rule: Setting = None
    to: Annotated[Path | None, option("Write the page to FILE.html.", "FILE")] = None
    open: Annotated[
        bool,
        option(
            "Open the page in the browser; without --to it is kept in the cache.",
            "",
            "--open",
        ),
    ] = False


@printed()
def page(asked: Asked) -> None:
    """Run ``warlab page``."""
    game = find_game(asked.game)
    answers = answers_of(game, rules_of(game, asked.rule))
    if asked.to is None and not asked.open:
        raise UserError(
            "nowhere to write the page",
            where="--to",
            cure="name a file with --to FILE.html, or give --open",
        )
    if asked.to is not None and not asked.to.exists():
        # Compiling takes half a minute: what cannot be written is said before it.
        output(asked.to)
    made = modules(game, _tell)
    content = document(answers, made).encode()
    name = f"{game.name}-{hashlib.sha256(content).hexdigest()[:12]}.html"
    to = asked.to or user_cache_path("warlab") / "pages" / name
    if asked.to is None:
        to.parent.mkdir(parents=True, exist_ok=True)
    write_output(to, content)
    print(f"{to} plays {game.title} in any browser ({len(content) // 1000} KB)")
    if asked.open:
        webbrowser.open(to.resolve().as_uri())


def _tell() -> None:
    print(
        "compiling the kernels for browsers (once, 20 to 40 s)",
        file=sys.stderr,
        flush=True,
    )
