"""The page of the architecture: the rooms of the code, what each may know, and the way of a game through them.

The picture follows from the imports. A room is a package; below the others lie the modules in the root of ``sim``.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
GROUND = "sim (its root)"
"""The room of the modules in the root of ``sim``."""

WAY = (
    (
        "sim.commands.run.run",
        "`warlab run` takes the words that were typed, and prints how far the run is.",
    ),
    (
        "sim.scenario.load_scenario",
        "The lines of the TOML file become a scenario; every key and value is checked.",
    ),
    (
        "sim.options.Rules.of",
        'A line of `[rules]`, such as `run_out = "last-card"`, becomes an option of the game.',
    ),
    (
        "sim.runs.run",
        "The run is locked, and played from where its record says that it is.",
    ),
    (
        "sim.collect.driver.collect",
        "The games are divided into blocks of game numbers, which workers play in any order.",
    ),
    ("sim.engine.playing.play_block", "A block is dealt and played in memory."),
    (
        "sim.deals.deck.deal_rows",
        "The deal of game *k* follows from the seed and *k* alone.",
    ),
    (
        "sim.games.war.kernel.block.play_block",
        "The compiled game: arrays of deals in, a column for each outcome out.",
    ),
    (
        "sim.counts.tallies.Tallies",
        "The block is counted: whole numbers, added up exactly in any order.",
    ),
    (
        "sim.runs.Run.estimates",
        "The counts of the run are read back and become statistics.",
    ),
    (
        "sim.stats.Interval",
        "Each statistic is a value with its interval, its level and its method.",
    ),
    (
        "reports.facts.gather",
        "The report asks the run for its statistics, under the names that people use.",
    ),
    (
        "reports.sections.lengths.lengths",
        "A section turns them into sentences, tables and pictures.",
    ),
    (
        "reports.contents.compose",
        "The sections become one document, with the answer first.",
    ),
    (
        "reports.writing.show",
        "The document is printed, or written as text, Markdown or HTML.",
    ),
)
"""The way of a game, from the scenario's line to the report's sentence: names, each with what happens there."""

CELL, TOP, LEFT = 24, 150, 300
"""Pixels of a cell of the picture, above its first row, and to the left of its first column."""


def pages() -> dict[str, str]:
    """Return the page and its picture, by their paths under ``docs/``."""
    order = rooms()
    return {
        "architecture.md": _page(order),
        "images/architecture.svg": picture(order, imports()),
    }


@cache
def imports() -> frozenset[tuple[str, str]]:
    """Return which room imports from which."""
    pairs = set()
    for module, tree in _modules():
        for name in _imported(tree):
            pair = room_of(module), room_of(name)
            if None not in pair and pair[0] != pair[1]:
                pairs.add(pair)
    return frozenset(pairs)  # type: ignore[arg-type]  # no part is None


@cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return the modules of the code, each with its syntax tree, without the face of the house."""
    files = (
        path
        for top in ("sim", "reports")
        for path in sorted((ROOT / top).rglob("*.py"))
    )
    return tuple(
        (
            ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(
                ".__init__"
            ),
            ast.parse(path.read_text()),
        )
        for path in files
        if path != ROOT / "sim" / "__init__.py"
    )


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a module imports anywhere, for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(module: str) -> str | None:
    """Return the room of a module or of a name in it; None for what is not ours.

    >>> room_of("sim.games.war.rules"), room_of("sim.errors"), room_of("reports.page.page"), room_of("numpy")
    ('sim.games', 'sim (its root)', 'reports', None)
    """
    parts = module.split(".")
    if parts[0] not in ("sim", "reports"):
        return None
    if len(parts) > 1 and parts[0] == "sim":
        return f"sim.{parts[1]}" if (ROOT / "sim" / parts[1]).is_dir() else GROUND
    if parts[0] == "reports":
        return "reports"
    return None


def rooms() -> tuple[str, ...]:
    """Return the rooms from the top of the house down: each imports only from those below it."""
    pairs, left = imports(), {room for pair in imports() for room in pair}
    order: list[str] = []
    while left:
        # The lowest first: nothing that it imports is still to come.
        ready = sorted(
            room
            for room in left
            if not any(one == room and other in left for one, other in pairs)
        )
        if not ready:
            raise ValueError(
                f"these rooms import each other: {', '.join(sorted(left))}"
            )
        order += ready
        left -= set(ready)
    return tuple(reversed(order))


def _about(room: str) -> str:
    """Return what a room is: the first sentence of its docstring."""
    if room == GROUND:
        return "The ground: user errors, cards, declared options, random streams, limits of numbers."
    path = ROOT.joinpath(*room.split("."), "__init__.py")
    text = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", " ".join(text.split())).replace(
        "``", "`"
    )


def _file_of(name: str) -> str:
    """Return the file in which something is defined, by its full name."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return (
            Path(inspect.getsourcefile(inspect.unwrap(found)) or "")
            .relative_to(ROOT)
            .as_posix()
        )  # type: ignore[arg-type]
    raise ValueError(f"there is no {name}")


def _page(order: tuple[str, ...]) -> str:
    modules = [room_of(module) for module, _ in _modules()]
    rows = "\n".join(
        f"| `{room}` | {modules.count(room)} | {_about(room)} |" for room in order
    )
    steps = "\n".join(
        f"{number}. {text} `{name}` in [`{_file_of(name)}`](../{_file_of(name)})"
        for number, (name, text) in enumerate(WAY, 1)
    )
    return f"""\
# How the code is built

A folder for each game, shared rooms below it, runs and reports above. This page and its picture follow from the imports
of the code: `python -m docs.build --rules` writes them, and a test fails when they are out of date.

![Each room with the rooms that it imports from: all of them lie below it](images/architecture.svg)

A dot says that the room of the row imports from that of the column: {len(imports())} arrows between {len(order)} rooms.
All dots lie to the right of the diagonal, so each room knows only rooms below it; one to its left would be an import
upwards, which a test refuses. The numbers in front of the diagonal are those of the steps below.

## The rooms

| room | modules | what it is |
| --- | ---: | --- |
{rows}

What does not belong into a room, and how to add a game, is in [CONTRIBUTING.md](../CONTRIBUTING.md).

## The way of a game

From the scenario's line to the report's sentence:

{steps}
"""


def picture(order: tuple[str, ...], pairs: frozenset[tuple[str, str]]) -> str:
    """Return the picture: a row and a column for each room, from the top of the house down."""
    size = CELL * len(order)
    numbers: dict[str, list[str]] = {}
    for number, (name, _) in enumerate(WAY, 1):
        numbers.setdefault(room_of(name) or "", []).append(str(number))
    drawn = []
    for place in range(len(order)):
        y, x = TOP + CELL * place, LEFT + CELL * place
        drawn.append(
            f'<rect class="row{place % 2}" x="8" y="{y}" width="{LEFT + size - 8}" height="{CELL}"/>'
        )
        drawn.append(
            f'<rect class="own" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
        )
    for place, room in enumerate(order):
        middle = TOP + CELL * place + CELL // 2
        across = LEFT + CELL * place + CELL // 2
        drawn.append(f'<text x="16" y="{middle + 4}">{escape(room)}</text>')
        steps = ", ".join(numbers.get(room, ()))
        drawn.append(
            f'<text class="step" x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{steps}</text>'
        )
        drawn.append(
            f'<text transform="translate({across + 4} {TOP - 8}) rotate(-55)">{escape(room)}</text>'
        )
        drawn += [
            f'<circle cx="{LEFT + CELL * order.index(other) + CELL // 2}" cy="{middle}" r="5"/>'
            for one, other in sorted(pairs)
            if one == room
        ]
    width, height = LEFT + size + 120, TOP + size + 12
    style = (
        "text{font:13px Helvetica,Arial,sans-serif;fill:#1d2229}.step{fill:#0b5c8f;font-weight:bold}"
        "circle{fill:#0072b2}.row0{fill:#eef4f8}.row1{fill:#fff}.own{fill:#b9c0ca}.ground{fill:#fff}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>The rooms of the code, and which of them each imports from</title>\n<style>{style}</style>\n"
        f'<rect class="ground" width="{width}" height="{height}"/>\n'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )
