"""A console that prints no control characters: a title may come from a stranger's scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sim.errors import harmless

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType
    from rich.segment import Segment


def disarmed(console: Console) -> Console:
    """Return a console that prints every text harmless, with its own colours."""
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
