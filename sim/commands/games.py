"""``warlab games``: the list of games, and everything about the rules of one."""

import re
from collections.abc import Iterable
from typing import Annotated, Any

from reports.words import capital
from sim.commands.arguments import Json, argument
from sim.commands.completing import game_names
from sim.commands.screen import Csv, give, table
from sim.contract.columns import Column
from sim.contract.game import DECISIONS, Game
from sim.games import GAMES, find_game
from sim.options import fields_of


def games(
    game: Annotated[
        str | None,
        argument(
            "A game; without one, all are listed.", "GAME", autocompletion=game_names
        ),
    ] = None,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Run ``warlab games``."""
    if game is not None:
        chosen = find_game(game)
        give(
            _page_values(chosen),
            *_page(chosen),
            json=json,
            csv=csv,
            rows=_options(chosen),
        )
        return
    listed = [{"name": known.name, "title": known.title} for known in GAMES.values()]
    rows = (
        (known.name, known.title, str(len(known.rules.options())))
        for known in GAMES.values()
    )
    shown = table(("game", "title", "options"), rows, words=2)
    more = "warlab games GAME describes one of them."
    give(listed, shown, "", more, json=json, csv=csv, rows=listed)


def _page(game: Game) -> list[Any]:
    options = (tuple(option.values()) for option in _options(game))
    plain = re.sub(r"(:[a-z]+:)?`+~?([^`]+)`+", r"\2", game.decisions)
    paragraphs = (
        " ".join(paragraph.split()) for paragraph in re.split(r"\n\n|\n(?=- )", plain)
    )
    others = [f"{capital(says)}." for _, says in game.rules.same_as]
    return [
        f"{game.title} ({game.name})",
        "",
        "Options, for [rules] in a scenario and for -r option=value:",
        table(("option", "default", "values", "meaning"), options, words=4, grow=True),
        "",
        "Columns of a played game, besides its number (game, int64):",
        _columns(game.columns),
        "",
        *(
            ["Under other rules also:", _columns(game.more_columns), ""]
            if game.more_columns
            else []
        ),
        *(
            ["On request, with --column NAME:", _columns(game.on_request), ""]
            if game.on_request
            else []
        ),
        *_policies(game),
        *(["Rules by other names:", *others, ""] if others else []),
        "The words of the source, and the option that each became:",
        "",
        game.source.rstrip(),
        *(["", f"{DECISIONS}:", "", "\n\n".join(paragraphs)] if plain else []),
    ]


def _options(game: Game) -> list[dict[str, str]]:
    """Return a row for each option of a game."""
    return [
        {"option": option.name, "default": _value_text(option.default)}
        | fields_of(option, "values", "meaning")
        for option in game.rules.options()
    ]


def _columns(columns: Iterable[Column]) -> Any:
    rows = (
        (
            column.name,
            " | ".join(column.categories) or str(column.dtype),
            column.meaning,
        )
        for column in columns
    )
    return table(("column", "type", "meaning"), rows, words=3, grow=True)


def _policies(game: Game) -> list[Any]:
    """Return the policies of the players, as lines and tables to show."""
    if game.policies is None:
        return []
    lines: list[Any] = [
        "Policies, for policies = [...] and tournament = [...] in a scenario and for --policies:"
    ]
    if len(game.policies.parts) > 1:
        lines.append(
            "The name of a policy has parts: "
            + "/".join(part.name for part in game.policies.parts)
            + "."
        )
        lines += [
            f"{short} is short for {name}."
            for short, name in game.policies.short.items()
        ]
    for part in game.policies.parts:
        rows = (
            (policy.name, policy.meaning.replace("`", "")) for policy in part.policies
        )
        lines += [table((part.name, "what it does"), rows, words=2, grow=True), ""]
    return lines


def _page_values(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "options": [
            fields_of(option, "name", "default", "kind", "values", "choices", "meaning")
            for option in game.rules.options()
        ],
        "columns": [
            {
                "name": "game",
                "type": "int64",
                "categories": [],
                "meaning": "its number",
            },
            *map(_column_values, game.columns),
        ],
        "more_columns": [_column_values(column) for column in game.more_columns],
        "on_request": [_column_values(column) for column in game.on_request],
        "policies": [
            {
                "part": part.name,
                "policies": [
                    fields_of(policy, "name", "meaning") for policy in part.policies
                ],
            }
            for part in (game.policies.parts if game.policies else ())
        ],
        "same_as": [says for _, says in game.rules.same_as],
        "source": game.source,
    }


def _column_values(column: Column) -> dict[str, Any]:
    return {
        "name": column.name,
        "type": "categorical" if column.categories else column.dtype,
        "categories": list(column.categories),
        "meaning": column.meaning,
    }


def _value_text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
