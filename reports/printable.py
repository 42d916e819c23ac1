"""A console that prints no control characters: a title may come from a stranger's scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sim.errors import harmless

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType
    from rich.segment import Segment
    from rich.text import Text


PLAIN = {
    **dict.fromkeys("–—−─‐", "-"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("█▉▊▋▌", "#"),
    **dict.fromkeys("▍▎▏", " "),
    **dict(zip("▁▂▃▄▅▆▇", "..::++#", strict=True)),
    **dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True)),
    "•": "*",
    "·": "*",
    "×": "x",
    "≤": "<=",
    "≥": ">=",
    "…": "...",
    "→": "->",
    "\N{NO-BREAK SPACE}": " ",
}
"""The text that is printed for a character that a terminal or a file lacks."""


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """The handler of encoding errors: characters that look alike, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    return "".join(PLAIN.get(letter, "?") for letter in missing), error.end


_NO_BREAK = "\ue000"
"""A character for private use, in place of a space at which no line is broken."""


def wrapped(text: str, console: Console, width: int, style: str = "") -> Text:
    """A text in lines of a width, none of which begins with the "%" of a number.

    Parameters
    ----------
    text
        What is printed.
    console
        Where it is printed.
    width
        The columns of a line.
    style
        Its style in the console's words, such as ``"bold"``.
    """
    from rich.text import Text

    lines = Text(text.replace(" %", f"{_NO_BREAK}%"), style).wrap(console, width)
    for line in lines:
        line.plain = line.plain.replace(_NO_BREAK, " ").rstrip()
    return Text("\n").join(lines)


def disarmed(console: Console) -> Console:
    """A console that prints every text harmless, with its own colours."""
    from rich.console import RenderHook
    from rich.measure import Measurement
    from rich.segment import Segment

    class Disarmed:
        def __init__(self, inside: RenderableType) -> None:
            self.inside = inside

        def __rich_console__(
            self, page: Console, options: ConsoleOptions
        ) -> Iterator[Segment]:
            for text, style, control in page.render(self.inside, options):
                yield Segment(text if control else harmless(text), style, control)

        def __rich_measure__(
            self, page: Console, options: ConsoleOptions
        ) -> Measurement:
            return Measurement.get(page, options, self.inside)

    class Hook(RenderHook):
        def process_renderables(
            self, renderables: Iterable[ConsoleRenderable]
        ) -> list[ConsoleRenderable]:
            return [Disarmed(renderable) for renderable in renderables]

    console.push_render_hook(Hook())
    return console
