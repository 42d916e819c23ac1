"""An author's text: Markdown with numbers by name, filled in for one run.

The text is ``text`` in ``[answer]``, or for a bundled scenario stands beside it, as
``NAME.md`` beside ``NAME.toml``, in a small part of Jinja's language
(:mod:`sim.scenario.answer_text`). Its first paragraph is the verdict, if the scenario
has one, and the next the headline; what follows belongs to the first screen, up to the
first heading of the second level, which begins the first section. In the text

- ``{{ longer }}`` is the number of that name of ``[answer.numbers]`` with its unit,
  ``{{ longer.interval }}`` its interval; ``longer.value`` compares, as a plain number;
- ``{{ all_games }}`` is how many games of a variant were played;
- ``verdict`` is ``"yes"``, ``"no"`` or ``"unclear"``, and ``{{ cannot_tell }}`` the
  sentence for games that cannot tell;
- ``{{ show("length") }}``, in a paragraph of its own, stands for the tables and
  pictures of a part of the report, and
  ``{{ show("counts", "one down", "two down", "wars") }}`` for those of some variants
  and columns;
- ``{% set title %}…{% endset %}`` is the title of the picture, ``about`` the game in
  two sentences, each paragraph of ``cautions`` what a reader must know, and
  ``{% set numbers = [longer, shorter] %}`` are the numbers of the first screen, else
  the first three.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sim.contract.answer import Block, Bullets, Paragraph, Section
from sim.errors import UserError

if TYPE_CHECKING:
    import jinja2

    from sim.scenario.scenario import Scenario

MakePart = Callable[[str, tuple[str, ...]], Section | None]
"""A part of a report by its name, about some variants and columns, or about all."""

FIRST_SCREEN = 3
"""The numbers of a first screen whose author names none."""

_USE = re.compile("\x02(\\w+)\x03")
_PART = "\x04"
_NEXT = "\x05"


@dataclass(frozen=True)
class Written:
    """A number as a text has it: it says which number it is, so that doubts are found.

    Attributes
    ----------
    name
        What the text calls it.
    text
        The number as it is written.
    range
        Its interval in words.
    value
        The number; None if these games do not show it.
    """

    name: str
    text: str
    range: str
    value: float | None

    def __str__(self) -> str:
        return self._marked(self.text)

    @property
    def interval(self) -> str:
        """Its interval in words."""
        return self._marked(self.range)

    def _marked(self, text: str) -> str:
        return f"\x02{self.name}\x03{text}"


@dataclass(frozen=True)
class Text:
    """A text filled in for one run.

    Attributes
    ----------
    lead
        The paragraphs before the first heading.
    sections
        The title of each section with its paragraphs.
    title
        The title of the picture; may be empty.
    about
        The game in two sentences; may be empty.
    cautions
        What a reader must know not to be misled.
    numbers
        The names of the numbers of the first screen.
    """

    lead: tuple[str, ...] = ()
    sections: tuple[tuple[str, tuple[str, ...]], ...] = ()
    title: str = ""
    about: str = ""
    cautions: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def source_of(scenario: Scenario) -> str:
    """The author's text: that of ``[answer]``, or beside a bundled scenario that was not changed.

    "" if there is none.
    """
    if scenario.answer is not None and scenario.answer.text:
        return scenario.answer.text
    from sim.scenario import shipped_scenarios

    for path in shipped_scenarios().values():
        text = path.with_suffix(".md")
        if scenario.text and path.read_text("utf-8") == scenario.text:
            return text.read_text("utf-8") if text.is_file() else ""
    return ""


@cache
def _environment() -> jinja2.Environment:
    import jinja2
    from jinja2.sandbox import SandboxedEnvironment

    return SandboxedEnvironment(
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def filled(source: str, written: Mapping[str, Written], **known: Any) -> Text:
    """A text with its numbers filled in.

    Parameters
    ----------
    source
        The text as its author wrote it.
    written
        The numbers by their names.
    known
        What else the text can name.
    """
    import jinja2

    names = {"show": _shown, **written, **known}
    try:
        module = _environment().from_string(source).make_module(names)
    except (jinja2.TemplateError, TypeError) as error:
        raise UserError(
            f"it cannot be filled in: {error}", where="answer.text"
        ) from None
    lead, *parts = re.split(r"^## +(.+)$", str(module), flags=re.MULTILINE)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    shown: Sequence[Written] = getattr(module, "numbers", ())
    chosen = tuple(number.name for number in shown) or tuple(written)[:FIRST_SCREEN]
    return Text(
        _paragraphs(lead),
        tuple((title.strip(), _paragraphs(part)) for title, part in pairs),
        str(getattr(module, "title", "")).strip(),
        str(getattr(module, "about", "")).strip(),
        _paragraphs(str(getattr(module, "cautions", ""))),
        chosen,
    )


def _shown(*names: str) -> str:
    """The mark of a part of a report, and of the variants and columns that it is about."""
    return f"{_PART}{_NEXT.join(names)}"


def _paragraphs(text: str) -> tuple[str, ...]:
    parts = re.split(r"\n\s*\n", text)
    return tuple(part.strip() for part in parts if part.strip())


def uses(text: str) -> set[str]:
    """The names of the numbers in a filled text."""
    return set(_USE.findall(text))


def plain(text: str) -> str:
    """A filled text in one line, without the marks of its numbers."""
    return " ".join(_USE.sub("", text).split())


def blocks(
    paragraphs: Iterable[str],
    part: MakePart,
    sure: Callable[[str], bool],
) -> tuple[Block, ...]:
    """What paragraphs say.

    Those with a number that is not known well enough are left out.

    Parameters
    ----------
    paragraphs
        Filled paragraphs.
    part
        The part of a report by its name, about some variants and columns or all.
    sure
        Whether every number of a text is known well enough for it.
    """
    made: list[Block] = []
    for paragraph in paragraphs:
        if paragraph.startswith(_PART):
            name, *shown = paragraph.removeprefix(_PART).split(_NEXT)
            section = part(name, tuple(shown))
            made += section.blocks if section is not None else ()
        elif not sure(paragraph):
            continue
        elif paragraph.startswith("- "):
            items = re.split(r"^- ", paragraph, flags=re.MULTILINE)[1:]
            made.append(Bullets(tuple(map(plain, items))))
        else:
            made.append(Paragraph(plain(paragraph)))
    return tuple(made)
