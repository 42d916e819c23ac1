"""The documents of the project: in the wheel, else in the checkout."""

from __future__ import annotations

import posixpath
from functools import cache
from urllib.parse import urlsplit

from reports.documents import TOP
from reports.documents import directory as directory


@cache
def document(name: str) -> str:
    """Return a document, by its path in the directory; ``"changelog.md"`` is the changelog of the project."""
    path = directory() / name
    if name == "changelog.md" and not path.is_file():
        path = TOP / "CHANGELOG.md"
    return path.read_text("utf-8")


def documents(folder: str = "") -> tuple[str, ...]:
    """Return the paths of the documents in a folder, in the order of their names."""
    paths = sorted((directory() / folder).glob("*.md"))
    return tuple(path.relative_to(directory()).as_posix() for path in paths)


def address(name: str) -> str:
    """Return where a document is found in the site, from its top.

    >>> address("statistics.md"), address("rules/war.md"), address("rules/README.md"), address("questions.md")
    ('docs/statistics/', 'games/war/', 'games/', 'questions/')
    """
    folder, _, file = name.rpartition("/")
    stem = file.removesuffix(".md")
    if name == "questions.md":
        return "questions/"
    if folder == "rules":
        return "games/" if stem == "README" else f"games/{stem}/"
    parts = [folder] if stem == "README" else [folder, stem]
    return "/".join(["docs", *filter(None, parts)]) + "/"


def leads(name: str, link: str) -> str | None:
    """Return the address in the site for a link of a document; None if it leads to a file that is not in the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or not parts.path:
        return link
    target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(name), parts.path))
    place = f"#{parts.fragment}" if parts.fragment else ""
    if target == "CHANGELOG.md":
        return f"@/{address('changelog.md')}{place}"
    inside = target.removeprefix("docs/")
    if inside == target or not (directory() / inside).is_file():
        return None
    if not inside.endswith(".md"):
        return f"@/{target}"
    if inside == "questions.md" and place:
        return f"@/questions/{parts.fragment}/"
    return f"@/{address(inside)}{place}"
