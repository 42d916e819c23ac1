"""Markup as a browser reads it: the elements with their attributes, and the texts between them."""

from html.parser import HTMLParser

EMPTY = ("meta", "path", "line", "rect")
"""Elements that need no end."""


class Markup(HTMLParser):
    """Reads a whole text, and refuses one whose elements do not close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def count(self, tag: str) -> int:
        """Return how often an element occurs."""
        return sum(name == tag for name, _ in self.tags)
