"""The reference of the Python names, from their docstrings."""

import inspect
import itertools
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

MODULES = {
    "sim": "Play, run, replay and compare.",
    "sim.exact": "What can be computed exactly.",
    "sim.rare": "Chances of one in millions or billions.",
    "sim.stats": "From counts to estimates with intervals: pure functions.",
    "sim.scenario": "Scenarios: read, checked, written.",
    "sim.policies": "For policies of your own.",
    "reports": "The reports of runs.",
}
"""The public modules; their names are those of ``__all__``."""

_INTRODUCTION = """\
Every public name with its parameters, results and errors, from the docstrings. Any mistake in a request raises
`sim.UserError`, which says what is wrong and how to fix it. `import warlab` gives the names of `sim`: `warlab.play` is
`sim.play`. `make docs` writes this page."""

_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")
_LITERAL = re.compile(r"``([^`]+)``")


def page() -> str:
    """Return the page of all public names."""
    parts = [
        "# The Python names",
        _INTRODUCTION,
    ]
    taken: dict[str, int] = {}
    for module, about in MODULES.items():
        names = public(module)
        linked = [f"[`{name}`](#{_place(f'{module}.{name}', taken)})" for name in names]
        parts += [f"## {module}", about, ", ".join(linked)]
        for name in names:
            parts += _described(
                f"{module}.{name}", getattr(import_module(module), name)
            )
    return "\n\n".join(filter(None, parts)) + "\n"


def public(module: str) -> list[str]:
    """Return the public names of a module, functions first."""
    package = import_module(module)
    names = [
        name
        for name in package.__all__
        if (module != "sim" or name != "games")
        and not inspect.ismodule(getattr(package, name))
    ]
    return sorted(
        names, key=lambda name: (inspect.isclass(getattr(package, name)), name.lower())
    )


def _place(heading: str, taken: dict[str, int]) -> str:
    """Return the place of a heading; the second with the same letters gets a number, as on GitHub."""
    place = re.sub(r"[^\w\- ]", "", heading.lower())
    again = taken[place] = taken.get(place, -1) + 1
    return f"{place}-{again}" if again else place


def _described(name: str, thing: Any) -> list[str]:
    parts = [f"### {name}"]
    if not callable(thing):
        return [
            *parts,
            f"```python\n{name.rpartition('.')[2]} = {_written(thing)}\n```",
        ]
    node = _node(thing)
    if not inspect.isclass(thing):
        return [*parts, _signature(name, node), *_sections(node)]
    parts += _sections(node)
    for method in node.members.values():
        if method.is_function and not method.name.startswith("_") and method.docstring:
            if "property" in method.labels:
                continue
            parts += [
                f"#### {name.rpartition('.')[2]}.{method.name}",
                _signature(method.name, method),
            ]
            parts += _sections(method)
    properties = [
        f"- `{member.name}`: {_first(member.docstring.value)}"
        for member in node.members.values()
        if "property" in member.labels
        and member.docstring
        and not member.name.startswith("_")
    ]
    return [*parts, *(["Properties:", "\n".join(properties)] if properties else [])]


def _written(value: object) -> str:
    """Return a value as the formatter writes it."""
    return repr(value).replace("'", '"')


def _node(thing: Any) -> Any:
    """Return what griffe knows of a function or class."""
    home = _module(thing.__module__.partition(".")[0])
    for part in (*thing.__module__.split(".")[1:], *thing.__qualname__.split(".")):
        home = home.members[part]
    return home


_LOADED: dict[str, Any] = {}


def _module(name: str) -> Any:
    if name not in _LOADED:
        import griffe

        _LOADED[name] = griffe.load(
            name, search_paths=[Path(__file__).parents[1]], allow_inspection=False
        )
    return _LOADED[name]


def _signature(name: str, node: Any) -> str:
    """Return the signature as a listing, a parameter a line where it is long."""
    shown = [
        parameter
        for parameter in _parameters(node.parameters)
        if parameter not in ("self", "cls")
    ]
    back = f" -> {node.returns}" if node.returns is not None else ""
    line = f"{name}({', '.join(shown)}){back}"
    if len(line) > 88:
        line = (
            f"{name}(\n"
            + "".join(f"    {parameter},\n" for parameter in shown)
            + f"){back}"
        )
    return f"```python\n{line}\n```"


def _parameters(parameters: Sequence[Any]) -> Iterator[str]:
    starred = False
    for parameter in parameters:
        kind = str(parameter.kind.value)
        if kind == "keyword-only" and not starred:
            starred = True
            yield "*"
        star = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
        starred = starred or star == "*"
        yield (
            f"{star}{parameter.name}"
            + (f": {parameter.annotation}" if parameter.annotation is not None else "")
            + (
                f" = {parameter.default}"
                if parameter.default is not None and not star
                else ""
            )
        )


def _sections(node: Any) -> list[str]:
    """Return the docstring of a function or a class as Markdown."""
    import griffe

    if node.docstring is None:
        return []
    parts = []
    for section in griffe.parse_numpy(node.docstring):
        kind = section.kind.value
        if kind == "text":
            parts.append(_words(section.value))
        elif kind == "examples":
            parts.append(
                "```python\n" + "\n".join(text for _, text in section.value) + "\n```"
            )
        elif kind in ("parameters", "attributes", "other parameters"):
            parts.append(f"{kind.capitalize()}:")
            parts.append("\n".join(_listed(section.value)))
        elif kind in ("returns", "yields", "raises"):
            head = {"returns": "Returns", "yields": "Yields", "raises": "Raises"}[kind]
            told = [
                f"`{part.annotation}`"
                + (f": {_line(part.description)}" if part.description else "")
                for part in section.value
            ]
            parts.append(
                f"{head} "
                + "; ".join(told)
                + ("" if told[-1].endswith((".", "!")) else ".")
            )
    return [part for part in parts if part]


def _listed(parameters: Sequence[Any]) -> Iterator[str]:
    """Return a line for each parameter; those that are described together share one."""
    for about, group in itertools.groupby(
        parameters, lambda parameter: parameter.description
    ):
        alike = list(group)
        names = ", ".join(f"`{parameter.name}`" for parameter in alike)
        yield f"- {names}{_typed(alike[0])}: {_line(about)}"


def _typed(annotation: Any) -> str:
    return f" (`{annotation.annotation}`)" if annotation.annotation is not None else ""


def _first(text: str) -> str:
    """Return the first paragraph of a docstring."""
    return _line(text.partition("\n\n")[0])


def _line(text: str) -> str:
    return _words(" ".join(text.split()))


def _words(text: str) -> str:
    """Return the text of a docstring as Markdown."""
    text = _ROLE.sub(lambda match: f"`{match[1]}`", text)
    return _LITERAL.sub(r"`\1`", text).strip()
