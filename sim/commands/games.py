"""``warlab games``: the list of games, and everything about the rules of one."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from reports.sections.rules import rules_in_words
from reports.words import capital
from sim.commands.options import argument
from sim.commands.printed import printed
from sim.contract.answer import Answer, Block, Bullets, Listing, Paragraph, Table
from sim.contract.columns import Column
from sim.contract.game import DECISIONS, Game
from sim.contract.vocabulary import OF_A_DECK
from sim.games import GAMES, find_game
from sim.options import fields_of


def answer(
    game: Annotated[
        str | None,
        argument("A game; without one, all are listed.", "GAME"),
    ] = None,
) -> Answer:
    """The games, or everything about one.

    Parameters
    ----------
    game
        The name of a game; None lists them all.
    """
    return _list() if game is None else _page(find_game(game))


games = printed("csv", "json")(answer)
"""The command ``warlab games``."""


def _list() -> Answer:
    """The games of the registry."""
    listed = [fields_of(known, "name", "title") for known in GAMES.values()]
    rows = tuple(
        (known.name, known.title, str(len(known.rules.options())))
        for known in GAMES.values()
    )
    head = ("game", "title", "options")
    return Answer(
        headline="The games; warlab games GAME describes one of them.",
        blocks=(Table("", head, rows, text_columns=frozenset({1})),),
        data=listed,
        rows=listed,
    )


def _page(game: Game) -> Answer:
    """The options, columns, policies and source of one game."""
    return Answer(
        title=f"{game.title} ({game.name})",
        blocks=tuple(_blocks(game)),
        data=_page_values(game),
        rows=_options(game),
    )


def _blocks(game: Game) -> Iterator[Block]:
    yield Paragraph("How to play, with the default options:")
    yield Bullets(tuple(rules_in_words(game, game.rules())))
    themes: dict[str, list[tuple[str, ...]]] = {"the game": [], "the pack": []}
    for option in _options(game):
        is_of_pack = option["option"] in OF_A_DECK
        themes["the pack" if is_of_pack else "the game"].append(tuple(option.values()))
    for theme, options in themes.items():
        if options:
            yield Table(
                f"Options of {theme} (-r option=value in a command, [rules] in a scenario):",
                ("option", "default", "values", "meaning"),
                tuple(options),
                text_columns=frozenset({1, 2, 3}),
            )
    columns = {
        "Columns of the results, besides the number of the game (game, int64):": game.columns,
        "Under other rules also:": game.more_columns,
        "On request (--column NAME, or named in a chance or a mean):": game.on_request,
    }
    for caption, of_game in columns.items():
        if of_game:
            yield _columns(caption, of_game)
    yield from _policies(game)
    if game.rules.same_as:
        yield Paragraph("Rules by other names:")
        yield Bullets(tuple(f"{capital(says)}." for _, says in game.rules.same_as))
    yield Paragraph("The text of the source, and the option that each sentence became:")
    yield Listing(game.source.rstrip())
    if game.decisions:
        plain = re.sub(r"(:[a-z]+:)?`+~?([^`]+)`+", r"\2", game.decisions)
        yield Paragraph(f"{DECISIONS}:")
        for paragraph in re.split(r"\n\n|\n(?=- )", plain):
            yield Paragraph(" ".join(paragraph.split()))


def _options(game: Game) -> list[dict[str, str]]:
    """A row for each option of a game."""
    return [
        {"option": option.name, "default": _value_text(option.default)}
        | fields_of(option, "values", "meaning")
        for option in game.rules.options()
    ]


def _columns(caption: str, columns: Iterable[Column]) -> Table:
    rows = tuple(
        (
            column.name,
            " | ".join(column.categories) or str(column.dtype),
            column.meaning,
        )
        for column in columns
    )
    head = ("column", "type", "meaning")
    return Table(caption, head, rows, text_columns=frozenset({1, 2}))


def _policies(game: Game) -> Iterator[Block]:
    """The policies of the players, if they choose."""
    if game.policies is None:
        return
    yield Paragraph(
        "Policies, as policies = [...] and tournament = [...] in a scenario name them:"
    )
    if len(game.policies.parts) > 1:
        parts = "/".join(part.name for part in game.policies.parts)
        yield Paragraph(f"The name of a policy has parts: {parts}.")
        short = game.policies.short.items()
        yield Bullets(tuple(f"{word} is short for {name}." for word, name in short))
    for part in game.policies.parts:
        rows = tuple(
            (policy.name, policy.meaning.replace("`", "")) for policy in part.policies
        )
        head = (part.name, "what it does")
        yield Table("", head, rows, text_columns=frozenset({1}))


def _page_values(game: Game) -> dict[str, Any]:
    """A game for programs."""
    policies = game.policies.parts if game.policies else ()
    number = Column("game", "int64", "its number")
    return {
        **fields_of(game, "name", "title"),
        "options": [
            fields_of(option, "name", "default", "schema", "values", "meaning")
            | {"choices": list(option.choices)}
            for option in game.rules.options()
        ],
        "columns": list(map(_column_values, (number, *game.columns))),
        "more_columns": list(map(_column_values, game.more_columns)),
        "on_request": list(map(_column_values, game.on_request)),
        "policies": [
            {
                "part": part.name,
                "policies": [
                    fields_of(policy, "name", "meaning") for policy in part.policies
                ],
            }
            for part in policies
        ],
        "same_as": [says for _, says in game.rules.same_as],
        "source": game.source,
    }


def _column_values(column: Column) -> dict[str, Any]:
    """A column for programs."""
    return {
        **fields_of(column, "name", "meaning"),
        "type": "categorical" if column.categories else column.dtype,
        "categories": list(column.categories),
    }


def _value_text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
