"""Templates of pages: values are escaped, and a missing value is an error."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reports.cells import cells
from reports.colours import declarations

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup


# A match begins with the space, not with the digit: drawings are full of digits.
_KEPT_TOGETHER = re.compile(
    r"(<pre\b.*?</pre>|<code\b.*?</code>)| (?<=\d )%", re.DOTALL
)


@cache
def environment() -> jinja2.Environment:
    """The templates: all files of this package, by their path in it.

    So pages can share their parts.
    """
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    made.globals["cells"] = cells
    return made


def render(template: str, /, **values: object) -> str:
    """A filled template, given its path in this package."""
    return kept_together(environment().get_template(template).render(**values))


def kind_of(block: object) -> str:
    """The name of a block's class, by which templates tell blocks apart."""
    return type(block).__name__


def kept_together(text: str) -> str:
    """Markup in which a number and its per cent sign stay on one line.

    What is to be copied stays as it is.
    """
    return _KEPT_TOGETHER.sub(lambda place: place[1] or "\N{NO-BREAK SPACE}%", text)


def source(name: str) -> str:
    """The text of a template, a style sheet or a script as it stands.

    It is given by its path in this package.
    """
    return (Path(__file__).parent / name).read_text("utf-8")


def markup(text: str) -> Markup:
    """Mark text that is markup already.

    Such are style sheets, scripts, and SVG, in which names are already escaped.
    """
    from markupsafe import Markup

    return Markup(text)


def colours(*, switched: bool = False) -> str:
    """The rules of a style sheet that set the colours.

    A printed page is a light one.
    """
    light = declarations(dark=False)
    dark = declarations(dark=True)
    unless = ':not([data-theme="light"])' if switched else ""
    rules = [
        f":root {{ color-scheme: light dark; {light} }}",
        f"@media screen and (prefers-color-scheme: dark) {{ :root{unless} {{ {dark} }} }}",
    ]
    if switched:
        rules += [
            ':root[data-theme="light"] { color-scheme: light; }',
            f'@media screen {{ :root[data-theme="dark"] {{ color-scheme: dark; {dark} }} }}',
        ]
    return "\n".join(rules) + "\n"
