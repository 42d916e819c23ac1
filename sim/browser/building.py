"""The modules of a game for browsers.

Each is compiled in a process of its own and kept in the user's cache.

Numba reads its settings once, when it is imported, and a kernel is compiled for the
processor that they name. So a process whose environment names the generic processor,
and WebAssembly to :mod:`sim.kernels.llvm.processor`, compiles a module and writes it to
a file. Two of them run at the same time.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

from sim.contract.browser import Block
from sim.contract.game import Game
from sim.errors import UserError
from sim.games import GAMES
from sim.kernels.cache import VARIABLE, source_print
from sim.kernels.llvm.processor import PLAIN, SIMD
from sim.kernels.llvm.processor import VARIABLE as COMPILE_FOR

PROCESSORS = {False: PLAIN, True: SIMD}
"""The processor of the module without vectors, and of the one with them."""

SETTINGS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    # The code is optimised for WebAssembly alone.
    "NUMBA_OPT": "0",
}


def modules(game: Game, tell: Callable[[], object]) -> dict[bool, bytes]:
    """The modules of a game, compiled if they have not been kept.

    Parameters
    ----------
    game
        A game with kernels for a browser.
    tell
        Called once if a module has to be compiled.

    Returns
    -------
    dict
        Without vectors (False) and, if there are kernels for it, with vectors (True).

    Raises
    ------
    UserError
        If the compiler fails, or the result cannot be kept.
    """
    assert game.in_browser is not None
    kinds = [kind for kind in PROCESSORS if game.in_browser.kernels(kind)]
    paths = {kind: _place(game, kind) for kind in kinds}
    missing = [kind for kind in kinds if not paths[kind].is_file()]
    if missing:
        tell()
        try:
            paths[missing[0]].parent.mkdir(parents=True, exist_ok=True)
            _compile(game, {kind: paths[kind] for kind in missing})
        except OSError as error:
            raise UserError(
                f"{paths[missing[0]].parent}: compiled modules cannot be kept there: "
                f"{error.strerror}",
                cure="set XDG_CACHE_HOME to a directory that you may write to",
            ) from None
    return {kind: path.read_bytes() for kind, path in paths.items()}


def _place(game: Game, vectors: bool) -> Path:
    """The file of a module, named after everything that it is made of."""
    content = hashlib.sha256(source_print().encode())
    for path in sorted(Path(__file__).parent.glob("*.[pl][yl]")):
        content.update(path.read_bytes())
    for package in ("numba", "llvmlite", "numpy"):
        content.update(version(package).encode())
    folder = f"browser-{content.hexdigest()[:16]}"
    return (
        user_cache_path("warlab") / folder / f"{game.name}-{PROCESSORS[vectors]}.wasm"
    )


def _compile(game: Game, paths: dict[bool, Path]) -> None:
    """Compile modules, all at the same time, and put each at its place."""
    with tempfile.TemporaryDirectory(dir=next(iter(paths.values())).parent) as folder:
        running = []
        for kind in paths:
            target = Path(folder) / PROCESSORS[kind]
            environment = {
                **os.environ,
                **SETTINGS,
                COMPILE_FOR: PROCESSORS[kind],
                VARIABLE: f"{target}-numba",
            }
            command = [sys.executable, "-W", "ignore", "-m", "sim.browser.building"]
            process = subprocess.Popen(
                [*command, game.name, str(target)],
                env=environment,
                stderr=subprocess.PIPE,
                text=True,
            )
            running.append((kind, target, process))
        for kind, target, process in running:
            _, complaint = process.communicate()
            if process.returncode:
                last = complaint.strip().rpartition("\n")[2]
                raise UserError(
                    f"the kernels of {game.name} cannot be compiled for a browser: {last}",
                    cure="report it with the versions that `warlab version` tells",
                )
            target.replace(paths[kind])


def write_module(name: str, target: Path) -> None:
    """Compile the module for the processor that the environment names, and write it to a file."""
    from sim.browser.entries import entry_code
    from sim.browser.wasm import compiled, prepare
    from sim.kernels.llvm.processor import HAS_SIMD

    prepare()
    game = GAMES[name].in_browser
    assert game is not None
    rules = GAMES[name].rules()
    kernels = game.kernels(HAS_SIMD)
    arguments = game.calls(rules, Block(1, 0, 0), HAS_SIMD).arguments
    codes = {
        entry: entry_code(kernel, arguments[entry]) for entry, kernel in kernels.items()
    }
    target.write_bytes(compiled(codes))


if __name__ == "__main__":
    write_module(sys.argv[1], Path(sys.argv[2]))
