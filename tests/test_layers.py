"""The layout of the code: which packages may import which, and what may stand in which file."""

import subprocess
import sys
from dataclasses import replace
from functools import cache

import pytest

from tests.support.imports import (
    beside,
    imports,
    paths,
    reached_beside,
    reached_from,
    sources,
)
from tests.support.places import ROOT

GROUND = (
    *("sim.errors", "sim.cards", "sim.options", "sim.rng"),
    *("sim.limits", "sim.words"),
)
"""The only modules in the root of ``sim``, beside its face."""

LAYERS = (
    GROUND,
    ("sim.machine",),
    ("sim.storage",),
    ("sim.stats",),
    ("sim.contract",),
    ("sim.kernels",),
    ("sim.policies",),
    ("sim.deals",),
    ("sim.solver",),
    ("sim.games",),
    ("sim.engine",),
    ("sim.browser",),
    ("sim.counts",),
    ("sim.collect",),
    ("sim.scenario",),
    ("sim.exact", "sim.rare"),
    ("sim.tournaments",),
    ("sim.runs",),
    ("sim.catalogue",),
    ("reports",),
    ("reports.page",),
    ("sim.commands",),
    ("warlab",),
    ("docs.site",),
)
"""From the ground up: a module imports from its own layer and from those above it in this list."""

FILES = ("sim.storage",)

MAY_NOT_KNOW = {
    "sim.stats": ("sim.cards", "sim.options", "sim.rng", *FILES),
    "sim.engine": FILES,
    "sim.counts": (*FILES, "sim.engine"),
    "sim.collect": FILES,
    "sim.scenario": ("sim.engine", *FILES),
    "sim.tournaments": FILES,
}
"""What a package leaves alone although it lies below it."""

RELATED = {("pyanitsa", "war")}
"""The only game that imports another's folder: it is that game, with other rules."""

SHARED = "packets"
"""The folder of what several games have in common."""


def inside(module, package):
    """Return whether a module is a package or lies in it."""
    return module == package or module.startswith(package + ".")


@cache
def layer_of(module):
    """Return the place of a module in the order."""
    if module == "sim":
        return LAYERS.index(("warlab",))
    places = {
        package: place for place, packages in enumerate(LAYERS) for package in packages
    }
    homes = [
        package for package in places if package != "sim" and inside(module, package)
    ]
    if homes:
        return places[max(homes, key=len)]
    raise AssertionError(f"{module} has no layer: put its package into LAYERS")


def ours(module):
    """Return whether a module is one of the project's."""
    return any(inside(module, house) for house in ("sim", "reports", "docs.site"))


def upward(found):
    """Return the imports that run against the order, or reach what the package may not know."""
    wrong = set()
    for one in found:
        if not ours(one.imported) or one.importer == "sim":
            continue
        banned = next(
            (
                names
                for home, names in MAY_NOT_KNOW.items()
                if inside(one.importer, home)
            ),
            (),
        )
        if layer_of(one.imported) > layer_of(one.importer) or any(
            inside(one.imported, package) for package in banned
        ):
            wrong.add(str(one))
    return wrong


def between_games(found):
    """Return the imports by which one game's folder uses another's."""
    wrong = set()
    for one in found:
        mine = game_of(one.importer)
        other = game_of(one.imported)
        if mine and other not in (None, mine, SHARED) and (mine, other) not in RELATED:
            wrong.add(str(one))
    return wrong


@cache
def game_of(module):
    """Return the folder of the game that a module lies in."""
    names = module.split(".")
    # The modules of sim.games itself, such as the registry, are files and no folders.
    if (
        names[:2] == ["sim", "games"]
        and len(names) > 2
        and (ROOT / "sim" / "games" / names[2]).is_dir()
    ):
        return names[2]
    return None


def is_kernel(module):
    """Return whether a module may hold compiled code."""
    return (
        inside(module, "sim.kernels")
        or inside(module, "sim.policies.kernel")
        or inside(module, "sim.solver.kernel")
        or (game_of(module) is not None and "kernel" in module.split(".")[3:])
    )


def circles(found):
    """Return the sets of modules that need each other, for types too."""
    # The face of the house knows everything.
    direct = beside(
        replace(one, typing=False)
        for one in found
        if ours(one.imported) and one.importer != "sim"
    )
    reached = {module: reached_beside({module}, direct) for module in direct}
    together = {
        frozenset(other for other in beyond if module in reached.get(other, ()))
        for module, beyond in reached.items()
    }
    return sorted((set(circle) for circle in together if len(circle) > 1), key=sorted)


@pytest.fixture(scope="module")
def texts():
    return sources()


@pytest.fixture(scope="module")
def found(texts):
    return imports(texts)


def test_imports_run_one_way_and_no_game_needs_another(found):
    assert not upward(found) | between_games(found), (
        "see the order of the layers in this test"
    )


def test_no_other_module_lies_in_the_root():
    root = {
        module
        for module in paths()
        if module.count(".") == 1 and module.startswith("sim.")
    }
    files = {module for module in root if paths()[module].name != "__init__.py"}
    assert files == set(GROUND)


def test_only_kernels_are_compiled(found):
    assert not {
        str(one)
        for one in found
        if inside(one.imported, "numba")
        and not is_kernel(one.importer)
        and one.importer != "sim.browser.entries"
    }


def test_only_two_rooms_write_instructions(found):
    rooms = ("sim.kernels.llvm", "sim.browser")
    assert not {
        str(one)
        for one in found
        if inside(one.imported, "llvmlite")
        and not any(inside(one.importer, room) for room in rooms)
    }


def test_no_modules_need_each_other(found):
    assert circles(found) == []


@pytest.mark.slow
def test_a_change_of_anything_that_games_are_made_of_compiles_them_anew(found):
    from sim.kernels.cache import ROOMS

    kernels = {module for module in paths() if is_kernel(module)}
    assert len(kernels) > 50
    places = {
        paths()[module].relative_to(ROOT / "sim")
        for module in reached_from(kernels, found)
        if ours(module)
    }
    assert not {
        place
        for place in places
        if place.parts[0] not in ROOMS and len(place.parts) > 1
    }


FIRST = """
import importlib, sys
for package, modules in {packages!r}.items():
    for loaded in [one for one in sys.modules if one.partition(".")[0] in ("sim", "reports")]:
        del sys.modules[loaded]
    for module in modules:
        importlib.import_module(module)
"""


@pytest.mark.slow
def test_every_package_can_be_imported_first():
    """Nothing relies on another package having been imported before it, nor on the order within it."""
    packages = {}
    for module in sorted(paths(), reverse=True):
        if not is_kernel(module) and not module.endswith("__main__"):
            packages.setdefault(".".join(module.split(".")[:2]), []).append(module)
    subprocess.run(
        [sys.executable, "-c", FIRST.format(packages=packages)], cwd=ROOT, check=True
    )


HEAVY = (
    "jinja2",
    "joblib",
    "numba",
    "polars",
    "pyarrow",
    "rich",
    "scipy",
    "typer",
    "vl_convert",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        ("import sim", (*HEAVY, "numpy", "pydantic")),
        ("import sim; sim.games()", HEAVY),
        ("import sim.scenario, sim.runs, sim.exact, sim.policies, sim.stats", HEAVY),
        (
            "import sim.commands.cli",
            tuple(name for name in HEAVY if name not in ("rich", "typer")),
        ),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(statement, heavy):
    program = (
        f"{statement}\nimport sys; print(*sorted(set(sys.modules) & set({heavy!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == []
