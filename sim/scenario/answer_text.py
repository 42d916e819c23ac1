"""The text of an answer: Markdown with a small part of Jinja's language.

It is checked before a game is played.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from sim.errors import UserError, unknown

if TYPE_CHECKING:
    from jinja2 import nodes

FORMS = {
    "interval": "its interval",
    "value": "as a plain number, to be compared",
}
"""The words that can stand after the point in a number's place, such as ``{{
aces.interval }}``."""

WORDS = ("verdict", "cannot_tell", "show", "all_games")
"""The words that a text can use besides its numbers."""

RESERVED = {
    *WORDS,
    *("title", "about", "cautions", "numbers"),
    *("and", "or", "not", "if", "else", "in", "is", "true", "false", "none"),
}
"""The words that cannot be the name of a number."""

ALLOWED = {
    *("Template", "Output", "TemplateData", "Name", "Getattr", "Const", "List", "Call"),
    *("If", "Compare", "Operand", "And", "Or", "Not", "AssignBlock", "Assign"),
}
"""The parts of Jinja's language that a text can have: none of them repeats or
computes."""


def check_name(name: str, where: str) -> None:
    """Refuse the name of a number that means something else in a text."""
    if name in RESERVED:
        what = f"{name!r} is a word of the text's own"
        raise UserError(what, where=where, cure="choose another name")


def check_text(
    text: str, numbers: Collection[str], shown: Collection[str], where: str
) -> None:
    """Refuse a text that is no template, or names what there is not.

    Parameters
    ----------
    text
        The text.
    numbers
        The names of the numbers.
    shown
        What a part of a report can be about: the names of variants and columns.
    where
        The place of the text in its file.
    """
    from jinja2 import Environment, TemplateSyntaxError, nodes

    try:
        tree = Environment().parse(text)
    except (TemplateSyntaxError, RecursionError) as error:
        line = (
            f"line {error.lineno}: " if isinstance(error, TemplateSyntaxError) else ""
        )
        cure = "numbers stand in {{ }}, and choices in {% if %}"
        raise UserError(f"{line}{error}", where=where, cure=cure) from None
    for node in tree.find_all(nodes.Node):
        _check_node(node, numbers, shown, where)


def parts_shown(text: str) -> list[str]:
    """The names of the parts of a report that a text shows.

    Parameters
    ----------
    text
        A text as :func:`check_text` accepts it.
    """
    from jinja2 import Environment, nodes

    calls = Environment().parse(text).find_all(nodes.Call)
    return [call.args[0].as_const() for call in calls]


def _check_node(
    node: nodes.Node, numbers: Collection[str], shown: Collection[str], where: str
) -> None:
    """Refuse a part of a template that a text cannot have."""
    from jinja2 import nodes

    kind = type(node).__name__
    if kind not in ALLOWED:
        what = f"line {node.lineno}: {kind} in a text"
        raise UserError(what, where=where, cure="it can have numbers, if and set")
    match node:
        case nodes.Name(name=name, ctx="load"):
            if name not in (*numbers, *WORDS):
                raise unknown("number", name, (*numbers, *WORDS), where=where)
        case nodes.Getattr(attr=form):
            if form not in FORMS:
                raise unknown("form of a number", form, FORMS, where=where)
        case nodes.Call():
            _check_part(node, shown, where)


def _check_part(call: nodes.Call, shown: Collection[str], where: str) -> None:
    """Refuse a call of anything but ``show("part")``, also of some variants or columns."""
    from jinja2 import nodes

    args = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
    match call:
        case nodes.Call(
            node=nodes.Name(name="show"),
            args=[nodes.Const(value=str()), *_],
            kwargs=[],
            dyn_args=None,
            dyn_kwargs=None,
        ) if len(args) == len(call.args):
            for name in args[1:]:
                if name not in shown:
                    kind = "variant or column"
                    raise unknown(kind, str(name), shown, where=where)
            return
    raise UserError(
        f"line {call.lineno}: a call in a text",
        where=where,
        cure='only show("length") and other parts of a report can be called',
    )
