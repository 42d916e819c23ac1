"""The pages that follow from the code: rules, references, architecture, tables.

The tables stand in pages that are written by hand. ``python -m docs.build`` writes them; nothing is played.
"""

from __future__ import annotations

import html
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import guard
from docs import architecture, disagreements
from reports.sections.rules import rules_in_words
from sim.contract.deck_rules import DeckRules
from sim.contract.game import DECISIONS
from sim.options import setting_text
from tests.support.golden import chosen

if TYPE_CHECKING:
    from sim.contract.columns import Column
    from sim.contract.game import Game
    from sim.contract.rules import GameRules

HERE = Path(__file__).parent
RULES = "rules"
REFERENCE = "reference"

MARKS = "<!-- written by `make docs` -->", "<!-- end of what is written -->"
"""A table is between these lines of a page that is written by hand."""

_WITHOUT = """\
The defaults give the game above; [their sources](../defaults.md). Set options in `[rules]` or `[vary]` of a scenario,
with `rules=` in Python or with `-r` on the command line."""

_SOURCE = re.compile(r"The text is [^;]*?(?=;|\.(?: |$))")
_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")
_LITERAL = re.compile(r"``([^`]+)``")
_REFERENCE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def main() -> None:
    """Write the pages."""
    pages = (
        rules_pages()
        | reference_pages()
        | architecture.pages()
        | {disagreements.PAGE: disagreements.page()}
    )
    for name, table in TABLES.items():
        page = with_table((HERE.parent / name).read_text(encoding="utf-8"), table())
        pages[f"../{name}"] = page
    write(pages)


def with_table(page: str, table: str) -> str:
    """The page with a table between its marks."""
    begin, end = MARKS
    before, _, _ = page.partition(begin)
    _, _, after = page.partition(end)
    return f"{before}{begin}\n{table}\n{end}{after}"


def ratios_table() -> str:
    """The table of the speeds that are kept, a column for each class of machines."""
    kept = [guard.read(path) for path in sorted(guard.KEPT.glob("*.toml"))]
    rows = (
        (f"`{name}`", *(f"{ratios[name]:g}" for ratios in kept)) for name in kept[0]
    )
    return _table(("what is played", "AVX-512", "AVX2"), rows)


def games_table() -> str:
    """Return the README's table of the registered games."""
    import sim

    rows = (
        (f"`{name}`", f"[{game.title}](docs/{RULES}/{name}.md)", game.summary)
        for name, game in sim.games().items()
    )
    return _table(("game", "", "what sets it apart"), rows)


def defaults_tables() -> str:
    """Where the default of each option comes from, by the game that declares it."""
    import sim

    games = sim.games().values()
    dealt = [game.title for game in games if issubclass(game.rules, DeckRules)]
    shared = f"Shared by {', '.join(dealt)}, unless a table below has another default."
    parts = ["## The pack of every game that deals one", shared]
    parts.append(_why_table(DeckRules))
    for game in games:
        _, source, _ = _docstring(game)
        parts += [f"## {game.title}", source]
        parts += [
            f"What is not here is {other.title}'s."
            for other in games
            if other.rules is game.rules.__base__
        ]
        parts.append(_why_table(game.rules))
    return "\n\n".join(filter(None, parts))


def _why_table(rules: type[GameRules]) -> str:
    """Where the defaults come from of the options that a type of rules itself declares."""
    rows = (
        (f"`{option.name}`", in_words(option.default), option.why)
        for option in rules.options()
        if option.name in vars(rules)["__annotations__"]
    )
    return _table(("option", "default", "where it comes from"), rows)


TABLES = {
    "README.md": games_table,
    "docs/defaults.md": defaults_tables,
    "docs/speed-tables.md": ratios_table,
}
"""The tables in pages that are written by hand."""


def write(pages: Mapping[str, str]) -> None:
    """Write pages, named by their path under this directory."""
    for name, content in pages.items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path)


def rules_pages() -> dict[str, str]:
    """Return the pages of the rules: one for each registered game, and their list."""
    import sim

    games = sim.games()
    pages = {f"{RULES}/{name}.md": rules_page(game) for name, game in games.items()}
    rows = (
        f"| [{game.title}]({name}.md) | `{name}` | {len(game.rules.options())} |"
        for name, game in games.items()
    )
    pages[f"{RULES}/README.md"] = _page(
        "# The rules of the games",
        "One page for each game: how to play, its options, the columns of its results, "
        "the text of its source with the option that each sentence became, and what was "
        "decided where the source is silent. `make docs` writes these pages from the "
        "rulebooks in `sim/games`.",
        "\n".join(["| game | name | options |", "| --- | --- | ---: |", *rows]),
    )
    return pages


PUBLIC = {
    "sim": "Play, run, replay and compare: the names of `import warlab`.",
    "sim.exact": "Exact results.",
    "sim.rare": "Chances of one in millions or billions.",
    "sim.stats": "Pure functions from counts to estimates with intervals.",
    "sim.scenario": "Read, check and write scenarios.",
    "sim.policies": "Functions for your own policies.",
    "reports": "The reports of runs.",
}
"""The public modules; their names are those of ``__all__``."""

_PYTHON = """\
# The Python names

Every public name with its parameters, results and errors. A mistake in a request raises
`sim.UserError` with a cure. `import warlab` gives the names of
`sim`: `warlab.play` is `sim.play`."""

_SUMMARY = """\
## {module}

{about}

```{{eval-rst}}
.. currentmodule:: {module}

.. autosummary::
   :toctree: names
   :nosignatures:

   {names}
```"""


def reference_pages() -> dict[str, str]:
    """The references: of the command line, and the list of the Python names."""
    return {
        f"{REFERENCE}/commands.md": commands_page(),
        f"{REFERENCE}/python.md": python_page(),
    }


def commands_page() -> str:
    """The page of all commands, as Typer writes it."""
    words = ["docs.commands", "utils", "docs", "--name", "warlab"]
    done = subprocess.run(
        [sys.executable, "-m", "typer", *words],
        cwd=HERE.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    page = html.unescape(done.stdout).strip()
    return page.replace("# `warlab`", "# The command line", 1) + "\n"


def python_page() -> str:
    """The page that lists all public names; Sphinx writes a page of each."""
    parts = [
        _SUMMARY.format(
            module=module, about=about, names="\n   ".join(public_names(module))
        )
        for module, about in PUBLIC.items()
    ]
    return "\n\n".join([_PYTHON, *parts]) + "\n"


def public_names(module: str) -> list[str]:
    """The public names of a module, functions first."""
    package = import_module(module)
    names = [
        name
        for name in package.__all__
        if not inspect.ismodule(getattr(package, name))
        and (module, name) != ("sim", "games")
    ]
    return sorted(
        names, key=lambda name: (inspect.isclass(getattr(package, name)), name.lower())
    )


_USUAL = {
    "war": """\
Other rules that many play: three cards face down (`face_down=3`); won cards shuffled (`pickup=shuffled`) or kept on a
pile (`captured=pile-shuffled`); no loss for want of cards in a war (`run_out`).""",
}
"""Other rules than the defaults, as people play them."""


def rules_page(game: Game) -> str:
    """Return the page of a game's rules."""
    about, text, decisions = _docstring(game)
    parts = [f"# {game.title}", f"{about}. In commands: `{game.name}`."]
    parts += [
        "## How to play",
        " ".join(rules_in_words(game, game.rules())),
        *([_USUAL[game.name]] if game.name in _USUAL else []),
        "## Options",
        _WITHOUT,
    ]
    parts.append(_options_table(game))
    parts += [f"{says[:1].upper()}{says[1:]}." for _, says in game.rules.same_as]
    if game.name in _IN_PICKUPS:
        parts += _pickups(*_IN_PICKUPS[game.name])
    parts += [
        "## Results",
        "A row for each game: its number, `game` (int64), and",
    ]
    parts.append(_columns_table(game.columns))
    if game.more_columns:
        parts += ["Under other rules also", _columns_table(game.more_columns)]
    if game.on_request:
        parts += [
            (
                "On request (`--column NAME`, `[columns] more = [...]` in a scenario, "
                "`columns=` in Python) also"
            ),
            _columns_table(game.on_request),
        ]
    parts += _policies(game)
    parts += _told(game)
    parts += [
        "## The text of the source",
        f"{text} Each sentence is followed by the option that it became.",
    ]
    parts.append("```text\n" + game.source.strip("\n") + "\n```")
    if decisions:
        parts += [f"## {DECISIONS}", decisions]
    return _page(*parts)


_PLAYS = """\
The players' first cards of a round are its first play, the second cards its second, face down or not. In the example,
player 0 lays 7, then 2 face down and 9; player 1 lays 7, then 5 face down and 10, and wins the pot of six cards, here
in the order in which player 1 will play it."""

_ROWS = """\
In the example two threes make a war: player 0 lays the row 7 2 9, player 1 the row 8 5 10, and player 1 wins these six
cards, here in the order in which player 1 will play them. The first cards of the rows are the first play, the second
cards the second."""

_RACE = """\
The players' first cards of a round are its first play, the second cards its second. In the example both players turn up
7; then player 0 turns 2 and 9, and player 1 5 and the ace (14), with which player 1 wins the pot of six cards, here in
the order in which player 1 will play it."""

_UNDER = "The pot goes under the winner's packet"
_TIED = [[7, 2, 9], [7, 5, 10]]
_IN_PICKUPS = {
    "war": (_UNDER, _PLAYS, _TIED),
    "pyanitsa": (_UNDER, _PLAYS, _TIED),
    "syrian-war": (
        "The rows go under the winner's packet",
        _ROWS,
        [[7, 2, 9], [8, 5, 10]],
    ),
    "ace-race": (
        "The pot goes onto the winner's pile",
        _RACE,
        [[7, 2, 9], [7, 5, 14]],
    ),
}
"""Where a pot goes, by game, and an example: in words, and what each player laid."""


def _pickups(where: str, example: str, stacks: list[list[int]]) -> list[str]:
    """Return how a pot of several cards is picked up, with an example of each order."""
    from sim.games.packets.table import pot_in_order
    from sim.games.packets.vocabulary import PICKUPS

    def told(pickup: str, says: str) -> str:
        order = " ".join(map(str, pot_in_order(stacks, 1, pickup)))
        return f"- `{pickup}`: {says}{'' if pickup == 'shuffled' else f' In the example: {order}.'}"

    return [
        "## How a pot is picked up",
        example,
        "\n".join(
            told(pickup, f"{where}{says}.") for pickup, (_, says) in PICKUPS.items()
        ),
    ]


def _policies(game: Game) -> list[str]:
    """Return the policies of a game of choice, grouped by decision."""
    if game.policies is None:
        return []
    parts = ["## Policies"]
    if len(game.policies.parts) > 1:
        form = "/".join(part.name for part in game.policies.parts)
        short = ", ".join(
            f"`{name}` for `{whole}`" for name, whole in game.policies.short.items()
        )
        parts.append(f"Named in parts, `{form}`, or in short: {short}.")
    for part in game.policies.parts:
        rows = (
            (f"`{policy.name}`", _markdown(policy.meaning)) for policy in part.policies
        )
        parts.append(_table((part.name, "what it does"), rows))
    return parts


SHOWN = 30
"""The most lines of a replay on a page of rules."""


def _told(game: Game) -> list[str]:
    """The beginning of the golden replay, and the command that prints all of it."""
    golden = HERE.parent / "tests" / "golden" / f"{game.name}.txt"
    if not golden.is_file():
        return []
    text = golden.read_text(encoding="utf-8")
    head, _, rest = text.partition("\n\n")
    events = (
        rest.rpartition("\n\n")[0]
        if "\n\n" in rest
        else rest.rstrip().rpartition("\n")[0]
    )
    lines = events.strip().splitlines()
    if len(lines) > SHOWN:
        lines[SHOWN:] = ["…"]
    return [
        "## One game, step by step",
        f"```sh\n{_replay(game.name, text)}\n```",
        "\n".join(["```text", head, "", *lines, "```"]),
    ]


def _replay(name: str, golden: str) -> str:
    """The command that prints a golden replay."""
    how = chosen(golden)
    words = ["warlab", "replay", name, str(how["number"])]
    for option, value in how.get("rules", {}).items():
        words += ["-r", setting_text(option, value)]
    if set(how.get("policies", ())) - {"random"}:
        words += ["--policies", ",".join(how["policies"])]
    return " ".join(words)


def _docstring(game: Game) -> tuple[str, str, str]:
    """The parts of the rulebook's docstring: what the game is, its source, the decisions."""
    head, _, _ = game.about.partition(DECISIONS)
    first, _, rest = head.replace("\n", " ").partition("  ")
    source = _SOURCE.search(rest)
    named = f"{source.group()}." if source else ""
    return (
        _markdown(first.partition(":")[0].rstrip(".")),
        _markdown(named),
        _markdown(game.decisions),
    )


def _markdown(text: str) -> str:
    """Return docstring text as Markdown: the names of things as code."""
    text = _ROLE.sub(r"``\1``", text)
    text = _REFERENCE.sub(r"`\1`", text)
    return _LITERAL.sub(r"`\1`", text)


def _options_table(game: Game) -> str:
    rows = (
        (f"`{option.name}`", in_words(option.default), option.values, option.meaning)
        for option in game.rules.options()
    )
    return _table(("option", "default", "values", "meaning"), rows)


def _columns_table(columns: tuple[Column, ...]) -> str:
    rows = ((f"`{column.name}`", _type(column), column.meaning) for column in columns)
    return _table(("column", "type", "meaning"), rows)


def _table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = (headings, ("---",) * len(headings), *rows)
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |"
        for line in lines
    )


def _type(column: Column) -> str:
    if column.categories:
        return ", ".join(f"`{category}`" for category in column.categories)
    return column.dtype if column.per == 1 else f"float64, in steps of 1/{column.per}"


def in_words(value: Any) -> str:
    """How a page writes the value of an option."""
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ", ".join(f"`{part}`" for part in value)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _page(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
