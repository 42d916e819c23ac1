"""Documents of the project, in the wheel or else in the checkout."""

from functools import cache
from pathlib import Path

TOP = Path(__file__).parents[1]
_PACKED = Path(__file__).with_name("_docs")


def directory() -> Path:
    """The directory of the documents: in the wheel, else in the checkout."""
    return _PACKED if _PACKED.is_dir() else TOP / "docs"


@cache
def document(name: str) -> str:
    """A document, by its path in the directory.

    ``"changelog.md"`` is the changelog of the project.
    """
    path = directory() / name
    if name == "changelog.md" and not path.is_file():
        path = TOP / "CHANGELOG.md"
    return path.read_text("utf-8")
