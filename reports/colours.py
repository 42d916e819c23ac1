"""The colours of a page and of its charts, each for a light and for a dark screen.

A chart names a colour as a variable of the style sheet, so the same drawing serves
both.
"""

import re

SHADES: dict[str, tuple[str, str]] = {
    "ground": ("#fbfaf7", "#14171b"),
    "paper": ("#ffffff", "#1c2026"),
    "ink": ("#1d2229", "#e7e9ec"),
    "soft": ("#5a6470", "#a3acb7"),
    "line": ("#dfe1e5", "#343b44"),
    "accent": ("#0b5c8f", "#7cc0ee"),
    "tint": ("#eef4f8", "#1d2933"),
    "yes": ("#00724f", "#4fcfa4"),
    "no": ("#b0470a", "#f3905a"),
    "unclear": ("#6b5a10", "#e0c25a"),
    "grid": ("#e6e9ee", "#2f363f"),
    "ghost": ("#b9c0ca", "#4a535f"),
    "c1": ("#0072b2", "#4da6e0"),
    "c2": ("#c25400", "#f0803c"),
    "c3": ("#00855f", "#2fbf93"),
    "c4": ("#aa4499", "#d986cb"),
    "c5": ("#8f6d00", "#e3b341"),
    "c6": ("#2b3a67", "#a9d8f7"),
    "loss": ("#d55e00", "#a34a05"),
    "win": ("#0072b2", "#14619b"),
}
"""Each colour on a light and on a dark screen. The ones with numbers tell variants
apart; they are the colours of Okabe and Ito, which people with the common kinds of
colour blindness can tell apart, made darker or lighter until their contrast with the
ground is 3 to 1. "ghost" and "grid" are the background of a chart, which has nothing to
read."""


def variable(name: str) -> str:
    """A colour as a variable of the style sheet."""
    if name not in SHADES:
        raise KeyError(name)
    return f"var(--{name})"


def in_light(text: str) -> str:
    """A drawing in which the variables of the style sheet are the light colours themselves."""
    return re.sub(r"var\(--(\w+)\)", lambda name: SHADES[name[1]][0], text)


def declarations(*, dark: bool) -> str:
    """The declarations of all colours for the style sheet."""
    return " ".join(f"--{name}:{shades[dark]};" for name, shades in SHADES.items())
