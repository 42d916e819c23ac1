"""Markup as a browser reads it: the elements with their attributes, and the texts between them."""

from html.parser import HTMLParser

EMPTY = ("meta", "path", "line", "rect")
"""Elements that need no end."""


class Markup(HTMLParser):
    """Reads a whole text, and refuses one whose elements do not close in order."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.texts = []
        self._open = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def count(self, tag):
        """Return how often an element occurs."""
        return sum(name == tag for name, _ in self.tags)
