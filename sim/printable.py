"""Texts made harmless for a terminal.

A title comes from a scenario, perhaps a stranger's. A terminal obeys the escape sequences in what is printed: they
could clear the screen, forge a line, or turn the direction of the text around.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType
    from rich.segment import Segment

_HARMFUL = re.compile(
    # Control characters, except tab and line feed, and the marks that change the direction of writing.
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def harmless(text: str) -> str:
    r"""Return a text in which nothing is a command to a terminal.

    Examples
    --------
    >>> harmless("red\x1b[31m, gone\u202e").encode("ascii", "replace")
    b'red?[31m, gone?'
    """
    return _HARMFUL.sub(REPLACEMENT, text)


def disarmed(console: Console) -> Console:
    """Return a console that prints every text harmless, with its own colours."""
    from rich.console import RenderHook
    from rich.measure import Measurement
    from rich.segment import Segment

    class Disarmed:
        def __init__(self, inside: RenderableType) -> None:
            self.inside = inside

        def __rich_console__(self, page: Console, options: ConsoleOptions) -> Iterator[Segment]:
            for text, style, control in page.render(self.inside, options):
                yield Segment(text if control else harmless(text), style, control)

        def __rich_measure__(self, page: Console, options: ConsoleOptions) -> Measurement:
            return Measurement.get(page, options, self.inside)

    class Hook(RenderHook):
        def process_renderables(self, renderables: Iterable[ConsoleRenderable]) -> list[ConsoleRenderable]:
            return [Disarmed(one) for one in renderables]

    console.push_render_hook(Hook())
    return console
