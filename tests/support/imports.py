"""Who imports whom, read from the source text without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tests.support.places import ROOT

PACKAGES = ("sim", "reports", "warlab", "docs/site")
"""The folders that are read: the packages, and what writes the site."""


@dataclass(frozen=True, order=True)
class Import:
    """One module that another imports."""

    importer: str
    imported: str  # a name imported from a package counts as a module if it is one
    typing: bool = False  # only a type checker sees it

    def __str__(self):
        return f"{self.importer} -> {self.imported}"


def sources():
    """Return the text of every module of the packages, by its dotted name."""
    return {module: path.read_text("utf-8") for module, path in paths().items()}


def paths():
    """Return the file of every module of the packages, by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def imports(texts):
    """Return every import of some modules, including those inside functions and those by a constant name."""
    return {
        one
        for module, text in texts.items()
        for one in _of_module(module, ast.parse(text), texts)
    }


def _of_module(module, tree, known):
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and is_for_types(node)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        typing = id(node) in for_types
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(module, name.name, typing)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{module} has a relative import"
            for name in node.names:
                submodule = f"{node.module}.{name.name}"
                yield Import(
                    module, submodule if submodule in known else node.module, typing
                )
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            "import_module"
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and argument.value in known:
                    yield Import(module, str(argument.value), typing)


def is_for_types(node):
    """Return whether only a type checker reads the body of an ``if``."""
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def reached_from(starts, found):
    """Return the modules that some modules import at run time, directly or through others, themselves included."""
    return reached_beside(starts, beside(found))


def beside(found):
    """Return the modules that each module imports at run time itself."""
    direct = {}
    for one in found:
        if not one.typing:
            direct.setdefault(one.importer, set()).add(one.imported)
    return direct


def reached_beside(starts, direct):
    """Return what some modules reach, from what each module imports itself."""
    reached = set(starts)
    waiting = list(starts)
    while waiting:
        for module in direct.get(waiting.pop(), set()) - reached:
            reached.add(module)
            waiting.append(module)
    return reached
