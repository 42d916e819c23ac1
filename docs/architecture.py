"""The page of the architecture: the rooms of the code, and the way of a game through them.

The picture follows from the imports. A room is a package; below the others lie the
modules in the root of ``sim``.
"""

import ast
import inspect
import pydoc
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import vl_convert

from tests.support.imports import imports as imports_of
from tests.support.imports import sources

ROOT = Path(__file__).parents[1]
GROUND = "sim (its root)"
"""The room of the modules in the root of ``sim``."""

FACE = "sim"
"""The face of the house, which belongs to no room."""

WAY = (
    (
        "sim.commands.launch.answer",
        "`warlab run` takes the words that were typed, and prints how far the run is.",
    ),
    (
        "sim.scenario.load_scenario",
        "The lines of the TOML file become a scenario; every key and value is checked.",
    ),
    (
        "sim.contract.rules.GameRules.of",
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
"""The way of a game, from the scenario's line to the report's sentence.

Names, each with what happens there."""


def pages() -> dict[str, str]:
    """Return the page and its picture, by their paths under ``docs/``."""
    order = rooms()
    return {
        "architecture.md": _page(order),
        "images/architecture.svg": picture(order, imports()),
    }


@cache
def imports() -> frozenset[tuple[str, str]]:
    """Return which room imports from which, for types too."""
    texts = sources()
    del texts[FACE]
    pairs = {
        (room_of(found.importer), room_of(found.imported))
        for found in imports_of(texts)
    }
    return frozenset(
        (room, other) for room, other in pairs if room and other and room != other
    )


def room_of(module: str) -> str | None:
    """Return the room of a module or of a name in it; None for what is not ours.

    >>> room_of("sim.games.war.rules"), room_of("sim.errors")
    ('sim.games', 'sim (its root)')
    >>> room_of("reports.page.page"), room_of("numpy")
    ('reports', None)
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
    """The rooms from the top of the house down: each imports only from those below it.

    Raises
    ------
    graphlib.CycleError
        If rooms import each other.
    """
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for room, other in imports():
        sorter.add(room, other)
    sorter.prepare()
    order: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        order += ready
        sorter.done(*ready)
    return tuple(reversed(order))


def _about(room: str) -> str:
    """Return what a room is: the first sentence of its docstring."""
    if room == GROUND:
        return (
            "The ground: user errors, cards, declared options, random streams, limits of "
            "numbers and words for them."
        )
    path = ROOT.joinpath(*room.split("."), "__init__.py")
    text = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", " ".join(text.split())).replace(
        "``", "`"
    )


def _file_of(name: str) -> str:
    """Return the file in which something is defined, by its full name."""
    source = inspect.getsourcefile(inspect.unwrap(pydoc.locate(name)))  # type: ignore[arg-type]  # unwrap takes any object
    return Path(source or "").relative_to(ROOT).as_posix()


def _page(order: tuple[str, ...]) -> str:
    modules = [room_of(module) for module in sources() if module != FACE]
    rows = "\n".join(
        f"| `{room}` | {modules.count(room)} | {_about(room)} |" for room in order
    )
    steps = "\n".join(
        f"{number}. {text} `{name}` in [`{_file_of(name)}`](../{_file_of(name)})"
        for number, (name, text) in enumerate(WAY, 1)
    )
    return f"""\
# How the code is built

*For contributors.* A folder for each game, shared rooms below it, runs and reports above. This page and its picture
follow from the imports of the code: `python -m docs.build` writes them, and a test fails when they are out of date.

![Each room with the rooms that it imports from: all of them lie below it](images/architecture.svg)

A dot says that the room of the row imports from that of the column: {len(imports())} dots among {len(order)} rooms.
All dots lie to the right of the diagonal, so each room knows only rooms below it; one to its left would be an import
upwards, which a test refuses. The numbers beside the rooms are those of the steps below.

## The rooms

| room | modules | what it is |
| --- | ---: | --- |
{rows}

A game is a folder in `sim.games`: [how to add one](how-to/add-a-game.md).
[CONTRIBUTING.md](../CONTRIBUTING.md) says what a change must meet.

## The way of a game

From the scenario's line to the report's sentence:

{steps}
"""


def picture(order: tuple[str, ...], pairs: frozenset[tuple[str, str]]) -> str:
    """The picture: a row and a column for each room, from the top of the house down."""
    steps: dict[str | None, list[str]] = {}
    for number, (name, _) in enumerate(WAY, 1):
        steps.setdefault(room_of(name), []).append(str(number))
    rows = {room: room for room in order}
    for place, numbers in steps.items():
        if place is not None:
            rows[place] = f"{', '.join(numbers)}   {place}"
    labels = {"orient": "top", "labelAngle": -55, "title": None, "labelLimit": 300}
    across = {"field": "imports", "type": "nominal", "axis": labels}
    down = {
        "field": "room",
        "type": "nominal",
        "axis": {"title": None, "labelLimit": 300},
    }
    grid = {"grid": True, "domain": False, "ticks": False, "labelFontSize": 13}
    chart = {
        "title": "The rooms of the code, and which of them each imports from",
        "data": {"values": [{"room": rows[a], "imports": b} for a, b in sorted(pairs)]},
        "mark": {"type": "circle", "size": 80, "opacity": 1, "color": "#0072b2"},
        "encoding": {
            "x": across | {"scale": {"domain": list(order)}},
            "y": down | {"scale": {"domain": list(rows.values())}},
        },
        "width": {"step": 24},
        "height": {"step": 24},
        "background": "white",
        "config": {"axis": grid},
    }
    return vl_convert.vegalite_to_svg(chart)
